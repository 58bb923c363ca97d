"""`memfold consolidate`: fold a scope in this process, without a broker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any

import typer

from jobs.store.scopes import force_scopes
from memory_core.index.effects import Effect
from memory_core.index.grammar import render_index
from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import print_fields, print_json, print_line, print_remark, print_table
from worker.cli.scope_argument import ScopeArgument
from worker.cli.session import Session, open_session


def consolidate(
    *,
    scope: options.Scope = None,
    user: options.User = None,
    agent: options.Agent = None,
    team: options.Team = None,
    org: options.Org = False,
    force: Annotated[
        bool, typer.Option("--force", help="Pass the cooldown and whatever was put off.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what code alone would fold; buy nothing.")
    ] = False,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """Fold what is pending of one scope into its MEMORY.md now, in this process."""
    named = ScopeArgument(key=scope, user=user, agent=agent, team=team, org=org)
    with open_session(workspace=workspace, data_dir=data_dir) as session:
        key = named.resolve(session)
        if dry_run:
            return _preview(session, key, as_json=as_json)
        if force:
            with session.read() as connection:
                force_scopes(connection, session.workspace, key)
        return _fold(session, key, as_json=as_json)


def _preview(session: Session, key: str, *, as_json: bool) -> int:
    with session.services() as services:
        plan = services.consolidator.preview(session.workspace, key)
    text = render_index(plan.folded.after)
    if as_json:
        print_json(
            {
                "scope": key,
                "changed": plan.folded.changed,
                "text": text,
                "effects": [asdict(effect) for effect in plan.folded.effects],
                "violations": plan.violations,
            }
        )
    else:
        _print_effects(plan.folded.effects)
        print_line(text.removesuffix("\n"))
    return ExitCode.DONE


def _fold(session: Session, key: str, *, as_json: bool) -> int:
    with session.services() as services:
        report = services.consolidator.consolidate(session.workspace, key)
        services.mirror_scope(session.workspace, key)
    if as_json:
        print_json(report)
    else:
        names = ("scope", "outcome", "rounds", "version", "placed", "reason", "run")
        print_fields({name: getattr(report, name) for name in names})
        _print_effects(report.effects)
    if report.outcome == "skipped":
        print_remark(f"nothing was folded: see memfold why '{key}'")
    return ExitCode.FAILED if report.outcome in {"failed", "refused", "stale"} else ExitCode.DONE


def _print_effects(effects: Sequence[Effect]) -> None:
    if effects:
        rows: list[list[Any]] = [[e.kind, e.entry, e.episodes, e.reason] for e in effects]
        print_table(("effect", "entry", "episodes", "reason"), rows)
        print_line()
