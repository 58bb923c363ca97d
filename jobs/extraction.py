"""From a reading to sealed episodes: whose words, where they stand, whether they carry the line.

Every refusal is counted by its reason; nothing is dropped in silence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from jobs.minds.protocol import Statement
from jobs.routes import (
    ORDER,
    Feeds,
    RefusedError,
    Route,
    counted_in,
    find_orders,
    find_route,
)
from memory_core.episodes import Episode, EpisodeContent, Evidence, episode_id
from memory_core.index.aliases import states_alias
from memory_core.index.budget import DEFAULT_BUDGET
from memory_core.index.deixis import unresolved
from memory_core.index.evidence import context_of
from memory_core.index.grounding import supports_date, ungrounded
from memory_core.index.quotation import quotation_of, spoken_words
from memory_core.index.sameness import states_same
from memory_core.index.trust import OrgRules, org_line_flaw
from memory_core.messages import Message, Role
from memory_core.provenance import Provenance
from memory_core.sections import Section
from memory_core.text.channels import own_text
from memory_core.text.languages.detection import language_of
from memory_core.text.normalise import one_line
from memory_core.text.orders import SET_ASIDE
from memory_core.text.redact import find_secrets
from memory_core.text.sanitise import HazardKind, find_hazards

_PHRASES = {HazardKind.INJECTION, HazardKind.ROLE_TAG}


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
    quarantined: Mapping[str, str] = field(default_factory=dict)  # episode → why it is set aside
    common: tuple[Episode, ...] = ()  # what may enter the agent's common memory

    @property
    def summary(self) -> str | None:
        """The refusals by reason, as text for the run row."""
        reasons = [refusal.split(":")[0] for refusal in self.refusals]
        counts = Counter([*reasons, *("quarantined" for _ in self.quarantined)])
        return ", ".join(f"{reason} × {n}" for reason, n in sorted(counts.items())) or None


@dataclass(kw_only=True, slots=True)
class _Basket:
    """What has been gathered so far."""

    seen: Mapping[int, Message]  # the window's messages as the mind saw them
    ledger: Mapping[int, Message]  # the same as they are stored
    feeds: Feeds
    origin: Origin
    before: Sequence[Message] = ()  # the messages before the window
    episodes: dict[str, Episode] = field(default_factory=dict)
    refusals: list[str] = field(default_factory=list)
    quarantined: dict[str, str] = field(default_factory=dict)
    common: dict[str, Episode] = field(default_factory=dict)

    @property
    def window(self) -> list[Message]:
        return [self.seen[position] for position in sorted(self.seen)]


def harvest(
    statements: Sequence[Statement],
    *,
    shown: Sequence[Message],
    stored: Sequence[Message],
    feeds: Feeds,
    origin: Origin,
    context: Sequence[Message] = (),
) -> Harvest:
    """Ground and seal the statements of a reading, and set aside the orders of its window.

    Args:
        statements: as the mind proposed them.
        shown: the window's messages as the mind saw them.
        stored: the same messages as they stand in the ledger; evidence points into these.
        feeds: whose memory the chat's words may enter.
        origin: run, model and prompt version, for the episodes' fields.
        context: the messages before the window as the mind saw them; they assert nothing.
    """
    basket = _Basket(
        seen={message.position: message for message in shown},
        ledger={message.position: message for message in stored},
        feeds=feeds,
        origin=origin,
        before=context,
    )
    for statement in statements:
        try:
            _take(statement, basket)
        except RefusedError as refusal:
            basket.refusals.append(str(refusal))
    _set_orders_aside(basket)
    return Harvest(
        episodes=tuple(basket.episodes.values()),
        refusals=tuple(basket.refusals),
        quarantined=basket.quarantined,
        common=tuple(basket.common.values()),
    )


def is_own_claim(episode: Episode) -> bool:
    """Tell whether an assistant says it of itself, and nothing else does."""
    return episode.content.provenance is Provenance.ASSISTANT_SAID


def without_known(harvested: Harvest, lines: Sequence[str]) -> Harvest:
    """Leave out the assistant's own claims that one of these lines states already."""
    known = {
        e.id
        for e in harvested.episodes
        if is_own_claim(e) and any(states_same(line, e.content.description) for line in lines)
    }
    return replace(
        harvested,
        episodes=tuple(e for e in harvested.episodes if e.id not in known),
        refusals=(*harvested.refusals, *("known: the index states it already" for _ in known)),
    )


def _take(statement: Statement, basket: _Basket) -> None:
    cited = _cited(statement, basket.seen)
    statement = replace(statement, text=one_line(statement.text))
    route = find_route(statement, cited, basket.window, basket.feeds, basket.before)
    statement = replace(statement, language=_language(statement, route))
    if route.quarantine is None:
        _check_line(statement, route, basket)
        statement = _with_stated_aliases(statement, route, basket)
    else:
        _check_form(statement)
        statement = replace(statement, aliases=(), body="")
    if route.quarantine is not None:
        _set_aside(statement, route, basket)
        return
    episode = _seal(statement, route, basket)
    basket.episodes.setdefault(episode.id, episode)
    if basket.feeds.common and _may_be_common(statement, route):
        common = _seal(statement, replace(route, scope_key=basket.feeds.common), basket)
        basket.common.setdefault(common.id, common)


def _cited(statement: Statement, seen: Mapping[int, Message]) -> list[Message]:
    positions = sorted(set(statement.messages))
    if not positions or not all(position in seen for position in positions):
        raise RefusedError("unknown-message: it names none or one that was not shown")
    return [seen[position] for position in positions]


def _may_be_common(statement: Statement, route: Route) -> bool:
    own = route.provenance is Provenance.USER_SAID
    line = " ".join((statement.text, *statement.aliases))
    return own and org_line_flaw(statement.section, line, OrgRules()) is None


def _set_orders_aside(basket: _Basket) -> None:
    """Quarantine what untrusted text orders, whether or not the mind fell for it."""
    for message, order, scope in find_orders(basket.window, basket.feeds):
        if find_secrets(order):
            continue
        statement = Statement(text=order, section=Section.OTHER, messages=(message.position,))
        route = Route(
            scope_key=scope, provenance=Provenance.TOOL_DERIVED, asserting=(message,),
            quarantine=ORDER,
        )  # fmt: skip
        _set_aside(statement, route, basket)


def _set_aside(statement: Statement, route: Route, basket: _Basket) -> None:
    """Quarantine a statement by its place alone: its words stay in the ledger and nowhere else."""
    evidence = _evidence_of(statement, route, basket)
    placeholder = replace(statement, text=SET_ASIDE, body="", section=Section.OTHER, aliases=())
    episode = _sealed(placeholder, route, basket, evidence)
    basket.episodes.setdefault(episode.id, episode)
    basket.quarantined[episode.id] = route.quarantine or ORDER


def _seal(statement: Statement, route: Route, basket: _Basket) -> Episode:
    return _sealed(statement, route, basket, _evidence_of(statement, route, basket))


def _evidence_of(statement: Statement, route: Route, basket: _Basket) -> tuple[Evidence, ...]:
    ledger = [basket.ledger[message.position] for message in route.cited]
    find = _find_words if route.quarantine else _find_span
    return tuple(_evidence(message, find(statement.text, message)) for message in ledger)


def _sealed(
    statement: Statement, route: Route, basket: _Basket, evidence: tuple[Evidence, ...]
) -> Episode:
    content = EpisodeContent(
        scope_key=route.scope_key,
        provenance=route.provenance,
        speaker=route.asserting[0].speaker.id,
        occurred_on=statement.occurred_on,
        section=statement.section,
        description=statement.text,
        body=statement.body or statement.text,
        aliases=statement.aliases,
        evidence=evidence,
    )
    return Episode(
        id=episode_id(content),
        content=content,
        language=statement.language,
        recorded_at=basket.origin.recorded_at,
        prompt_version=basket.origin.prompt_version,
        model=basket.origin.model,
        run=basket.origin.run,
    )


# -- what a line must be -----------------------------------------------------------------------


def _with_stated_aliases(statement: Statement, route: Route, basket: _Basket) -> Statement:
    """Keep the aliases that a user states explicitly; the others are refused one by one."""
    own = route.provenance is Provenance.USER_SAID
    wanted = tuple(one_line(alias) for alias in statement.aliases)
    stated = tuple(
        alias
        for alias in wanted
        if own and any(states_alias(m.content, alias) for m in route.asserting)
    )
    basket.refusals += ["alias-not-stated: no message says so"] * (len(wanted) - len(stated))
    return replace(statement, aliases=stated)


def _check_form(statement: Statement) -> None:
    length = len(statement.text) + sum(len(alias) for alias in statement.aliases)
    if not statement.text or length > DEFAULT_BUDGET.line_code_points:
        raise RefusedError(f"V02: a line has 1 to {DEFAULT_BUDGET.line_code_points} characters")
    if find_secrets(" ".join((statement.text, statement.body, *statement.aliases))):
        raise RefusedError("V13: it holds a secret")


def _language(statement: Statement, route: Route) -> str:
    """Judge a statement's language by the words it rests on; the mind's word is a hint."""
    said = "\n".join(message.content for message in route.asserting)
    return language_of(said, statement.language)


def _context(route: Route, basket: _Basket) -> tuple[Message, ...]:
    """Return what an assertion may refer to, without what memory had shown the chat."""
    around = context_of(route.asserting, [*basket.before, *basket.window])
    return (*route.backing, *(counted_in(message, basket.feeds) for message in around))


def _check_line(statement: Statement, route: Route, basket: _Basket) -> None:
    _check_form(statement)
    text, asserting = statement.text, route.asserting
    if _is_unquoted_order(text, route):
        raise RefusedError("V13: it reads like an order, and is not the speaker's own words")
    pointing = unresolved(text)
    if pointing:
        raise RefusedError(f"V17: {pointing[0]!r} means nothing outside of its chat")
    reasons = ungrounded(
        text, asserting, language=statement.language, context=_context(route, basket)
    )
    if reasons:
        raise RefusedError(f"V10: {'; '.join(reasons)}")
    occurred = statement.occurred_on
    if occurred and not supports_date(occurred, asserting, language=statement.language):
        raise RefusedError(f"V10: the date {occurred} is in none of its messages")


def _is_unquoted_order(text: str, route: Route) -> bool:
    if not any(hazard.kind in _PHRASES for hazard in find_hazards(text)):
        return False
    words = one_line(spoken_words(text))
    verbatim = any(words in one_line(message.content) for message in route.asserting)
    return not (verbatim and route.provenance is Provenance.USER_SAID)


def _evidence(message: Message, span: tuple[int, int]) -> Evidence:
    return Evidence(
        chat=message.chat,
        position=message.position,
        span=span,
        message_hash=message.content_hash,
        at=message.local_at,
    )


def _find_span(text: str, message: Message) -> tuple[int, int]:
    """Find a quotation's place in its speaker's own words; any other line rests on the message."""
    quotation = quotation_of(text)
    own = own_text(message.content) if message.role is Role.USER else message.content
    start = own.find(quotation.words) if quotation else -1
    if quotation is None or start < 0:
        return (0, len(message.content))
    return (start, start + len(quotation.words))


def _find_words(text: str, message: Message) -> tuple[int, int]:
    """Find words as they stand, whoever wrote them; else the whole message."""
    start = message.content.find(text)
    return (start, start + len(text)) if start >= 0 else (0, len(message.content))
