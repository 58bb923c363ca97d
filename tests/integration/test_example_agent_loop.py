from __future__ import annotations

from openai import OpenAI

from examples.agent_loop import Conversation
from memory_core.client import MemoryClient
from tests.fakes.scripted_endpoint import Answer, ScriptedEndpoint, in_turn
from tests.fakes.tool_calls import calling


def test_the_example_answers_with_its_memory_and_leaves_the_turn_in_the_ledger(urls, sql, office):
    script = in_turn(
        calling("memory_save", text="Prefers metric units."),
        Answer(content="Noted."),
        Answer(content="In metric units."),
    )
    with (
        ScriptedEndpoint(script) as endpoint,
        OpenAI(base_url=endpoint.base_url, api_key="made-up") as openai,
        MemoryClient(urls.database_url, deadline=30.0) as memory,
    ):
        talk = Conversation(openai, memory, model="scripted", user="nora", chat="c-1")
        assert talk.say("Please remember this: I prefer metric units.") == "Noted."
        assert talk.say("How do I like my numbers?") == "In metric units."
    assert '"status": "saved"' in endpoint.requests[1]["messages"][-1]["content"]
    assert "| Prefers metric units. |" in endpoint.requests[2]["messages"][0]["content"]
    roles = sql("SELECT role FROM message WHERE chat = 'c-1' ORDER BY position")
    assert roles == [("user",), ("assistant",), ("user",), ("assistant",)]
