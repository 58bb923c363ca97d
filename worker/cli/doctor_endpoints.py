"""The model endpoints in `memfold doctor`: do they answer, in which modes, and do they rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from jobs.minds.connection import Connection
from jobs.minds.endpoint import Endpoint
from jobs.minds.probe import ModeReport, advise, probe_modes
from jobs.store.endpoints import load_resting, try_again
from jobs.views.gates import describe_rest
from memory_core.errors import MemfoldError
from memory_core.stores.database import Database, DatabaseRole
from worker.cli.finding import Finding
from worker.settings import Settings, find_idle

Parts = tuple[tuple[str, str, Endpoint | None], ...]


def endpoint_parts(settings: Settings) -> Parts:
    """Return each job, the prefix of its variables and its endpoint."""
    return (
        ("extract", "MEMFOLD_EXTRACT_", settings.extract_endpoint),
        ("consolidate", "MEMFOLD_CONSOLIDATE_", settings.consolidate_endpoint),
    )


def examine_endpoints(settings: Settings, *, probe: bool) -> Iterator[Finding]:
    """Say which minds are set up, and whether their endpoints answer.

    Without `probe` no model is called; with it, one short question a mode.
    """
    for job, prefix, endpoint in endpoint_parts(settings):
        part = _part(job)
        if endpoint is None:
            yield _without_model(part, job, prefix)
        elif probe:
            yield _probed(part, prefix, endpoint)
        else:
            yield _checked(part, endpoint)


def _without_model(part: str, job: str, prefix: str) -> Finding:
    """A model that is set up but for its address is a slip: nothing would ever ask it."""
    idle = find_idle(job)
    detail = f"{prefix}BASE_URL: empty, so {', '.join(idle)} has no effect; set it or unset these"
    return Finding(part=part, ok=not idle, detail=detail if idle else "rules, without a model")


def found_well(settings: Settings, findings: Sequence[Finding]) -> frozenset[str]:
    """Return the ids of the endpoints whose chosen mode has just worked."""
    well = {finding.part for finding in findings if finding.ok}
    return frozenset(
        endpoint.id
        for job, _, endpoint in endpoint_parts(settings)
        if endpoint and _part(job) in well
    )


def _part(job: str) -> str:
    return f"{job} mind"


def _checked(part: str, endpoint: Endpoint) -> Finding:
    mind = f"{endpoint.model} at {endpoint.place}"
    connection = Connection(endpoint)
    try:
        connection.check()
    except MemfoldError as error:
        return Finding(part=part, ok=False, detail=f"{mind}: {error}")
    finally:
        connection.close()
    return Finding(part=part, ok=True, detail=f"{mind} answers")


def _probed(part: str, prefix: str, endpoint: Endpoint) -> Finding:
    checked = _checked(part, endpoint)
    if not checked.ok:
        return checked
    reports = probe_modes(endpoint)
    chosen = next(r for r in reports if r.is_set(endpoint))
    shown = "; ".join(_shown(report) for report in reports if report.worth_telling(endpoint))
    tokens = sum(report.usage.tokens for report in reports)
    detail = f"{endpoint.model} at {endpoint.place}: {shown}. {advise(reports, endpoint, prefix)}"
    return Finding(part=part, ok=chosen.works, detail=f"{detail} ({tokens} tokens)")


def _shown(report: ModeReport) -> str:
    return f"{report.mode} {'works' if report.works else f'fails ({report.flaw})'}"


def examine_breakers(
    database: Database, settings: Settings, found_well: frozenset[str]
) -> Iterator[Finding]:
    """Say which endpoints rest; those that a probe has just found well are asked again now."""
    parts = [(job, endpoint) for job, _, endpoint in endpoint_parts(settings) if endpoint]
    with database.transaction(role=DatabaseRole.SWEEPER) as connection:
        resting = {r.id: r for r in load_resting(connection, [e.id for _, e in parts])}
        for endpoint_id in found_well & resting.keys():
            try_again(connection, endpoint_id)
    for job, endpoint in parts:
        rest = resting.get(endpoint.id)
        if rest is None:
            continue
        well = endpoint.id in found_well
        way = "it was well just now, so the next job asks it" if well else describe_rest(rest)
        yield Finding(part=f"{job} breaker", ok=well, detail=way)
