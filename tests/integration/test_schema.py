from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from pgvector.sqlalchemy import VECTOR
from sqlalchemy import Table, create_engine, inspect
from sqlalchemy.dialects import postgresql

import jobs.tables
from memory_core.errors import ConfigurationError, StoreUnavailableError
from memory_core.stores import tables as core
from memory_core.stores.database import Database, driver_url
from memory_core.stores.schema import check_ready, newest_revision, upgrade
from tests.fakes.messages import said
from tests.fakes.races import together
from worker.roles import bootstrap_sql

TABLES = {**core.metadata.tables, **jobs.tables.metadata.tables}


def logged_in_as(url, user, password="invented", path=None):
    parts = urlsplit(url)
    place = parts.netloc.rpartition("@")[2]
    netloc = f"{user}:{password}@{place}"
    return urlunsplit(parts._replace(netloc=netloc, path=path or parts.path))


@pytest.fixture
def check():
    opened = []

    def run(url):
        opened.append(Database(url))
        check_ready(opened[-1])

    yield run
    for database in opened:
        database.close()


@pytest.fixture
def login(urls, sql):
    """Make an invented login; return its URL."""
    made = []

    def make(name, options="", *grants):
        made.append(name)
        sql(f"CREATE ROLE {name} LOGIN PASSWORD 'invented' {options}")
        for role in grants:
            sql(f"GRANT {role} TO {name} WITH INHERIT FALSE, SET TRUE")
        return logged_in_as(urls.database_url, name)

    yield make
    for name in made:
        sql(f"DROP OWNED BY {name}")
        sql(f"DROP ROLE {name}")


@pytest.fixture
def bare(stack):
    """A bootstrapped database that nobody has migrated."""
    name = "bare_memfold"
    at = lambda url: urlunsplit(urlsplit(url)._replace(path=f"/{name}"))  # noqa: E731
    with psycopg.connect(stack.admin_database_url, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
        with psycopg.connect(at(stack.admin_database_url), autocommit=True) as inside:
            inside.execute(bootstrap_sql())
        yield at
        admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


def refusal(call, *arguments, kind=ConfigurationError):
    with pytest.raises(kind) as refused:
        call(*arguments)
    message = str(refused.value)
    assert "\n" not in message
    return message


def test_the_login_that_bootstrap_makes_is_let_in(check, urls):
    check(urls.database_url)


def test_a_superuser_is_refused(check, urls):
    assert "logs in as a superuser" in refusal(check, urls.admin_database_url)


def test_a_login_that_bypasses_row_level_security_is_refused(check, login):
    url = login("passing", "BYPASSRLS", "memfold_app", "memfold_sweeper")
    assert "bypasses row-level security" in refusal(check, url)


def test_a_login_that_can_become_a_superuser_is_refused(check, login, sql):
    sql("CREATE ROLE mighty SUPERUSER")
    url = login("climbing", "", "memfold_app", "memfold_sweeper", "mighty")
    try:
        assert "logs in as a superuser" in refusal(check, url)
    finally:
        sql("DROP ROLE mighty")


def test_the_owner_is_refused(check, urls):
    assert "logs in as the owner" in refusal(check, urls.migrate_database_url)


def test_a_login_that_can_become_the_owner_is_refused(check, login):
    url = login("heir", "", "memfold_app", "memfold_sweeper", "memfold_owner")
    assert "logs in as the owner" in refusal(check, url)


@pytest.mark.parametrize("roles", [(), ("memfold_app",), ("memfold_sweeper",)])
def test_a_login_without_both_roles_is_refused_with_the_way_out(check, login, roles):
    message = refusal(check, login("stranger", "", *roles))
    assert "not a member of memfold_app and memfold_sweeper" in message
    assert "bootstrap.sql" in message


def test_a_database_without_the_extension_is_refused_with_the_way_out(check, urls, sql):
    sql("DROP EXTENSION vector CASCADE")
    assert "CREATE EXTENSION vector" in refusal(check, urls.database_url)


def test_a_database_that_is_not_migrated_is_refused_with_the_command(check, bare, stack):
    message = refusal(check, bare(stack.database_url))
    assert message == "the database is not migrated: run memfold db upgrade"


def test_an_emptied_revision_counts_as_not_migrated(check, urls, sql):
    sql("DELETE FROM alembic_version")
    assert "run memfold db upgrade" in refusal(check, urls.database_url)


def test_an_older_schema_is_refused_with_the_command(check, urls, monkeypatch):
    monkeypatch.setattr("memory_core.stores.schema.newest_revision", lambda: "9999")
    message = refusal(check, urls.database_url)
    assert f"schema is {newest_revision()}, this memfold needs 9999" in message
    assert "run memfold db upgrade" in message


def test_a_newer_schema_is_refused_by_start_up_and_by_the_upgrade(check, urls, sql):
    sql("UPDATE alembic_version SET version_num = '9999'")
    for call, url in ((check, urls.database_url), (upgrade, urls.migrate_database_url)):
        assert "9999, newer than this memfold knows" in refusal(call, url)
    assert sql("SELECT version_num FROM alembic_version") == [("9999",)]


def test_a_database_that_does_not_answer_is_named_without_its_password(check):
    url = "postgresql://memfold:invented@127.0.0.1:1/memfold"
    message = refusal(check, url, kind=StoreUnavailableError)
    assert "127.0.0.1:1/memfold" in message
    assert "invented" not in message
    message = refusal(upgrade, url, kind=StoreUnavailableError)
    assert "MIGRATE_DATABASE_URL" in message
    assert "invented" not in message


def test_a_wrong_password_is_said_so(check, urls):
    url = logged_in_as(urls.database_url, "memfold", "wrong")
    assert "DATABASE_URL" in refusal(check, url, kind=StoreUnavailableError)


@pytest.mark.parametrize("url", ["mysql://memfold@127.0.0.1/memfold", "memfold.db", ""])
def test_another_scheme_is_refused_with_the_right_ones(check, url):
    assert "postgresql:// or postgres://" in refusal(check, url)
    assert "postgresql:// or postgres://" in refusal(upgrade, url)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_every_way_to_write_the_scheme_is_understood(check, urls, scheme):
    check(f"{scheme}://" + urls.database_url.partition("://")[2])


def test_the_login_may_not_migrate(bare, stack):
    message = refusal(upgrade, bare(stack.database_url))
    assert "must log in as memfold_owner" in message


def test_a_database_without_the_extension_is_not_half_migrated(bare, stack):
    with psycopg.connect(bare(stack.admin_database_url), autocommit=True) as admin:
        admin.execute("DROP EXTENSION vector")
        assert "bootstrap.sql" in refusal(upgrade, bare(stack.migrate_database_url))
        tables = admin.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
        assert tables.fetchall() == [(0,)]


def test_a_second_upgrade_changes_nothing(urls, sql, ledger):
    ledger.append([said("I live in Bergen.")])
    assert upgrade(urls.migrate_database_url) == (newest_revision(), newest_revision())
    assert sql("SELECT count(*) FROM message") == [(1,)]


def test_of_two_upgrades_at_once_one_migrates_and_the_other_finds_it_done(bare, stack):
    run = lambda: upgrade(bare(stack.migrate_database_url))  # noqa: E731
    new = newest_revision()
    assert sorted(together(run, run), key=str) == [(new, new), (None, new)]


def columns(inspector, table):
    return {column["name"]: column for column in inspector.get_columns(table)}


@pytest.fixture
def inspector(urls):
    engine = create_engine(driver_url(urls.admin_database_url))
    postgresql.dialect.ischema_names["vector"] = VECTOR
    yield inspect(engine)
    engine.dispose()


@pytest.mark.parametrize("table", TABLES.values(), ids=str)
def test_each_table_of_the_code_mirrors_the_databases(inspector, table: Table):
    found = columns(inspector, table.name)
    assert {c.name for c in table.columns} == set(found)
    dialect = postgresql.dialect()
    for column in table.columns:
        real = found[column.name]
        assert column.type.compile(dialect) == real["type"].compile(dialect), column
        if column.primary_key:
            assert not real["nullable"], column
    keys = inspector.get_pk_constraint(table.name)["constrained_columns"]
    assert [c.name for c in table.primary_key.columns] == keys


def test_no_table_of_the_database_is_unknown_to_the_code(inspector):
    others = {"alembic_version", "test_clock"}
    assert set(inspector.get_table_names()) - others == set(TABLES)


def test_every_key_leads_with_the_workspace(inspector):
    for table in inspector.get_table_names():
        names = columns(inspector, table)
        keys = inspector.get_pk_constraint(table)["constrained_columns"]
        if "workspace" in names and keys != ["id"]:  # a number that Postgres hands out
            assert keys[0] == "workspace", table


def test_the_clock_moves_for_a_test_role_alone(urls, sql, move_clock):
    move_clock(timedelta(days=40))
    ((ahead,),) = sql("SELECT memfold_now() - clock_timestamp()")
    assert timedelta(days=39) < ahead <= timedelta(days=40)
    with psycopg.connect(urls.database_url) as connection:
        for role in ("memfold_app", "memfold_sweeper"):
            connection.execute(f"SET ROLE {role}")
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute("UPDATE test_clock SET ahead = '0'")
            connection.rollback()
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("SET ROLE memfold_test")
    sql("SET ROLE memfold_test")
    sql("UPDATE test_clock SET ahead = '1 hour'")


def test_rows_that_are_written_once_refuse_every_change(ledger, office, sql):
    ledger.append([said("I live in Bergen.")])
    ledger.report_idle("default", "c1")
    office.fold_all()
    sql(
        "INSERT INTO episode_retirement (workspace, episode, reason) "
        "SELECT workspace, id, 'invented' FROM episode"
    )
    sql(
        "INSERT INTO episode_quarantine (workspace, episode, reason) "
        "SELECT workspace, id, 'invented' FROM episode"
    )
    sql(
        "INSERT INTO episode_review (workspace, episode, verdict, reviewer) "
        "SELECT workspace, id, 'rejected', 'invented' FROM episode"
    )
    guarded = [
        t
        for (t,) in sql(
            "SELECT tgrelid::regclass::text FROM pg_trigger WHERE tgname = 'insert_only' ORDER BY 1"
        )
    ]
    assert guarded == [
        "episode",
        "episode_evidence",
        "episode_quarantine",
        "episode_retirement",
        "episode_review",
        "extraction_key",
        "idle_signal",
        "index_version",
        "message",
        "participant",
    ]
    for table in guarded:
        assert sql(f"SELECT count(*) > 0 FROM {table}") == [(True,)], table
        for change in (f"DELETE FROM {table}", f"UPDATE {table} SET workspace = 'other'"):
            with pytest.raises(psycopg.errors.RestrictViolation, match=f"{table} is insert-only"):
                sql(change)
