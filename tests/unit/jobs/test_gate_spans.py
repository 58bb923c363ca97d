from __future__ import annotations

from datetime import timedelta

import pytest

from jobs.views.gates import describe_span


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0, "0 s"), (0.5, "0.5 s"), (90, "90 s"), (600, "10 min"), (3_600, "1 h"), (86_400, "24 h")],
)
def test_a_span_is_told_in_the_largest_unit_that_it_fills(seconds, shown):
    assert describe_span(timedelta(seconds=seconds)) == shown
