"""The block at the head of a turn: active lines as a model is shown them, within a budget.

    <memfold 3f9c0d2a51b87e64>
    ## Preferences
    - 2026-11-02 | Prefers metric units. | unverified | ^m7k2p9qa
    </memfold 3f9c0d2a51b87e64>

The number is an HMAC over scopes and versions: the bytes stay the same until a line changes, and no
stored text can know it, so none can close the envelope. It keeps content inside and does no more.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import attrgetter

from memory_core.index.model import Entry, Index
from memory_core.provenance import Provenance, Trust
from memory_core.saving import PendingSave
from memory_core.scopes import ScopeKind
from memory_core.search.hit import Hit
from memory_core.sections import Section
from memory_core.text.sanitise import show, show_label

MAX_TOKENS = 4_000
_NONCE_DIGITS = 16
_SPECIAL = re.compile(r"[\\|]")
_ASCII_A_TOKEN = 4  # characters; of other scripts each counts as one
_TITLES = {
    ScopeKind.AGENT_USER: "# Of this user with you",
    ScopeKind.USER: "# Of this user with every agent",
    ScopeKind.AGENT_ORG: "# Of your work with all users",
}
_RANKS = {Trust.REQUESTED: 2, Trust.CORROBORATED: 3, Trust.UNVERIFIED: 4}
_SECTIONS = {section: rank for rank, section in enumerate(Section)}


@dataclass(frozen=True, kw_only=True, slots=True)
class ScopeMemory:
    """What a scope holds now: its index and what waits to enter it."""

    kind: ScopeKind
    index: Index
    saves: tuple[PendingSave, ...] = ()

    @property
    def scope_key(self) -> str:
        """Whose memory it is."""
        return self.index.scope_key

    @property
    def stamp(self) -> tuple[str, int, tuple[str, ...]]:
        """What changes when its lines do."""
        return self.scope_key, self.index.version, tuple(save.episode for save in self.saves)


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """A line of the block before it is written."""

    scope_key: str
    kind: ScopeKind
    id: str
    text: str
    day: date
    section: Section
    marks: str
    rank: int  # the lower, the later it is left out


@dataclass(frozen=True, kw_only=True, slots=True)
class Block:
    """A block as text, and what it shows."""

    text: str  # "" where nothing is remembered
    shown: tuple[Line, ...] = ()
    left_out: int = 0  # lines that the budget had no room for


def make_nonce(secret: bytes, *parts: object) -> str:
    """Return an envelope's number: 16 hex digits that nobody without the secret can tell."""
    return hmac.new(secret, repr(parts).encode(), hashlib.sha256).hexdigest()[:_NONCE_DIGITS]


def count_tokens(text: str) -> int:
    """Estimate a text's tokens: four ASCII characters each, one each of any other script."""
    narrow = len(text) if text.isascii() else len(text.encode("ascii", "ignore"))
    return -(-narrow // _ASCII_A_TOKEN) + len(text) - narrow


def render_block(
    memories: Sequence[ScopeMemory],
    secret: bytes,
    instructions: str,
    max_tokens: int = MAX_TOKENS,
) -> Block:
    """Write the block of some scopes.

    Args:
        memories: the nearest scope first.
        secret: the envelope's.
        instructions: what stands behind the lines, the same in every turn.
        max_tokens: of lines and instructions together; the least trusted and oldest lines are left
            out first, and a notice says how many.
    """
    nonce = make_nonce(secret, "block", *(memory.stamp for memory in memories))
    lines = [line for memory in memories for line in _lines_of(memory)]
    written = {(line.scope_key, line.id): _write(line, nonce) for line in lines}
    kept = _within(lines, written, max_tokens - count_tokens(instructions))
    body = list(_body(kept, written))
    left_out = len(lines) - len(kept)
    notice = [f"{left_out} more lines found no room here: memory_search finds them."]
    parts = [*_envelope(body, nonce), *(notice if left_out else ()), instructions]
    return Block(text="\n".join(part for part in parts if part), shown=kept, left_out=left_out)


def _envelope(body: Sequence[str], nonce: str) -> Sequence[str]:
    if not body:
        return ("Nothing is remembered of this user yet.",)
    return (f"<memfold {nonce}>", *body, f"</memfold {nonce}>")


def _lines_of(memory: ScopeMemory) -> Iterator[Line]:
    """Yield what is held to be true: a line that a save replaces is so no more."""
    replaced = {save.supersedes for save in memory.saves}
    for entry in memory.index.active:
        if entry.id not in replaced and entry.section is not None:
            yield Line(
                scope_key=memory.scope_key,
                kind=memory.kind,
                id=entry.id,
                text=entry.text,
                day=entry.day,
                section=entry.section,
                marks=_marks(entry),
                rank=1 if entry.pinned else _RANKS[entry.trust],
            )
    for save in memory.saves:
        yield Line(
            scope_key=memory.scope_key,
            kind=memory.kind,
            id=save.episode,
            text=save.text,
            day=save.day,
            section=save.section,
            marks=f"{Trust.REQUESTED}, new",
            rank=0,
        )


def _marks(entry: Entry) -> str:
    origin = [str(entry.provenance)] if entry.provenance is Provenance.TOOL_DERIVED else []
    quoted = ["quoted"] if entry.quoted else []
    return ", ".join((str(entry.trust), *origin, *quoted))


def _write(line: Line, nonce: str) -> str:
    return f"- {line.day} | {_field(line.text, nonce)} | {line.marks} | ^{line.id}"


def _field(text: str, nonce: str) -> str:
    return _escaped(show(text, nonce))


def _label(text: str, nonce: str) -> str:
    return _escaped(show_label(text, nonce))


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text)


def _within(
    lines: Sequence[Line], written: Mapping[tuple[str, str], str], tokens: int
) -> tuple[Line, ...]:
    """Choose the lines that have room, the most trusted and newest first; return them in order."""
    if _cost_of_all(lines, written) <= tokens:
        return tuple(lines)
    kept: set[tuple[str, str]] = set()
    headed: set[tuple[str, Section]] = set()
    for line in sorted(lines, key=lambda line: (line.rank, -line.day.toordinal(), line.id)):
        key, heading = (line.scope_key, line.id), (line.scope_key, line.section)
        cost = count_tokens(written[key]) + 1
        cost += 0 if heading in headed else count_tokens(f"## {line.section}") + 1
        if cost <= tokens:
            tokens -= cost
            kept.add(key)
            headed.add(heading)
    return tuple(line for line in lines if (line.scope_key, line.id) in kept)


def _cost_of_all(lines: Sequence[Line], written: Mapping[tuple[str, str], str]) -> int:
    """Return no less than what all lines and their headings cost."""
    headings = {(line.scope_key, line.section): f"## {line.section}" for line in lines}
    return sum(count_tokens(text) + 1 for text in (*written.values(), *headings.values()))


def _body(lines: Sequence[Line], written: Mapping[tuple[str, str], str]) -> Iterator[str]:
    several = len({line.scope_key for line in lines}) > 1
    for _, group in groupby(lines, key=attrgetter("scope_key")):
        members = list(group)
        if several:
            yield _TITLES[members[0].kind]
        order = sorted(members, key=lambda line: (_SECTIONS[line.section], line.day, line.id))
        for section, under in groupby(order, key=attrgetter("section")):
            yield f"## {section}"
            yield from (written[line.scope_key, line.id] for line in under)


def render_hits(hits: Iterable[Hit], secret: bytes, *parts: object) -> str:
    """Write hits in an envelope of their own; "" where there are none."""
    found = list(hits)
    nonce = make_nonce(secret, "hits", *parts, [hit.id for hit in found])
    body = [_write_hit(hit, nonce) for hit in found]
    return "\n".join(_envelope(body, nonce)) if body else ""


def _write_hit(hit: Hit, nonce: str) -> str:
    text = _field(hit.text, nonce)
    if hit.is_message:
        said = f"{_label(hit.speaker, nonce)} said" if hit.speaker else "Said"
        return f"- {hit.date} | {said}: “{text}” | message | {_label(hit.id, nonce)}"
    marks = [str(hit.provenance), str(hit.trust), f"by {hit.matched_on}"]
    ended = ["no longer true"] if hit.archived else []
    return f"- {hit.date} | {text} | {', '.join((*marks, *ended))} | ^{hit.id}"
