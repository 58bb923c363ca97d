"""What values look like in the languages of the Latin alphabet."""

from __future__ import annotations

import re

CAPITAL = r"[A-Z\u00c0-\u00de][\w'.&+#-]*"
NAME = rf"{CAPITAL}(?: (?:{CAPITAL}|\d[\w-]*)){{0,3}}"
PERSON = rf"{CAPITAL}(?: (?:(?:de|del|de la|von|van|le|la) )?{CAPITAL}){{0,2}}"
_BETWEEN = (
    r"(?: (?:de la|de las|de los|de|del|la|le|les|el|sur|sous|en|du|des|am|an der|bei|ob der"
    r"|im|in|vor der) | d'| l'|-| )"
)
PLACE = (
    rf"(?:(?:La|Le|Les|El|Los|Las|San|Santa|Saint|Bad) )?{CAPITAL}(?:{_BETWEEN}{CAPITAL}){{0,3}}"
)
CODE = r"[A-Z0-9][\w'.&+#-]*(?: [A-Z0-9][\w'.&+#-]*){0,3}"

_LEAST = 2  # letters of a name


def is_name_of(*others: str) -> re.Pattern[str]:
    """Compile what a name cannot be."""
    return re.compile(rf"^(?:{'|'.join(others)})(?!\w)", re.IGNORECASE)


def reads_as_name(value: str, not_names: re.Pattern[str]) -> bool:
    """Whether a value can be a proper name of something."""
    return len(value) >= _LEAST and not not_names.match(value)
