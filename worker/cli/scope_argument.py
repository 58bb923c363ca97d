"""A SCOPE on the command line: a key as `memfold scopes` prints it, or its parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from jobs.views.scopes import find_scope
from memory_core.errors import InvalidInputError, NotFoundError, UsageError
from memory_core.index.grammar import ENTRY_ID
from memory_core.scopes import ScopeKind, ScopeRef
from worker.cli.session import Session

WAYS = (
    "name a SCOPE: a key of memfold scopes, or --user U [--agent A] [--team T], or --agent A --org"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class ScopeArgument:
    """A scope as it was named."""

    key: str | None
    user: str | None = None
    agent: str | None = None
    team: str | None = None
    org: bool = False

    @property
    def given(self) -> bool:
        """Whether any part of it was."""
        return self.key is not None or self.org or any((self.user, self.agent, self.team))

    def scope_key(self, workspace: str) -> str:
        """Return the key, whether or not there is such a scope.

        Raises:
            UsageError: it is not named, or in two ways at once.
            InvalidInputError: an id is not valid.
        """
        by_parts = self.org or any(part is not None for part in (self.user, self.agent, self.team))
        if (self.key is not None) == by_parts:
            raise UsageError(WAYS)
        if self.key is not None:
            return self.key
        return self._of_parts(workspace).key

    def _of_parts(self, workspace: str) -> ScopeRef:
        return ScopeRef(
            workspace=workspace,
            kind=self._kind(),
            agent=self.agent,
            user=self.user,
            team=self.team,
        )

    def _kind(self) -> ScopeKind:
        if self.org:
            return ScopeKind.AGENT_ORG
        if self.user is None:
            raise UsageError(WAYS)
        return ScopeKind.USER if self.agent is None else ScopeKind.AGENT_USER

    def taking(self, words: Sequence[str], *, needs: str, least: int = 1) -> Named:
        """Take the SCOPE from the front of the words unless its parts name it.

        Args:
            words: the command's arguments.
            needs: what follows the SCOPE, as the help shows it, such as `A B`.
            least: how many of these have to be there.

        Raises:
            UsageError: there are too few or too many words.
        """
        rest = list(words) if self.given else list(words[1:])
        if not least <= len(rest) <= len(needs.split()) or (not self.given and not words):
            raise UsageError(f"give [SCOPE] {needs}; {WAYS}")
        return Named(scope=self if self.given else replace(self, key=words[0]), rest=tuple(rest))

    def resolve(self, session: Session) -> str:
        """Return the key of a scope that exists.

        Raises:
            NotFoundError: there is none in this workspace.
        """
        return self._existing(session).key

    def new_or_known(self, session: Session) -> ScopeRef:
        """Return the scope of these parts, which need not exist yet, or of a key, which must.

        Raises:
            NotFoundError: the key is of none in this workspace.
            UsageError: it is not named, or in two ways at once.
            InvalidInputError: an id is not valid.
        """
        return self._existing(session) if self.key else self._of_parts(session.workspace)

    def _existing(self, session: Session) -> ScopeRef:
        key = self.scope_key(session.workspace)
        with session.read() as connection:
            found = find_scope(connection, session.workspace, key)
        if found is None:
            raise NotFoundError(
                f"scope: {key!r} does not exist in workspace {session.workspace!r}; "
                "see memfold scopes"
            )
        return found


@dataclass(frozen=True, kw_only=True, slots=True)
class Named:
    """A scope, and the words behind it."""

    scope: ScopeArgument
    rest: tuple[str, ...]


def entry_word(word: str) -> str:
    """Return an entry's id, which may be written as the file shows it: `^m7k2p9qa`.

    Raises:
        InvalidInputError: it is no such id.
    """
    entry = word.removeprefix("^")
    if not ENTRY_ID.fullmatch(entry):
        raise InvalidInputError("entry", f"{word!r} is no id such as ^m7k2p9qa")
    return entry
