"""Messages as hits: what was said, found by its words, those around it, and its direction.

    reach ── words of the question in it ── an order a grain ──┐
      └───── vectors ───────────────────── two orders more ────┴─ fused ── read ── shown ── hits

What memory itself had shown a chat, and secrets, are taken out before anything is returned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sqlalchemy import Connection

from memory_core.index.asking import asked_lines, recites
from memory_core.messages import Role
from memory_core.provenance import Provenance, Trust
from memory_core.search.context import Context
from memory_core.search.hit import Found, Hit, MatchedOn, Place
from memory_core.search.question import dates_in, without_names
from memory_core.search.ranking import Order, fuse
from memory_core.search.terms import Term, guess_meant
from memory_core.search.turns import Posting, Reach, Turn, rank_turns
from memory_core.stores.delivery import DeliveredLine, load_delivered
from memory_core.stores.message_search import MessageSearch, NearMessage, SaidMessage, find_reach
from memory_core.text.channels import MASK, foreign_text, own_text, without_memory
from memory_core.text.lures import is_lure
from memory_core.text.normalise import fold_key
from memory_core.text.redact import redact
from memory_core.text.reports import reported_lines

_PROVENANCES = {
    Role.USER: Provenance.USER_SAID,
    Role.ASSISTANT: Provenance.ASSISTANT_SAID,
    Role.TOOL: Provenance.TOOL_DERIVED,
}
_NEAR_WEIGHT = 0.5  # of the order by a message's own vector
_AROUND_WEIGHT = 1.0  # of the order by the vectors around it
_DEPTH = 200  # messages of an order by vectors, more only where too few of them may be shown
_BATCH = 150  # messages that are read at once
_QUESTION_MARKS = ("?", "？")


Reaches = Mapping[str, Reach]


def find_messages(connection: Connection, context: Context) -> Found:
    """Find the messages that answer best, at most the request's limit, in no order.

    Reads on until the limit is reached or no candidate is left.
    """
    request = context.request
    roles = _roles(request.provenances)
    if request.sections or not roles:
        return Found()
    chats = find_reach(
        connection,
        request.workspace,
        [scope.key for scope in request.scopes],
        chats=request.chats,
        not_in=request.not_in_chats,
    )
    if not chats:
        return Found()
    days = (request.since, request.until)
    search = MessageSearch(connection, request.workspace, chats, roles, days)
    reach = {c.chat: Reach(first=c.first, last=c.last, age=n) for n, c in enumerate(chats)}
    people = {person for chat in chats for person in chat.people}
    terms = without_names(context.question.terms, people)
    by_words = _orders_by_words(search, terms, reach)
    reading = _Reading(connection, search, context, people)
    depth = _DEPTH
    while True:
        near = search.find_near(*context.direction, depth) if context.direction else []
        hits = reading.hits(fuse([*by_words, *_orders_by_vector(near)]), reach)
        if len(hits) >= request.limit or len(near) < depth:
            return Found(hits=tuple(hits), by_vector=bool(near))
        depth *= 4


def _roles(provenances: frozenset[Provenance]) -> list[Role]:
    return [role for role, given in _PROVENANCES.items() if not provenances or given in provenances]


# -- orders ------------------------------------------------------------------------------------


def _orders_by_words(search: MessageSearch, terms: Sequence[Term], reach: Reaches) -> list[Order]:
    postings = _postings(search, dict(enumerate(terms)))
    missing = set(range(len(terms))) - {posting.term for posting in postings}
    guesses = guess_meant({number: terms[number] for number in missing}, search.vocabulary)
    more = _postings(search, guesses)
    return rank_turns([*postings, *more], reach, frozenset(guesses))


def _postings(search: MessageSearch, terms: Mapping[int, Term]) -> list[Posting]:
    words = search.find_words({start for term in terms.values() for start in term.beginnings})
    meant = {
        word: [number for number, term in terms.items() if term.means(word)]
        for word in {found.word for found in words}
    }
    return [
        Posting(turn=(w.chat, w.position), term=number, count=w.count, length=w.length)
        for w in words
        for number in meant[w.word]
    ]


def _orders_by_vector(near: Sequence[NearMessage]) -> list[Order]:
    if not near:
        return []
    alone = {(n.chat, n.position): n.rank for n in near if n.rank}
    around = {(n.chat, n.position): n.rank_around for n in near if n.rank_around}
    return [
        Order(ranks=alone, weight=_NEAR_WEIGHT),
        Order(ranks=around, weight=_AROUND_WEIGHT),
    ]


# -- hits --------------------------------------------------------------------------------------


class _Reading:
    """Reads candidates and makes hits of what may be shown of them."""

    def __init__(
        self, connection: Connection, search: MessageSearch, context: Context, people: set[str]
    ) -> None:
        self._connection = connection
        self._search = search
        self._context = context
        self._named = sum(context.names(person) for person in {fold_key(p) for p in people}) == 1

    def hits(self, scores: Mapping[Turn, float], reach: Reaches) -> list[Hit]:
        """Read on from the best until there are enough."""
        order = sorted(scores, key=lambda turn: (-scores[turn], reach[turn[0]].age, turn))
        limit = self._context.request.limit
        hits: list[Hit] = []
        for start in range(0, len(order), _BATCH):
            hits += self._read(order[start : start + _BATCH], scores, limit - len(hits))
            if len(hits) >= limit:
                break
        return hits

    def _read(
        self, turns: Sequence[Turn], scores: Mapping[Turn, float], limit: int
    ) -> Iterator[Hit]:
        """Yield hits of the best; looking for secrets is dear, so only in what is shown."""
        said = [m for m in self._search.read(turns) if self._context.allows(m.at.date())]
        rated = [(scores[m.chat, m.position] * self._prior(m), m) for m in said]
        rated.sort(key=lambda pair: (-pair[0], -pair[1].at.timestamp(), pair[1].position))
        shown = self._delivered(said)
        left = limit
        for score, message in rated:
            text = visible_text(message, shown[message.chat])
            if text:
                yield _hit(message, text, score)
                left -= 1
            if not left:
                return

    def _delivered(self, said: Iterable[SaidMessage]) -> Mapping[str, list[DeliveredLine]]:
        workspace = self._context.request.workspace
        return load_delivered(self._connection, workspace, {m.chat for m in said})

    def _prior(self, message: SaidMessage) -> float:
        context, day = self._context, message.at.date()
        prior = context.freshness(day) * context.priors.said
        if self._named and not context.names(message.speaker, message.name):
            prior *= context.priors.other_speaker
        if message.content.rstrip().endswith(_QUESTION_MARKS):
            prior *= context.priors.asking
        if context.question.days:
            told = (e.days for e in dates_in(message.content, message.at) if e.days)
            prior *= context.within((day, day), *told)
        return prior


def visible_text(message: SaidMessage, delivered: Iterable[DeliveredLine]) -> str:
    """Return what may be shown of a message: not what memory showed before it, no secrets.

    Of another channel than a user's own words nothing is shown that is out to steer an assistant:
    of a tool's, only the lines that report what the user asked for; of a user's message, the parts
    that are not his own under the same rule; of what an assistant says, none that repeats foreign
    words of the same turn that may not be shown.
    """
    if message.role is Role.USER:
        own = own_text(message.content)
        foreign = foreign_text(message.content).replace(MASK, "")
        shown = _visible_lines(foreign, [own]) == foreign
        left = without_memory(message.content) if shown else own
    else:
        lines = [d.line for d in delivered if d.before_position <= message.position]
        left = without_memory(message.content, lines).replace(MASK, "")
        asked = [own_text(words) for words in message.asked_before]
        if message.role is Role.TOOL:
            left = _visible_lines(left, asked)
        elif is_lure(left) or _recites_withheld(left, message, asked):
            left = ""
    return redact(left.replace(MASK, "").strip()).text


def _visible_lines(foreign: str, asked: Sequence[str]) -> str:
    return "" if is_lure(foreign) else asked_lines(reported_lines(foreign), asked)


def _recites_withheld(text: str, message: SaidMessage, asked: Sequence[str]) -> bool:
    pasted = (foreign_text(words).replace(MASK, "") for words in message.asked_before)
    for told in (*message.told_before, *pasted):
        seen = set(_visible_lines(told, asked).split("\n"))
        withheld = "\n".join(line for line in told.split("\n") if line not in seen)
        if recites(text, withheld):
            return True
    return False


def _hit(message: SaidMessage, text: str, score: float) -> Hit:
    place = Place(chat=message.chat, position=message.position)
    return Hit(
        id=f"{message.chat}#{message.position}",
        text=text,
        date=message.at.date(),
        provenance=_PROVENANCES[message.role],
        trust=Trust.UNVERIFIED,
        matched_on=MatchedOn.MESSAGE,
        score=score,
        source=(place,),
        speaker=message.name or message.speaker,
    )
