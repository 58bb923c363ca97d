from __future__ import annotations

from itertools import permutations

from memory_core.stores.delivery import DeliveredLine, record_delivered


class Recording:
    """A connection that keeps what it is asked to write."""

    def execute(self, _statement, rows):
        self.rows = rows


def test_the_same_lines_are_written_in_one_order_so_that_no_two_writers_wait_in_a_circle():
    lines = [
        DeliveredLine(scope_key="s", line="Likes tea.", entry="m0000001"),
        DeliveredLine(scope_key="s", line="Likes rain."),
        DeliveredLine(scope_key="", line="I like tea.", entry="b#2"),
        DeliveredLine(scope_key="", line="I like rain.", entry="a#10"),
        DeliveredLine(scope_key="", line="I like snow.", entry="a#9"),
    ]
    orders = set()
    for given in permutations(lines):
        connection = Recording()
        record_delivered(connection, "default", "c", given)
        orders.add(tuple(row["line"] for row in connection.rows))
    (order,) = orders
    assert order[2:] == ("I like snow.", "I like rain.", "I like tea.")  # as a forget locks them
