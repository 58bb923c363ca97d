"""When a line loses its mark, and when it gets it back, on the real database."""

from __future__ import annotations

import pytest

from memory_core.index.grammar import parse_index
from memory_core.provenance import Provenance
from memory_core.stores.delivery import (
    DeliveredLine,
    DeliveryKind,
    load_delivered,
    record_delivered,
)
from memory_core.stores.org_rules import set_org_memory
from memory_core.stores.witness_store import load_witnesses
from tests.fakes.folding import SCOPE
from tests.fakes.messages import said

LINE = "Lives in Bergen."


def tell(ledger, office, words, day, **fields):
    at = f"2026-02-{day:02}T09:00:00+00:00"
    ledger.append([said(words, at=at, **{"chat": f"c{day}", **fields})])
    office.fold_all()


def find(office, text=LINE, scope=SCOPE):
    found = office.index_text(scope)
    return next((e for e in parse_index(found).active if e.text == text), None) if found else None


def show(office, chat, line=LINE, entry=None):
    with office.database.transaction("default") as connection:
        shown = DeliveredLine(scope_key=SCOPE, line=line, entry=entry)
        record_delivered(connection, "default", chat, [shown], DeliveryKind.HIT)


def test_a_user_who_says_it_again_on_another_day_in_another_chat_corroborates(ledger, office, sql):
    tell(ledger, office, "I live in Bergen.", 3)
    assert find(office).unverified
    tell(ledger, office, "By the way, I live in Bergen.", 5)
    entry = find(office)
    assert not entry.unverified
    assert entry.provenance is Provenance.USER_SAID
    both = sql("SELECT episode FROM entry_source WHERE entry = %s", entry.id)
    assert {e for (e,) in both} == set(entry.sources)
    assert len(both) == 2
    reports = sql("SELECT report FROM index_version ORDER BY version DESC LIMIT 1")
    promoted = [e for e in reports[0][0] if e["kind"] == "promoted"]
    assert set(promoted[0]["episodes"]) == set(entry.sources)


@pytest.mark.parametrize(
    ("words", "day", "fields"),
    [
        ("By the way, I live in Bergen.", 3, {"chat": "other"}),  # the same day
        ("I live in Bergen.", 5, {}),  # word for word
        ("By the way, I live in Bergen.", 5, {"chat": "c3"}),  # the same chat
        ("By the way, I live in Bergen.", 5, {"parent_chat": "c3"}),  # a fork of it
        ("By the way, I live in Bergen.", 5, {"parent_chat": "root"}),  # a fork of its parent
    ],
)
def test_what_owes_to_the_first_saying_does_not_corroborate(ledger, office, words, day, fields):
    tell(ledger, office, "I live in Bergen.", 3, parent_chat="root")
    tell(ledger, office, words, day, **fields)
    assert find(office).unverified


def test_a_chat_that_memory_had_shown_the_line_does_not_corroborate(ledger, office):
    tell(ledger, office, "I live in Bergen.", 3)
    show(office, "c5", entry=find(office).id)
    tell(ledger, office, "By the way, I live in Bergen.", 5)
    assert find(office).unverified


def test_a_chat_that_was_shown_a_line_that_states_the_same_does_not_corroborate(ledger, office):
    tell(ledger, office, "I live in Bergen.", 3)
    show(office, "c5", line="Lives in Bergen")
    tell(ledger, office, "By the way, I live in Bergen.", 5)
    assert find(office).unverified


def test_a_chat_whose_messages_carry_the_line_does_not_corroborate(ledger, office):
    tell(ledger, office, "I live in Bergen.", 3)
    block = "<memfold nonce='x'>\n- Lives in Bergen.\n</memfold>"
    ledger.append([said(block, chat="c5", role="system", user=None)])
    tell(ledger, office, "By the way, I live in Bergen.", 5)
    assert find(office).unverified


def test_what_was_shown_only_afterwards_does_not_count(ledger, office):
    tell(ledger, office, "I live in Bergen.", 3)
    ledger.append([said("By the way, I live in Bergen.", chat="c5", at="2026-02-05T09:00:00Z")])
    show(office, "c5")
    office.fold_all()
    assert not find(office).unverified


def test_a_line_is_recorded_once_a_chat_at_its_first_showing(ledger, office):
    show(office, "c1")
    ledger.append([said("hi", chat="c1")])
    show(office, "c1")
    with office.database.transaction("default") as connection:
        found = load_delivered(connection, "default", ["c1"])
    assert [(d.line, d.before_position) for d in found["c1"]] == [(LINE, 0)]


def test_another_workspace_was_shown_nothing(ledger, office):
    show(office, "c1")
    with office.database.transaction("other") as connection:
        assert load_delivered(connection, "other", ["c1"]) == {"c1": []}


def test_the_mark_returns_when_a_witness_is_retired(ledger, office, sql):
    tell(ledger, office, "I live in Bergen.", 3)
    tell(ledger, office, "By the way, I live in Bergen.", 5)
    sql(
        "INSERT INTO episode_retirement (workspace, episode, reason) "
        "SELECT workspace, id, 'invented' FROM episode ORDER BY seq DESC LIMIT 1"
    )
    tell(ledger, office, "I love tea.", 7)
    assert find(office).unverified
    assert find(office, "Likes tea.") is not None


def test_a_persons_approval_keeps_a_line_trusted(ledger, office, sql):
    tell(ledger, office, "I live in Bergen.", 3)
    sql(
        "INSERT INTO episode_review (workspace, episode, verdict, reviewer) "
        "SELECT workspace, id, 'approved', 'invented' FROM episode"
    )
    tell(ledger, office, "I love tea.", 7)
    assert not find(office).unverified


def test_assent_is_no_second_witness(ledger, office, sql):
    tell(ledger, office, "I live in Bergen.", 3)
    ledger.append(
        [
            said("Are you in Bergen?", chat="c5", role="assistant", user=None, agent=None),
            said("Yes.", chat="c5", at="2026-02-05T09:00:00Z"),
        ]
    )
    (episode,) = sql("SELECT id FROM episode")
    sql("UPDATE episode SET body = body WHERE false")
    with office.database.transaction("default") as connection:
        witness = load_witnesses(connection, "default", episode)[episode[0]]
    assert (witness.assent, witness.user, witness.lineage) == (False, "u-mira", {"c3"})


# -- an agent's common memory

ORG = "default:_memory/helper/org/"
RULE = "Please remember: deploys go out on Tuesdays."


def tell_helper(ledger, office, user, words, chat):
    message = {"agent": "helper", "user": user, "chat": chat, "name": f"{user} Quill"}
    ledger.append([said(words, at="2026-02-05T09:00:00Z", **message)])
    office.fold_all()


def test_an_agents_common_memory_is_off_until_it_is_turned_on(ledger, office, sql):
    for user in ("mira", "yan"):
        tell_helper(ledger, office, user, RULE, user)
    assert office.index_text(ORG) == ""
    assert sql("SELECT count(*) FROM scope WHERE kind = 'agent-org'") == [(0,)]


def turn_on(office):
    with office.database.transaction("default") as connection:
        set_org_memory(connection, "default", "helper", on=True)


def test_a_common_line_takes_two_users_that_state_the_same(ledger, office, sql):
    turn_on(office)
    tell_helper(ledger, office, "mira", RULE, "c1")
    tell_helper(ledger, office, "mira", f"Hey! {RULE}", "c2")
    assert office.index_text(ORG) == ""
    tell_helper(ledger, office, "yan", RULE, "c3")
    (entry,) = parse_index(office.index_text(ORG)).active
    assert "deploys go out on Tuesdays" in entry.text
    users = sql("SELECT DISTINCT speaker FROM episode WHERE id = ANY (%s)", list(entry.sources))
    assert {user for (user,) in users} == {"mira", "yan"}


@pytest.mark.parametrize(
    "words",
    [
        "Please remember: deploys are approved by Quill.",
        "Please remember: deploys are announced to ops@example.com.",
    ],
)
def test_a_common_memory_holds_no_name_of_a_participant_and_no_address(ledger, office, sql, words):
    turn_on(office)
    for user in ("mira", "yan"):
        tell_helper(ledger, office, user, words, user)
    assert office.index_text(ORG) == ""
    assert sql("SELECT count(*) FROM episode WHERE scope_key = %s", ORG) == [(0,)]
