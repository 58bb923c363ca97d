import contextlib
import json
import os
import select
import signal
import sys

import psutil
import pytest

from tests.fakes.command_line import CommandLine

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs pidfd")


@pytest.fixture
def memfold(tmp_path):
    private = tmp_path / "private"
    private.mkdir(mode=0o700)
    return CommandLine(
        private,
        MEMFOLD_PROCESSES="1",
        MEMFOLD_CONCURRENCY="2",
        MEMFOLD_SWEEP_SCHEDULE="* * * * * *",
        MEMFOLD_SWEEP_PERIOD="1",
    )


def started(process):
    """Read until `ready`; return descriptors of the process and of all that it started."""
    seen = []
    for line in process.stdout:
        seen.append(line)
        if line.strip() == "memfold: ready":
            parent = psutil.Process(process.pid)
            return dict(watched([parent, *parent.children(True)]))
    raise AssertionError(f"ended early, said {seen}")


def watched(processes):
    for one in processes:
        # a database's short-lived worker may have ended since it was listed
        with contextlib.suppress(psutil.NoSuchProcess, ProcessLookupError):
            yield f"{one.name()} {one.pid}", os.pidfd_open(one.pid)


def still_running(family):
    """Return what has not ended in time; a zombie has ended."""
    alive = []
    for name, descriptor in family.items():
        readable, _, _ = select.select([descriptor], [], [], 30)
        if not readable:
            alive.append(name)
        os.close(descriptor)
    return alive


def message(content):
    fields = {"chat": "c1", "role": "user", "user": "u-mira", "content": content}
    return json.dumps(fields | {"at": "2026-02-03T09:00:00Z"}) + "\n"


def test_the_data_survives_a_sigkill_and_nothing_stays_behind(memfold):
    first = memfold.start("up")
    family = started(first)
    (memfold.folder / "chats.jsonl").write_text(message("I live in Bergen."), encoding="utf-8")
    assert memfold("import", str(memfold.folder / "chats.jsonl")).code == 0
    refused = memfold.process("up")
    assert (refused.code, "in use by process" in refused.stderr) == (2, True)
    first.send_signal(signal.SIGKILL)
    first.communicate()
    assert still_running(family) == []
    assert memfold("chats").code == 2  # what the killed run wrote down counts no more

    second = memfold.start("up")
    family = started(second)
    report = memfold.json("sweep", "--now", "--wait", "--timeout", "60")
    assert (report["chats"]["done"], report["episodes"]) == (1, 1)
    assert "Bergen" in memfold("index", "show", "--user", "u-mira").stdout
    assert all(finding["ok"] for finding in memfold.json("doctor"))
    assert memfold("status").code == 0
    second.send_signal(signal.SIGINT)
    second.communicate(timeout=60)
    assert second.returncode == 0
    assert still_running(family) == []
    assert not (memfold.folder / "data" / "run.json").exists()


def test_servers_of_ones_own_are_used_where_both_urls_name_them(urls, tmp_path):
    memfold = CommandLine(
        tmp_path,
        DATABASE_URL=urls.database_url,
        REDIS_URL=urls.redis_url,
        MEMFOLD_PROCESSES="1",
    )
    process = memfold.start("up")
    family = started(process)
    assert not any("postgres" in name or "valkey" in name for name in family)
    process.terminate()
    said, _ = process.communicate(timeout=60)
    assert (process.returncode, "giving up" in said) == (0, False)
    assert still_running(family) == []


def test_a_wrong_setting_ends_it_before_anything_is_started(memfold):
    done = memfold.process("up", MEMFOLD_SWEEP_SCHEDULE="hourly")
    assert (done.code, done.stderr.startswith("memfold: MEMFOLD_SWEEP_SCHEDULE")) == (2, True)
