"""What the calls of one job are paid from: the workspace's day, within what one job may take.

    caps? ── lease? ── reserve, or why not and until when ── the call ── settle
                                                                └─ unknown: presumed spent

Each step is a transaction of its own, so a bill stands whatever becomes of the answer.
"""

from __future__ import annotations

from typing import TypeVar

from jobs.budget import DayBudget, check_caps, shortage
from jobs.heartbeat import HeldLease
from jobs.minds.protocol import Metered
from jobs.policies import Policy
from jobs.store import budgets
from jobs.store.budgets import Buyer
from jobs.usage import Usage
from memory_core.clock import database_now, monotonic
from memory_core.stores.database import Database

M = TypeVar("M")


class JobPurse:
    """Pays for one run; a mind is handed out so that it pays each call from here."""

    def __init__(self, database: Database, buyer: Buyer, held: HeldLease, policy: Policy) -> None:
        self._database = database
        self._buyer = buyer
        self._held = held
        self._policy = policy
        self._began_at = monotonic()
        self._largest = Usage()
        self._short: DayBudget | None = None
        self.bought = Usage()

    def hand(self, mind: M) -> M:
        """Return the mind, paying from this purse if its calls cost something."""
        return mind.metered(self) if isinstance(mind, Metered) else mind

    def reserve(self, largest: Usage) -> None:
        """Set aside the most that the next call may cost.

        Raises:
            BudgetError: the workspace's day has not so much left.
            JobCapError: the job has bought as much as one may.
            LeaseLostError: the job is no longer its holder's.
        """
        check_caps(self._policy, self.bought, largest, monotonic() - self._began_at)
        self._held.require()
        refusal = None
        with self._database.transaction(self._buyer.workspace) as connection:
            if not budgets.reserve(connection, self._buyer, largest, self._policy):
                self._short = budgets.fall_short(connection, self._buyer.workspace, self._policy)
                refusal = shortage(self._short, largest, database_now(connection))
        if refusal is not None:
            raise refusal
        self._largest = largest

    def note_shortage(self) -> None:
        """Say what the job waits for, once it waits: a limit raised before that is seen after it.

        By itself: whoever ends waits holds the day and wants the rows that wait.
        """
        if self._short is not None:
            with self._database.transaction(self._buyer.workspace) as connection:
                budgets.note_shortage(connection, self._short)

    def settle(self, usage: Usage | None) -> None:
        """Bill the call that was reserved; None where nobody knows what it came to."""
        with self._database.transaction(self._buyer.workspace) as connection:
            if usage is None:
                budgets.presume_spent(connection, self._buyer)
            else:
                budgets.settle(connection, self._buyer, usage)
        self.bought += self._largest if usage is None else usage

    def bill(self, mind: object, usage: Usage) -> None:
        """Bill what a mind says that its calls cost, unless each was paid already."""
        if not isinstance(mind, Metered):
            self.settle(usage)
        elif not self.bought.calls:
            self.settle(Usage())  # the run names its mind, asked or not
