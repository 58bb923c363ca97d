"""The prompts as files, each with the version that is the hash of its text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

from memory_core.hashing import sha256_hex

_VERSION_DIGITS = 12
PROMPTS = ("extract", "consolidate", "repair", "inject")
SENTINEL = "Zz-"  # begins every name in an example, and no name outside


@dataclass(frozen=True, kw_only=True, slots=True)
class Prompt:
    """A prompt's text, the same bytes in every call."""

    name: str
    text: str

    @property
    def version(self) -> str:
        """The name and a hash of the text."""
        return f"{self.name}-{sha256_hex(self.text)[:_VERSION_DIGITS]}"


@cache
def load_prompt(name: str) -> Prompt:
    """Return a prompt: `extract`, `consolidate`, `repair`, or `inject`, which a turn is shown."""
    text = resources.files(__package__).joinpath(f"{name}.md").read_text(encoding="utf-8")
    return Prompt(name=name, text=text.strip())


@cache
def prompt_texts() -> tuple[str, ...]:
    """Return the texts of all prompts, of which no line may hold a run of words."""
    return tuple(load_prompt(name).text for name in PROMPTS)
