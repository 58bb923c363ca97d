"""What a command's exit code says."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """How a command ended."""

    DONE = 0  # also when nothing was due
    FAILED = 1  # or something is quarantined, or an alarm
    USAGE = 2  # the request or the set-up has to be mended
    UNFINISHED = 3  # not all done in time
    INTERRUPTED = 130
