"""`memfold db upgrade`: bring the schema to this version's."""

from __future__ import annotations

from memory_core.errors import ConfigurationError
from memory_core.stores.schema import upgrade
from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import print_json, print_line
from worker.cli.session import settings_for
from worker.settings import Settings


def upgrade_schema(*, data_dir: options.DataDir = None, as_json: options.Json = False) -> int:
    """Migrate the database; safe to repeat, one migration at a time."""
    before, after = upgrade(_migrate_url(settings_for(data_dir=data_dir)))
    if as_json:
        print_json({"before": before, "after": after})
    elif before == after:
        print_line(f"the schema is {after} already")
    else:
        print_line(f"the schema is {after} now, it was {before or 'empty'}")
    return ExitCode.DONE


def _migrate_url(settings: Settings) -> str:
    if not settings.migrate_database_url:
        raise ConfigurationError(
            "MIGRATE_DATABASE_URL is not set and no memfold up runs on "
            f"{settings.data_dir}: set it to an address with the login memfold_owner"
        )
    return settings.migrate_database_url
