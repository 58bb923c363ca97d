"""`memfold embeddings`: how far the vectors go that search compares questions with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer
from sqlalchemy import create_engine

from jobs.embedding import FillReport
from jobs.store.embeddings import drop
from jobs.views.embeddings import EmbeddingView, load_embeddings
from memory_core.errors import ConfigurationError, UsageError
from memory_core.stores.database import driver_url
from memory_core.stores.vector_index import EXACT_MOST, create_vector_index, has_vector_index
from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import amount, print_json, print_line, print_remark, print_table, show
from worker.cli.session import Session, open_session
from worker.embedders import find_embedder, open_embedder

_COLUMNS = ("model", "current", "width", "episodes", "messages", "refused", "missing", "indexed")
_STATES = ("filled_at", "not_before", "failures", "error_class", "last_error")


def status(
    *,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """Show each model's vectors in the workspace, what has none yet, and why it waits."""
    with open_session(workspace=workspace, data_dir=data_dir) as session:
        embedder = find_embedder(session.settings.embeddings)  # which opens nothing
        current = embedder.id if embedder else None
        models = _load(session, current)
    if as_json:
        print_json({"embedder": current, "models": models})
        return ExitCode.DONE
    print_table(_COLUMNS, ([model[name] for name in _COLUMNS] for model in models))
    if current is None:
        print_remark("no embedder is set up: pip install 'memfold[embeddings]', or see memfold env")
    for model in models:
        if model["current"] and model["last_error"]:
            print_remark(
                f"{model['model']}: {model['last_error']}; a worker tries again, not before "
                f"{show(model['not_before'])}"
            )
    return ExitCode.DONE


def rebuild(
    *,
    only_missing: Annotated[
        bool, typer.Option("--only-missing", help="Keep what is there; make what is not.")
    ] = False,
    drop_others: Annotated[
        bool, typer.Option("--drop-others", help="Remove the vectors of all other models.")
    ] = False,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """Make the workspace's vectors anew by the embedder that is set up; a worker fills too."""
    with open_session(workspace=workspace, data_dir=data_dir) as session:
        report = _rebuild(session, only_missing=only_missing)
        models = _load(session, report.model) if report.outcome == "filled" else []
        dropped = _drop(session, models) if drop_others else []
        indexed = any(_has_index(session, model) for model in models if model["current"])
    if as_json:
        print_json({**_describe(report), "dropped": dropped, "indexed": indexed})
    else:
        print_line(f"{report.outcome}: {_said(report)}")
    if report.outcome == "held":
        print_remark("another process fills this model just now; try again when it is done")
    elif report.error:
        print_remark(report.error)
    return ExitCode.DONE if report.outcome == "filled" else ExitCode.FAILED


def _rebuild(session: Session, *, only_missing: bool) -> FillReport:
    # the minds behind the jobs take half a second to import, and `status` needs none
    from worker.bootstrap import make_filler, new_owner  # noqa: PLC0415

    with open_embedder(session.settings.embeddings) as embedder:
        if embedder is None:
            raise ConfigurationError(
                "no embedder is set up: pip install 'memfold[embeddings]', "
                "or set MEMFOLD_EMBEDDINGS"
            )
        filler = make_filler(session.settings, session.database, new_owner(), embedder)
        return filler.rebuild(session.workspace, only_missing=only_missing, progress=_progress)


def _progress(report: FillReport) -> None:
    print_remark(_said(report))


def _said(report: FillReport) -> str:
    made = f"{amount(report.episodes, 'episode')}, {amount(report.messages, 'message')}"
    return f"{made}, {amount(report.refused, 'text')} refused"


def _describe(report: FillReport) -> dict[str, Any]:
    return {
        "model": report.model,
        "outcome": report.outcome,
        "episodes": report.episodes,
        "messages": report.messages,
        "refused": report.refused,
        "error": report.error,
    }


def _load(session: Session, current: str | None) -> list[dict[str, Any]]:
    with session.read() as connection:
        found = load_embeddings(connection, session.workspace, current)
        indexed = {
            view.model: view.width is not None
            and has_vector_index(connection, view.model, view.width)
            for view in found
        }
    return [_row(view, view.model == current, indexed[view.model]) for view in found]


def _row(view: EmbeddingView, current: bool, indexed: bool) -> dict[str, Any]:
    shown = {"current": current, "indexed": indexed}
    return {
        name: shown[name] if name in shown else getattr(view, name) for name in _COLUMNS + _STATES
    }


def _drop(session: Session, models: Sequence[Mapping[str, Any]]) -> list[str]:
    """Remove the models that are not the current one; return their names."""
    others = [model["model"] for model in models if not model["current"]]
    with session.read() as connection:
        for name in others:
            drop(connection, session.workspace, name)
    return others


def _has_index(session: Session, model: Mapping[str, Any]) -> bool:
    """Make the index of a model with many vectors, if the owner's login is known."""
    if model["indexed"] or model["episodes"] <= EXACT_MOST:
        return bool(model["indexed"])
    try:
        _create_index(session.settings.migrate_database_url, model["model"], model["width"])
    except UsageError as error:
        print_remark(f"large scopes are compared one by one: {error}")
        return False
    return True


def _create_index(url: str, model: str, width: int) -> None:
    if not url:
        raise UsageError("MIGRATE_DATABASE_URL is not set, and only the owner makes an index")
    engine = create_engine(driver_url(url))
    try:
        with engine.begin() as connection:
            create_vector_index(connection, model, width)
    finally:
        engine.dispose()
