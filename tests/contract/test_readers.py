"""What every reader keeps to, whoever it is."""

from __future__ import annotations

import pytest

from jobs.minds.endpoint import Endpoint
from jobs.minds.openai_compatible import OpenAIReader
from jobs.minds.rules import RulesReader
from memory_core.messages import Role
from tests.fakes.chats import BOT, MIA, NED, message, window
from tests.fakes.scripted_endpoint import ScriptedEndpoint, facts_from_transcript

CHAT = window(
    message(10, "Keep it short.", speaker=BOT, role=Role.SYSTEM),
    message(11, "Hi! I joined a pottery class in the old harbour yesterday."),
    message(12, "You should move to Oslo.", speaker=BOT),
    message(13, "I adopted a dog named Pip from the shelter last week.", speaker=MIA),
    message(14, "ok thanks"),
    context=(message(9, "I moved to Bergen for a new job in spring.", speaker=NED),),
)


@pytest.fixture(params=["rules", "model"])
def reader(request):
    if request.param == "rules":
        yield RulesReader()
        return
    with ScriptedEndpoint(facts_from_transcript) as server:
        yield OpenAIReader(Endpoint(base_url=server.base_url, model="scripted"))


def test_a_reader_says_who_it_is(reader):
    assert reader.model
    assert reader.prompt_version


def test_every_statement_rests_on_one_users_own_messages_of_the_window(reader):
    reading = reader.read(CHAT)
    assert reading.statements
    by_position = {each.position: each for each in CHAT.messages}
    for statement in reading.statements:
        assert statement.messages
        speakers = {by_position[position].speaker for position in statement.messages}
        assert len(speakers) == 1
        assert speakers <= {NED, MIA}
        assert statement.text == " ".join(statement.text.split())


def test_the_same_window_is_read_the_same(reader):
    assert reader.read(CHAT).statements == reader.read(CHAT).statements


# case 27
def test_a_chat_of_courtesies_is_read_as_nothing(reader):
    assert reader.read(window(message(0, "ok thanks"))).statements == ()


def test_a_window_of_other_voices_is_read_as_nothing_for_nothing(reader):
    reading = reader.read(window(message(0, "I moved to Oslo last year.", speaker=BOT)))
    assert reading.statements == ()
    assert reading.usage.calls == 0
