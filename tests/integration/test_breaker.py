from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from random import Random
from threading import Event

import pytest

from jobs.breaker import Breaker
from jobs.errors import (
    ContentError,
    ContextTooLongError,
    EndpointClosedError,
    InterruptedCallError,
    MindConfigurationError,
    OutageError,
)
from jobs.minds.completion import Completion
from jobs.minds.endpoint import Endpoint
from jobs.minds.openai_compatible import OpenAIReader
from jobs.policies import Policy
from jobs.store.endpoints import try_again
from jobs.usage import Usage
from jobs.views.chat_gates import explain_chat
from jobs.views.scope_gates import explain_scope
from jobs.views.status import load_status
from memory_core.stores.database import DatabaseRole
from tests.fakes.messages import said
from tests.fakes.minds import Crash
from tests.fakes.rows import chat_row, runs
from tests.fakes.scripted_endpoint import Answer, ScriptedEndpoint

ENDPOINT = Endpoint(base_url="http://model.invalid/v1", model="m-1", api_key="invented")
WELL = Completion(text="{}", usage=Usage(calls=1))
ASKED = Usage(calls=1)
POLICY = Policy()


class Model:
    """What stands behind a breaker: takes one step a call, the last one for ever."""

    def __init__(self, *steps):
        self.steps, self.asked = list(steps), 0

    def __call__(self):
        self.asked += 1
        step = self.steps.pop(0) if len(self.steps) > 1 else self.steps[0]
        if isinstance(step, BaseException):
            raise step
        return step


@pytest.fixture
def make_breaker(database):
    """Make the breaker of one process; all share the database."""

    def make(endpoint=ENDPOINT, **fields):
        fields.setdefault("look_after", 0.0)
        return Breaker(
            database=database, endpoint=endpoint, policy=POLICY, random=Random(3), **fields
        )

    return make


@pytest.fixture
def row(sql):
    """The breaker's failures, the seconds that its endpoint still rests, and why."""

    def load():
        return sql(
            "SELECT failures, extract(epoch FROM retry_at - memfold_now())::float, reason "
            "FROM endpoint"
        )[0]

    return load


def fails(breaker, error, kind=None):
    with pytest.raises(kind or type(error)):
        breaker.call(Model(error))


# -- opening and resting -------------------------------------------------------------------------


def test_one_outage_lets_no_process_ask_until_the_rest_is_over(make_breaker, move_clock, row):
    first, second = make_breaker(), make_breaker()
    model = Model(OutageError("it is down", usage=ASKED), WELL)
    with pytest.raises(OutageError, match="it is down"):
        first.call(model)
    for breaker in (first, second, make_breaker(look_after=1.0)):
        with pytest.raises(EndpointClosedError, match="it is down") as refused:
            breaker.call(model)
        assert refused.value.usage.calls == 0
        assert refused.value.gives_back_attempt
        assert 0 < refused.value.retry_after <= POLICY.rest.total_seconds()
    assert model.asked == 1
    move_clock(POLICY.rest)
    assert second.call(model) == WELL
    assert first.call(model) == WELL
    assert row()[0] == 0


def test_each_failed_probe_lengthens_the_rest_up_to_its_cap(make_breaker, move_clock, row):
    breaker, ahead = make_breaker(), timedelta()
    for failures in range(1, 10):
        fails(breaker, OutageError())
        counted, rests, _ = row()
        ceiling = min(POLICY.rest * 2 ** (failures - 1), POLICY.rest_cap).total_seconds()
        assert counted == failures
        assert ceiling / 2 - 5 <= rests <= ceiling
        ahead += timedelta(seconds=rests + 1)
        move_clock(ahead)


@pytest.mark.parametrize(
    ("asked", "at_least", "at_most"), [(90.0, 85, 90), (10.0**9, 3_590, 3_600)]
)
def test_the_wait_that_an_endpoint_asks_for_is_a_floor_within_the_cap(
    make_breaker, row, asked, at_least, at_most
):
    fails(make_breaker(), OutageError(retry_after=asked))
    assert at_least <= row()[1] <= at_most


def test_calls_that_were_under_way_when_it_opened_lengthen_nothing(make_breaker, row):
    def ask():
        fails(make_breaker(), OutageError("first"))
        raise OutageError("second")

    with pytest.raises(OutageError):
        make_breaker().call(ask)
    failures, rests, _ = row()
    assert failures == 1
    assert rests <= POLICY.rest.total_seconds()


def test_a_late_failure_that_names_a_wait_is_heeded(make_breaker, row):
    entered, slow = Event(), Event()

    def ask():
        entered.set()
        slow.wait(30)
        raise OutageError(retry_after=300)

    with ThreadPoolExecutor() as pool:
        under_way = pool.submit(make_breaker().call, ask)
        entered.wait(30)
        fails(make_breaker(), OutageError())
        slow.set()
        assert isinstance(under_way.exception(), OutageError)
    failures, rests, _ = row()
    assert (failures, rests > 290) == (1, True)


@pytest.mark.parametrize(
    "error", [ContentError(usage=ASKED), ContextTooLongError(usage=ASKED), InterruptedCallError()]
)
def test_what_is_no_fault_of_the_endpoint_leaves_it_in_use(make_breaker, sql, error):
    fails(make_breaker(), error)
    assert sql("SELECT count(*) FROM endpoint") == [(0,)]


# -- the probe -----------------------------------------------------------------------------------


@pytest.fixture
def half_open(make_breaker, move_clock):
    """Open the breaker and let its rest pass."""
    fails(make_breaker(), OutageError("it is down"))
    move_clock(POLICY.rest)
    return make_breaker


def test_of_many_that_come_after_the_rest_one_asks_and_the_losers_ask_nothing(half_open):
    entered, leave = Event(), Event()

    def probe():
        entered.set()
        leave.wait(30)
        return WELL

    with ThreadPoolExecutor() as pool:
        first = pool.submit(half_open().call, probe)
        entered.wait(30)
        model = Model(WELL)
        for _ in range(3):
            with pytest.raises(EndpointClosedError):
                half_open().call(model)
        assert model.asked == 0
        leave.set()
        assert first.result() == WELL
        assert half_open().call(model) == WELL


def test_a_probe_whose_process_died_gives_way_when_its_time_is_over(
    half_open, move_clock, monkeypatch
):
    dying, model = half_open(), Model(WELL)
    monkeypatch.setattr(dying, "_leave", lambda _: None)
    with pytest.raises(Crash):
        dying.call(Model(Crash()))
    with pytest.raises(EndpointClosedError):
        half_open().call(model)
    move_clock(POLICY.rest + timedelta(seconds=ENDPOINT.total_timeout + 31))
    assert half_open().call(model) == WELL


@pytest.mark.parametrize("error", [ContextTooLongError(), InterruptedCallError(), Crash()])
def test_a_probe_that_came_to_no_call_is_given_back_at_once(half_open, error):
    with pytest.raises(type(error)):
        half_open().call(Model(error))
    assert half_open().call(Model(WELL)) == WELL


def test_an_answer_that_is_of_no_use_is_an_answer(half_open, row):
    fails(half_open(), ContentError(usage=ASKED))
    assert row()[0] == 0


def test_who_waited_is_rung_once_when_it_closes(half_open):
    rung = []
    breaker = half_open(closed=lambda: rung.append("bell"))
    breaker.call(Model(WELL))
    breaker.call(Model(WELL))
    assert rung == ["bell"]


def test_a_mended_endpoint_is_asked_at_once_on_request(make_breaker, database):
    fails(make_breaker(), MindConfigurationError("401", retry_after=3_600))
    with database.transaction(role=DatabaseRole.SWEEPER) as connection:
        assert try_again(connection) == 1
    assert make_breaker().call(Model(WELL)) == WELL


def test_a_mended_setting_makes_it_another_endpoint(make_breaker):
    fails(make_breaker(), MindConfigurationError("401: check the key", retry_after=3_600))
    mended = Endpoint(base_url=ENDPOINT.base_url, model=ENDPOINT.model, api_key="another")
    assert make_breaker(mended).call(Model(WELL)) == WELL


# -- the jobs behind it --------------------------------------------------------------------------

NOTHING = Answer(content='{"nothing_durable": true, "statements": []}')


@pytest.fixture
def served(database, make_office):
    """Make an office whose reader asks a server of this script."""
    servers = []

    def make(script):
        server = ScriptedEndpoint(script)
        servers.append(server.__enter__())
        endpoint = Endpoint(base_url=server.base_url, model="m-1")
        policy = Policy(extract_endpoint=endpoint.id, chats_per_call=1)
        breaker = Breaker(
            database=database,
            endpoint=endpoint,
            policy=policy,
            closed=lambda: office.sweeper.ring_waiting("extract"),
            look_after=0.0,
        )
        office = make_office(OpenAIReader(endpoint, breaker), policy=policy)
        return office, server

    yield make
    for server in servers:
        server.__exit__(None, None, None)


@pytest.fixture
def ten_chats(ledger):
    """Ten chats of one message."""
    ledger.append([said("I live in Bergen.", chat=f"c{n}") for n in range(10)])


def test_while_an_endpoint_is_down_one_chat_a_rest_finds_it_out_and_all_are_read_after(  # case 76
    served, ten_chats, move_clock, sql
):
    down = Event()
    down.set()
    office, server = served(lambda _: Answer(status=503) if down.is_set() else NOTHING)
    office.force()
    ahead = timedelta()
    for probes in range(1, 6):
        office.sweeper.sweep(any_time=True)
        office.work_off()
        assert server.count == probes
        ahead += POLICY.rest_cap
        move_clock(ahead)
    assert sql("SELECT max(attempts), count(quarantined_at) FROM chat_state") == [(0, 0)]
    assert len(runs(sql)) == 5
    down.clear()
    office.sweeper.sweep(any_time=True)
    assert len(office.rung) == 1
    office.work_off()
    move_clock(ahead + POLICY.backoff_cap)
    office.sweeper.sweep(any_time=True)
    office.work_off()
    assert sql("SELECT count(*) FROM chat_state WHERE watermark = last_position") == [(10,)]
    assert server.count == 5 + 10


def test_a_rung_chat_is_not_claimed_while_its_endpoint_rests(served, ten_chats, sql):
    office, server = served(lambda _: Answer(status=503))
    office.force()
    assert office.extractor.extract("default", "c0").outcome == "failed"
    report = office.extractor.extract("default", "c1")
    assert (report.outcome, report.run, server.count) == ("skipped", None, 1)
    assert chat_row(sql, "c1").attempts == 0
    assert sql("SELECT due_at <= memfold_now() FROM chat_state WHERE chat = 'c1'") == [(True,)]


def test_a_refused_key_stops_that_kind_of_work_and_says_what_to_mend(
    served, ten_chats, database, move_clock
):
    office, server = served(lambda _: Answer(status=401))
    office.force()
    office.sweeper.sweep(any_time=True)
    office.work_off()
    move_clock(POLICY.backoff_cap / 2)
    office.sweeper.sweep(any_time=True)
    assert (office.rung, server.count) == ([], 1)
    with database.transaction("default") as connection:
        why = explain_chat(connection, "default", "c5", office.policy)
    gates = {gate.gate: gate for gate in why.gates}
    assert (why.open, why.standing, gates["endpoint"].open) == (False, "endpoint", False)
    assert "401: check the key" in gates["endpoint"].value
    with database.transaction(role=DatabaseRole.SWEEPER) as connection:
        status = load_status(connection, office.policy, ())
    assert status.extract.waiting == {"backoff": 1, "endpoint": 9}
    assert any("check the key" in alarm for alarm in status.alarms)


def test_a_scope_whose_planner_rests_is_not_claimed_and_keeps_its_episodes(
    pend, make_office, make_breaker, database, sql
):
    pend("I live in Bergen.")
    policy = Policy(consolidate_endpoint=ENDPOINT.id)
    office = make_office(policy=policy)
    ((scope,),) = sql("SELECT DISTINCT scope_key FROM pending_episode")
    fails(make_breaker(), MindConfigurationError("401: check the key", retry_after=3_600))
    report = office.consolidator.consolidate("default", scope)
    assert (report.outcome, report.run) == ("skipped", None)
    with database.transaction("default") as connection:
        why = explain_scope(connection, "default", scope, policy)
    assert why.standing == "endpoint"
    assert any(g.gate == "endpoint" and not g.open for g in why.gates)
    assert sql("SELECT tries FROM pending_episode") == [(0,)]
    sql("UPDATE endpoint SET opened_at = NULL, retry_at = NULL")
    assert office.consolidator.consolidate("default", scope).outcome == "done"


def test_a_chat_held_when_the_worker_stops_is_billed_and_given_back_at_once(served, ledger, sql):
    asked = Event()

    def script(_request):
        asked.set()
        return Answer(content=NOTHING.content, delay=60)

    office, _ = served(script)
    ledger.append([said("I live in Bergen.")])
    office.force()
    with ThreadPoolExecutor() as pool:
        job = pool.submit(office.extractor.extract, "default", "c1")
        asked.wait(30)
        office.heartbeat.drain("the worker stops")
        assert job.result(30).outcome == "failed"
    (run,) = runs(sql)
    assert (run.calls, run.input_tokens > 0, run.reason) == (1, True, "the worker stops")
    assert (chat_row(sql).attempts, sql("SELECT owner FROM lease")) == (0, [(None,)])
    assert sql("SELECT count(*) FROM endpoint") == [(0,)]


def test_a_call_ends_when_its_lease_is_lost_and_the_run_is_stale_and_billed(served, ledger, sql):
    def script(_request):
        sql("UPDATE lease SET token = token + 1, owner = 'thief'")
        office.heartbeat.beat()
        return Answer(content=NOTHING.content, delay=60)

    office, _ = served(script)
    ledger.append([said("I live in Bergen.")])
    office.force()
    assert office.extractor.extract("default", "c1").outcome == "stale"
    (run,) = runs(sql)
    assert (run.outcome, run.calls) == ("stale", 1)
