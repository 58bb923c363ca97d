"""How large an index may be."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Budget:
    """The limits of one file; the defaults leave at least 11 lines to the Archive."""

    lines: int = 100  # in all, two of header
    active_lines: int = 86  # section headings counted
    line_code_points: int = 400  # text and aliases of one line
    file_bytes: int = 25_000
    active_bytes: int = 20_000  # section headings and active lines
    aliases: int = 6
    alias_code_points: int = 60
    sources: int = 3  # links shown


DEFAULT_BUDGET = Budget()
