"""`memfold why`: each gate of a chat or scope, so that one sees why nothing happens."""

from __future__ import annotations

from jobs.views.chat_gates import explain_chat
from jobs.views.gates import Gate, GateReport
from jobs.views.scope_gates import explain_scope
from jobs.views.standing import REASONS
from memory_core.errors import UsageError
from memory_core.scopes import check_id
from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import print_fields, print_json, print_line, print_table
from worker.cli.scope_argument import WAYS, ScopeArgument
from worker.cli.session import Session, open_session


def why(
    *,
    scope: options.Scope = None,
    chat: options.Chat = None,
    user: options.User = None,
    agent: options.Agent = None,
    team: options.Team = None,
    org: options.Org = False,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """Print each gate of a chat or scope with its value and time, and the last run."""
    named = ScopeArgument(key=scope, user=user, agent=agent, team=team, org=org)
    if (chat is not None) == named.given:
        raise UsageError(f"name a chat (--chat C) or else {WAYS.removeprefix('name ')}")
    with open_session(workspace=workspace, data_dir=data_dir) as session:
        report = _explain(session, chat, named)
    if as_json:
        print_json(report)
    else:
        _print(report)
    return ExitCode.DONE


def _explain(session: Session, chat: str | None, named: ScopeArgument) -> GateReport:
    policy = session.settings.policy
    if chat is not None:
        with session.read() as connection:
            return explain_chat(connection, session.workspace, check_id("chat", chat), policy)
    key = named.scope_key(session.workspace)
    with session.read() as connection:
        return explain_scope(connection, session.workspace, key, policy)


def _print(report: GateReport) -> None:
    reason = REASONS.get(report.standing)
    print_fields(
        {
            report.kind: report.key,
            "open": report.open,
            "stands": f"{report.standing}: {reason}" if reason else report.standing,
            "looked at again": report.due_at,
            "may open": report.next_due_at,
        }
    )
    print_line()
    print_table(("gate", "open", "value", "at", "one is enough"), map(_row, report.gates))
    for title, values in (("last failure", report.error), ("last run", _last_run(report))):
        if values:
            print_line()
            print_fields({title: "", **values})
    if report.pending:
        print_line()
        print_table(
            ("pending because", "episodes", "tries", "not before"),
            (list(reason.values()) for reason in report.pending),
        )


def _row(gate: Gate) -> tuple[object, ...]:
    return (gate.gate, gate.open, gate.value, gate.at, "*" if gate.any_of else "")


def _last_run(report: GateReport) -> dict[str, object] | None:
    run = report.last_run
    if run is None:
        return None
    return {
        "run": run.id,
        "outcome": run.outcome,
        "reason": run.reason,
        "started": run.started_at,
        "finished": run.finished_at,
    }
