"""Words, numbers and stems."""

from hypothesis import given
from hypothesis import strategies as st

from memory_core.text.tokens import content_stems, tokens


def _keys(text):
    return [token.key for token in tokens(text)]


def test_number_words_ordinals_and_grouped_digits_share_a_key():
    assert _keys("twenty-one twenty one 21 21st 1,000 3rd a dozen") == [
        "21", "21", "21", "21", "1000", "3", "a", "12",
    ]  # fmt: skip


def test_links_and_versions_stay_whole_and_hours_leave_their_suffix():
    assert _keys("see https://a.example/x?y=1, /tmp/a-b, zed@a.example v2.1 at 10am") == [
        "see", "https://a.example/x?y=1", "/tmp/a-b", "zed@a.example", "v2.1", "at", "10", "am",
    ]  # fmt: skip


def test_possessives_go_and_names_of_languages_keep_their_signs():
    assert _keys("Zed's C++ and C# don't") == ["zed", "c++", "and", "c#", "don't"]


def test_stems_leave_out_stop_words_and_pair_chinese_characters():
    assert content_stems("I was hiking in the mountains") == {"hike", "mountain"}
    assert content_stems("大语言") == {"大语", "语言"}


@given(st.text(max_size=80))
def test_every_token_stands_where_it_says(text):
    for token in tokens(text):
        assert text[token.start : token.start + len(token.text)] == token.text
