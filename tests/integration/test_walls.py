from __future__ import annotations

from contextlib import suppress

import psycopg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import ProgrammingError

from memory_core.stores.database import Database, DatabaseRole
from tests.fakes.messages import said

TENANTED = """
SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
 WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
   AND a.attname = 'workspace' AND NOT a.attisdropped ORDER BY 1
"""
CONTENT = {  # what was said, and what was made of it
    "message",
    "participant",
    "episode",
    "episode_evidence",
    "episode_embedding",
    "message_embedding",
    "index_version",
    "entry_source",
    "extraction_key",
    "source_mark",
    "delivered_span",
    "episode_quarantine",
    "episode_review",
    "usage",
    "save",
    "working_memory",
    "forget_message",
    "forget_episode",
    "forget_tombstone",
}
OTHERS = (  # rows that no fold of a statement makes
    "INSERT INTO episode_embedding SELECT workspace, id, 'm', '[1,0]' FROM episode",
    "INSERT INTO message_embedding SELECT workspace, chat, position, 'm', '[1,0]' FROM message",
    "INSERT INTO embedding_model (workspace, model) SELECT workspace, 'm' FROM workspace",
    "INSERT INTO embedding_mark SELECT workspace, 'm', 'episode', scope_key, 0 FROM scope",
    "INSERT INTO episode_retirement SELECT workspace, id, 'invented' FROM episode",
    "INSERT INTO episode_quarantine SELECT workspace, id, 'invented' FROM episode",
    (
        "INSERT INTO episode_review (workspace, episode, verdict, reviewer) "
        "SELECT workspace, id, 'rejected', 'invented' FROM episode"
    ),
    "INSERT INTO save SELECT workspace, id, scope_key, 'c1', 0, 'user' FROM episode",
    "INSERT INTO working_memory SELECT workspace, scope_key, 'k', '1' FROM scope",
    "INSERT INTO source_mark SELECT workspace, 's', '1' FROM workspace",
    (
        "INSERT INTO pending_episode (workspace, scope_key, episode, evidence_at, chat, position) "
        "SELECT workspace, scope_key, id, recorded_at, 'c1', 0 FROM episode ON CONFLICT DO NOTHING"
    ),
    (
        "INSERT INTO delivered_span (workspace, chat, digest, before_position, kind, scope_key, "
        "line) SELECT workspace, 'c1', 'd', 0, 'hit', scope_key, 'invented' FROM scope"
    ),
    "INSERT INTO agent_policy SELECT workspace, 'helper' FROM workspace",
    (
        "INSERT INTO usage (workspace, scope_key, entry, day_count) "
        "SELECT workspace, scope_key, 'm', 0 FROM scope"
    ),
    "INSERT INTO mirror_state SELECT workspace, scope_key, 'MEMORY.md', 'h' FROM scope",
    (
        "INSERT INTO forget_request (workspace, id, kind) "
        "SELECT workspace, gen_random_uuid(), 'message' FROM workspace"
    ),
    "INSERT INTO forget_message SELECT workspace, id, 'c1', 0 FROM forget_request",
    "INSERT INTO forget_episode SELECT workspace, id, 'e' FROM forget_request",
    "INSERT INTO forget_tombstone SELECT workspace, 'd', 'k' FROM workspace",
    "INSERT INTO workspace_budget SELECT workspace, 1, 1 FROM workspace",
    "INSERT INTO budget_spend SELECT workspace, '2026-02-03' FROM workspace",
    (
        "INSERT INTO budget_reservation SELECT workspace, id, '2026-02-03', 0, 0, 0, 'm', 'p' "
        "FROM run"
    ),
    (
        "INSERT INTO api_key (workspace, id, digest, agent) "
        "SELECT workspace, 'k', workspace, 'helper' FROM workspace"
    ),
)


@pytest.fixture
def tenanted(sql):
    """Every table with a workspace, as the catalogue has it: a later one is not forgotten."""
    return [name for (name,) in sql(TENANTED)]


@pytest.fixture
def two_workspaces(ledger, office, sql, tenanted):
    """Rows of the workspaces `a` and `b` in every table that has a workspace."""
    for name in ("a", "b"):
        ledger.append([said("I live in Bergen.", workspace=name)])
        ledger.report_idle(name, "c1")
        office.fold_all(name)
    for statement in OTHERS:
        sql(statement)
    for table in tenanted:
        found = sql(f"SELECT DISTINCT workspace FROM {table} ORDER BY 1")
        assert found == [("a",), ("b",)], f"{table}: add rows of both workspaces here"


def granted(sql, role):
    rows = sql(
        "SELECT table_name, privilege_type FROM information_schema.role_table_grants "
        "WHERE grantee = %s AND table_schema = 'public' UNION "
        "SELECT table_name, privilege_type FROM information_schema.role_column_grants "
        "WHERE grantee = %s AND table_schema = 'public'",
        role,
        role,
    )
    return {table: {right for name, right in rows if name == table} for table, _ in rows}


def test_row_level_security_is_forced_on_every_table_with_a_workspace(sql, tenanted):
    assert len(tenanted) >= 20
    walled = sql(
        "SELECT relname FROM pg_class WHERE relrowsecurity AND relforcerowsecurity "
        "AND relnamespace = 'public'::regnamespace ORDER BY 1"
    )
    assert [name for (name,) in walled] == tenanted


def test_every_policy_of_the_app_names_the_workspace_for_reading_and_writing(sql, tenanted):
    policies = sql(
        "SELECT tablename, permissive, cmd, qual, with_check FROM pg_policies "
        "WHERE 'memfold_app' = ANY (roles) OR 'public' = ANY (roles) ORDER BY 1"
    )
    own = "(workspace = NULLIF(current_setting('app.workspace'::text, true), ''::text))"
    assert policies == [(table, "PERMISSIVE", "ALL", own, own) for table in tenanted]


def test_a_transaction_without_a_workspace_sees_no_row_of_any_table(
    two_workspaces, database, tenanted
):
    with database.transaction() as connection:
        for table in tenanted:
            assert connection.scalar(text(f"SELECT count(*) FROM {table}")) == 0, table


def test_a_workspace_sees_its_own_rows_alone_in_every_table(two_workspaces, database, tenanted):
    with database.transaction("a") as connection:
        for table in tenanted:
            seen = connection.execute(text(f"SELECT DISTINCT workspace FROM {table}")).scalars()
            assert list(seen) == ["a"], table
            count = text(f"SELECT count(*) FROM {table} WHERE workspace = 'b'")
            assert connection.scalar(count) == 0, table


def test_the_app_writes_no_row_of_another_workspace_in_any_table(
    two_workspaces, database, sql, tenanted
):
    rights = granted(sql, "memfold_app")
    for table in tenanted:
        before = sql(f"SELECT to_jsonb(x) FROM {table} x ORDER BY 1::text")
        with pytest.raises(ProgrammingError, match="row-level security"), _acting(database) as c:
            c.execute(_copy(c, table))
        changeable = _changeable(sql, table)
        if changeable:
            with _acting(database) as c:
                own = f"{changeable[0]} = {changeable[0]}"
                found = c.execute(text(f"UPDATE {table} SET {own} WHERE workspace = 'b'"))
                assert found.rowcount == 0, table
        if "workspace" in changeable:
            with (
                pytest.raises(ProgrammingError, match="row-level security"),
                _acting(database) as c,
            ):
                c.execute(text(f"UPDATE {table} SET workspace = 'b'"))
        if "DELETE" in rights[table]:
            with _acting(database) as c:
                c.execute(text(f"DELETE FROM {table} WHERE workspace = 'b'"))
        assert sql(f"SELECT to_jsonb(x) FROM {table} x ORDER BY 1::text") == before, table


def _changeable(sql, table):
    """The columns that the app may change."""
    rows = sql(
        "SELECT column_name FROM information_schema.role_column_grants WHERE table_name = %s "
        "AND grantee = 'memfold_app' AND privilege_type = 'UPDATE' ORDER BY 1",
        table,
    )
    return [name for (name,) in rows]


def _acting(database, workspace="a"):
    return database.transaction(workspace)


def _copy(connection, table):
    """Insert a row of one's own workspace as if it were of another."""
    names = connection.execute(
        text(
            "SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute "
            "WHERE attrelid = CAST(:table AS regclass) AND attnum > 0 AND NOT attisdropped "
            "AND attidentity = '' AND attgenerated = '' AND attname <> 'workspace'"
        ),
        {"table": table},
    ).scalar()
    more = f", {names}" if names else ""
    return text(f"INSERT INTO {table} (workspace{more}) SELECT 'b'{more} FROM {table}")


def fail():
    raise InterruptedError


@pytest.mark.parametrize("end", [lambda: None, fail], ids=["commit", "roll back"])
def test_a_pooled_connection_carries_no_workspace_and_no_role_over(two_workspaces, urls, end):
    database = Database(urls.database_url, pool_size=1)
    pid, count = text("SELECT pg_backend_pid()"), text("SELECT count(*) FROM message")
    with suppress(InterruptedError), database.transaction("a") as connection:
        first = connection.scalar(pid)
        assert connection.scalar(count) == 1
        end()
    with database.connect() as connection:
        state = text("SELECT current_setting('app.workspace', true), current_user = session_user")
        assert connection.scalar(pid) == first
        assert tuple(connection.execute(state).one()) == ("", True)
    with database.transaction() as connection:
        assert connection.scalar(pid) == first
        assert connection.scalar(count) == 0
    database.close()


def test_the_sweeper_sees_no_content_and_no_table_that_is_not_listed(sql, tenanted):
    rights = granted(sql, "memfold_sweeper")
    assert not CONTENT & set(rights)
    assert set(rights) == {
        "workspace",
        "scope",
        "chat",
        "chat_feed",
        "idle_signal",
        "chat_state",
        "scope_state",
        "lease",
        "run",
        "pending_episode",
        "mirror_state",
        "forget_request",
        "workspace_budget",
        "budget_spend",
        "budget_reservation",
        "endpoint",
        "api_key",  # a request that brings one names no workspace
        "sweep_tick",
        "process",
    }
    assert not any({"TRUNCATE", "REFERENCES", "TRIGGER"} & given for given in rights.values())


def test_the_sweeper_is_refused_what_was_said(two_workspaces, database):
    columns = ("reason FROM pending_episode", "refusal FROM mirror_state", "path FROM mirror_state")
    for content in (*(f"FROM {table}" for table in sorted(CONTENT)), *columns):
        with (
            pytest.raises(ProgrammingError, match="permission denied"),
            database.transaction("a", role=DatabaseRole.SWEEPER) as connection,
        ):
            connection.execute(text(f"SELECT {content}"))


def test_the_sweeper_sees_the_state_of_all_workspaces(two_workspaces, database):
    with database.transaction(role=DatabaseRole.SWEEPER) as connection:
        seen = connection.execute(text("SELECT workspace FROM chat_state ORDER BY 1")).scalars()
        assert list(seen) == ["a", "b"]


def test_the_login_itself_can_do_nothing_in_any_table(two_workspaces, urls, sql):
    every = sql("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
    open_to_all = {"alembic_version", "test_clock"}  # read at start-up and by every role's clock
    with psycopg.connect(urls.database_url, autocommit=True) as connection:
        for (table,) in every:
            changes = [f"DELETE FROM {table}", f"TRUNCATE {table}", f"DROP TABLE {table}"]
            reads = [] if table in open_to_all else [f"SELECT FROM {table}"]
            for statement in (*reads, *changes):
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    connection.execute(statement)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("CREATE TABLE mine ()")


def test_the_login_can_take_no_other_role_than_its_two(urls):
    with psycopg.connect(urls.database_url, autocommit=True) as connection:
        for role in ("memfold_owner", "memfold_auditor", "memfold_test", "postgres"):
            with pytest.raises(psycopg.Error):
                connection.execute(f"SET ROLE {role}")
        for role in ("memfold_app", "memfold_sweeper"):
            connection.execute(f"SET ROLE {role}")


def test_the_auditor_reads_every_workspace_and_writes_nothing(two_workspaces, sql, tenanted):
    rights = granted(sql, "memfold_auditor")
    assert set(tenanted) <= set(rights)
    assert all(given == {"SELECT"} for given in rights.values())
    sql("SET ROLE memfold_auditor")
    for table in tenanted:
        assert sql(f"SELECT DISTINCT workspace FROM {table} ORDER BY 1") == [("a",), ("b",)]
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            sql(f"DELETE FROM {table}")


def test_the_owner_sees_no_row_either(two_workspaces, urls, tenanted):
    with psycopg.connect(urls.migrate_database_url, autocommit=True) as connection:
        for table in tenanted:
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,), table
