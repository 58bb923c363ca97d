"""From pending episodes to a plan: code decides first, a mind plans the rest, code judges.

settle ── rest? ── mind ── flaws? ── mind again, told of them ── flaws? ── what passes alone
             └─ no mind, or refused too often: the deterministic planner places all
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from jobs.errors import ContextTooLongError, PlanRefusedError
from jobs.minds.protocol import Planner
from jobs.usage import Usage
from memory_core.episodes import Episode
from memory_core.hashing import hash_parts
from memory_core.index.budget import DEFAULT_BUDGET
from memory_core.index.fold import Folded, fold
from memory_core.index.model import Index
from memory_core.index.operations import Operation
from memory_core.index.plan import account
from memory_core.index.planner import Settled, place, settle
from memory_core.index.rewrite import Cause, Dossier, Violation
from memory_core.index.validator import validate_rewrite
from memory_core.saving import Told

Bill = Callable[[Usage], None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Desk:
    """What a round of folding works on."""

    index: Index
    episodes: Mapping[str, Episode]  # offered, in their order
    tried: int  # the most refused plans that one of them has behind it
    known: Mapping[str, Episode]  # behind the active lines
    dossier: Dossier
    now: datetime
    used_at: Mapping[str, datetime] = field(default_factory=dict)  # last use of lines
    told: Told = field(default_factory=Told)  # of saves

    def offered(self, ids: Sequence[str]) -> list[Episode]:
        """Return the offered episodes of these ids."""
        return [self.episodes[episode] for episode in ids]

    def settled_by(self, code: Callable[..., Settled]) -> Settled:
        """Let code decide about the episodes, by all that is known of them."""
        words = {
            episode.id: "\n".join(m.content for m in self.dossier.asserting(episode))
            for episode in self.episodes.values()
        }
        return code(self.index, list(self.episodes.values()), self.known, self.told, words)


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """Operations that fold into a valid index, and what was wrong with what a mind proposed."""

    folded: Folded
    violations: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()  # episodes that no accepted operation places
    by_code: bool = False  # no mind had a part in it


def fold_key(desk: Desk, prompt_version: str) -> str:
    """Hash what a plan depends on; a fold refused too often under one key is not bought again."""
    return hash_parts("fold", desk.index.version, sorted(desk.episodes), prompt_version)


def plan_by_code(desk: Desk) -> Plan:
    """Place every episode without a mind; what code may not place is refused by its rule."""
    return replace(_accept(desk, desk.settled_by(place).operations), by_code=True)


def plan_with_mind(desk: Desk, planner: Planner, bill: Bill) -> Plan:
    """Settle what code can, let a mind plan the rest, take what holds.

    Args:
        desk: the round.
        planner: the mind.
        bill: called with the usage of each call as soon as it is known.

    Raises:
        MindError: the mind could not answer.
        PlanRefusedError: nothing may be placed, neither of its plan nor by code.
    """
    settled = desk.settled_by(settle)
    if not settled.rest:
        return _accept(desk, settled.operations)
    offered, operations, flaws = _propose_what_fits(desk, planner, bill, settled.rest)
    plan = _accept(desk, (*settled.operations, *operations))
    violations = (*flaws, *plan.violations)
    unplaced = tuple(e for e in offered if e not in plan.folded.placed)
    if violations and not plan.folded.placed:
        raise PlanRefusedError(violations, unplaced)
    return Plan(folded=plan.folded, violations=violations, refused=unplaced if violations else ())


def _propose_what_fits(
    desk: Desk, planner: Planner, bill: Bill, rest: Sequence[str]
) -> tuple[Sequence[str], Sequence[Operation], Sequence[str]]:
    """Offer the episodes to a mind, half of them when all are too long for it.

    Returns:
        What was offered in the end, the operations, and what is wrong with them. The other
        episodes stay pending for the next round.
    """
    while True:
        try:
            return rest, *_propose(desk, planner, bill, rest)
        except ContextTooLongError as error:
            if len(rest) == 1:
                raise
            bill(error.usage)
            rest = rest[: len(rest) // 2]


def _propose(
    desk: Desk, planner: Planner, bill: Bill, offered: Sequence[str]
) -> tuple[Sequence[Operation], Sequence[str]]:
    flaws: list[str] = []
    operations: Sequence[Operation] = ()
    for _ in range(2):  # a proposal, and one repair round that is told what was wrong
        proposal = planner.plan(desk.index, desk.offered(offered), flaws)
        bill(proposal.usage)
        operations = proposal.operations
        unnamed = [f"plan: {flaw}" for flaw in proposal.violations]
        flaws = [*unnamed, *map(str, _flaws(desk, operations, offered))]
        if not flaws:
            break
    return operations, flaws


def _flaws(
    desk: Desk, operations: Sequence[Operation], offered: Collection[str]
) -> Sequence[Violation]:
    return account(operations, offered, desk.index) or _judge(desk, _fold(desk, operations))


def _accept(desk: Desk, operations: Sequence[Operation]) -> Plan:
    """Fold a plan; of one that is refused, what passes."""
    violations = _flaws(desk, operations, _named(desk, operations))
    if not violations:
        return Plan(folded=_fold(desk, operations))
    folded = _fold(desk, _passing(desk, operations))
    named = dict.fromkeys(e for operation in operations for e in operation.episodes)
    refused = tuple(e for e in named if e not in folded.placed)
    return Plan(folded=folded, violations=tuple(map(str, violations)), refused=refused)


def _passing(desk: Desk, operations: Sequence[Operation]) -> Sequence[Operation]:
    """Return the operations that pass with those before them: no bad one spoils another."""
    kept: list[Operation] = []
    for operation in operations:
        tried = [*kept, operation]
        if not _flaws(desk, tried, _named(desk, tried)):
            kept = tried
    return kept


def _named(desk: Desk, operations: Sequence[Operation]) -> set[str]:
    return {e for operation in operations for e in operation.episodes} & desk.episodes.keys()


def _fold(desk: Desk, operations: Sequence[Operation]) -> Folded:
    return fold(
        desk.index,
        operations,
        desk.episodes,
        desk.now,
        known_entries=desk.dossier.known_entries,
        witnesses=desk.dossier.witnesses,
        used_at=desk.used_at,
    )


def _judge(desk: Desk, folded: Folded) -> Sequence[Violation]:
    if folded.flaws or not folded.changed:
        return folded.flaws
    dossier = replace(desk.dossier, grounds=folded.grounds)
    return validate_rewrite(desk.index, folded.text, dossier, DEFAULT_BUDGET, Cause.FOLDED)
