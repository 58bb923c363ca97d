"""Which words of a message are its sender's own, and which came by another channel.

Taint goes by channel, not by words: fences, quoted lines, forwarded mail, captions, text shown from
memory, the middle of a long paste and material handed over to be worked on are not the sender's
statements, whatever they say.

    own_text       the sender's own words, the rest masked; offsets stay the same
    foreign_text   what came by another channel, memory's own text left out
    without_memory all but what memory showed

A mask is one character a character, and no word reaches across it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from memory_core.text.normalise import fold_key

PASTE_LENGTH = 1500  # characters from which only the first and last paragraph are the sender's
MASK = "\ufffc"  # stands for what is no word of the sender's

_LONGEST_PARAGRAPH = 2 * PASTE_LENGTH
_SHORT = 8_000  # characters of a message whose masked form is kept for the next who asks
_LEAST_SHOWN = 8  # characters: a shorter line is found in words that nobody showed

_FENCE = re.compile(r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_ENVELOPE = re.compile(r"<memfold\b.*?(?:</memfold[^>]*>|\Z)", re.IGNORECASE | re.DOTALL)
_INDEX_FILE = re.compile(
    r"^(?:#[^\n]*\n)?<!-- memfold \d[^\n]*(?:\n(?:## |- )[^\n]*)*", re.MULTILINE | re.IGNORECASE
)
_INDEX_LINE = re.compile(r"^[ \t]*- \d{4}-\d{2}-\d{2} \|[^\n]*", re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_CAPTION = re.compile(r"\[(?:photo|image|picture|video|file|attachment)\b[^\]]*\]", re.IGNORECASE)
_QUOTED_LINE = re.compile(r"^[ \t]*>[^\n]*", re.MULTILINE)
_REST_IS_FOREIGN = re.compile(
    r"^[ \t]*(?:-{2,}[ \t]*(?:original|forwarded)[ \t]+message|begin forwarded message"
    r"|-{2,}[ \t]*(?:urspr\u00fcngliche|weitergeleitete)[ \t]+nachricht"
    r"|-{2,}[ \t]*mensaje[ \t]+(?:original|reenviado)"
    r"|-{2,}[ \t]*message[ \t]+(?:d'origine|transf\u00e9r\u00e9)"
    r"|on\b.{5,120}\bwrote:[ \t]*$|am\b.{5,120}\bschrieb\b.{0,60}:[ \t]*$"
    r"|el\b.{5,120}\bescribi\u00f3:[ \t]*$|le\b.{5,120}\ba \u00e9crit[ \t\u00a0]?:[ \t]*$"
    r"|(?:from|von|de|\u5dee\u51fa\u4eba|\u53d1\u4ef6\u4eba):[ \t]*\S+.*\n"
    r"[ \t]*(?:to|sent|date|subject|cc|an|gesendet|datum|betreff|para|enviado|fecha|asunto"
    r"|\u00e0|envoy\u00e9|objet|\u5b9b\u5148|\u4ef6\u540d|\u6536\u4ef6\u4eba|\u4e3b\u9898):)",
    re.IGNORECASE | re.MULTILINE,
)
_MATERIAL = re.compile(
    r"(?:^|[.!?]\s+|\bplease\s+|\byou\s+|\bme\s+|\bto\s+)(?:translate|rewrite|rephrase|paraphrase"
    r"|proofread|summari[sz]e|correct|edit|review|draft|write|reply|respond|polish|analy[sz]e"
    r"|explain|classify|fix|check)\s+(?:this|these|the|my|an?|it|me|to|for|into)\b[^\n.!?:]{0,80}:",
    re.IGNORECASE | re.MULTILINE,
)
_BLANK_LINES = re.compile(r"\n[ \t]*\n")
_LINE_END = re.compile(r"\n")
_MEMORY = (_ENVELOPE, _INDEX_FILE, _INDEX_LINE)
_ELSEWHERE = (_COMMENT, _CAPTION, _QUOTED_LINE)
_HEADED_LINE = re.compile(r"^(?:#{1,3} |<!--|</?memfold)", re.IGNORECASE)

Span = tuple[int, int]  # code points, end exclusive


def own_text(content: str) -> str:
    """Return a message with everything masked that is not its sender's own; as long as it was."""
    return _own_short(content) if len(content) <= _SHORT else _own(content)


@lru_cache(maxsize=256)
def _own_short(content: str) -> str:
    return _own(content)


def _own(content: str) -> str:
    text = _unix(content)
    for pattern in (_QUOTED_LINE, _FENCE, *_MEMORY):  # first: a mask parts lines
        text = _masked(text, (match.span() for match in pattern.finditer(text)))
    if rest := _REST_IS_FOREIGN.search(text):
        text = _masked(text, [(rest.start(), len(text))])
    if len(text) > PASTE_LENGTH:
        text = _masked(text, _between(_ends(text), len(text)))
    for pattern in _ELSEWHERE:
        text = _masked(text, (match.span() for match in pattern.finditer(text)))
    if material := _MATERIAL.search(text):
        text = _masked(text, [(material.start(), len(text))])
    return text


def own_lines(content: str) -> list[str]:
    """Return the lines of a message that are its sender's own, in order."""
    lines = (line.strip() for line in own_text(content).replace(MASK, "\n").split("\n"))
    return [line for line in lines if line]


def foreign_text(content: str) -> str:
    """Return what came by another channel, the sender's own words and memory's text masked."""
    text, own, ours = _unix(content), own_text(content), without_memory(content)
    triples = enumerate(zip(text, own, ours, strict=True))
    foreign = (at for at, (as_sent, of_sender, left) in triples if of_sender != as_sent == left)
    return _masked(text, _between(_runs(foreign), len(text)))


def without_memory(content: str, shown: Iterable[str] = ()) -> str:
    """Return a message with what memory showed masked: its envelope, its file, these lines."""
    text = _unix(content)
    for pattern in _MEMORY:
        text = _masked(text, (match.span() for match in pattern.finditer(text)))
    return _masked(text, _occurrences(text, shown))


def shown_lines(content: str) -> list[str]:
    """Return the lines of memory that a message carries in our envelope or as our file."""
    blocks = [match[0] for pattern in _MEMORY for match in pattern.finditer(_unix(content))]
    lines = (line.strip() for block in blocks for line in block.split("\n"))
    found = (_text_of(line) for line in lines if line and not _HEADED_LINE.match(line))
    return list(dict.fromkeys(line for line in found if line))


def _text_of(line: str) -> str:
    """Return a file's line's text field; of any other line, the line less its bullet."""
    if _INDEX_LINE.fullmatch(line):
        return line.split(" | ")[1].strip() if " | " in line else ""
    return line.removeprefix("- ").strip()


def _unix(content: str) -> str:
    return content.replace("\r\n", " \n").replace("\r", "\n")


def _occurrences(text: str, lines: Iterable[str]) -> Iterator[Span]:
    folded = text.casefold()
    if len(folded) != len(text):  # a letter whose folding is longer: offsets would lie
        folded = text
    for line in lines:
        words = line.strip().rstrip(".!。").casefold()
        start = folded.find(words) if len(fold_key(words)) >= _LEAST_SHOWN else -1
        while start >= 0:
            yield start, start + len(words)
            start = folded.find(words, start + len(words))


def _ends(text: str) -> list[Span]:
    """Return the first and last paragraph; without blank lines, the first and last line.

    One that is a long paste by itself is nobody's own.
    """
    first, last = _stripped(text, 0, len(text))
    separator = _BLANK_LINES if _BLANK_LINES.search(text, first, last) else _LINE_END
    paragraphs = [p for p in _pieces(text, separator, first, last) if p[0] < p[1]]
    ends = [*paragraphs[:1], *paragraphs[1:][-1:]]
    return [(start, end) for start, end in ends if end - start <= _LONGEST_PARAGRAPH]


def _pieces(text: str, separator: re.Pattern[str], first: int, last: int) -> Iterator[Span]:
    at = first
    for match in separator.finditer(text, first, last):
        yield _stripped(text, at, match.start())
        at = match.end()
    yield _stripped(text, at, last)


def _stripped(text: str, start: int, end: int) -> Span:
    while start < end and (text[start].isspace() or text[start] == MASK):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] == MASK):
        end -= 1
    return start, end


def _runs(positions: Iterable[int]) -> list[Span]:
    runs: list[Span] = []
    for at in positions:
        if runs and runs[-1][1] == at:
            runs[-1] = (runs[-1][0], at + 1)
        else:
            runs.append((at, at + 1))
    return runs


def _between(kept: Iterable[Span], length: int) -> Iterator[Span]:
    at = 0
    for start, end in kept:
        yield at, start
        at = end
    yield at, length


def _masked(text: str, spans: Iterable[Span]) -> str:
    parts, at = list[str](), 0
    for first, end in sorted(spans):
        start = max(first, at)
        if end > start:
            parts += [text[at:start], _mask(end - start)]
            at = end
    return "".join([*parts, text[at:]])


def _mask(length: int) -> str:
    """Return so many characters that end the line before them and begin a new one behind."""
    return MASK if length == 1 else "\n" + MASK * (length - 2) + "\n"
