"""Whether foreign words speak of what the user himself spoke of: the only thing no page can forge.

A report and a lure can be worded alike; what tells a result from a text that a page slips in is
that the user asked for it. So words of no user count only where his own, before them in the chat,
share what they are about, in names, numbers or stems.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from memory_core.index.hard_tokens import hard_tokens
from memory_core.text.languages.detection import language_of
from memory_core.text.orders import sentences
from memory_core.text.tokens import content_stems, stem

ASKED_BEFORE = 3  # messages of the user's before foreign words that are looked at

_MOST_SHARED = 2  # stems that are enough
_RUN = 4  # words in a row that are no chance
_RUN_WIDE = 8  # the same in a script without blanks
_TELLING = 6  # characters: a shorter sentence is said without having been read anywhere
_ASKING = (  # words of asking, which every request holds, and no subject
    "please look show check tell find read open search see give want need help thank yes okay"
    " page result thing list get let know think make"
    " bitte schau zeig prüf sag such lies öffne gib danke ja seite mach"
    " favor mira busca muestra dime lee abre gracias página sí"
    " plaît regarde cherche montre dis lis ouvre merci oui page"
)
_LANGUAGES = ("en", "de", "es", "fr")
_NO_SUBJECT = frozenset(stem(w, code) for w in _ASKING.split() for code in _LANGUAGES)


def is_asked_for(text: str, asked: Iterable[str]) -> bool:
    """Tell whether a user's own words speak of what a foreign text tells.

    Half of the text's stems, names and numbers aside, and never more than two, have to stand in
    them; a name or a number that he gave counts as one.

    Args:
        text: a line or a sentence, of no user.
        asked: the user's own words before it.
    """
    words = "\n".join(asked)
    language = language_of(words, language_of(text, "en"))
    stems = _subjects(text, language)
    soft = stems - hard_tokens(text, language)
    needed = min(_MOST_SHARED, max(1, (len(soft) + 1) // 2))
    return len(stems & _subjects(words, language)) >= needed


def asked_lines(text: str, asked: Iterable[str]) -> str:
    """Return the lines of a foreign text of which each sentence is asked for."""
    words = tuple(asked)
    return "\n".join(
        line
        for line in text.split("\n")
        if all(is_asked_for(sentence, words) for sentence in sentences(line))
    )


def recites(text: str, told: str) -> bool:
    """Tell whether a text repeats a run of words of another, or a whole short sentence of it."""
    said = f" {_plain(text)} "
    return any(f" {run} " in said if run.isascii() else run in said for run in _runs(told))


def _subjects(text: str, language: str) -> frozenset[str]:
    found = content_stems(text, language)
    return frozenset(s for s in found if (len(s) > 1 or s.isascii()) and s not in _NO_SUBJECT)


def _runs(told: str) -> Iterator[str]:
    for sentence in sentences(told):
        plain = _plain(sentence)
        words = plain.split(" ")
        yield from (" ".join(words[at : at + _RUN]) for at in range(len(words) - _RUN + 1))
        wide = max(words, key=len)
        if not wide.isascii():
            yield from (wide[at : at + _RUN_WIDE] for at in range(len(wide) - _RUN_WIDE + 1))
        if len(plain) >= _TELLING:
            yield plain


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join("".join(c if c.isalnum() else " " for c in folded).split())
