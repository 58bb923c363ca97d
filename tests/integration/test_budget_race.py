from __future__ import annotations

import pytest

from benchmarks.budget.race import Race, run_race


@pytest.mark.parametrize("bill", [1.0, 1.25])
def test_twenty_workers_at_once_pass_the_cap_by_no_more_than_the_estimates_error(urls, bill):
    """`make bench-budget` shows more of these, in tokens and in money."""
    found = run_race(Race(bill=bill), (urls.database_url, urls.admin_database_url))
    assert (found.calls, found.waiting, found.attempts_used) == (7, 13, 0)
    assert found.most_held <= found.limit
    assert found.excess <= found.error
    assert (found.excess > 0) == (bill > 1)
