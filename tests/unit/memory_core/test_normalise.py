from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.text.normalise import clean, fold_key, narrow, one_line


@given(st.text())
def test_one_line_is_idempotent_and_holds_no_break(text):
    line = one_line(text)
    assert one_line(line) == line
    assert len(line.splitlines()) <= 1
    assert line == line.strip()


@given(st.text())
def test_folding_twice_changes_nothing(text):
    assert fold_key(fold_key(text)) == fold_key(text)


# case 51
@pytest.mark.parametrize(
    "title", ["大语言模型", "断路器", "記憶", "память", "ذاكرة", "स्मृति", "Größe"]
)
def test_letters_of_any_script_survive_folding(title):
    assert fold_key(title)
    assert sum(c.isalpha() for c in fold_key(title)) >= sum(c.isalpha() for c in title)


def test_case_width_and_spacing_do_not_tell_keys_apart():
    assert fold_key(" Ｄａｎａ\u3000 WHITFIELD ") == fold_key("dana whitfield")


def test_composed_and_decomposed_letters_make_one_line():
    assert one_line("cafe\u0301  au\nlait ") == "café au lait"


def test_what_no_database_can_hold_is_replaced_and_counted():
    assert clean("a\0b\ud800\udc00c") == ("a\ufffdb\ufffd\ufffdc", 3)
    assert clean("plain 😀") == ("plain 😀", 0)


@given(st.text())
def test_narrowing_keeps_every_offset(text):
    assert len(narrow(text)) == len(text)


def test_full_width_letters_are_made_narrow():
    assert narrow("ｐａｓｓ：１２") == "pass:12"
