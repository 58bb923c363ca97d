from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_core.errors import InvalidInputError, NotFoundError
from memory_core.scopes import ScopeKind, ScopeRef
from memory_core.stores.database import Database
from memory_core.stores.episode_store import load_scope_episodes
from memory_core.stores.index_store import find_version
from memory_core.stores.ledger import WINDOW_LIMIT, Ledger
from memory_core.stores.transcript import load_chat_facts, read_messages, read_places
from tests.fakes.messages import said
from tests.fakes.races import together, wait_for_waiters


def transcript(database, *, chat="c1", workspace="default", first=0, last=10_000):
    with database.transaction(workspace) as connection:
        return list(read_messages(connection, workspace, chat, first=first, last=last))


def reasons(report):
    return [refusal.reason for refusal in report.refused]


def test_an_append_makes_the_chat_due_and_counts_positions_from_zero(ledger, sql):
    report = ledger.append([said("I live in Bergen."), said("I love tea.", minute=1)])
    assert (report.appended, report.positions) == (2, (0, 1))
    assert sql("SELECT last_position, due_at IS NOT NULL FROM chat_state") == [(1, True)]


def test_positions_have_no_gap_and_no_double_under_eight_appenders_to_one_chat(urls, sql):
    database = Database(urls.database_url, pool_size=8)
    ledger = Ledger(database)

    def append(writer):
        return [ledger.append([said(f"{writer} says {n}")]).positions[0] for n in range(12)]

    positions = together(*(lambda w=writer: append(w) for writer in range(8)))
    database.close()
    assert sorted(p for mine in positions for p in mine) == list(range(96))
    assert all(mine == sorted(mine) for mine in positions)  # each appender's own order is kept
    assert sql("SELECT count(*), max(position) FROM message") == [(96, 95)]
    assert sql("SELECT last_position FROM chat_state") == [(95,)]


def test_two_appenders_of_one_key_store_one_message_and_the_later_one_skips(urls, sql):
    database = Database(urls.database_url)
    append = lambda: Ledger(database).append([said("I like tea.", key="k")])  # noqa: E731
    reports = together(append, append)
    database.close()
    assert sorted((r.appended, r.skipped, r.positions) for r in reports) == [
        (0, 1, (0,)),
        (1, 0, (0,)),
    ]
    assert sql("SELECT count(*) FROM message") == [(1,)]


@pytest.mark.parametrize("name", [{"key": "k-1"}, {"position": 0}])
def test_a_retried_append_changes_nothing(ledger, sql, name):
    everything = "SELECT to_jsonb(m), to_jsonb(s) FROM message m, chat_state s"
    ledger.append([said("I like tea.", **name)])
    before = sql(everything)
    report = ledger.append([said("I like tea.", **name)])
    assert (report.appended, report.skipped, report.positions) == (0, 1, (0,))
    assert sql(everything) == before


def test_a_message_twice_in_one_append_is_stored_once(ledger, sql):
    report = ledger.append([said("I like tea.", key="k"), said("I like tea.", key="k")])
    assert (report.appended, report.skipped, report.positions) == (1, 1, (0, 0))


@pytest.mark.parametrize("name", [{"key": "k-1"}, {"position": 0}])
def test_changed_content_is_refused_and_the_rest_goes_in(ledger, sql, name):
    ledger.append([said("I like tea.", **name)])
    report = ledger.append([said("I like coffee.", **name), said("I live in Bergen.")])
    assert (report.appended, report.positions) == (1, (1,))
    assert reasons(report) == ["content: it was stored otherwise; the ledger is append-only"]
    assert sql("SELECT content FROM message ORDER BY position") == [
        ("I like tea.",),
        ("I live in Bergen.",),
    ]


def test_the_same_words_of_another_speaker_are_a_changed_message(ledger):
    ledger.append([said("I like tea.", key="k")])
    report = ledger.append([said("I like tea.", key="k", user="u-ben")])
    assert "append-only" in reasons(report)[0]


def test_a_gap_in_the_positions_is_refused_with_the_next_one(ledger):
    ledger.append([said("one", position=0)])
    report = ledger.append([said("three", position=2), said("two", position=1)])
    assert reasons(report) == ["position: the next one of this chat is 1"]
    assert report.positions == (1,)


@pytest.mark.parametrize(
    ("opened", "then", "reason"),
    [
        ({"agent": "a"}, {"agent": "b"}, "agent: this chat was opened with 'a'"),
        ({}, {"agent": "b"}, "agent: this chat was opened without one"),
        ({"team": "x"}, {"team": "y"}, "team: this chat was opened with 'x'"),
        ({}, {"team": "y"}, "team: this chat was opened without one"),
    ],
)
def test_another_agent_or_team_than_the_chats_is_refused(ledger, opened, then, reason):
    ledger.append([said("one", **opened)])
    assert reasons(ledger.append([said("two", **then)])) == [reason]
    assert ledger.append([said("three", **opened)]).appended == 1


def test_a_speaker_of_another_user_is_refused(ledger):
    ledger.append([said("one", speaker="anna")])
    report = ledger.append([said("two", speaker="anna", user="u-other")])
    assert reasons(report) == ["speaker: 'anna' is already user 'u-mira' in this chat"]


def test_a_speaker_of_another_kind_is_refused(ledger):
    ledger.append([said("one", speaker="anna")])
    report = ledger.append([said("two", speaker="anna", role="tool", user=None)])
    assert reasons(report) == ["speaker: 'anna' is already user 'u-mira' in this chat"]


def test_an_append_that_is_refused_whole_leaves_no_chat_scope_or_participant(ledger, sql):
    assert ledger.append([said("late", position=4)]).appended == 0
    for table in ("workspace", "chat", "participant", "scope", "scope_state", "chat_feed"):
        assert sql(f"SELECT count(*) FROM {table}") == [(0,)], table


def test_a_refused_message_brings_no_participant_into_the_chat(ledger, sql):
    ledger.append([said("one")])
    ledger.append([said("late", position=9, user="u-ben"), said("two")])
    assert sql("SELECT participant FROM participant") == [("u-mira",)]


def test_people_and_scopes_are_those_who_speak(ledger, database, sql):
    ledger.append(
        [
            said("one", agent="helper", name="Mira"),
            said("two", role="assistant", user=None, agent="helper"),
            said("three", user="u-ben", time_zone="Asia/Taipei"),
            said("four", role="tool", speaker="search", user=None),
        ]
    )
    with database.transaction("default") as connection:
        facts = load_chat_facts(connection, "default", "c1")
    people = [(p.id, str(p.kind), p.user, p.time_zone) for p in facts.participants]
    assert (facts.agent, facts.team, people) == (
        "helper",
        None,
        [
            ("helper", "agent", None, None),
            ("search", "tool", None, None),
            ("u-ben", "human", "u-ben", "Asia/Taipei"),
            ("u-mira", "human", "u-mira", None),
        ],
    )
    assert sql("SELECT kind, agent, user_id, team FROM scope ORDER BY user_id") == [
        ("agent-user", "helper", "u-ben", None),
        ("agent-user", "helper", "u-mira", None),
    ]


def test_memory_mode_is_stored_with_each_message_and_holds_until_the_next(ledger, database, sql):
    ledger.append([said("one"), said("two", memory_mode="off"), said("three")])
    ledger.append([said("four"), said("five", memory_mode="on"), said("six")])
    assert sql("SELECT memory_mode FROM message ORDER BY position") == [
        (mode,) for mode in ("on", "off", "off", "off", "on", "on")
    ]
    assert [m.content for m in transcript(database)] == ["one", "five", "six"]


# case 64
def test_a_retried_message_does_not_turn_memory_on_again(ledger, sql):
    first = said("one", key="k", memory_mode="on")
    ledger.append([first])
    ledger.set_memory_mode("default", "c1", "off")
    ledger.append([first])
    ledger.append([first, said("two")])
    assert sql("SELECT memory_mode FROM message ORDER BY position") == [("on",), ("off",)]


# case 64
def test_an_append_that_waited_for_memory_to_be_turned_off_stores_its_message_as_off(
    ledger, database, sql
):
    ledger.append([said("one")])
    with ThreadPoolExecutor(1) as pool:
        with database.transaction("default") as connection:
            connection.exec_driver_sql("SELECT FROM chat_state FOR UPDATE")
            connection.exec_driver_sql("UPDATE chat SET memory_mode = 'off'")
            waiting = pool.submit(ledger.append, [said("two")])
            wait_for_waiters(sql)
        assert waiting.result().appended == 1
    assert sql("SELECT memory_mode FROM message ORDER BY position") == [("on",), ("off",)]


def test_due_at_is_set_from_null_and_otherwise_left_alone(ledger, sql, move_clock):
    ledger.append([said("one")])
    (first,) = sql("SELECT due_at FROM chat_state")
    move_clock(timedelta(minutes=5))
    ledger.append([said("two")])
    assert sql("SELECT due_at FROM chat_state") == [first]
    sql("UPDATE chat_state SET due_at = NULL")
    ledger.append([said("three")])
    assert sql("SELECT due_at > %s FROM chat_state", first[0] + timedelta(minutes=4)) == [(True,)]


def test_a_window_that_grows_past_the_limit_is_due_at_once_and_only_then(ledger, sql):
    later = "UPDATE chat_state SET due_at = memfold_now() + interval '1 day'"
    is_due = "SELECT due_at <= memfold_now() FROM chat_state"
    ledger.append([said(f"message {n}") for n in range(WINDOW_LIMIT - 1)])
    sql(later)
    ledger.append([said("the last one that waits")])
    assert sql(is_due) == [(False,)]
    ledger.append([said("one too many")])
    assert sql(is_due) == [(True,)]
    sql(later)
    ledger.append([said("already rung")])
    assert sql(is_due) == [(False,)]


def test_the_window_starts_with_its_first_unread_message(ledger, sql, move_clock):
    ledger.append([said("one")])
    (first,) = sql("SELECT window_since FROM chat_state")
    move_clock(timedelta(hours=1))
    ledger.append([said("two")])
    assert sql("SELECT window_since FROM chat_state") == [first]
    sql("UPDATE chat_state SET watermark = 1")
    ledger.append([said("three")])
    assert sql("SELECT window_since > %s FROM chat_state", first[0]) == [(True,)]


def test_nul_and_lone_surrogates_are_replaced_and_counted(ledger, database):
    message = said("caf\0e \ud83d \U0001f600")
    assert message.replaced == 2
    ledger.append([message])
    assert [m.content for m in transcript(database)] == ["caf\ufffde \ufffd \U0001f600"]


# case 48
def test_the_senders_offset_and_the_speakers_zone_are_both_kept(ledger, database, sql):
    ledger.append(
        [
            said("late at night", at="2026-04-12T03:53:00+08:00"),
            said(
                "the same instant", at="2026-04-11T19:53:00Z", user="u-ben", time_zone="Asia/Taipei"
            ),
        ]
    )
    night, ben = transcript(database)
    assert night.at.isoformat() == "2026-04-12T03:53:00+08:00"
    assert (night.local_day, ben.local_day) == (date(2026, 4, 12), date(2026, 4, 12))
    assert sql("SELECT count(DISTINCT at) FROM message") == [(1,)]
    assert sql("SELECT utc_offset_minutes FROM message ORDER BY position") == [(480,), (0,)]


# cases 46, 47
def test_a_messages_day_is_its_own_however_wrong_the_clock(ledger, database, move_clock):
    move_clock(timedelta(days=-365))
    ledger.append([said("We launched yesterday.", at="2026-02-03T09:00:00+01:00")])
    move_clock(timedelta(days=365))
    (message,) = transcript(database)
    assert message.local_day == date(2026, 2, 3)
    assert message.at.utcoffset() == timedelta(hours=1)


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z"])
def test_the_first_and_the_last_instant_there_is_come_back(ledger, database, at):
    message = said("long ago or far away", at=at)
    ledger.append([message])
    assert transcript(database)[0].at == message.at


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(content=st.text(min_size=1).filter(str.strip))
def test_any_content_comes_back_as_it_was_checked(ledger, database, content):
    message = said(content)
    (position,) = ledger.append([message]).positions
    assert transcript(database, first=position)[0].content == message.content


def test_a_message_of_two_megabytes_is_taken_whole(ledger, database):
    content = "A long log. " * 175_000
    assert ledger.append([said(content)]).appended == 1
    assert transcript(database)[0].content == content


def test_more_keys_than_a_statement_has_parameters_are_looked_up_at_once(ledger, sql):
    ledger.append([said("one", key="k-0")])
    again = [said("one", key="k-0")] * 70_000
    assert ledger.append(again).skipped == 70_000


@pytest.mark.parametrize("field", ["workspace", "chat", "agent", "team", "speaker", "user", "key"])
@pytest.mark.parametrize(
    ("value", "reason"),
    [("x" * 1025, "1025 bytes"), ("å" * 513, "1026 bytes"), ("", "is empty"), ("a\0b", "NUL")],
)
def test_an_id_that_cannot_be_kept_is_refused_by_its_field(field, value, reason):
    with pytest.raises(InvalidInputError, match=f"^{field}: .*{reason}"):
        said("hello", **{field: value})


@pytest.mark.parametrize("field", ["chat", "agent", "team", "user"])
def test_a_path_in_an_id_is_an_id_and_leads_nowhere(ledger, sql, field):
    ledger.append([said("hello", chat="plain"), said("hello", **{field: "../../etc"})])
    assert sql("SELECT count(*) FROM message") == [(2,)]
    for (key,) in sql("SELECT scope_key FROM scope"):
        assert not {"", ".", ".."} & set(key.removesuffix("/").split("/"))
        assert "/etc" not in key


STRANGERS = [  # cases 58, 59, 60: pairs that a loose comparison takes for one another
    ({"user": "u1"}, {"user": "u10"}),
    ({"user": "a_b"}, {"user": "a-b"}),
    ({"user": "_a"}, {"user": "a"}),
    ({"user": "/tmp/a-b"}, {"user": "/tmp/a/b"}),
    ({"user": "項目甲"}, {"user": "测试乙"}),
    ({"user": "Ann"}, {"user": "ann"}),
    ({"user": "u%1"}, {"user": "u_1"}),  # wild cards of LIKE
    ({"user": "u", "agent": "a"}, {"user": "u"}),
    ({"user": "u", "team": "t"}, {"user": "u"}),
    ({"user": "u", "workspace": "w1"}, {"user": "u", "workspace": "w2"}),
]


@pytest.mark.parametrize(("one", "other"), STRANGERS)
def test_what_is_stored_for_one_is_not_there_for_the_other(ledger, office, database, one, other):
    ledger.append([said("I live in Bergen.", **one)])
    office.fold_all(one.get("workspace", "default"))
    mine, theirs = (
        ScopeRef(
            workspace=who.get("workspace", "default"),
            kind=ScopeKind.AGENT_USER if "agent" in who else ScopeKind.USER,
            agent=who.get("agent"),
            user=who["user"],
            team=who.get("team"),
        )
        for who in (one, other)
    )
    found = {}
    for scope in (mine, theirs):
        with database.transaction(scope.workspace) as connection:
            found[scope] = (
                find_version(connection, scope.workspace, scope.key),
                load_scope_episodes(connection, scope.workspace, scope.key),
            )
    assert found[mine][0] is not None
    assert found[theirs] == (None, [])


# case 58
def test_the_same_chat_id_in_two_workspaces_is_two_chats(ledger, database):
    ledger.append([said("secret of one", workspace="w1")])
    ledger.append([said("of the other", workspace="w2")])
    assert [m.content for m in transcript(database, workspace="w2")] == ["of the other"]
    with database.transaction("w2") as connection:  # naming the other one sees nothing either
        assert list(read_messages(connection, "w1", "c1", first=0, last=9)) == []


def test_messages_are_read_by_place_and_absent_ones_are_left_out(ledger, database):
    ledger.append([said("one"), said("two"), said("off", memory_mode="off"), said("x", chat="c2")])
    places = [("c1", 1), ("c2", 0), ("c1", 2), ("c1", 9), ("nowhere", 0), ("c1", 1)]
    with database.transaction("default") as connection:
        found = read_places(connection, "default", places)
    assert {place: m.content for place, m in found.items()} == {("c1", 1): "two", ("c2", 0): "x"}


def test_an_unknown_chat_is_named_with_its_workspace(ledger, database):
    for call in (
        lambda: ledger.report_idle("default", "nobody"),
        lambda: ledger.delete_chat("default", "nobody"),
        lambda: ledger.set_memory_mode("default", "nobody", "on"),
    ):
        with pytest.raises(NotFoundError, match="'nobody' does not exist in workspace 'default'"):
            call()
    with pytest.raises(InvalidInputError, match="neither 'on' nor 'off'"):
        ledger.set_memory_mode("default", "c1", "maybe")


def test_an_idle_report_makes_unread_chats_due_and_spares_read_and_quarantined_ones(ledger, sql):
    for chat in ("unread", "read", "aside"):
        ledger.append([said("hello", chat=chat)])
    sql("UPDATE chat_state SET due_at = NULL")
    sql("UPDATE chat_state SET watermark = 0 WHERE chat = 'read'")
    sql("UPDATE chat_state SET quarantined_at = memfold_now() WHERE chat = 'aside'")
    assert [ledger.report_idle("default", chat) for chat in ("unread", "read", "aside")] == [0] * 3
    assert sql("SELECT chat FROM chat_state WHERE due_at IS NOT NULL") == [("unread",)]
    assert sql("SELECT count(*) FROM idle_signal") == [(3,)]
