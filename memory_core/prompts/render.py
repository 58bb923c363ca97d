"""What a model is shown: numbered data inside a fence that the data cannot close.

    <<< 5d0c…                          the fence: a hash of all that stands in it
    == Friday 2026-11-27               the speaker's local day, whenever it changes
    [1] user Ned: I moved to Oslo      numbered: a user's own words, evidence
        yesterday.                     a line break in a message is indented, so no message
    - assistant: Lovely!               can begin a line of ours
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
from memory_core.messages import Message, ParticipantKind, Role
from memory_core.text.normalise import fold_key, one_line

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_LABEL_LENGTH = 40
_FEW_WORDS = 4
_FEW_LETTERS = 30  # for lines without spaces
_NEAR_LETTERS = 4  # shorter words join everything to everything
_NONCE_DIGITS = 12

_MEMORY_BLOCK = re.compile(
    r"<memfold\b[^>]*>.*?</memfold[^>]*>"
    r"|^(?:#[^\n]*\n)?<!-- memfold \d[^\n]*(?:\n(?:## |- )[^\n]*)*",
    re.DOTALL | re.IGNORECASE | re.MULTILINE,
)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, kw_only=True, slots=True)
class Transcript:
    """A chat as it is shown; number n stands for the n-th of `messages`."""

    text: str
    messages: tuple[Message, ...]  # those that can be evidence


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


def render_transcript(messages: Sequence[Message], context: Sequence[Message] = ()) -> Transcript:
    """Show a window, and before it the messages that only explain it."""
    lines: list[str] = []
    evidence: list[Message] = []
    day = None
    for message, may_count in [(m, False) for m in context] + [(m, True) for m in messages]:
        content = shown_content(message)
        if not content:
            continue
        if message.local_day != day:
            day = message.local_day
            lines.append(f"== {_WEEKDAYS[day.weekday()]} {day.isoformat()}")
        counts = may_count and is_evidence(message)
        if counts:
            evidence.append(message)
        mark = f"[{len(evidence)}]" if counts else "-"
        lines.append(f"{mark} {_label(message)}: {content}")
    return Transcript(text=fence("Transcript", lines), messages=tuple(evidence))


def shown_content(message: Message) -> str:
    """Return what is shown of a message; empty if nothing is."""
    if message.role is Role.SYSTEM:
        return ""
    own = _MEMORY_BLOCK.sub("", message.content)
    return "\n    ".join(line for line in own.splitlines() if line.strip()).strip()


def render_agenda(entries: Sequence[Entry], episodes: Sequence[Episode]) -> Agenda:
    """Show active entries and pending episodes; entries far from all episodes by a few words."""
    near = {word for episode in episodes for word in _words_of_episode(episode)}
    lines = ["Entries:"] if entries else ["Entries: none yet"]
    for number, entry in enumerate(entries, 1):
        words = _words(" ".join((entry.text, *entry.aliases)))
        lines.append(f"[{number}] {_full(entry) if words & near else _few(entry.text)}")
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


def _words_of_episode(episode: Episode) -> set[str]:
    content = episode.content
    return _words(" ".join((content.description, *content.aliases)))


def _words(text: str) -> set[str]:
    folded = fold_key(text)
    words = {word for word in _WORD.findall(folded) if len(word) >= _NEAR_LETTERS}
    pairs = {run[i : i + 2] for run in _CJK.findall(folded) for i in range(len(run) - 1)}
    return words | pairs
