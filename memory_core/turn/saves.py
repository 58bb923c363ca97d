"""The one way in which a save is written.

check ── lock the scope ── what the chat says ── date ── judge ── limits ── seal ── write
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from memory_core.clock import database_now
from memory_core.episodes import Episode, EpisodeContent, Evidence, episode_id
from memory_core.errors import InvalidInputError
from memory_core.hashing import hash_parts
from memory_core.index.deixis import resolve, unresolved
from memory_core.index.line_language import line_language
from memory_core.index.sameness import states_same
from memory_core.index.slots import slot_of
from memory_core.messages import Message
from memory_core.provenance import Provenance, Trust
from memory_core.saving import KEEP_BOTH, Rival, SaveLimitError, SaveReport, SaveRequest, SaveStatus
from memory_core.scopes import ScopeKind
from memory_core.sections import Section
from memory_core.stores.database import Database
from memory_core.stores.delivery import DeliveredLine, load_delivered
from memory_core.stores.index_store import load_index
from memory_core.stores.save_store import (
    ChatFacts,
    NewSave,
    count_saves,
    line_of,
    load_chat,
    load_saves,
    lock_scope,
    new_run,
    newest_evidence,
    write_save,
)
from memory_core.text.channels import own_text
from memory_core.text.languages.detection import language_of
from memory_core.text.normalise import clean, fold_key, one_line
from memory_core.text.tokens import content_stems
from memory_core.turn.save_rules import (
    DAY_LIMIT,
    OWN_MESSAGES,
    TURN_LIMIT,
    Heard,
    Standing,
    Verdict,
    alias_rule,
    allowed_aliases,
    check_line,
    check_orders,
    check_text,
    is_asked_for,
    judge,
)

SAVE_CHAT = "memfold:save"  # what a save outside of a chat names as its chat
SAVED = "save"  # in place of a prompt's version
_NO_ALIASES = "it stands there already, so its other names are as they were"
_ASSISTANT = "assistant"  # who speaks for a scope without an agent


@dataclass(frozen=True, kw_only=True, slots=True)
class _Desk:
    """A save and what it is judged by."""

    request: SaveRequest  # what only its day explains is dated
    now: datetime  # in the workspace's zone
    chat: ChatFacts | None  # None: no ledger tells what the user said
    asked: bool
    source: Message | None  # what the user said, if that is why it is his
    standing: tuple[Standing, ...]

    @property
    def turn(self) -> int | None:
        """The position of the user's last message."""
        own = self.chat.messages if self.chat else ()
        return own[0].position if own else None

    def judge(self, standing: Collection[Standing]) -> Verdict:
        """Hold the save against what stands."""
        return judge(self.request, standing, asked=self.asked, now=self.now, heard=self.heard)

    @property
    def heard(self) -> Heard | None:
        """What the chat tells of the user's wishes."""
        return _heard(self.chat)


def keep(database: Database, request: SaveRequest) -> SaveReport:
    """Keep a statement, unless it stands there or its rivals have to be settled first.

    Raises:
        InvalidInputError: the text can be no line, or an argument is wrong; says the way out.
        SaveLimitError: too many in this turn or on this day.
        StoreUnavailableError: the database does not answer.
    """
    if request.scope.kind is ScopeKind.AGENT_ORG:
        raise InvalidInputError("scope", "nothing is saved to an agent's common memory")
    request = _tidied(request)
    check_text(request)
    with database.transaction(request.scope.workspace) as connection:
        desk = _open_desk(connection, request)
        check_orders(request, asked=desk.asked, heard=desk.heard)
        check_line(desk.request)
        verdict = desk.judge(desk.standing)
        verdict = _with_age(connection, desk, verdict)
        if verdict.known is not None or verdict.rivals:
            return _not_written(desk, verdict)
        _check_limits(connection, desk)
        return _write(connection, desk, verdict)


def _tidied(request: SaveRequest) -> SaveRequest:
    aliases = (one_line(clean(alias)[0]) for alias in request.aliases)
    return replace(
        request, text=one_line(clean(request.text)[0]), aliases=tuple(a for a in aliases if a)
    )


def _open_desk(connection: Connection, request: SaveRequest) -> _Desk:
    scope = request.scope
    zone = lock_scope(connection, scope)
    chat = load_chat(connection, scope, request.chat, most=OWN_MESSAGES) if request.chat else None
    now = database_now(connection).astimezone(ZoneInfo(zone))
    asked = is_asked_for(request, _heard(chat))
    source = _source(request, chat) if asked else None
    said_at = _said_at(request, chat, now) if asked and not request.by_person else now
    dated = replace(request, text=resolve(request.text, said_at))
    standing = tuple(_standing(connection, dated))
    return _Desk(
        request=_naming_lines(connection, dated, standing),
        now=now,
        chat=chat,
        asked=asked,
        source=source,
        standing=standing,
    )


def _said_at(request: SaveRequest, chat: ChatFacts | None, now: datetime) -> datetime:
    """Return when the user last said the words of time of a save: now, where he said none."""
    said = chat.messages if chat else ()
    words = [fold_key(word) for word in unresolved(request.text)]
    for message in said:  # the newest first
        heard = fold_key(own_text(message.content))
        if all(word in heard for word in words):
            return message.local_at
    return now.astimezone(said[0].local_at.tzinfo) if said else now


def _naming_lines(
    connection: Connection, request: SaveRequest, standing: Collection[Standing]
) -> SaveRequest:
    """Name the line where a save is named that a fold has placed since."""
    named = (request.supersedes or "").removeprefix("^")
    if not named.startswith("e") or any(s.id == named for s in standing):
        return request
    line = line_of(connection, request.scope, named, (s.id for s in standing if s.placed))
    return replace(request, supersedes=line) if line else request


def _heard(chat: ChatFacts | None) -> Heard | None:
    if chat is None:
        return None
    return Heard(messages=chat.messages, tool_spoke_since=chat.tool_spoke_since)


def _standing(connection: Connection, request: SaveRequest) -> Iterator[Standing]:
    scope = request.scope
    saves = load_saves(connection, scope)
    replaced = {save.supersedes for save in saves if save.pending}
    for entry in load_index(connection, scope.workspace, scope.key).active:
        if entry.id not in replaced:
            yield Standing(id=entry.id, text=entry.text, placed=True)
    for save in saves:
        if save.pending or save.provenance == Provenance.ASSISTANT_SAID:
            yield Standing(
                id=save.episode,
                text=save.text,
                placed=False,
                promised=save.pending,
                replaces=save.supersedes,
            )
    chats = [request.chat] if request.chat else []
    for lines in load_delivered(connection, scope.workspace, chats).values():
        for line in lines:  # what memory showed is no news of the agent's
            if states_same(line.line, request.text):
                yield _as_shown(line, request)


def _as_shown(line: DeliveredLine, request: SaveRequest) -> Standing:
    """Of what another user's memory showed in the same chat, a save tells nothing."""
    own = line.scope_key == request.scope.key
    return Standing(
        id=line.entry or "" if own else "",
        text=line.line if own else request.text,
        placed=False,
        promised=False,
    )


def _with_age(connection: Connection, desk: _Desk, verdict: Verdict) -> Verdict:
    """Judge once more by the age of what it would replace."""
    old = verdict.replaces
    if old is None or not old.placed:
        return verdict
    aged = replace(old, newest_at=newest_evidence(connection, desk.request.scope, old.id))
    return desk.judge([aged])


def _not_written(desk: _Desk, verdict: Verdict) -> SaveReport:
    scope = desk.request.scope.key
    if verdict.known is not None:
        known = verdict.known
        return SaveReport(
            status=SaveStatus.ALREADY_KNOWN,
            scope=scope,
            id=known.id or None,
            text=known.text,
            remarks=tuple(_remarks_on_known(desk, verdict)),
        )
    return SaveReport(
        status=SaveStatus.NEEDS_CONFIRMATION,
        scope=scope,
        text=desk.request.text,
        rivals=tuple(Rival(id=rival.id, text=rival.text) for rival in verdict.rivals),
        remarks=(verdict.reason,),
    )


def _remarks_on_known(desk: _Desk, verdict: Verdict) -> Iterator[str]:
    if desk.request.aliases:
        yield _NO_ALIASES
    if verdict.reason:
        yield verdict.reason


def _check_limits(connection: Connection, desk: _Desk) -> None:
    turn, day = count_saves(connection, desk.request.scope, desk.request.chat, desk.turn)
    if turn >= TURN_LIMIT:
        raise SaveLimitError(f"{TURN_LIMIT} saves a turn are the most; wait for the user's answer")
    if day >= DAY_LIMIT:
        raise SaveLimitError(f"{DAY_LIMIT} saves a day and scope are the most; go on tomorrow")


def _write(connection: Connection, desk: _Desk, verdict: Verdict) -> SaveReport:
    request, old = desk.request, verdict.replaces
    episode = _seal(desk)
    write_save(
        connection,
        request.scope,
        NewSave(
            episode=episode,
            asked_by="person" if request.by_person else "user" if desk.asked else "agent",
            chat=request.chat,
            position=desk.turn,
            supersedes=_superseded(request, old),
            retires=old.id if old is not None and not old.placed else None,
        ),
    )
    return SaveReport(
        status=SaveStatus.SAVED,
        scope=request.scope.key,
        id=episode.id,
        text=episode.content.description,
        provenance=episode.content.provenance,
        trust=Trust.REQUESTED if desk.asked else Trust.UNVERIFIED,
        remarks=tuple(_remarks(desk, episode)),
    )


def _superseded(request: SaveRequest, old: Standing | None) -> str | None:
    """Return the line that gives way; in place of a save, what that one was to replace."""
    if old is None:
        return KEEP_BOTH if request.supersedes == KEEP_BOTH else None
    return old.id if old.placed else old.replaces


def _remarks(desk: _Desk, episode: Episode) -> Iterator[str]:
    if not desk.asked:
        yield "the user did not say so here: it can be found, and becomes no line of his memory"
    left = [a for a in desk.request.aliases if a not in episode.content.aliases]
    if left:
        rule = alias_rule(by_person=desk.request.by_person)
        yield f"not kept as other names: {', '.join(left)}; {rule}"


# -- the episode -------------------------------------------------------------------------------


def _seal(desk: _Desk) -> Episode:
    request = desk.request
    fact = slot_of(request.text)
    speaker, evidence = _evidence(desk)
    provenance = Provenance.USER_REQUESTED if desk.asked else Provenance.ASSISTANT_SAID
    aliases: tuple[str, ...] = ()
    if desk.asked:
        trusted = request.by_person or (desk.chat is None and request.trust_saves)
        aliases = allowed_aliases(request.aliases, desk.heard, by_person=trusted)
    content = EpisodeContent(
        scope_key=request.scope.key,
        provenance=provenance,
        speaker=speaker,
        occurred_on=None,
        section=request.section or (fact.section if fact else Section.OTHER),
        description=request.text,
        body=request.text,
        aliases=aliases,
        evidence=(evidence,),
    )
    return Episode(
        id=episode_id(content, desk.now),
        content=content,
        language=language_of(request.text, line_language(request.text)),
        recorded_at=desk.now,
        prompt_version=SAVED,
        model="person" if request.by_person else "agent",
        run=new_run(),
    )


def _evidence(desk: _Desk) -> tuple[str, Evidence]:
    """Return who speaks, and the message that a save goes with when it is forgotten."""
    request, chat, said = desk.request, desk.chat, desk.source
    if said is not None:
        return said.speaker.id, Evidence(
            chat=said.chat,
            position=said.position,
            span=(0, len(said.content)),
            message_hash=said.content_hash,
            at=desk.now.astimezone(said.local_at.tzinfo),
        )
    user, agent = request.scope.user or "person", request.scope.agent or _ASSISTANT
    speaker = user if desk.asked else agent
    if chat is not None and chat.last is not None and request.chat is not None:
        _, position, digest, content = chat.last
        return speaker, Evidence(
            chat=request.chat,
            position=position,
            span=(0, len(content)),
            message_hash=digest,
            at=desk.now,
        )
    return speaker, Evidence(
        chat=SAVE_CHAT,
        position=0,
        span=(0, len(request.text)),
        message_hash=hash_parts("save", speaker, request.text),
        at=desk.now,
    )


def _source(request: SaveRequest, chat: ChatFacts | None) -> Message | None:
    """Return the user's message that says most of a text, the newest of those that tie."""
    language = line_language(request.text)
    wanted = content_stems(request.text, language)
    return max(
        chat.messages if chat else (),
        key=lambda m: (len(wanted & content_stems(m.content, language)), m.position),
        default=None,
    )
