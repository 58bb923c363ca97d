from __future__ import annotations

import asyncio

import pytest

from memory_core.async_client import AsyncMemoryClient, AsyncMemoryProvider, AsyncToolbox
from memory_core.client import MemoryClient
from memory_core.errors import NotFoundError
from memory_core.provider import MemoryProvider
from memory_core.tools import Toolbox

WHOSE = {"user": "nora", "agent": "helper"}


def test_a_turn_runs_whole_on_asyncio(urls):
    async def turn():
        async with AsyncMemoryClient(urls.database_url, deadline=30.0) as memory:
            assert await memory.append("c-1", "user", "I live in Bergen.", **WHOSE) == 0
            provider = memory.provider(chat="c-1", **WHOSE)
            saved = await provider.save("Lives in Bergen.")
            block = await provider.context_block()
            assert await provider.context_block() == block
            found = await memory.search("Bergen", **WHOSE)
            told = await provider.tools.call("memory_search", {"query": "Bergen"})
            with pytest.raises(NotFoundError):
                await memory.report_idle("c-2")
            return saved, block, found, told, memory.block_counts

    saved, block, found, told, counts = asyncio.run(turn())
    assert saved.provenance == "user-requested"
    assert "Lives in Bergen." in block
    assert saved.id in {hit.id for hit in found.hits}
    assert "create_safety: " in told
    assert counts == {"read": 1, "cached": 1}


def test_many_turns_at_once_share_one_client(urls):
    async def turns():
        async with AsyncMemoryClient(urls.database_url, deadline=30.0) as memory:
            await memory.save("Likes tea.", requested_by_user=True, **WHOSE)
            return await asyncio.gather(*(memory.context_block(**WHOSE) for _ in range(20)))

    blocks = asyncio.run(turns())
    assert len(set(blocks)) == 1
    assert "Likes tea." in blocks[0]


@pytest.mark.parametrize(
    ("door", "thin"),
    [
        (MemoryClient, AsyncMemoryClient),
        (MemoryProvider, AsyncMemoryProvider),
        (Toolbox, AsyncToolbox),
    ],
)
def test_whatever_a_host_can_do_it_can_do_on_asyncio(door, thin):
    inside = {"kept_block"}  # that a block is kept is the client's own business
    offered = {name for name in vars(door) if not name.startswith("_")} - inside
    assert {name for name in offered if not hasattr(thin, name)} == set()


def test_the_scopes_that_a_turn_is_bound_to_are_read_on_asyncio(urls):
    async def turn():
        async with AsyncMemoryClient(urls.database_url, deadline=30.0) as memory:
            await memory.save("Likes tea.", requested_by_user=True, **WHOSE)
            own, common = memory.scope(**WHOSE), memory.scope(user="nora")
            return [await memory.bound_to(scope).context_block() for scope in (own, common)]

    own, common = asyncio.run(turn())
    assert "Likes tea." in own
    assert "Likes tea." not in common
