"""`memfold review`: what waits for a person's eye, and the person's verdict."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Annotated, Any

import typer

from jobs.reviewing import Verdict, review_item
from jobs.views.review import ReviewItem, find_scopes, list_review
from memory_core.errors import NotFoundError, UsageError
from worker.cli import options
from worker.cli.excerpt import excerpt_of, speaker_of
from worker.cli.exit_code import ExitCode
from worker.cli.index_edit import print_report
from worker.cli.output import amount, print_json, print_line, print_remark, show
from worker.cli.scope_argument import ScopeArgument
from worker.cli.session import Session, open_session

_ITEM = re.compile(r"\^?(?P<id>[em][0-9a-hjkmnp-tv-z]{7,51})")
_DISMISSED = "rejected: no line is made of it, and it is listed no more"
_MEANINGS = {
    "quarantined": "set aside: reads like an order to an assistant, or is suspect otherwise",
    "quoted": "lines that read like an order to the reader; shown defanged",
    "unverified": "lines that nothing corroborates yet",
}


def review(
    *,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[SCOPE] [ITEM]", help="A line's or an episode's id, to judge it."),
    ] = None,
    approve: Annotated[bool, typer.Option("--approve", help="It is true: trust it.")] = False,
    reject: Annotated[bool, typer.Option("--reject", help="It is not: take it back.")] = False,
    edit: Annotated[
        str | None, typer.Option("--edit", metavar="TEXT", help="It should read like this.")
    ] = None,
    user: options.User = None,
    agent: options.Agent = None,
    team: options.Team = None,
    org: options.Org = False,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """List what is unverified, quoted or quarantined; or approve, reject or edit one item."""
    scope, item = _read_words(words or [])
    named = ScopeArgument(key=scope, user=user, agent=agent, team=team, org=org)
    verdict = _verdict(approve=approve, reject=reject, edit=edit)
    if (verdict is None) != (item is None):
        raise UsageError("a verdict needs an ITEM, and an ITEM --approve, --reject or --edit TEXT")
    with open_session(workspace=workspace, data_dir=data_dir) as session:
        key = named.resolve(session) if named.given else None
        if item is None or verdict is None:
            return _list(session, key, as_json=as_json)
        key = key or _scope_of(session, item)
        report = review_item(session.database, session.workspace, key, item, verdict, edit)
        session.mirror(key)
        # a line that is taken back is a version, so none means an episode
        unchanged = _DISMISSED if verdict is Verdict.REJECT else "nothing changed"
        return print_report(session, report, as_json=as_json, unchanged=unchanged)


def _read_words(words: Sequence[str]) -> tuple[str | None, str | None]:
    items = [found["id"] for word in words if (found := _ITEM.fullmatch(word))]
    scopes = [word for word in words if not _ITEM.fullmatch(word)]
    if len(items) > 1 or len(scopes) > 1:
        raise UsageError("give at most one SCOPE and one ITEM, such as ^m7k2p9qa")
    return (scopes[0] if scopes else None), (items[0] if items else None)


def _verdict(*, approve: bool, reject: bool, edit: str | None) -> Verdict | None:
    given = [
        verdict
        for verdict, is_given in (
            (Verdict.APPROVE, approve),
            (Verdict.REJECT, reject),
            (Verdict.EDIT, edit is not None),
        )
        if is_given
    ]
    if len(given) > 1:
        raise UsageError("give one of --approve, --reject and --edit TEXT")
    return given[0] if given else None


def _scope_of(session: Session, item: str) -> str:
    with session.read() as connection:
        scopes = find_scopes(connection, session.workspace, item)
    if not scopes:
        raise NotFoundError(f"item: {item!r} does not exist; see memfold review")
    if len(scopes) > 1:
        raise UsageError(f"{item} is an id in several scopes: name the SCOPE too")
    return scopes[0]


def _list(session: Session, key: str | None, *, as_json: bool) -> int:
    with session.read() as connection:
        items = list_review(connection, session.workspace, key)
    if as_json:
        print_json([_describe(item) for item in items])
        return ExitCode.DONE
    for number, (scope, of_scope) in enumerate(groupby(items, key=lambda item: item.scope)):
        if number:
            print_line()
        print_line(scope)
        for kind, of_kind in groupby(of_scope, key=lambda item: str(item.kind)):
            print_line()
            print_line(f"  {kind}: {_MEANINGS[kind]}")
            for item in of_kind:
                _print(item)
    print_remark(f"{amount(len(items), 'item')}{_ways(items)}")
    return ExitCode.DONE


def _ways(items: Sequence[ReviewItem]) -> str:
    """Say which verdicts there are for what is listed."""
    kinds = {item.approvable for item in items}
    ways = "; memfold review ITEM --approve | --reject | --edit TEXT" if True in kinds else ""
    if False in kinds:
        ways += "; memfold review ITEM --reject | --edit TEXT for an order that was set aside"
    return ways


def _describe(item: ReviewItem) -> dict[str, Any]:
    return {
        "kind": item.kind,
        "id": item.id,
        "scope": item.scope,
        "section": item.section,
        "date": item.day,
        "text": item.text,
        "reason": item.reason,
        "sources": item.sources,
        "approvable": item.approvable,
        "said": [
            {
                "chat": said.message.chat,
                "position": said.message.position,
                "at": said.message.at,
                "speaker": speaker_of(said.message),
                "excerpt": excerpt_of(said.message, said.span),
            }
            for said in item.said
        ],
    }


def _print(item: ReviewItem) -> None:
    mark = "^" if item.id.startswith("m") else ""
    print_line(f"    {mark}{item.id}  {item.section}, {item.day}: {show(item.text)}")
    if item.reason:
        print_line(f"        because: {show(item.reason)}")
    for said in item.said:
        place = f"{show(said.message.chat)} #{said.message.position}"
        words = show(excerpt_of(said.message, said.span))
        print_line(f"        {place}  {show(speaker_of(said.message))}: {words}")
