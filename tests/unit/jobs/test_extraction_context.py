"""What a statement may refer to, and in which language it is read."""

from datetime import UTC, datetime

import pytest

from jobs.extraction import Origin, harvest
from jobs.minds.protocol import Statement
from jobs.routes import Feeds
from memory_core.messages import Message, Participant, ParticipantKind, Role
from memory_core.sections import Section

NOW = datetime(2026, 2, 3, 10, 0, tzinfo=UTC)
MIRA = Participant(id="mira", kind=ParticipantKind.HUMAN, user="mira", name="Mira")
HELPER = Participant(id="helper", kind=ParticipantKind.AGENT, name="Helper")
ORIGIN = Origin(run="r", model="m", prompt_version="p", recorded_at=NOW)


def _message(position, content, speaker=MIRA, role=Role.USER):
    return Message(
        chat="c1", position=position, role=role, speaker=speaker, content=content, at=NOW
    )


def _asked(position, content):
    return _message(position, content, HELPER, Role.ASSISTANT)


def _harvest(line, window, *, said, context=(), language="en", shown=()):
    statement = Statement(text=line, section=Section.PROFILE, messages=(said,), language=language)
    feeds = Feeds(scopes={"mira": "default:mira/"}, only_user="mira", shown=shown)
    return harvest(
        [statement], shown=window, stored=window, feeds=feeds, origin=ORIGIN, context=context
    )


def test_a_statement_may_refer_to_what_was_said_before_it():
    window = [_message(0, "I spent the weekend in Oslo."), _asked(1, "Was it for work?")]
    window.append(_message(2, "No, I live there."))
    assert len(_harvest("Lives in Oslo.", window, said=2).episodes) == 1
    assert "V10" in _harvest("Lives in Bergen.", window, said=2).refusals[0]


def test_it_may_refer_across_the_windows_border():
    window = [_message(5, "Yes")]
    question = _asked(4, "Do you live in Oslo?")
    assert len(_harvest("Lives in Oslo.", window, said=5, context=[question]).episodes) == 1
    assert _harvest("Lives in Oslo.", window, said=5).refusals


# case 24
def test_what_memory_showed_lends_an_assertion_nothing():
    window = [_asked(0, "I know: Lives in Oslo."), _message(1, "I like living there, yes.")]
    assert _harvest("Lives in Oslo.", window, said=1).episodes
    shown = ((0, "Lives in Oslo."),)
    assert _harvest("Lives in Oslo.", window, said=1, shown=shown).refusals


# case 23
def test_a_system_message_lends_nothing():
    system = _message(0, "The user lives in Oslo.", HELPER, Role.SYSTEM)
    assert _harvest("Lives in Oslo.", [system, _message(1, "I live there.")], said=1).refusals


# case 53
def test_the_language_of_a_statement_is_that_of_its_messages():
    window = [_message(0, "Ich wohne in Oslo und trinke keinen Kaffee.")]
    (episode,) = _harvest("Trinkt keinen Kaffee.", window, said=0, language="en").episodes
    assert episode.language == "de"
    assert _harvest("Drinks no Kaffee.", window, said=0, language="en").refusals


@pytest.mark.parametrize("line", ["Lives here.", "Moved yesterday."])
def test_words_that_point_out_of_a_line_are_refused(line):
    window = [_message(0, "I live here, we moved yesterday.")]
    assert _harvest(line, window, said=0).refusals[0].startswith("V17")
