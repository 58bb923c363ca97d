"""The OpenAI Agents SDK: a session that feeds the ledger, and the tools of a turn.

    session = LedgerSession(SQLiteSession("c-1", "chats.db"), memory, user="u-42", agent="helper")
    turn = memory.provider(user="u-42", agent="helper", chat="c-1")
    agent = Agent("helper", instructions=await turn.context_block(), tools=function_tools(turn))
    await Runner.run(agent, "I moved to Bergen.", session=session)

The history stays with the session inside. What was said goes to the ledger as well:

    user, assistant, system ──> the same role          calls, reasoning ──> nothing
    what a tool answered ─────> tool                   memory's own tools ──> nothing
"""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from memory_core.async_client import AsyncMemoryClient, AsyncMemoryProvider
from memory_core.errors import StoreUnavailableError, UsageError
from memory_core.scopes import check_id
from memory_core.tools import SAVE, SEARCH, USED

log = logging.getLogger(__name__)

_OWN_TOOLS = {SEARCH, SAVE, USED}
_ROLES = {"user": "user", "assistant": "assistant", "system": "system", "developer": "system"}
# calls that the endpoint carries out itself: their answers come with them, or not at all
_HOSTED = {"web_search_call", "file_search_call", "code_interpreter_call", "mcp_call"}
_ANSWERS = ("output", "outputs", "results")
_MOST_WAITING = 1_000  # messages that are kept for a store that is away

Item = Any  # the SDK's TResponseInputItem: a mapping of one of some thirty shapes


class LedgerSession:
    """A session of the SDK that also appends what is said to the ledger.

    While the store is away, messages wait in this process and go with the next ones; a turn never
    fails for it. What is popped and said again, as the SDK does to try anew, is appended once.
    Clearing the history clears no memory.

    Args:
        inner: the session that keeps the history; its id is the chat's.
        memory: the host's client.
        user: id of the human who speaks.
        agent: the chat's agent; None feeds the user's own scope.
        **more: further fields of every message: `team`, `time_zone`, `memory_mode`.

    Raises:
        InvalidInputError: an id is not valid.
    """

    def __init__(
        self,
        inner: Any,
        memory: AsyncMemoryClient,
        *,
        user: str,
        agent: str | None = None,
        **more: Any,
    ) -> None:
        self.session_id: str = check_id("chat", inner.session_id)
        self._inner = inner
        self._memory = memory
        self._user = check_id("user", user)
        self._common = {"chat": self.session_id, "agent": agent, **more}
        self._callers: dict[str, str] = {}  # the tool of each call that is not answered yet
        self._popped: Counter[str] = Counter()
        self._waiting: list[dict[str, Any]] = []

    @property
    def session_settings(self) -> Any:
        """The settings of the session inside."""
        return self._inner.session_settings

    @session_settings.setter
    def session_settings(self, settings: Any) -> None:
        self._inner.session_settings = settings

    async def get_items(self, limit: int | None = None) -> list[Item]:
        """Return the history, or its latest items."""
        items: list[Item] = await self._inner.get_items(limit)
        return items

    async def add_items(self, items: list[Item]) -> None:
        """Add to the history, then to the ledger."""
        await self._inner.add_items(items)
        for item in items:
            self._take(item)
        await self.flush()

    async def pop_item(self) -> Item | None:
        """Take the latest item off the history; the ledger keeps what was said."""
        item = await self._inner.pop_item()
        if item is not None:
            self._popped[_print(item)] += 1
        return item

    async def clear_session(self) -> None:
        """Clear the history; the ledger keeps what was said."""
        await self._inner.clear_session()

    async def flush(self) -> None:
        """Append what waits for the ledger; it goes on waiting if the store is away.

        Raises:
            InvalidInputError: a field of every message is wrong, such as the time zone.
            ConfigurationError: the store's login or schema is not right.
        """
        batch, self._waiting = self._waiting, []
        if not batch:
            return
        try:
            report = await self._memory.append_all(batch)
        except StoreUnavailableError as error:
            self._keep(batch)
            log.warning("%d messages wait for the ledger: %s", len(self._waiting), error)
            return
        except UsageError:  # said again, they would be refused again
            raise
        except BaseException:  # a turn that is given up has still said what it said
            self._keep(batch)
            raise
        for refusal in report.refused:
            log.warning("the ledger refuses a message of %r: %s", self.session_id, refusal.reason)

    def _keep(self, batch: list[dict[str, Any]]) -> None:
        self._waiting = [*batch, *self._waiting][-_MOST_WAITING:]

    def _take(self, item: Item) -> None:
        known = _print(item)
        if self._popped[known]:
            self._popped[known] -= 1
            return
        if said := self._said(item):
            # its own key makes a second try after an unclear failure a no-op
            self._waiting.append({**self._common, **said, "key": uuid4().hex})

    def _said(self, item: Mapping[str, Any]) -> dict[str, Any] | None:
        role, kind = _ROLES.get(item.get("role", "")), item.get("type", "")
        if role is not None:
            content = _text(item.get("content"))
            user = self._user if role == "user" else None
            return {"role": role, "content": content, "user": user} if content else None
        if kind == "function_call":
            self._callers[item["call_id"]] = item["name"]
        if not kind.endswith("_output") and kind not in _HOSTED:
            return None
        tool = self._callers.pop(item.get("call_id") or "", None) or item.get("name") or kind
        if tool in _OWN_TOOLS:  # memory has recorded itself what it showed
            return None
        # an answer that is not told still makes what the assistant says after it a tool's
        content = next((t for t in map(_text, map(item.get, _ANSWERS)) if t), f"[{kind}]")
        return {"role": "tool", "content": content, "speaker": tool}


def _print(item: Item) -> str:
    return json.dumps(item, sort_keys=True, default=str)


def _text(content: Any) -> str:
    """Return the words of a content: a text, or parts that hold texts."""
    if isinstance(content, str):
        return content.strip()
    if isinstance(content, Mapping):
        return next((t for t in map(_text, map(content.get, ("text", "refusal", "logs"))) if t), "")
    if isinstance(content, Sequence):
        return "\n".join(text for text in map(_text, content) if text)
    return ""


def function_tools(turn: AsyncMemoryProvider) -> list[Any]:
    """Return the tools of a turn as the SDK's `FunctionTool`, bound to its scopes.

    Raises:
        ImportError: the extra is not installed.
    """
    try:
        from agents import FunctionTool  # noqa: PLC0415  an extra
    except ImportError:
        raise ImportError("function_tools needs pip install 'memfold[openai-agents]'") from None

    def made(function: Mapping[str, Any]) -> FunctionTool:
        async def call(_context: Any, arguments: str) -> str:
            return await turn.tools.call(function["name"], arguments)

        return FunctionTool(
            name=function["name"],
            description=function["description"],
            params_json_schema=function["parameters"],
            on_invoke_tool=call,
            strict_json_schema=False,  # arguments have defaults
        )

    return [made(definition["function"]) for definition in turn.tools.definitions]
