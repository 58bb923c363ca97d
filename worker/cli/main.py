"""The Typer application: which commands there are, and how a failure is said."""

from __future__ import annotations

import logging
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Annotated

import typer
from sqlalchemy.exc import DBAPIError
from typer.exceptions import TyperException

from memory_core.errors import MemfoldError
from worker.cli.commands import GROUPS, NAMES, register
from worker.cli.exit_code import ExitCode
from worker.cli.output import print_line, print_remark, printable
from worker.log import configure_logging
from worker.version import VERSION

VERBOSE = ("-v", "--verbose")
_PREFIX = "Value error, "  # Typer's own, and says nothing

app = typer.Typer(
    name="memfold",
    help=(
        "Folds idle chats into an agent's memory. Results go to stdout, the rest to stderr. "
        "Every command takes -v for details and says more with --help."
    ),
    epilog="Example: memfold up, and in another shell: memfold import chats.jsonl",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
register(app)


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> int:
    """Print the version, or go on to the command."""
    if version:
        print_line(f"memfold {VERSION}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print_line(context.get_help())
    return ExitCode.DONE


def main() -> None:
    """Run the command line and exit with its code."""
    for stream in (sys.stdout, sys.stderr):
        # an id of any bytes may be printed on a terminal of any encoding
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run one command; return its exit code, having said what went wrong."""
    verbose = any(word in VERBOSE for word in _options(arguments))
    rest = [word for word in arguments if word not in VERBOSE] if verbose else list(arguments)
    _quiet_logs(verbose=verbose)
    try:
        result = app(rest, prog_name="memfold", standalone_mode=False)
        sys.stdout.flush()
    except TyperException as error:
        print_remark(error.format_message().replace("\n", " ").replace(_PREFIX, ""))
        print_remark(f"see memfold {_command(rest)}--help")
        return error.exit_code
    except MemfoldError as error:
        return _say(str(error), error.detail, error.exit_code, verbose=verbose)
    except DBAPIError as error:
        reason = str(error.orig).strip().partition("\n")[0]
        return _say(f"the database failed: {reason}", str(error.orig), 1, verbose=verbose)
    except BrokenPipeError:  # the reader of stdout has gone: nothing more to say
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.FAILED
    except Exception as error:  # noqa: BLE001 - the boundary: a defect, but still one line first
        return _say(f"unexpected: {error!r}", "", ExitCode.FAILED, verbose=verbose)
    code = int(result) if isinstance(result, int) else ExitCode.DONE
    if code == ExitCode.INTERRUPTED:
        print_remark("stopped")
    return code


def _options(arguments: Sequence[str]) -> Sequence[str]:
    """Return the words before a `--`."""
    return arguments[: arguments.index("--")] if "--" in arguments else arguments


def _command(words: Sequence[str]) -> str:
    """Return the name of the command that the words begin with, for a hint."""
    name, inner = [*words[:2], "", ""][:2]
    if name not in NAMES:
        return ""
    known = name in GROUPS and inner in GROUPS[name][1]
    return f"{name} {inner} " if known else f"{name} "


def _quiet_logs(*, verbose: bool) -> None:
    """Keep logs away from the one line that says what went wrong, unless they are asked for."""
    if verbose:
        configure_logging("INFO")
    else:
        logging.getLogger().addHandler(logging.NullHandler())


def _say(message: str, detail: str, code: int, *, verbose: bool) -> int:
    print_remark(message.replace("\n", " "))
    if verbose:
        for line in detail.splitlines():
            sys.stderr.write(f"  {printable(line)}\n")
        traceback.print_exc()
    elif detail:
        print_remark("more with -v")
    return code
