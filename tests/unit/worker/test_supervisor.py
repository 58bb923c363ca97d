import os
import re
import signal
import sys
import textwrap

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fakes.host_process import HostProcess
from worker.supervisor import RestartPolicy

needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs pidfd and prctl")

HEAD = """
import sys
from worker.processes import ChildCommand
from worker.supervisor import RestartPolicy, Supervisor

def python(script, **options):
    return ChildCommand(arguments=(sys.executable, "-u", "-c", script), **options)

def say(line):
    print("event", line, flush=True)

SLEEPER = "import signal; print('ready', flush=True); signal.pause()"
STUBBORN = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); " + SLEEPER
FAST = RestartPolicy(first_after=0.01, most_after=0.02, give_up_after_count=3)
"""


def supervise(script):
    return HostProcess(HEAD + textwrap.dedent(script))


@given(st.integers(1, 40), st.floats(0.01, 5), st.floats(5, 60), st.integers(2, 20))
def test_restarts_wait_ever_longer_up_to_a_bound_and_then_give_up(count, first, most, bound):
    policy = RestartPolicy(first_after=first, most_after=most, give_up_after_count=bound)
    delay = policy.delay(count)
    if count >= bound:
        assert delay is None
        return
    assert first <= delay <= most
    following = policy.delay(count + 1)
    assert following is None or following >= delay


@needs_linux
@pytest.mark.parametrize("order", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_stop_signal_ends_every_child_and_leaves_nothing(order):
    script = """
        commands = [python(SLEEPER, name="one"), python(SLEEPER, name="two")]
        sys.exit(Supervisor(commands, report=say).run())
        """
    with supervise(script) as host:
        host.read_until("ready", 2)
        family = host.family()
        assert len(family) == 3
        host.process.send_signal(order)
        host.read_until("stopping", 1)
        assert host.wait() == 0
        assert family.survivors() == []


@needs_linux
def test_a_child_that_ignores_the_stop_is_killed_after_the_grace():
    script = "sys.exit(Supervisor([python(STUBBORN, name='s')], grace=0.1, report=say).run())"
    with supervise(script) as host:
        host.read_until("ready")
        family = host.family()
        host.process.terminate()
        assert host.wait() == 0
        assert family.survivors() == []


@needs_linux
def test_a_second_stop_signal_does_not_wait_for_the_grace():
    script = """
        drains = (
            "import signal; signal.signal(signal.SIGTERM, lambda *_: print('draining', flush=True))"
            "; print('ready', flush=True)"
            "\\nwhile True: signal.pause()"
        )
        sys.exit(Supervisor([python(drains, name="s")], grace=600, report=say).run())
        """
    with supervise(script) as host:
        host.read_until("ready")
        family = host.family()
        host.process.terminate()
        host.read_until("draining")
        host.process.terminate()
        assert host.wait() == 0
        assert family.survivors() == []


@needs_linux
def test_a_child_that_died_is_started_again_and_the_others_stay():
    script = """
        commands = [python(SLEEPER, name="frail"), python(SLEEPER, name="other")]
        started = lambda name, pid: print("started", name, pid, flush=True)
        sys.exit(Supervisor(commands, policy=FAST, report=say, started=started).run())
        """
    with supervise(script) as host:
        host.read_until("ready", 2)
        pids = dict(re.findall(r"started (\w+) (\d+)", host.text))
        os.kill(int(pids["frail"]), signal.SIGKILL)
        host.read_until("ready", 3)
        assert "frail ended with code -9" in host.text
        assert host.text.count("started frail") == 2
        assert psutil.pid_exists(int(pids["other"]))


def test_a_child_that_keeps_dying_is_given_up_with_everything_stopped():
    script = """
        commands = [python(SLEEPER, name="fine"), python("raise SystemExit(7)", name="broken")]
        sys.exit(Supervisor(commands, policy=FAST, report=say).run())
        """
    with supervise(script) as host:
        assert host.wait() == 1
        assert host.text.count("broken ended with code 7; again") == 2
        assert "broken ended with code 7; giving up" in host.text


def test_a_child_that_is_set_up_wrongly_is_not_tried_again():
    script = "sys.exit(Supervisor([python('raise SystemExit(2)', name='w')], report=say).run())"
    with supervise(script) as host:
        assert host.wait() == 1
        assert host.text.strip() == "event w ended with code 2; giving up"


@needs_linux
def test_servers_are_stopped_after_the_processes_that_use_them():
    script = """
        tells = (
            "import signal, sys\\n"
            "def stop(*_):\\n"
            "    print('stopped', sys.argv[1], flush=True); sys.exit(0)\\n"
            "signal.signal(signal.SIGTERM, stop)\\n"
            "print('ready', flush=True)\\n"
            "while True: signal.pause()"
        )
        def command(name, order):
            arguments = (sys.executable, "-c", tells, name)
            return ChildCommand(name=name, arguments=arguments, stop_order=order)
        commands = [command("server", 1), command("client", 0)]
        sys.exit(Supervisor(commands, report=say).run())
        """
    with supervise(script) as host:
        host.read_until("ready", 2)
        host.process.terminate()
        assert host.wait() == 0
        assert re.findall(r"stopped (\w+)", host.text) == ["client", "server"]


@needs_linux
def test_grandchildren_die_too_when_the_topmost_supervisor_is_killed():
    script = """
        inner = (
            "import sys\\n"
            "from worker.processes import ChildCommand\\n"
            "from worker.supervisor import Supervisor\\n"
            "leaf = ChildCommand(name='leaf', arguments=(sys.executable, '-c', sys.argv[1]))\\n"
            "Supervisor([leaf]).run()"
        )
        arguments = (sys.executable, "-c", inner, STUBBORN)
        Supervisor([ChildCommand(name="inner", arguments=arguments)]).run()
        """
    with supervise(script) as host:
        host.read_until("ready")
        family = host.family()
        assert len(family) == 3
        host.process.kill()
        assert family.survivors() == []
