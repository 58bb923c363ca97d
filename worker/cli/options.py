"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Workspace = Annotated[
    str | None,
    typer.Option("--workspace", metavar="ID", help="Default: MEMFOLD_WORKSPACE, else default."),
]
DataDir = Annotated[
    Path | None,
    typer.Option(
        "--data-dir",
        metavar="DIR",
        help=(
            "Data directory of memfold up. Default: MEMFOLD_DATA_DIR, else memfold in "
            "XDG_DATA_HOME, which is ~/.local/share."
        ),
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON of a stable shape.")]
Scope = Annotated[
    str | None, typer.Argument(metavar="SCOPE", help="A key as memfold scopes prints it.")
]
User = Annotated[str | None, typer.Option("--user", metavar="ID", help="Name the scope by user.")]
Agent = Annotated[str | None, typer.Option("--agent", metavar="ID", help="The scope's agent.")]
Team = Annotated[str | None, typer.Option("--team", metavar="ID", help="The scope's team.")]
Org = Annotated[bool, typer.Option("--org", help="The agent's scope with anyone.")]
Chat = Annotated[str | None, typer.Option("--chat", metavar="ID", help="A chat's id.")]
CommonToo = Annotated[
    bool, typer.Option("--org/--no-org", help="Read the agent's memory common to all its users.")
]
TrustSaves = Annotated[
    bool,
    typer.Option("--trust-saves", help="A save counts as the user's own where no chat tells."),
]
