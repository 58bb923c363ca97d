"""V15: words of our own prompts, their sentinel names, and placeholders nobody filled in."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from memory_core.text.normalise import fold_key
from memory_core.text.tokens import tokens

_RUN = 8  # consecutive tokens
_SENTINEL = re.compile(r"\bZz-\w+")  # begins every name in a prompt's example, and none outside
_PLACEHOLDER = re.compile(
    r"<[^<>\n]{1,40}>|\{\{?[\w .-]{1,40}\}?\}"
    r"|\[(?!\d{4}(?:-\d\d){0,2}\])(?:(?-i:[A-Z_ ]{2,40})"
    r"|(?:insert|your|the|user|name|date|fact|value|text|city|todo)\b[^\]\n]{0,40})\]"
    r"|\b(?:lorem\s+ipsum|TODO|TBD|XXX+|foobar|example\s+fact|fact\s+here|N/?A)\b",
    re.IGNORECASE,
)


def borrowed(line: str, prompts: Sequence[str], evidence: Collection[str]) -> Iterator[str]:
    """Yield what a line took from a prompt instead of from what was said.

    Args:
        line: its text.
        prompts: the texts of all prompts.
        evidence: what was said; a placeholder that stands there is the speaker's own.
    """
    if sentinel := _SENTINEL.search(line):
        yield f"{sentinel[0]!r} is a name of our examples"
    said = fold_key(" ".join(evidence))
    for placeholder in _PLACEHOLDER.finditer(line):
        if fold_key(placeholder[0]) not in said:
            yield f"{placeholder[0]!r} is a placeholder"
    taken = _runs(line) & frozenset[str]().union(*map(_runs, prompts))
    if taken:
        yield f"{_RUN} words of a prompt: {min(taken)!r}"


@lru_cache(maxsize=512)
def _runs(text: str) -> frozenset[str]:
    keys = [token.key for token in tokens(text)]
    return frozenset(" ".join(keys[at : at + _RUN]) for at in range(len(keys) - _RUN + 1))
