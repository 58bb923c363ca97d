"""What requests and answers were spent on; four characters are a token, an answer counts fourfold.

A request is its messages and its schema. A re-ask counts whole under its own name, since it would
not be there if the first answer had been of use.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator

from benchmarks.cost.model import Exchange
from memory_core.prompts.prompt import load_prompt

ANSWER_WEIGHT = 4
_CHARACTERS = 4  # a token

PROMPTS = ("static prompt", "schema", "transcript", "context", "entries", "episodes", "frame")
ANSWERS = ("statements", "operations")
RE_ASKS = "re-asks"
DRIVERS = (*PROMPTS, *ANSWERS, RE_ASKS)

_REPAIR = load_prompt("repair").text.partition("{")[0]
_ENTRY = re.compile(r"\[\d+\] |Entries:")
_EPISODE = re.compile(r"\(\d+\) |Episodes:")
_TRANSCRIPT = re.compile(r"\[\d+\] \w+ [^:]*:|== |    ")
_CONTEXT = re.compile(r"- ")


def weighted_tokens(exchanges: Iterable[Exchange]) -> dict[str, float]:
    """Return the weighted tokens of each driver."""
    spent: Counter[str] = Counter(dict.fromkeys(DRIVERS, 0))
    for exchange in exchanges:
        parts = Counter[str]()
        for driver, characters in _parts(exchange):
            parts[driver] += characters * (ANSWER_WEIGHT if driver in ANSWERS else 1)
        if is_re_ask(exchange):
            spent[RE_ASKS] += parts.total()
        else:
            spent.update(parts)
    return {driver: spent[driver] / _CHARACTERS for driver in DRIVERS}


def prompt_tokens(exchanges: Iterable[Exchange]) -> float:
    """Return the tokens of all requests."""
    return sum(n for e in exchanges for d, n in _parts(e) if d not in ANSWERS) / _CHARACTERS


def answer_tokens(exchanges: Iterable[Exchange]) -> float:
    """Return the tokens of all answers, not weighted."""
    return sum(len(exchange.answer) for exchange in exchanges) / _CHARACTERS


def is_re_ask(exchange: Exchange) -> bool:
    """Return whether the model is told what was wrong with its last answer."""
    return _REPAIR in exchange.request["messages"][-1]["content"]


def is_reading(exchange: Exchange) -> bool:
    """Return whether a chat is read, not a fold planned."""
    name: str = exchange.request["response_format"]["json_schema"]["name"]
    return name == "extract"


def _parts(exchange: Exchange) -> Iterator[tuple[str, int]]:
    request = exchange.request
    schema = request["response_format"]["json_schema"]["schema"]
    system, shown = (message["content"] for message in request["messages"])
    yield "static prompt", len(system)
    yield "schema", len(json.dumps(schema, separators=(",", ":")))
    reading = is_reading(exchange)
    for line in shown.splitlines(keepends=True):
        yield _driver_of(line, reading=reading), len(line)
    yield "statements" if reading else "operations", len(exchange.answer)


def _driver_of(line: str, *, reading: bool) -> str:
    if reading:
        kinds = ((_TRANSCRIPT, "transcript"), (_CONTEXT, "context"))
    else:
        kinds = ((_ENTRY, "entries"), (_EPISODE, "episodes"))
    return next((name for pattern, name in kinds if pattern.match(line)), "frame")
