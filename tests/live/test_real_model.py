"""What must hold of any model, shown with a real one that understands next to nothing.

    make test-llm

Whatever it answers: an answer keeps to its schema or nothing comes of it, no line stands in an
index that its messages do not carry, and every token is on a run and on the workspace's day.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice

import pytest
from jsonschema import Draft202012Validator
from sqlalchemy import Connection, create_engine

from jobs.windows import redacted
from memory_core.index.evidence import context_of
from memory_core.index.grounding import ungrounded
from memory_core.stores.database import driver_url
from memory_core.stores.episode_store import load_scope_episodes
from memory_core.stores.transcript import read_messages
from tests.faults.history import find_violations
from tests.live.relay import Exchange

pytestmark = pytest.mark.live

SECRET = "sk-" + "proj-" + "Ab3dEf6hIj9lMn2pQr5tUv8xYz1b"  # invented
COMMITTED = {"done", "nothing", "refused"}


def said(chat, minute, content, *, user="nora", role="user"):
    who = {"user": user, "name": user.title()} if role == "user" else {}
    at = f"2026-02-03T09:{minute:02}:00+01:00"
    return {"chat": chat, "agent": "helper", "role": role, "content": content, "at": at, **who}


CHATS = (
    said("c1", 0, "I live in Bergen and I work as a nurse."),
    said("c1", 1, "Noted. You should try rowing.", role="assistant"),
    said("c1", 2, "My dog is called Rex."),
    said("c2", 9, f"I moved to Oslo last week. My key is {SECRET}"),
    said("c3", 3, "I'm allergic to peanuts and I like chess.", user="tomas"),
    said("c3", 4, "Does my brother still play it?", user="tomas"),
    said("c4", 5, "ok thanks", user="lena"),
    said("c5", 6, "I moved to Tromsø with my cat Pip.", user="ida"),
    said("c6", 7, "I moved to Lisbon in 2021.", user="jonas"),
    said("c7", 8, "I love jazz.", user="mina"),
    said("c8", 11, "I started a new job at Initech.", user="olav"),
)
KNOWN = ("I live in Bergen.", "I love tea.")
NEWS = ("I moved to Oslo.", "I love chess.", "My sister is called Zoe.")


@pytest.fixture
def as_superuser(urls):
    """A connection that sees every row."""
    engine = create_engine(driver_url(urls.admin_database_url))
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def keeps_to_its_schema(exchange: Exchange) -> bool:
    """Whether an answer is what was asked for, by the schema that went with the question."""
    if exchange.finish_reason != "stop":
        return False
    schema = exchange.request["response_format"]["json_schema"]["schema"]
    with suppress(ValueError):
        return Draft202012Validator(schema).is_valid(json.loads(exchange.text))
    return False


def ungrounded_episodes(connection: Connection) -> list[str]:
    """Judge each stored statement once more, by what the ledger says that was said."""
    found = []
    for episode in load_scope_episodes(connection, "default"):
        content = episode.content
        around = [
            redacted(message)
            for chat in {evidence.chat for evidence in content.evidence}
            for message in read_messages(connection, "default", chat, first=0, last=99)
        ]
        cited = {(evidence.chat, evidence.position) for evidence in content.evidence}
        asserting = [message for message in around if (message.chat, message.position) in cited]
        context = context_of(asserting, around)
        found += ungrounded(
            content.description, asserting, language=episode.language, context=context
        )
    return found


def check_answers(runs, exchanges: Sequence[Exchange]) -> None:
    """Every run's answers kept to their schema, or nothing came of them and the run says why."""
    answers = iter(exchanges)
    for run in runs:
        of_run = list(islice(answers, run["calls"]))
        if run["outcome"] in COMMITTED and of_run:
            assert any(keeps_to_its_schema(exchange) for exchange in of_run), run
        assert run["outcome"] in COMMITTED or run["reason"], run
    assert list(answers) == []


def check_bill(runs, exchanges: Sequence[Exchange], sql) -> None:
    """Every request and every token that the server counted is on a run and on the day."""

    def billed(name):
        return sum(run[name] for run in runs)

    read = sum(exchange.usage["prompt_tokens"] for exchange in exchanges)
    wrote = sum(exchange.usage["completion_tokens"] for exchange in exchanges)
    assert (billed("calls"), billed("input_tokens"), billed("output_tokens")) == (
        len(exchanges),
        read,
        wrote,
    )
    priced = billed("input_tokens") + 4 * billed("output_tokens")  # a cached token is no cheaper
    assert billed("cost") == pytest.approx(priced / 1e6)
    assert sql("SELECT calls, spent_tokens, reserved_tokens FROM budget_spend") == [
        (len(exchanges), read + wrote, 0)
    ]


def check_memory(pipeline, connection: Connection) -> None:
    """All that was written follows from what was said; the validator is run over it again."""
    assert find_violations(connection, at_rest=True) == []
    assert ungrounded_episodes(connection) == []
    for scope in pipeline.command.json("scopes"):
        if scope["version"]:
            pipeline.command.json("index", "validate", scope["scope"])
            text = pipeline.command.json("index", "show", scope["scope"])["text"]
            assert "Zz-" not in text
            assert SECRET not in text


def tell(title, runs, exchanges: Sequence[Exchange], sql) -> None:
    """Print what the model was asked, what was taken from it and what was not."""

    def by_name(names):
        counts = sorted(Counter(names).items())
        return ", ".join(f"{name} {count}" for name, count in counts) or "none"

    refused = [why.partition(":")[0] for run in runs for why in run["violations"]]
    failed = [run["reason"] for run in runs if run["outcome"] not in COMMITTED]
    ended = [f"{run['kind']} {run['outcome']}" for run in runs]
    kept = sum(map(keeps_to_its_schema, exchanges))
    ((episodes,),) = sql("SELECT count(*) FROM episode")
    ((lines,),) = sql("SELECT count(DISTINCT (scope_key, entry)) FROM entry_source")
    print(f"\n{title}")
    print(f"  requests            {len(exchanges)}")
    print(f"  answers by ending   {by_name(e.finish_reason for e in exchanges)}")
    print(f"  as the schema says  {kept}, refused {len(exchanges) - kept}")
    print(f"  tokens              {sum(e.usage['total_tokens'] for e in exchanges)}")
    print(f"  runs                {by_name(ended)}")
    print(f"  statements accepted {episodes}")
    print(f"  refusals by reason  {by_name(refused)}")
    print(f"  lines in an index   {lines}")
    print(f"  failures by reason  {by_name(failed)}")


def test_what_a_model_reads_and_folds_is_grounded_and_billed(start, relay, sql, as_superuser):
    pipeline = start("EXTRACT", "CONSOLIDATE")
    pipeline.take_in(*CHATS)
    pipeline.run()
    start("EXTRACT").fold()  # by code alone: what was read stands in an index in any case
    runs = pipeline.runs()
    tell("read and folded by the model", runs, relay.exchanges, sql)
    assert {run["key"] for run in pipeline.runs("extract")} == {c["chat"] for c in CHATS}
    assert SECRET not in json.dumps([exchange.request for exchange in relay.exchanges])
    check_answers(runs, relay.exchanges)
    check_bill(runs, relay.exchanges, sql)
    check_memory(pipeline, as_superuser)


def test_what_a_model_folds_of_sound_episodes_loses_and_invents_nothing(
    start, relay, sql, as_superuser
):
    offline = start()
    offline.take_in(*(said(f"k{n}", n, text) for n, text in enumerate(KNOWN)))
    offline.run()
    pipeline = start("CONSOLIDATE")
    pipeline.take_in(*(said(f"n{n}", 10 + n, text) for n, text in enumerate(NEWS)))
    pipeline.run()
    runs = pipeline.runs()
    tell("read by the rules, folded by the model", runs, relay.exchanges, sql)
    assert relay.exchanges
    assert sql("SELECT count(*) FROM episode") == [(len(KNOWN) + len(NEWS),)]
    check_answers(runs, relay.exchanges)
    check_bill(runs, relay.exchanges, sql)
    check_memory(pipeline, as_superuser)
