from __future__ import annotations

import asyncio
import json
import re
import sys
from contextlib import asynccontextmanager
from threading import Thread

import httpx2
import pytest
from mcp import Client, MCPError
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from uvicorn import Config, Server

from memory_core.client import MemoryClient
from memory_core.stores.api_key_store import Binding, add_key, revoke_key
from memory_core.stores.database import Database
from tests.fakes.command_line import COMMAND, CommandLine
from worker.mcp_server.http import KeyGate, build_app, listen
from worker.mcp_server.server import build_server
from worker.mcp_server.tenants import Tenants

NORA = ("--user", "nora", "--agent", "helper")


@pytest.fixture
def client(urls):
    with MemoryClient(urls.database_url, secret="invented", deadline=30.0) as memory:
        yield memory


def said(client, words, *, user="nora", agent="helper", chat=None):
    client.append(chat or f"c-{user}", "user", words, user=user, agent=agent)


def serving(urls, *flags):
    """The real command as a process, for the SDK's client to start and stop."""
    command, *arguments = COMMAND
    return StdioServerParameters(
        command=command,
        args=[*arguments, "mcp", *flags],
        env={"DATABASE_URL": urls.database_url, "PATH": sys.exec_prefix},
    )


def text(result):
    (part,) = result.content
    return part.text


def block(result):
    (part,) = result.contents
    return part.text


# -- standard streams --------------------------------------------------------------------------


def test_the_command_serves_search_save_and_block_to_the_sdks_own_client(urls, client, office):
    said(client, "I live in Bergen.")
    office.fold_all()

    async def talk():
        async with Client(serving(urls, *NORA, "--trust-saves")) as host:
            assert host.server_info.name == "memfold"
            tools = (await host.list_tools()).tools
            assert [tool.name for tool in tools] == ["memory_search", "memory_save", "memory_used"]
            found = await host.call_tool("memory_search", {"query": "where does she live"})
            assert "Lives in Bergen." in text(found)
            saved = await host.call_tool("memory_save", {"text": "Prefers metric units."})
            assert '"status": "saved"' in text(saved)
            again = await host.call_tool("memory_search", {"query": "metric units"})
            assert "Prefers metric units." in text(again)
            (resource,) = (await host.list_resources()).resources
            shown = block(await host.read_resource(resource.uri))
            assert shown.startswith("<memfold ")
            assert "Lives in Bergen." in shown
            assert "Prefers metric units." in shown
            (prompt,) = (await host.list_prompts()).prompts
            (message,) = (await host.get_prompt(prompt.name)).messages
            assert message.content.text == shown

    asyncio.run(talk())


async def refused(call):
    with pytest.raises(MCPError):
        await call


def test_a_server_of_one_user_cannot_be_made_to_name_another(urls, client, office):
    said(client, "I live in Bergen.")
    said(client, "I live in Lisbon.", user="omar")
    said(client, "I live in Quito.", agent="other", chat="c-other")
    office.fold_all()
    omar = client.scope(user="omar", agent="helper").key

    async def talk():
        async with Client(serving(urls, *NORA, "--chat", "c-of-nora")) as host:
            for more in (
                {"user": "omar"},
                {"scope": omar},
                {"scopes": [omar]},
                {"workspace": "other"},
                {"agent": "other"},
                {"chat": "c-omar"},
            ):
                for name, own in (
                    ("memory_search", {"query": "Lisbon"}),
                    ("memory_save", {"text": "Lives in Lisbon."}),
                    ("memory_used", {"ids": ["m7k2p9qa"]}),
                ):
                    answer = await host.call_tool(name, {**own, **more})
                    assert answer.is_error
                    assert "no such argument" in text(answer)
            for query in (f"Lisbon {omar}", "user:omar Lisbon Quito", "' OR 1=1 --"):
                found = await host.call_tool("memory_search", {"query": query, "limit": 20})
                assert "Lives in Lisbon" not in text(found)
                assert "Quito." not in text(found)
            for uri in (f"memfold://{omar}", "memfold://memory?user=omar", "memfold://memory/omar"):
                await refused(host.read_resource(uri))
            await refused(host.get_prompt("memory", {"user": "omar"}))
            await refused(host.get_prompt(omar))
            assert "Lisbon" not in block(await host.read_resource("memfold://memory"))

    asyncio.run(talk())
    assert "Lisbon" in client.index_text(client.scope(user="omar", agent="helper"))


def test_an_agents_common_memory_can_be_read_and_not_saved_to(client):
    server = build_server(lambda _context: client.provider(agent="helper"))

    async def talk():
        async with Client(server) as host:
            tools = (await host.list_tools()).tools
            assert [tool.name for tool in tools] == ["memory_search", "memory_used"]
            answer = await host.call_tool("memory_save", {"text": "Is open on Mondays."})
            assert answer.is_error

    asyncio.run(talk())


AWAY = "postgresql://memfold:invented@127.0.0.1:1/memfold"


def test_while_the_store_is_away_tools_say_so_and_the_block_is_empty():
    async def talk(memory):
        server = build_server(lambda _context: memory.provider(user="nora"))
        async with Client(server) as host:
            answer = await host.call_tool("memory_search", {"query": "home"})
            assert answer.is_error
            assert "go on without it" in text(answer)
            assert block(await host.read_resource("memfold://memory")) == ""

    with MemoryClient(AWAY) as memory:
        asyncio.run(talk(memory))


# -- HTTP --------------------------------------------------------------------------------------


@pytest.fixture
def http(urls, database):
    """The address of a server on a free port of the loopback."""
    tenants = Tenants(lambda workspace: MemoryClient(urls.database_url, workspace, deadline=30.0))
    with listen(0) as listening:
        config = Config(build_app(database, tenants), log_config=None, lifespan="on")
        server = Server(config)
        thread = Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
        server.should_exit = True
        thread.join()
    tenants.close()


@pytest.fixture
def make_key(database):
    def make(workspace="default", **binding):
        with database.transaction(workspace) as connection:
            return add_key(connection, workspace, Binding(**binding))

    return make


@asynccontextmanager
async def connected(address, secret, mode="auto"):
    headers = {"Authorization": f"Bearer {secret}"}
    async with (
        httpx2.AsyncClient(headers=headers) as http_client,
        Client(streamable_http_client(address, http_client=http_client), mode=mode) as host,
    ):
        yield host


def test_each_key_opens_its_own_memory_on_one_server(client, office, http, make_key, urls):
    said(client, "I live in Bergen.")
    said(client, "I live in Lisbon.", user="omar")
    with MemoryClient(urls.database_url, "acme", deadline=30.0) as other:
        said(other, "I live in Quito.")
    office.fold_all()
    _, nora = make_key(user="nora", agent="helper")
    _, omar = make_key(user="omar", agent="helper", trust_saves=True)
    _, elsewhere = make_key("acme", user="nora", agent="helper")

    async def shown_by(secret):
        async with connected(http, secret) as host:
            found = await host.call_tool("memory_search", {"query": "Where is home? Lives in"})
            return block(await host.read_resource("memfold://memory")) + text(found)

    async def talk():
        async with connected(http, omar, mode="legacy") as host:  # as hosts of 2025 do
            saved = await host.call_tool("memory_save", {"text": "Prefers metric units."})
            assert '"status": "saved"' in text(saved)
        shown = [await shown_by(secret) for secret in (nora, omar, elsewhere)]
        for own, words in zip(shown, ("Bergen", "Lisbon", "Quito"), strict=True):
            assert words in own
            assert sum(place in own for place in ("Bergen", "Lisbon", "Quito")) == 1
        assert [("metric" in own) for own in shown] == [False, True, False]

    asyncio.run(talk())


def test_the_command_serves_http_until_it_is_told_to_stop(urls, make_key, tmp_path):
    _, secret = make_key(user="nora", trust_saves=True)
    process = CommandLine(tmp_path, DATABASE_URL=urls.database_url).start(
        "mcp", "--http", "--port", "0"
    )
    try:
        address = re.search(r"http://127\.0\.0\.1:\d+/mcp", process.stdout.readline())[0]

        async def talk():
            async with connected(address, secret) as host:
                await host.call_tool("memory_save", {"text": "Prefers metric units."})
                assert "metric" in block(await host.read_resource("memfold://memory"))

        asyncio.run(talk())
        process.terminate()
        assert process.wait(60) == 0
        assert process.stdout.read() == ""
    finally:
        process.kill()
        process.communicate()


HELLO = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
ACCEPTED = {"Accept": "application/json, text/event-stream"}


def status(address, **headers):
    return httpx2.post(address, json=HELLO, headers={**ACCEPTED, **headers}).status_code


def test_a_request_without_a_key_that_stands_is_refused(http, make_key, database):
    key_id, secret = make_key(user="nora")
    good = {"Authorization": f"Bearer {secret}"}
    assert status(http, **good) == 200
    assert status(http) == 401
    for wrong in (secret[:-1], f"{secret}x", "mfk_", key_id, f"mfk_{secret}"):
        assert status(http, Authorization=f"Bearer {wrong}") == 401
    assert status(http, Authorization=f"Basic {secret}") == 401
    with database.transaction("default") as connection:
        revoke_key(connection, "default", key_id)
    assert status(http, **good) == 401


def test_no_key_can_be_looked_up_while_the_store_is_away():
    database = Database(AWAY)
    app = build_app(database, Tenants(lambda workspace: MemoryClient(AWAY, workspace)))

    async def ask(**headers):
        async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app)) as host:
            return await host.post("http://127.0.0.1/mcp", json=HELLO, headers=headers)

    answer = asyncio.run(ask(Authorization="Bearer mfk_invented"))
    assert answer.status_code == 503
    assert "try again" in answer.text
    assert asyncio.run(ask()).status_code == 401
    database.close()


def test_a_websocket_is_let_in_by_no_key(database):
    reached, sent = [], []

    async def behind(scope, receive, send):
        reached.append(scope)

    async def send(message):
        sent.append(message)

    gate = KeyGate(behind, lambda _secret: None)
    asyncio.run(gate({"type": "websocket", "headers": []}, None, send))
    assert [message["type"] for message in sent] == ["websocket.close"]
    assert reached == []


def test_a_body_that_is_no_question_is_not_read_to_its_end(http, make_key):
    _, secret = make_key(user="nora")
    headers = {**ACCEPTED, "Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
    declared = httpx2.post(http, content=b"x" * (5 << 20), headers=headers)
    assert declared.status_code == 413
    trickled = httpx2.post(http, content=iter([b"x" * (1 << 20)] * 5), headers=headers)
    assert trickled.status_code == 413


def test_a_host_that_is_connected_is_refused_once_its_key_is_revoked(http, make_key, database):
    key_id, secret = make_key(user="nora")

    async def talk():
        async with connected(http, secret, mode="legacy") as host:
            await host.call_tool("memory_search", {"query": "home"})
            with database.transaction("default") as connection:
                revoke_key(connection, "default", key_id)
            await refused(host.call_tool("memory_search", {"query": "home"}))

    asyncio.run(talk())


def test_no_header_and_no_field_of_a_request_names_another_memory(client, office, http, make_key):
    said(client, "I live in Lisbon.", user="omar")
    office.fold_all()
    omar = client.scope(user="omar", agent="helper").key
    _, nora = make_key(user="nora", agent="helper")
    headers = {
        **ACCEPTED,
        "Authorization": f"Bearer {nora}",
        "X-User": "omar",
        "X-Scope": omar,
        "memfold.api_key": "omar",
    }
    for more in ({}, {"_meta": {"user": "omar", "scope": omar}}, {"user": "omar"}):
        for method, asked in (
            ("tools/call", {"name": "memory_search", "arguments": {"query": "Lisbon"}}),
            ("resources/read", {"uri": "memfold://memory"}),
        ):
            call = {**HELLO, "method": method, "params": {**asked, **more}, "scope": omar}
            answer = httpx2.post(f"{http}?user=omar&scope={omar}", json=call, headers=headers)
            assert "Lives in Lisbon" not in answer.text


@pytest.mark.parametrize(
    "query",
    ["tea \\u0000", "tea \\ud800", "x" * 3000, "[" * 3000],
    ids=["NUL", "surrogate", "long", "deep"],
)
def test_whatever_a_model_asks_is_answered(http, make_key, query):
    _, secret = make_key(user="nora")
    body = json.dumps({**HELLO, "method": "tools/call", "params": {"name": "memory_search"}})
    body = body.replace('"memory_search"', f'"memory_search", "arguments": {{"query": "{query}"}}')
    headers = {**ACCEPTED, "Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
    answer = httpx2.post(http, content=body, headers=headers)
    assert answer.status_code < 500
    assert "psycopg" not in answer.text
    assert "create_safety" in answer.text or answer.status_code == 400


def test_a_page_of_a_browser_cannot_reach_the_loopback_server(http, make_key):
    _, secret = make_key(user="nora")
    good = {"Authorization": f"Bearer {secret}"}
    assert status(http, **good, Origin="https://stranger.example") == 403
    assert status(http, **good, Host="stranger.example") == 421


def test_a_key_is_kept_as_a_hash_and_within_its_workspace(make_key, sql, database):
    key_id, secret = make_key(user="nora")
    ((row,),) = sql("SELECT row_to_json(api_key)::text FROM api_key")
    assert secret not in row
    assert secret.removeprefix("mfk_") not in row
    with database.transaction("acme") as connection:
        assert connection.exec_driver_sql("SELECT id FROM api_key").all() == []
    assert key_id in row
