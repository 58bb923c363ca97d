"""The outcome as a table, each count beside what it may be."""

from __future__ import annotations

from benchmarks.outage.simulation import Aftermath


def render_table(found: Aftermath) -> str:
    """Return a line a count: what, how much, what was allowed."""
    rows = [
        ("due chats", found.chats, ""),
        ("sweeps while it was down", found.sweeps, ""),
        ("calls in flight when it went down", found.in_flight, ""),
        ("failed probes of the breaker", found.probes, ""),
        ("requests while it was down", found.requests_down, f"= {found.in_flight + found.probes}"),
        ("chats that it was never asked for", found.untouched, ""),
        ("attempts used up", found.attempts_used, "= 0"),
        ("chats in quarantine", found.quarantined, "= 0"),
        ("requests after it was back", found.requests_up, ""),
        ("caught up after", found.caught_up_after, f"<= {found.cap}"),
        ("left undone", found.undone, "= 0"),
    ]
    return "\n".join(f"{name:<36}{value!s:>16}  {may}".rstrip() for name, value, may in rows)


def holds(found: Aftermath) -> bool:
    """Whether nothing was lost, nothing wasted, and all was made up in time."""
    return (
        found.requests_down == found.in_flight + found.probes
        and found.attempts_used == found.quarantined == found.undone == 0
        and found.caught_up_after <= found.cap
    )
