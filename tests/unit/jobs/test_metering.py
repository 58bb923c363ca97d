from __future__ import annotations

import pytest

from jobs.errors import BudgetError, OutageError
from jobs.minds.completion import Completion
from jobs.minds.endpoint import Endpoint
from jobs.minds.metering import MeteredConnection, largest_usage
from jobs.minds.question import Question
from jobs.minds.tokens import count_tokens
from jobs.quote import Quote, quote
from jobs.usage import Usage

ENDPOINT = Endpoint(
    base_url="http://invented.example/v1",
    model="invented",
    input_price=2.0,
    cached_price=0.5,
    output_price=8.0,
    max_output_tokens=1000,
)
QUESTION = Question(name="extract", schema={}, system="Read this.", user="I live in Bergen.")
SPENT = Usage(calls=1, input_tokens=10, output_tokens=2, cost=0.01)


class Wire:
    """Answers, or raises, and notes that it was asked."""

    endpoint = ENDPOINT

    def __init__(self, log, answer):
        self.log, self.answer = log, answer

    def complete(self, _question):
        self.log.append("ask")
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class Purse:
    """Notes what is asked of it; refuses when told so."""

    def __init__(self, refusal=None):
        self.log, self.refusal = [], refusal

    def reserve(self, largest):
        self.log.append(("reserve", largest))
        if self.refusal:
            raise self.refusal

    def settle(self, usage):
        self.log.append(("settle", usage))


def ask(answer, refusal=None):
    purse = Purse(refusal)
    connection = MeteredConnection(Wire(purse.log, answer), purse)
    try:
        connection.complete(QUESTION)
    except (OutageError, BudgetError, RuntimeError) as error:
        return purse.log, error
    return purse.log, None


def test_the_largest_usage_is_the_prompt_uncached_and_the_longest_answer():
    largest = largest_usage(ENDPOINT, QUESTION)
    prompt = count_tokens(QUESTION.text, "invented")
    assert (largest.calls, largest.input_tokens, largest.output_tokens) == (1, prompt, 1000)
    assert largest.cost == pytest.approx((prompt * 2 + 1000 * 8) / 1e6)
    longer = Question(name="extract", schema={}, system="", user="", answer_tokens=4000)
    assert largest_usage(ENDPOINT, longer).output_tokens == 4000


def test_a_call_is_reserved_before_it_goes_out_and_settled_by_its_own_bill():
    log, error = ask(Completion(text="{}", usage=SPENT))
    assert error is None
    assert log == [("reserve", largest_usage(ENDPOINT, QUESTION)), "ask", ("settle", SPENT)]


def test_a_failed_call_is_settled_by_what_it_cost_all_the_same():
    log, error = ask(OutageError(usage=SPENT))
    assert isinstance(error, OutageError)
    assert log[1:] == ["ask", ("settle", SPENT)]


def test_a_call_that_nobody_knows_the_end_of_is_settled_so():
    log, error = ask(RuntimeError("invented"))
    assert isinstance(error, RuntimeError)
    assert log[1:] == ["ask", ("settle", None)]


def test_what_cannot_be_afforded_is_not_asked():
    log, error = ask(Completion(text="{}", usage=SPENT), BudgetError())
    assert isinstance(error, BudgetError)
    assert [entry[0] for entry in log] == ["reserve"]


def test_quotes_add_up():
    both = sum([Quote(windows=1, usage=SPENT), Quote(windows=2, usage=SPENT)], Quote())
    assert (both.windows, both.usage.calls, both.usage.tokens) == (3, 2, 24)


def test_a_mind_that_costs_nothing_is_quoted_at_nothing_and_not_asked():
    assert quote("no mind at all", pytest.fail) == Usage()
