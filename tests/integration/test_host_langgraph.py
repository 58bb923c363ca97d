"""The real LangGraph: a store in a graph, and by itself."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TypedDict

import pytest
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from langgraph.store.memory import InMemoryStore

from memory_core.client import MemoryClient
from memory_core.errors import InvalidInputError, StoreUnavailableError
from memory_core.hosts.langgraph import MemfoldStore, thread_id

NORA = ("memory", "nora")


@pytest.fixture
def client(urls):
    with MemoryClient(urls.database_url, deadline=30.0) as memory:
        yield memory


@pytest.fixture
def store(client):
    return MemfoldStore(client, agent="helper", others=InMemoryStore(), chat=thread_id)


def say(client, words, *, user="nora", chat=None):
    client.append(chat or f"c-{user}", "user", words, user=user, agent="helper")


def texts(items):
    return [item.value["text"] for item in items]


class State(TypedDict):
    words: str
    found: list[str]


def graph_over(store):
    def remember(state: State, runtime: Runtime) -> State:
        found = runtime.store.search(NORA, query=state["words"], limit=3)
        runtime.store.put(NORA, "new", {"text": "Prefers metric units."})
        runtime.store.put(("drafts",), "one", {"any": ["thing"]})
        return {"words": "", "found": texts(found)}

    builder = StateGraph(State)
    builder.add_node("remember", remember)
    builder.add_edge(START, "remember")
    builder.add_edge("remember", END)
    return builder.compile(store=store)


def test_a_node_of_a_graph_searches_and_saves_in_the_chat_of_its_thread(client, store, office, sql):
    say(client, "I live in Bergen.")
    office.fold_all()
    say(client, "I prefer metric units.", chat="t-7")
    state = graph_over(store).invoke(
        {"words": "Where does she live?", "found": []}, {"configurable": {"thread_id": "t-7"}}
    )
    assert "Lives in Bergen." in state["found"]
    # the thread's own user said so, and what it was shown is recorded
    assert sql("SELECT provenance FROM episode WHERE description LIKE 'Prefers%%'") == [
        ("user-requested",)
    ]
    assert sql("SELECT DISTINCT chat FROM delivered_span") == [("t-7",)]
    assert store.get(("drafts",), "one").value == {"any": ["thing"]}


def test_a_save_is_found_by_the_next_search_and_may_take_a_lines_place(client, office, move_clock):
    store = MemfoldStore(client, agent="helper", trust_saves=True)
    say(client, "I live in Bergen.")
    office.fold_all()
    (line,) = store.search(NORA)
    assert line.value["text"] == "Lives in Bergen."
    assert store.get(NORA, f"^{line.key}").value == line.value
    assert store.get(NORA, "m0000000") is None
    store.put(NORA, line.key, {"content": {"content": "Lives in Oslo."}})
    assert "Lives in Oslo." in texts(store.search(NORA, query="where does she live"))
    move_clock(timedelta(hours=1))
    office.sweeper.sweep(any_time=True)
    office.work_off()
    assert texts(store.search(NORA)) == ["Lives in Oslo."]


def test_filters_offsets_and_limits_narrow_a_search(client, office):
    store = MemfoldStore(client, agent="helper")
    say(client, "I live in Bergen.")
    say(client, "My sister is called Ada.")
    office.fold_all()
    every = store.search(NORA, limit=50)
    assert len(every) == 2
    assert store.search(NORA, limit=1, offset=1) == every[1:]
    (profile,) = store.search(NORA, filter={"section": "Profile"})
    assert profile.value["text"] == "Lives in Bergen."
    with pytest.raises(InvalidInputError, match="filter"):
        store.search(NORA, filter={"date": {"$gt": "2026-01-01"}})


def test_a_namespace_reaches_its_own_user_alone(client, office, store):
    say(client, "I live in Bergen.")
    say(client, "I live in Lisbon.", user="omar")
    office.fold_all()
    assert not any("Lisbon" in t for t in texts(store.search(NORA, query="Lives in Lisbon")))
    (line,) = store.search(("memory", "omar"))
    assert store.get(NORA, line.key) is None
    for namespace in (("memory",), ("memory", "nora", "omar")):
        with pytest.raises(InvalidInputError, match="namespace"):
            store.search(namespace, query="home")


def test_what_memory_cannot_do_is_refused_with_the_way_out(client):
    alone = MemfoldStore(client, agent="helper")
    with pytest.raises(InvalidInputError, match="others"):
        alone.get(("drafts",), "one")
    with pytest.raises(InvalidInputError, match="memfold forget"):
        alone.delete(NORA, "m7k2p9qa")
    with pytest.raises(InvalidInputError, match="holds no text"):
        alone.put(NORA, "new", {"score": 3})
    with pytest.raises(NotImplementedError):
        alone.put(NORA, "new", {"text": "Likes tea."}, ttl=5)


def test_operations_of_both_stores_are_answered_in_their_order(client, office, store):
    say(client, "I live in Bergen.")
    office.fold_all()

    async def talk():
        await store.aput(("drafts",), "one", {"n": 1})
        draft, lines = await asyncio.gather(
            store.aget(("drafts",), "one"), store.asearch(NORA, query="Bergen")
        )
        assert draft.value == {"n": 1}
        assert "Lives in Bergen." in texts(lines)
        assert await store.alist_namespaces() == [("drafts",)]

    asyncio.run(talk())


def test_a_search_while_the_store_is_away_finds_nothing_and_a_save_says_so():
    with MemoryClient("postgresql://memfold:invented@127.0.0.1:1/memfold") as away:
        store = MemfoldStore(away, agent="helper")
        assert store.search(NORA, query="home") == []
        assert store.get(NORA, "m7k2p9qa") is None
        with pytest.raises(StoreUnavailableError):
            store.put(NORA, "new", {"text": "Likes tea."})
