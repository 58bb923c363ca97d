"""`memfold episodes`: what was said, with its evidence."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from jobs.views.episodes import EpisodeView, find_episode, list_episodes
from memory_core.errors import NotFoundError
from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import print_fields, print_json, print_line, print_table
from worker.cli.scope_argument import ScopeArgument
from worker.cli.session import open_session

_COLUMNS = ("id", "occurred_on", "trust", "description", "evidence")
_WITH_SCOPE = ("scope", *_COLUMNS)


def list_all(
    *,
    scope: options.Scope = None,
    user: options.User = None,
    agent: options.Agent = None,
    team: options.Team = None,
    org: options.Org = False,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """List the live episodes of a scope; of all scopes unless one is named."""
    named = ScopeArgument(key=scope, user=user, agent=agent, team=team, org=org)
    with open_session(workspace=workspace, data_dir=data_dir) as session:
        key = named.resolve(session) if named.given else None
        with session.read() as connection:
            found = [_describe(v) for v in list_episodes(connection, session.workspace, key)]
    if as_json:
        print_json(found)
    else:
        columns = _COLUMNS if named.given else _WITH_SCOPE
        print_table(columns, ([_cell(episode, name) for name in columns] for episode in found))
    return ExitCode.DONE


def show(
    *,
    episode: Annotated[str, typer.Argument(metavar="EPISODE", help="Its id.")],
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """Print one episode with all that is known of it."""
    with (
        open_session(workspace=workspace, data_dir=data_dir) as session,
        session.read() as connection,
    ):
        found = find_episode(connection, session.workspace, episode)
    if found is None:
        raise NotFoundError(
            f"episode: {episode!r} does not exist in workspace {session.workspace!r}; "
            "see memfold episodes list"
        )
    described = _describe_fully(found)
    if as_json:
        print_json(described)
    else:
        body = described.pop("body")
        print_fields({**described, "evidence": _places(described)})
        print_line()
        print_line(body)
    return ExitCode.DONE


def _describe(view: EpisodeView) -> dict[str, Any]:
    content = view.episode.content
    return {
        "id": view.episode.id,
        "scope": content.scope_key,
        "recorded_at": view.episode.recorded_at,
        "occurred_on": str(content.occurred_on) if content.occurred_on else None,
        "provenance": content.provenance,
        "trust": view.trust,
        "description": content.description,
        "evidence": [{"chat": e.chat, "position": e.position} for e in content.evidence],
    }


def _describe_fully(view: EpisodeView) -> dict[str, Any]:
    episode, content = view.episode, view.episode.content
    return {
        **_describe(view),
        "evidence": [
            {"chat": e.chat, "position": e.position, "span": list(e.span), "at": e.at}
            for e in content.evidence
        ],
        "speaker": content.speaker,
        "section": content.section,
        "aliases": content.aliases,
        "language": episode.language,
        "model": episode.model,
        "prompt_version": episode.prompt_version,
        "run": episode.run,
        "body": content.body,
    }


def _cell(episode: dict[str, Any], name: str) -> Any:
    return _places(episode) if name == "evidence" else episode[name]


def _places(episode: dict[str, Any]) -> list[str]:
    return [f"{place['chat']} #{place['position']}" for place in episode["evidence"]]
