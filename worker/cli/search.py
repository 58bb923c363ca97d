"""`memfold search`: what memory knows of something."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

import typer

from jobs.views.scopes import load_scopes
from memory_core.dates import parse_partial_date
from memory_core.errors import InvalidInputError, UsageError
from memory_core.provenance import Provenance
from memory_core.scopes import ScopeKind, ScopeRef
from memory_core.search.hit import Hit
from memory_core.search.question import span_of
from memory_core.search.request import SearchRequest
from memory_core.search.search import Searcher
from memory_core.sections import Section
from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import print_json, print_remark, print_table
from worker.cli.scope_argument import ScopeArgument
from worker.cli.session import Session, open_session
from worker.embedders import open_embedder

_COLUMNS = ("id", "date", "matched_on", "trust", "text")


def search(
    *,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="A question, a name, some words.")],
    scope: options.Scope = None,
    user: options.User = None,
    agent: options.Agent = None,
    team: options.Team = None,
    org: options.Org = False,
    limit: Annotated[int, typer.Option("--limit", help="At most so many hits, 1 to 200.")] = 10,
    since: Annotated[
        str | None, typer.Option("--since", metavar="YYYY-MM-DD", help="First day, month or year.")
    ] = None,
    until: Annotated[
        str | None, typer.Option("--until", metavar="YYYY-MM-DD", help="Last day, month or year.")
    ] = None,
    section: Annotated[
        list[Section] | None, typer.Option("--section", help="Only lines and episodes of it.")
    ] = None,
    provenance: Annotated[
        list[Provenance] | None, typer.Option("--provenance", help="Only what comes from there.")
    ] = None,
    chat: Annotated[
        list[str] | None, typer.Option("--chat", help="Only what was said in this chat.")
    ] = None,
    messages: Annotated[
        bool, typer.Option("--messages/--no-messages", help="Search what was said as well.")
    ] = True,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """Search the lines, episodes and messages of a scope; of all scopes unless one is named."""
    named = ScopeArgument(key=scope, user=user, agent=agent, team=team, org=org)
    if not query.strip():
        raise InvalidInputError("query", "is empty; say what to look for")
    with (
        open_session(workspace=workspace, data_dir=data_dir) as session,
        open_embedder(session.settings.embeddings) as embedder,
    ):
        request = SearchRequest(
            query=query,
            scopes=_scopes(session, named),
            limit=limit,
            since=_span("since", since)[0],
            until=_span("until", until)[1],
            sections=frozenset(section or ()),
            provenances=frozenset(provenance or ()),
            chats=frozenset(chat or ()),
            messages=messages,
        )
        found = Searcher(session.database, embedder).search(request)
    if as_json:
        print_json({"hits": [_describe(hit) for hit in found.hits], "degraded": found.degraded})
        return ExitCode.DONE
    print_table(_COLUMNS, map(_cells, found.hits))
    if found.degraded:
        print_remark(f"searched by words alone: {found.degraded}")
    return ExitCode.DONE


def _scopes(session: Session, named: ScopeArgument) -> tuple[ScopeRef, ...]:
    key = named.resolve(session) if named.given else None
    with session.read() as connection:
        found = [
            ScopeRef(
                workspace=session.workspace,
                kind=ScopeKind(view.kind),
                agent=view.agent,
                user=view.user,
                team=view.team,
            )
            for view in load_scopes(connection, session.workspace)
            if key in {None, view.scope}
        ]
    if not found:
        raise UsageError("scope: there is none in this workspace yet; see memfold scopes")
    return tuple(found)


def _span(name: str, text: str | None) -> tuple[date | None, date | None]:
    """Return the first and last day of what was given: a day, a month or a year."""
    if text is None:
        return None, None
    try:
        return span_of(parse_partial_date(text))
    except InvalidInputError as error:
        raise InvalidInputError(name, error.reason) from None


def _cells(hit: Hit) -> list[Any]:
    trust = f"{hit.trust}, archived" if hit.archived else hit.trust
    return [({**_describe(hit), "trust": trust})[name] for name in _COLUMNS]


def _describe(hit: Hit) -> dict[str, Any]:
    return {
        "id": hit.id,
        "text": hit.text,
        "date": hit.date,
        "provenance": hit.provenance,
        "trust": hit.trust,
        "matched_on": hit.matched_on,
        "score": round(hit.score, 4),
        "source": [{"chat": place.chat, "position": place.position} for place in hit.source],
        "scope": hit.scope_key,
        "section": hit.section,
        "speaker": hit.speaker,
        "archived": hit.archived,
    }
