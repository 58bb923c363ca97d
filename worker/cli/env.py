"""`memfold env`: every variable, its value here, its default and its meaning."""

from __future__ import annotations

from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import print_json, print_table
from worker.settings import describe_settings


def env(*, as_json: options.Json = False) -> int:
    """List every environment variable that memfold reads, secrets hidden."""
    variables = describe_settings()
    if as_json:
        print_json(variables)
    else:
        columns = ("name", "value", "default", "meaning")
        print_table(
            columns, ([variable[name] or "-" for name in columns] for variable in variables)
        )
    return ExitCode.DONE
