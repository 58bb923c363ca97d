"""By what evidence a statement may enter which memory, and as whose word.

cited                                         enters                            as
a user's own words                            that user's scope                 user-said
a tool's report of what the user asked for,   Events, Projects, Work            tool-derived
  one user in the chat
an assistant's "I did" of the same, a tool    the same, the tool message cited  tool-derived
  message holds what it names
the same in words of no tool                  an episode, never a line          assistant-said
an order in words of no user                  quarantine                        tool-derived
what else is out to steer an assistant        nothing
advice, plans, quoted or pasted text          nothing
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from jobs.minds.protocol import Statement
from memory_core.index.asking import ASKED_BEFORE, is_asked_for, recites
from memory_core.index.hard_tokens import hard_tokens
from memory_core.index.rewrite import counted
from memory_core.index.trust import is_open_to_others
from memory_core.index.trust_rules import missing_tokens
from memory_core.messages import Message, ParticipantKind, Role
from memory_core.provenance import Provenance
from memory_core.text.channels import MASK, foreign_text, without_memory
from memory_core.text.claims import claims_deed, is_record, nearest_sentence
from memory_core.text.lures import is_lure
from memory_core.text.normalise import fold_key
from memory_core.text.orders import is_order, orders_in, sentences
from memory_core.text.reports import reported_lines
from memory_core.text.tokens import content_stems

ORDER = "order: an order to an assistant, in words that no user of it said"


class RefusedError(Exception):
    """A statement that may not become an episode; carries the reason."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Feeds:
    """Whose memory a chat's words may enter."""

    scopes: Mapping[str, str]  # user → key of the scope that this user's own words feed
    only_user: str | None = None  # the one user of a chat without other people
    common: str | None = None  # key of the agent's common memory, where it gathers one
    shown: tuple[tuple[int, str], ...] = ()  # what memory showed: position before which, line

    @property
    def only_scope(self) -> str | None:
        """The scope of the chat's one user."""
        return self.scopes.get(self.only_user) if self.only_user else None


@dataclass(frozen=True, kw_only=True, slots=True)
class Route:
    """How a statement enters."""

    scope_key: str
    provenance: Provenance
    asserting: tuple[Message, ...]  # as far as their channel lets them count; one speaker's
    backing: tuple[Message, ...] = ()  # the tool message that holds what an assistant names
    quarantine: str | None = None  # why it is set aside

    @property
    def cited(self) -> tuple[Message, ...]:
        """All messages that the episode names, in their order."""
        return tuple(sorted((*self.backing, *self.asserting), key=lambda m: m.position))


def find_route(
    statement: Statement,
    cited: Sequence[Message],
    window: Sequence[Message],
    feeds: Feeds,
    before: Sequence[Message] = (),
) -> Route:
    """Find the way in for a statement.

    Args:
        statement: as a mind proposed it.
        cited: the messages that it names, at least one, as the mind saw them.
        window: all messages of the window.
        feeds: whose memory the chat's words may enter.
        before: the messages before the window; they assert nothing, but a user may have asked.

    Raises:
        RefusedError: there is none.
    """
    own = [message for message in cited if message.role is Role.USER]
    if own:
        return _own_words(statement, own, feeds)
    if any(message.role is Role.SYSTEM for message in cited):
        raise RefusedError("not-evidence: what a system message says is nobody's word")
    scope = feeds.only_scope
    if scope is None:
        raise RefusedError("several-users: others' words feed only a chat with exactly one user")
    counting = [counted_in(m, feeds) for m in window]
    asked = _asked_before(cited[0].position, [*before, *window])
    tools = [counted_in(m, feeds) for m in cited if m.role is Role.TOOL]
    if tools:
        route = _tool_report(statement, tools, scope)
    else:
        told = [counted_in(message, feeds) for message in cited]
        route = _assistant_deed(statement, told, counting, scope)
    if route.quarantine is None:
        _check_asked(statement, route, asked, counting)
    return route


def counted_in(message: Message, feeds: Feeds) -> Message:
    """Return a message of a chat as evidence, without what memory had shown that chat before."""
    if message.role is Role.USER:
        return counted(message)
    shown = [line for before, line in feeds.shown if before <= message.position]
    return replace(message, content=without_memory(message.content, shown))


# -- a user's own words ------------------------------------------------------------------------


def _own_words(statement: Statement, own: Sequence[Message], feeds: Feeds) -> Route:
    if len({message.speaker.id for message in own}) != 1:
        raise RefusedError("several-speakers: its messages are not all by one speaker")
    speaker = own[0].speaker
    scope = feeds.scopes.get(speaker.user or "")
    if speaker.kind is not ParticipantKind.HUMAN or scope is None:
        raise RefusedError("not-a-user: only a user's own words feed a scope")
    asserting = tuple(counted(message) for message in own)
    route = Route(scope_key=scope, provenance=Provenance.USER_SAID, asserting=asserting)
    pasted = _pasted(statement.text, own, asserting)
    if pasted is None:
        return route
    if not is_order(pasted):
        raise RefusedError("not-own-words: it stands in quoted, pasted or forwarded text")
    as_sent = tuple(replace(m, content=foreign_text(m.content)) for m in own)
    return replace(route, provenance=Provenance.TOOL_DERIVED, asserting=as_sent, quarantine=ORDER)


def _pasted(text: str, own: Sequence[Message], asserting: Sequence[Message]) -> str | None:
    """Return the foreign sentence that a line rests on rather than on its speaker's own words."""
    foreign = [s for message in own for s in sentences(foreign_text(message.content))]
    foreign = [s for s in foreign if s.strip(MASK + "\n ")]
    nearest = nearest_sentence(text, foreign)
    stems = content_stems(text)
    said = max((len(stems & content_stems(m.content)) for m in asserting), default=0)
    if len(stems & content_stems(nearest)) > said:
        return nearest
    # a letter, a mark: without content it is the user's only where he wrote it himself
    words, his = fold_key(text), fold_key("\n".join(m.content for m in asserting))
    return (
        nearest
        if not said and nearest and words not in his and words in fold_key("\n".join(foreign))
        else None
    )


# -- tools and assistants ----------------------------------------------------------------------


def _tool_report(statement: Statement, tools: Sequence[Message], scope: str) -> Route:
    if len({message.speaker.id for message in tools}) != 1:
        raise RefusedError("several-speakers: its messages are not all by one speaker")
    route = Route(scope_key=scope, provenance=Provenance.TOOL_DERIVED, asserting=tuple(tools))
    if is_order(statement.text) or is_order(_nearest(statement.text, tools)):
        return replace(route, quarantine=ORDER)
    _check_lure(statement, tools)
    _check_section(statement)
    if _nearest(statement.text, tools) not in "\n".join(reported_lines(m.content) for m in tools):
        raise RefusedError("no-report: in the same line the tool orders or addresses somebody")
    return route


def _assistant_deed(
    statement: Statement, told: Sequence[Message], window: Sequence[Message], scope: str
) -> Route:
    if len({message.speaker.id for message in told}) != 1:
        raise RefusedError("several-speakers: its messages are not all by one speaker")
    sentence = _nearest(statement.text, told)
    route = Route(scope_key=scope, provenance=Provenance.ASSISTANT_SAID, asserting=tuple(told))
    if is_order(statement.text) and _is_tainted(told[0], window):
        return replace(route, provenance=Provenance.TOOL_DERIVED, quarantine=ORDER)
    if not claims_deed(sentence):
        raise RefusedError("assistant-advice: only what an assistant says it did may be kept")
    _check_lure(statement, told)
    _check_section(statement)
    backing = _find_backing(statement.text, told[0], window)
    if backing is None:
        return route
    return replace(route, provenance=Provenance.TOOL_DERIVED, backing=(backing,))


def _check_lure(statement: Statement, messages: Sequence[Message]) -> None:
    """Refuse what rests on a message that is out to steer an assistant, whatever else it tells."""
    if any(map(is_lure, (statement.text, *(message.content for message in messages)))):
        raise RefusedError(
            "lure: no user said it, and it is out to steer an assistant or tells what he wants"
        )


def _asked_before(position: int, chat: Sequence[Message]) -> list[str]:
    own = [m for m in chat if m.role is Role.USER and m.position < position]
    own.sort(key=lambda m: -m.position)
    return [counted(message).content for message in own[:ASKED_BEFORE]]


def _check_asked(
    statement: Statement, route: Route, asked: Sequence[str], window: Sequence[Message]
) -> None:
    """Refuse a tool's words, recited ones too, that do not answer what the user asked for."""
    claims = "\n".join(message.content for message in route.asserting)
    told = (m.content for m in window if m.role is Role.TOOL)
    own_claim = route.provenance is Provenance.ASSISTANT_SAID
    if own_claim and not any(recites(claims, words) for words in told):
        return
    if not is_record(_nearest(statement.text, route.cited)):
        raise RefusedError("no-record: of no user's words only what was done, or has a number")
    if not is_asked_for(statement.text, asked):
        raise RefusedError("not-asked-for: a tool told it, and no words of the user speak of it")


def _check_section(statement: Statement) -> None:
    parts = (statement.text, *sentences(statement.text))
    if not all(is_open_to_others(statement.section, part) for part in parts):
        raise RefusedError(
            "untrusted-section: what no user said enters only Events, Projects and Work, and tells "
            "nothing of a user's profile, people or preferences"
        )


def _nearest(text: str, messages: Sequence[Message]) -> str:
    return nearest_sentence(text, [s for m in messages for s in sentences(m.content)])


def _is_tainted(message: Message, window: Sequence[Message]) -> bool:
    """Tell whether untrusted text stands before a message in the same turn."""
    for earlier in sorted(window, key=lambda m: -m.position):
        if earlier.position >= message.position:
            continue
        if earlier.role is Role.TOOL:
            return True
        if earlier.role is Role.USER:
            return MASK in earlier.content
    return False


def _find_backing(text: str, claim: Message, window: Sequence[Message]) -> Message | None:
    """Find the tool message before a claim that holds every hard token of a line."""
    if not hard_tokens(text):
        return None
    tools = [m for m in window if m.role is Role.TOOL and m.position < claim.position]
    holding = (m for m in reversed(tools) if not missing_tokens(text, [m.content]))
    return next((m for m in holding if not is_order(_nearest(text, [m]))), None)


def find_orders(window: Sequence[Message], feeds: Feeds) -> list[tuple[Message, str, str]]:
    """Find what untrusted text orders an assistant: message, its words and the scope concerned."""
    found = []
    for message in window:
        if message.role is Role.USER:
            scope = feeds.scopes.get(message.speaker.user or "")
            text = foreign_text(message.content)
        else:
            scope = feeds.only_scope if message.role is Role.TOOL else None
            text = counted_in(message, feeds).content
        if scope is not None:
            found += [(message, order, scope) for order in orders_in(text.replace(MASK, " "))]
    return found
