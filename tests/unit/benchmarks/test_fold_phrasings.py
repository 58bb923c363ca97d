"""The splits share no phrasing, and each phrasing is what its group says it is."""

import re

import pytest

from benchmarks.fold.generator import digest, generate
from benchmarks.fold.phrasings import FOLDER, LANGUAGES, SPLITS, load_phrasebook, load_syllables
from benchmarks.fold.polarity import is_negative

_STREAMS = FOLDER.with_name("streams.sha256")
_CJK = ("ja", "zh")
_SAID = {
    *("name", "nickname", "home", "employer", "role", "family", "pet", "birthday", "language"),
    *("units", "diet", "tool", "style", "likes", "dislikes", "allergy", "project", "event"),
    "remember",
}


def _kept_hash(name):
    lines = _STREAMS.read_text(encoding="utf-8").splitlines()
    return next(line.split()[0] for line in lines if line.split()[1] == name)


def _grams(split, language):
    grams = set()
    for text in load_phrasebook(split, language).texts():
        for words in re.split(r"\{\w+\}", text.casefold()):
            parts = re.findall(r"\w" if language in _CJK else r"\w+", words)
            grams |= {tuple(parts[i : i + 8]) for i in range(len(parts) - 7)}
    return grams


@pytest.mark.parametrize("seed", [11, 12])
def test_the_held_out_stream_of_a_published_seed_is_the_committed_one(seed):
    assert _kept_hash(f"test/{seed}") == digest(generate("test", seed))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_eight_words_or_cjk_characters_in_a_row_stand_in_both_splits(language):
    assert not _grams("dev", language) & _grams("test", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_phrasing_stands_in_both_splits(language):
    dev, test = ({*load_phrasebook(split, language).texts()} for split in SPLITS)
    assert not {t for t in dev & test if "{v}" in t or len(t) > len("-1d|yesterday  ")}


def test_invented_names_are_made_of_other_syllables_in_each_split():
    for script in ("latin", "ja", "zh"):
        dev, test = (load_syllables(split)[script] for split in SPLITS)
        assert not set(dev["first"]) & set(test["first"])


@pytest.mark.parametrize("split", SPLITS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_fact_has_three_phrasings_or_more_and_each_names_its_value(split, language):
    said = load_phrasebook(split, language).groups["said"]
    assert set(said) == _SAID
    for phrasings in said.values():
        assert len(set(phrasings)) >= 3
        assert all("{v}" in phrasing for phrasing in phrasings)


@pytest.mark.parametrize("split", SPLITS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_polarity_of_a_phrasing_is_the_one_its_row_asks_for(split, language):
    groups = load_phrasebook(split, language).groups
    wrong = [
        phrasing
        for group in ("said", "changed", "taken_back", "negated")
        for slot, phrasings in groups[group].items()
        for phrasing in phrasings
        if slot != "remember" and "{old}" not in phrasing
        if is_negative(phrasing, language) is (group in {"said", "changed"} and slot != "dislikes")
    ]
    assert wrong == []
