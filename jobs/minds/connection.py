"""The wire to an endpoint: one question, one answer, one failure class."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from typing import Any

from openai import (
    APIConnectionError,
    APIStatusError,
    APITimeoutError,
    AsyncOpenAI,
    NotFoundError,
    Timeout,
)

from jobs.errors import ContextTooLongError, MindError, OutageError
from jobs.minds.background_loop import LOOP
from jobs.minds.completion import Completion, read_completion
from jobs.minds.endpoint import Endpoint, estimate_tokens
from jobs.minds.wire_failures import failure_of_status
from jobs.usage import Usage

# names of the transport's errors: the client's own do not tell a refusal from a broken answer
_BEFORE_SENDING = frozenset({"ConnectError", "ConnectTimeout", "PoolTimeout", "ProxyError"})
_NO_KEY = "none"  # the client insists on one, local servers do not read it


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """What is asked; the static part goes first, so that an endpoint can cache it."""

    name: str  # of the schema
    schema: dict[str, Any]
    system: str  # byte-identical between calls
    user: str

    @property
    def text(self) -> str:
        """Everything that is paid for, for estimates."""
        return self.system + self.user + str(self.schema)


class Connection:
    """A client of one endpoint, opened at the first question in each process."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self._opened: tuple[int, AsyncOpenAI] | None = None

    def complete(self, question: Question) -> Completion:
        """Ask once; nothing is retried here.

        Raises:
            MindError: of any class; its usage says what the call cost all the same.
        """
        if estimate_tokens(question.text) > self.endpoint.prompt_tokens:
            raise ContextTooLongError
        try:
            body = LOOP.run(self._post(question), seconds=self.endpoint.total_timeout)
        except APIStatusError as error:
            raise _failure_of(error) from None
        except (APIConnectionError, TimeoutError) as error:
            raise self._outage(question, error) from None
        return read_completion(body, prompt=question.text, endpoint=self.endpoint)

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
            raise _failure_of(error) from None
        except (APIConnectionError, TimeoutError):
            raise OutageError("the model endpoint cannot be reached") from None

    def close(self) -> None:
        """Close what this process has opened; the next question opens anew."""
        if self._opened is not None and self._opened[0] == os.getpid():
            LOOP.run(self._opened[1].close(), seconds=self.endpoint.connect_timeout)
        self._opened = None

    async def _post(self, question: Question) -> str:
        endpoint = self.endpoint
        limits: dict[str, Any] = {str(endpoint.output_limit): endpoint.max_output_tokens}
        if endpoint.temperature is not None:
            limits["temperature"] = endpoint.temperature
        answer = await self._client().chat.completions.with_raw_response.create(
            model=endpoint.model,
            messages=[
                {"role": "system", "content": question.system},
                {"role": "user", "content": question.user},
            ],
            response_format={
                "type": "json_schema",
                "json_schema": {"name": question.name, "schema": question.schema, "strict": True},
            },
            extra_body=limits,
        )
        return answer.text

    async def _list_models(self) -> None:
        await self._client().models.with_raw_response.list()

    def _client(self) -> AsyncOpenAI:
        if self._opened is None or self._opened[0] != os.getpid():
            self._opened = (os.getpid(), _open_client(self.endpoint))
        return self._opened[1]

    def _outage(self, question: Question, error: Exception) -> OutageError:
        # a question that went out is billed, whether or not its answer arrives
        if type(error.__cause__).__name__ in _BEFORE_SENDING:
            return OutageError("the model endpoint cannot be reached", usage=Usage(calls=1))
        usage = self.endpoint.usage_of(input_tokens=estimate_tokens(question.text))
        late = isinstance(error, TimeoutError | APITimeoutError)
        reason = "gave no whole answer in time" if late else "broke off"
        return OutageError(f"the model endpoint {reason}", usage=usage)


@cache
def connect(endpoint: Endpoint) -> Connection:
    """Return the process's one connection to an endpoint; nothing is opened yet."""
    return Connection(endpoint)


def _open_client(endpoint: Endpoint) -> AsyncOpenAI:
    client = AsyncOpenAI(
        base_url=endpoint.base_url,
        api_key=endpoint.api_key or _NO_KEY,
        max_retries=0,
        timeout=Timeout(
            endpoint.total_timeout,
            connect=endpoint.connect_timeout,
            read=endpoint.read_timeout,
        ),
    )
    # the client takes these from the environment, and they belong to another endpoint
    client.organization = client.project = client.admin_api_key = None
    return client


def _failure_of(error: APIStatusError) -> MindError:
    return failure_of_status(
        error.status_code,
        code=error.code or error.type,
        text=error.message,
        headers=error.response.headers,
        usage=Usage(calls=1),
    )
