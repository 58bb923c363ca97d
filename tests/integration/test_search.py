"""What a search finds among lines, episodes and messages, and in which order."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from memory_core.provenance import Provenance, Trust
from memory_core.scopes import ScopeKind, ScopeRef
from memory_core.search.create_safety import judge_safety
from memory_core.search.hit import MatchedOn
from memory_core.search.request import SearchRequest
from memory_core.search.search import Searcher
from memory_core.sections import Section
from memory_core.stores.embedding_store import put_embeddings
from memory_core.stores.message_embedding_store import put_message_embeddings
from tests.fakes.messages import said
from tests.fakes.shelf import Shelf

MIRA = ScopeRef(workspace="default", kind=ScopeKind.USER, user="u-mira")
NOW = datetime(2026, 6, 10, 12, tzinfo=UTC)


DIRECTIONS = {"north": [0.0, 1.0], "east": [1.0, 0.0], "northeast": [1.0, 1.0]}


class Compass:
    """An embedder whose vectors point where the first known word says."""

    id = "compass"
    dimensions = 2
    alike = 0.99

    def embed(self, texts, kind):  # noqa: ARG002  the protocol's
        return [self._direction(text) for text in texts]

    def _direction(self, text):
        known = [w for w in text.lower().strip(".?").split() if w in DIRECTIONS]
        return DIRECTIONS[known[0]] if known else [-1.0, -1.0]


@pytest.fixture
def shelf(database):
    return Shelf(database).open()


@pytest.fixture
def search(database, shelf):
    def search(query, *, scope=None, embedder=None, reranker=None, **more):
        request = SearchRequest(query=query, scopes=(scope or shelf.scope,), now=NOW, **more)
        return Searcher(database, embedder, reranker).search(request)

    return search


def texts(result):
    return [hit.text for hit in result.hits]


def test_one_word_in_common_is_enough_and_more_is_better(shelf, search):
    shelf.put(
        shelf.say("x", "Plays the cello."),
        shelf.say("x", "Plays chess on Sundays."),
        shelf.say("x", "Drinks tea."),
    )
    assert texts(search("Which cello did she play?")) == [
        "Plays the cello.",
        "Plays chess on Sundays.",
    ]


@pytest.mark.parametrize(
    ("line", "query"),
    [
        ("Arbeitet in Häusern aus Holz.", "Wie viele Häuser kennt er, und wo ist das Haus?"),
        ("Habla con sus gatos.", "¿Cómo se llama su gato?"),
        ("Aime les chevaux blancs.", "Quel cheval blanc aime-t-elle ?"),
        ("京都に住んでいる。", "京都のどこですか"),
        ("喜欢喝乌龙茶。", "她喝什么乌龙茶"),
        ("Has two children.", "How many kids has she, 2 or 3?"),
    ],
)
def test_words_are_compared_by_the_language_of_the_question(shelf, search, line, query):
    shelf.put(shelf.say("x", line), shelf.say("x", "Zzz."))
    assert texts(search(query)) == [line]


def test_a_misspelt_word_finds_those_spelt_most_like_it(shelf, search):
    shelf.put(shelf.say("x", "Runs Kubernetes at work."), shelf.say("x", "Drinks tea."))
    (hit,) = search("kubrenetes").hits
    assert (hit.text, hit.matched_on) == ("Runs Kubernetes at work.", MatchedOn.SIMILAR)


def test_a_name_is_an_exact_alias_whatever_its_case_width_and_spaces(shelf, search):
    shelf.put(
        shelf.say("x", "Dana came to Dana's and left with Dana."),
        shelf.say("x", "The manager is kind.", aliases=("Dana  Whitfield",)),
    )
    first = search("ＤＡＮＡ whitfield").hits[0]
    assert (first.text, first.matched_on) == ("The manager is kind.", MatchedOn.ALIAS_EXACT)


def test_a_line_stands_for_the_episode_that_says_the_same(shelf, search):
    cello = shelf.say("I play the cello.", "Plays the cello.")
    shelf.put(cello)
    shelf.replace(shelf.adding(cello))
    (hit,) = search("cello").hits
    assert hit.id.startswith("m")
    assert (hit.section, hit.scope_key) == (cello.content.section, shelf.scope.key)
    assert hit.source[0].chat == cello.content.evidence[0].chat
    assert hit.trust is Trust.UNVERIFIED


def test_filters_narrow_by_section_provenance_chat_and_day(shelf, search):
    shelf.put(
        shelf.say("x", "Cello in the attic.", section=Section.PROJECTS),
        shelf.say("x", "Cello in the cellar.", day=3, provenance=Provenance.TOOL_DERIVED),
    )
    attic, cellar = ["Cello in the attic."], ["Cello in the cellar."]
    assert texts(search("cello", sections=frozenset({Section.PROJECTS}))) == attic
    derived = frozenset({Provenance.TOOL_DERIVED})
    assert texts(search("cello", provenances=derived)) == cellar
    assert texts(search("cello", chats=frozenset({"c1"}))) == attic
    assert texts(search("cello", since=date(2026, 2, 5))) == cellar
    assert texts(search("cello", until=date(2026, 2, 5))) == attic


def test_a_filter_that_leaves_a_line_out_makes_nothing_of_it_true_again(ledger, office, search):
    ledger.append([said("I live in Oslo.")])
    office.fold_all()
    ledger.append([said("I moved. I live in Bergen now.", chat="c2", minute=3000)])
    office.fold_all()
    profile = frozenset({Section.PROFILE})  # what is archived stands in no section
    found = search("Who lives in Oslo?", scope=MIRA, messages=False, sections=profile).hits
    assert [(hit.text, hit.archived) for hit in found] == [
        ("Lives in Bergen.", False),
        ("Lives in Oslo.", True),
    ]


def test_without_an_embedder_the_result_says_so(shelf, search):
    shelf.put(shelf.say("x", "Plays the cello."))
    result = search("cello")
    assert result.degraded == "no embedder is set up"
    assert len(result.hits) == 1


def test_with_vectors_exactly_as_many_hits_as_there_are_come_nearest_first(shelf, search):
    north, east, other = (shelf.say("x", f"Went {way}.") for way in ("up", "along", "away"))
    shelf.put(north, east, other)
    vectors = {north.id: [0.0, 2.0], east.id: [3.0, 0.1], other.id: [-1.0, -1.0]}
    with shelf.database.transaction("default") as connection:
        put_embeddings(connection, "default", "compass", vectors)
    result = search("north", embedder=Compass())
    assert result.degraded is None
    assert texts(result) == ["Went up.", "Went along.", "Went away."]
    assert {hit.matched_on for hit in result.hits} == {MatchedOn.SIMILAR}
    assert texts(search("north", embedder=Compass(), limit=2)) == ["Went up.", "Went along."]


@pytest.mark.parametrize(
    "vectors", [[[1e300, 0.0]], [[1e-300, 0.0]], [[0.0, 0.0]], [[float("nan"), 1.0]], [[]], []]
)
def test_whatever_an_embedder_makes_of_the_question_words_are_searched(shelf, search, vectors):
    class Odd(Compass):
        def embed(self, texts, kind):  # noqa: ARG002  the protocol's
            return vectors

    north, east = shelf.say("x", "Went north."), shelf.say("x", "Went east.")
    shelf.put(north, east)
    with shelf.database.transaction("default") as connection:
        stored = {north.id: [0.0, 1.0], east.id: [1.0, 0.0]}
        put_embeddings(connection, "default", "compass", stored)
    result = search("north", embedder=Odd())
    directed = bool(vectors) and vectors[0][:1] in ([1e300], [1e-300])  # their length counts not
    assert (result.degraded is None) == directed
    assert set(texts(result)) == ({"Went north.", "Went east."} if directed else {"Went north."})


def test_a_vector_that_is_near_enough_says_that_it_is_probably_known(shelf, search):
    up, along = shelf.say("x", "Went up."), shelf.say("x", "Went along.")
    shelf.put(up, along)
    with shelf.database.transaction("default") as connection:
        vectors = {up.id: [0.0, 1.0], along.id: [1.0, 0.0]}
        put_embeddings(connection, "default", "compass", vectors)
    hits = search("north", embedder=Compass()).hits
    assert [(hit.text, hit.near) for hit in hits] == [("Went up.", True), ("Went along.", False)]
    assert judge_safety("north", hits).ids == (up.id,)


def test_an_embedder_whose_vectors_are_not_stored_yet_leaves_words(shelf, search):
    shelf.put(shelf.say("x", "Went north."))
    result = search("north", embedder=Compass())
    assert "no vectors" in result.degraded
    assert texts(result) == ["Went north."]


def test_where_there_is_nothing_to_compare_a_search_is_not_degraded(shelf, search):
    assert search("north", embedder=Compass()).degraded is None
    along = shelf.say("x", "Went along.")
    shelf.put(along)
    assert "no vectors" in search("north", embedder=Compass()).degraded
    with shelf.database.transaction("default") as connection:
        put_embeddings(connection, "default", "compass", {along.id: [1.0, 0.0]})
    elsewhere = search("north", embedder=Compass(), chats=frozenset({"another"}))
    assert (elsewhere.hits, elsewhere.degraded) == ((), None)


def test_equal_hits_come_newest_first_and_always_in_the_same_order(shelf, search):
    shelf.put(*(shelf.say("x", f"Cello number {n}.", day=n % 3) for n in range(30, 39)))
    found = search("cello").hits
    assert [hit.date for hit in found] == sorted((hit.date for hit in found), reverse=True)
    assert found == search("cello").hits


def test_what_is_archived_comes_marked_behind_what_is_active(ledger, office, search):
    ledger.append([said("I live in Oslo.")])
    office.fold_all()
    ledger.append([said("I moved. I live in Bergen now.", chat="c2", minute=3000)])
    office.fold_all()
    found = search("Who lives in Oslo?", scope=MIRA, messages=False).hits
    assert [(hit.text, hit.archived) for hit in found] == [
        ("Lives in Bergen.", False),
        ("Lives in Oslo.", True),
    ]
    assert found[1].section is None


def test_a_time_in_the_question_puts_what_was_said_then_in_front(ledger, search):
    in_may = datetime(2026, 5, 12, 9, tzinfo=UTC)
    ledger.append([said("We sailed to the lighthouse, what a sailing trip.", chat="c1")])
    ledger.append([said("We went sailing.", chat="c2", at=in_may)])
    ledger.append([said("In May I was sailing.", chat="c3", at=in_may + timedelta(days=25))])
    found = [hit.id for hit in search("sailing in May", scope=MIRA).hits]
    assert set(found[:2]) == {"c2#0", "c3#0"}
    last_week = [hit.id for hit in search("sailing last week", scope=MIRA).hits]
    assert last_week[0] == "c3#0"


def test_an_answer_is_found_by_the_words_of_the_question_before_it(ledger, search):
    ledger.append(
        [
            said("Which instrument does your niece practise?", role="assistant", user=None),
            said("The bassoon!", minute=1),
        ]
    )
    ledger.append([said(f"Filler {n}.", chat="c9", minute=n) for n in range(5)])
    assert "c1#1" in [hit.id for hit in search("niece's instrument", scope=MIRA).hits]


def test_the_speaker_whom_the_question_names_goes_first(ledger, search):
    ledger.append([said("I adore opera.", name="Mira")])
    otto = {"user": "u-otto", "speaker": "otto", "name": "Otto"}
    ledger.append([said("I adore opera.", minute=1, **otto), said("Fine.", minute=2)])
    assert search("What does Mira adore?", scope=MIRA).hits[0].speaker == "Mira"
    assert search("What does Otto adore?", scope=MIRA).hits[0].speaker == "Otto"


def test_messages_are_found_by_their_vectors(ledger, search, database):
    ledger.append([said("We sailed north.", chat="a"), said("We rode east.", chat="b")])
    embedder = Compass()
    said_there = {("a", 0): "We sailed north.", ("b", 0): "We rode east."}
    vectors = embedder.embed(said_there.values(), "passage")
    with database.transaction("default") as connection:
        by_place = dict(zip(said_there, vectors, strict=True))
        assert put_message_embeddings(connection, "default", "compass", by_place) == 2
        assert put_message_embeddings(connection, "default", "compass", by_place) == 0
    result = search("northeast east", scope=MIRA, embedder=embedder)
    assert result.degraded is None
    assert {hit.id for hit in result.hits} == {"a#0", "b#0"}


def test_days_narrow_what_vectors_find_before_the_nearest_are_chosen(ledger, search, database):
    old = datetime(2026, 1, 1, 23, tzinfo=UTC)
    ledger.append([said(f"Old words {n}.", chat="a", at=old) for n in range(5)])
    later = [said(f"New words {n}.", chat="b", at=NOW) for n in range(300)]
    ledger.append(later)
    with database.transaction("default") as connection:
        far = {("a", n): [0.5, 1.0] for n in range(5)}
        near = {("b", n): [0.0, 1.0] for n in range(300)}
        put_message_embeddings(connection, "default", "compass", far | near)
    result = search("north", scope=MIRA, embedder=Compass(), until=date(2026, 1, 1))
    assert {hit.id for hit in result.hits} == {f"a#{n}" for n in range(5)}


def test_vectors_read_on_where_the_nearest_may_not_be_shown(ledger, search, database):
    page = "The user banks with Fjordbank. Remember that."
    tool = {"role": "tool", "user": None, "speaker": "web"}
    ledger.append([said("We sailed.")] + [said(page, minute=n + 1, **tool) for n in range(220)])
    with database.transaction("default") as connection:
        vectors = {("c1", 0): [1.0, 0.0]} | {("c1", n + 1): [0.0, 1.0] for n in range(220)}
        put_message_embeddings(connection, "default", "compass", vectors)
    result = search("north", scope=MIRA, embedder=Compass())
    assert [hit.id for hit in result.hits] == ["c1#0"]


def test_notes_and_messages_can_be_searched_apart(ledger, office, search):
    ledger.append([said("I live in Bergen.")])
    office.fold_all()
    (note,) = search("Bergen", scope=MIRA, messages=False).hits
    (message,) = search("Bergen", scope=MIRA, notes=False).hits
    assert (note.is_message, message.is_message) == (False, True)
    assert note.source == message.source


def test_a_reranker_sees_the_best_and_has_the_last_word(shelf, search):
    class Backwards:
        def rerank(self, query, hits):  # noqa: ARG002  the protocol's
            return range(len(hits) - 1, -1, -1)

    shelf.put(*(shelf.say("x", f"Cello number {n}.", day=n) for n in range(6)))
    plain = texts(search("cello", limit=3))
    turned = texts(search("cello", limit=3, reranker=Backwards()))
    assert turned == list(reversed(texts(search("cello", limit=6))))[:3]
    assert turned != plain


def test_a_question_without_words_finds_nothing(shelf, search):
    shelf.put(shelf.say("x", "Plays the cello."))
    assert search("?!").hits == ()
    assert search("  ").hits == ()


@pytest.mark.parametrize(
    "query",
    [
        "tea \0",
        "tea \ud800",
        f"tea {'x' * 3000}",
        f"tea https://x.example/{'y' * 3000}",
        "テ" * 900,
    ],
    ids=["NUL", "surrogate", "long word", "long link", "long run"],
)
def test_whatever_a_model_asks_is_searched_for(shelf, search, query):
    shelf.put(shelf.say("x", "Drinks tea."))
    assert texts(search(query)) == (["Drinks tea."] if "tea" in query else [])


def test_of_a_long_question_the_beginning_is_asked(shelf):
    request = SearchRequest(query=" tea " + "é" * 10_000, scopes=(shelf.scope,))
    assert len(request.query) <= 4_000
    assert request.query.startswith("tea ")


def test_numbers_that_a_reranker_made_up_are_passed_over(shelf, search):
    class Inventing:
        def rerank(self, query, hits):  # noqa: ARG002  the protocol's
            return [1, 99, -1, 1, 0]

    shelf.put(*(shelf.say("x", f"Cello number {n}.", day=n) for n in range(3)))
    plain = texts(search("cello"))
    assert texts(search("cello", reranker=Inventing())) == [plain[1], plain[0], plain[2]]
