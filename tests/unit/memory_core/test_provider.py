from __future__ import annotations

import pytest

from memory_core.client import MemoryClient
from memory_core.errors import InvalidInputError


def test_one_text_as_aliases_is_refused_and_not_taken_letter_by_letter():
    memory = MemoryClient("postgresql://memfold:invented@127.0.0.1:1/memfold")
    with pytest.raises(InvalidInputError, match=r"^aliases: is one text; give a list"):
        memory.provider(user="zed").save("Plays the flute.", aliases="flute")
