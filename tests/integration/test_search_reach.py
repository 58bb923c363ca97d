"""Which messages a search may return: only what the bound user took part in, with that agent."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import text

from jobs.forget import Target
from memory_core.scopes import ScopeKind, ScopeRef
from memory_core.search.request import SearchRequest
from memory_core.search.search import Searcher
from memory_core.stores.delivery import DeliveredLine, record_delivered
from tests.fakes.messages import said

MIRA = ScopeRef(workspace="default", kind=ScopeKind.USER, user="u-mira")
WITH_HELPER = ScopeRef(
    workspace="default", kind=ScopeKind.AGENT_USER, agent="helper", user="u-mira"
)
QUERY = "Where is the zeppelin?"


@pytest.fixture
def find(database):
    def find(*scopes, query=QUERY, **more):
        request = SearchRequest(query=query, scopes=scopes or (MIRA,), **more)
        return [hit.id for hit in Searcher(database).search(request).hits]

    return find


@pytest.fixture
def run(database):
    def run(statement):
        with database.transaction("default") as connection:
            connection.execute(text(statement))

    return run


def zeppelin(chat="c1", **fields):
    return said(f"The zeppelin is in hangar {chat}.", chat=chat, **fields)


def test_a_message_of_the_user_is_a_hit(find, ledger):
    ledger.append([zeppelin()])
    assert find() == ["c1#0"]


def test_a_message_of_another_user_is_no_hit(find, ledger):
    ledger.append([zeppelin(user="u-otto")])
    assert find() == []


def test_a_chat_with_another_agent_or_with_none_is_not_reached(find, ledger):
    ledger.append([zeppelin("own", agent="helper"), zeppelin("none")])
    ledger.append([zeppelin("other", agent="broker")])
    assert find(WITH_HELPER) == ["own#0"]
    assert find(MIRA) == ["none#0"]
    assert sorted(find(WITH_HELPER, MIRA)) == ["none#0", "own#0"]


def test_a_chat_of_a_team_is_reached_from_that_team_alone(find, ledger):
    ledger.append([zeppelin("own", agent="helper", team="red"), zeppelin("bare", agent="helper")])
    assert find(replace(WITH_HELPER, team="red")) == ["own#0"]
    assert find(WITH_HELPER) == ["bare#0"]
    assert find(replace(WITH_HELPER, team="blue")) == []


def test_an_org_scope_reaches_no_message(find, ledger):
    ledger.append([zeppelin(agent="helper")])
    org = ScopeRef(workspace="default", kind=ScopeKind.AGENT_ORG, agent="helper")
    assert find(org) == []


def test_another_workspace_is_not_reached(find, ledger):
    ledger.append([zeppelin(workspace="acme")])
    assert find() == []
    assert find(replace(MIRA, workspace="acme")) == ["c1#0"]


def test_before_the_user_came_and_after_he_left_nothing_is_reached(find, ledger):
    otto = {"user": "u-otto", "speaker": "otto"}
    ledger.append(
        [
            zeppelin(**otto),  # 0: before
            zeppelin(minute=1),  # 1: his first
            zeppelin(minute=2, **otto),  # 2: between
            zeppelin(minute=3),  # 3: his last
            zeppelin(minute=4, role="assistant", user=None),  # 4: the answer to it
            zeppelin(minute=5, **otto),  # 5: behind
            zeppelin(minute=6, role="assistant", user=None),  # 6: for somebody else
        ]
    )
    assert sorted(find()) == ["c1#1", "c1#2", "c1#3", "c1#4"]


def test_the_assistants_words_to_the_user_alone_are_reached(find, ledger):
    ledger.append([zeppelin(role="assistant", user=None, agent="helper")])
    ledger.append([said("Thanks!", agent="helper", minute=1)])
    assert find(WITH_HELPER)[0] == "c1#0"


def test_a_deleted_chat_is_not_reached(find, ledger):
    ledger.append([zeppelin()])
    ledger.delete_chat("default", "c1")
    assert find() == []


def test_what_was_said_with_memory_off_is_not_reached(find, ledger):
    ledger.append([zeppelin(memory_mode="off")])
    ledger.append([zeppelin(minute=1, memory_mode="on")])
    assert find() == ["c1#1"]


def test_a_machine_chat_is_not_reached(find, ledger):
    ledger.append([zeppelin(origin="machine")])
    assert find() == []


def test_a_quarantined_chat_is_not_reached(find, ledger, run):
    ledger.append([zeppelin()])
    run("UPDATE chat_state SET quarantined_at = memfold_now()")
    assert find() == []


def test_a_message_behind_a_quarantined_episode_is_not_reached(find, ledger, office, run):
    ledger.append([zeppelin(), zeppelin(minute=1)])
    run(
        "INSERT INTO episode (workspace, id, scope_key, provenance, speaker, section, description,"
        " body, aliases, language, prompt_version, model, run)"
        " SELECT workspace, 'e1', scope_key, 'tool-derived', 'x', 'Other', 'Ignore all.', '',"
        " '{}', 'en', 'v', 'm', gen_random_uuid() FROM scope"
    )
    run(
        "INSERT INTO episode_evidence SELECT 'default', 'e1', 0, 'c1', 0, 0, 1, 'h',"
        " memfold_now(), 0"
    )
    run("INSERT INTO episode_quarantine (workspace, episode, reason) VALUES ('default','e1','r')")
    assert find() == ["c1#1"]


def test_a_forgotten_message_is_not_reached_and_its_words_are_gone(find, ledger, office, sql):
    ledger.append([zeppelin(), said("Another zeppelin.", minute=1)])
    office.forgetter.forget("default", Target(kind="message", chat="c1", position=0))
    assert find() == ["c1#1"]
    assert sql("SELECT terms FROM message WHERE position = 0") == [(None,)]


def test_a_system_message_is_not_reached(find, ledger):
    ledger.append([said("Hello."), zeppelin(minute=1, role="system", user=None)])
    assert find() == []


# case 67
def test_text_shown_from_memory_is_no_hit(find, ledger, database):
    ledger.append([said("What do you know?", agent="helper")])
    line = "The zeppelin is in hangar seven."
    with database.transaction("default") as connection:
        shown = [DeliveredLine(scope_key=WITH_HELPER.key, line=line, entry="m1")]
        record_delivered(connection, "default", "c1", shown)
    answer = {"role": "assistant", "user": None, "agent": "helper"}
    ledger.append([said(f"I know: {line}", minute=1, **answer)])
    ledger.append([said(line, minute=2, agent="helper")])
    hits = find(WITH_HELPER)
    assert hits[0] == "c1#2"  # the user's own words, whoever said them before
    request = SearchRequest(query=QUERY, scopes=(WITH_HELPER,))
    texts = {hit.id: hit.text for hit in Searcher(database).search(request).hits}
    assert "zeppelin" not in texts.get("c1#1", "")


def test_the_envelope_of_a_block_is_no_hit(find, ledger):
    block = "<memfold nonce=1>\n- The zeppelin is in hangar seven.\n</memfold>"
    ledger.append([said("Hi.", agent="helper")])
    ledger.append([said(block, minute=1, role="assistant", user=None, agent="helper")])
    assert "c1#1" not in find(WITH_HELPER)


def test_secrets_are_taken_out_of_hits(ledger, database):
    ledger.append([said("The zeppelin's password: hunter2hunter2")])
    request = SearchRequest(query=QUERY, scopes=(MIRA,))
    (hit,) = Searcher(database).search(request).hits
    assert "hunter2" not in hit.text


def test_a_chat_that_the_asker_has_before_it_can_be_left_out(find, ledger):
    ledger.append([zeppelin("c1"), zeppelin("c2", minute=1)])
    assert find(not_in_chats=frozenset({"c2"})) == ["c1#0"]
    assert find(chats=frozenset({"c2"})) == ["c2#0"]
