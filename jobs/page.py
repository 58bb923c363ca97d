"""A page: the piece of a chat that is read at once, with all that its reading needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection

from jobs.minds.protocol import Window
from jobs.policies import Policy
from jobs.store.chat_claims import ChatClaim
from jobs.store.chats import knows_key
from jobs.windows import CONTEXT_MESSAGES, Chunk, cut_chunk, readable, window_key
from memory_core.messages import ParticipantKind
from memory_core.scopes import scopes_fed
from memory_core.stores.transcript import ChatFacts, load_chat_facts, read_messages


@dataclass(frozen=True, kw_only=True, slots=True)
class Page:
    """A chunk of a claimed window."""

    chunk: Chunk
    facts: ChatFacts
    scopes: Mapping[str, str]  # user → key of the scope that this user's own words here feed
    window: Window  # the chunk as a mind may see it
    key: str  # idempotency key
    known: bool  # it was read before

    @property
    def spared(self) -> str | None:
        """Why no mind need be asked; None when one has to."""
        if self.known:
            return "this window was read before"
        if not self.window.messages:
            return "memory was off for all of it"
        if not self.scopes:
            return "no user takes part, so it feeds no scope"
        return None

    @property
    def size(self) -> int:
        """Characters that a mind is shown of the chunk itself."""
        return sum(len(message.content) for message in self.window.messages)


def open_page(
    connection: Connection, claim: ChatClaim, prompt_version: str, policy: Policy
) -> Page:
    """Read the first chunk of a claimed window, no longer than the policy's window."""
    workspace, chat = claim.lease.workspace, claim.lease.key
    facts = load_chat_facts(connection, workspace, chat)
    messages = read_messages(
        connection,
        workspace,
        chat,
        first=claim.first,
        last=claim.last,
        limit=policy.window_messages + 1,  # the one that does not fit says that more follows
    )
    chunk = cut_chunk(messages, first=claim.first, last=claim.last, policy=policy)
    scopes = _scopes(workspace, facts)
    key = window_key(
        chat=chat,
        feeds=list(scopes.values()),
        chunk=chunk,
        participants=facts.participants,
        prompt_version=prompt_version,
    )
    return Page(
        chunk=chunk,
        facts=facts,
        scopes=scopes,
        window=_window(connection, claim, facts, chunk, policy.window_characters),
        key=key,
        known=knows_key(connection, workspace, key),
    )


def _window(
    connection: Connection, claim: ChatClaim, facts: ChatFacts, chunk: Chunk, limit: int
) -> Window:
    workspace, chat = claim.lease.workspace, claim.lease.key
    context = read_messages(
        connection, workspace, chat, first=claim.first - CONTEXT_MESSAGES, last=claim.first - 1
    )
    return Window(
        workspace=workspace,
        chat=chat,
        agent=facts.agent,
        participants=facts.participants,
        messages=tuple(readable(message, limit=limit) for message in chunk.messages),
        context=tuple(readable(message, limit=limit // CONTEXT_MESSAGES) for message in context),
    )


def _scopes(workspace: str, facts: ChatFacts) -> dict[str, str]:
    users = [
        person.user
        for person in facts.participants
        if person.kind is ParticipantKind.HUMAN and person.user
    ]
    fed = scopes_fed(workspace, facts.agent, facts.team, users)
    return {scope.user: scope.key for scope in fed if scope.user}
