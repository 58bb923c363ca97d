from __future__ import annotations

from datetime import timedelta

from benchmarks.outage.simulation import Outage, simulate


def test_a_day_of_outage_uses_up_no_attempt_and_is_made_up_within_one_backoff_cap(  # case 76
    urls,
):
    """`make bench-outage` lives through the same with 5,000 chats and a sweep every ten seconds."""
    outage = Outage(chats=150, sweep_every=timedelta(minutes=30), then_every=timedelta(minutes=1))
    found = simulate(outage, (urls.database_url, urls.admin_database_url))
    assert found.requests_down == found.in_flight + found.probes
    assert found.sweeps >= 48
    assert 40 <= found.probes <= 60
    assert (found.attempts_used, found.quarantined) == (0, 0)
    assert found.undone == 0
    assert found.caught_up_after <= found.cap
