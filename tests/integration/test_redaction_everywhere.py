"""No secret of the corpus leaves the message it was said in, whichever mind reads it."""

from __future__ import annotations

import json
import logging

import pytest

from benchmarks.redaction.corpus import build_corpus
from jobs.minds.endpoint import Endpoint
from jobs.minds.openai_compatible import OpenAIPlanner, OpenAIReader
from jobs.mirror import Mirror
from tests.fakes.messages import said
from tests.fakes.scripted_endpoint import ScriptedEndpoint, facts_from_transcript

SHORTEST = 7  # a PIN of four digits stands in many a number


def everything_but_messages(sql):
    """Return all rows of all tables but the ledger's messages, as one text."""
    tables = sql("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    assert ("episode",) in tables
    return "\n".join(
        row
        for (table,) in tables
        if table != "message"
        for (row,) in sql(f'SELECT t::text FROM "{table}" t')
    )


def as_escaped(text):
    return json.dumps(text, ensure_ascii=False)[1:-1]


@pytest.mark.parametrize("mind", ["rules", "model"])
def test_no_secret_is_in_a_request_a_row_a_file_or_a_log_line(
    mind, ledger, make_office, sql, tmp_path, caplog
):
    rows = {row.text: row for row in build_corpus("dev", rows=1) if row.secrets}.values()
    secrets = [s for row in rows for s in row.secrets if len(s) >= SHORTEST]
    assert len(secrets) >= 80
    caplog.set_level(logging.DEBUG)
    with ScriptedEndpoint(facts_from_transcript) as server:
        endpoint = Endpoint(base_url=server.base_url, model="scripted")
        office = (
            make_office(OpenAIReader(endpoint), planner=OpenAIPlanner(endpoint))
            if mind == "model"
            else make_office()
        )
        ledger.append(
            [
                said(
                    f"I moved to Bergen with two cats. Remember this for the attic: {row.text}",
                    chat=f"c{number // 8}",
                    minute=number,
                )
                for number, row in enumerate(rows)
            ]
        )
        office.fold_all()
        asked = json.dumps(server.requests, ensure_ascii=False)
    # several chats share a call, and a model is shown every message once
    assert asked.count("for the attic") == (len(rows) if mind == "model" else 0)
    assert sql("SELECT count(*) FROM episode") > [(0,)]
    Mirror(office.database, tmp_path / "mirror").repair()
    files = "\n".join(f.read_text() for f in (tmp_path / "mirror").rglob("*") if f.is_file())
    assert "Bergen" in files
    for name, text in {
        "request": asked,
        "row": everything_but_messages(sql),
        "file": files,
        "log": caplog.text,
    }.items():
        left = [s for s in secrets if s in text or as_escaped(s) in text]
        assert left == [], name
