"""What a command works with: the settings, an open store and a workspace."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from jobs.bell import Bell, silent
from jobs.mirror import Mirror
from memory_core.scopes import check_id
from memory_core.stores.database import Database, DatabaseRole
from memory_core.stores.files import FolderError
from memory_core.stores.schema import check_ready
from worker.cli.output import print_remark
from worker.settings import Settings, load_settings

if TYPE_CHECKING:
    from worker.bootstrap import Services

_CONNECTIONS = 4  # a command does one thing at a time, beside a heartbeat


@dataclass(frozen=True, kw_only=True, slots=True)
class Session:
    """The store, and where in it the command works."""

    settings: Settings
    database: Database

    @property
    def workspace(self) -> str:
        """The workspace of the command."""
        return self.settings.workspace

    def read(self) -> AbstractContextManager[Connection]:
        """Begin a transaction in the workspace."""
        return self.database.transaction(self.workspace)

    def sweep_role(self) -> AbstractContextManager[Connection]:
        """Begin a transaction that sees the state of all workspaces and no content."""
        return self.database.transaction(role=DatabaseRole.SWEEPER)

    def mirror(self, scope_key: str) -> None:
        """Bring the scope's files up to date, where there is a mirror; a failure is said."""
        if self.settings.mirror_dir is None:
            return
        try:
            Mirror(self.database, self.settings.mirror_dir).write(self.workspace, scope_key)
        except FolderError as error:
            print_remark(f"the mirror is behind until a sweep can write it: {error}")

    @contextmanager
    def services(self, bell: Bell = silent) -> Iterator[Services]:
        """Put the jobs together in this process."""
        # the model's client takes half a second to import, and no list needs it
        from worker.bootstrap import build_services  # noqa: PLC0415

        services = build_services(self.settings, bell=bell, database=self.database)
        try:
            yield services
        finally:
            services.heartbeat.stop()


def settings_for(*, workspace: str | None = None, data_dir: Path | None = None) -> Settings:
    """Read the settings; what the command line names goes first.

    Raises:
        ConfigurationError: a setting is not valid.
        InvalidInputError: the workspace's id is not valid.
    """
    folder = data_dir.expanduser().absolute() if data_dir else None
    settings = load_settings(data_dir=folder)
    named = settings.workspace if workspace is None else workspace
    return replace(settings, workspace=check_id("workspace", named))


@contextmanager
def open_session(
    *, workspace: str | None = None, data_dir: Path | None = None
) -> Iterator[Session]:
    """Open the store for one command.

    Raises:
        ConfigurationError: no URL, or a login or schema that is not right.
        StoreUnavailableError: the store does not answer.
    """
    settings = settings_for(workspace=workspace, data_dir=data_dir)
    database = Database(settings.need_database(), pool_size=_CONNECTIONS)
    try:
        check_ready(database)
        yield Session(settings=settings, database=database)
    finally:
        database.close()
