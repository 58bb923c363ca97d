"""A SCOPE on the command line: a key as `memfold scopes` prints it, or its parts."""

from __future__ import annotations

from dataclasses import dataclass

from jobs.views.scopes import is_scope
from memory_core.errors import NotFoundError, UsageError
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
        return ScopeRef(
            workspace=workspace,
            kind=self._kind(),
            agent=self.agent,
            user=self.user,
            team=self.team,
        ).key

    def _kind(self) -> ScopeKind:
        if self.org:
            return ScopeKind.AGENT_ORG
        if self.user is None:
            raise UsageError(WAYS)
        return ScopeKind.USER if self.agent is None else ScopeKind.AGENT_USER

    def resolve(self, session: Session) -> str:
        """Return the key of a scope that exists.

        Raises:
            NotFoundError: there is none in this workspace.
        """
        key = self.scope_key(session.workspace)
        with session.read() as connection:
            if not is_scope(connection, session.workspace, key):
                raise NotFoundError(
                    f"scope: {key!r} does not exist in workspace {session.workspace!r}; "
                    "see memfold scopes"
                )
        return key
