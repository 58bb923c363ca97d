"""Which commands there are, each with the example that its help shows."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import typer

from worker.cli import (
    beat,
    budget,
    chats,
    consolidate,
    db,
    demo,
    doctor,
    embeddings,
    env,
    episodes,
    extract,
    forget,
    import_files,
    index,
    index_blame,
    index_diff,
    index_edit,
    index_validate,
    keys,
    mcp,
    pin,
    policy,
    quarantine,
    reextract,
    retry,
    review,
    runs,
    save,
    scopes,
    search,
    status,
    sweep,
    up,
    why,
    worker,
)


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the application or of a group."""

    run: Callable[..., int]
    example: str


COMMANDS: Mapping[str, Command] = {
    "up": Command(up.up, "memfold up --data-dir ./memory"),
    "env": Command(env.env, "memfold env --json"),
    "status": Command(status.status, "memfold status"),
    "doctor": Command(doctor.doctor, "memfold doctor"),
    "worker": Command(worker.worker, "memfold worker --queues extract,consolidate,extract-alone"),
    "beat": Command(beat.beat, "memfold beat"),
    "mcp": Command(mcp.mcp, "memfold mcp --user u-42 --agent helper"),
    "import": Command(import_files.import_files, "memfold import chats.jsonl --format jsonl"),
    "sweep": Command(sweep.sweep, "memfold sweep --now --wait"),
    "extract": Command(extract.extract, "memfold extract chat-17 --force"),
    "consolidate": Command(consolidate.consolidate, "memfold consolidate --user u-42 --dry-run"),
    "reextract": Command(reextract.reextract, "memfold reextract --since 2026-02-03"),
    "scopes": Command(scopes.scopes, "memfold scopes --json"),
    "chats": Command(chats.chats, "memfold chats --workspace acme"),
    "why": Command(why.why, "memfold why --chat chat-17"),
    "runs": Command(runs.runs, "memfold runs --since 30d --by model"),
    "budget": Command(budget.budget, "memfold budget --tokens 2000000 --cost 5"),
    "demo": Command(demo.demo, "memfold demo"),
    "pin": Command(pin.pin, "memfold pin --user u-42 ^m7k2p9qa"),
    "policy": Command(policy.policy, "memfold policy helper --org on"),
    "review": Command(review.review, "memfold review --user u-42 ^m7k2p9qa --approve"),
    "search": Command(search.search, "memfold search 'where does she live' --user u-42"),
    "save": Command(save.save, "memfold save 'Prefers metric units.' --user u-42 --agent helper"),
    "retry": Command(retry.retry, "memfold retry --chat chat-17"),
}
GROUPS: Mapping[str, tuple[str, Mapping[str, Command]]] = {
    "db": (
        "The database's schema.",
        {"upgrade": Command(db.upgrade_schema, "memfold db upgrade")},
    ),
    "index": (
        "A scope's MEMORY.md and its versions.",
        {
            "show": Command(index.show, "memfold index show --user u-42"),
            "history": Command(index.history, "memfold index history --user u-42 --json"),
            "diff": Command(index_diff.diff, "memfold index diff --user u-42 1 2"),
            "blame": Command(index_blame.blame, "memfold index blame --user u-42 ^m7k2p9qa"),
            "edit": Command(index_edit.edit, "memfold index edit --user u-42"),
            "restore": Command(index_edit.restore, "memfold index restore --user u-42 3"),
            "validate": Command(index_validate.validate, "memfold index validate MEMORY.md"),
        },
    ),
    "episodes": (
        "What was said, as immutable statements with evidence.",
        {
            "list": Command(episodes.list_all, "memfold episodes list --user u-42"),
            "show": Command(episodes.show, "memfold episodes show e3kq9m2x7v1bt8hd4"),
        },
    ),
    "embeddings": (
        "Vectors that search compares questions with.",
        {
            "status": Command(embeddings.status, "memfold embeddings status"),
            "rebuild": Command(embeddings.rebuild, "memfold embeddings rebuild --only-missing"),
        },
    ),
    "forget": (
        "A message, a chat, a user or a line, for good.",
        {
            "message": Command(forget.message, "memfold forget message chat-17 4"),
            "chat": Command(forget.chat, "memfold forget chat chat-17 --yes"),
            "user": Command(forget.user, "memfold forget user u-42"),
            "entry": Command(
                forget.entry,
                "memfold forget entry default:__private_root/_memory/_user/u-u-42/ m7k2p9qa",
            ),
        },
    ),
    "keys": (
        "Keys by which remote hosts reach one user's memory.",
        {
            "add": Command(keys.add, "memfold keys add --user u-42 --agent helper"),
            "list": Command(keys.list_all, "memfold keys list --json"),
            "revoke": Command(keys.revoke, "memfold keys revoke k3fa2b81c0d"),
        },
    ),
    "quarantine": (
        "Chats that were set aside after repeated failure.",
        {
            "list": Command(quarantine.list_all, "memfold quarantine list"),
            "retry": Command(quarantine.retry_all, "memfold quarantine retry"),
        },
    ),
}
NAMES = frozenset({*COMMANDS, *GROUPS})


def register(app: typer.Typer) -> None:
    """Put every command on the application."""
    for name, command in COMMANDS.items():
        _add(app, name, command)
    for name, (meaning, commands) in GROUPS.items():
        group = typer.Typer(help=meaning, rich_markup_mode=None)
        for inner, command in commands.items():
            _add(group, inner, command)
        app.add_typer(group, name=name)


def _add(app: typer.Typer, name: str, command: Command) -> None:
    # given whole, or the list of commands would cut it off after a few words
    meaning = inspect.getdoc(command.run) or ""
    app.command(
        name,
        short_help=" ".join(meaning.partition("\n\n")[0].split()),
        epilog=f"Example: {command.example}",
    )(command.run)
