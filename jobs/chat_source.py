"""A host's own chat table as a source: pulled into the ledger at each sweep.

A source is named `package.module:object`; the object answers `changed_since(mark)`.
"""

from __future__ import annotations

import importlib
import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, cast

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from memory_core.clock import monotonic
from memory_core.errors import ConfigurationError, InvalidInputError
from memory_core.incoming import parse_message
from memory_core.stores import tables as t
from memory_core.stores.database import Database
from memory_core.stores.ledger import Ledger

log = logging.getLogger(__name__)

_BATCH = 500  # messages between two marks
_SECONDS = 3.0  # of one pull: the sweep has more to do, the next one goes on from the mark


class ChatSource(Protocol):
    """What a host gives: its messages that are new or changed since a mark."""

    def changed_since(self, mark: str | None) -> Iterable[tuple[Mapping[str, Any], str]]:
        """Yield messages in the one message shape, oldest first, each with the mark behind it.

        A mark is the host's own text, such as an id or a time; None asks from the beginning.
        Messages need a `key`, so that one that comes twice is stored once. It runs within the
        sweep: give its own database and network calls time-outs.
        """
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class NamedSource:
    """A source and the name under which its mark is kept."""

    name: str
    workspace: str
    source: ChatSource


def load_source(name: str, *, workspace: str) -> NamedSource:
    """Import a source by its name, `package.module:object`.

    Raises:
        ConfigurationError: there is no such module or object, or it has no `changed_since`.
    """
    module_name, _, attribute = name.partition(":")
    try:
        source = getattr(importlib.import_module(module_name), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise ConfigurationError(
            f"MEMFOLD_CHAT_SOURCE: {name!r} cannot be imported; it has the form "
            "package.module:object",
            detail=str(error),
        ) from error
    if not callable(getattr(source, "changed_since", None)):
        raise ConfigurationError(f"MEMFOLD_CHAT_SOURCE: {name!r} has no method changed_since(mark)")
    return NamedSource(name=name, workspace=workspace, source=cast("ChatSource", source))


def pull(database: Database, named: NamedSource) -> int:
    """Append what is new since the last mark; return how many messages were new."""
    with database.transaction(named.workspace) as connection:
        m = t.source_mark.c
        mark = connection.execute(
            select(m.mark).where(m.workspace == named.workspace, m.source == named.name)
        ).scalar_one_or_none()
    appended = 0
    deadline = monotonic() + _SECONDS
    batch: list[Mapping[str, Any]] = []
    for fields, behind in named.source.changed_since(mark):
        batch.append(fields)
        mark = behind
        if len(batch) == _BATCH:
            appended += _append(database, named, batch, mark)
            batch = []
            if monotonic() > deadline:
                break
    if batch and mark is not None:
        appended += _append(database, named, batch, mark)
    return appended


def _append(
    database: Database, named: NamedSource, batch: Iterable[Mapping[str, Any]], mark: str
) -> int:
    """Append a batch, then move the mark: a crash between repeats messages, which are skipped."""
    messages = []
    for fields in batch:
        try:
            messages.append(parse_message({"workspace": named.workspace, **fields}))
        except InvalidInputError as error:
            place = {name: fields.get(name) for name in ("chat", "key")}
            log.warning("a message of the chat source was refused: %s", error, extra=place)
    report = Ledger(database).append(messages)
    for refusal in report.refused:
        place = {"chat": refusal.message.chat, "key": refusal.message.key}
        log.warning("a message of the chat source was refused: %s", refusal.reason, extra=place)
    with database.transaction(named.workspace) as connection:
        connection.execute(
            insert(t.workspace).values(workspace=named.workspace).on_conflict_do_nothing()
        )
        connection.execute(
            insert(t.source_mark)
            .values(workspace=named.workspace, source=named.name, mark=mark)
            .on_conflict_do_update(index_elements=["workspace", "source"], set_={"mark": mark})
        )
    return report.appended
