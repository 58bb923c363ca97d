"""What may stand as a slot's value in English, and the closed lists behind the patterns."""

from __future__ import annotations

import re

FAMILY = (
    "wife", "husband", "partner", "spouse", "girlfriend", "boyfriend", "fianc\u00e9e",
    "fianc\u00e9", "fiancee", "fiance", "mother", "father", "mom", "mum", "dad", "son",
    "daughter", "brother", "sister", "grandmother", "grandfather", "grandma", "grandpa", "aunt",
    "uncle", "cousin",
    "niece", "nephew", "mother-in-law", "father-in-law", "sister-in-law", "brother-in-law",
    "stepson", "stepdaughter", "stepfather", "stepmother",
)  # fmt: skip
PETS = (
    "dog", "puppy", "pup", "cat", "kitten", "rabbit", "hamster", "guinea pig", "parrot", "bird",
    "turtle", "tortoise", "snake", "lizard", "gecko", "horse", "pony", "goldfish", "fish",
)  # fmt: skip
LANGUAGES = (
    "Arabic", "Bengali", "Bulgarian", "Cantonese", "Catalan", "Chinese", "Croatian", "Czech",
    "Danish", "Dutch", "English", "Estonian", "Farsi", "Finnish", "French", "German", "Greek",
    "Hebrew", "Hindi", "Hungarian", "Icelandic", "Indonesian", "Irish", "Italian", "Japanese",
    "Korean", "Latvian", "Lithuanian", "Malay", "Mandarin", "Norwegian", "Persian", "Polish",
    "Portuguese", "Punjabi", "Romanian", "Russian", "Serbian", "Slovak", "Slovenian", "Spanish",
    "Swahili", "Swedish", "Tagalog", "Tamil", "Telugu", "Thai", "Turkish", "Ukrainian", "Urdu",
    "Vietnamese", "Welsh",
)  # fmt: skip
OCCUPATIONS = (
    "accountant", "actor", "actress", "administrator", "analyst", "architect", "artist", "baker",
    "barista", "biologist", "bookkeeper", "carpenter", "chef", "chemist", "clerk", "coach",
    "consultant", "cook", "counselor", "counsellor", "dancer", "dentist", "designer", "developer",
    "director", "doctor", "driver", "economist", "editor", "electrician", "engineer", "farmer",
    "firefighter", "gardener", "geologist", "hairdresser", "historian", "illustrator",
    "instructor", "journalist", "lawyer", "lecturer", "librarian", "manager", "mechanic",
    "midwife", "musician", "nurse", "painter", "paralegal", "paramedic", "pharmacist",
    "photographer", "physician", "physicist", "physiotherapist", "pilot", "plumber", "producer",
    "professor", "programmer", "psychologist", "recruiter", "researcher", "salesperson",
    "scientist", "secretary", "singer", "sociologist", "surgeon", "surveyor", "teacher",
    "technician", "therapist", "translator", "tutor", "veterinarian", "vet", "waiter", "waitress",
    "web developer", "welder", "writer",
)  # fmt: skip

_NO_NAME = re.compile(
    r"^(?:I|It|The|This|That|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)(?:day)?$|^(?:January"
    r"|February|March"
    r"|April|June|July|August|September|October|November|December|God|Lord|Good|Great|Yes|No"
    r"|OK|Okay"
    r"|When|If|Later|Back|Crazy|Maybe|Lucky)\b"
)
_NO_PLACE = re.compile(
    r"^(?:a|an|my|our|your|their|his|her|fear|peace|hope|harmony|hell|heaven|constant|such"
    r"|the moment|one|two|this|that|it)\b",
    re.IGNORECASE,
)
_LOOSE = re.compile(
    r"\b(?:I|me|his|their|its|whose|it|it's|this|that|these|those|there|here|them|they|him|her|he|she"
    r"|you|your|yours|ya|everyone|everything|something|anything|someone|how|what|when|where"
    r"|why|who|whether|now"
    r"|more|better|best|most|today|yesterday|tomorrow|tonight|is|are|was|were|am|has|have|had|i'm"
    r"|got|both|all|some|one|ones|other|others|same|each|another|too|so|him|herself|himself"
    r"|thanks|lot|lots|tons|idea|ideas|vibe|vibes|energy|attitude|pics?|photos?|look|looks|colors?"
    r"|colours?|quote|part|way|ways|enthusiasm|spirit|message|stuff|moments?|things?|feeling|lol"
    r"|sound|process|journey|little|times?|itself|also|even|just|any|such|stories|experiences?"
    r"|challenge|challenges|results?|work|effect|concept|theme|design|name|title|place|view)\b",
    re.IGNORECASE,
)
_NO_START = re.compile(
    r"^(?:the|an?|to (?:see|hear|know|think|say|be|have|get|do|chat|talk)|seeing|hearing|having"
    r"|being|getting|knowing|talking|chatting|catching|going|keeping"
    r"|living|with|for"
    r"|on|in|at|as|of|about|and|or|but|my|our)\b",
    re.IGNORECASE,
)
_ANY_DEED = re.compile(
    r"^(?:to )?(?:help|try|share|learn|work|talk|make|give|do|go|play)(?:ing)?$"
    r"|^(?:mak|giv|shar)ing$",
    re.IGNORECASE,
)
_NO_UNDERTAKING = re.compile(
    r"^(?:(?:an? )?(?:\w+ )?(?:project|thing|one)$|it|this|that|one|them|some|something|stuff"
    r"|things|getting|being|making|becoming|myself|our|my|a (?:few|couple|lot|new one)|both|all"
    r"|improving|building up|finding|keeping|having|new things|the same)\b",
    re.IGNORECASE,
)
_LEAST_LETTERS = 3
_MOST_WORDS = 10
_MOST_UNDERTAKING_WORDS = 12


def is_name(value: str) -> bool:
    """Whether a value can be what someone or something is called."""
    known = value.split(" ", 1)[0] in LANGUAGES or value.endswith("'s")
    return not known and not _NO_NAME.search(value)


def is_place(value: str) -> bool:
    """Whether a value can be a place or an organisation."""
    return not _NO_PLACE.match(value) and not _NO_NAME.search(value)


def is_thing(value: str) -> bool:
    """Whether a value is something in general, understood without its moment."""
    head = re.sub(r"^an? ", "", value)
    return len(head) >= _LEAST_LETTERS and not (
        _NO_START.match(head)
        or _ANY_DEED.match(head)
        or _LOOSE.search(head)
        or len(head.split()) > _MOST_WORDS
    )


def is_undertaking(value: str) -> bool:
    """Whether a value is a piece of work one can name."""
    loose = re.search(r"\b(?:it|this|that|your?|here|there|now|them)\b", value, re.IGNORECASE)
    few = len(value.split()) <= _MOST_UNDERTAKING_WORDS
    whole = value.count('"') % 2 == 0
    return (
        whole and few and not loose and not _NO_UNDERTAKING.match(value) and len(value.split()) > 1
    )
