from __future__ import annotations

import pytest

from memory_core.client import MemoryClient
from memory_core.errors import InvalidInputError


@pytest.fixture
def turn():
    """A turn of a store that nobody serves: what is refused is refused before it is asked."""
    return MemoryClient("postgresql://memfold:invented@127.0.0.1:1/memfold").provider(user="zed")


def test_one_text_for_several_is_refused_and_not_taken_letter_by_letter(turn):
    with pytest.raises(InvalidInputError, match=r"^aliases: is one text; give a list"):
        turn.save("Plays the flute.", aliases="flute")
    with pytest.raises(InvalidInputError, match=r"^ids: is one text; give a list"):
        turn.memory_used("m85z5ac2")


def test_a_save_under_no_heading_of_the_index_is_refused(turn):
    with pytest.raises(InvalidInputError, match=r"^section: 'Pets' is none of Profile, "):
        turn.save("Owns a cat.", section="Pets")
