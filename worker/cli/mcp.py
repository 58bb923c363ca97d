"""`memfold mcp`: memory for agents that speak the Model Context Protocol."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

import typer

from memory_core.client import MemoryClient
from memory_core.embedding.protocol import Embedder
from memory_core.errors import ConfigurationError, StoreUnavailableError, UsageError
from memory_core.stores.api_key_store import Binding
from memory_core.stores.database import Database
from memory_core.stores.schema import check_ready
from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import print_remark
from worker.cli.session import settings_for
from worker.embedders import open_embedder
from worker.settings import Settings

_PORT = 8377
_DEADLINE = 3.0  # seconds: a host that asks for the block wants it, where a turn would go on


def mcp(
    *,
    user: options.User = None,
    agent: options.Agent = None,
    team: options.Team = None,
    org: options.CommonToo = True,
    chat: Annotated[
        str | None,
        typer.Option("--chat", metavar="ID", help="The chat that is served, as the ledger has it."),
    ] = None,
    trust_saves: options.TrustSaves = False,
    http: Annotated[
        bool, typer.Option("--http", help="Serve HTTP on the loopback; keys say whose memory.")
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(
            "--port", min=0, max=65535, help=f"With --http; 0: a free one. Default: {_PORT}."
        ),
    ] = None,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
) -> int:
    """Serve one user's memory on standard streams, or many over HTTP, until stopped."""
    need_mcp()
    settings = settings_for(workspace=workspace, data_dir=data_dir)
    if http:
        if user or agent or team or chat or trust_saves or not org:
            raise UsageError("with --http the keys say whose memory it is: see memfold keys add")
        return _serve_http(settings, _PORT if port is None else port)
    if port is not None:
        raise UsageError("port: standard streams have none; add --http, or leave it out")
    binding = Binding(user=user, agent=agent, team=team, org=org, trust_saves=trust_saves)
    return _serve_stdio(settings, binding, chat)


def need_mcp() -> None:
    """Refuse to go on without the extra.

    Raises:
        ConfigurationError: it is not installed.
    """
    if find_spec("mcp") is None:
        raise ConfigurationError("memfold mcp needs its extra: pip install 'memfold[mcp]'")


def _serve_stdio(settings: Settings, binding: Binding, chat: str | None) -> int:
    from worker.mcp_server.stdio import run_stdio  # noqa: PLC0415 - an extra

    _check(settings)
    with (
        open_embedder(settings.embeddings) as embedder,
        _client(settings, settings.workspace, embedder) as client,
    ):
        memory = client.provider(
            user=binding.user,
            agent=binding.agent,
            team=binding.team,
            org=binding.org,
            chat=chat,
            trust_saves=binding.trust_saves,
        )
        run_stdio(memory)
    return ExitCode.DONE


def _serve_http(settings: Settings, port: int) -> int:
    from worker.mcp_server.http import HOST, PATH, build_app, listen, run_http  # noqa: PLC0415
    from worker.mcp_server.tenants import Tenants  # noqa: PLC0415

    _check(settings)
    database = Database(settings.need_database())
    with open_embedder(settings.embeddings) as embedder, listen(port) as listening:
        # one for all: a local model takes 90 MB
        tenants = Tenants(lambda workspace: _client(settings, workspace, embedder))
        address = f"http://{HOST}:{listening.getsockname()[1]}{PATH}"
        print_remark(f"serving MCP on {address}, for keys of memfold keys add")
        try:
            run_http(build_app(database, tenants), listening)
        finally:
            tenants.close()
            database.close()
    return ExitCode.DONE


def _check(settings: Settings) -> None:
    """Refuse a wrong login or schema; a store that is away may come back."""
    database = Database(settings.need_database())
    try:
        check_ready(database)
    except StoreUnavailableError as error:
        print_remark(f"going on without memory for now: {error}")
    finally:
        database.close()


def _client(settings: Settings, workspace: str, embedder: Embedder | None) -> MemoryClient:
    key = settings.forget_key  # one a deployment: blocks are equal to the byte in every process
    return MemoryClient(
        settings.need_database(),
        workspace,
        embedder=embedder,
        secret=key.derive("blocks") if key else None,
        deadline=_DEADLINE,
    )
