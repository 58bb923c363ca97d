"""Makes a stream: users, their rounds of chats, and the gold."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, date, datetime, time, timedelta
from hashlib import sha256
from random import Random

from benchmarks.fold.author import Author, Beat
from benchmarks.fold.gold import Kind, Line, Round, Stream, User
from benchmarks.fold.phrasings import LANGUAGES, load_phrasebook
from benchmarks.fold.plot import ROUNDS_A_CASE, Plot
from benchmarks.fold.values import Mint

START = date(2031, 2, 3)
_OPENS = time(9, 0)  # the user's own time
_CLOSES = time(22, 0)  # UTC: no chat of the day lasts longer
_LONGEST_GAP = 6  # days between two rounds
_GUESTS_SAY = ("tool", "project", "likes", "pet")
_CHATTER = (1, 4)  # small talk a chat


def generate(split: str, seed: int, *, users: int = 60, chats: int = 40) -> Stream:
    """Make the stream of a split and a seed; the same for the same arguments, for ever.

    Args:
        split: `dev` or `test`.
        seed: of every drawing.
        users: spread over the six languages.
        chats: rounds; each user has one chat a round.
    """
    random = Random(f"{split}/{seed}")  # noqa: S311 - a drawing, not a secret
    days = tuple(_days(random, chats))
    mint = Mint(split=split, random=random)  # of all: no value may stand for another user's
    authors = [_author(split, number, mint, random) for number in range(users)]
    plots = [Plot(author, chats, days) for author in authors]
    for plot in plots:
        plot.write()
    _let_others_speak(authors, plots, chats)
    rounds = tuple(
        Round(
            number=number,
            ends_at=datetime.combine(day, _CLOSES, UTC),
            lines=tuple(line for a in authors for line in _chat(a, number, day)),
        )
        for number, day in enumerate(days)
    )
    return Stream(
        split=split,
        seed=seed,
        users=tuple(author.user for author in authors),
        rounds=rounds,
        rows=tuple(row.gold() for author in authors for row in author.rows),
    )


def digest(stream: Stream) -> str:
    """Hash a stream, messages and gold."""
    text = json.dumps(asdict(stream), ensure_ascii=False, sort_keys=True, default=str)
    return sha256(text.encode()).hexdigest()


def _days(random: Random, count: int) -> Iterator[date]:
    day = START
    for _ in range(count):
        yield day
        day += timedelta(days=random.randint(2, _LONGEST_GAP))


def _author(split: str, number: int, mint: Mint, random: Random) -> Author:
    language = LANGUAGES[number % len(LANGUAGES)]
    book = load_phrasebook(split, language)
    user = User(id=f"{split}-{language}-{number:02}", language=language, zone=book.zone)
    return Author(user, book, mint, Random(random.random()))  # noqa: S311 - a drawing


def _let_others_speak(authors: Sequence[Author], plots: Sequence[Plot], chats: int) -> None:
    """Let each user speak of others, and other users of the same language in the user's chats."""
    count = max(1, round(chats / ROUNDS_A_CASE))
    for number, (author, plot) in enumerate(zip(authors, plots, strict=True)):
        guest = authors[(number + len(LANGUAGES)) % len(authors)]
        for case in range(count):
            at = author.random.randrange(chats)
            if case % 2 == 0 or guest is author or guest.user.language != author.user.language:
                plot.third_person(at)
            else:
                author.say(at, *_guest_says(guest, at))


def _guest_says(guest: Author, at: int) -> Beat:
    """Let another user state something of their own, true of them alone."""
    slot = guest.random.choice(_GUESTS_SAY)
    row = guest.row(slot, Kind.SOMEONE_ELSE, at)
    return (guest.statement(guest.phrasing("said", slot), row),)


def _chat(author: Author, number: int, day: date) -> Iterator[Line]:
    """Put the beats of a round in a drawn order, with small talk between, and time them."""
    random = author.random
    beats = [*author.beats[number], *(author.chatter() for _ in range(random.randint(*_CHATTER)))]
    random.shuffle(beats)
    beats.append(author.chatter(closing=True))
    chat = f"{author.user.id}/{number:02}"
    zone = datetime.fromisoformat(f"{day}T00:00:00{author.user.zone}").tzinfo
    at = datetime.combine(day, _OPENS, zone) + timedelta(minutes=random.randrange(300))
    for position, turn in enumerate(turn for beat in beats for turn in beat):
        turn.note((chat, position))
        yield Line(
            chat=chat,
            position=position,
            role=turn.role,
            speaker=turn.speaker,
            content=turn.text,
            at=at + timedelta(minutes=position),
        )
