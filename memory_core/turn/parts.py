"""What all turns of one client share: its blocks, searches, saves, uses and working values."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_bytes

from memory_core.errors import InvalidInputError
from memory_core.saving import SaveReport, SaveRequest
from memory_core.scopes import ScopeRef
from memory_core.search.search import Searcher
from memory_core.stores.database import Database
from memory_core.turn.blocks import Blocks
from memory_core.turn.patience import DEADLINE, Patience
from memory_core.turn.recall import Recall
from memory_core.turn.saves import keep
from memory_core.turn.uses import UseLog
from memory_core.turn.working import WorkingMemory

_SECRET_BYTES = 32


class TurnParts:
    """The shared parts, made once; nothing is opened and no thread started before a turn.

    Args:
        database: the store.
        workspace: the tenant.
        searcher: over the same store.
        secret: what envelopes are numbered by; None: made up.
        deadline: seconds that a turn waits for its block.
        check: refuses a login or schema that is not right; called before the store is.
    """

    def __init__(
        self,
        database: Database,
        workspace: str,
        *,
        searcher: Searcher,
        secret: str | None,
        deadline: float = DEADLINE,
        check: Callable[[], None],
    ) -> None:
        if not isinstance(secret, str | None):
            raise InvalidInputError("secret", f"is of type {type(secret).__name__}; give a text")
        self.secret = secret.encode() if secret else token_bytes(_SECRET_BYTES)
        self.uses = UseLog(database, workspace)
        self.blocks = Blocks(
            database,
            workspace,
            secret=self.secret,
            uses=self.uses,
            check=check,
            patience=Patience(deadline),
        )
        self.recall = Recall(database, searcher, self.uses, check)
        self.search_patience = Patience(deadline)  # with a search beside the block
        self._database = database
        self._check = check

    def save(self, request: SaveRequest) -> SaveReport:
        """Keep a statement, and let the next block show it; errors as in `keep`."""
        self._check()
        report = keep(self._database, request)
        self.blocks.forget_kept(request.scope.key)
        return report

    def working(self, scope: ScopeRef) -> WorkingMemory:
        """Return a scope's working values, whose changes the next block shows."""
        return WorkingMemory(
            self._database,
            scope,
            check=self._check,
            changed=lambda: self.blocks.forget_kept(scope.key, working=True),
        )
