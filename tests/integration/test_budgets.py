from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from types import SimpleNamespace

import pytest

from jobs.errors import OutageError
from jobs.minds.endpoint import Endpoint
from jobs.minds.openai_compatible import OpenAIReader
from jobs.policies import Policy
from jobs.store.budget_limits import set_cost_limit, set_time_zone, set_token_limit
from jobs.usage import Usage
from jobs.views.chat_gates import explain_chat
from jobs.views.progress import load_progress
from jobs.views.scope_gates import explain_scope
from jobs.views.status import load_status
from memory_core.errors import InvalidInputError
from memory_core.stores.database import DatabaseRole
from tests.fakes.messages import said
from tests.fakes.minds import Crash, ScriptedReader
from tests.fakes.paying import ACTUAL, LARGEST, PayingMind
from tests.fakes.races import together
from tests.fakes.rows import chat_row, runs, scope_row
from tests.fakes.scripted_endpoint import ScriptedEndpoint, in_turn, saying

SCOPE = "default:__private_root/_memory/_user/u-u-mira/"
ONE_CALL = Policy(day_tokens=LARGEST.tokens)


@pytest.fixture
def days(sql):
    """Return the rows of `budget_spend`, oldest first."""

    def days():
        names = ("calls", "spent", "reserved", "spent_cost", "reserved_cost", "short")
        rows = sql(
            "SELECT calls, spent_tokens, reserved_tokens, spent_cost::float, "
            "reserved_cost::float, short_tokens FROM budget_spend ORDER BY local_day"
        )
        return [SimpleNamespace(**dict(zip(names, row, strict=True))) for row in rows]

    return days


@pytest.fixture
def unread(ledger):
    """Append chats that are to be read."""

    def unread(*chats):
        ledger.append([said("I live in Bergen.", chat=chat) for chat in chats])
        for chat in chats:
            ledger.report_idle("default", chat)

    return unread


def expire(sql):
    sql("UPDATE lease SET expires_at = memfold_now() - interval '1 s' WHERE owner IS NOT NULL")


def at_noon(sql, move_clock):
    """Let it be noon in UTC, so that no test meets a midnight."""
    ((ahead,),) = sql(
        "SELECT date_trunc('day', clock_timestamp(), 'UTC') + interval '36 hours' "
        "- clock_timestamp()"
    )
    move_clock(ahead)
    return ahead


def test_a_call_is_reserved_at_its_largest_and_settled_at_what_it_cost(
    unread, make_office, days, sql
):
    seen = []
    mind = PayingMind(during=lambda: seen.extend(days()))
    unread("c1")
    assert make_office(mind).extractor.extract("default", "c1").outcome == "done"
    (during,), (after,) = seen, days()
    assert (during.spent, during.reserved, during.reserved_cost) == (0, LARGEST.tokens, 0.1)
    assert (after.calls, after.spent, after.reserved) == (1, ACTUAL.tokens, 0)
    assert (after.spent_cost, after.reserved_cost) == (0.05, 0)
    (run,) = runs(sql)
    assert (run.calls, run.input_tokens, run.output_tokens) == (1, 80, 10)
    assert (float(run.cost), run.model) == (0.05, "paying")
    assert sql("SELECT count(*) FROM budget_reservation") == [(0,)]


def test_asking_again_is_reserved_and_billed_apart(unread, make_office, days, sql):
    unread("c1")
    make_office(PayingMind(calls=3)).extractor.extract("default", "c1")
    assert [(day.calls, day.spent, day.reserved) for day in days()] == [(3, 3 * ACTUAL.tokens, 0)]
    assert [run.calls for run in runs(sql)] == [3]


def test_reading_by_the_rules_never_touches_the_budget(unread, make_office, days):
    unread("c1")
    office = make_office(policy=Policy(day_tokens=1, day_cost=0.001))
    assert office.extractor.extract("default", "c1").outcome == "done"
    office.force()
    assert office.consolidator.consolidate("default", SCOPE).outcome == "done"
    assert days() == []


def test_a_spent_day_makes_a_chat_wait_until_the_next_one_and_uses_no_attempt(  # case 71
    unread, make_office, days, sql, move_clock, database
):
    ahead = at_noon(sql, move_clock)
    mind = PayingMind()
    office = make_office(mind, policy=ONE_CALL)
    unread("c1", "c2")
    assert office.extractor.extract("default", "c1").outcome == "done"
    report = office.extractor.extract("default", "c2")
    assert (report.outcome, report.reason) == (
        "skipped",
        "the day's budget of 100 tokens is spent: see memfold budget",
    )
    assert len(mind.asked) == 1
    row = chat_row(sql, "c2")
    assert (row.attempts, row.failures, row.error_class) == (0, 0, "budget")
    assert (row.quarantined_at, row.watermark) == (None, -1)
    assert sql(
        "SELECT not_before - memfold_now() BETWEEN interval '11 h 55 min' AND interval '12 h' "
        "FROM chat_state WHERE chat = 'c2'"
    ) == [(True,)]
    assert [(run.outcome, run.calls) for run in runs(sql, key="c2")] == [("skipped", 0)]
    office.sweeper.sweep(any_time=True)
    assert [ring.key for ring in office.rung if ring.kind == "extract"] == []
    with database.transaction("default") as connection:
        progress = load_progress(connection, "default", ONE_CALL)
        why = explain_chat(connection, "default", "c2", ONE_CALL)
    assert (progress.chats.reasons, progress.chats.failed) == ({"budget": 1}, 0)
    gate = next(gate for gate in why.gates if gate.gate == "budget")
    assert (why.standing, gate.open) == ("budget", False)
    assert gate.value == "90 of 100 tokens spent, 0 reserved"
    with database.transaction(role=DatabaseRole.SWEEPER) as connection:
        assert load_status(connection, ONE_CALL, ()).extract.waiting["budget"] == 1
    move_clock(ahead + timedelta(hours=12))
    office.sweeper.sweep(any_time=True)
    office.work_off()
    assert (chat_row(sql, "c2").outcome, chat_row(sql, "c2").error_class) == ("done", None)
    assert [day.spent for day in days()][:2] == [ACTUAL.tokens, ACTUAL.tokens]


@pytest.mark.parametrize("by", ["the workspace", "the settings"])
def test_raising_the_budget_ends_the_wait_at_the_next_sweep(unread, make_office, database, sql, by):
    office = make_office(PayingMind(), policy=ONE_CALL)
    unread("c1", "c2")
    for chat in ("c1", "c2"):
        office.extractor.extract("default", chat)
    assert chat_row(sql, "c2").error_class == "budget"
    richer = office
    if by == "the workspace":
        with database.transaction("default") as connection:
            set_token_limit(connection, "default", Decimal(1000))
    else:
        richer = make_office(PayingMind(), policy=Policy(day_tokens=1000))
    richer.sweeper.sweep(any_time=True)
    assert [ring.key for ring in richer.rung if ring.kind == "extract"] == ["c2"]
    richer.work_off()
    assert chat_row(sql, "c2").outcome == "done"
    assert sql("SELECT count(*) FROM budget_spend WHERE short_tokens IS NOT NULL") == [(0,)]


def test_a_budget_raised_between_the_refusal_and_the_wait_ends_the_wait_all_the_same(
    unread, make_office, hooked, database, sql
):
    raised = []
    richer = make_office(PayingMind(), policy=Policy(day_tokens=1000))

    def raise_at_once():
        if not raised and sql("SELECT 1 FROM budget_spend WHERE short_tokens IS NOT NULL"):
            raised.append(sql("SELECT not_before FROM chat_state"))
            richer.sweeper.sweep(any_time=True)

    hooked.after_commit = raise_at_once
    unread("c1")
    poor = make_office(PayingMind(), on=hooked, policy=Policy(day_tokens=1))
    assert poor.extractor.extract("default", "c1").outcome == "skipped"
    assert raised == [[(None,)]]
    richer.sweeper.sweep(any_time=True)
    assert [ring.key for ring in richer.rung] == ["c1"]


def test_a_limit_that_is_not_higher_ends_no_wait(unread, make_office, database, sql):
    office = make_office(PayingMind(), policy=ONE_CALL)
    unread("c1", "c2")
    for chat in ("c1", "c2"):
        office.extractor.extract("default", chat)
    with database.transaction("default") as connection:
        set_token_limit(connection, "default", Decimal(LARGEST.tokens))
    office.sweeper.sweep(any_time=True)
    assert [ring.key for ring in office.rung if ring.kind == "extract"] == []


def test_a_workspaces_own_limits_go_before_the_default_and_infinity_is_none(
    unread, make_office, database
):
    office = make_office(PayingMind(), policy=Policy(day_tokens=1, day_cost=0.001))
    unread("c1", "c2", "c3")
    with database.transaction("default") as connection:
        set_token_limit(connection, "default", Decimal("Infinity"))
        set_cost_limit(connection, "default", Decimal("0.12"))
    assert office.extractor.extract("default", "c1").outcome == "done"
    assert office.extractor.extract("default", "c2").reason == (
        "the day's budget of 0.12 is spent: see memfold budget"
    )
    with database.transaction("default") as connection:
        set_cost_limit(connection, "default", None)
    assert "more than a whole day's budget of 0.001" in (
        office.extractor.extract("default", "c3").reason
    )


def test_a_fold_waits_for_the_budget_with_its_episodes_pending_and_goes_on_the_next_day(
    pend, make_office, sql, move_clock, database
):
    ahead = at_noon(sql, move_clock)
    pend("I live in Bergen.", "My dog is called Rex.")
    office = make_office(planner=PayingMind(), policy=Policy(day_tokens=LARGEST.tokens - 1))
    report = office.consolidator.consolidate("default", SCOPE)
    assert (report.outcome, report.version) == ("skipped", None)
    row = scope_row(sql, SCOPE)
    assert (row.error_class, row.failures, row.version) == ("budget", 0, 0)
    assert sql("SELECT count(*), max(tries) FROM pending_episode") == [(2, 0)]
    with database.transaction("default") as connection:
        why = explain_scope(connection, "default", SCOPE, office.policy)
    assert why.standing == "budget"
    move_clock(ahead + timedelta(hours=12))
    richer = make_office(planner=PayingMind(), policy=ONE_CALL)
    richer.sweeper.sweep(any_time=True)
    richer.work_off()
    assert scope_row(sql, SCOPE).version == 1


def test_reading_and_folding_spend_the_same_day(pend, ledger, make_office, days):
    pend("I live in Bergen.")
    office = make_office(PayingMind(), planner=PayingMind())
    ledger.append([said("My dog is called Rex.", chat="more", minute=9)])
    office.fold_all()
    assert [(day.calls, day.spent) for day in days()] == [(2, 2 * ACTUAL.tokens)]


def test_a_lost_workers_reservation_becomes_spend_on_its_run_and_day(
    unread, make_office, days, sql
):
    def die():
        raise Crash

    unread("c1")
    office = make_office(PayingMind(during=die))
    with pytest.raises(Crash):
        office.extractor.extract("default", "c1")
    assert [(day.spent, day.reserved) for day in days()] == [(0, LARGEST.tokens)]
    expire(sql)
    office.sweeper.sweep(any_time=True)
    (day,) = days()
    assert (day.calls, day.spent, day.reserved) == (1, LARGEST.tokens, 0)
    assert (day.spent_cost, day.reserved_cost) == (0.1, 0)
    (run,) = runs(sql)
    assert (run.outcome, run.calls, run.input_tokens, run.output_tokens) == ("lost", 1, 80, 20)
    assert (float(run.cost), run.model) == (0.1, "paying")
    office.sweeper.sweep(any_time=True)
    assert days() == [day]


def test_a_holder_that_comes_back_late_corrects_what_was_presumed(unread, make_office, days, sql):
    late = make_office()

    def lose_the_lease():
        expire(sql)
        late.sweeper.sweep(any_time=True)
        assert [(day.spent, day.reserved) for day in days()] == [(LARGEST.tokens, 0)]

    unread("c1")
    report = make_office(PayingMind(during=lose_the_lease)).extractor.extract("default", "c1")
    assert report.outcome == "stale"
    assert [(day.calls, day.spent, day.reserved) for day in days()] == [(1, ACTUAL.tokens, 0)]
    (run,) = runs(sql)
    assert (run.outcome, run.calls, run.output_tokens, float(run.cost)) == ("stale", 1, 10, 0.05)
    assert sql("SELECT count(*) FROM budget_reservation") == [(0,)]


def test_a_reservation_whose_lease_a_person_took_is_presumed_spent_as_well(
    unread, make_office, days, sql
):
    def die():
        raise Crash

    unread("c1")
    office = make_office(PayingMind(during=die))
    with pytest.raises(Crash):
        office.extractor.extract("default", "c1")
    sql("UPDATE lease SET owner = NULL, expires_at = NULL, token = token + 1")
    office.sweeper.sweep(any_time=True)
    assert [(day.spent, day.reserved) for day in days()] == [(LARGEST.tokens, 0)]


def test_the_calls_of_a_failure_are_billed_and_hold_nothing(unread, make_office, days, sql):
    def fail():
        raise OutageError(usage=Usage(calls=1, input_tokens=80, cost=0.04))

    unread("c1")
    make_office(PayingMind(during=fail)).extractor.extract("default", "c1")
    assert [(day.calls, day.spent, day.reserved) for day in days()] == [(1, 80, 0)]
    assert [(run.outcome, run.calls) for run in runs(sql)] == [("failed", 1)]


def test_a_mind_that_comes_to_no_end_is_stopped_and_its_attempt_stays_used(  # case 71
    unread, make_office, sql
):
    unread("c1")
    mind = PayingMind(calls=1000)
    report = make_office(mind, policy=Policy(job_calls=4)).extractor.extract("default", "c1")
    assert (report.outcome, len(mind.asked)) == ("failed", 4)
    row = chat_row(sql)
    assert (row.attempts, row.error_class) == (1, "content")
    assert [run.calls for run in runs(sql)] == [4]


def test_twenty_workers_cannot_pass_the_cap_together(unread, make_office, days, sql):
    """Each would spend at once; what they hold and spend never passes the day's limit."""
    chats = [f"c{n:02}" for n in range(20)]
    unread(*chats)
    most = []
    mind = PayingMind(
        actual=LARGEST, during=lambda: most.append(max(d.spent + d.reserved for d in days()))
    )
    cap = 7 * LARGEST.tokens + LARGEST.tokens // 2
    offices = [make_office(mind, policy=Policy(day_tokens=cap)) for _ in chats]
    reports = together(
        *(
            lambda office=office, chat=chat: office.extractor.extract("default", chat)
            for office, chat in zip(offices, chats, strict=True)
        )
    )
    outcomes = sorted(report.outcome for report in reports)
    assert outcomes == ["done"] * 7 + ["skipped"] * 13
    assert max(most) <= cap
    assert [(day.calls, day.spent, day.reserved) for day in days()] == [(7, 7 * LARGEST.tokens, 0)]
    assert sql("SELECT count(*) FROM chat_state WHERE error_class = 'budget'") == [(13,)]
    assert sql("SELECT max(attempts) FROM chat_state") == [(0,)]


def test_a_job_that_lost_its_lease_makes_no_further_call(unread, make_office, days, sql):
    class Losing(PayingMind):
        def metered(self, purse):
            paying = super().metered(purse)
            paying.during = purse._held.mark_lost
            return paying

    mind = Losing(calls=2)
    unread("c1")
    assert make_office(mind).extractor.extract("default", "c1").outcome == "stale"
    assert len(mind.asked) == 1
    assert [(day.calls, day.spent, day.reserved) for day in days()] == [(1, ACTUAL.tokens, 0)]


def test_a_bill_of_a_mind_that_says_its_cost_at_the_end_counts_for_the_day_too(
    unread, make_office, days
):
    unread("c1")
    make_office(ScriptedReader()).extractor.extract("default", "c1")
    assert [(day.calls, day.spent, day.spent_cost) for day in days()] == [(1, 110, 0.5)]


def test_the_day_is_the_workspaces_own(unread, make_office, database, sql, move_clock):
    at_noon(sql, move_clock)
    unread("c1")
    with database.transaction("default") as connection:
        set_time_zone(connection, "default", "Pacific/Kiritimati")
    make_office(PayingMind()).extractor.extract("default", "c1")
    assert sql("SELECT local_day - (memfold_now() AT TIME ZONE 'UTC')::date FROM budget_spend") == [
        (1,)
    ]


@pytest.mark.parametrize("zone", ["Mars/Olympus", "", "../etc/passwd", "localtime\0"])
def test_a_zone_that_nobody_knows_is_refused(database, zone):
    with (
        pytest.raises(InvalidInputError, match="no time zone"),
        database.transaction("default") as connection,
    ):
        set_time_zone(connection, "default", zone)


def test_an_answer_that_was_asked_for_again_is_paid_call_by_call_at_the_endpoints_prices(
    unread, make_office, days, sql
):
    useless = saying({"nonsense": True})
    nothing = saying({"language": "en", "nothing_durable": True, "statements": []})
    with ScriptedEndpoint(in_turn(useless, nothing)) as server:
        endpoint = Endpoint(
            base_url=server.base_url, model="invented", input_price=2.0, output_price=8.0
        )
        unread("c1")
        report = make_office(OpenAIReader(endpoint)).extractor.extract("default", "c1")
    assert (report.outcome, server.count) == ("nothing", 2)
    (run,), (day,) = runs(sql), days()
    assert (run.calls, day.calls, day.reserved, day.reserved_cost) == (2, 2, 0, 0)
    assert day.spent == run.input_tokens + run.output_tokens > 0
    assert float(run.cost) == pytest.approx((run.input_tokens * 2 + run.output_tokens * 8) / 1e6)
    assert day.spent_cost == pytest.approx(float(run.cost))
