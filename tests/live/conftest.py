"""A real model behind a relay, and memfold's services over it as a worker puts them together."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.fakes.command_line import CommandLine
from tests.live.llm_pipeline import Pipeline
from tests.live.relay import Relay
from worker.embedded import StackUrls

SERVER = Path(__file__).with_name("llama_server.py")


@pytest.fixture(scope="session")
def llama() -> Iterator[str]:
    """The base URL of a llama.cpp server with a small model."""
    python = os.environ.get("MEMFOLD_LLM_PYTHON")
    if not python:
        pytest.skip("no environment with a model: run make test-llm")
    model = Path(python).parents[1] / "model.gguf"
    with subprocess.Popen(
        [python, str(SERVER), str(model)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        base_url = server.stdout.readline().strip()
        assert base_url, f"the model's server did not start: run {python} {SERVER} {model}"
        try:
            yield base_url
        finally:
            server.stdin.close()
            server.kill()  # it may be at an answer that nobody waits for


@pytest.fixture
def relay(llama: str) -> Iterator[Relay]:
    """Whatever a test asks the model, kept."""
    with Relay(llama) as relay:
        yield relay


@pytest.fixture
def start(urls: StackUrls, tmp_path: Path, relay: Relay) -> Iterator[Callable[..., Pipeline]]:
    """Make pipelines whose `jobs` (EXTRACT, CONSOLIDATE) ask the model, the others ask nobody."""
    made: list[Pipeline] = []

    def start(*jobs: str) -> Pipeline:
        settings = {name: value for job in jobs for name, value in _asking(job, relay)}
        command = CommandLine(
            tmp_path, DATABASE_URL=urls.database_url, REDIS_URL=urls.redis_url, **settings
        )
        made.append(Pipeline(command))
        return made[-1]

    yield start
    for pipeline in made:
        pipeline.close()


def _asking(job: str, relay: Relay) -> Iterator[tuple[str, str]]:
    """Short answers and much patience: a slow machine is no outage."""
    settings = {
        "BASE_URL": relay.base_url,
        "MODEL": "gemma-3-270m",
        "CONTEXT_TOKENS": "4096",
        "OUTPUT_TOKENS": "256",
        "TEMPERATURE": "0.6",
        "EXTRA_BODY": '{"seed": 3}',
        "INPUT_PRICE": "1",
        "OUTPUT_PRICE": "4",
        "READ_TIMEOUT": "300",
        "TOTAL_TIMEOUT": "300",
    }
    return ((f"MEMFOLD_{job}_{name}", value) for name, value in settings.items())
