"""The real Agents SDK against a scripted endpoint."""

from __future__ import annotations

import asyncio

import pytest
from agents import Agent, Runner, SQLiteSession, function_tool, set_tracing_disabled
from agents.memory import Session
from agents.models.openai_chatcompletions import OpenAIChatCompletionsModel
from openai import AsyncOpenAI

from memory_core.async_client import AsyncMemoryClient
from memory_core.client import MemoryClient
from memory_core.errors import InvalidInputError, StoreUnavailableError
from memory_core.hosts.openai_agents import LedgerSession, function_tools
from tests.fakes.scripted_endpoint import Answer, ScriptedEndpoint, in_turn
from tests.fakes.tool_calls import calling

set_tracing_disabled(True)
NORA = {"user": "nora", "agent": "helper"}


@pytest.fixture
def inner():
    session = SQLiteSession("c-1")
    yield session
    session.close()


@function_tool
def look_up_weather(place: str) -> str:
    """Tell the weather."""
    return f"Rain in {place}."


def run(urls, inner, words, *answers, tools=()):
    """Let the agent answer; return its answer and what the endpoint was asked."""

    async def talk():
        async with AsyncMemoryClient(urls.database_url, deadline=30.0) as memory:
            turn = memory.provider(**NORA, chat="c-1")
            async with AsyncOpenAI(base_url=endpoint.base_url, api_key="made-up") as openai:
                agent = Agent(
                    "helper",
                    instructions=await turn.context_block(),
                    tools=[*function_tools(turn), *tools],
                    model=OpenAIChatCompletionsModel("scripted", openai),
                )
                session = LedgerSession(inner, memory, **NORA)
                assert isinstance(session, Session)
                return await Runner.run(agent, words, session=session)

    with ScriptedEndpoint(in_turn(*answers)) as endpoint:
        return asyncio.run(talk()).final_output, endpoint.requests


def ledger(sql):
    return sql("SELECT role, content FROM message WHERE chat = 'c-1' ORDER BY position")


def test_a_run_leaves_what_was_said_in_the_ledger_and_the_history_in_the_session(
    urls, sql, inner, office
):
    said = "I live in Bergen. How is the weather there?"
    answer, _ = run(
        urls,
        inner,
        said,
        calling("look_up_weather", place="Bergen"),
        Answer(content="It rains."),
        tools=[look_up_weather],
    )
    assert answer == "It rains."
    assert ledger(sql) == [
        ("user", said),
        ("tool", "Rain in Bergen."),
        ("assistant", "It rains."),
    ]
    assert sql("SELECT participant FROM message WHERE role = 'tool'") == [("look_up_weather",)]
    _, requests = run(urls, inner, "Thanks!", Answer(content="Gladly."))
    roles = [message["role"] for message in requests[0]["messages"]]
    assert roles == ["system", "user", "assistant", "tool", "assistant", "user"]
    office.fold_all()
    with MemoryClient(urls.database_url, deadline=30.0) as memory:
        assert "Lives in Bergen." in memory.context_block(**NORA)


def test_the_model_saves_by_the_tools_and_memorys_own_answers_are_no_messages(urls, sql, inner):
    asked = "Please remember this: I prefer metric units."
    _, requests = run(
        urls,
        inner,
        asked,
        calling("memory_search", query="units"),
        calling("memory_save", text="Prefers metric units."),
        Answer(content="Noted."),
    )
    tool = [m["content"] for m in requests[-1]["messages"] if m["role"] == "tool"][-1]
    assert '"status": "saved"' in tool
    assert '"trust": "requested"' in tool
    assert ledger(sql) == [("user", asked), ("assistant", "Noted.")]


def said(role, words):
    return {"role": role, "content": words}


def test_what_is_popped_and_said_again_stands_once_in_the_ledger(urls, sql, inner):
    async def talk():
        async with AsyncMemoryClient(urls.database_url, deadline=30.0) as memory:
            session = LedgerSession(inner, memory, **NORA)
            await session.add_items([said("user", "I live in Bergen.")])
            popped = await session.pop_item()
            await session.add_items([popped, said("assistant", "Noted.")])
            await session.pop_item()
            await session.add_items([said("assistant", "Well noted.")])
            assert len(await session.get_items()) == 2
            await session.clear_session()
            assert await session.get_items() == []

    asyncio.run(talk())
    assert [words for _, words in ledger(sql)] == ["I live in Bergen.", "Noted.", "Well noted."]


def test_messages_wait_for_a_store_that_is_away_and_go_in_their_order(urls, sql, inner):
    class Flaky(AsyncMemoryClient):
        away = True

        async def append_all(self, messages):
            report = await super().append_all(messages)
            if self.away:  # it broke off after the commit
                raise StoreUnavailableError
            return report

    async def talk():
        async with Flaky(urls.database_url) as memory:
            session = LedgerSession(inner, memory, **NORA)
            await session.add_items([said("user", "I live in Bergen.")])
            memory.away = False
            await session.add_items([said("assistant", "Noted.")])
            assert len(await session.get_items()) == 2

    asyncio.run(talk())
    assert [words for _, words in ledger(sql)] == ["I live in Bergen.", "Noted."]


def test_what_was_said_in_a_turn_that_is_given_up_is_appended_with_the_next(urls, sql, inner):
    reached = asyncio.Event()

    class Hanging(AsyncMemoryClient):
        async def append_all(self, messages):
            if not reached.is_set():
                reached.set()
                await asyncio.Event().wait()
            return await super().append_all(messages)

    async def talk():
        async with Hanging(urls.database_url) as memory:
            session = LedgerSession(inner, memory, **NORA)
            turn = asyncio.create_task(session.add_items([said("user", "I live in Bergen.")]))
            await reached.wait()
            turn.cancel()
            with pytest.raises(asyncio.CancelledError):
                await turn
            await session.add_items([said("assistant", "Noted.")])

    asyncio.run(talk())
    assert [words for _, words in ledger(sql)] == ["I live in Bergen.", "Noted."]


def test_a_hosted_tool_taints_what_follows_and_what_is_no_speech_is_left_out(urls, sql, inner):
    items = [
        {"role": "user", "content": [{"type": "input_text", "text": "What is new?"}]},
        {"type": "reasoning", "id": "r", "summary": []},
        {"type": "web_search_call", "id": "w", "status": "completed"},
        {
            "type": "message",
            "role": "assistant",
            "content": [
                {"type": "output_text", "text": "Much."},
                {"type": "output_text", "text": " "},
            ],
        },
        {"role": "user", "content": [{"type": "input_image", "image_url": "invented"}]},
    ]

    async def talk():
        async with AsyncMemoryClient(urls.database_url, deadline=30.0) as memory:
            await LedgerSession(inner, memory, **NORA).add_items(items)

    asyncio.run(talk())
    assert ledger(sql) == [
        ("user", "What is new?"),
        ("tool", "[web_search_call]"),
        ("assistant", "Much."),
    ]


def test_a_user_that_no_scope_can_name_is_refused_at_once(inner):
    with pytest.raises(InvalidInputError, match="user"):
        LedgerSession(inner, AsyncMemoryClient("postgresql://nowhere"), user="", agent="helper")
