"""Migrating the schema, and refusing to start on one that is not right."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Row, create_engine, pool, text
from sqlalchemy.exc import OperationalError, ProgrammingError

from memory_core.errors import ConfigurationError, StoreUnavailableError
from memory_core.stores.database import Database, driver_url

_ROLES = ("memfold_app", "memfold_sweeper")
_ADVISORY_LOCK = 0x6D656D66  # "memf": one migration at a time
# a role counts as the login's own if the login can take it: SET ROLE needs no password
_CHECK = text(
    """
    WITH own AS (
      SELECT oid, rolname, rolsuper, rolbypassrls FROM pg_roles
       WHERE rolname = session_user
          OR (pg_has_role(session_user, oid, 'MEMBER')
              AND NOT (SELECT rolsuper FROM pg_roles WHERE rolname = session_user)))
    SELECT (SELECT bool_or(rolsuper) FROM own) AS is_superuser,
           (SELECT bool_or(rolbypassrls) FROM own) AS bypasses,
           EXISTS (SELECT FROM pg_database JOIN own ON datdba = own.oid
                    WHERE datname = current_database()) AS owns,
           EXISTS (SELECT FROM pg_extension WHERE extname = 'vector') AS has_vector,
           (SELECT count(*) FROM own
             WHERE rolname IN ('memfold_app', 'memfold_sweeper')) AS roles
    """
)


def migrations_folder() -> Path:
    """Find the migrations: beside the rooms in a checkout, inside the package in a wheel."""
    here = Path(__file__).resolve().parent.parent
    packaged = here / "_migrations"
    return packaged if packaged.is_dir() else here.parent / "migrations"


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(migrations_folder()).replace("%", "%%"))
    return config


def newest_revision() -> str:
    """Return the revision that this version of memfold knows as its newest."""
    head = ScriptDirectory.from_config(_config()).get_current_head()
    assert head is not None
    return head


def upgrade(migrate_url: str) -> tuple[str | None, str]:
    """Bring the schema to the newest revision; return (before, after).

    Raises:
        StoreUnavailableError: the database does not answer.
        ConfigurationError: the login may not migrate, or the schema is newer than this version.
    """
    engine = create_engine(driver_url(migrate_url), poolclass=pool.NullPool)
    try:
        with engine.begin() as connection:
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
            before = _current_revision(connection)
            _refuse_newer(before)
            config = _config()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            return before, newest_revision()
    except OperationalError as error:
        raise StoreUnavailableError(
            "the database cannot be reached with MIGRATE_DATABASE_URL", detail=str(error.orig)
        ) from error
    except ProgrammingError as error:
        raise ConfigurationError(
            "the migration was refused: MIGRATE_DATABASE_URL must log in as memfold_owner, after "
            f"{migrations_folder() / 'bootstrap.sql'} was run once by a superuser",
            detail=str(error.orig),
        ) from error


def _current_revision(connection: Connection) -> str | None:
    if connection.execute(text("SELECT to_regclass('alembic_version')")).scalar() is None:
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _refuse_newer(current: str | None) -> None:
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if current is not None and current not in known:
        raise ConfigurationError(
            f"the database's schema is {current}, newer than this memfold knows "
            f"({newest_revision()}): install the newer memfold"
        )


def check_ready(database: Database) -> None:
    """Refuse a login or schema that memfold must not run on, in one line that says what to do.

    Raises:
        ConfigurationError: superuser, BYPASSRLS or owning login, no extension, no roles, a schema
            older or newer than known.
        StoreUnavailableError: the database does not answer.
    """
    for refuse in _checks(database).values():
        refuse()


def find_problems(database: Database) -> dict[str, str | None]:
    """Look at each part that `check_ready` insists on; return what is wrong with it, or None.

    Raises:
        StoreUnavailableError: the database does not answer.
    """
    problems: dict[str, str | None] = {}
    for part, refuse in _checks(database).items():
        try:
            refuse()
        except ConfigurationError as error:
            problems[part] = str(error)
        else:
            problems[part] = None
    return problems


def _checks(database: Database) -> dict[str, Callable[[], None]]:
    with database.connect() as connection:
        facts = connection.execute(_CHECK).one()
        current = _current_revision(connection)
    return {
        "login": lambda: _refuse_mighty(facts),
        "extension": lambda: _refuse_bare(facts),
        "roles": lambda: _refuse_stranger(facts),
        "schema": lambda: _refuse_other_schema(current),
    }


def _refuse_mighty(facts: Row[Any]) -> None:
    """Refuse a login that row-level security does not hold."""
    kinds = {
        "a superuser": facts.is_superuser,
        "a role that bypasses row-level security": facts.bypasses,
        "the owner of the database": facts.owns,
    }
    for kind, is_so in kinds.items():
        if is_so:
            raise ConfigurationError(
                f"DATABASE_URL logs in as {kind}, which would pass every wall between workspaces: "
                "use the login 'memfold' that bootstrap.sql makes"
            )


def _refuse_bare(facts: Row[Any]) -> None:
    """Refuse a database without the extension."""
    if not facts.has_vector:
        raise ConfigurationError(
            "the extension 'vector' is missing: a superuser must run CREATE EXTENSION vector "
            "in this database (pgvector 0.8.4 or newer)"
        )


def _refuse_stranger(facts: Row[Any]) -> None:
    """Refuse a login that cannot take the roles of the jobs."""
    if facts.roles != len(_ROLES):
        raise ConfigurationError(
            f"the login of DATABASE_URL is not a member of {' and '.join(_ROLES)}: "
            "let a superuser run bootstrap.sql in this database"
        )


def _refuse_other_schema(current: str | None) -> None:
    """Refuse a schema older or newer than ours."""
    if current is None:
        raise ConfigurationError("the database is not migrated: run memfold db upgrade")
    _refuse_newer(current)
    if current != newest_revision():
        raise ConfigurationError(
            f"the database's schema is {current}, this memfold needs {newest_revision()}: "
            "run memfold db upgrade"
        )
