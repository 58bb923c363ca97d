"""Twenty workers, a real database, a scripted endpoint: all ask at once for the last of a day."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from decimal import Decimal
from threading import Barrier, Condition

import psycopg

from jobs.minds.endpoint import Endpoint
from jobs.minds.openai_compatible import OpenAIReader
from jobs.policies import Policy
from jobs.store.budget_limits import set_cost_limit, set_token_limit
from memory_core.stores.database import Database
from memory_core.stores.ledger import Ledger
from tests.fakes.messages import said
from tests.fakes.office import Office
from tests.fakes.scripted_endpoint import Answer, Request, ScriptedEndpoint

NOTHING = '{"language": "en", "nothing_durable": true, "statements": []}'
_PATIENCE = 60.0  # seconds for all workers to ask or to be refused
_INPUT_PRICE, _OUTPUT_PRICE = 2.0, 8.0  # invented, per million


@dataclass(frozen=True, kw_only=True, slots=True)
class Race:
    """What is spent, by whom and in which currency."""

    workers: int = 20
    affordable: float = 7.5  # calls at their largest that the rest of the day has room for
    bill: float = 1.0  # what a call comes to, as a share of what was reserved for it
    in_money: bool = False  # the limit; else in tokens


@dataclass(frozen=True, kw_only=True, slots=True)
class Result:
    """What came of it; amounts in tokens, or in money."""

    race: Race
    calls: int  # that went out
    waiting: int  # chats that wait for the budget
    attempts_used: int
    limit: Decimal
    most_held: Decimal  # spent and reserved together, with all the calls under way
    spent: Decimal  # in the end
    error: Decimal  # what the bills came to beyond what was reserved; 0 where the estimate held

    @property
    def excess(self) -> Decimal:
        """By how much the limit was passed."""
        return max(self.spent - self.limit, Decimal(0))

    @property
    def holds(self) -> bool:
        """Whether it was passed by no more than the estimate's error, and nothing was lost."""
        everyone = self.calls + self.waiting == self.race.workers
        return (
            everyone
            and self.attempts_used == 0
            and self.most_held <= self.limit
            and self.excess <= self.error
        )


class _Counter:
    """The endpoint's script: holds every call until each worker has asked or was refused."""

    def __init__(self) -> None:
        self._changed = Condition()
        self.begin(1)

    def begin(self, workers: int) -> None:
        """Count anew."""
        self.asked = self.refused = 0
        self.usage: dict[str, int] | None = None
        self._workers = workers

    def __call__(self, _request: Request) -> Answer:
        with self._changed:
            self.asked += 1
            self._changed.notify_all()
            self._changed.wait_for(lambda: self.usage is not None, _PATIENCE)
        return Answer(content=NOTHING, usage=self.usage)

    def refuse(self) -> None:
        """Note that a worker was refused, and asks nothing."""
        with self._changed:
            self.refused += 1
            self._changed.notify_all()

    def wait(self) -> None:
        """Return once everybody is at a call or out of money."""
        with self._changed:
            told = self._changed.wait_for(
                lambda: self.asked + self.refused >= self._workers, _PATIENCE
            )
        if not told:
            raise TimeoutError

    def answer(self, usage: dict[str, int]) -> None:
        """Answer all calls, with this bill."""
        with self._changed:
            self.usage = usage
            self._changed.notify_all()


def run_race(race: Race, urls: tuple[str, str]) -> Result:
    """Let them race on an empty, migrated database.

    Args:
        race: what is spent.
        urls: of the login, of the superuser.
    """
    counter = _Counter()
    with (
        ScriptedEndpoint(counter) as server,
        psycopg.connect(urls[1], autocommit=True) as admin,
        _offices(urls[0], server.base_url, race.workers) as offices,
    ):
        _read_together(offices[:1], counter, lambda: counter.answer(_bill(admin, 1.0)))
        limit = _set_limit(offices[0].database, admin, race)
        counter.begin(race.workers)
        held: list[Decimal] = []

        def answer() -> None:
            held.append(sum(_day(admin, race), Decimal(0)))
            counter.answer(_bill(admin, race.bill))

        _read_together(offices, counter, answer)
        spent, _ = _day(admin, race)
        waiting, attempts = _row(admin, _CHATS)
        return Result(
            race=race,
            calls=counter.asked,
            waiting=int(waiting),
            attempts_used=int(attempts),
            limit=limit,
            most_held=held[0],
            spent=spent,
            error=max(spent - held[0], Decimal(0)),
        )


@contextmanager
def _offices(url: str, base_url: str, workers: int) -> Iterator[Sequence[Office]]:
    """Each worker has a process's parts of its own: pool, heartbeat, connection."""
    endpoint = Endpoint(
        base_url=base_url, model="scripted", input_price=_INPUT_PRICE, output_price=_OUTPUT_PRICE
    )
    with ExitStack() as opened:
        offices = []
        for number in range(workers):
            database = Database(url, pool_size=2)
            opened.callback(database.close)
            office = Office(
                database,
                reader=OpenAIReader(endpoint),
                owner=f"worker-{number}",
                policy=Policy(chats_per_call=1),
            )
            opened.callback(office.close)
            offices.append(office)
        yield offices


def _read_together(
    offices: Sequence[Office], counter: _Counter, answer: Callable[[], None]
) -> None:
    """Let each read a chat, all at once; `answer` is called when nobody can ask any more."""
    ledger = Ledger(offices[0].database)
    chats = [f"{len(offices)}-{number}" for number in range(len(offices))]
    ledger.append([said("ok thanks", chat=chat) for chat in chats])
    for chat in chats:
        ledger.report_idle("default", chat)
    start = Barrier(len(offices), timeout=_PATIENCE)

    def read(office: Office, chat: str) -> None:
        start.wait()
        if office.extractor.extract("default", chat).outcome == "skipped":
            counter.refuse()

    with ThreadPoolExecutor(len(offices)) as pool:
        jobs = [pool.submit(read, *each) for each in zip(offices, chats, strict=True)]
        counter.wait()
        answer()
        for job in jobs:
            job.result()


_LARGEST = "SELECT max(input_tokens), max(output_tokens) FROM budget_reservation"
_TOKENS = "SELECT spent_tokens, reserved_tokens FROM budget_spend"
_COST = "SELECT spent_cost, reserved_cost FROM budget_spend"
_CHATS = """
    SELECT count(*) FILTER (WHERE error_class = 'budget' AND watermark < last_position),
           sum(attempts) FROM chat_state
"""


def _bill(admin: psycopg.Connection, share: float) -> dict[str, int]:
    """Return what a server would say that a call took: a share of what is reserved for it."""
    asked, answered = _row(admin, _LARGEST)
    return {
        "prompt_tokens": round(float(asked) * share),
        "completion_tokens": round(float(answered) * share),
    }


def _set_limit(database: Database, admin: psycopg.Connection, race: Race) -> Decimal:
    """Leave room for so many calls as the one that was just read at its largest."""
    spent, _ = _day(admin, race)
    limit = spent + spent * Decimal(str(race.affordable))
    with database.transaction("default") as connection:
        (set_cost_limit if race.in_money else set_token_limit)(connection, "default", limit)
    return limit


def _day(admin: psycopg.Connection, race: Race) -> tuple[Decimal, Decimal]:
    """Return what the day has spent, and what it holds for calls under way."""
    spent, held = _row(admin, _COST if race.in_money else _TOKENS)
    return spent, held


def _row(admin: psycopg.Connection, statement: str) -> tuple[Decimal, ...]:
    row = admin.execute(statement.encode()).fetchone()
    assert row is not None
    return tuple(Decimal(value) for value in row)
