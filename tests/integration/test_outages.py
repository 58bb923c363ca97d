"""A database that breaks off, waits, or is away for a moment."""

from __future__ import annotations

from threading import Thread

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from memory_core.client import MemoryClient
from memory_core.errors import ConfigurationError, StoreUnavailableError
from memory_core.stores import database as store
from memory_core.stores.database import Database, DatabaseRole
from tests.fakes.folding import SCOPE, fold
from tests.fakes.messages import said
from tests.fakes.minds import ScriptedPlanner, ScriptedReader
from tests.fakes.rows import chat_row, scope_row

CUT = (
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
    "WHERE datname = current_database() AND application_name = 'memfold'"
)


def test_a_connection_cut_within_a_transaction_is_an_outage(database, sql):
    with pytest.raises(StoreUnavailableError):
        _cut_within(database, sql)


def _cut_within(database, sql):
    with database.transaction("default") as connection:
        sql(CUT)
        connection.execute(text("SELECT 1"))


def test_a_connection_cut_before_the_commit_is_an_outage(database, sql):
    with pytest.raises(StoreUnavailableError), database.transaction("default"):
        sql(CUT)


def test_a_statement_that_takes_too_long_is_given_up(urls, monkeypatch):
    monkeypatch.setattr(store, "_TAKE_ROLE", _with_time_outs(statement=50))
    database = Database(urls.database_url)
    with pytest.raises(StoreUnavailableError), database.transaction("default") as connection:
        connection.execute(text("SELECT pg_sleep(30)"))
    database.close()


def _with_time_outs(*, statement: int):
    return text(str(store._TAKE_ROLE).replace(f"'{store.STATEMENT_TIMEOUT}'", f"'{statement}'"))


def test_every_transaction_has_its_time_outs(database):
    names = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
    with database.transaction(role=DatabaseRole.SWEEPER) as connection:
        found = [connection.execute(text(f"SHOW {name}")).scalar_one() for name in names]
    assert found == ["2min", "30s", "1min"]
    with database.connect() as connection:  # nothing is carried over
        assert connection.execute(text("SHOW statement_timeout")).scalar_one() == "0"


def test_no_error_quotes_what_was_said(database):
    with pytest.raises(DBAPIError) as caught, database.transaction("default") as connection:
        connection.execute(text("SELECT CAST(:words AS text) / 0"), {"words": "my diary"})
    assert "my diary" not in str(caught.value)


def test_a_patient_store_waits_for_a_database_that_comes_back(urls, sql):
    name = urls.database_url.rpartition("/")[2]
    patient = Database(urls.database_url, patience=30)
    sql(f"ALTER DATABASE {name} CONNECTION LIMIT 0")
    with pytest.raises(StoreUnavailableError), Database(urls.database_url).connect():
        pass
    reached: list[int] = []
    waiting = Thread(target=lambda: reached.append(_reach(patient)))
    waiting.start()
    sql(f"ALTER DATABASE {name} CONNECTION LIMIT -1")
    waiting.join(60)
    patient.close()
    assert reached == [1]


def _reach(database: Database) -> int:
    with database.transaction("default") as connection:
        number: int = connection.execute(text("SELECT 1")).scalar_one()
        return number


@pytest.mark.parametrize(
    "url",
    ["postgresql://memfold:s@e:cret@host/db", "postgresql://memfold:se@cret:x/y@host:5432/db"],
)
def test_a_url_that_cannot_be_read_is_refused_without_its_password(url):
    with pytest.raises(ConfigurationError) as caught:
        MemoryClient(url)
    assert "cret" not in str(caught.value)
    assert "DATABASE_URL" in str(caught.value)


def test_a_chat_read_while_the_database_broke_off_is_no_suspect(make_office, hooked, ledger, sql):
    ledger.append([said("I moved to Bergen.")])

    def cut(_):
        hooked.before_commit = _cut_once(hooked, sql)

    office = make_office(ScriptedReader(cut), on=hooked)
    office.force()
    report = office.extractor.extract("default", "c1")
    row = chat_row(sql)
    assert report.outcome == "failed"
    assert (row.losses, row.attempts, row.outcome, row.error_class) == (0, 0, "waiting", "outage")
    assert sql("SELECT owner FROM lease") == [(None,)]


def _cut_once(hooked, sql):
    def cut(connection):
        if connection.exec_driver_sql("SELECT count(*) FROM extraction_key").scalar_one():
            hooked.before_commit = None
            sql(CUT)

    return cut


def test_a_fold_cut_off_in_its_commit_leaves_the_episodes_and_gives_the_lease_back(
    make_office, pend, hooked, sql
):
    def cut(connection):
        if connection.exec_driver_sql("SELECT count(*) FROM index_version").scalar_one():
            hooked.before_commit = None
            sql(CUT)

    def arm(*_):
        hooked.before_commit = cut

    office = make_office(planner=ScriptedPlanner(arm), on=hooked)
    pend("I love tea.")
    assert fold(office).outcome == "failed"
    assert sql("SELECT count(*), max(tries) FROM pending_episode") == [(1, 0)]
    assert scope_row(sql, SCOPE).error_class == "outage"
    assert sql("SELECT owner FROM lease WHERE kind = 'consolidate'") == [(None,)]


def test_a_connection_that_an_abandoned_turn_gives_back_after_the_end_is_closed(urls):
    leaving = Database(urls.database_url)
    with leaving.connect() as connection:
        still_used = connection.connection.dbapi_connection
        leaving.close()
        assert not still_used.closed
    assert still_used.closed
