"""What was taken out of a row, held against what should have been."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from benchmarks.grounding.intervals import Rate
from benchmarks.redaction.corpus import Row
from memory_core.text.redact import Redacted, Secret

_PIECE = 6  # characters of a secret that may stand on in a row: less tells nothing


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """A row and what a redactor did to it."""

    row: Row
    redacted: str
    missed: tuple[str, ...]  # secrets of which a piece is left
    false_count: int  # spans taken out that touch no secret
    true_count: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Score:
    """Recall over secrets, precision over spans taken out."""

    recall: Rate
    precision: Rate


def judge(
    rows: Sequence[Row],
    find: Callable[[str], Sequence[Secret]],
    redact: Callable[[str], Redacted],
) -> tuple[Verdict, ...]:
    """Redact each row and compare."""
    return tuple(_judge(row, find(row.text), redact(row.text).text) for row in rows)


def score(verdicts: Sequence[Verdict]) -> Score:
    """Return the shares over all rows."""
    secrets = sum(len(v.row.secrets) for v in verdicts)
    missed = sum(len(v.missed) for v in verdicts)
    true = sum(v.true_count for v in verdicts)
    spans = true + sum(v.false_count for v in verdicts)
    return Score(
        recall=Rate(count=secrets - missed, total=secrets),
        precision=Rate(count=true, total=spans),
    )


def _judge(row: Row, found: Sequence[Secret], redacted: str) -> Verdict:
    places = [(row.text.index(secret), len(secret)) for secret in row.secrets]
    true = sum(
        any(span.start < at + size and at < span.end for at, size in places) for span in found
    )
    return Verdict(
        row=row,
        redacted=redacted,
        missed=tuple(secret for secret in row.secrets if _is_left(secret, redacted)),
        true_count=true,
        false_count=len(found) - true,
    )


def _is_left(secret: str, redacted: str) -> bool:
    """Tell whether the secret, or a run of it that tells something, still stands there."""
    compact = "".join(redacted.split())
    value = "".join(secret.removeprefix("-----BEGIN").split())
    size = min(_PIECE, len(value))
    pieces = (value[at : at + size] for at in range(len(value) - size + 1))
    return any(piece in compact for piece in pieces if not piece.strip("-").startswith("PRIVATE"))
