"""Which language a text is in, as far as the rules need to know."""

from __future__ import annotations

import re

from memory_core.text.languages.detection import detect_language

UNKNOWN = "und"
_FEW_WORDS = 8  # so short a text is judged by its forms as well
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_OTHER_SCRIPT = re.compile(r"[\u0370-\u1fff\uac00-\ud7af]")
_WORD = re.compile(r"[^\W\d_]+")
_FORMS = {
    "en": re.compile(
        r"\b(?:i|the|my|is|are|and|of|to|an?|it|with|for|at|you|me|please|was|have|this|that|not|we"
        r"|can|give|now|from|remember|don't)\b|\w{2,}ing\b",
        re.IGNORECASE,
    ),
    "de": re.compile(
        r"\b(?:ich|meine?|ist|bin|und|nicht|der|die|das|mit|bei|für|auf|eine?|habe|wir|bitte|mir|mich"
        r"|gerne?|sehr|jetzt|wieder)\b|[äöüß]|\w+(?:ung|keit|lich|isch|ieren|iert)\b",
        re.IGNORECASE,
    ),
    "es": re.compile(
        r"\b(?:soy|estoy|dame|mis?|muy|el|los|las|del|con|para|por|ya|nos|hemos|he|de|que|en)\b|[ñ¿¡]"
        r"|\b[^\W\d_]{3,}o\b|[áéíóú]|\w(?:ción|dad|emos|amos)\b",
        re.IGNORECASE,
    ),
    "fr": re.compile(
        r"\b(?:je|mon|ma|mes|suis|chez|des|les|une|du|avec|pas|plus|ne|aux?|est|moi|nous|en|de|que)\b"
        r"|\b(?:j|c|d|l|n|s|m|qu)'|[çœèêàùîâ]|é|\w+(?:eux|ez|ons|ais)\b",
        re.IGNORECASE,
    ),
}


def guess_language(text: str, prior: str | None = None) -> str:
    """Return the BCP 47 code of a text's language; `und` when the tables cannot tell.

    Args:
        text: the words to judge.
        prior: the language of what the same speaker said around it, if known.
    """
    plain = text.replace("\u2019", "'")
    if len(_OTHER_SCRIPT.findall(plain)) > len(_LATIN.findall(plain)):
        return UNKNOWN
    found = detect_language(plain)
    if found in {"ja", "zh"} or len(_WORD.findall(plain)) > _FEW_WORDS:
        return found or prior or ("en" if plain.isascii() else UNKNOWN)
    scores = {
        code: len(forms.findall(plain)) + (code == found) + (code == prior)
        for code, forms in _FORMS.items()
    }
    best = max(scores, key=lambda code: (scores[code], code == prior, code == found))
    if scores[best]:
        return best
    return "en" if plain.isascii() else UNKNOWN
