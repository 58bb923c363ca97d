"""A sitting: one job reads a chat, window by window, in pieces that fit the mind.

open a page ── mind ── harvest
    └─ too long: half of it at once, and no more than that from here on
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from jobs.errors import ContextTooLongError
from jobs.extraction import Harvest, Origin, harvest, is_own_claim, without_known
from jobs.minds.protocol import Reader, Reading, Sharing
from jobs.page import Page, open_page, room_for
from jobs.policies import Policy
from jobs.purse import JobPurse
from jobs.store.chat_claims import ChatClaim
from jobs.tombstone import ForgetKey
from jobs.windows import Room, halved
from memory_core.stores.database import Database
from memory_core.stores.index_store import load_index


class Sitting:
    """Reads with one mind; a room that proved too large stays small for its other windows."""

    def __init__(
        self,
        *,
        database: Database,
        reader: Reader,
        policy: Policy,
        forget_key: ForgetKey | None,
    ) -> None:
        self._database = database
        self._reader = reader
        self._forget_key = forget_key
        self.room = room_for(reader, policy)

    def open(self, claim: ChatClaim, room: Room | None = None) -> Page:
        """Open the first page of a claimed window."""
        with self._database.transaction(claim.lease.workspace) as connection:
            version = self._reader.prompt_version
            return open_page(connection, claim, version, room or self.room, self._forget_key)

    def read(self, claim: ChatClaim, page: Page, purse: JobPurse) -> tuple[Page, Harvest]:
        """Read a page, or as much of it as the mind can take; halving uses no attempt.

        Raises:
            MindError: of any class; of the context's only where there is nothing left to halve.
        """
        while True:
            try:
                return page, self._harvest_alone(claim, page, purse)
            except ContextTooLongError as error:
                smaller = halved(self.room, page.chunk)
                if smaller is None:
                    raise
                purse.bill(self._reader, error.usage)
                self.room = smaller
                page = self.open(claim)

    def read_together(
        self, claims: Sequence[ChatClaim], pages: Sequence[Page], purse: JobPurse
    ) -> list[Harvest]:
        """Read a page of each of several chats with one call.

        Raises:
            MindError: of any class; nothing follows from it for any one of them.
        """
        assert isinstance(self._reader, Sharing)
        readings = purse.hand(self._reader).read_together([page.window for page in pages])
        purse.bill(self._reader, readings[0].usage)
        return [self.harvest(*each) for each in zip(claims, pages, readings, strict=True)]

    def harvest(self, claim: ChatClaim, page: Page, reading: Reading) -> Harvest:
        """Return what of a reading of this page may be kept."""
        harvested = harvest(
            reading.statements,
            shown=page.window.messages,
            stored=page.chunk.messages,
            feeds=page.feeds,
            context=page.window.context,
            origin=Origin(
                run=claim.run,
                model=self._reader.model,
                prompt_version=self._reader.prompt_version,
                recorded_at=claim.claimed_at,
            ),
        )
        harvested = replace(harvested, refusals=(*reading.dropped, *harvested.refusals))
        return self._without_known(claim, harvested)

    def _harvest_alone(self, claim: ChatClaim, page: Page, purse: JobPurse) -> Harvest:
        if page.spared:
            return Harvest(episodes=(), refusals=())
        reading = purse.hand(self._reader).read(page.window)
        purse.bill(self._reader, reading.usage)
        return self.harvest(claim, page, reading)

    def _without_known(self, claim: ChatClaim, harvested: Harvest) -> Harvest:
        """Leave out what an assistant says of itself and the index of its scope states already."""
        scopes = {e.content.scope_key for e in harvested.episodes if is_own_claim(e)}
        if not scopes:
            return harvested
        workspace = claim.lease.workspace
        with self._database.transaction(workspace) as connection:
            indexes = [load_index(connection, workspace, scope) for scope in sorted(scopes)]
        return without_known(harvested, [e.text for index in indexes for e in index.active])
