"""The application around the memory: it hands chats over, shows memory to them, has it forget.

A user's request to forget is read and folded like anything said; one round later the application
also has the messages forgotten for good, the request with them, as an operator who goes through
such requests would. Between the two only a fold that heard the request has taken the line back.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from benchmarks.fold.gold import Gold, Kind, Line, Place, Round, Stream
from benchmarks.fold.script import Cue
from benchmarks.fold.wording import plain
from jobs.forget import Forgetter, Target
from memory_core.incoming import IncomingMessage, parse_message
from memory_core.scopes import ScopeKind, ScopeRef
from memory_core.stores.database import Database
from memory_core.stores.delivery import DeliveredLine, record_delivered
from memory_core.stores.ledger import Ledger

WORKSPACE = "default"
AGENT = "helper"
_ROUNDS_TO_FORGET = 1


def scope_of(user: str) -> str:
    """Return the key of a user's scope."""
    return ScopeRef(workspace=WORKSPACE, kind=ScopeKind.AGENT_USER, agent=AGENT, user=user).key


class Host:
    """Plays a stream's application."""

    def __init__(self, stream: Stream, database: Database, forgetter: Forgetter) -> None:
        self._database = database
        self._ledger = Ledger(database)
        self._forgetter = forgetter
        self._users = {user.id for user in stream.users}
        self._shown = {r.messages[0]: r for r in stream.rows if r.kind is Kind.SHOWN}
        self._to_forget = [row for row in stream.rows if row.kind is Kind.FORGOTTEN]

    def append(self, each: Round) -> None:
        """Hand a round's chats over, and record what memory showed before it is recited."""
        for chat, lines in groupby(each.lines, key=lambda line: line.chat):
            said: list[IncomingMessage] = []
            for line in lines:
                if (row := self._shown.get((chat, line.position))) is not None:
                    self._ledger.append(said)
                    said = []
                    self._show(chat, row)
                said.append(self._incoming(line))
            self._ledger.append(said)

    def forget(self, at: int | None = None) -> None:
        """Forget for good what users asked for, up to a round; without one, all that is left."""
        due = [row for row in self._to_forget if at is None or _is_due(row, at)]
        for row in due:
            for chat, position in _words_of(row):
                target = Target(kind="message", chat=chat, position=position)
                self._forgetter.forget(WORKSPACE, target)
        self._to_forget = [row for row in self._to_forget if row not in due]

    def _show(self, chat: str, row: Gold) -> None:
        cue = Cue(row=row, place=row.messages[0], sentence=row.sentences[0])
        line = DeliveredLine(scope_key=scope_of(row.owner), line=next(plain(cue)))
        with self._database.transaction(WORKSPACE) as connection:
            record_delivered(connection, WORKSPACE, chat, [line])

    def _incoming(self, line: Line) -> IncomingMessage:
        person = "user" if line.speaker in self._users else "speaker"
        return parse_message(
            {
                "workspace": WORKSPACE,
                "chat": line.chat,
                "agent": AGENT,
                "role": line.role,
                "content": line.content,
                "at": line.at,
                "position": line.position,
                person: line.speaker,
            }
        )


def _is_due(row: Gold, at: int) -> bool:
    return row.valid_to is not None and row.valid_to + _ROUNDS_TO_FORGET <= at


def _words_of(row: Gold) -> Sequence[Place]:
    return [*row.messages, *([row.ended_in] if row.ended_in else [])]
