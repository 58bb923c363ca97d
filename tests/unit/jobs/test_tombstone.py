from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jobs.tombstone import ForgetKey, is_bare
from memory_core.messages import Participant, ParticipantKind
from tests.fakes.chats import NED, message

KEY = ForgetKey(secret="invented " * 8)


def digest(content, *, key=KEY, workspace="acme", speaker=NED, chat="c1", before=None):
    said = replace(message(7, content, speaker=speaker), chat=chat)
    around = [said] if before is None else [replace(message(6, before), chat=chat), said]
    return key.digests(workspace, around)[chat, 7]


def test_the_chat_case_and_white_space_do_not_matter():
    assert digest("I live in Oslo.") == digest("i live  in OSLO.", chat="c2")


def test_workspace_speaker_words_and_key_do():
    other = Participant(id="ned", kind=ParticipantKind.HUMAN, user="u-mia")
    different = {
        digest("I live in Oslo."),
        digest("I live in Oslo!"),
        digest("I live in Oslo.", workspace="globex"),
        digest("I live in Oslo.", speaker=other),
        digest("I live in Oslo.", key=ForgetKey(secret="another " * 8)),
    }
    assert len(different) == 5


def test_a_user_is_recognised_under_another_participants_name():
    renamed = replace(NED, id="edward")
    assert digest("I live in Oslo.", speaker=renamed) == digest("I live in Oslo.")


def test_a_bare_answer_counts_with_what_it_answers_only():
    assert digest("Yes.", before="Do you live in Oslo?") != digest("Yes.", before="Do you ski?")
    assert digest("I ski.", before="Do you?") == digest("I ski.", before="And now?")


@pytest.mark.parametrize(
    "content", ["Yes.", "yes", "Exactly right!", "I do", "Ja, genau", "Oui", "Sí", "はい", "是的"]
)
def test_a_mere_yes_is_bare(content):
    assert is_bare(content)


@pytest.mark.parametrize("content", ["Tea.", "I live in Oslo.", "Yes, in Oslo.", "42"])
def test_what_says_something_is_not(content):
    assert not is_bare(content)


@given(st.text())
def test_any_text_has_a_digest_that_does_not_show_it(content):
    assert len(digest(content)) == 64


def test_a_key_is_not_printed():
    assert "invented" not in repr(KEY)
    assert KEY.id not in KEY.secret
