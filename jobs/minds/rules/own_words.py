"""A message's own words: what is left when everything that came by another channel is taken out.

Taint goes by channel, not by words: fences, quoted lines, forwarded mail, captions, text shown from
memory, the middle of a long paste and material handed over to be worked on are not the speaker's
statements, whatever they say.
"""

from __future__ import annotations

import re

PASTE_LENGTH = 1500  # characters from which only the first and last paragraph are the speaker's

_LONGEST_PARAGRAPH = 2 * PASTE_LENGTH

_FENCE = re.compile(r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_ENVELOPE = re.compile(r"<memfold\b.*?(?:</memfold[^>]*>|\Z)", re.IGNORECASE | re.DOTALL)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_CAPTION = re.compile(r"\[(?:photo|image|picture|video|file|attachment)\b[^\]]*\]", re.IGNORECASE)
_REST_IS_FOREIGN = re.compile(
    r"^[ \t]*(?:-{2,}[ \t]*(?:original|forwarded)[ \t]+message|begin forwarded message"
    r"|on\b.{5,120}\bwrote:[ \t]*$|from:[ \t]*\S+.*\n[ \t]*(?:to|sent|date|subject|cc):)",
    re.IGNORECASE | re.MULTILINE,
)
_MATERIAL = re.compile(
    r"(?:^|[.!?]\s+|\bplease\s+|\byou\s+|\bme\s+|\bto\s+)(?:translate|rewrite|rephrase|paraphrase"
    r"|proofread|summari[sz]e|correct|edit|review|draft|write|reply|respond|polish|analy[sz]e"
    r"|explain|classify|fix|check)\s+(?:this|these|the|my|an?|it|me|to|for|into)\b[^\n.!?:]{0,80}:",
    re.IGNORECASE | re.MULTILINE,
)
_QUOTED_LINE = re.compile(r"^[ \t]*>")
_INDEX_LINE = re.compile(r"^\s*- \d{4}-\d{2}-\d{2} \|")
_BLANK_LINES = re.compile(r"\n[ \t]*\n")
_LINE_END = re.compile(r"\n")


def own_words(content: str) -> list[str]:
    """Return the lines of a message that are its speaker's own, in order."""
    text = content.replace("\r\n", "\n").replace("\r", "\n")
    blocks = _ends(text) if len(text) > PASTE_LENGTH else [text]
    return [line for block in blocks for line in _own_lines(block)]


def _ends(text: str) -> list[str]:
    """Return the first and last paragraph; without blank lines, the first and last line.

    One that is a long paste by itself is nobody's own.
    """
    marked = _FENCE.sub("\n\n\n", text).strip()
    separator = _BLANK_LINES if _BLANK_LINES.search(marked) else _LINE_END
    paragraphs = [part for part in separator.split(marked) if part.strip()]
    ends = [*paragraphs[:1], *paragraphs[1:][-1:]]
    return [part for part in ends if len(part) <= _LONGEST_PARAGRAPH]


def _own_lines(block: str) -> list[str]:
    text = block
    for foreign in (_FENCE, _ENVELOPE, _COMMENT, _CAPTION):
        text = foreign.sub("\n", text)
    for opening in (_REST_IS_FOREIGN, _MATERIAL):
        if found := opening.search(text):
            text = text[: found.start()]
    return [
        line.strip()
        for line in text.split("\n")
        if line.strip() and not _QUOTED_LINE.match(line) and not _INDEX_LINE.match(line)
    ]
