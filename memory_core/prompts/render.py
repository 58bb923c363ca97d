"""What a model is shown: numbered data inside a fence that the data cannot close.

    <<< 5d0c…                          the fence: a hash of all that stands in it
    == Friday 2026-11-27               the speaker's local day, whenever it changes
    [1] user Ned: I moved to Oslo      numbered: a user's own words, evidence
        yesterday.                     a line break in a message is indented, so no message
    - assistant: Lovely!               can begin a line of ours; numbered where one user is alone
    ==== another chat                  where several are read at once
    5d0c… >>>

System messages and blocks of memory that the chat was shown are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memory_core.episodes import Episode
from memory_core.hashing import sha256_hex
from memory_core.index.model import Entry
from memory_core.index.nearness import find_near
from memory_core.messages import Message, ParticipantKind, Role
from memory_core.text.normalise import one_line

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_ANOTHER = "==== another chat"
_LABEL_LENGTH = 40
_FEW_WORDS = 4
_FEW_LETTERS = 30  # for lines without spaces
_NONCE_DIGITS = 12

_MEMORY_BLOCK = re.compile(
    r"<memfold\b[^>]*>.*?</memfold[^>]*>"
    r"|^(?:#[^\n]*\n)?<!-- memfold \d[^\n]*(?:\n(?:## |- )[^\n]*)*",
    re.DOTALL | re.IGNORECASE | re.MULTILINE,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Excerpt:
    """A piece of a chat to be shown.

    Where one user talks alone with assistants, what they and their tools say is numbered too.
    """

    messages: Sequence[Message]
    context: Sequence[Message] = ()  # before them, only to explain them
    one_user: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Transcript:
    """Chats as they are shown; number n stands for the n-th of `messages`."""

    text: str
    messages: tuple[Message, ...]  # those that can be evidence
    ends: tuple[int, ...]  # the last number of each chat


@dataclass(frozen=True, kw_only=True, slots=True)
class Agenda:
    """An index and pending episodes as they are shown, numbered from 1 each."""

    text: str
    entries: tuple[Entry, ...]
    episodes: tuple[Episode, ...]


def is_evidence(message: Message) -> bool:
    """Return whether these are the own words of a user whose memory is kept."""
    speaker = message.speaker
    return (
        message.role is Role.USER
        and speaker.kind is ParticipantKind.HUMAN
        and speaker.user is not None
    )


def render_transcript(*excerpts: Excerpt) -> Transcript:
    """Show pieces of one or several chats, numbered throughout."""
    lines: list[str] = []
    evidence: list[Message] = []
    ends: list[int] = []
    for excerpt in excerpts:
        if ends:
            lines.append(_ANOTHER)
        _show(excerpt, lines, evidence)
        ends.append(len(evidence))
    return Transcript(text=fence("Transcript", lines), messages=tuple(evidence), ends=tuple(ends))


def _show(excerpt: Excerpt, lines: list[str], evidence: list[Message]) -> None:
    day = None
    shown = [(m, False) for m in excerpt.context] + [(m, True) for m in excerpt.messages]
    for message, may_count in shown:
        content = shown_content(message)
        if not content:
            continue
        if message.local_day != day:
            day = message.local_day
            lines.append(f"== {_WEEKDAYS[day.weekday()]} {day.isoformat()}")
        counts = may_count and (excerpt.one_user or is_evidence(message))
        if counts:
            evidence.append(message)
        mark = f"[{len(evidence)}]" if counts else "-"
        lines.append(f"{mark} {_label(message)}: {content}")


def shown_content(message: Message) -> str:
    """Return what is shown of a message; empty if nothing is."""
    if message.role is Role.SYSTEM:
        return ""
    own = _MEMORY_BLOCK.sub("", message.content)
    return "\n    ".join(line for line in own.splitlines() if line.strip()).strip()


def render_agenda(entries: Sequence[Entry], episodes: Sequence[Episode]) -> Agenda:
    """Show active entries and pending episodes; entries far from all episodes by a few words."""
    near = find_near(entries, episodes)
    lines = ["Entries:"] if entries else ["Entries: none yet"]
    for number, entry in enumerate(entries, 1):
        lines.append(f"[{number}] {_full(entry) if entry.id in near else _few(entry.text)}")
    lines.append("Episodes:")
    lines += [f"({n}) {_episode_line(episode)}" for n, episode in enumerate(episodes, 1)]
    return Agenda(
        text=fence("Index and episodes", lines), entries=tuple(entries), episodes=tuple(episodes)
    )


def fence(title: str, lines: Iterable[str]) -> str:
    """Return the lines between two marks that occur in none of them."""
    body = "\n".join(lines)
    nonce = sha256_hex(body)[:_NONCE_DIGITS]
    while nonce in body:
        nonce = sha256_hex(nonce)[:_NONCE_DIGITS]
    return f"{title}:\n<<< {nonce}\n{body}\n{nonce} >>>"


def _label(message: Message) -> str:
    name = one_line((message.speaker.name or message.speaker.id).replace(":", " "))
    return f"{message.role} {name[:_LABEL_LENGTH]}"


def _full(entry: Entry) -> str:
    aliases = f" (also {', '.join(map(one_line, entry.aliases))})" if entry.aliases else ""
    return f"{entry.day.isoformat()} {one_line(entry.text)}{aliases}"


def _few(text: str) -> str:
    few = " ".join(one_line(text).split(" ")[:_FEW_WORDS])[:_FEW_LETTERS]
    return few if few == text else f"{few}…"


def _episode_line(episode: Episode) -> str:
    content = episode.content
    line = f"{episode.last_day.isoformat()} {one_line(content.description)}"
    body = one_line(content.body)
    return line if body in {"", one_line(content.description)} else f"{line} — {body}"
