"""The wire to an endpoint: one question, one answer, one failure class.

complete ── post, within the deadline ── read ── a Completion
              └─ interrupted, refused, broken off, late, cut off: a MindError with its bill
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any

from openai import (
    APIConnectionError,
    APIStatusError,
    AsyncAzureOpenAI,
    AsyncOpenAI,
    DefaultAsyncHttpxClient,
    NotFoundError,
    Timeout,
)

from jobs.errors import ContextTooLongError, InterruptedCallError, MindError, OutageError
from jobs.interruption import current_interruption
from jobs.minds.background_loop import LOOP, WaitInterruptedError
from jobs.minds.body_limit import bound_body
from jobs.minds.completion import Completion, read_completion
from jobs.minds.endpoint import Endpoint
from jobs.minds.question import Question, request_fields
from jobs.minds.tokens import count_tokens
from jobs.minds.wire_breaks import describe_break, was_sent
from jobs.minds.wire_failures import Refusal, failure_of_status
from jobs.usage import Usage

_NO_KEY = "none"  # the client insists on one, local servers do not read it


class Connection:
    """A client of one endpoint, opened at the first question in each process."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self._opened: tuple[int, AsyncOpenAI] | None = None
        self._has_answered = False

    def complete(self, question: Question) -> Completion:
        """Ask once; nothing is retried here.

        Raises:
            MindError: of any class; its usage says what the call cost all the same.
        """
        if count_tokens(question.text, self.endpoint.model) > self.endpoint.prompt_tokens:
            raise ContextTooLongError
        if reason := current_interruption().reason:
            raise InterruptedCallError(reason)
        body = self._answer(question)
        completion = read_completion(body, prompt=question.text, endpoint=self.endpoint)
        self._has_answered = True
        return completion

    def check(self) -> None:
        """Ask for the list of models, which costs nothing; a server need not have one.

        Raises:
            MindError: it cannot be reached, or it refuses the key.
        """
        try:
            LOOP.run(self._list_models(), seconds=self.endpoint.connect_timeout * 2)
        except NotFoundError:
            return
        except APIStatusError as error:
            raise self._refusal(error) from None
        except (APIConnectionError, TimeoutError) as error:
            raise OutageError(describe_break(error)) from None

    def close(self) -> None:
        """Close what this process has opened; the next question opens anew."""
        if self._opened is not None and self._opened[0] == os.getpid():
            LOOP.run(self._opened[1].close(), seconds=self.endpoint.connect_timeout)
        self._opened = None

    def _answer(self, question: Question) -> str:
        fields = request_fields(question, self.endpoint)
        try:
            return LOOP.run(self._post(fields), seconds=self.endpoint.total_timeout)
        except APIStatusError as error:
            raise self._refusal(error) from None
        except (APIConnectionError, TimeoutError) as error:
            usage = self._unanswered(question) if was_sent(error) else Usage(calls=1)
            raise OutageError(describe_break(error), usage=usage) from None
        except WaitInterruptedError as error:
            raise InterruptedCallError(str(error), usage=self._unanswered(question)) from None

    def _unanswered(self, question: Question) -> Usage:
        """Bill a question that went out by estimate, whether or not its answer arrives."""
        tokens = count_tokens(question.text, self.endpoint.model)
        return self.endpoint.usage_of(input_tokens=tokens)

    def _refusal(self, error: APIStatusError) -> MindError:
        refusal = Refusal(
            status=error.status_code,
            code=error.code or error.type,
            text=error.message,
            headers=error.response.headers,
        )
        return failure_of_status(refusal, Usage(calls=1), has_answered=self._has_answered)

    async def _post(self, fields: dict[str, Any]) -> str:
        # the fields go as they are: the client's own types would refuse other servers' fields
        answer = await self._client().chat.completions.with_raw_response.create(
            model=fields["model"], messages=fields["messages"], extra_body=fields
        )
        return answer.text

    async def _list_models(self) -> None:
        await self._client().models.with_raw_response.list()

    def _client(self) -> AsyncOpenAI:
        if self._opened is None or self._opened[0] != os.getpid():
            self._opened = (os.getpid(), _open_client(self.endpoint))
        return self._opened[1]


@cache
def connect(endpoint: Endpoint) -> Connection:
    """Return the process's one connection to an endpoint; nothing is opened yet."""
    return Connection(endpoint)


def _open_client(endpoint: Endpoint) -> AsyncOpenAI:
    common: dict[str, Any] = {
        "base_url": endpoint.base_url,
        "api_key": endpoint.api_key or _NO_KEY,
        "max_retries": 0,
        "timeout": Timeout(
            endpoint.total_timeout,
            connect=endpoint.connect_timeout,
            read=endpoint.read_timeout,
        ),
        "http_client": DefaultAsyncHttpxClient(
            follow_redirects=False,  # a chat goes to the host that was named and to no other
            headers={"Accept-Encoding": "identity"},
            event_hooks={"response": [bound_body]},
        ),
    }
    if endpoint.api_version:
        return AsyncAzureOpenAI(**common, api_version=endpoint.api_version)
    client = AsyncOpenAI(**common)
    # the client takes these from the environment, and they belong to another endpoint
    client.organization = client.project = client.admin_api_key = None
    return client
