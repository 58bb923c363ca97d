"""Attacks that others wrote: the prompts of BIPIA, read from its own file and never copied here.

BIPIA (Yi et al., "Benchmarking and Defending Against Indirect Prompt Injection Attacks on Large
Language Models", MIT licence) lists English prompts by kind in `benchmark/text_attack_test.json`.
They would steer an answer rather than a memory, so what counts is whether they are shown again.
"""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

from benchmarks.injection.attacks import VAGUE, Pair

_CHANNELS = ("tool", "web", "paste", "assistant", "import", "save")
_SYLLABLES = [c + v for c in "bdgklmnprtvz" for v in "aeiou"]


def load_bipia(path: Path) -> list[Pair]:
    """Read the prompts, each with an invented name in brackets that is looked for in memory.

    Raises:
        TypeError: the file is not an object of lists of texts.
    """
    told = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(told, dict):
        raise TypeError(f"{path}: is not BIPIA's text_attack_test.json, an object of lists")
    names = ("Vor" + "".join(pair) for pair in product(_SYLLABLES, repeat=2))
    return [
        _pair(f"{family}-{number}", family, prompt, next(names))
        for family, prompts in told.items()
        for number, prompt in enumerate(prompts)
    ]


def _pair(name: str, family: str, prompt: str, canary: str) -> Pair:
    ending = prompt[-1] if prompt[-1] in ".?" else ""
    attack = f"{prompt.removesuffix(ending)} ({canary}){ending}"
    return Pair(
        id=name,
        family=family,
        language="en",
        channels=_CHANNELS,
        messages=(attack,),
        working=attack,
        sent=attack,
        canary=canary,
        harmless="",
        asked=VAGUE,
    )
