"""The languages beside English, by code."""

from __future__ import annotations

from jobs.minds.rules.tongues.chinese import CHINESE
from jobs.minds.rules.tongues.french import FRENCH
from jobs.minds.rules.tongues.german import GERMAN
from jobs.minds.rules.tongues.japanese import JAPANESE
from jobs.minds.rules.tongues.spanish import SPANISH
from jobs.minds.rules.tongues.tongue import Tongue

TONGUES: dict[str, Tongue] = {
    tongue.language: tongue for tongue in (GERMAN, SPANISH, FRENCH, JAPANESE, CHINESE)
}
