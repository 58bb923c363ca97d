import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMPOSE = ROOT / "docker-compose.yml"
BIN = Path(sys.executable).parent

# Invented passwords.
PASSWORDS = {
    "POSTGRES_PASSWORD": "invented1",
    "MEMFOLD_OWNER_PASSWORD": "invented2",
    "MEMFOLD_LOGIN_PASSWORD": "invented3",
    "REDIS_PASSWORD": "invented4",
}


def compose(environment, *arguments):
    """Runs Compose's own parser; its Python wrapper exits with 0 whatever happened."""
    return subprocess.run(
        [BIN / "docker-compose", "-f", COMPOSE, "config", *arguments],
        env={"PATH": "/usr/bin:/bin", "MEMFOLD_ENV_FILE": "/dev/null", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def services():
    done = compose(PASSWORDS, "--format", "json")
    assert done.stderr == ""
    return json.loads(done.stdout)["services"]


def test_the_compose_file_follows_the_specification():
    done = subprocess.run(
        [BIN / "check-jsonschema", "--builtin-schema", "vendor.compose-spec", COMPOSE],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_part_of_memfold_has_a_service(services):
    assert set(services) == {"postgres", "redis", "migrate", "worker", "sweep", "beat"}


@pytest.mark.parametrize("name", sorted(PASSWORDS))
def test_a_missing_password_is_refused_by_name(name):
    left = {key: value for key, value in PASSWORDS.items() if key != name}
    done = compose(left, "-q")
    assert f"required variable {name} is missing" in done.stderr


def test_no_password_stands_in_the_file():
    text = COMPOSE.read_text()
    for line in re.findall(r".*PASSWORD: .*|.*://\S+:\S*@.*", text):
        assert "${" in line, line


@pytest.mark.parametrize("name", ["worker", "sweep", "beat"])
def test_processes_wait_for_healthy_servers_and_a_migrated_schema(services, name):
    conditions = {key: value["condition"] for key, value in services[name]["depends_on"].items()}
    assert conditions == {
        "postgres": "service_healthy",
        "redis": "service_healthy",
        "migrate": "service_completed_successfully",
    }


@pytest.mark.parametrize("name", ["postgres", "redis", "worker", "sweep", "beat"])
def test_every_lasting_service_has_a_health_check_and_restarts(services, name):
    assert services[name]["healthcheck"]["test"]
    assert services[name]["restart"] == "unless-stopped"


def test_only_the_migration_knows_the_owners_password(services):
    for name in ("worker", "sweep", "beat", "redis"):
        assert "invented2" not in json.dumps(services[name])
        assert "invented1" not in json.dumps(services[name])
    migrate = services["migrate"]["environment"]
    assert migrate["MIGRATE_DATABASE_URL"].startswith("postgresql://memfold_owner:invented2@")


def test_servers_keep_their_data_in_named_volumes(services):
    for name in ("postgres", "redis"):
        kinds = {volume["type"] for volume in services[name]["volumes"]}
        assert "volume" in kinds


def test_the_sweep_runs_apart_from_the_model_calls(services):
    assert services["sweep"]["command"] == ["worker", "--queues", "sweep"]
    assert services["worker"]["command"][:2] == ["worker", "--queues"]
    queues = services["worker"]["command"][2].split(",")
    assert sorted(queues) == ["consolidate", "extract", "extract-alone"]


def test_files_that_the_services_mount_and_build_from_exist(services):
    for volume in services["postgres"]["volumes"]:
        if volume["type"] == "bind":
            assert Path(volume["source"]).is_file()
    copied = re.findall(
        r"^COPY (?!--from)(.+) \S+$", (ROOT / "Dockerfile").read_text(), re.MULTILINE
    )
    allowed = (ROOT / ".dockerignore").read_text()
    for source in " ".join(copied).split():
        assert f"!{source}" in allowed
