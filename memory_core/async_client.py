"""The host's door for asyncio: each call of `MemoryClient` on a thread, and nothing more.

    async with AsyncMemoryClient("postgresql://memfold:…@db/memfold") as memory:
        turn = memory.provider(user="u-42", agent="helper", chat="c-1")
        system = await turn.context_block()
        answer = await turn.tools.call(name, arguments)

A block that is kept is returned without a thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from functools import wraps
from types import TracebackType
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, Self, TypeVar

from pydantic import BaseModel

from memory_core.client import MemoryClient
from memory_core.provider import MemoryProvider
from memory_core.saving import SaveReport
from memory_core.scopes import ScopeRef
from memory_core.tools import Toolbox
from memory_core.turn.recall import Recalled
from memory_core.turn.working import SchemaValue, SchemaWorkingMemory, WorkingMemory

M = TypeVar("M", bound=BaseModel)
P = ParamSpec("P")
T = TypeVar("T")
S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)


class _Thin(Protocol[S_co]):
    @property
    def sync(self) -> S_co:
        """What does the work."""


def _threaded(
    method: Callable[Concatenate[S, P], T],
) -> Callable[Concatenate[_Thin[S], P], Coroutine[Any, Any, T]]:
    """Return a method that does the same on a thread."""

    @wraps(method)
    async def call(self: _Thin[S], /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.to_thread(method, self.sync, *args, **kwargs)

    return call


class AsyncToolbox:
    """The tools of one bound memory; see `Toolbox`."""

    def __init__(self, sync: Toolbox) -> None:
        self.sync = sync

    @property
    def definitions(self) -> list[dict[str, Any]]:
        """The tools as `tools=` of a chat completion takes them."""
        return self.sync.definitions

    call = _threaded(Toolbox.call)


class AsyncWorkingMemory:
    """The working values of one scope; see `WorkingMemory`."""

    def __init__(self, sync: WorkingMemory) -> None:
        self.sync = sync

    get = _threaded(WorkingMemory.get)
    put = _threaded(WorkingMemory.put)
    delete = _threaded(WorkingMemory.delete)
    page = _threaded(WorkingMemory.page)

    def of(self, model: type[M]) -> AsyncSchemaWorkingMemory[M]:
        """Return the same values, each read and written as this model of Pydantic."""
        return AsyncSchemaWorkingMemory(self.sync.of(model))


class AsyncSchemaWorkingMemory(Generic[M]):
    """Working values that are checked by a model; see `SchemaWorkingMemory`."""

    def __init__(self, sync: SchemaWorkingMemory[M]) -> None:
        self.sync = sync

    async def get(self, key: str) -> SchemaValue[M] | None:
        """Return a value and its version; None where there is none."""
        return await asyncio.to_thread(self.sync.get, key)

    async def put(
        self, key: str, value: M | Mapping[str, Any], *, version: int | None = None
    ) -> SchemaValue[M]:
        """Write a value."""
        return await asyncio.to_thread(self.sync.put, key, value, version=version)

    async def delete(self, key: str, *, version: int | None = None) -> bool:
        """Delete a value; return whether it was there."""
        return await asyncio.to_thread(self.sync.delete, key, version=version)


class AsyncMemoryProvider:
    """One agent's view of memory; see `MemoryProvider`."""

    def __init__(self, sync: MemoryProvider) -> None:
        self.sync = sync

    @property
    def tools(self) -> AsyncToolbox:
        """The tools for the agent, bound to these scopes."""
        return AsyncToolbox(self.sync.tools)

    @property
    def working(self) -> AsyncWorkingMemory:
        """The working values of the nearest scope."""
        return AsyncWorkingMemory(self.sync.working)

    async def context_block(self, query: str | None = None, *, working: bool = False) -> str:
        """Return what the agent is to be told at the head of a turn. Never raises."""
        kept = None if query else self.sync.kept_block(working=working)
        if kept is not None:
            return kept
        return await asyncio.to_thread(self.sync.context_block, query, working=working)

    search = _threaded(MemoryProvider.search)
    search_text = _threaded(MemoryProvider.search_text)
    create_safety = _threaded(MemoryProvider.create_safety)
    save = _threaded(MemoryProvider.save)

    def memory_used(self, ids: list[str]) -> int:
        """Count ids that the agent cites as used; they are written a few seconds later."""
        return self.sync.memory_used(ids)


class AsyncMemoryClient:
    """A host's access to one workspace; arguments and errors are those of `MemoryClient`."""

    def __init__(self, database_url: str, workspace: str = "default", **more: Any) -> None:
        self.sync = MemoryClient(database_url, workspace, **more)

    append = _threaded(MemoryClient.append)
    append_all = _threaded(MemoryClient.append_all)
    report_idle = _threaded(MemoryClient.report_idle)
    index = _threaded(MemoryClient.index)
    index_text = _threaded(MemoryClient.index_text)
    set_memory_mode = _threaded(MemoryClient.set_memory_mode)
    delete_chat = _threaded(MemoryClient.delete_chat)
    flush = _threaded(MemoryClient.flush)
    close = _threaded(MemoryClient.close)

    @property
    def workspace(self) -> str:
        """The tenant that all calls are held to."""
        return self.sync.workspace

    @property
    def block_counts(self) -> Mapping[str, int]:
        """How blocks came about."""
        return self.sync.block_counts

    def scope(self, **parts: Any) -> ScopeRef:
        """Return a scope of this workspace."""
        return self.sync.scope(**parts)

    def provider(self, **whose: Any) -> AsyncMemoryProvider:
        """Return the memory of a turn."""
        return AsyncMemoryProvider(self.sync.provider(**whose))

    def bound_to(
        self, *scopes: ScopeRef, chat: str | None = None, **more: Any
    ) -> AsyncMemoryProvider:
        """Return the memory of a turn that reads just these scopes, the nearest first."""
        return AsyncMemoryProvider(self.sync.bound_to(*scopes, chat=chat, **more))

    def working(self, scope: ScopeRef) -> AsyncWorkingMemory:
        """Return the working values of a scope."""
        return AsyncWorkingMemory(self.sync.working(scope))

    async def context_block(
        self, query: str | None = None, *, working: bool = False, **whose: Any
    ) -> str:
        """Return what an agent is to be told at the head of a turn. Never raises."""
        return await self.provider(**whose).context_block(query, working=working)

    async def search(self, query: str, limit: int = 10, **whose: Any) -> Recalled:
        """Search a turn's memory."""
        return await self.provider(**whose).search(query, limit)

    async def save(self, text: str, *, requested_by_user: bool = False, **more: Any) -> SaveReport:
        """Keep a statement."""
        return await asyncio.to_thread(
            lambda: self.sync.save(text, requested_by_user=requested_by_user, **more)
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()
