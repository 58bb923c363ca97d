"""The history checker finds nothing in a sound database, and each fault that is put there."""

from __future__ import annotations

import pytest
from sqlalchemy import create_engine

from jobs.policies import Policy
from memory_core.stores.database import driver_url
from tests.fakes.folding import LIKED
from tests.fakes.messages import said
from tests.fakes.minds import ScriptedPlanner
from tests.faults.history import find_violations


@pytest.fixture
def violations(urls):
    """Check the test's database as a superuser."""
    engine = create_engine(driver_url(urls.admin_database_url))

    def check(**how):
        with engine.connect() as connection:
            return find_violations(connection, **how)

    yield check
    engine.dispose()


@pytest.fixture
def worked(ledger, make_office, sql):
    """A database in which some chats were read and folded."""
    policy = Policy(window_messages=4, fold_batch=5)
    office = make_office(policy=policy, planner=ScriptedPlanner())
    ledger.append([said(f"I love {thing}.", minute=n) for n, thing in enumerate(LIKED[:8])])
    ledger.append([said("I live in Bergen.", chat="c2"), said("I live in Oslo.", chat="c3")])
    ledger.append([said("I love mangoes.", chat="c4", user="u-jon", speaker="jon")])
    office.fold_all()
    sql("ALTER TABLE episode DISABLE TRIGGER insert_only")
    sql("ALTER TABLE episode_evidence DISABLE TRIGGER insert_only")
    sql("ALTER TABLE index_version DISABLE TRIGGER insert_only")
    sql("ALTER TABLE extraction_key DISABLE TRIGGER insert_only")
    return office


def test_a_database_in_which_all_went_well_has_no_violations(worked, violations):
    assert violations(at_rest=True) == []


FAULTS = {
    "S1": "DELETE FROM extraction_key WHERE window_from = 0 AND chat = 'c1'",
    "S1_overlap": "UPDATE extraction_key SET window_from = 3 WHERE window_from = 4",
    "S2": "UPDATE run SET token = 99 WHERE kind = 'extract' AND window_from = 0 AND key = 'c1'",
    "S3": "UPDATE extraction_key SET window_from = 5 WHERE window_from = 4",
    "S4": "UPDATE run SET finished_at = finished_at + interval '1 h' WHERE token = 1",
    "S5_chat": "UPDATE chat_state SET last_position = last_position + 1 WHERE chat = 'c2'",
    "S5_reason": "UPDATE chat_state SET quarantined_at = memfold_now() WHERE chat = 'c2'",
    "S5_run": "UPDATE run SET outcome = 'started' WHERE key = 'c2'",
    "S8_speaker": "UPDATE participant SET user_id = 'someone-else' WHERE chat = 'c2'",
    "S8_read": "UPDATE message SET memory_mode = 'off' WHERE chat = 'c2'",
    "S8_evidence": "UPDATE message SET content_hash = 'x' WHERE chat = 'c2'",
    "S8_source": "UPDATE entry_source SET scope_key = 'other' WHERE version = 1",
    "S8_version": "UPDATE index_version SET token = 77 WHERE version = 1",
    "S9": "UPDATE index_version SET text = replace(text, 'tea', 'gin') WHERE version = 1",
    "S9_chain": "UPDATE index_version SET previous_hash = 'x' WHERE version = 2",
    "S10": "UPDATE episode SET body = 'changed' WHERE description = 'Likes tea.'",
}


CHANGED = (
    *("run", "extraction_key", "chat_state", "participant", "message", "entry_source"),
    *("index_version", "episode"),
)
STORED = """
SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
 WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
"""


def test_each_fault_is_found(worked, violations, sql):
    sql("SET session_replication_role = replica")
    for table in CHANGED:
        sql(f"CREATE TEMP TABLE saved_{table} AS TABLE {table}")
    for rule, fault in FAULTS.items():
        sql(fault)
        assert any(found.startswith(rule) for found in violations()), rule
        for table in CHANGED:
            ((columns,),) = sql(STORED, table)
            sql(f"DELETE FROM {table}")
            sql(
                f"INSERT INTO {table} ({columns}) OVERRIDING SYSTEM VALUE "
                f"SELECT {columns} FROM saved_{table}"
            )
    assert violations(at_rest=True) == []
