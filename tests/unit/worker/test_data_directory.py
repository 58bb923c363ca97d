import fcntl
import json
import os
import socket
import subprocess

import pytest

from memory_core.errors import ConfigurationError
from worker import data_directory
from worker.data_directory import DataDirectory, free_port
from worker.run_file import (
    StackUrls,
    find_live_run,
    read_forget_key,
    read_run,
    remove_run,
    write_run,
)
from worker.settings import load_settings

URLS = StackUrls(
    database_url="postgresql://memfold:invented@127.0.0.1:1/memfold",
    migrate_database_url="postgresql://memfold_owner:invented@127.0.0.1:1/memfold",
    admin_database_url="postgresql://postgres:invented@127.0.0.1:1/memfold",
    redis_url="redis://:invented@127.0.0.1:2/0",
)


def ended_pid():
    process = subprocess.Popen(["/bin/true"])
    process.wait()
    return process.pid


def test_a_run_is_found_while_its_lock_is_held_and_stale_afterwards(tmp_path):
    folder = DataDirectory(tmp_path)
    folder.lock()
    write_run(tmp_path, URLS, {"postgres": 1})
    assert find_live_run(tmp_path) == URLS
    folder.unlock()
    assert find_live_run(tmp_path) is None
    assert read_run(tmp_path) == (os.getpid(), URLS)
    remove_run(tmp_path)
    assert read_run(tmp_path) is None


def test_a_run_whose_process_has_gone_is_stale_though_a_server_holds_the_lock(tmp_path):
    folder = DataDirectory(tmp_path)
    folder.lock()
    write_run(tmp_path, URLS, {})
    run = json.loads((tmp_path / "run.json").read_text())
    (tmp_path / "run.json").write_text(json.dumps(run | {"pid": ended_pid()}))
    assert find_live_run(tmp_path) is None
    folder.unlock()


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"pid": 1, "urls": {"other": 1}}'])
def test_a_run_file_that_makes_no_sense_is_no_run(tmp_path, text):
    (tmp_path / "run.json").write_text(text)
    assert read_run(tmp_path) is None
    assert find_live_run(tmp_path) is None


def test_looking_for_a_run_makes_no_folder_and_no_file(tmp_path):
    assert find_live_run(tmp_path / "absent") is None
    assert list(tmp_path.iterdir()) == []


def test_a_folder_in_use_is_refused_and_names_the_process(tmp_path):
    first, second = DataDirectory(tmp_path), DataDirectory(tmp_path)
    first.lock()
    write_run(tmp_path, URLS, {})
    with pytest.raises(ConfigurationError, match=f"in use by process {os.getpid()}"):
        second.lock()
    first.unlock()
    second.lock()
    second.unlock()


def test_servers_that_outlive_their_run_are_waited_for_and_then_named(tmp_path, monkeypatch):
    monkeypatch.setattr(data_directory, "SHUT_DOWN_WAIT", 0.1)
    lock = os.open(tmp_path / "lock", os.O_RDWR | os.O_CREAT)
    fcntl.flock(lock, fcntl.LOCK_EX)
    with pytest.raises(ConfigurationError, match="servers of an earlier run"):
        DataDirectory(tmp_path).lock()
    os.close(lock)


def test_a_folder_that_cannot_be_made_is_refused_by_name(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(ConfigurationError, match=r"data directory .*--data-dir"):
        DataDirectory(tmp_path / "file" / "below").lock()


def test_passwords_are_kept_private_and_stay_the_same(tmp_path):
    first = DataDirectory(tmp_path).credentials()
    second = DataDirectory(tmp_path).credentials()
    assert first == second
    assert (tmp_path / "credentials.json").stat().st_mode & 0o777 == 0o600
    passwords = {value for name, value in vars(first).items() if name.endswith("password")}
    assert len(passwords) == 4
    assert all(len(word) >= 32 and word.isalnum() for word in passwords)


def test_a_port_that_is_taken_is_replaced_by_a_free_one():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert free_port(port) != port
    assert free_port(port, avoid=port) != port


def test_spoilt_passwords_are_refused_rather_than_replaced(tmp_path):
    (tmp_path / "credentials.json").write_text("{")
    with pytest.raises(ConfigurationError, match=r"credentials\.json"):
        DataDirectory(tmp_path).credentials()


def test_the_key_of_the_tombstones_is_made_once_for_the_owner_alone(tmp_path):
    folder = DataDirectory(tmp_path)
    folder.keep_forget_key()
    key = read_forget_key(tmp_path)
    assert key is not None
    assert len(key) == 64
    assert (tmp_path / "forget.key").stat().st_mode & 0o777 == 0o600
    folder.keep_forget_key()
    assert read_forget_key(tmp_path) == key


def test_the_key_counts_for_the_stack_of_its_own_directory_alone(tmp_path):
    folder = DataDirectory(tmp_path)
    folder.lock()
    folder.keep_forget_key()
    assert load_settings({}, data_dir=tmp_path).forget_key is None  # nothing runs here
    write_run(tmp_path, URLS, {})
    own = load_settings({}, data_dir=tmp_path).forget_key
    assert own is not None
    assert own.secret == read_forget_key(tmp_path)
    elsewhere = {"DATABASE_URL": "postgresql://memfold@elsewhere/memfold"}
    assert load_settings(elsewhere, data_dir=tmp_path).forget_key is None
    given = load_settings({"MEMFOLD_FORGET_KEY": "invented " * 8}, data_dir=tmp_path).forget_key
    assert given is not None
    assert given != own
    folder.unlock()
