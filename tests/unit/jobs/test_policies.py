from __future__ import annotations

import re
from datetime import timedelta
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from jobs import due
from jobs.policies import Policy, backoff_delay

POLICY = Policy(backoff=timedelta(seconds=30), backoff_cap=timedelta(hours=1))


class Highest(Random):
    """Draws the upper end."""

    def uniform(self, _a, b):
        return b


@given(st.integers(1, 10_000), st.integers(), st.floats(0, 1e9))
def test_a_delay_lies_between_what_was_asked_for_and_the_cap(failures, seed, asked):
    delay = backoff_delay(POLICY, failures, Random(seed), at_least=asked)
    floor = min(timedelta(seconds=asked), POLICY.backoff_cap)
    assert floor <= delay <= POLICY.backoff_cap


def test_the_ceiling_doubles_up_to_the_cap():
    delays = [backoff_delay(POLICY, n, Highest()).total_seconds() for n in range(1, 10)]
    assert delays == [30, 60, 120, 240, 480, 960, 1920, 3600, 3600]


def test_jitter_is_full_so_a_herd_does_not_return_together():
    random = Random(1)
    delays = sorted(backoff_delay(POLICY, 5, random).total_seconds() for _ in range(200))
    assert delays[0] < 20
    assert delays[-1] > 460
    assert 200 < delays[100] < 280


def test_the_gates_get_every_number_that_they_name():
    named = {
        name
        for gate in (due.CHAT_GATE, due.CHAT_NEXT_DUE, due.SCOPE_GATE, due.SCOPE_NEXT_DUE)
        for name in re.findall(r"(?<!:):(\w+)", gate)
    }
    assert named == set(POLICY.parameters())
