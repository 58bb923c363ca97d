"""Fixtures of the acceptance tests: deployments and the LoCoMo file where it is."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.fakes.deployment import ROOT, Deployment
from worker.run_file import StackUrls


@pytest.fixture(scope="session")
def locomo() -> Path:
    """LoCoMo's file: `MEMFOLD_LOCOMO`, else beside the checkout."""
    path = Path(
        os.environ.get("MEMFOLD_LOCOMO") or ROOT.parent / "shared" / "data" / "locomo10.json"
    )
    if not path.is_file():
        pytest.skip(f"LoCoMo is not at {path}: set MEMFOLD_LOCOMO (CC BY-NC, not part of memfold)")
    return path


@pytest.fixture
def deploy(urls: StackUrls, tmp_path: Path) -> Iterator[Callable[..., Deployment]]:
    """Make a deployment over the test's database and an emptied broker."""
    made: list[Deployment] = []

    def make(**settings: str) -> Deployment:
        made.append(Deployment(urls, tmp_path, settings))
        return made[-1]

    yield make
    for deployment in made:
        deployment.close()
