"""The grounding set: its shape, its balance, and two splits that share no phrasing."""

import json
import re
import unicodedata
from collections import Counter

import pytest

from benchmarks.grounding.pairs import LANGUAGES, SPLITS, load_pairs, parse_pairs

GRAM = 8  # words; characters in Japanese and Chinese


def _row(**changes):
    said = {"position": 1, "content": "Yes.", "at": "2026-02-03T10:00:00Z", "speaker": "Quill"}
    context = {"role": "assistant", "speaker": "Aide", "content": "Are you in Tarnholt?"}
    row = {
        "id": "invented-1",
        "language": "en",
        "family": "assent",
        "label": True,
        "asserting": [said],
        "context": [context],
        "line": "Is in Tarnholt.",
    }
    return json.dumps(row | changes)


def _texts(pair):
    return [*(message.content for message in (*pair.asserting, *pair.context)), pair.line]


def _grams(pair):
    pattern = r"\w" if pair.language in {"ja", "zh"} else r"\w+"
    for text in _texts(pair):
        words = re.findall(pattern, unicodedata.normalize("NFKC", text).casefold())
        for start in range(len(words) - GRAM + 1):
            yield tuple(words[start : start + GRAM])


@pytest.mark.parametrize("split", SPLITS)
def test_a_split_holds_sixty_pairs_a_language_of_which_about_half_are_true(split):
    pairs = load_pairs(split)
    for language in LANGUAGES:
        labels = Counter(pair.label for pair in pairs if pair.language == language)
        assert labels.total() >= 60
        assert 0.4 <= labels[True] / labels.total() <= 0.6


@pytest.mark.parametrize("split", SPLITS)
def test_no_pair_stands_twice(split):
    seen = Counter((tuple(_texts(pair)), pair.language) for pair in load_pairs(split))
    assert [key for key, count in seen.items() if count > 1] == []


def test_every_kind_of_trap_stands_in_both_splits():
    dev, test = ({pair.family for pair in load_pairs(split)} for split in SPLITS)
    assert dev == test


def test_no_phrasing_and_no_speaker_stands_in_both_splits():
    dev, test = (load_pairs(split) for split in SPLITS)
    shared = {gram for pair in dev for gram in _grams(pair)} & {
        gram for pair in test for gram in _grams(pair)
    }
    speakers = [{m.speaker.id for p in pairs for m in (*p.asserting, *p.context)}
                for pairs in (dev, test)]  # fmt: skip
    assert shared == set()
    assert speakers[0] & speakers[1] == set()


def test_context_stands_right_before_the_assertion():
    (pair,) = parse_pairs([_row()])
    assert [message.position for message in (*pair.context, *pair.asserting)] == [0, 1]
    assert pair.context[0].chat == pair.asserting[0].chat


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        ({"language": "xx"}, "language"),
        ({"label": "true"}, "label"),
        ({"asserting": []}, "asserting"),
        ({"context": [{"role": "user", "speaker": "Quill", "content": "Hm."}] * 5}, "context"),
        ({"context": [{"role": "chorus", "speaker": "Quill", "content": "Hm."}]}, "chorus"),
        (
            {"asserting": [{"position": 0, "content": "Yes.", "at": "2026-02-03T10:00:00",
                            "speaker": "Quill"}]},
            "zone",
        ),
    ],
)  # fmt: skip
def test_a_row_that_is_no_pair_is_refused_by_number_and_field(changes, names):
    with pytest.raises(ValueError, match=f"row 1: .*{names}"):
        parse_pairs([_row(**changes)])


def test_an_id_that_stands_twice_is_refused():
    with pytest.raises(ValueError, match="row 2: id 'invented-1' stands twice"):
        parse_pairs([_row(), _row()])


def test_a_split_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="one of dev, test"):
        load_pairs("train")
