"""The words of a question, and which words of a text they mean.

Texts are kept word for word, unstemmed. A term knows how the words that have its stem may begin,
so that the store can choose by beginnings, and then judges each word by its stem.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from memory_core.text.languages.detection import detect_language
from memory_core.text.languages.known import table_of
from memory_core.text.normalise import fold_key
from memory_core.text.tokens import stem, stem_list, tokens

_UMLAUTS = {"a": "ä", "o": "ö", "u": "ü"}
_LATIN_CODES = ("en", "de", "es", "fr")
_PAIRED = re.compile(r"[\u3041-\u3096\u3400-\u4dbf\u4e00-\u9fff]")
_PAIRED_RUN = re.compile(r"[\u3041-\u3096\u3400-\u4dbf\u4e00-\u9fff]+")
_WORD = re.compile(r"\w+(?:[.@/:-]\w+)*")
_LEAST_BEGINNING = 3  # letters: a shorter one would let nearly everything through
_LEAST_SPELT = 4  # letters of a word that may be misspelt
_LONGEST_WORD = 60
_ALIKE = 0.4  # share of trigrams, from which a word may be a misspelling of another
_MOST_SPELLINGS = 3
MAX_TERMS = 32


@dataclass(frozen=True, kw_only=True, slots=True)
class Term:
    """One word of a question; of Chinese characters and hiragana a pair."""

    stems: frozenset[tuple[str, str]]  # (language, stem), several where the language is open
    beginnings: tuple[str, ...]  # every word it means begins with one of these
    written: str  # folded
    guessed: bool = False  # by a similar spelling

    def means(self, word: str) -> bool:
        """Tell whether a folded word of a text is one of this term's."""
        if self.guessed or _PAIRED.search(word):
            return word.startswith(self.beginnings)
        return any((code, _stem_of(word, code)) in self.stems for code, _ in self.stems)


def read_terms(text: str) -> tuple[Term, ...]:
    """Return the terms of a question, without its small words unless it has no others."""
    language = detect_language(text)
    codes = _LATIN_CODES if language is None else (language,)
    found: dict[str, Term] = {}
    for written in _words(text, codes[0]):
        term = _term(written, codes)
        found.setdefault(min(stem for _, stem in term.stems), term)
    return tuple(found.values())[:MAX_TERMS]


def _words(text: str, code: str) -> Iterator[str]:
    """Yield the folded words that carry content; all of them where none does."""
    folded = fold_key(text)
    small = table_of(code).stop
    tokened = tokens(folded, code)
    said = [t for t in tokened if t.kind in {"word", "digits", "link", "katakana"}]
    chosen = [t.text for t in said if t.key not in small]
    pairs = [pair for pair in stem_list(folded, code) if _PAIRED.search(pair)]
    yield from [*chosen, *pairs] or [t.text for t in said]


def _term(written: str, codes: Sequence[str]) -> Term:
    if _PAIRED.search(written):
        return Term(stems=frozenset({("", written)}), beginnings=(written,), written=written)
    stems = frozenset((code, _stem_of(written, code)) for code in codes)
    words = {written, *(word for code, stem in stems for word in _same(code).get(stem, ()))}
    beginnings = {_beginning(word, stem) for word in words for _, stem in stems}
    beginnings |= {stem for _, stem in stems}
    beginnings |= {form for code, stem in stems if code == "de" for form in _umlauts(stem)}
    return Term(stems=stems, beginnings=tuple(sorted(beginnings)), written=written)


def _umlauts(stem: str) -> Iterator[str]:
    """Yield a German stem with each of its vowels changed: "haus" begins no "häuser"."""
    for at, letter in enumerate(stem[:_LONGEST_WORD]):
        if letter in _UMLAUTS:
            yield f"{stem[:at]}{_UMLAUTS[letter]}{stem[at + 1 :]}"


def _beginning(word: str, stem: str) -> str:
    same = takewhile(lambda pair: pair[0] == pair[1], zip(word, stem, strict=False))
    shared = "".join(letter for letter, _ in same)
    return shared if len(shared) >= min(_LEAST_BEGINNING, len(word)) else word


@lru_cache(maxsize=32768)
def _stem_of(word: str, code: str) -> str:
    found = tokens(fold_key(word), code)
    key = found[0].key if len(found) == 1 else word
    return stem(key, code) if not key.isdigit() else key


@lru_cache
def _same(code: str) -> Mapping[str, Sequence[str]]:
    """Return the other spellings and number words of a language by the stem that they have."""
    table = table_of(code)
    found: dict[str, list[str]] = defaultdict(list)
    for word in table.same:
        found[_stem_of(word, code)].append(word)
    for word, number in table.numbers.items():
        found[str(number)].append(word)
    return {key: [word for word in words if " " not in word] for key, words in found.items()}


def words_of(text: str) -> list[str]:
    """Return all words of a text as the store keeps them: folded, CJK as pairs."""
    folded = fold_key(text)
    runs = _PAIRED_RUN.findall(folded)
    pairs = [run[at : at + 2] for run in runs for at in range(len(run))]
    return [*_WORD.findall(_PAIRED_RUN.sub(" ", folded)), *pairs]


def may_be_misspelt(term: Term) -> bool:
    """Tell whether a term is a word long enough to be guessed."""
    word = term.written
    return len(word) >= _LEAST_SPELT and word.isalpha() and not _PAIRED.search(word)


def guess_meant(
    missing: Mapping[int, Term], vocabulary: Callable[[int, int, Sequence[str]], Iterable[str]]
) -> dict[int, Term]:
    """Return what misspelt words of a question may mean, by their numbers.

    Args:
        missing: the question's words that were found nowhere.
        vocabulary: the words of so many letters at least and at most that are LIKE a pattern.
    """
    spelt = [term.written for term in missing.values() if may_be_misspelt(term)]
    if not spelt:
        return {}
    lengths = [len(word) for word in spelt]
    patterns = sorted({part for word in spelt for part in _parts(word)})
    words = set(vocabulary(min(lengths) - 2, max(lengths) + 2, patterns))
    guesses = {number: similar_spellings(term, words) for number, term in missing.items()}
    return {number: term for number, term in guesses.items() if term is not None}


def similar_spellings(term: Term, words: Iterable[str]) -> Term | None:
    """Return the term for the words spelt most like one that no text has; None without any."""
    if not may_be_misspelt(term):
        return None
    rated = sorted((-_alikeness(term.written, word), word) for word in set(words))
    best = tuple(word for rate, word in rated[:_MOST_SPELLINGS] if -rate >= _ALIKE)
    if not best:
        return None
    return Term(stems=term.stems, beginnings=best, written=term.written, guessed=True)


def _parts(word: str) -> Iterator[str]:
    """Yield patterns for LIKE; a word spelt much like this one, letters only, matches some."""
    yield f"{word[:2]}%"
    yield f"%{word[-2:]}"
    yield from (f"%{word[at : at + 3]}%" for at in range(len(word) - 2))


def _alikeness(one: str, other: str) -> float:
    """Return the share of trigrams two words have in common, as pg_trgm counts them."""
    if abs(len(one) - len(other)) > len(one) // 2 or len(other) > _LONGEST_WORD:
        return 0.0
    first, second = _trigrams(one), _trigrams(other)
    return len(first & second) / len(first | second)


@lru_cache(maxsize=32768)
def _trigrams(word: str) -> frozenset[str]:
    padded = f"  {word} "
    return frozenset(padded[at : at + 3] for at in range(len(padded) - 2))
