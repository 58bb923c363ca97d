from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.text.channels import (
    MASK,
    PASTE_LENGTH,
    foreign_text,
    own_lines,
    own_text,
    shown_lines,
    without_memory,
)

OWN = "I live in Oslo."
FOREIGN = "I live in Paris."
ENVELOPE = f"<memfold-memory>\n- {FOREIGN}\n</memfold-memory>"
INDEX = (
    "# Memory\n<!-- memfold 1 | acme:x/ | version 1 | 2026-11-30T20:15:00Z -->\n## Profile\n"
    f"- 2026-02-03 | {FOREIGN} | user-said | - | [e1](episodes/e1.md) | ^m1"
)
BY_OTHER_CHANNELS = [
    f"{OWN}\n```\n{FOREIGN}\n```",
    f"{OWN}\r\n```\r\n{FOREIGN}\r\n```\r\n",
    f"{OWN}\n```\n{FOREIGN}",
    f"> {FOREIGN}\n{OWN}",
    f"{OWN}\n-----Original Message-----\n{FOREIGN}",
    f"{OWN}\n----- Weitergeleitete Nachricht -----\n{FOREIGN}",
    f"{OWN}\n\nOn Mon, 2 Feb 2026, Cy wrote:\n{FOREIGN}",
    f"{OWN}\n\nLe lun. 2 févr. 2026, Cy a écrit :\n{FOREIGN}",
    f"{OWN}\nFrom: Cy\nTo: Di\n{FOREIGN}",
    f"{OWN}\nVon: Cy\nAn: Di\n{FOREIGN}",
    f"{OWN}\nPlease proofread this text: {FOREIGN}",
    f"{OWN}\n\n" + f"{FOREIGN} " * 100 + "\n\nbye",
    f"{OWN}\n\nFrom: Cy\nTo: Di\n" + f"{FOREIGN}\n\n" * 100,  # a long mail ends in no own words
]


@pytest.mark.parametrize("content", BY_OTHER_CHANNELS)
def test_what_came_by_another_channel_is_foreign_and_not_the_senders(content):
    assert OWN in own_text(content)
    assert FOREIGN not in own_text(content)
    assert FOREIGN in foreign_text(content)
    assert OWN not in foreign_text(content)


# case 23, 25
INSIDE = st.sampled_from(
    ["<!-- x -->", "<!--", "-->", "[photo: x]", "```", "<memfold 1>x</memfold 1>", "> ", FOREIGN]
)


@given(st.lists(INSIDE | st.text(max_size=9).map(lambda t: "".join(t.splitlines())), max_size=6))
def test_no_word_of_a_quoted_line_is_the_senders_whatever_stands_in_it(parts):
    quoted = "".join(parts).replace("\r", "")
    assert own_lines(f"{OWN}\n> {quoted}") == [OWN]


@pytest.mark.parametrize("block", [ENVELOPE, INDEX])
def test_text_shown_from_memory_is_neither_the_senders_nor_anyones(block):
    content = f"{OWN}\n{block}"
    for text in (own_text(content), foreign_text(content), without_memory(content)):
        assert FOREIGN not in text
    assert shown_lines(content) == [FOREIGN]


def test_a_line_that_memory_showed_is_masked_where_it_is_repeated():
    text = without_memory("As you said: I LIVE IN PARIS. Shall I book?", ["I live in Paris."])
    assert "PARIS" not in text
    assert "Shall I book?" in text


def test_no_words_join_across_a_mask():
    own = own_text("I live\n```\nx\n```\nin Paris")
    assert "live in" not in " ".join(own.split())


def test_a_line_user_colon_in_a_human_chat_is_the_humans():  # case 25
    assert own_lines("User: I prefer tabs") == ["User: I prefer tabs"]


def test_the_middle_of_a_long_message_is_foreign():
    paste = "\n\n".join([OWN, "x " * PASTE_LENGTH, "I like jazz."])
    assert own_lines(paste) == [OWN, "I like jazz."]


@given(
    st.lists(
        st.sampled_from(
            [OWN, FOREIGN, "```", "> a", "", ENVELOPE, INDEX, "[photo: x]", "\r\n", "a" * 600]
        )
    )
)
def test_masked_texts_are_as_long_as_the_message_and_say_nothing_new(parts):
    content = "\n".join(parts)
    for text in (own_text(content), foreign_text(content), without_memory(content, [OWN])):
        assert len(text) == len(content)
        kept = zip(text, content, strict=True)
        assert all(a in {b, MASK, "\n", " "} for a, b in kept)
