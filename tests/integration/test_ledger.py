from __future__ import annotations

from tests.fakes.messages import said


def test_append(ledger, sql):
    report = ledger.append([said("I live in Bergen."), said("I love tea.", minute=1)])
    assert report.appended == 2
    assert sql("SELECT last_position, due_at IS NOT NULL FROM chat_state") == [(1, True)]
