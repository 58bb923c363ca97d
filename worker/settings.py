"""Settings: the environment, read once. Nothing else in memfold looks at it.

`describe_settings` is what `memfold env` prints: every variable, its value here and its meaning.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from jobs.minds.endpoint import Endpoint
from jobs.policies import Policy
from jobs.schedule import Schedule
from jobs.tombstone import MIN_KEY_LENGTH, ForgetKey
from memory_core.errors import ConfigurationError
from worker.embedding_settings import (
    EMBEDDING_VARIABLES,
    PREFIX,
    EmbeddingSettings,
    read_embeddings,
)
from worker.endpoint_settings import FIELDS, JOBS, SECRETS, read_endpoint
from worker.run_file import find_live_run, read_forget_key
from worker.setting_values import (
    parse_amount,
    parse_count,
    parse_period,
    parse_seconds,
    parse_whole,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Variable:
    """One environment variable."""

    name: str
    default: str
    meaning: str
    secret: bool = False


_LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
_Parse = Callable[[str, str], Any]
_POLICY: tuple[tuple[str, str, _Parse, str], ...] = (
    (
        "MEMFOLD_IDLE_AFTER",
        "idle_after",
        parse_seconds,
        "seconds of quiet after which a chat is read",
    ),
    (
        "MEMFOLD_WINDOW_MESSAGES",
        "window_messages",
        parse_count,
        "unread messages read without quiet",
    ),
    ("MEMFOLD_WINDOW_AGE", "window_age", parse_seconds, "age in seconds read without quiet"),
    ("MEMFOLD_WINDOW_CHARACTERS", "window_characters", parse_count, "characters read in one piece"),
    ("MEMFOLD_CHATS_PER_CALL", "chats_per_call", parse_count, "chats of the same people a call"),
    (
        "MEMFOLD_LEASE_TTL",
        "lease_ttl",
        parse_period,
        "seconds until a silent holder loses its lease",
    ),
    ("MEMFOLD_HEARTBEAT", "heartbeat", parse_period, "seconds between two renewals of leases"),
    ("MEMFOLD_MAX_HOLD", "max_hold", parse_period, "seconds that one job may take"),
    ("MEMFOLD_SWEEP_PERIOD", "sweep_period", parse_period, "seconds of a sweep slot"),
    ("MEMFOLD_SWEEP_BATCH", "sweep_batch", parse_count, "rows of a kind that one sweep rings"),
    ("MEMFOLD_COOLDOWN", "cooldown", parse_seconds, "seconds between two folds of a scope"),
    ("MEMFOLD_FOLD_BATCH", "fold_batch", parse_count, "episodes that one round folds"),
    (
        "MEMFOLD_PENDING_LIMIT",
        "pending_limit",
        parse_count,
        "pending episodes that wait for no chat",
    ),
    ("MEMFOLD_PENDING_AGE", "pending_age", parse_seconds, "age in seconds that waits for no chat"),
    ("MEMFOLD_MAX_ATTEMPTS", "max_attempts", parse_count, "attempts until a chat is quarantined"),
    ("MEMFOLD_MAX_LOSSES_ALONE", "max_losses_alone", parse_count, "lost workers until the same"),
    ("MEMFOLD_MAX_REFUSALS", "max_refusals", parse_count, "refused plans until code folds alone"),
    (
        "MEMFOLD_UNUSED_DAYS",
        "unused_days",
        parse_whole,
        "days with turns until a line expires; 0: off",
    ),
    (
        "MEMFOLD_SNAPSHOTS_KEPT",
        "snapshots_kept",
        parse_seconds,
        "seconds that every version is kept",
    ),
    (
        "MEMFOLD_DAILY_SNAPSHOTS_KEPT",
        "daily_snapshots_kept",
        parse_seconds,
        "seconds that the last version of a day is kept",
    ),
    (
        "MEMFOLD_BUDGET_TOKENS",
        "day_tokens",
        parse_whole,
        "tokens of a workspace's day; 0: no limit",
    ),
    ("MEMFOLD_BUDGET_COST", "day_cost", parse_amount, "money of a workspace's day; 0: no limit"),
    ("MEMFOLD_JOB_CALLS", "job_calls", parse_count, "model calls that one job may make"),
    ("MEMFOLD_JOB_TOKENS", "job_tokens", parse_count, "tokens that one job may spend"),
    (
        "MEMFOLD_JOB_SECONDS",
        "job_seconds",
        parse_period,
        "seconds after which a job buys nothing more",
    ),
    ("MEMFOLD_BACKOFF", "backoff", parse_seconds, "seconds to wait after a first failure, at most"),
    ("MEMFOLD_REST", "rest", parse_period, "seconds an endpoint is left alone after a failure"),
    ("MEMFOLD_REST_CAP", "rest_cap", parse_period, "seconds of that after many, at most"),
    ("MEMFOLD_DRAIN", "drain", parse_seconds, "seconds that calls may go on after SIGTERM"),
    (
        "MEMFOLD_BACKOFF_CAP",
        "backoff_cap",
        parse_seconds,
        "seconds to wait after any failure, at most",
    ),
)


def _default(attribute: str) -> str:
    value = getattr(Policy(), attribute)
    return f"{value.total_seconds():.15g}" if isinstance(value, timedelta) else str(value)


VARIABLES: tuple[Variable, ...] = (
    Variable(
        name="DATABASE_URL",
        default="",
        meaning="login 'memfold'; empty: that of a running memfold up",
        secret=True,
    ),
    Variable(
        name="MIGRATE_DATABASE_URL",
        default="",
        meaning="login 'memfold_owner', for memfold db upgrade only",
        secret=True,
    ),
    Variable(
        name="REDIS_URL",
        default="",
        meaning="Redis or Valkey; empty: that of a running memfold up",
        secret=True,
    ),
    Variable(
        name="MEMFOLD_FORGET_KEY",
        default="",
        meaning="key of the marks that memfold forget leaves; empty: that of a running memfold up",
        secret=True,
    ),
    Variable(
        name="MEMFOLD_MIRROR_DIR",
        default="",
        meaning="folder in which every MEMORY.md is mirrored as a file; empty: no mirror",
    ),
    Variable(name="EDITOR", default="vi", meaning="what memfold index edit opens"),
    Variable(
        name="MEMFOLD_DATA_DIR",
        default="",
        meaning="data directory of memfold up; empty: memfold in XDG_DATA_HOME",
    ),
    Variable(
        name="XDG_DATA_HOME",
        default="~/.local/share",
        meaning="where the data directory is if MEMFOLD_DATA_DIR does not name it",
    ),
    Variable(name="MEMFOLD_WORKSPACE", default="default", meaning="workspace of the commands"),
    Variable(name="MEMFOLD_LOG_LEVEL", default="INFO", meaning="DEBUG, INFO, WARNING or ERROR"),
    Variable(
        name="MEMFOLD_SWEEP_SCHEDULE",
        default="*/10 * * * * *",
        meaning="cron expression of the sweep, seconds in front",
    ),
    Variable(
        name="MEMFOLD_CHAT_SOURCE",
        default="",
        meaning="package.module:object of a host's own chat table",
    ),
    Variable(
        name="MEMFOLD_CONCURRENCY", default="32", meaning="jobs at once in one worker process"
    ),
    Variable(
        name="MEMFOLD_PROCESSES", default="2", meaning="worker processes for extract, consolidate"
    ),
    *(
        Variable(
            name=f"MEMFOLD_{job}_{name}",
            default=default,
            meaning=f"{meaning} ({job.lower()})",
            secret=name in SECRETS,
        )
        for job in JOBS
        for name, _, _, default, meaning in FIELDS
    ),
    *(
        Variable(
            name=PREFIX + name, default=default, meaning=meaning, secret=name.endswith("API_KEY")
        )
        for name, default, meaning in EMBEDDING_VARIABLES
    ),
    *(
        Variable(name=name, default=_default(attribute), meaning=meaning)
        for name, attribute, _, meaning in _POLICY
    ),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """Everything that memfold is told from outside."""

    database_url: str = field(repr=False)  # "" where none is known
    migrate_database_url: str = field(repr=False)
    redis_url: str = field(repr=False)
    forget_key: ForgetKey | None  # None: nothing can be forgotten
    data_dir: Path
    mirror_dir: Path | None  # None: no mirror
    editor: str
    workspace: str
    log_level: str
    sweep_schedule: Schedule
    chat_source: str | None
    concurrency: int
    processes: int
    extract_endpoint: Endpoint | None  # None: the rules mind reads
    consolidate_endpoint: Endpoint | None  # None: the deterministic planner folds
    embeddings: EmbeddingSettings
    policy: Policy

    def need_database(self) -> str:
        """Return the store's URL.

        Raises:
            ConfigurationError: none is set and no `memfold up` runs.
        """
        if not self.database_url:
            raise ConfigurationError(
                "DATABASE_URL is not set and no memfold up runs on "
                f"{self.data_dir}: run memfold up, or set it"
            )
        return self.database_url

    def need_redis(self) -> str:
        """Return the broker's URL.

        Raises:
            ConfigurationError: none is set and no `memfold up` runs.
        """
        if not self.redis_url:
            raise ConfigurationError(
                "REDIS_URL is not set and no memfold up runs on "
                f"{self.data_dir}: run memfold up, or set it"
            )
        return self.redis_url


def load_settings(
    environment: Mapping[str, str] | None = None, *, data_dir: Path | None = None
) -> Settings:
    """Read the environment once.

    Raises:
        ConfigurationError: a value is not valid; names the variable.
    """
    given = os.environ if environment is None else environment  # noqa: TID251 - the one reader

    def value(name: str) -> str:
        return given.get(name, "").strip() or _DEFAULTS[name]

    folder = data_dir or _data_dir(given)
    run = find_live_run(folder)
    own = run is not None and not value("DATABASE_URL")  # the key goes with the database
    extract, consolidate = (read_endpoint(job, value) for job in JOBS)
    return Settings(
        database_url=value("DATABASE_URL") or (run.database_url if run else ""),
        migrate_database_url=value("MIGRATE_DATABASE_URL")
        or (run.migrate_database_url if run else ""),
        redis_url=value("REDIS_URL") or (run.redis_url if run else ""),
        forget_key=_forget_key(value("MEMFOLD_FORGET_KEY"), folder if own else None),
        data_dir=folder,
        mirror_dir=_folder(value("MEMFOLD_MIRROR_DIR")),
        editor=value("EDITOR"),
        workspace=value("MEMFOLD_WORKSPACE"),
        log_level=_log_level(value("MEMFOLD_LOG_LEVEL")),
        sweep_schedule=_schedule(value("MEMFOLD_SWEEP_SCHEDULE")),
        chat_source=value("MEMFOLD_CHAT_SOURCE") or None,
        concurrency=parse_count("MEMFOLD_CONCURRENCY", value("MEMFOLD_CONCURRENCY")),
        processes=parse_count("MEMFOLD_PROCESSES", value("MEMFOLD_PROCESSES")),
        extract_endpoint=extract,
        consolidate_endpoint=consolidate,
        embeddings=read_embeddings(value),
        policy=replace(
            _policy(value),
            extract_endpoint=extract.id if extract else "",
            consolidate_endpoint=consolidate.id if consolidate else "",
        ),
    )


_DEFAULTS = {variable.name: variable.default for variable in VARIABLES}


def _data_dir(given: Mapping[str, str]) -> Path:
    if named := given.get("MEMFOLD_DATA_DIR"):
        return Path(named)
    home = given.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "memfold"


def _folder(path: str) -> Path | None:
    return Path(path).expanduser().absolute() if path else None


def _forget_key(given: str, data_dir: Path | None) -> ForgetKey | None:
    secret = given or (read_forget_key(data_dir) if data_dir else None)
    if not secret:
        return None
    if len(secret) < MIN_KEY_LENGTH:
        raise ConfigurationError(
            f"MEMFOLD_FORGET_KEY: it needs {MIN_KEY_LENGTH} characters or more, for example "
            "what openssl rand -hex 32 prints"
        )
    return ForgetKey(secret=secret)


def _log_level(text: str) -> str:
    if text.upper() not in _LOG_LEVELS:
        raise ConfigurationError(f"MEMFOLD_LOG_LEVEL: {text!r} is none of {', '.join(_LOG_LEVELS)}")
    return text.upper()


def _schedule(expression: str) -> Schedule:
    try:
        return Schedule(expression=expression)
    except ConfigurationError as error:
        raise ConfigurationError(f"MEMFOLD_SWEEP_SCHEDULE: {error}", detail=error.detail) from error


def _policy(value: Callable[[str], str]) -> Policy:
    policy = Policy(
        **{attribute: parse(name, value(name)) for name, attribute, parse, _ in _POLICY}
    )
    if policy.heartbeat * 2 <= policy.lease_ttl:
        return policy
    if value("MEMFOLD_HEARTBEAT") == _DEFAULTS["MEMFOLD_HEARTBEAT"]:
        return replace(policy, heartbeat=policy.lease_ttl / 4)
    raise ConfigurationError(  # a renewal may come late once
        "MEMFOLD_HEARTBEAT: it must be at most half of MEMFOLD_LEASE_TTL, "
        f"which is {policy.lease_ttl.total_seconds():g}"
    )


def bare_environment(environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the environment without any variable of memfold's, for a child that has its own."""
    given = os.environ if environment is None else environment  # noqa: TID251 - the one reader
    return {name: value for name, value in given.items() if name not in _DEFAULTS}


def find_strangers(environment: Mapping[str, str] | None = None) -> list[str]:
    """Name what is set and looks like a variable of memfold's, but is none: a slip, most often."""
    given = os.environ if environment is None else environment  # noqa: TID251 - the one reader
    return sorted(name for name in given if name.startswith("MEMFOLD_") and name not in _DEFAULTS)


def find_idle(job: str, environment: Mapping[str, str] | None = None) -> list[str]:
    """Name what is set of a job's endpoint, of which only the base URL makes one."""
    given = os.environ if environment is None else environment  # noqa: TID251 - the one reader
    names = [f"MEMFOLD_{job.upper()}_{name}" for name, *_ in FIELDS]
    return [name for name in names if given.get(name, "").strip()]


def describe_settings(environment: Mapping[str, str] | None = None) -> list[dict[str, str]]:
    """List every variable with its value here, secrets hidden, and its meaning."""
    given = os.environ if environment is None else environment  # noqa: TID251 - the one reader
    return [
        {
            "name": variable.name,
            "value": _shown(variable, given.get(variable.name, "")),
            "default": variable.default,
            "meaning": variable.meaning,
        }
        for variable in VARIABLES
    ]


def _shown(variable: Variable, value: str) -> str:
    return "(set)" if variable.secret and value else value
