"""The conversation through the real thing: import, sweep, extraction, fold, on a real database."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from benchmarks.cost.conversation import Conversation
from benchmarks.cost.model import Exchange, FactsModel
from benchmarks.databases import Urls
from jobs.minds.endpoint import Endpoint
from jobs.minds.openai_compatible import OpenAIPlanner, OpenAIReader
from memory_core.stores.database import Database
from memory_core.stores.ledger import Ledger
from tests.fakes.office import Office
from tests.fakes.scripted_endpoint import ScriptedEndpoint
from worker.importing import Importer

_ROWS = ("run", "episode", "pending_episode", "index_version", "extraction_key", "message")


@dataclass(frozen=True, kw_only=True, slots=True)
class Run:
    """What a pass over the conversation came to."""

    exchanges: tuple[Exchange, ...]
    rows: Mapping[str, int]  # table → rows it holds now
    lines: int  # active, in all indexes
    unknown: int  # turns that the model was shown and did not know: 0, or the figure is void
    refusals: Mapping[str, int]


def run_twice(
    conversation: Conversation, urls: Urls, steps: Sequence[Mapping[str, Any]]
) -> tuple[Run, Run]:
    """Import and fold the steps one after the other on a fresh database; then all of it again.

    Args:
        conversation: the model's knowledge.
        urls: of the login, of the superuser.
        steps: samples as the data set has them; the whole one, or one a session.
    """
    model = FactsModel(conversation=conversation)
    database = Database(urls[0])
    with ScriptedEndpoint(model) as server, psycopg.connect(urls[1], autocommit=True) as admin:
        endpoint = Endpoint(base_url=server.base_url, model="scripted")
        office = Office(database, reader=OpenAIReader(endpoint), planner=OpenAIPlanner(endpoint))
        try:
            return _pass(steps, office, model, admin), _pass(steps, office, model, admin)
        finally:
            office.close()
            database.close()


def _pass(
    steps: Sequence[Mapping[str, Any]], office: Office, model: FactsModel, admin: psycopg.Connection
) -> Run:
    before = len(model.exchanges)
    for step in steps:
        _import(step, office.database)
        office.fold_all()
    return Run(
        exchanges=tuple(model.exchanges[before:]),
        rows={table: _count(admin, f"TABLE {table}") for table in _ROWS},
        lines=_count(admin, _LINES),
        unknown=model.unknown,
        refusals=_refusals(admin),
    )


_LINES = """
    SELECT regexp_matches(split_part(text, '## Archive', 1), '^- ', 'gn')
      FROM (SELECT DISTINCT ON (scope_key) text FROM index_version
             ORDER BY scope_key, version DESC) newest
"""  # the active ones of all indexes


def _count(admin: psycopg.Connection, statement: str) -> int:
    return admin.execute(statement.encode()).rowcount


def _refusals(admin: psycopg.Connection) -> dict[str, int]:
    found = admin.execute(
        "SELECT kind || ' ' || v, count(*) FROM run, unnest(violations) v "
        "GROUP BY 1 ORDER BY 2 DESC, 1"
    ).fetchall()
    return {str(name): int(count) for name, count in found}


def _import(sample: Mapping[str, Any], database: Database) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "locomo.json"
        path.write_text(json.dumps([sample]), encoding="utf-8")
        importer = Importer(
            Ledger(database),
            workspace=None,
            format_name="locomo",
            progress=lambda _path, _bytes: None,
            refuse=lambda _refusal: None,
        )
        importer.import_file(path)
