"""Soft words: how much of a line's wording was said, and what no rewriting may add."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from memory_core.index.evidence import EvidenceText
from memory_core.index.hard_tokens import hard, is_katakana, occurs
from memory_core.index.slot_templates import TEMPLATES
from memory_core.index.slots import slot_of
from memory_core.text.languages.detection import is_word_of
from memory_core.text.languages.known import table_of
from memory_core.text.tokens import Token, content_stems, stem, tokens

_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_OTHER_LATIN = ("en", "de", "es", "fr")
_PART_LENGTH = 4  # letters of a compound's part


@lru_cache(maxsize=8)
def free_stems(language: str) -> frozenset[str]:
    """Return the stems of the words that a rewriting may add."""
    return content_stems(" ".join(sorted(table_of(language).free)), language)


def content_of(line: str, evidence: EvidenceText, label: str = "") -> frozenset[str]:
    """Return the stems of a line that have to be said: less free words, labels and own names."""
    language = evidence.language
    free = free_stems(language) | content_stems(label, language) | evidence.speaker_stems()
    return content_stems(line, language) - free - _label_stems(line)


@lru_cache(maxsize=2048)
def _label_stems(line: str) -> frozenset[str]:
    """Return the stems of a slot line's label."""
    fact = slot_of(line)
    if fact is None:
        return frozenset()
    template = TEMPLATES[fact.language][fact.slot]
    label = (template.ended if fact.ended else template.line).format(q="", v="")
    return content_stems(label, fact.language)


def unsaid_words(line: str, evidence: EvidenceText, label: str, *, told: str) -> Iterator[str]:
    """Yield what is wrong when too few of a line's words were said.

    `told` is the line with its slot's label, which may touch the assertion but need not be said.
    """
    content, said = content_of(line, evidence, label), evidence.stems()
    yield from _in_another_language(told, evidence)
    if content and 2 * sum(_is_said(word, said) for word in content) < len(content):
        yield "less than half of its words are said"
    elif not _is_touched(told, content, evidence):
        yield "none of its words is in the assertion"


def _is_said(word: str, said: frozenset[str]) -> bool:
    """Tell whether a stem was said.

    A run of katakana may be the head of a longer one, a character alone a part of any pair.
    """
    if word in said or (is_katakana(word) and any(other.startswith(word) for other in said)):
        return True
    return bool(_HAN.fullmatch(word)) and any(word in other for other in said)


def _is_touched(line: str, content: frozenset[str], evidence: EvidenceText) -> bool:
    """Tell whether the assertion itself has a part in the line, free words included."""
    if not content:
        return True
    if (content | content_stems(line, evidence.language)) & evidence.asserted_stems():
        return True
    stop = evidence.table.stop
    return any(c not in stop for c in set(_HAN.findall(line)) & evidence.asserted_characters())


def _in_another_language(line: str, evidence: EvidenceText) -> Iterator[str]:
    """A small word of another language that was not said, and none of the language's own."""
    if not evidence.table.has_spaces:
        return
    said = evidence.keys()
    written = [t for t in tokens(line, evidence.language) if t.kind == "word"]
    unsaid = {t.key for t in written if t.key not in said and t.key.isalpha()}
    own = {t.key for t in written if is_word_of(t.key, evidence.language)}
    for code in _OTHER_LATIN:
        foreign = {word for word in unsaid - own if is_word_of(word, code)}
        if foreign and not any(not is_word_of(word, code) for word in own):
            yield f"is in another language than was said: {', '.join(sorted(foreign))}"
            return


def unsaid_nouns(line: str, evidence: EvidenceText, label: str) -> Iterator[str]:
    """Yield the nouns that nobody said, in a language that writes nouns like names.

    A noun counts as said by its stem, as a part of a compound, or as a compound of said parts.
    """
    if not evidence.table.nouns_are_capital:
        return
    said, keys = evidence.stems(), evidence.keys()
    free = free_stems(evidence.language) | evidence.speaker_stems() | _label_stems(line)
    free |= content_stems(label, evidence.language)
    for token in hard(line, evidence.language):
        if token.kind != "word" or token.key.isdigit():
            continue
        found = stem(token.key, evidence.language)
        if found not in said | free and not occurs(token.key, keys) and not _is_part(token, keys):
            yield f"{token.text!r} is not said"


def _is_part(noun: Token, keys: frozenset[str]) -> bool:
    """Tell whether a noun is a part of a said word, or begins and ends with said words."""
    key = noun.key
    if any(len(key) >= _PART_LENGTH and key in word for word in keys):
        return True
    long = [word for word in keys if len(word) >= _PART_LENGTH]
    return any(map(key.startswith, long)) and any(map(key.endswith, long))


def unsaid_characters(line: str, evidence: EvidenceText) -> Iterator[str]:
    """Yield the Chinese characters that nobody said: names are not told by their looks."""
    if evidence.table.has_spaces:
        return
    said = evidence.characters() | frozenset("".join(evidence.speaker_names()))
    for token in tokens(line, evidence.language):
        if token.kind != "han":
            continue
        for piece in _free_words(evidence.language).split(token.key):
            missing = "".join(c for c in piece if c not in said)
            if missing:
                yield f"{missing!r} is not said"


@lru_cache(maxsize=8)
def _free_words(language: str) -> re.Pattern[str]:
    table = table_of(language)
    listed = {*table.stop, *table.free, *table.same.values(), *table.same}
    return re.compile("|".join(map(re.escape, sorted(listed, key=len, reverse=True))))
