"""Measure retrieval on LoCoMo: `python -m benchmarks.recall PATH [--without-held-out]`."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from benchmarks.databases import fresh_databases
from benchmarks.recall import survival
from benchmarks.recall.memfold import MemfoldRanker, embed_messages, import_conversations
from benchmarks.recall.questions import HELD_OUT, Conversation, Turn, load_conversations
from benchmarks.recall.rankers import (
    Bm25Ranker,
    DenseRanker,
    FusedRanker,
    PostgresRanker,
    Ranker,
    Rankers,
)
from benchmarks.recall.scoring import Score, Shown, score
from benchmarks.recall.table import render_categories, render_plot, render_table, report_of
from memory_core.embedding.local import LocalEmbedder
from memory_core.formats.locomo import parse_session_date
from memory_core.search.context import Priors
from memory_core.stores.database import Database

OUT = Path(__file__).parents[1] / "out"
NO_SPEAKER = Priors(other_speaker=1.0)


def main(arguments: Sequence[str]) -> None:
    """Print the tables and write JSON and plot; without a file, say so and stop."""
    named = [word for word in arguments if not word.startswith("--")]
    if not named or not Path(named[0]).is_file():
        sys.stdout.write("bench-recall: skipped, LoCoMo is not there; give LOCOMO=locomo10.json\n")
        return
    path = Path(named[0])
    conversations = load_conversations(path)
    if "--without-held-out" in arguments:  # while choosing
        conversations = [c for c in conversations if c.id not in HELD_OUT]
    logging.disable(logging.INFO)
    with fresh_databases() as make:
        database = Database(make()[0])
        rankers = _prepare(database, conversations)
        scores = {name: list(_ask(name, rankers[name], conversations)) for name in rankers}
        notes = _notes(database, conversations, path)
        database.close()
    _write(report_of(scores), notes)


def _prepare(database: Database, conversations: Sequence[Conversation]) -> Rankers:
    embedder = LocalEmbedder()
    import_conversations(database, conversations)
    embed_messages(database, embedder)
    bm25 = Bm25Ranker(conversations)
    dense = DenseRanker(conversations, embedder)
    return {
        "Postgres OR ts_rank": PostgresRanker(database=database),
        "BM25 (bm25s)": bm25,
        "dense (wordllama)": dense,
        "BM25 + dense, fused": FusedRanker(parts=(bm25, dense)),
        "memfold, words": MemfoldRanker(database=database),
        "memfold, no speaker prior": MemfoldRanker(
            database=database, embedder=embedder, priors=NO_SPEAKER
        ),
        "memfold": MemfoldRanker(database=database, embedder=embedder),
    }


def _ask(name: str, ranker: Ranker, conversations: Sequence[Conversation]) -> Iterator[Score]:
    for conversation in conversations:
        sys.stderr.write(f"{name}: {conversation.id}\n")
        shown = {turn.place: _shown(turn) for turn in conversation.turns}
        for question in conversation.questions:
            places = ranker.rank(conversation, question.text)
            yield score(question, [shown[place] for place in places], conversation.id)


def _shown(turn: Turn) -> Shown:
    day = parse_session_date(turn.day).date().isoformat()
    return Shown(
        place=turn.place,
        label=len(f"{day} {turn.speaker}: "),
        text=len(turn.text),
        whole=len(turn.content),
    )


def _notes(
    database: Database, conversations: Sequence[Conversation], path: Path
) -> dict[str, survival.Shares]:
    survival.extract_all(database, conversations)
    episodes = survival.cited_by_episodes(database)
    observed = survival.cited_by_observations(path)
    return {
        "rules: cited by an episode": survival.share_cited(conversations, episodes),
        "rules: cited in ten hits": survival.share_found(database, conversations),
        "observations: cited": survival.share_cited(conversations, observed),
    }


def _write(report: Mapping[str, object], notes: Mapping[str, survival.Shares]) -> None:
    sys.stdout.write(f"{render_table(report)}\n\nALL@10 / ANY@10 by category\n\n")
    sys.stdout.write(f"{render_categories(report)}\n\nNotes, credited by citation\n\n")
    for name, shares in notes.items():
        sys.stdout.write(f"{name}: ALL {shares['all']:.1f}, ANY {shares['any']:.1f}\n")
    OUT.mkdir(exist_ok=True)
    found = {"messages": report, "notes": notes}
    (OUT / "recall.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    (OUT / "recall.svg").write_text(render_plot(report), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
