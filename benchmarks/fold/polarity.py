"""Whether a line affirms or denies: a closed lexicon per language."""

from __future__ import annotations

import re

_WORDS = {
    "en": r"\b(?:not|no\s+longer|never|dislikes?|hates?|detests?|can['’]?t|cannot|stopped|quit"
    r"|gave\s+up|gone\s+off|any\s?more|forget|cancelled|without)\b|n['’]t\b",
    "de": r"\b(?:nicht|nie|kein\w*|hass\w*|verabscheu\w*|aufgehört|aufgegeben|vergiss|vergessen"
    r"|eingestellt|abgeschafft)\b",
    "es": r"\b(?:no|nunca|odi[oa]|detest\w+|de(?:jado|jé|jó)\s+de|abandoné|cancelé|olvid\w+)\b",
    "fr": r"\b(?:ne|pas|jamais|détest\w*|arrêté|cessé|abandonné|oubli\w*|annulé)\b|\bn['’]",
    "ja": r"ない|ませ|嫌い|苦手|やめ|なくな|忘れ|中止|あきらめ|じゃな|飽き",
    "zh": r"不|没|讨厌|停用|弃用|放弃|取消|忘|腻",
}
_PATTERNS = {language: re.compile(words, re.IGNORECASE) for language, words in _WORDS.items()}


def is_negative(text: str, language: str) -> bool:
    """Tell whether a text denies, in its language or in the English of a slot's label."""
    return any(_PATTERNS[each].search(text) is not None for each in {language, "en"})
