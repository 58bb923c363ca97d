"""Words without which an English clause need not be tried for a slot at all."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from jobs.minds.rules.tongues.english_words import ANSWERS, DIET, STYLE, UNITS
from jobs.minds.rules.tongues.tongue import Phrase
from memory_core.index.slots import Slot

_HINTS = {
    Slot.HOME: r"liv|based|home|mov|settl|relocat|resid|shift|migrat|stick|find|place|house|flat|apart|condo|cottage|cabin|digs|town|city|village|address|neighb|local|dwell|stay",
    Slot.EMPLOYER: r"work|employ|job|firm|company|hire|recruit|poach|headhunt|snapped|took|taken|pay|signed|start|offer|gig|contract|position|role|began|begun|ended up|first|clock|punch|salary|wages|join|left|quit|resign|notice|fired|laid|prof|career|staff|team|earn|[Ss]ince|[Aa]s of|[Nn]ow|[Tt]hese days|[Ff]rom \w+ on|[Ss]tarting|currently|moment",
    Slot.ROLE: r"become|became|turned|made|trained|qualified|promoted|switched|changed|gone into|an? [a-z]|earn|living|by being|bills|work|job|title|profession|occupation|role|position|trade|appoint|hired|employ",
    Slot.NAME: r"name|called|introduce|meet",
    Slot.NICKNAME: r"call|go by|know|[Aa]ddress|nick",
    Slot.DIET: DIET,
    Slot.UNITS: f"(?i:{UNITS})",
    Slot.ANSWER_STYLE: f"{STYLE}|{ANSWERS}",
    Slot.BIRTHDAY: r"birthday|turn|get|become",
    Slot.LANGUAGE: r"speak|tongue|language|grew|raised|fluent|native|bilingual",
    Slot.ALLERGY: r"allerg|hives|rash",
    Slot.FAMILY: r" is my ",
    Slot.PET: r"[Mm]y|share|live",
    Slot.LIKES: r"[Ll]ik|[Ll]ov|njoy|avou?rite|fun|play|bored|tired|sick|fed up|gone off|over|appeal|interest|excit|pleas|quit|stopped|gave|given",
    Slot.DISLIKES: r"detest|dislike|hate|loathe|stand|like|care for|not|isn't",
    Slot.PROJECT: r"ing\b|project|app|game|startup|team|library|cancel|shelv|abandon|scrap|over|dead|discontinu|shut|called|gave|given|quit|stop|drop|work|lead|build|develop|run|maintain|manag|head",
}
_COMPILED = {slot: re.compile(words) for slot, words in _HINTS.items()}


def with_hints(ways: Iterable[Phrase]) -> tuple[Phrase, ...]:
    """Give each way of saying something the words of its slot."""
    return tuple(replace(stated, hint=_COMPILED.get(stated.slot)) for stated in ways)
