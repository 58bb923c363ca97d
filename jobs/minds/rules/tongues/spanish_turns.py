"""How a Spanish sentence turns away from a value, and what it would plainly be."""

from __future__ import annotations

from jobs.minds.rules.tongues.tongue import turn

_AT = r"(?:en|para|con|a|de|como|una?) "
_NOT_WHOLLY = (
    r"(?!.*\b(?:solo|sólo|solamente|siempre|todo|todos|todas|que|exactamente|todavía|aún|tanto|mucho|muy|sé|creo"
    r"|únicamente|lejos|cerca|los? (?:lunes|martes|miércoles|jueves|viernes|sábados?|domingos?)|hoy|esta|quiero|puedo)\b)"
)
_MINE = r"\b(?P<mine>(?:[Mm]i|[Nn]uestr[oa]) [^,.:]{2,30}?) (?:ya )?no es "
_NEW = r"(?!que\b|no\b|él\b|ella\b|eso\b|yo\b)(?P<rest>.+)$"
_REST = r"(?P<rest>[^,;:]+)"
_CALL = r"\b(?:[Yy]a )?[Nn]o me (?:llames|digas)(?: más| ya)? "


TURNS = (
    turn(
        rf"\b(?:[Yy]a )?[Nn]o (?P<verb>[^,.:]{{2,40}}?) (?P<at>{_AT})?[^,.:]{{2,40}}?,? sino (?:{_AT})?{_NEW}",
        r"\g<verb> \g<at>\g<rest>",
        ended=False,
    ),
    turn(rf"\b(?:[Yy]a )?[Nn]o {_NOT_WHOLLY}{_REST}", r"\g<rest>"),
    turn(rf"\b[Nn]o (?P<verb>\w+(?: \w+)?) más (?!que\b|de\b){_REST}", r"\g<verb> \g<rest>"),
    turn(
        rf"{_MINE}[^,.:]{{2,40}}?,? (?:sino|es|ahora es|sino que es) {_NEW}",
        r"\g<mine> es \g<rest>",
        ended=False,
    ),
    turn(rf"{_MINE}{_REST}", r"\g<mine> es \g<rest>"),
    turn(
        rf"{_CALL}[^,.:]{{2,30}}?,? (?:sino|mejor|llámame|dime)(?: mejor)? {_NEW}",
        r"Llámame \g<rest>",
        ended=False,
    ),
    turn(rf"{_CALL}{_REST}", r"Llámame \g<rest>"),
)
