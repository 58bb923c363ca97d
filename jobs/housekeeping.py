"""The upkeep of a scope: in front of every round of its fold, and once a day when it is idle.

    claim ── revive, expire ── a version? ── the next round, under the next token
                  └── only upkeep was due: thin the snapshots, wait for the next day

Code alone decides; nothing is bought, and no cooldown is begun or waited for.
"""

from __future__ import annotations

import logging

from jobs.policies import Policy
from jobs.settlement import committed_anyway
from jobs.store import upkeep
from jobs.store.scopes import ScopeClaim
from jobs.store.upkeep import Kept
from memory_core.stores.database import Database
from memory_core.stores.index_store import RewriteRefusedError

log = logging.getLogger(__name__)


def keep_scope(database: Database, claim: ScopeClaim, policy: Policy) -> Kept:
    """Do the upkeep of a claimed scope.

    What the validator refuses keeps no episode from its fold: the lines stay as they are.

    Raises:
        LeaseLostError: the lease is no longer held; nothing was written.
    """
    try:
        return _keep(database, claim, policy)
    except RewriteRefusedError as refused:
        codes = sorted({violation.code for violation in refused.violations})
        log.warning("upkeep refused", extra={"run": claim.run, "violations": codes})
        if claim.folding:
            return Kept(ended=False)
        with database.transaction(claim.lease.workspace) as connection:
            upkeep.put_off(connection, claim, codes, policy)
        return Kept(ended=True)


def _keep(database: Database, claim: ScopeClaim, policy: Policy) -> Kept:
    kept = Kept(ended=True)
    with (
        committed_anyway(database, claim.lease),
        database.transaction(claim.lease.workspace) as connection,
    ):
        kept = upkeep.keep_scope(connection, claim, policy)
    return kept  # noqa: RET504 - the commit's answer may be lost
