"""Logs: one JSON object a line on stderr; one id runs through message, run row and log."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType

from pythonjsonlogger.json import JsonFormatter

_context: ContextVar[Mapping[str, str | None]] = ContextVar(
    "log_context", default=MappingProxyType({})
)


class _ContextFilter(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        for name, value in _context.get().items():
            setattr(record, name, value)
        return True


@contextmanager
def log_context(**names: str | None) -> Iterator[None]:
    """Put these names on every line that is logged inside."""
    token = _context.set({**_context.get(), **names})
    try:
        yield
    finally:
        _context.reset(token)


def configure_logging(level: str) -> None:
    """Log JSON lines to stderr from here on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(_ContextFilter())
    handler.setFormatter(
        JsonFormatter(
            "{asctime}{levelname}{name}{message}",
            style="{",
            rename_fields={"asctime": "time", "levelname": "level", "name": "logger"},
            json_ensure_ascii=False,
        )
    )
    logging.basicConfig(level=level, handlers=[handler], force=True)
    if level != "DEBUG":
        logging.getLogger("celery").setLevel("WARNING")  # its lines say what ours say better
