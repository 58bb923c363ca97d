"""How a French sentence turns away from a value, and what it would plainly be."""

from __future__ import annotations

import re

from jobs.minds.rules.tongues.tongue import Turn, turn

_AT = r"(?:à|au|aux|en|dans|chez|sur|pour|de|une?) "
_NOT_WHOLLY = (
    r"(?! (?:toujours|souvent|tout|tous|toutes|que|seulement|uniquement|encore|exactement|mal|si|très)\b"
    r"| qu')(?!.*\b(?:le (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|matin|soir)|aujourd'hui|ce (?:matin|soir)|cette)\b)"
    r"(?!.*\bqu(?:e\b|'))"
)
_I = r"\b(?P<who>[Jj]e|[Nn]ous|[Oo]n) n(?:e |')(?P<verb>[^,.:]{2,40}?) (?:plus|pas)"
_MINE = r"\b(?P<mine>(?:[Mm]on|[Mm]a|[Nn]otre) [^,.:]{2,30}?) n'est (?:plus|pas) "
_NEW = r"(?!je\b|j'|on\b|nous\b|ils?\b|elles?\b|pas\b|plus\b|ça\b|cela\b)(?P<rest>.+)$"
_CALL = r"\b[Nn]e m'appelle(?:z)? (?:plus|pas) "
_NEXT = r"(?:mais|c'est|il est|elle est|maintenant c'est|désormais c'est)(?: plutôt| maintenant| désormais| bien)* "
_VOWEL = re.compile(r"[aeéèêiouyh]", re.IGNORECASE)


def _affirmed(found: re.Match[str]) -> str:
    """Say plainly what was denied, of the new value where one is named."""
    groups = found.groupdict()
    who, verb = groups["who"], groups["verb"]
    subject = f"{who[0]}'" if who in {"Je", "je"} and _VOWEL.match(verb) else f"{who} "
    return f"{subject}{verb}{groups.get('at') or ''}{groups['rest']}"


def _denied(pattern: str, *, ended: bool = True) -> Turn:
    return Turn(pattern=re.compile(pattern), plain=_affirmed, ended=ended)


TURNS = (
    _denied(
        rf"{_I}(?P<at> (?:{_AT})?)(?P<old>[^,.:]{{2,40}}?),? mais (?:plutôt )?(?:{_AT})?{_NEW}",
        ended=False,
    ),
    _denied(rf"{_I}{_NOT_WHOLLY}(?: du tout| vraiment)?(?P<rest>[^,;:]*)"),
    turn(rf"{_MINE}[^,.:]{{2,40}}?,? {_NEXT}{_NEW}", r"\g<mine> est \g<rest>", ended=False),
    turn(rf"{_MINE}(?P<rest>[^,;:]*)", r"\g<mine> est \g<rest>"),
    turn(
        rf"{_CALL}[^,.:]{{2,30}},? (?:mais|appelle-moi)(?: plutôt)? {_NEW}",
        r"Appelle-moi \g<rest>",
        ended=False,
    ),
    turn(rf"{_CALL}(?P<rest>[^,;:]*)", r"Appelle-moi \g<rest>"),
)
