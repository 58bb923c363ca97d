"""A page: the piece of a chat that is read at once, with all that its reading needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from jobs.minds.protocol import Bounded, Reader, Window
from jobs.policies import Policy
from jobs.routes import Feeds
from jobs.store.chat_claims import ChatClaim
from jobs.store.chats import knows_key
from jobs.store.tombstones import find_tombstones
from jobs.tombstone import ForgetKey
from jobs.windows import CONTEXT_MESSAGES, Chunk, Room, cut_chunk, shown_context, window_key
from memory_core.messages import Message, ParticipantKind
from memory_core.scopes import scopes_fed
from memory_core.stores.delivery import load_delivered
from memory_core.stores.org_rules import find_org_scope
from memory_core.stores.transcript import ChatFacts, load_chat_facts, read_messages


@dataclass(frozen=True, kw_only=True, slots=True)
class Page:
    """A chunk of a claimed window."""

    chunk: Chunk
    facts: ChatFacts
    feeds: Feeds  # whose memory its words may enter
    window: Window  # the chunk as a mind may see it
    key: str  # idempotency key
    known: bool  # it was read before
    digests: Mapping[int, str]  # position → the tombstone that its words would have

    @property
    def spared(self) -> str | None:
        """Why no mind need be asked; None when one has to."""
        if self.known:
            return "this window was read before"
        if not self.window.messages:
            return "memory was off for all of it"
        if not self.feeds.scopes:
            return "no user takes part, so it feeds no scope"
        return None


def room_for(reader: Reader, policy: Policy) -> Room:
    """Return how much is read at once: what the policy allows and the mind's context holds."""
    bounded = reader if isinstance(reader, Bounded) else None
    return Room(
        messages=policy.window_messages,
        characters=policy.window_characters,
        tokens=bounded.window_tokens if bounded else None,
        count=bounded.count_tokens if bounded else len,
    )


def open_page(
    connection: Connection,
    claim: ChatClaim,
    prompt_version: str,
    room: Room,
    forget_key: ForgetKey | None = None,
) -> Page:
    """Read the first chunk of a claimed window, as much as there is room for.

    Words that were forgotten, here or in another chat, are left out.

    Raises:
        MindConfigurationError: the workspace's tombstones are not of this key.
    """
    workspace, chat = claim.lease.workspace, claim.lease.key
    facts = load_chat_facts(connection, workspace, chat)
    messages = read_messages(
        connection,
        workspace,
        chat,
        first=claim.first,
        last=claim.last,
        limit=room.messages + 1,  # the one that does not fit says that more follows
    )
    before = list(
        read_messages(
            connection, workspace, chat, first=claim.first - CONTEXT_MESSAGES, last=claim.first - 1
        )
    )
    context = [shown_context(message, room) for message in before]
    chunk = cut_chunk(
        messages, first=claim.first, last=claim.last, room=room, filled=room.part_of(*context)
    )
    digests = _digests(workspace, forget_key, [*before, *chunk.messages])
    buried = find_tombstones(connection, workspace, forget_key, list(digests.values()))
    context = [message for message in context if digests.get(message.position) not in buried]
    chunk = chunk.without(frozenset(p for p, digest in digests.items() if digest in buried))
    feeds = _feeds(connection, workspace, chat, facts)
    key = window_key(
        chat=chat,
        feeds=[*feeds.scopes.values(), *([feeds.common] if feeds.common else [])],
        chunk=chunk,
        participants=facts.participants,
        prompt_version=prompt_version,
    )
    return Page(
        chunk=chunk,
        facts=facts,
        feeds=feeds,
        window=_window(claim, facts, chunk, context),
        key=key,
        known=knows_key(connection, workspace, key),
        digests=digests,
    )


def _digests(
    workspace: str, forget_key: ForgetKey | None, messages: Sequence[Message]
) -> dict[int, str]:
    found = forget_key.digests(workspace, messages) if forget_key else {}
    return {position: digest for (_, position), digest in found.items()}


def _window(claim: ChatClaim, facts: ChatFacts, chunk: Chunk, context: Sequence[Message]) -> Window:
    return Window(
        workspace=claim.lease.workspace,
        chat=claim.lease.key,
        agent=facts.agent,
        participants=facts.participants,
        messages=chunk.shown,
        context=tuple(context),
    )


def _feeds(connection: Connection, workspace: str, chat: str, facts: ChatFacts) -> Feeds:
    people = [p for p in facts.participants if p.kind is ParticipantKind.HUMAN]
    users = [person.user for person in people if person.user]
    fed = scopes_fed(workspace, facts.agent, facts.team, users)
    common = find_org_scope(connection, workspace, facts.agent, facts.team)
    delivered = load_delivered(connection, workspace, [chat])[chat]
    return Feeds(
        scopes={scope.user: scope.key for scope in fed if scope.user},
        only_user=users[0] if len(people) == len(users) == 1 else None,
        common=common.key if common else None,
        shown=tuple((line.before_position, line.line) for line in delivered),
    )
