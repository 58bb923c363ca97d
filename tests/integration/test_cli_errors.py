from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from tests.fakes.command_line import NOWHERE, CommandLine
from tests.fakes.messages import said


@pytest.fixture
def memfold(urls, tmp_path):
    return CommandLine(tmp_path, DATABASE_URL=urls.database_url, REDIS_URL=urls.redis_url)


def one_line(done, code):
    """The first line of stderr, having checked that it is ours and the exit code."""
    assert done.code == code, done.stderr
    first = done.stderr.splitlines()[0]
    assert first.startswith("memfold: ")
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    return first


def test_exit_codes_of_the_real_command(memfold, ledger):
    ledger.append([said("I live in Bergen.")])
    assert memfold.process("chats").code == 0
    no_database = {"DATABASE_URL": f"postgresql://memfold:x@{NOWHERE}/memfold"}
    assert one_line(memfold.process("chats", **no_database), 1)
    assert "see memfold chats" in one_line(memfold.process("extract", "nope"), 2)
    assert "No such option" in one_line(memfold.process("chats", "--nope"), 2)
    late = memfold.process("sweep", "--now", "--wait", "--timeout", "0")
    assert (late.code, "not done in time" in late.stderr) == (3, True)


@pytest.mark.parametrize(
    "words",
    [
        ("extract", "nope"),
        ("why", "--chat", "nope"),
        ("retry", "--chat", "nope"),
        ("quarantine", "retry", "--chat", "nope"),
        ("index", "show", "--user", "nope"),
        ("index", "history", "default:nope"),
        ("why", "default:nope"),
        ("consolidate", "--agent", "nope", "--org"),
        ("episodes", "list", "--user", "nope"),
        ("episodes", "show", "nope"),
        ("policy", "nope"),
        ("forget", "chat", "nope"),
        ("forget", "message", "nope", "0"),
        ("forget", "user", "nope"),
    ],
)
def test_an_unknown_name_is_said_with_the_way_out(memfold, words):
    assert "see memfold" in one_line(memfold(*words), 2)


@pytest.mark.parametrize(
    ("words", "field"),
    [
        (("index", "show", "--user", ""), "user"),
        (("index", "show", "--user", "x" * 1025), "user"),
        (("chats", "--workspace", ""), "workspace"),
        (("extract", ""), "chat"),
        (("runs", "--outcome", "nope"), "--outcome"),
        (("runs", "--since", "yesterday"), "--since"),
        (("worker", "--queues", "nope"), "--queues"),
        (("import", "x.jsonl", "--format", "nope"), "format"),
    ],
)
def test_a_value_that_is_not_valid_is_named(memfold, words, field):
    assert field in one_line(memfold(*words), 2)


@pytest.mark.parametrize("words", [["scopes"], ["chats"], ["runs"]], ids=" ".join)
def test_an_empty_list_names_the_workspace_that_it_is_of(memfold, words):
    done = memfold(*words, "--workspace", "mistyped")
    assert done.code == 0
    assert "'mistyped'" in done.stderr
    assert memfold.json(*words, "--workspace", "mistyped") == []


def test_a_chat_source_that_is_not_there_is_said_once(memfold):
    done = memfold("worker", MEMFOLD_CHAT_SOURCE="no_such_module:chats")
    assert "MEMFOLD_CHAT_SOURCE" in one_line(done, 2)


def test_an_id_with_dots_and_slashes_is_an_id_like_any_other(memfold, ledger):
    ledger.append([said("I live in Bergen.", chat="../../etc", user="../root")])
    assert memfold.json("extract", "../../etc", "--force")["outcome"] == "done"
    (scope,) = memfold.json("scopes")
    assert ".." not in scope["scope"].split("/")
    assert memfold.json("consolidate", "--user", "../root")["version"] == 1


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("MEMFOLD_SWEEP_SCHEDULE", "every day"),
        ("MEMFOLD_IDLE_AFTER", "-1"),
        ("DATABASE_URL", "mysql://x"),
    ],
)
def test_a_wrong_setting_is_named(memfold, setting, value):
    assert setting in one_line(memfold("chats", **{setting: value}), 2)


def test_no_settings_at_all_say_how_to_begin(tmp_path):
    assert "run memfold up" in one_line(CommandLine(tmp_path)("chats"), 2)


def test_a_superuser_is_refused_by_every_command(memfold, urls):
    mighty = {"DATABASE_URL": urls.admin_database_url}
    assert "a superuser" in one_line(memfold("chats", **mighty), 2)
    assert "a superuser" in one_line(memfold("worker", **mighty), 2)


def test_a_database_without_extension_or_schema_says_what_to_do(memfold, urls, stack):
    name = "test_bare"
    with psycopg.connect(stack.admin_database_url, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name} TEMPLATE template0")
    bare = {"DATABASE_URL": at(urls.database_url, name)}
    try:
        assert "CREATE EXTENSION vector" in one_line(memfold("chats", **bare), 2)
        with psycopg.connect(at(urls.admin_database_url, name), autocommit=True) as admin:
            admin.execute("CREATE EXTENSION vector")
        assert "memfold db upgrade" in one_line(memfold("chats", **bare), 2)
        parts = {f["part"]: f["ok"] for f in memfold.json("doctor", code=1, **bare)}
        assert (parts["database"], parts["extension"], parts["schema"]) == (True, True, False)
    finally:
        with psycopg.connect(stack.admin_database_url, autocommit=True) as admin:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


def at(url, database):
    return urlunsplit(urlsplit(url)._replace(path=f"/{database}"))


def test_an_upgrade_without_its_url_says_which_is_missing(memfold, urls):
    assert "MIGRATE_DATABASE_URL" in one_line(memfold("db", "upgrade"), 2)
    done = memfold("db", "upgrade", MIGRATE_DATABASE_URL=urls.migrate_database_url)
    assert (done.code, "already" in done.stdout) == (0, True)


def test_a_broker_that_is_down_fails_a_sweep_and_loses_nothing(memfold, ledger, sql):
    ledger.append([said("I live in Bergen.")])
    down = {"REDIS_URL": f"redis://{NOWHERE}/0"}
    assert "REDIS_URL" in one_line(memfold("sweep", "--now", **down), 1)
    assert sql("SELECT forced_at IS NOT NULL, due_at IS NOT NULL FROM chat_state") == [(True, True)]
    for command in ("worker", "beat"):
        assert NOWHERE in one_line(memfold(command, **down), 1)
    assert "redis://" in one_line(memfold("worker", REDIS_URL="http://x"), 2)


def test_a_password_is_in_no_message(memfold):
    for url in (f"postgresql://memfold:hush@{NOWHERE}/memfold",):
        done = memfold("-v", "chats", DATABASE_URL=url)
        assert (done.code, "hush" in done.stderr) == (1, False)
    done = memfold("-v", "worker", REDIS_URL=f"redis://:hush@{NOWHERE}/0")
    assert (done.code, "hush" in done.stderr) == (1, False)
    assert "hush" not in memfold("env", DATABASE_URL="postgresql://memfold:hush@x/y").stdout


def test_a_doctor_names_each_part_and_the_way_out(memfold, tmp_path):
    findings = {f["part"]: f for f in memfold.json("doctor", code=1)}
    for part in ("settings", "database", "login", "extension", "roles", "schema", "broker"):
        assert findings[part]["ok"], findings[part]
    assert "memfold worker" in findings["worker"]["detail"]
    assert "memfold beat" in findings["beat"]["detail"]
    (finding,) = memfold.json("doctor", code=1, MEMFOLD_COOLDOWN="soon")
    assert "MEMFOLD_COOLDOWN" in finding["detail"]
    (finding,) = memfold.json("doctor", code=1, MEMFOLD_LOG_LEVEL="loud")
    assert "MEMFOLD_LOG_LEVEL" in finding["detail"]


def test_a_doctor_sees_an_endpoint_that_is_not_there_and_a_setting_that_is_none(memfold):
    absent = {
        "MEMFOLD_EXTRACT_BASE_URL": f"http://{NOWHERE}/v1",
        "MEMFOLD_EXTRACT_MODEL": "made-up",
        "MEMFOLD_IDEL_AFTER": "5",
    }
    findings = {f["part"]: f for f in memfold.json("doctor", code=1, **absent)}
    assert not findings["extract mind"]["ok"]
    assert "refuses connections" in findings["extract mind"]["detail"]
    assert "MEMFOLD_IDEL_AFTER" in findings["settings"]["detail"]


def test_a_doctor_sees_a_model_without_its_address(memfold):
    findings = {f["part"]: f for f in memfold.json("doctor", code=1, MEMFOLD_EXTRACT_MODEL="m")}
    assert not findings["extract mind"]["ok"]
    assert "MEMFOLD_EXTRACT_BASE_URL" in findings["extract mind"]["detail"]
    assert findings["consolidate mind"]["ok"]


def test_a_doctor_names_the_setting_of_a_mirror_that_cannot_be_written(memfold, tmp_path):
    (tmp_path / "taken").write_text("a file")
    findings = memfold.json("doctor", code=1, MEMFOLD_MIRROR_DIR=str(tmp_path / "taken"))
    (mirror,) = [f for f in findings if f["part"] == "mirror"]
    assert not mirror["ok"]
    assert "MEMFOLD_MIRROR_DIR" in mirror["detail"]
