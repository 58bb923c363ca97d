"""From a reading to sealed episodes: whose words, where they stand, whether they carry the line.

Every refusal is counted by its reason; nothing is dropped in silence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from jobs.minds.protocol import Statement
from memory_core.episodes import Episode, EpisodeContent, Evidence, episode_id
from memory_core.index.budget import DEFAULT_BUDGET
from memory_core.index.grounding import supports_date, ungrounded
from memory_core.index.quotation import quotation_of
from memory_core.messages import Message, ParticipantKind, Role
from memory_core.provenance import Provenance
from memory_core.text.normalise import one_line
from memory_core.text.redact import find_secrets


@dataclass(frozen=True, kw_only=True, slots=True)
class Origin:
    """What all episodes of a reading have in common."""

    run: str
    model: str
    prompt_version: str
    recorded_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Harvest:
    """What a reading comes to."""

    episodes: tuple[Episode, ...]
    refusals: tuple[str, ...]  # one per refused statement: code or word, and why

    @property
    def summary(self) -> str | None:
        """The refusals by reason, as text for the run row."""
        counts = Counter(refusal.split(":")[0] for refusal in self.refusals)
        return ", ".join(f"{reason} × {n}" for reason, n in sorted(counts.items())) or None


class _RefusedError(Exception):
    """A statement that may not become an episode; carries the reason."""


def harvest(
    statements: Sequence[Statement],
    *,
    shown: Sequence[Message],
    stored: Sequence[Message],
    scopes: Mapping[str, str],
    origin: Origin,
) -> Harvest:
    """Ground and seal the statements of a reading.

    Args:
        statements: as the mind proposed them.
        shown: the window's messages as the mind saw them.
        stored: the same messages as they stand in the ledger; evidence points into these.
        scopes: user id → key of the scope that this user's own words feed.
        origin: run, model and prompt version, for the episodes' fields.
    """
    seen = {message.position: message for message in shown}
    ledger = {message.position: message for message in stored}
    episodes: dict[str, Episode] = {}
    refusals: list[str] = []
    for statement in statements:
        try:
            episode = _seal(statement, seen, ledger, scopes, origin)
        except _RefusedError as refusal:
            refusals.append(str(refusal))
        else:
            episodes.setdefault(episode.id, episode)
    return Harvest(episodes=tuple(episodes.values()), refusals=tuple(refusals))


def _seal(
    statement: Statement,
    seen: Mapping[int, Message],
    ledger: Mapping[int, Message],
    scopes: Mapping[str, str],
    origin: Origin,
) -> Episode:
    asserting = _asserting(statement, seen)
    speaker = asserting[0].speaker
    text = one_line(statement.text)
    _check_line(text, statement, asserting)
    content = EpisodeContent(
        scope_key=_scope_of(asserting, scopes),
        provenance=Provenance.USER_SAID,
        speaker=speaker.id,
        occurred_on=statement.occurred_on,
        section=statement.section,
        description=text,
        body=statement.body or text,
        aliases=tuple(one_line(alias) for alias in statement.aliases),
        evidence=tuple(_evidence(text, ledger[m.position]) for m in asserting),
    )
    return Episode(
        id=episode_id(content),
        content=content,
        language=statement.language,
        recorded_at=origin.recorded_at,
        prompt_version=origin.prompt_version,
        model=origin.model,
        run=origin.run,
    )


def _asserting(statement: Statement, seen: Mapping[int, Message]) -> list[Message]:
    positions = sorted(set(statement.messages))
    if not positions or not all(position in seen for position in positions):
        raise _RefusedError("unknown-message: it names none or one that was not shown")
    return [seen[position] for position in positions]


def _scope_of(asserting: Sequence[Message], scopes: Mapping[str, str]) -> str:
    speakers = {message.speaker.id for message in asserting}
    if len(speakers) != 1:
        raise _RefusedError("several-speakers: its messages are not all by one speaker")
    first = asserting[0]
    own = first.speaker.kind is ParticipantKind.HUMAN and all(
        message.role is Role.USER for message in asserting
    )
    scope = scopes.get(first.speaker.user or "")
    if not own or scope is None:
        raise _RefusedError("not-a-user: only a user's own words feed a scope")
    return scope


def _check_line(text: str, statement: Statement, asserting: Sequence[Message]) -> None:
    length = len(text) + sum(len(alias) for alias in statement.aliases)
    if not text or length > DEFAULT_BUDGET.line_code_points:
        raise _RefusedError(f"V02: a line has 1 to {DEFAULT_BUDGET.line_code_points} characters")
    if find_secrets(" ".join((text, statement.body, *statement.aliases))):
        raise _RefusedError("V13: it holds a secret")
    reasons = ungrounded(text, asserting, language=statement.language)
    if reasons:
        raise _RefusedError(f"V10: {'; '.join(reasons)}")
    occurred = statement.occurred_on
    if occurred and not supports_date(occurred, asserting, language=statement.language):
        raise _RefusedError(f"V10: the date {occurred} is in none of its messages")


def _evidence(text: str, message: Message) -> Evidence:
    zone = message.speaker.time_zone
    return Evidence(
        chat=message.chat,
        position=message.position,
        span=_find_span(text, message.content),
        message_hash=message.content_hash,
        at=message.at.astimezone(ZoneInfo(zone)) if zone else message.at,
    )


def _find_span(text: str, content: str) -> tuple[int, int]:
    """Find a quotation's place; any other line rests on the whole message."""
    quotation = quotation_of(text)
    start = content.find(quotation.words) if quotation else -1
    if quotation is None or start < 0:
        return (0, len(content))
    return (start, start + len(quotation.words))
