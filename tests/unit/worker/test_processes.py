import os
import signal
import subprocess
import sys
import textwrap

import pytest

from tests.fakes.host_process import ROOT, HostProcess
from worker.processes import (
    ChildCommand,
    end,
    kill_session,
    run_to_end,
    spawn,
    stop_signals_held,
)

needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs pidfd and prctl")


def python(script, name="child", **options):
    text = textwrap.dedent(script)
    return ChildCommand(name=name, arguments=(sys.executable, "-u", "-c", text), **options)


READY = "print('ready', flush=True)"
SLEEPER = f"import signal\n{READY}\nsignal.pause()"
STUBBORN = "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + SLEEPER


def test_a_child_writes_to_its_private_log_and_ends_at_its_stop_signal(tmp_path):
    log = tmp_path / "child.log"
    reading, writing = os.pipe()
    command = python(
        f"""
        import os, signal
        print("hello")
        os.write({writing}, b"r")
        signal.pause()
        """,
        output=log,
        inherited=(writing,),
    )
    child = spawn(command)
    os.close(writing)
    assert os.read(reading, 1) == b"r"
    os.close(reading)
    end(command, child, grace=10)
    assert child.returncode == -signal.SIGTERM
    assert log.read_text() == "hello\n"
    assert log.stat().st_mode & 0o777 == 0o600


def test_a_child_that_ignores_its_stop_signal_is_killed_after_the_grace():
    reading, writing = os.pipe()
    command = python(
        f"import os\n{STUBBORN.replace(READY, f'os.write({writing}, bytes(1))')}",
        inherited=(writing,),
    )
    child = spawn(command)
    os.close(writing)
    assert os.read(reading, 1)
    os.close(reading)
    end(command, child, grace=0.1)
    assert child.returncode == -signal.SIGKILL


def test_a_short_command_gives_its_code_and_all_its_output():
    done = run_to_end(python("import sys; print('a'); print('b', file=sys.stderr); sys.exit(3)"))
    assert done.returncode == 3
    assert set(done.stdout.split()) == {"a", "b"}


def test_killing_a_session_that_has_gone_is_no_error():
    command = python("pass")
    child = spawn(command)
    child.wait()
    kill_session(child)


def test_a_child_sees_only_the_environment_it_is_given():
    done = run_to_end(python("import os; print(sorted(os.environ))", environment={"ONLY": "1"}))
    assert "'ONLY'" in done.stdout
    assert "'HOME'" not in done.stdout


@needs_linux
def test_a_child_dies_with_a_parent_that_was_killed():
    script = f"""
        import signal, sys
        from worker.processes import ChildCommand, spawn
        spawn(ChildCommand(name="sleeper", arguments=(sys.executable, "-c", {STUBBORN!r})))
        signal.pause()
        """
    with HostProcess(script) as host:
        host.read_until("ready")
        family = host.family()
        assert len(family) == 2
        host.process.kill()
        assert family.survivors() == []


@needs_linux
def test_a_child_whose_parent_ended_before_it_began_does_not_begin():
    shim = str(ROOT / "worker" / "child.py")
    done = subprocess.run(
        [sys.executable, "-I", "-S", shim, "1", "9", "plain", "/bin/echo", "began"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "began" not in done.stdout
    assert "parent ended" in done.stderr


@needs_linux
@pytest.mark.skipif(os.geteuid() != 0, reason="needs root")
@pytest.mark.parametrize("run_as", ["namespace", "nobody"])
def test_a_root_child_runs_as_somebody_else_and_still_dies_with_its_parent(run_as):
    script = f"""
        import signal
        from worker.processes import ChildCommand, spawn
        spawn(ChildCommand(
            name="sleeper",
            arguments=("/bin/sh", "-c", "echo uid $(id -u); exec sleep 600"),
            run_as={run_as!r},
        ))
        signal.pause()
        """
    with HostProcess(script) as host:
        assert "uid 0\n" not in host.read_until("\n")
        family = host.family()
        assert len(family) == 2
        host.process.kill()
        assert family.survivors() == []


def test_a_stop_signal_during_a_start_comes_after_it(monkeypatch):
    came = []
    monkeypatch.setattr(signal, "raise_signal", came.append)
    former = signal.getsignal(signal.SIGTERM)
    with stop_signals_held():
        os.kill(os.getpid(), signal.SIGTERM)
        assert came == []
    assert came == [signal.SIGTERM]
    assert signal.getsignal(signal.SIGTERM) is former
