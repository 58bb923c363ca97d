"""Chats of the same people are read in one call, each with a lease, a run and a commit."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest

from jobs.errors import (
    BudgetError,
    ContentError,
    ContextTooLongError,
    MindConfigurationError,
    OutageError,
)
from jobs.minds.protocol import Usage
from jobs.policies import Policy
from memory_core.errors import StoreUnavailableError
from tests.fakes.messages import said
from tests.fakes.minds import ONE_CALL, ScriptedReader
from tests.fakes.rows import chat_row, runs

CITIES = {"c1": "Bergen", "c2": "Turku", "c3": "Malmo"}


class SharingReader(ScriptedReader):
    """Reads several windows with the first step, or one as ever."""

    def read_together(self, windows):
        self.shared = [*getattr(self, "shared", []), [w.chat for w in windows]]
        step = self.steps.pop(0) if self.steps else None
        if isinstance(step, BaseException):
            raise step
        if step:
            step(windows)
        alone = [ScriptedReader().read(window) for window in windows]
        usages = [ONE_CALL, *[Usage() for _ in windows[1:]]]
        return tuple(replace_usage(r, u) for r, u in zip(alone, usages, strict=True))


def replace_usage(reading, usage):
    return type(reading)(statements=reading.statements, dropped=reading.dropped, usage=usage)


def chat(name, city, **fields):
    return said(f"I visited {city} in 2019.", chat=name, **fields)


@pytest.fixture
def three_chats(ledger):
    ledger.append([chat(name, city) for name, city in CITIES.items()])


def states(sql):
    return [(c, chat_row(sql, c).watermark, chat_row(sql, c).attempts) for c in CITIES]


def test_chats_of_the_same_people_share_one_call_and_each_has_its_run(
    three_chats, make_office, sql
):
    reader = SharingReader()
    office = make_office(reader)
    office.force()
    report = office.extractor.extract("default", "c2")
    assert (report.chat, report.outcome, report.companions) == ("c2", "done", 2)
    assert reader.shared == [["c2", "c1", "c3"]]
    assert reader.windows == []
    found = runs(sql)
    assert {(r.key, r.outcome) for r in found} == {(c, "done") for c in CITIES}
    assert len({r.call_id for r in found}) == 1
    assert [(r.calls, r.input_tokens) for r in found if r.key == "c2"] == [(1, 100)]
    assert sum(r.calls for r in found) == 1
    assert {r.model for r in found} == {"scripted"}
    assert states(sql) == [(c, 0, 0) for c in CITIES]
    assert sql("SELECT count(*) FROM extraction_key") == [(3,)]
    assert sql("SELECT count(*) FROM lease WHERE owner IS NOT NULL") == [(0,)]
    cited = sql("SELECT chat, count(*) FROM episode_evidence GROUP BY 1 ORDER BY 1")
    assert cited == [(c, 1) for c in CITIES]


def test_other_people_and_other_agents_never_share(ledger, make_office):
    ledger.append(
        [
            chat("c1", "Bergen"),
            chat("c2", "Turku", user="someone-else"),
            chat("c3", "Malmo", agent="another"),
        ]
    )
    reader = SharingReader()
    office = make_office(reader)
    office.force()
    assert office.extractor.extract("default", "c1").companions == 0
    assert [w.chat for w in reader.windows] == ["c1"]


# a content failure charges nobody, and each is retried alone at once
@pytest.mark.parametrize("error", [ContentError("no use"), ContextTooLongError()])
def test_a_shared_call_of_no_use_charges_nobody_and_each_is_read_alone(
    error, three_chats, make_office, sql
):
    reader = SharingReader(error)
    office = make_office(reader)
    office.force()
    assert office.extractor.extract("default", "c1").outcome == "done"
    assert [w.chat for w in reader.windows] == ["c1", "c2", "c3"]
    assert states(sql) == [(c, 0, 0) for c in CITIES]
    assert {r.outcome for r in runs(sql)} == {"done"}


def test_a_shared_call_too_dear_for_the_day_is_tried_as_smaller_ones(three_chats, make_office, sql):
    reader = SharingReader(BudgetError("the day is spent", wait=timedelta(hours=3)))
    office = make_office(reader)
    office.force()
    assert office.extractor.extract("default", "c1").outcome == "done"
    assert [w.chat for w in reader.windows] == ["c1", "c2", "c3"]


def test_all_wait_together_while_calls_under_way_hold_the_day_and_nobody_is_alarmed(
    three_chats, make_office, sql, caplog
):
    reader = SharingReader(BudgetError("held"))
    office = make_office(reader)
    office.force()
    report = office.extractor.extract("default", "c1")
    assert (report.outcome, report.windows, len(reader.windows)) == ("skipped", 1, 0)
    assert report.run in {str(run.id) for run in runs(sql)}
    assert {run.outcome for run in runs(sql)} == {"skipped"}
    assert [r for r in caplog.records if r.levelno >= logging.WARNING] == []


def test_a_window_that_cannot_be_opened_fails_by_its_reason_and_no_lease_is_left(
    three_chats, make_office, sql, monkeypatch
):
    def refuse(*_):
        raise MindConfigurationError("the wrong key")

    office = make_office(SharingReader())
    office.force()
    monkeypatch.setattr("jobs.sitting.open_page", refuse)
    report = office.extractor.extract("default", "c1")
    assert (report.outcome, report.reason) == ("failed", "the wrong key")
    assert sql("SELECT count(*) FROM lease WHERE owner IS NOT NULL") == [(0,)]
    assert chat_row(sql, "c1").losses == 0


# a bill that could not be written leaves its reservation: a second call could not be reserved
@pytest.mark.parametrize("error", [OutageError("gone"), StoreUnavailableError("gone")])
def test_an_outage_of_a_shared_call_gives_every_attempt_back(error, three_chats, make_office, sql):
    reader = SharingReader(error)
    office = make_office(reader)
    office.force()
    assert office.extractor.extract("default", "c1").outcome == "failed"
    assert reader.windows == []
    assert states(sql) == [(c, -1, 0) for c in CITIES]
    assert {r.error_class for r in runs(sql)} == {"outage"}


def test_one_that_is_still_bad_alone_is_charged_by_itself(three_chats, make_office, sql):
    reader = SharingReader(ContentError("no use"), None, ContentError("still no use"))
    office = make_office(reader)
    office.force()
    office.extractor.extract("default", "c1")
    assert states(sql) == [("c1", 0, 0), ("c2", -1, 1), ("c3", 0, 0)]
    again = SharingReader()
    office = make_office(again)
    office.force()
    office.extractor.extract("default", "c2")
    assert not hasattr(again, "shared")  # one that has failed is kept alone until it is done


def test_a_guest_whose_lease_was_taken_keeps_nothing_and_harms_nobody(
    three_chats, make_office, sql
):
    def steal(_):
        sql("UPDATE lease SET token = token + 1, owner = 'thief' WHERE key = 'c3'")

    office = make_office(SharingReader(steal))
    office.force()
    assert office.extractor.extract("default", "c1").outcome == "done"
    assert [watermark for _, watermark, _ in states(sql)] == [0, 0, -1]
    assert {r.outcome for r in runs(sql) if r.key == "c3"} == {"stale"}


def test_what_does_not_fit_into_the_call_waits_for_the_next(ledger, make_office, sql):
    long = "I visited {} in 2019. " + "And so on. " * 20
    ledger.append([said(long.format(city), chat=c) for c, city in CITIES.items()])
    reader = SharingReader()
    office = make_office(reader, policy=Policy(window_characters=700))
    office.force()
    office.extractor.extract("default", "c1")
    assert reader.shared == [["c1", "c2"]]
    assert [(ring.kind, ring.key) for ring in office.rung if ring.kind == "extract"] == [
        ("extract", "c3")
    ]


def test_a_chat_too_long_to_share_passes_the_bell_on_all_the_same(ledger, make_office):
    long = "I visited {} in 2019. " + "And so on. " * 20
    ledger.append(
        [said(long.format(city), chat=c, minute=m) for c, city in CITIES.items() for m in (0, 1)]
    )
    reader = SharingReader()
    office = make_office(reader, policy=Policy(window_characters=400))
    office.force()
    office.sweeper.sweep(any_time=True)
    assert [ring.key for ring in office.rung] == ["c1"]
    office.work_off()
    assert {window.chat for window in reader.windows} == set(CITIES)


def test_a_sweep_rings_one_of_those_that_belong_together(three_chats, ledger, make_office):
    ledger.append([chat("d1", "Gdansk", user="someone-else")])
    office = make_office(SharingReader())
    office.force()
    office.sweeper.sweep(any_time=True)
    assert sorted(ring.key for ring in office.rung) == ["c1", "d1"]
    office.work_off()
    assert office.sweeper.sweep(any_time=True).extract == 0


def test_a_mind_that_shares_nothing_has_every_chat_rung(three_chats, make_office):
    office = make_office(ScriptedReader())
    office.force()
    office.sweeper.sweep(any_time=True)
    assert sorted(ring.key for ring in office.rung) == ["c1", "c2", "c3"]


def test_one_chat_a_call_can_be_asked_for(three_chats, make_office):
    reader = SharingReader()
    office = make_office(reader, policy=Policy(chats_per_call=1))
    office.force()
    office.sweeper.sweep(any_time=True)
    office.work_off()
    assert [w.chat for w in reader.windows] == ["c1", "c2", "c3"]
