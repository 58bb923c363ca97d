"""Pending episodes of one invented user, and what their fold comes to."""

from __future__ import annotations

from jobs.consolidator import FoldReport
from jobs.store.chats import force_chats
from jobs.store.scopes import force_scopes
from memory_core.index.grammar import parse_index
from tests.fakes.office import Office

SCOPE = "default:__private_root/_memory/_user/u-u-mira/"
LIKED = (
    *("tea", "coffee", "chess", "jazz", "opera", "rowing", "sailing", "skiing", "hiking"),
    *("running", "cycling", "painting", "pottery", "knitting", "baking", "gardening"),
    *("fishing", "climbing", "surfing", "dancing", "singing", "drawing", "reading"),
    *("yoga", "rugby"),
)


def force(office: Office) -> None:
    """Let everything unread and everything pending be done now."""
    with office.database.transaction("default") as connection:
        force_chats(connection, "default")
        force_scopes(connection, "default")


def fold(office: Office) -> FoldReport:
    """Fold the user's scope, if its gate is open."""
    return office.consolidator.consolidate("default", SCOPE)


def active_lines(office: Office) -> list[str]:
    """Return the active lines' texts, sorted."""
    text = office.index_text(SCOPE)
    return sorted(entry.text for entry in parse_index(text).active) if text else []
