"""Characters and phrases that must not reach a reader unmarked.

Characters are hazards wherever they stand in a line, a line feed included: what is judged here is
one line of an index or one value shown to a model, never a whole message. Phrases are few and
sharp: a miss is shown inside an envelope as data, a false hit costs a true memory.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from memory_core.text.disguise import (
    codes_in,
    find_parted,
    is_spelled_out,
    joined,
    respelled,
    unmask,
)
from memory_core.text.normalise import one_line


class HazardKind(StrEnum):
    """What is wrong with a span."""

    CONTROL = "control"
    SEPARATOR = "separator"
    BIDI = "bidi"
    TAG = "tag"
    ZERO_WIDTH = "zero-width"
    ENVELOPE = "envelope"
    INJECTION = "injection"
    ROLE_TAG = "role-tag"


@dataclass(frozen=True, kw_only=True, slots=True)
class Hazard:
    """A span that must be refused or defanged."""

    kind: HazardKind
    start: int  # code points
    end: int  # exclusive


_SUSPECT = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f\ud800-\udfff"  # controls and lone surrogates
    "\u2028\u2029"
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # the property Bidi_Control
    "\U000e0000-\U000e007f"
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2065\u206a-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0100-\U000e01ef"
    "]"
)
_BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_SELECTOR = re.compile("[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_FLAG = re.compile(  # those of England, Scotland and Wales are spelled in tag characters
    "\U0001f3f4(?:\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067"
    "|\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074"
    "|\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073)\U000e007f"
)
_JOINERS = "\u200c\u200d"
_KEYCAPS = "0123456789#*"

_ENVELOPE = re.compile(r"[<‹]\s{0,8}/?\s{0,8}memfold\b[^>\n]{0,200}>?", re.IGNORECASE)

_ROLES = (
    r"system|user|assistant|tool|developer|human|ai"
    r"|systemnachricht|benutzer|nutzer|assistent|sistema|usuario|asistente"
    r"|système|utilisateur|システム|ユーザー|アシスタント|系统|系統|用户|用戶|助手"
)
_ROLE_TAG = re.compile(
    rf"(?:^|(?<=[\n\r\u2028\u2029\"“„«「『|]))[\s>#*-]{{0,8}}\[?(?:{_ROLES})\]?\*{{0,2}}\s{{0,4}}:"
    rf"|<\s{{0,4}}/?\s{{0,4}}(?:{_ROLES})(?:[_-](?:prompt|message|instructions?))?\s{{0,4}}/?>"
    r"|<\|[a-z_▁]{2,30}\|>|\[/?INST\]|<</?SYS>>|<(?:start|end)_of_turn>"
    r"|<\s{0,4}/?\s{0,4}(?:\w{1,10}:)?(?:(?:tool|function)_(?:calls?|use|results?|responses?|outputs?)"
    r"|invoke)\b[^>\n]{0,200}>|\[/?(?:TOOL_CALLS|TOOL_RESULTS|AVAILABLE_TOOLS)\]"
    r"|[\"']name[\"']\s*:\s*[\"'][\w.-]{1,60}[\"']\s*,\s*[\"'](?:arguments|parameters)[\"']\s*:",
    re.IGNORECASE,
)

_ALL_OF = r"(?:\w+\s+){0,3}"
_INJECTION = re.compile(
    rf"\b(?:ignore|disregard|forget|override|bypass)\s+{_ALL_OF}"
    r"(?:previous|prior|above|earlier|preceding|system|existing|original)\s+(?:\w+\s+)?"
    r"(?:instructions?|prompts?|rules?|messages?|directions?|guidelines?|context)\b|"
    r"\b(?:ignore|disregard|forget)\s+(?:everything|all|anything)\s+"
    r"(?:above|before|you\s+(?:were|have\s+been|know)|that\s+came\s+before)\b|"
    r"\b(?:reveal|print|show|repeat|output|leak)\s+(?:me\s+)?(?:your|the)\s+(?:\w+\s+)?"
    r"(?:system\s+prompt|hidden\s+prompt|initial\s+instructions)\b|"
    r"\byou\s+are\s+now\s+(?:in\s+)?(?:dan|developer\s+mode|jailbroken|unrestricted"
    r"|a\s+different\s+(?:ai|assistant|model))\b|"
    r"\b(?:do\s+not|don['’]t|never|without)\s+(?:ever\s+)?(?:tell(?:ing)?|inform(?:ing)?"
    r"|alert(?:ing)?|notify(?:ing)?)\s+the\s+(?:user|human)\b|"
    r"\bnew\s+(?:system\s+)?instructions?\s*:|"
    r"!\[[^\]\n]{0,200}\]\([^)\s]{0,300}[=/](?:\{|\$|%7b|<|\[)|"  # loads, with words in it
    r"\bignorier(?:e|en\s+sie)?\s+(?:\w+\s+){0,3}(?:vorherigen|bisherigen|früheren|obigen"
    r"|vorigen)\s+(?:\w+\s+)?(?:anweisungen|regeln|instruktionen|befehle)\b|"
    r"\b(?:ignora|ignore|olvida|olvide)\s+(?:\w+\s+){0,3}(?:instrucciones|reglas|órdenes)"
    r"\s+(?:anteriores|previas)\b|"
    r"\b(?:ignore|ignorez|oublie|oubliez)\s+(?:\w+\s+){0,3}(?:instructions|consignes"
    r"|règles)\s+(?:précédentes|antérieures|ci-dessus)|"
    r"(?:以前|前|これまで|上記|先)の(?:すべての|全ての)?(?:指示|命令|ルール|プロンプト)"
    r"(?:を|は)(?:すべて|全て)?(?:無視|忘れ)|"
    r"(?:忽略|无视|無視|忘记|忘記)(?:掉)?(?:你)?(?:之前|以前|上面|先前|以上|前面|所有)"
    r"(?:的)?(?:所有|全部)?(?:的)?(?:指令|指示|规则|規則|提示|命令)",
    re.IGNORECASE,
)

# a kind, its phrases, and words of which each phrase holds one: the search itself is dear
_PHRASES = (
    (HazardKind.ENVELOPE, _ENVELOPE, ("<", "‹")),
    (HazardKind.ROLE_TAG, _ROLE_TAG, (":", "<", "[")),
    (HazardKind.INJECTION, _INJECTION, (
        "ignor", "disregard", "forget", "overrid", "bypass", "prompt", "instruction", "now", "user",
        "human", "![", "olvid", "oubli", "指示", "命令", "ルール", "プロンプト", "指令", "规则",
        "規則", "提示",
    )),
)  # fmt: skip
_BORDER = re.compile(
    r"[.!?](?=\s)|[。！？]|(?P<quote>[\"“”„«»「」『』])"
)  # of what is marked as one
_MARK = re.compile("[⟦⟧]")
_NO_BRACKET = {ord("<"): "‹", ord("＜"): "‹"}
_NO_LABEL = "…"
_ID = re.compile(r"[!-~]{1,200}")
_NAME = re.compile(  # of five words at most, a title or a team behind it; CJK writes no spaces
    r"(?=[^:;!?]{1,60}$)(?:[^\s\u3041-\u9fff\uac00-\ud7a3]{1,30}(?:\s|$)){1,5}"
    r"|(?=.{1,24}$)[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3・\s]{1,14}(?:\s?[(（][^()（）]{1,9}[)）])?"
)


def find_hazards(text: str) -> list[Hazard]:
    """Return every hazard of a line, by start and kind; spans of different kinds may overlap."""
    found = [*_character_hazards(text), *_phrase_hazards(text)]
    return sorted(found, key=lambda hazard: (hazard.start, hazard.kind))


@lru_cache(maxsize=8192)  # most lines of an index are those of the version before
def _phrase_hazards(text: str) -> tuple[Hazard, ...]:
    return tuple(_search_phrases(text))


def _search_phrases(text: str) -> Iterator[Hazard]:
    """Yield phrases as they stand, in digits for letters, letter by letter and in a code."""
    unmasked = unmask(text)
    for kind, span in _phrases_in(unmasked.text, respelled(unmasked.text)):
        start, end = unmasked.span(*span)
        yield Hazard(kind=kind, start=start, end=end)
    parted = find_parted(unmasked.text)
    if parted and (is_spelled_out(unmasked.text) or _phrases_in(joined(unmasked.text))):
        start, end = unmasked.span(*parted)
        yield Hazard(kind=HazardKind.INJECTION, start=start, end=end)
    for coded in codes_in(text):
        if _phrases_in(unmask(coded.text).text):
            yield Hazard(kind=HazardKind.INJECTION, start=coded.start, end=coded.end)


def _phrases_in(*spellings: str) -> list[tuple[HazardKind, tuple[int, int]]]:
    """Return the phrases of a text by kind and place, in whichever spelling they are read."""
    found: dict[tuple[HazardKind, tuple[int, int]], None] = {}
    for plain in dict.fromkeys(spellings):
        folded = plain.casefold()
        for kind, pattern, telling in _PHRASES:
            if any(map(folded.__contains__, telling)):
                found |= dict.fromkeys((kind, match.span()) for match in pattern.finditer(plain))
    return list(found)


def _character_hazards(text: str) -> Iterator[Hazard]:
    flags = [match.span() for match in _FLAG.finditer(text)]
    for match in _SUSPECT.finditer(text):
        at = match.start()
        if not (_is_harmless(text, at) or any(start < at < end for start, end in flags)):
            yield Hazard(kind=_kind_of(match[0]), start=at, end=at + 1)


def _kind_of(character: str) -> HazardKind:
    if character in "\u2028\u2029":
        return HazardKind.SEPARATOR
    if unicodedata.category(character) in {"Cc", "Cs"}:
        return HazardKind.CONTROL
    if _BIDI.match(character):
        return HazardKind.BIDI
    if "\U000e0000" <= character <= "\U000e007f":
        return HazardKind.TAG
    return HazardKind.ZERO_WIDTH


def _is_harmless(text: str, at: int) -> bool:
    """Judge joiners between letters or emoji, and a single variation selector behind its base."""
    before = text[at - 1] if at else ""
    if _SELECTOR.match(text[at]):
        return _is_base(before) or (before != "" and before in _KEYCAPS)
    if text[at] not in _JOINERS:
        return False
    if at > 1 and _SELECTOR.match(before):
        before = text[at - 2]
    return _is_base(before) and _is_base(text[at + 1 : at + 2])


def _is_base(character: str) -> bool:
    """Tell a letter, mark or symbol; emoji and their skin tones are symbols (So, Sk, Sm)."""
    if not character or _SUSPECT.match(character):
        return False
    if character.isascii():
        return character.isalpha()
    return unicodedata.category(character)[0] in "LMS"


def show(text: str, nonce: str = "") -> str:
    """Return a text as a model may be shown it: one line that closes no envelope.

    A sentence that reads like an order to the reader, or like somebody's turn, stands in ⟦ ⟧. It is
    the user's own: what came by another channel is not shown at all where it holds such words.
    Marks that a text brings along are dropped, so what was shown once is shown the same again.

    Args:
        text: of a line, a hit, an alias, a value.
        nonce: of the envelope that it is put into.
    """
    plain = _without_hidden(without_marks(text))
    if nonce and nonce in plain:
        plain = _without_hidden(plain.replace(nonce, "…"))
    if (open_ended := _without_envelopes(plain)) != plain:
        plain = _without_hidden(open_ended)
    hazards = _phrase_hazards(plain)
    for start, end in reversed(_sentences_with(plain, hazards)):
        plain = f"{plain[:start]}⟦{plain[start:end]}⟧{plain[end:]}"
    return plain


def without_marks(text: str) -> str:
    """Drop the marks ⟦ ⟧ that a text brings along."""
    return _MARK.sub("", text)


def _without_envelopes(text: str) -> str:
    for hazard in _phrase_hazards(text):
        if hazard.kind is HazardKind.ENVELOPE:
            tag = text[hazard.start : hazard.end].translate(_NO_BRACKET)
            text = text[: hazard.start] + tag + text[hazard.end :]
    return text


def _without_hidden(text: str) -> str:
    if not _SUSPECT.search(text):
        return one_line(text)
    letters = list(text)
    for hazard in _character_hazards(text):
        letters[hazard.start] = " " if letters[hazard.start].isspace() else ""
    return one_line("".join(letters))


def show_label(text: str, nonce: str = "") -> str:
    """Return an id or a name of the host's as a model may be shown it; "…" where it is neither.

    A name has few words and an id has none apart; what is longer may say anything.

    Args:
        text: of a user, a chat, a speaker.
        nonce: of the envelope that it is put into.
    """
    is_label = _NAME.fullmatch(text) or _ID.fullmatch(text)
    return show(text, nonce) if is_label and not _phrase_hazards(text) else _NO_LABEL


def _sentences_with(text: str, hazards: Iterable[Hazard]) -> list[tuple[int, int]]:
    """Return the spans of the sentences in which hazards stand, in order."""
    found = sorted((hazard.start, hazard.end) for hazard in hazards)
    if not found:
        return []
    borders = list(_BORDER.finditer(text))
    starts = [0, *(border.end() for border in borders)]
    ends = [border.start() if border["quote"] else border.end() for border in borders]
    spans: list[tuple[int, int]] = []
    for start, end in found:
        first = max(border for border in starts if border <= start)
        last = min((border for border in ends if border >= end), default=len(text))
        if spans and first < spans[-1][1]:
            first, last = spans[-1][0], max(spans.pop()[1], last)
        spans.append((first, last))
    return [_trimmed(text, *span) for span in spans]


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    words = text[start:end]
    return start + len(words) - len(words.lstrip()), end - len(words) + len(words.rstrip())
