"""What may be kept, by whose word, and what it may replace. Pure.

    flaw     a text that can be no line is refused, with what to say instead
    word     a person's, or the user's own in this chat: `user-requested`; else `assistant-said`
    standing known already ─ replaces what it names and speaks of ─ rivals: which one? ─ new

A model's word for what the user said counts for nothing: his messages are looked up.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memory_core.errors import InvalidInputError
from memory_core.index.aboutness import speaks_of
from memory_core.index.budget import DEFAULT_BUDGET
from memory_core.index.cues import correction_of
from memory_core.index.deixis import unresolved
from memory_core.index.evidence import EvidenceText
from memory_core.index.hard_tokens import hard_tokens, occurs
from memory_core.index.line_language import line_language
from memory_core.index.sameness import states_same
from memory_core.index.slots import slot_of
from memory_core.index.turning import turned
from memory_core.index.wording import free_stems
from memory_core.messages import Message
from memory_core.saving import KEEP_BOTH, SaveRequest
from memory_core.search.create_safety import shares_half
from memory_core.text.channels import foreign_text, own_text
from memory_core.text.languages.known import find_language
from memory_core.text.lures import is_lure
from memory_core.text.normalise import fold_key, one_line
from memory_core.text.orders import is_order, sentences
from memory_core.text.redact import find_secrets
from memory_core.text.sanitise import HazardKind, find_hazards
from memory_core.text.tokens import content_stems

TURN_LIMIT = 5  # saves between two messages of the user
DAY_LIMIT = 30  # saves of a scope on one local day
OWN_MESSAGES = 20  # of the user's in this chat that are looked at

_PHRASES = {HazardKind.INJECTION, HazardKind.ROLE_TAG}
_ASKS = re.compile(
    r"^\W*(?:(?:please|and|also|yes|ok(?:ay)?|so|then|can you|could you|would you|will you"
    r"|i want you to|i['’]d like you to|make sure (?:to|you))\W+)*"
    r"(?:remember|save|store|memori[sz]e|keep|note|write down|keep in mind|make a note of"
    r"|don['’]t forget|do not forget)\s+(?:down\s+)?(?:this|that|it|these|all)\b"
    r"|^\W*(?:remember|save|note|memo|merke?|notiere?|recuerda|apunta|anota|retiens|note|souviens"
    r"|覚えて|メモ|记住|記住|记下)\s*[:：]"
    r"|^\W*(?:bitte\s+)?(?:merk|notier|speicher)e?\s+(?:dir\s+|bitte\s+)*(?:das|dies)\b"
    r"|^\W*(?:por favor,?\s+)?(?:recu[eé]rdalo|an[oó]talo|ap[uú]ntalo|gu[aá]rdalo"
    r"|(?:recuerda|anota|apunta|guarda)\s+(?:esto|eso))"
    r"|^\W*(?:retiens|note|garde|enregistre)[sz]?[- ](?:le|la|cela|ça|ceci)\b"
    r"|(?:これ|それ)を?(?:覚えて|メモして|記憶して)|(?:记住|記住|记下|保存)(?:这|這|那|它)",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Heard:
    """What the chat tells of the user's own wishes; None stands where there is no chat."""

    messages: tuple[Message, ...] = ()  # the user's own, the newest first, at most 20
    tool_spoke_since: bool = False  # a tool's words stand behind the newest of them


@dataclass(frozen=True, kw_only=True, slots=True)
class Standing:
    """What stands in a scope and may be the same, or give way."""

    id: str  # `m…` of a line, `e…` of a save
    text: str
    placed: bool  # a line; else a save that waits for its fold, or becomes no line
    promised: bool = True  # it is or becomes a line; False: what an assistant said
    newest_at: datetime | None = None  # of its evidence
    replaces: str | None = None  # what a save that waits is to replace, or KEEP_BOTH


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """What becomes of a save: exactly one of the three, or it is new."""

    known: Standing | None = None
    rivals: tuple[Standing, ...] = ()  # the user is to say which gives way
    replaces: Standing | None = None
    reason: str = ""


# -- the text ----------------------------------------------------------------------------------


def check_text(request: SaveRequest) -> None:
    """Refuse a text that may not be kept, whoever asks for it.

    Raises:
        InvalidInputError: it is empty, too long, holds a secret or a hidden character.
    """
    if not request.text:
        raise InvalidInputError("text", "is empty; give one statement")
    _check_length(request)
    for field, part in _parts(request):
        if secrets := find_secrets(part):
            raise InvalidInputError(field, f"holds a secret ({secrets[0].kind}); say it without")
    _check_characters(request)


def check_line(request: SaveRequest) -> None:
    """Refuse a dated text that can be no line.

    Raises:
        InvalidInputError: a word tells nothing later, or the dates have made it too long.
    """
    _check_length(request)
    if words := unresolved(request.text):
        raise InvalidInputError(
            "text", f"{words[0]!r} tells nothing later; give the date, the place or the name"
        )


def _check_length(request: SaveRequest) -> None:
    longest = DEFAULT_BUDGET.line_code_points
    if len(request.text) + sum(map(len, request.aliases)) > longest:
        raise InvalidInputError("text", f"is over {longest} characters; save one statement each")


def _check_characters(request: SaveRequest) -> None:
    for field, part in _parts(request):
        kinds = {hazard.kind for hazard in find_hazards(part)} - _PHRASES
        if kinds:
            raise InvalidInputError(field, f"holds {min(kinds)} characters; write it plainly")


def _parts(request: SaveRequest) -> Iterator[tuple[str, str]]:
    yield "text", request.text
    yield from (("aliases", alias) for alias in request.aliases)


def check_orders(request: SaveRequest, *, asked: bool, heard: Heard | None) -> None:
    """Refuse an order to an assistant that is not in the user's own words.

    Raises:
        InvalidInputError: no user said so.
    """
    if request.by_person:
        return
    phrased = any(hazard.kind in _PHRASES for hazard in find_hazards(request.text))
    if phrased and not _said_word_for_word(request.text, heard):
        raise InvalidInputError("text", "orders an assistant in words that the user did not say")
    if asked:
        return
    if is_order(request.text) or is_lure(request.text):
        raise InvalidInputError("text", "orders an assistant, and no user asked to keep it")
    if heard is not None and heard.tool_spoke_since:
        raise InvalidInputError(
            "text",
            "stands in no words of the user's, and a tool spoke after him; what it reports is read "
            "from the chat itself, and what else is to be kept let the user say",
        )


def _said_word_for_word(text: str, heard: Heard | None) -> bool:
    words = fold_key(text)
    return any(words in fold_key(own_text(m.content)) for m in (heard.messages if heard else ()))


def allowed_aliases(
    aliases: Sequence[str], heard: Heard | None, *, by_person: bool
) -> tuple[str, ...]:
    """Return the aliases that the user gave himself; a person's are taken as they are."""
    limit = DEFAULT_BUDGET
    tidy = dict.fromkeys(filter(None, map(one_line, aliases)))
    fitting = [alias for alias in tidy if len(alias) <= limit.alias_code_points]
    said = [alias for alias in fitting if by_person or _said_word_for_word(alias, heard)]
    return tuple(said[: limit.aliases])


def alias_rule(*, by_person: bool) -> str:
    """Say what `allowed_aliases` takes."""
    limit = DEFAULT_BUDGET
    most = f"at most {limit.aliases}, of at most {limit.alias_code_points} characters"
    return most if by_person else f"{most}, that the user himself said"


# -- by whose word -----------------------------------------------------------------------------


def is_asked_for(request: SaveRequest, heard: Heard | None) -> bool:
    """Tell whether a save is the user's own: a person's, said in this chat, or asked for in it."""
    if request.by_person:
        return True
    if heard is None:
        return request.trust_saves
    return is_said(request.text, heard.messages) or asks_to_remember(heard)


def is_said(text: str, messages: Sequence[Message]) -> bool:
    """Tell whether all hard tokens and half of the stems stand in messages, and none is turned.

    Words that are said but negated, wished or asked do not state the text.
    """
    if not messages:
        return False
    language = line_language(text)
    said = EvidenceText.of([_own(m) for m in reversed(messages)], (), language)
    keys = said.keys() | {t for m in said.messages for t in hard_tokens(m.content, language)}
    if not all(occurs(key, keys) for key in hard_tokens(text, language)):
        return False
    content = content_stems(text, language)
    content = content - free_stems(language) or content
    if not content or 2 * len(content & said.stems()) < len(content):
        return False
    return next(turned(text, said, ""), None) is None


def asks_to_remember(heard: Heard) -> bool:
    """Tell whether the user's last message asks to remember something.

    What stands in a paste of his, or came from a tool since, may not be what he meant: then only
    his own words count.
    """
    if not heard.messages or heard.tool_spoke_since:
        return False
    content = heard.messages[0].content
    if any(character.isalnum() for character in foreign_text(content)):
        return False
    return any(_asks(sentence) for sentence in sentences(own_text(content)))


def _asks(sentence: str) -> bool:
    if _ASKS.search(sentence):
        return True
    table = find_language(line_language(sentence))
    if table is None:
        return False
    patterns = (table.guards.reminder, table.guards.request)
    if table.has_spaces:
        return any(pattern.match(sentence) for pattern in patterns)
    return any(pattern.search(sentence) for pattern in patterns)  # the verb comes last


def says_the_change(request: SaveRequest, old: str, heard: Heard | None) -> bool:
    """Tell whether the user said half of what a save says otherwise than the line it replaces.

    A person's save, a trusted one and one that the user asked for need no words of his.
    """
    if request.by_person or heard is None or asks_to_remember(heard):
        return True
    language = line_language(request.text)
    change = content_stems(request.text, language) - content_stems(old, language)
    said = (content_stems(own_text(m.content), language) for m in heard.messages)
    return 2 * len(change & frozenset[str]().union(*said)) >= len(change)


def _own(message: Message) -> Message:
    return replace(message, content=own_text(message.content))


# -- against what stands -----------------------------------------------------------------------


def judge(
    request: SaveRequest,
    standing: Collection[Standing],
    *,
    asked: bool,
    now: datetime,
    heard: Heard | None = None,
) -> Verdict:
    """Hold a save against what stands in its scope.

    Raises:
        InvalidInputError: it names a line that does not stand, or that it does not speak of.
    """
    counted = [s for s in standing if s.promised or not asked]
    known = next((s for s in counted if states_same(s.text, request.text)), None)
    lines = [s for s in standing if s.promised and not states_same(s.text, request.text)]
    if known is not None and not (asked and _says_more(request, known, lines)):
        return Verdict(known=known, reason=_left_standing(request, known, lines))
    named = request.supersedes
    if named is not None and named != KEEP_BOTH:
        old = _find(named, lines)
        asked = asked and says_the_change(request, old.text, heard)
        return _replacing(request, old, asked=asked, now=now)
    if not asked or named == KEEP_BOTH:
        return Verdict()
    rivals = _rivals(request, lines)
    reason = "it may replace one of these: pass its id as supersedes, or none to keep both"
    return Verdict(rivals=rivals, reason=reason if rivals else "")


def _says_more(request: SaveRequest, known: Standing, lines: Sequence[Standing]) -> bool:
    """Tell whether a save settles what is open about one that waits for its fold and says the same.

    A line is what it is: nothing gives way to it any more.
    """
    named = request.supersedes
    if named is None or known.placed or known.replaces is not None:
        return False
    if named == KEEP_BOTH:
        return bool(_rivals(request, lines))
    return _named(named, lines) is not None


def _left_standing(request: SaveRequest, known: Standing, lines: Sequence[Standing]) -> str:
    other = _named(request.supersedes or "", lines)
    if other is None or other.id == known.replaces:
        return ""
    return f"^{other.id} stands as before: only news takes a line's place; have it taken back"


def _rivals(request: SaveRequest, lines: Iterable[Standing]) -> tuple[Standing, ...]:
    return tuple(s for s in lines if is_rival(request.text, s.text))


def _named(named: str, lines: Iterable[Standing]) -> Standing | None:
    wanted = named.removeprefix("^")
    return next((s for s in lines if s.id == wanted), None)


def _find(named: str, lines: Sequence[Standing]) -> Standing:
    found = _named(named, lines)
    if found is None:
        raise InvalidInputError(
            "supersedes", f"{named!r} is no line that holds now; search again for its id"
        )
    return found


def _replacing(request: SaveRequest, old: Standing, *, asked: bool, now: datetime) -> Verdict:
    if not asked:
        reason = "only the user's own words replace a line: let him say it, then save it again"
        return Verdict(rivals=(old,), reason=reason)
    if old.newest_at is not None and old.newest_at > now:
        raise InvalidInputError("supersedes", f"^{old.id} rests on newer words than this")
    if not speaks_of(old.text, request.text, line_language(request.text)):
        raise InvalidInputError(
            "supersedes", f"^{old.id} speaks of something else: {old.text!r}; save it beside"
        )
    return Verdict(replaces=old)


def is_rival(text: str, line: str) -> bool:
    """Tell whether a statement may replace a line: the same slot, a correction, half its words."""
    one, other = slot_of(text), slot_of(line)
    if one is not None and other is not None:
        return one.single_valued and other.single_valued and one.place == other.place
    correction = correction_of(text, line_language(text))
    if correction is not None and fold_key(correction.old) in fold_key(line):
        return True
    return shares_half(text, line)
