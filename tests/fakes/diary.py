"""A user's index as the rules write it, from what he says in chat after chat."""

from datetime import timedelta

from jobs.consolidation import Desk, plan_by_code
from jobs.minds.protocol import Window
from jobs.minds.rules import RulesReader
from memory_core.index.rewrite import Dossier
from memory_core.messages import Message
from tests.fakes.memories import NOW, START, empty, make_episode, make_message


def kept(*chats: str | tuple[str, ...]) -> list[str]:
    """Return the active lines after each chat was read and folded by itself, a day apart."""
    index, known = empty(), {}
    messages: dict[tuple[str, int], Message] = {}
    for day, chat in enumerate(chats):
        said = (chat,) if isinstance(chat, str) else chat
        window = [
            make_message(words, chat=f"c{day}", position=at, at=START + timedelta(days=day))
            for at, words in enumerate(said)
        ]
        messages |= {(m.chat, m.position): m for m in window}
        pending = {episode.id: episode for episode in _episodes(window)}
        known |= pending
        for _ in range(5):
            if not pending:
                break
            dossier = Dossier(
                episodes=pending, known_episodes=frozenset(known), messages=messages,
                known_entries=frozenset(entry.id for entry in index.entries),
            )  # fmt: skip
            desk = Desk(index=index, episodes=pending, tried=0, known=known, dossier=dossier, now=NOW)
            folded = plan_by_code(desk).folded
            index = folded.after
            pending = {e: pending[e] for e in folded.deferred}
    return [entry.text for entry in index.active]


def _episodes(window: list[Message]):
    read = RulesReader().read(
        Window(
            workspace="default",
            chat=window[0].chat,
            agent="helper",
            participants=(window[0].speaker,),
            messages=tuple(window),
        )
    )
    for statement in read.statements:
        cited = [window[position] for position in statement.messages]
        yield make_episode(
            statement.text, *cited, section=statement.section, language=statement.language,
            aliases=statement.aliases,
        )  # fmt: skip
