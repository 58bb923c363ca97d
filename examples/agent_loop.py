"""An agent with memory in one loop: the openai client, a terminal, and memfold.

    pip install 'memfold[embedded]'
    memfold up                                        # in another terminal
    OPENAI_BASE_URL=http://localhost:8000/v1 OPENAI_API_KEY=… \
        python examples/agent_loop.py --database-url postgresql://… --model my-model --user nora

Under `memfold up` the address is `urls.database_url` in the data directory's `run.json`.
"""

from __future__ import annotations

import argparse
import logging
from typing import Any
from uuid import uuid4

from openai import OpenAI

from memory_core.client import MemoryClient
from memory_core.errors import StoreUnavailableError
from memory_core.provider import MemoryProvider

log = logging.getLogger(__name__)

AGENT = "helper"
INSTRUCTIONS = "You are a helpful assistant with a memory of this user."
MOST_ROUNDS = 8  # calls of the model in one turn


class Conversation:
    """One chat of one user with the agent."""

    def __init__(
        self, openai: OpenAI, memory: MemoryClient, *, model: str, user: str, chat: str
    ) -> None:
        self._openai = openai
        self._memory = memory
        self._model = model
        self._user = user
        self._chat = chat
        self._history: list[Any] = []

    def say(self, words: str) -> str:
        """Take the user's words, let the model answer, and leave both in the ledger."""
        turn = self._memory.provider(user=self._user, agent=AGENT, chat=self._chat)
        # before the model is asked: what it saves is looked up in the user's own words
        self._tell("user", words, user=self._user)
        self._history.append({"role": "user", "content": words})
        answer = self._answer(turn)
        self._history.append({"role": "assistant", "content": answer})
        if answer:
            self._tell("assistant", answer)
        return answer

    def _tell(self, role: str, words: str, **who: Any) -> None:
        try:
            self._memory.append(self._chat, role, words, agent=AGENT, **who)
        except StoreUnavailableError as error:  # a turn does not fail because of memory
            log.warning("this will not be remembered: %s", error)

    def _answer(self, turn: MemoryProvider) -> str:
        system = {"role": "system", "content": f"{INSTRUCTIONS}\n\n{turn.context_block()}"}
        for _ in range(MOST_ROUNDS):
            message = self._ask([system, *self._history], turn.tools.definitions)
            if not message.tool_calls:
                return message.content or ""
            self._history.append(message.model_dump(exclude_none=True))
            for call in message.tool_calls:
                # what memory answers is no message of the ledger; what another tool answers is:
                # append it with role "tool", so that it is not taken for the user's own words
                result = turn.tools.call(call.function.name, call.function.arguments)
                self._history.append({"role": "tool", "tool_call_id": call.id, "content": result})
        return "I got lost in my own tools; please ask again."

    def _ask(self, messages: list[Any], tools: list[Any]) -> Any:
        completion = self._openai.chat.completions.create(
            model=self._model, messages=messages, tools=tools
        )
        return completion.choices[0].message


def _hear() -> str:
    try:
        return input("you: ").strip()
    except EOFError:
        return ""


def main() -> None:
    """Talk until an empty line or the end of the input, then say that the chat is over."""
    parser = argparse.ArgumentParser(description="Talk to an agent that remembers.")
    parser.add_argument("--database-url", required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--user", required=True)
    given = parser.parse_args()
    chat = f"example-{uuid4().hex[:12]}"
    with MemoryClient(given.database_url) as memory:
        talk = Conversation(OpenAI(), memory, model=given.model, user=given.user, chat=chat)
        spoken = False
        while words := _hear():
            print(f"{AGENT}: {talk.say(words)}")
            spoken = True
        if spoken:
            memory.report_idle(chat)  # the next sweep reads it at once


if __name__ == "__main__":
    main()
