"""Readers that say what a test tells them to, over invented chats with tools and assistants."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from jobs.minds.protocol import Reading, Statement
from memory_core.incoming import IncomingMessage
from memory_core.sections import Section
from tests.fakes.messages import START, said
from tests.fakes.minds import ONE_CALL, ScriptedReader

AGENT_SCOPE = "default:__private_root/_memory/helper/u-u-mira/"


def turn(role: str, content: str, position: int, **fields: Any) -> IncomingMessage:
    """An invented message of a chat between `u-mira` and the agent `helper`."""
    mine = {"role": role, "agent": "helper", "position": position}
    if role != "user":
        mine |= {"user": None}
    at = (START + timedelta(minutes=position)).isoformat()
    return said(content, **{"at": at, **mine, **fields})


def states(text: str, *positions: int, section: Section = Section.WORK, **more: Any) -> Statement:
    """A statement as a mind proposes it."""
    return Statement(text=text, section=section, messages=positions, **more)


def telling(*statements: Statement) -> ScriptedReader:
    """A reader that proposes these statements of every window that holds their messages."""

    def answer(window: Any) -> Reading:
        here = {message.position for message in window.messages}
        fitting = tuple(s for s in statements if set(s.messages) <= here)
        return Reading(statements=fitting, usage=ONE_CALL)

    return ScriptedReader(*([answer] * 9))
