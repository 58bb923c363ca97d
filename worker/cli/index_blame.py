"""`memfold index blame`: from a line to what was said, and to who read and folded it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

import typer

from jobs.views.blame import BlameReport, RunNote, blame_index
from memory_core.episodes import Episode, Evidence
from memory_core.index.blame import Blame, SourceBlame, VersionNote
from memory_core.index.edit import EDIT_CHAT
from memory_core.index.model import Entry
from memory_core.turn.saves import SAVE_CHAT, SAVED
from worker.cli import options
from worker.cli.excerpt import excerpt_of, speaker_of
from worker.cli.exit_code import ExitCode
from worker.cli.index import marks_of
from worker.cli.output import print_json, print_line, short_id, show
from worker.cli.scope_argument import ScopeArgument, entry_word
from worker.cli.session import open_session


def blame(
    *,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[SCOPE] [ENTRY]", help="A line's id; without it all active lines."),
    ] = None,
    user: options.User = None,
    agent: options.Agent = None,
    team: options.Team = None,
    org: options.Org = False,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """Say where lines come from: messages, dates, runs, models, prompt versions."""
    by_parts = ScopeArgument(key=None, user=user, agent=agent, team=team, org=org)
    named = by_parts.taking(words or [], needs="[ENTRY]", least=0)
    entry = entry_word(named.rest[0]) if named.rest else None
    with open_session(workspace=workspace, data_dir=data_dir) as session:
        key = named.scope.resolve(session)
        with session.read() as connection:
            report = blame_index(connection, session.workspace, key, entry)
    if as_json:
        print_json(_describe(report))
    else:
        for number, line in enumerate(report.lines):
            if number:
                print_line()
            _print(line, report.runs)
    return ExitCode.DONE


# -- for programs ------------------------------------------------------------------------------


def _describe(report: BlameReport) -> dict[str, Any]:
    return {
        "scope": report.scope,
        "version": report.version,
        "lines": [_describe_line(line, report.runs) for line in report.lines],
    }


def _describe_line(line: Blame, runs: Mapping[str, RunNote]) -> dict[str, Any]:
    return {
        "entry": line.entry.id,
        "text": line.entry.text,
        "marks": marks_of(line.entry),
        "entered": _describe_note(line.entered, runs),
        "ended": _describe_note(line.ended, runs),
        "sources": [_describe_source(source) for source in line.sources],
    }


def _describe_note(note: VersionNote | None, runs: Mapping[str, RunNote]) -> dict[str, Any] | None:
    if note is None:
        return None
    run = runs.get(note.run or "")
    return {
        "version": note.version,
        "cause": note.cause,
        "written_at": note.written_at,
        "run": note.run,
        "model": run.model if run else None,
        "prompt_version": run.prompt_version if run else None,
    }


def _describe_source(source: SourceBlame) -> dict[str, Any]:
    episode = source.episode
    return {
        "episode": episode.id,
        "version": source.version,
        "recorded_at": episode.recorded_at,
        "run": episode.run,
        "model": episode.model,
        "prompt_version": episode.prompt_version,
        "messages": [_describe_message(e, source) for e in episode.content.evidence],
    }


def _describe_message(evidence: Evidence, source: SourceBlame) -> dict[str, Any]:
    message = source.messages.get((evidence.chat, evidence.position))
    return {
        "chat": evidence.chat,
        "position": evidence.position,
        "at": evidence.at,
        "speaker": speaker_of(message),
        "excerpt": excerpt_of(message, evidence.span),
    }


# -- for people --------------------------------------------------------------------------------


def _print(line: Blame, runs: Mapping[str, RunNote]) -> None:
    entry = line.entry
    print_line(f"{show(entry.text)}  ^{entry.id}")
    print_line(f"  {_standing(entry)}")
    _print_note("entered by", line.entered, runs)
    _print_note("archived by", line.ended, runs)
    for source in line.sources:
        _print_source(source)


def _standing(entry: Entry) -> str:
    return f"{entry.heading}, {entry.day}: {', '.join(marks_of(entry))}"


def _print_note(what: str, note: VersionNote | None, runs: Mapping[str, RunNote]) -> None:
    if note is None:
        return
    run = runs.get(note.run or "")
    mind = f" by {run.model}, prompt {run.prompt_version}" if run and run.model else ""
    made = f", run {short_id(note.run)}" if note.run else ""
    print_line(
        f"  {what} version {note.version}: {note.cause} {_minute(note.written_at)}{mind}{made}"
    )


def _print_source(source: SourceBlame) -> None:
    episode = source.episode
    prompt = "" if _maker(episode) else f", prompt {show(episode.prompt_version)}"
    what = _maker(episode) or f"read by {episode.model}"
    print_line(
        f"  {episode.id} {what} {_minute(episode.recorded_at)}{prompt}, run {short_id(episode.run)}"
    )
    for evidence in episode.content.evidence:
        message = source.messages.get((evidence.chat, evidence.position))
        if evidence.chat in {EDIT_CHAT, SAVE_CHAT}:  # no message was there to rest on
            print_line(f"    {evidence.at:%Y-%m-%d %H:%M %z}  {show(episode.content.speaker)}")
        else:
            said = (
                show(excerpt_of(message, evidence.span))
                if message
                else "(forgotten, or not to be read)"
            )
            place = f"{show(evidence.chat)} #{evidence.position}"
            print_line(f"    {place}  {evidence.at:%Y-%m-%d %H:%M %z}")
            print_line(f"      {show(speaker_of(message) or episode.content.speaker)}: {said}")


def _maker(episode: Episode) -> str | None:
    """Return who wrote an episode that no mind read."""
    if any(e.chat == EDIT_CHAT for e in episode.content.evidence):
        return "typed by hand"
    if episode.prompt_version != SAVED:
        return None
    return "saved by hand" if episode.model == "person" else "saved by an agent"


def _minute(at: datetime) -> str:
    return show(at)[: len("2026-11-30T20:15")] + "Z"
