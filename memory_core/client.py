"""The host's door: append messages, say that a chat fell idle, read an index.

    with MemoryClient("postgresql://memfold:…@db/memfold") as memory:
        memory.append("c-1", "user", "I moved to Bergen.", user="u-42", agent="helper")
        memory.report_idle("c-1")
        turn = memory.provider(user="u-42", agent="helper", chat="c-1")
        system = turn.context_block()          # what is remembered; never raises
        tools = turn.tools.definitions         # for the model; turn.tools.call(name, arguments)

It needs the database alone: neither a broker nor a worker in this process, and nothing of `jobs`
or `worker`, so a host may have packages of those names. One client serves many threads.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Connection

from memory_core.clock import database_now
from memory_core.embedding.protocol import Embedder
from memory_core.errors import AppendOnlyError, InvalidInputError
from memory_core.incoming import IncomingMessage, parse_message
from memory_core.index.grammar import render_index
from memory_core.index.model import Index
from memory_core.provider import MemoryProvider
from memory_core.saving import SaveReport
from memory_core.scopes import ScopeKind, ScopeRef, check_id
from memory_core.search.search import Reranker, Searcher
from memory_core.stores.database import Database
from memory_core.stores.draft import Refusal
from memory_core.stores.index_store import load_index
from memory_core.stores.ledger import AppendReport, Ledger
from memory_core.stores.schema import check_ready
from memory_core.turn.block import MAX_TOKENS
from memory_core.turn.parts import TurnParts
from memory_core.turn.patience import DEADLINE
from memory_core.turn.recall import Recalled
from memory_core.turn.working import WorkingMemory

log = logging.getLogger(__name__)

Ring = Callable[[str, str], None]  # workspace, chat


class MemoryClient:
    """A host's access to one workspace. Opens nothing before its first call.

    Every method raises `StoreUnavailableError` when the database does not answer, and
    `ConfigurationError` when its login or schema is not right.

    Args:
        database_url: `postgresql://…` of the login `memfold`.
        workspace: the tenant that all calls are held to.
        ring: called after `report_idle` with workspace and chat, so that a worker looks at once;
            without it the next sweep finds the chat.
        embedder: what searches compare vectors by, the one that the worker fills them with; None:
            by words alone.
        reranker: puts the best hits of a search into a better order.
        secret: what the envelopes of blocks are numbered by; give all processes the same, so that
            their blocks are equal to the byte. None: made up by each.
        deadline: seconds that a turn waits for its block.
    """

    def __init__(  # noqa: PLR0913  what a host may choose, a keyword a choice
        self,
        database_url: str,
        workspace: str = "default",
        ring: Ring | None = None,
        *,
        embedder: Embedder | None = None,
        reranker: Reranker | None = None,
        secret: str | None = None,
        deadline: float = DEADLINE,
    ) -> None:
        self.workspace = check_id("workspace", workspace)
        self._database = Database(database_url)
        self._ledger = Ledger(self._database)
        self._ring = ring
        self._checked = False
        self._turns = TurnParts(
            self._database,
            self.workspace,
            searcher=Searcher(self._database, embedder, reranker),
            secret=secret,
            deadline=deadline,
            check=self._check,
        )

    def append(  # noqa: PLR0913  the one message shape, a keyword a field
        self,
        chat: str,
        role: str,
        content: str,
        *,
        user: str | None = None,
        speaker: str | None = None,
        agent: str | None = None,
        team: str | None = None,
        name: str | None = None,
        at: datetime | None = None,
        key: str | None = None,
        position: int | None = None,
        time_zone: str | None = None,
        memory_mode: str | None = None,
        origin: str | None = None,
    ) -> int:
        """Append a message to a chat, which is made when new; return its position.

        With a `key` or `position` a repeated call changes nothing and returns the same position.

        Args:
            chat: id of the conversation, the host's own.
            role: `user`, `assistant`, `tool` or `system`.
            content: what was said.
            user: id of the human who speaks; without it the words are no one's memory.
            speaker: id of the participant, where a chat has several of a role.
            agent: the chat's agent; without one its users' own scopes are fed.
            team: the chat's team.
            name: the speaker's name as shown.
            at: when it was said, with its zone; None: now.
            key: the host's id of the message, unique in the chat.
            position: the position it must get.
            time_zone: the speaker's, such as `Europe/Oslo`.
            memory_mode: `on` or `off`, from this message on.
            origin: `interactive` or `machine`, for a new chat.

        Raises:
            InvalidInputError: a field is wrong; names it and the way out.
            AppendOnlyError: this key or position holds other content.
        """
        return self._append_one(
            chat=chat,
            role=role,
            content=content,
            user=user,
            speaker=speaker,
            agent=agent,
            team=team,
            name=name,
            at=at,
            key=key,
            position=position,
            time_zone=time_zone,
            memory_mode=memory_mode,
            origin=origin,
        )

    def _append_one(self, **fields: Any) -> int:
        report = self.append_all([fields])
        for refusal in report.refused:
            raise _error_of(refusal)
        return report.positions[0]

    def append_all(self, messages: Iterable[Mapping[str, Any]]) -> AppendReport:
        """Append messages in the one message shape, in one transaction a chat.

        All are checked before any is written. What differs from what is stored under its key or
        position is refused in the report, and the rest goes in.

        Raises:
            InvalidInputError: a field of a message is wrong; nothing was written.
        """
        self._check()
        return self._ledger.append(self._parse(messages))

    def report_idle(self, chat: str) -> None:
        """Say that a chat has fallen idle up to its last message.

        The row is durable before the bell is rung; a bell that fails is logged, and the next sweep
        finds the row.

        Raises:
            NotFoundError: no such chat in this workspace.
        """
        self._check()
        self._ledger.report_idle(self.workspace, chat)
        if self._ring is None:
            return
        try:
            self._ring(self.workspace, chat)
        except Exception:  # the bell is the host's own code, and a lost ring loses nothing
            log.warning("the bell failed; the next sweep will find the chat", exc_info=True)

    def scope(
        self,
        *,
        user: str | None = None,
        agent: str | None = None,
        team: str | None = None,
        org: bool = False,
    ) -> ScopeRef:
        """Return a scope of this workspace: of a user, a user with an agent, or an agent's own.

        Raises:
            InvalidInputError: an id is missing, superfluous or not valid.
        """
        kind = ScopeKind.USER if agent is None else ScopeKind.AGENT_USER
        return ScopeRef(
            workspace=self.workspace,
            kind=ScopeKind.AGENT_ORG if org else kind,
            agent=agent,
            user=user,
            team=team,
        )

    def index(self, scope: ScopeRef) -> Index:
        """Return a scope's index; version 0 without lines where nothing is remembered yet.

        Raises:
            InvalidInputError: the scope is of another workspace.
        """
        self._refuse_foreign(scope)
        with self._transaction() as connection:
            return load_index(connection, self.workspace, scope.key)

    def index_text(self, scope: ScopeRef) -> str:
        """Return a scope's MEMORY.md.

        Raises:
            InvalidInputError: the scope is of another workspace.
        """
        return render_index(self.index(scope))

    def provider(  # noqa: PLR0913  whose memory, a keyword a part
        self,
        *,
        user: str | None = None,
        agent: str | None = None,
        team: str | None = None,
        chat: str | None = None,
        org: bool = True,
        max_tokens: int = MAX_TOKENS,
        trust_saves: bool = False,
    ) -> MemoryProvider:
        """Return the memory of a turn: of this user with this agent, of the user, of the agent.

        Nothing that the agent says later can name another scope.

        Args:
            user: whose memory; None: the agent's own alone, to which nothing is saved.
            agent: who is served; None: the user's own alone.
            team: the chat's team.
            chat: the chat that is served; what it is shown is recorded, and its user's words say
                what a save rests on.
            org: whether the agent's memory common to all its users is read too.
            max_tokens: of the block, by estimate.
            trust_saves: whether a save counts as the user's own where no chat tells.

        Raises:
            InvalidInputError: neither user nor agent, or an id is not valid.
        """
        scopes = [self.scope(user=user, agent=agent, team=team)] if user and agent else []
        scopes += [self.scope(user=user, team=team)] if user else []
        if agent and (org or not user):
            scopes.append(self.scope(agent=agent, team=team, org=True))
        if not scopes:
            raise InvalidInputError("user", "is missing, and agent too; name one of them")
        return MemoryProvider(
            self._turns, scopes, chat=chat, max_tokens=max_tokens, trust_saves=trust_saves
        )

    def bound_to(self, *scopes: ScopeRef, chat: str | None = None, **more: Any) -> MemoryProvider:
        """Return the memory of a turn that reads just these scopes, the nearest first.

        Raises:
            InvalidInputError: no scope, or one of another workspace.
        """
        if not scopes:
            raise InvalidInputError("scopes", "is empty; name at least one")
        for scope in scopes:
            self._refuse_foreign(scope)
        return MemoryProvider(self._turns, scopes, chat=chat, **more)

    def working(self, scope: ScopeRef) -> WorkingMemory:
        """Return the working values of a scope, which must be of this workspace."""
        self._refuse_foreign(scope)
        return self._turns.working(scope)

    def context_block(
        self, query: str | None = None, *, working: bool = False, **whose: Any
    ) -> str:
        """Return what an agent is to be told at the head of a turn; `whose` as for `provider`.

        It never raises for a store that is away: the block is "" then.
        """
        return self.provider(**whose).context_block(query, working=working)

    def search(self, query: str, limit: int = 10, **whose: Any) -> Recalled:
        """Search a turn's memory; `whose` as for `provider`."""
        return self.provider(**whose).search(query, limit)

    def save(
        self,
        text: str,
        *,
        aliases: Sequence[str] = (),
        supersedes: str | None = None,
        requested_by_user: bool = False,
        **whose: Any,
    ) -> SaveReport:
        """Keep a statement as `MemoryProvider.save` does, which tells the arguments and errors.

        `whose` (user, agent, team, chat) as for `provider`.
        """
        return self.provider(**whose).save(
            text,
            aliases=aliases,
            supersedes=supersedes,
            requested_by_user=requested_by_user,
        )

    @property
    def block_counts(self) -> Mapping[str, int]:
        """How blocks came about: `cached`, `read`, `late`, `failed`, `without hits`."""
        return dict(self._turns.blocks.counts)

    def flush(self) -> None:
        """Write what is known of uses now, not in a few seconds."""
        self._turns.uses.flush()

    def set_memory_mode(self, chat: str, mode: str) -> None:
        """Turn memory `on` or `off` for the messages of a chat that come from here on.

        Raises:
            InvalidInputError: another mode.
            NotFoundError: no such chat in this workspace.
        """
        self._check()
        self._ledger.set_memory_mode(self.workspace, chat, mode)

    def delete_chat(self, chat: str) -> None:
        """Mark a chat as deleted: nothing of it is read from here on, running jobs included.

        Raises:
            NotFoundError: no such chat in this workspace.
        """
        self._check()
        self._ledger.delete_chat(self.workspace, chat)

    def close(self) -> None:
        """Write the last uses and close the connections; a later call opens new ones."""
        self._turns.uses.flush()
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _refuse_foreign(self, scope: ScopeRef) -> None:
        if scope.workspace != self.workspace:
            wrong = f"is of workspace {scope.workspace!r}; this client is of {self.workspace!r}"
            raise InvalidInputError("scope", wrong)

    def _parse(self, messages: Iterable[Mapping[str, Any]]) -> list[IncomingMessage]:
        given = [{"workspace": self.workspace, **fields} for fields in messages]
        if any(fields.get("at") is None for fields in given):
            with self._transaction() as connection:
                now = database_now(connection)
            given = [{**fields, "at": fields.get("at") or now} for fields in given]
        parsed = [parse_message(fields) for fields in given]
        for message in parsed:
            if message.workspace != self.workspace:
                raise InvalidInputError(
                    "workspace", f"is {message.workspace!r}; this client is of {self.workspace!r}"
                )
        return parsed

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        self._check()
        with self._database.transaction(self.workspace) as connection:
            yield connection

    def _check(self) -> None:
        """Refuse a login that passes the walls, or a schema that is not ours; once."""
        if not self._checked:
            check_ready(self._database)
            self._checked = True


def _error_of(refusal: Refusal) -> Exception:
    field, _, reason = refusal.reason.partition(": ")
    if field == "content":
        return AppendOnlyError(refusal.reason)
    return InvalidInputError(field, reason)
