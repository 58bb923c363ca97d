from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from worker.version import VERSION

COMMAND = Path(sys.executable).with_name("memfold")


@pytest.mark.skipif(not COMMAND.exists(), reason="memfold is not installed here: make setup")
def test_the_installed_command_starts_anywhere(tmp_path):
    for name in ("jobs", "worker"):  # of a host application
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("")
    done = subprocess.run(
        [str(COMMAND), "--version"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, f"memfold {VERSION}\n", "")
