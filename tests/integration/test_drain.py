"""A worker that is told to stop while a model thinks."""

from __future__ import annotations

import signal
from threading import Event

import pytest

from tests.fakes.deployment import FAST, Deployment, wait_until
from tests.fakes.messages import said
from tests.fakes.rows import chat_row, runs
from tests.fakes.scripted_endpoint import Answer, ScriptedEndpoint


@pytest.fixture
def thinking():
    """An endpoint that thinks for longer than anyone waits, and says when it was asked."""
    asked = Event()

    def script(_request):
        asked.set()
        return Answer(delay=600)

    with ScriptedEndpoint(script) as server:
        server.asked = asked
        yield server


def test_a_stopped_worker_bills_the_call_it_cuts_off_and_gives_the_chat_back(
    urls, tmp_path, ledger, sql, thinking
):
    settings = FAST | {
        "MEMFOLD_LEASE_TTL": "600",  # nothing here is rescued
        "MEMFOLD_DRAIN": "0.1",
        "MEMFOLD_EXTRACT_BASE_URL": thinking.base_url,
        "MEMFOLD_EXTRACT_MODEL": "made-up",
        "MEMFOLD_PROCESSES": "1",
    }
    ledger.append([said("I live in Bergen.")])
    ledger.report_idle("default", "c1")
    deployment = Deployment(urls, tmp_path, settings)
    try:
        worker = deployment.start("worker", "--queues", "extract,sweep")
        wait_until(lambda: sql("SELECT count(*) > 1 FROM process")[0][0])
        deployment.run("sweep")
        assert thinking.asked.wait(60)
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(60) == 0
    finally:
        deployment.close()
    (run,) = runs(sql)
    assert (run.outcome, run.calls, run.input_tokens > 0) == ("failed", 1, True)
    assert "the worker stopped" in run.reason
    row = chat_row(sql)
    assert (row.attempts, row.losses, row.quarantined_at) == (0, 0, None)
    assert sql("SELECT owner FROM lease") == [(None,)]
    assert sql("SELECT count(*) FROM endpoint WHERE opened_at IS NOT NULL") == [(0,)]
