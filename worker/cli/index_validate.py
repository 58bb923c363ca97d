"""`memfold index validate`: is a file canonical, is a scope's chain of versions whole?"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer
from sqlalchemy import Connection

from memory_core.errors import UsageError
from memory_core.index.grammar import body_hash, parse_index
from memory_core.index.inspection import inspect_index
from memory_core.index.rewrite import Violation
from memory_core.stores.index_store import StoredVersion, load_dossier, load_history
from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import print_json, print_line, show
from worker.cli.scope_argument import WAYS, ScopeArgument
from worker.cli.session import open_session

_STDIN = "-"


def validate(
    *,
    what: Annotated[
        str | None,
        typer.Argument(metavar="[FILE|SCOPE]", help="A MEMORY.md, - for stdin, or a scope's key."),
    ] = None,
    user: options.User = None,
    agent: options.Agent = None,
    team: options.Team = None,
    org: options.Org = False,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """Check a file, or every stored version of a scope; exit 1 when something is wrong.

    A file is looked at by itself, without a database.
    """
    by_parts = ScopeArgument(key=None, user=user, agent=agent, team=team, org=org)
    if (what is None) != by_parts.given:
        raise UsageError(f"name a FILE, or {WAYS.removeprefix('name ')}")
    if what is not None and _is_file(what):
        found = [str(violation) for violation in inspect_index(_read(what))]
        return _report(what, found, as_json=as_json)
    named = ScopeArgument(key=what, user=user, agent=agent, team=team, org=org)
    with open_session(workspace=workspace, data_dir=data_dir) as session:
        key = named.resolve(session)
        with session.read() as connection:
            versions = load_history(connection, session.workspace, key)
            found = list(_judge(connection, session.workspace, versions))
    return _report(key, found, as_json=as_json)


def _is_file(what: str) -> bool:
    """Tell a file from a scope's key, which holds a colon and ends with a slash.

    Raises:
        UsageError: it is neither.
    """
    if what == _STDIN or Path(what).is_file():
        return True
    if ":" in what and what.endswith("/"):
        return False
    raise UsageError(f"{what}: there is no such file, and no scope has such a key")


def _read(file: str) -> str:
    try:
        raw = sys.stdin.buffer.read() if file == _STDIN else Path(file).read_bytes()
        return raw.decode()
    except UnicodeDecodeError as error:
        raise UsageError(f"{file}: is not UTF-8") from error
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}") from error


def _judge(
    connection: Connection, workspace: str, versions: Sequence[StoredVersion]
) -> Iterator[str]:
    previous: StoredVersion | None = None
    for stored in versions:
        where = f"version {stored.version}"
        if previous is not None and stored.version != previous.version + 1:
            yield f"{where}: follows version {previous.version}"
        if stored.previous_hash != (previous.body_hash if previous else None):
            yield f"{where}: the chain of hashes is broken in front of it"
        for violation in _flaws(connection, workspace, stored, newest=stored is versions[-1]):
            yield f"{where}: {violation}"
        previous = stored


def _flaws(
    connection: Connection, workspace: str, stored: StoredVersion, *, newest: bool
) -> list[Violation]:
    if not stored.text:  # thinned; its hash is still in the chain
        return []
    flaws = inspect_index(stored.text)
    if flaws:
        return flaws
    index = parse_index(stored.text)
    if body_hash(index) != stored.body_hash:
        return [Violation(code="V01", message="its text is not what its hash says")]
    if not newest:
        return []
    return inspect_index(stored.text, load_dossier(connection, workspace, index, {}, {}))


def _report(name: str, found: Sequence[str], *, as_json: bool) -> int:
    if as_json:
        print_json({"what": name, "valid": not found, "problems": found})
    else:
        print_line(f"{show(name)}: {'as it should be' if not found else 'is not valid'}")
        for problem in found:
            print_line(f"  {show(problem)}")
    return ExitCode.FAILED if found else ExitCode.DONE
