"""Tables of languages: detection and numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.text.languages.detection import detect_language, language_of
from memory_core.text.languages.known import LANGUAGES, find_language
from memory_core.text.languages.numbers import CHINESE_NUMERAL, chinese_number
from memory_core.text.tokens import tokens


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I have lived here for years.", "en"),
        ("Ich wohne in Leipzig.", "de"),
        ("Vivo en Lugo con mi perro.", "es"),
        ("J'habite à Lyon avec mon chien.", "fr"),
        ("札幌に住んでいます。", "ja"),
        ("我住在上海。", "zh"),
        ("Привет, я живу в Риге.", None),
        ("12 34", None),
        ("I will visit Oslo tomorrow.", "en"),
        ("Will Gitarre lernen.", "de"),
        ("Will nach Oslo ziehen.", "de"),
    ],
)
def test_small_words_and_script_tell_the_language(text, language):
    assert detect_language(text) == language


def test_a_small_word_of_two_languages_tells_neither():
    assert detect_language("Will visit Oslo tomorrow.") is None


def test_words_that_tell_nothing_leave_the_claim():
    assert language_of("Grindelwater", "de") == "de"
    assert language_of("Ich wohne in Leipzig.", "en") == "de"
    assert language_of("全然。", "ja") == "ja"
    assert language_of("Jag bor i Malmö.", "sv") == "sv"


@pytest.mark.parametrize(
    ("language", "words", "number"),
    [
        ("en", "forty-two", 42),
        ("en", "twenty-first", 21),
        ("de", "zweiundvierzig", 42),
        ("de", "einundzwanzigsten", 21),
        ("es", "cuarenta y dos", 42),
        ("es", "veintiséis", 26),
        ("fr", "quatre-vingt-dix-sept", 97),
        ("fr", "vingt et un", 21),
        ("fr", "deuxième", 2),
        ("fr", "2e", 2),
    ],
)
def test_number_words_are_the_digits_they_mean(language, words, number):
    assert [token.key for token in tokens(words, language)] == [str(number)]


@pytest.mark.parametrize(
    ("written", "number"),
    [("二", 2), ("十", 10), ("四十二", 42), ("百二十", 120), ("一ダース", 12), ("一打", 12)],
)
def test_chinese_characters_are_the_digits_they_mean(written, number):
    match = CHINESE_NUMERAL.fullmatch(written)
    assert match
    assert chinese_number(match) == number


@given(st.integers(1, 99))
def test_every_number_to_a_hundred_has_a_word_in_each_language_with_spaces(number):
    for code in ("en", "de", "es", "fr"):
        table = find_language(code)
        assert table
        assert number in table.numbers.values()


@given(st.text(max_size=60))
def test_any_text_has_tokens_in_any_language(text):
    for code in LANGUAGES:
        for token in tokens(text, code):
            assert token.key
            assert 0 <= token.start < len(text)
