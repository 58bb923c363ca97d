"""One run of a mind over one stream: independent of every other, so they go side by side."""

from __future__ import annotations

import logging
import multiprocessing
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from benchmarks.databases import Urls
from benchmarks.fold.explain import explain
from benchmarks.fold.generator import generate
from benchmarks.fold.gold import Stream
from benchmarks.fold.minds import SANITY, Mind, build_mind
from benchmarks.fold.pipeline import run_stream
from benchmarks.fold.table import report
from jobs.minds.rules.reader import RulesReader


@dataclass(frozen=True, kw_only=True, slots=True)
class Trial:
    """What to run, and where."""

    split: str
    seed: int
    mind: str  # rules, a sanity mind, or package.module:factory
    users: int
    chats: int
    urls: Urls  # of a database of its own
    explain: tuple[str, ...] = ()  # kinds of faults to tell one by one


@dataclass(frozen=True, kw_only=True, slots=True)
class Result:
    """What a trial came to."""

    report: dict[str, Any]
    explanation: str


def run_trials(trials: Sequence[Trial], *, jobs: int) -> list[Result]:
    """Run trials in so many processes; tell on stderr how far they are."""
    fresh = multiprocessing.get_context("spawn")  # a fork would share the threads of the stack
    with ProcessPoolExecutor(max_workers=jobs, mp_context=fresh) as pool:
        return list(pool.map(run_trial, trials))


def run_trial(trial: Trial) -> Result:
    """Run one trial in this process."""
    # a fold that is refused is counted in the table; its log line would only interrupt it
    logging.getLogger("jobs").propagate = False
    stream = generate(trial.split, trial.seed, users=trial.users, chats=trial.chats)
    name = f"{trial.mind} {trial.split}/{trial.seed}"
    login, superuser = trial.urls
    outcome = run_stream(
        stream,
        choose_mind(trial.mind, stream),
        name=trial.mind,
        database_url=login,
        admin_url=superuser,
        progress=lambda done: _tell(f"{name}: {done} of {trial.chats} folds"),
    )
    return Result(
        report=report(outcome),
        explanation=explain(outcome, trial.explain) if trial.explain else "",
    )


def choose_mind(name: str, stream: Stream) -> Mind:
    """Return `rules`, a sanity mind, or what `package.module:factory` makes of the stream."""
    if name == "rules":
        return Mind(reader=RulesReader(), planner=None)
    if name in SANITY:
        return build_mind(name, stream)
    module, _, factory = name.partition(":")
    made: Mind = getattr(import_module(module), factory)(stream)
    return made


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)  # noqa: T201 - progress
