"""Any order of appends, claims, commits, failures, crashes and rescues keeps S1 to S5."""

from __future__ import annotations

from datetime import timedelta
from itertools import count

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import create_engine

from jobs.errors import ClaimRefusedError, LeaseLostError
from jobs.lease import Caller
from jobs.policies import Policy
from jobs.store.chat_claims import claim_chat, refuse_chat
from jobs.store.chats import (
    ChatCommit,
    ChatFailure,
    commit_chat,
    fail_chat,
    force_chats,
    retry_chats,
)
from jobs.store.leases import rescue
from jobs.sweep import Sweeper
from memory_core.hashing import hash_parts
from memory_core.stores.database import DatabaseRole, driver_url
from memory_core.stores.ledger import Ledger
from tests.fakes.messages import said
from tests.faults.history import JOBS

CHATS = st.sampled_from(["a", "b"])
POLICY = Policy(max_attempts=2, max_losses_alone=2)
_workspaces = count()


class LeaseMachine(RuleBasedStateMachine):
    """One workspace of a real database; jobs are claims that someone may still hold."""

    database = engine = sql = None

    @initialize()
    def open(self):
        self.workspace = f"w{next(_workspaces)}"
        self.ledger = Ledger(self.database)
        self.claims = []
        self.rung = []

    def transaction(self):
        return self.database.transaction(self.workspace)

    @rule(chat=CHATS, size=st.integers(1, 3))
    def append(self, chat, size):
        self.ledger.append(
            [said(f"word {n}", chat=chat, workspace=self.workspace) for n in range(size)]
        )

    @rule(chat=CHATS)
    def force(self, chat):
        with self.transaction() as connection:
            force_chats(connection, self.workspace, chat)

    @rule()
    def retry(self):
        with self.transaction() as connection:
            retry_chats(connection, self.workspace)

    @rule(chat=CHATS, alone=st.booleans(), owner=st.sampled_from(["x", "y"]))
    def claim(self, chat, alone, owner):
        caller = Caller(owner=owner, alone=alone)
        try:
            with self.transaction() as connection:
                self.claims.append(claim_chat(connection, self.workspace, chat, caller, POLICY))
        except ClaimRefusedError:
            with self.transaction() as connection:
                refuse_chat(connection, self.workspace, chat, POLICY)

    @rule(which=st.integers(0, 9), size=st.integers(1, 9))
    def commit(self, which, size):
        """Commit a part or all of a window, by whoever claimed it once: fresh or long dead."""
        if not self.claims:
            return
        held = self.claims[which % len(self.claims)]
        last = min(held.first + size - 1, held.last)
        key = hash_parts(held.lease.key, held.first, last)
        commit = ChatCommit(first=held.first, last=last, key=key, known=False)
        try:
            with self.transaction() as connection:
                following, _ = commit_chat(connection, held, commit, POLICY)
        except LeaseLostError:
            return
        self.claims.append(following or held)

    @rule(which=st.integers(0, 9), gives_back=st.booleans())
    def fail(self, which, gives_back):
        if not self.claims:
            return
        failure = ChatFailure(
            error_class="outage" if gives_back else "content",
            message="it failed",
            wait=timedelta(),
            gives_back_attempt=gives_back,
        )
        try:
            with self.transaction() as connection:
                fail_chat(connection, self.claims[which % len(self.claims)], failure, POLICY)
        except LeaseLostError:
            return

    @rule()
    def crash_and_rescue(self):
        """Every holder dies; those whose process was only stopped may still try to commit."""
        self.sql(
            "UPDATE lease SET expires_at = memfold_now() - interval '1 s' "
            "WHERE owner IS NOT NULL AND workspace = %s",
            self.workspace,
        )
        with self.database.transaction(role=DatabaseRole.SWEEPER) as connection:
            rescue(connection, POLICY)

    @rule()
    def sweep(self):
        sweeper = Sweeper(database=self.database, policy=POLICY, bell=self.rung.append)
        sweeper.sweep(any_time=True)

    @invariant()
    def nothing_is_lost_doubled_or_stranded(self):
        with self.engine.connect() as connection:
            found = [violation for check in JOBS for violation in check(connection)]
        assert found == []

    @invariant()
    def attempts_and_losses_stay_in_their_bounds(self):
        ((low, high),) = self.sql(
            "SELECT coalesce(min(least(attempts, losses)), 0), coalesce(max(attempts), 0) "
            "FROM chat_state"
        )
        assert low >= 0
        assert high <= POLICY.max_attempts


@pytest.fixture
def machine(urls, database, sql):
    """The machine on the test's database; each example has a workspace of its own."""
    engine = create_engine(driver_url(urls.admin_database_url))
    yield type("Machine", (LeaseMachine,), {"database": database, "engine": engine, "sql": sql})
    engine.dispose()


def test_no_order_of_events_loses_doubles_or_strands_a_window(machine):
    machine.sql = staticmethod(machine.sql)
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=25,
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
