"""The block at the head of a turn: active lines as a model is shown them, within a budget.

    <memfold 3f9c0d2a51b87e64>
    ## Preferences
    - 2026-11-02 | Prefers metric units. | unverified | ^m7k2p9qa
    ## Working memory
    - trip | {"to": "Lisbon"}
    </memfold 3f9c0d2a51b87e64>

The number is an HMAC over scopes and versions: the bytes stay the same until a line changes, and no
stored text can know it, so none can close the envelope. It keeps content inside and does no more.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
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
from memory_core.text.shown_values import show_values
from memory_core.working import WorkingValue, texts_of

MAX_TOKENS = 4_000
_NONCE_DIGITS = 16
_NOTHING = "Nothing is remembered of this user yet."
_SPECIAL = re.compile(r"[\\|]")
_ASCII_A_TOKEN = 4  # characters; of other scripts each counts as one
_TITLES = {
    ScopeKind.AGENT_USER: "# Of this user with you",
    ScopeKind.USER: "# Of this user with every agent",
    ScopeKind.AGENT_ORG: "# Of your work with all users",
}
_RANKS = {Trust.REQUESTED: 2, Trust.CORROBORATED: 3, Trust.UNVERIFIED: 4}
_WORKING = "Working memory"
_HEADINGS = {heading: rank for rank, heading in enumerate((*Section, _WORKING))}
_WORKING_SHARE = 2  # half of the room at most: the state of one thing is not all that is known


@dataclass(frozen=True, kw_only=True, slots=True)
class ScopeMemory:
    """What a scope holds now: its index, what waits to enter it, and values beside."""

    kind: ScopeKind
    index: Index
    saves: tuple[PendingSave, ...] = ()
    working: tuple[WorkingValue, ...] = ()  # those that are to be shown

    @property
    def scope_key(self) -> str:
        """Whose memory it is."""
        return self.index.scope_key

    @property
    def stamp(self) -> tuple[str, int, tuple[str, ...], tuple[int, ...]]:
        """What changes when its lines do."""
        saves = tuple(save.episode for save in self.saves)
        return self.scope_key, self.index.version, saves, tuple(v.version for v in self.working)


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """A line of the block: of an index, a save or a working value."""

    scope_key: str
    kind: ScopeKind
    id: str  # of the line or episode; the key of a value
    says: tuple[str, ...]  # its texts as they are stored
    written: str  # as a model is shown it
    day: date
    heading: str
    rank: int  # the lower, the later it is left out

    @property
    def is_working(self) -> bool:
        """Whether it shows a working value."""
        return self.heading == _WORKING


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
            out first, and a notice says how many. Working values take half of it at most where
            not all has room.
    """
    nonce = make_nonce(secret, "block", *(memory.stamp for memory in memories))
    lines = [line for memory in memories for line in _lines_of(memory, nonce)]
    shown, left_out = _parted(lines, max_tokens - count_tokens(instructions))
    body = _envelope(list(_body(shown)), nonce) if lines else (_NOTHING,)
    parts = [*body, *_notices(left_out), instructions]
    text = "\n".join(part for part in parts if part)
    return Block(text=text, shown=shown, left_out=len(left_out))


def _envelope(body: Sequence[str], nonce: str) -> Sequence[str]:
    return (f"<memfold {nonce}>", *body, f"</memfold {nonce}>") if body else ()


def _notices(left_out: Sequence[Line]) -> Iterator[str]:
    working = sum(line.is_working for line in left_out)
    if lines := len(left_out) - working:
        yield f"{lines} more lines found no room here: memory_search finds them."
    if working:
        yield f"{working} working values found no room here."


def _lines_of(memory: ScopeMemory, nonce: str) -> Iterator[Line]:
    """Yield what is held to be true: a line that a save replaces is so no more."""
    replaced = {save.supersedes for save in memory.saves}
    for entry in memory.index.active:
        if entry.id not in replaced and entry.section is not None:
            yield Line(
                scope_key=memory.scope_key,
                kind=memory.kind,
                id=entry.id,
                says=(entry.text,),
                written=_write(entry.day, entry.text, _marks(entry), entry.id, nonce),
                day=entry.day,
                heading=entry.section,
                rank=1 if entry.pinned else _RANKS[entry.trust],
            )
    for save in memory.saves:
        yield Line(
            scope_key=memory.scope_key,
            kind=memory.kind,
            id=save.episode,
            says=(save.text,),
            written=_write(save.day, save.text, f"{Trust.REQUESTED}, new", save.episode, nonce),
            day=save.day,
            heading=save.section,
            rank=0,
        )
    for value in memory.working:
        yield Line(
            scope_key=memory.scope_key,
            kind=memory.kind,
            id=value.key,
            says=tuple(texts_of(value.value)),
            written=_write_value(value, nonce),
            day=value.updated_at.date(),
            heading=_WORKING,
            rank=0,
        )


def _marks(entry: Entry) -> str:
    origin = [str(entry.provenance)] if entry.provenance is Provenance.TOOL_DERIVED else []
    quoted = ["quoted"] if entry.quoted else []
    return ", ".join((str(entry.trust), *origin, *quoted))


def _write(day: date, text: str, marks: str, name: str, nonce: str) -> str:
    return f"- {day} | {_field(text, nonce)} | {marks} | ^{name}"


def _write_value(value: WorkingValue, nonce: str) -> str:
    text = json.dumps(show_values(value.value, nonce, wary=True), ensure_ascii=False)
    return f"- {_label(value.key, nonce)} | {_escaped(text)}"


def _field(text: str, nonce: str) -> str:
    return _escaped(show(text, nonce))


def _label(text: str, nonce: str) -> str:
    return _escaped(show_label(text, nonce))


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text)


def _parted(lines: Sequence[Line], tokens: int) -> tuple[tuple[Line, ...], Sequence[Line]]:
    """Part the lines that have room from those that have none."""
    if _cost_of_all(lines) <= tokens:
        return tuple(lines), ()
    kept = _chosen([line for line in lines if line.is_working], tokens // _WORKING_SHARE)
    rest = [line for line in lines if not line.is_working]
    kept |= _chosen(rest, tokens - _cost_of_all(kept))
    shown = tuple(line for line in lines if line in kept)
    return shown, [line for line in lines if line not in kept]


def _chosen(lines: Iterable[Line], tokens: int) -> set[Line]:
    """Choose the most trusted and newest lines that have room."""
    kept: set[Line] = set()
    headed: set[tuple[str, str]] = set()
    for line in sorted(lines, key=lambda line: (line.rank, -line.day.toordinal(), line.id)):
        heading = (line.scope_key, line.heading)
        cost = count_tokens(line.written) + 1
        cost += 0 if heading in headed else count_tokens(f"## {line.heading}") + 1
        if cost <= tokens:
            tokens -= cost
            kept.add(line)
            headed.add(heading)
    return kept


def _cost_of_all(lines: Collection[Line]) -> int:
    """Return no less than what all lines and their headings cost."""
    headings = {(line.scope_key, line.heading): f"## {line.heading}" for line in lines}
    texts = (*(line.written for line in lines), *headings.values())
    return sum(count_tokens(text) + 1 for text in texts)


def _body(lines: Sequence[Line]) -> Iterator[str]:
    several = len({line.scope_key for line in lines}) > 1
    for _, group in groupby(lines, key=attrgetter("scope_key")):
        members = list(group)
        if several:
            yield _TITLES[members[0].kind]
        order = sorted(members, key=lambda line: (_HEADINGS[line.heading], line.day, line.id))
        for heading, under in groupby(order, key=attrgetter("heading")):
            yield f"## {heading}"
            yield from (line.written for line in under)


def render_hits(hits: Iterable[Hit], secret: bytes, *parts: object) -> str:
    """Write hits in an envelope of their own; "" where there are none."""
    found = list(hits)
    nonce = make_nonce(secret, "hits", *parts, [hit.id for hit in found])
    body = [_write_hit(hit, nonce) for hit in found]
    return "\n".join(_envelope(body, nonce))


def _write_hit(hit: Hit, nonce: str) -> str:
    text = _field(hit.text, nonce)
    if hit.is_message:
        said = f"{_label(hit.speaker, nonce)} said" if hit.speaker else "Said"
        return f"- {hit.date} | {said}: “{text}” | message | {_label(hit.id, nonce)}"
    marks = [str(hit.provenance), str(hit.trust), f"by {hit.matched_on}"]
    ended = ["no longer true"] if hit.archived else []
    return f"- {hit.date} | {text} | {', '.join((*marks, *ended))} | ^{hit.id}"
