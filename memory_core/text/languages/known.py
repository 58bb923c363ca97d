"""The tables by language code."""

from __future__ import annotations

from memory_core.text.languages.chinese import CHINESE
from memory_core.text.languages.english import ENGLISH
from memory_core.text.languages.french import FRENCH
from memory_core.text.languages.german import GERMAN
from memory_core.text.languages.japanese import JAPANESE
from memory_core.text.languages.spanish import SPANISH
from memory_core.text.languages.table import Language

LANGUAGES: dict[str, Language] = {
    table.code: table for table in (ENGLISH, GERMAN, SPANISH, FRENCH, JAPANESE, CHINESE)
}


def find_language(code: str) -> Language | None:
    """Find a language's tables by its ISO 639-1 code; regions (`de-AT`) are set aside."""
    return LANGUAGES.get(code.partition("-")[0].lower())


def table_of(code: str) -> Language:
    """Return a language's tables, the English ones for a language that has none."""
    return find_language(code) or ENGLISH
