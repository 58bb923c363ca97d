"""How much evidence survives extraction: do the notes still cite the messages that answer?

`rules` reads every session into episodes; `observations` are the data set's own facts, standing in
for a model that nothing was refused. Credit is by citation.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import text

from benchmarks.recall.memfold import searching
from benchmarks.recall.questions import Conversation, Place, Question
from jobs.extractor import Extractor
from jobs.heartbeat import Heartbeat
from jobs.minds.rules.reader import RulesReader
from jobs.policies import Policy
from jobs.store.chats import force_chats
from memory_core.search.search import Searcher
from memory_core.stores.database import Database

_HITS = 10
_CITED = text("SELECT DISTINCT chat, position FROM episode_evidence")
_ID = re.compile(r"D(\d+):(\d+)")

Shares = dict[str, float]


def extract_all(database: Database, conversations: Sequence[Conversation]) -> None:
    """Let `rules` read every session."""
    policy = Policy()
    heartbeat = Heartbeat(database, "bench", policy)
    extractor = Extractor(
        database=database,
        reader=RulesReader(),
        heartbeat=heartbeat,
        policy=policy,
        bell=lambda _: None,
        random=Random(1),  # noqa: S311  the jitter of a backoff
    )
    with database.transaction("default") as connection:
        force_chats(connection, "default")
    for conversation in conversations:
        for chat in sorted({turn.chat for turn in conversation.turns}):
            extractor.extract("default", chat)
    heartbeat.stop()


def cited_by_episodes(database: Database) -> set[Place]:
    """Return the messages that some episode rests on."""
    with database.transaction("default") as connection:
        return {(row.chat, row.position) for row in connection.execute(_CITED)}


def cited_by_observations(path: Path) -> set[Place]:
    """Return the messages that the data set's own facts name."""
    return {
        place
        for sample in json.loads(path.read_text(encoding="utf-8"))
        for place in _observed(sample)
    }


def _observed(sample: dict[str, Any]) -> set[Place]:
    places = {
        _ID.fullmatch(turn["dia_id"]): (f"{sample['sample_id']}:{key}", position)
        for key, turns in sample["conversation"].items()
        if re.fullmatch(r"session_\d+", key) and isinstance(turns, list)
        for position, turn in enumerate(turns)
    }
    by_id = {match.groups(): place for match, place in places.items() if match}
    named = _ID.findall(json.dumps(sample["observation"]))
    return {by_id[pair] for pair in named if pair in by_id}


def share_cited(conversations: Sequence[Conversation], cited: set[Place]) -> Shares:
    """Return the percentages of questions all or any of whose evidence is cited."""
    asked = [question for c in conversations for question in c.questions]
    return _shares([(question, cited) for question in asked])


def share_found(database: Database, conversations: Sequence[Conversation]) -> Shares:
    """Return the same for the citations of the first ten hits among the notes."""
    searcher = Searcher(database)
    found = []
    for conversation in conversations:
        for question in conversation.questions:
            request = searching(conversation, question.text, limit=_HITS, messages=False)
            hits = searcher.search(request).hits
            cited = {(place.chat, place.position) for hit in hits for place in hit.source}
            found.append((question, cited))
    return _shares(found)


def _shares(pairs: Sequence[tuple[Question, set[Place]]]) -> Shares:
    every = sum(question.evidence <= cited for question, cited in pairs)
    some = sum(bool(question.evidence & cited) for question, cited in pairs)
    return {"all": 100 * every / len(pairs), "any": 100 * some / len(pairs)}
