from __future__ import annotations

from worker.cli.mcp import _client
from worker.settings import load_settings

DATABASE = {"DATABASE_URL": "postgresql://memfold:invented@localhost/memfold"}


def secret(**given):
    with _client(load_settings({**DATABASE, **given}), "default", None) as client:
        return client._turns.secret


def test_servers_of_one_deployment_number_their_blocks_alike():
    key = "invented-and-long-enough-to-be-a-key-of-32"
    assert secret(MEMFOLD_FORGET_KEY=key) == secret(MEMFOLD_FORGET_KEY=key)
    assert secret(MEMFOLD_FORGET_KEY=key) != secret(MEMFOLD_FORGET_KEY=key + "2")
    assert key.encode() not in secret(MEMFOLD_FORGET_KEY=key)


def test_without_a_key_each_server_makes_up_its_own(tmp_path):
    folder = str(tmp_path)
    assert secret(MEMFOLD_DATA_DIR=folder) != secret(MEMFOLD_DATA_DIR=folder)
