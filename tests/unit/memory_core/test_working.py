from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.errors import InvalidInputError
from memory_core.working import MOST_BYTES, check_key, check_value, texts_of

TEXTS = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=20)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)  # fmt: skip


@given(JSON)
def test_every_json_value_is_taken_as_it_is(value):
    assert check_value(value) == value


def nested(levels):
    value = "x"
    for _ in range(levels):
        value = [value]
    return value


def circle():
    value = []
    value.append(value)
    return value


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({1, 2}, "is no JSON"),
        (object(), "is no JSON"),
        (math.nan, "is no JSON"),
        (math.inf, "is no JSON"),
        (circle(), "is no JSON"),
        ("x" * MOST_BYTES, "is 16386 bytes of JSON; at most 16384"),
        ("é" * (MOST_BYTES // 2), "is 16386 bytes"),
        (["a\0b"], "NUL"),
        ({"a\0b": 1}, "NUL"),
        ("\ud800", "lone surrogate"),
        (nested(32), "32 levels deep"),
        (nested(100_000), "32 levels deep"),
    ],
)
def test_what_no_value_can_be_is_refused_by_name_with_the_way_out(value, reason):
    with pytest.raises(InvalidInputError, match=f"value: .*{reason}"):
        check_value(value)


def test_a_backslash_before_a_u_is_no_nul():
    assert check_value("a\\u0000") == "a\\u0000"
    assert check_value(nested(31)) == nested(31)


@pytest.mark.parametrize("key", ["", "k" * 129, "é" * 65, "a\0", "\ud800"])
def test_a_key_that_cannot_be_one_is_refused_by_name(key):
    with pytest.raises(InvalidInputError, match="key: "):
        check_key(key)


@given(JSON)
def test_the_texts_of_a_value_are_all_that_its_json_holds(value):
    found = list(texts_of(value, names=True))
    written = json.dumps(value, ensure_ascii=False)
    assert sum(len(json.dumps(text, ensure_ascii=False)) for text in found) == sum(
        len(text) for text in _quoted(written)
    )


def _quoted(text):
    """Yield the texts of a JSON document as they are written."""
    at = text.find('"')
    while at >= 0:
        _, end = json.decoder.scanstring(text, at + 1)
        yield text[at:end]
        at = text.find('"', end)
