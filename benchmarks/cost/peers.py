"""What other memory systems pay for the same conversation.

Measured with their own code against a stub that returns the data set's 184 facts, characters / 4
as tokens, prompt + 4 × completion. Not run again here: the packages and their versions are named.
"""

from __future__ import annotations

from dataclasses import dataclass

MEASURED = "2026-11-30"
SOURCE = "each package's own code over conv-26, the model a stub that returns the data set's facts"


@dataclass(frozen=True, kw_only=True, slots=True)
class Peer:
    """One way of using one package."""

    name: str
    unit: str  # what is added at a time
    calls: int
    weighted: int  # thousands of tokens
    second: str  # calls and prompt of an identical second run
    memories: str  # after the first and the second run


PEERS = (
    Peer(
        name="langmem 0.0.30 store",
        unit="session",
        calls=19,
        weighted=89,
        second="19, 63 k",
        memories="184 → 360",
    ),
    Peer(
        name="langmem 0.0.30 manager",
        unit="session",
        calls=19,
        weighted=162,
        second="19, 228 k",
        memories="184 → 184",
    ),
    Peer(
        name="mem0 0.1.118",
        unit="session",
        calls=38,
        weighted=197,
        second="38, 90 k",
        memories="184 → 184",
    ),
    Peer(
        name="mem0 2.2.1",
        unit="session",
        calls=19,
        weighted=218,
        second="19, 192 k",
        memories="184 → 323",
    ),
    Peer(
        name="graphiti 0.31.2",
        unit="session",
        calls=413,
        weighted=943,
        second="38, 391 k",
        memories="184 → 184",
    ),
    Peer(
        name="langmem 0.0.30 store",
        unit="exchange",
        calls=214,
        weighted=789,
        second="–",
        memories="1,243",
    ),
    Peer(
        name="mem0 2.2.1",
        unit="exchange",
        calls=214,
        weighted=2_000,
        second="214, 1.97 M",
        memories="184 → 211",
    ),
)
