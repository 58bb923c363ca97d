"""Company: the chats that are read in one call with another, each with a lease and a run.

first claimed ── who else is due? ── claim in key order ── a page each ── seats, while they fit
                   └─ nobody: it is read alone               └─ no room: read alone
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

from jobs.errors import ClaimRefusedError, MindError
from jobs.heartbeat import Heartbeat, HeldLease
from jobs.page import Page
from jobs.policies import Policy
from jobs.sitting import Sitting
from jobs.store.chat_claims import ChatClaim, claim_chat
from jobs.store.companions import Companion, find_companions
from memory_core.errors import StoreUnavailableError
from memory_core.stores.database import Database


@dataclass(frozen=True, kw_only=True, slots=True)
class Seat:
    """A chat that takes part in a shared call."""

    claim: ChatClaim
    held: HeldLease
    page: Page


@dataclass(kw_only=True, slots=True)
class Company:
    """Who reads together; fewer than two seats are no company."""

    seats: list[Seat] = field(default_factory=list)
    alone: list[ChatClaim] = field(default_factory=list)  # claimed, but not for this call


@dataclass(frozen=True, kw_only=True, slots=True)
class Host:
    """Gathers the company of a chat."""

    database: Database
    heartbeat: Heartbeat
    policy: Policy

    def gather(self, first: ChatClaim, sitting: Sitting, leases: ExitStack) -> Company:
        """Claim what may be read with a chat and fits into one call with it.

        Args:
            first: the chat that was rung.
            sitting: the job's, with the room of a call.
            leases: keeps the leases of all that are claimed here.
        """
        company = Company(alone=[first])
        companions = self.find(first)
        if not companions:
            return company
        page = _open(sitting, first)
        if page is None:
            return company
        held = leases.enter_context(self.heartbeat.holding(first.lease))
        company = Company(seats=[Seat(claim=first, held=held, page=page)])
        left = 1 - page.chunk.part
        for chat in _fitting(companions, left * sitting.room.characters):
            claim = self._claim(first, chat)
            if claim is None:
                continue
            held = leases.enter_context(self.heartbeat.holding(claim.lease))
            page = _open(sitting, claim)
            if page is None or page.chunk.part > left:
                company.alone.append(claim)
                continue
            company.seats.append(Seat(claim=claim, held=held, page=page))
            left -= page.chunk.part
        return company

    def find(self, first: ChatClaim) -> list[Companion]:
        """Find what else of the same people is due; a chat that gave trouble is kept alone."""
        if first.failures or first.caller.alone or not self.policy.shares_calls:
            return []
        with self.database.transaction(first.lease.workspace) as connection:
            return find_companions(connection, first.lease.workspace, first.lease.key, self.policy)

    def _claim(self, first: ChatClaim, chat: str) -> ChatClaim | None:
        workspace = first.lease.workspace
        try:
            with self.database.transaction(workspace) as connection:
                return claim_chat(connection, workspace, chat, first.caller, self.policy)
        except ClaimRefusedError:  # another job was faster, or it is no longer quiet
            return None


def _open(sitting: Sitting, claim: ChatClaim) -> Page | None:
    """Open a window that can be read whole in a shared call; None where it is read alone.

    Reading it alone comes upon the same failure again, and ends it as its kind asks.
    """
    try:
        page = sitting.open(claim)
    except (MindError, StoreUnavailableError):
        return None
    return None if page.spared or page.chunk.last < claim.last else page


def _fitting(companions: Sequence[Companion], characters: float) -> list[str]:
    """Return which chats to claim, in key order: the oldest that fit."""
    chosen: list[str] = []
    for companion in companions:
        if companion.characters <= characters:
            chosen.append(companion.chat)
            characters -= companion.characters
    return sorted(chosen)
