"""An episode as a Markdown file: YAML front matter, then its body."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from memory_core.episodes import Episode


def render_episode(episode: Episode) -> str:
    """Write the file of an episode; an equal episode has an equal file.

    The front matter's values are JSON, which is YAML too, so no text can end a value early.
    """
    content = episode.content
    occurred = content.occurred_on
    fields: dict[str, Any] = {
        "id": episode.id,
        "scope": content.scope_key,
        "recorded_at": _utc(episode.recorded_at),
        "occurred_on": str(occurred) if occurred else None,
        "precision": str(occurred.precision) if occurred else None,
        "provenance": str(content.provenance),
        "speaker": content.speaker,
        "section": str(content.section),
        "description": content.description,
        "aliases": list(content.aliases),
        "language": episode.language,
        "evidence": [
            {
                "chat": e.chat,
                "position": e.position,
                "span": list(e.span),
                "message_hash": e.message_hash,
                "at": e.at.isoformat(),
            }
            for e in content.evidence
        ],
        "prompt_version": episode.prompt_version,
        "model": episode.model,
        "run": episode.run,
    }
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items()]
    return "\n".join(["---", *map(_one_line, lines), "---", "", content.body, ""])


def _utc(at: datetime) -> str:
    return at.astimezone(UTC).isoformat().removesuffix("+00:00") + "Z"


def _one_line(text: str) -> str:
    """Escape the line ends that JSON leaves as they are and YAML takes for line ends."""
    for character in "\x85\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text
