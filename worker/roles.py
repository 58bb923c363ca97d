"""The one-time set-up of a database by a superuser: extension, roles, ownership, passwords."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import psycopg
from psycopg import sql

import memory_core

OWNER = "memfold_owner"
LOGIN = "memfold"


def bootstrap_sql() -> str:
    """The text of `bootstrap.sql`, from the installed package or from the checkout."""
    package = Path(memory_core.__file__).parent
    for folder in (package / "_migrations", package.parent / "migrations"):
        script = folder / "bootstrap.sql"
        if script.is_file():
            return script.read_text(encoding="utf-8")
    raise FileNotFoundError("bootstrap.sql is missing from this installation of memfold")


def create_database(server_url: str, database: str) -> None:
    """Makes an empty database unless it is there. `server_url` is a superuser's."""
    with closing(psycopg.connect(server_url, autocommit=True)) as connection:
        known = connection.execute("SELECT FROM pg_database WHERE datname = %s", (database,))
        if known.fetchone() is None:
            connection.execute(
                sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(database))
            )


def prepare_database(admin_url: str, *, login_password: str, owner_password: str) -> None:
    """Runs `bootstrap.sql` in the database and lets both logins in. Safe to repeat."""
    with closing(psycopg.connect(admin_url)) as connection:
        connection.execute(bootstrap_sql().encode())
        set_password(connection, LOGIN, login_password)
        set_password(connection, OWNER, owner_password)
        connection.commit()


def set_password(connection: psycopg.Connection, role: str, password: str) -> None:
    """Lets a role log in. The server and its log see the SCRAM verifier only."""
    verifier = connection.pgconn.encrypt_password(
        password.encode(), role.encode(), b"scram-sha-256"
    )
    connection.execute(
        sql.SQL("ALTER ROLE {} LOGIN PASSWORD {}").format(
            sql.Identifier(role), sql.Literal(verifier.decode())
        )
    )
