"""Forgetting for good, past every wall: what is gone, what stays, and who loses."""

from __future__ import annotations

from datetime import timedelta

import pytest

from jobs.forget import ForgetReport, Target
from jobs.store import forget_removal
from jobs.store.scopes import force_scopes
from memory_core.errors import ConfigurationError, NotFoundError, StoreUnavailableError
from memory_core.index.grammar import body_hash, parse_index
from memory_core.index.model import GONE
from memory_core.stores import episode_store
from memory_core.stores.episode_store import load_pending
from tests.fakes.folding import SCOPE, active_lines, force
from tests.fakes.messages import said
from tests.fakes.minds import Crash, ScriptedPlanner, ScriptedReader
from tests.fakes.races import together
from tests.fakes.rows import chat_row, runs, scope_row

CANARY = "Zanzibar"
TEXT_TYPES = ("text", "jsonb", "ARRAY", "character varying")


def places_of(sql, words):
    """Return each table and column in which a text stands, whatever its case."""
    columns = sql(
        "SELECT table_name, column_name FROM information_schema.columns "
        "WHERE table_schema = 'public' AND data_type = ANY (%s)",
        list(TEXT_TYPES),
    )
    assert {("message", "content"), ("index_version", "report"), ("episode", "aliases")} <= set(
        columns
    )
    return [
        f"{table}.{column}"
        for table, column in columns
        if sql(f'SELECT 1 FROM "{table}" WHERE "{column}"::text ILIKE %s LIMIT 1', f"%{words}%")
    ]


def message(chat, position):
    return Target(kind="message", chat=chat, position=position)


def chat_of(chat):
    return Target(kind="chat", chat=chat)


def user(user_id="u-mira"):
    return Target(kind="user", user_id=user_id)


def entry_of(office, text):
    index = parse_index(office.index_text(SCOPE))
    found = next(e for e in index.entries if CANARY in e.text or text in e.text)
    return Target(kind="entry", scope_key=SCOPE, entry=found.id)


@pytest.fixture
def fold_all(make_office):
    """Read and fold everything; return the office."""
    office = make_office()

    def run():
        office.fold_all()
        return office

    return run


@pytest.fixture
def told(ledger, fold_all):
    """A folded memory of the canary and of other things, over two versions."""
    ledger.append(
        [
            said(f"I live in {CANARY}.", chat="c1", key="k0"),
            said("I love tea.", chat="c1", minute=1, key="k1"),
            said("I love chess.", chat="c2", minute=2, key="k2"),
        ]
    )
    office = fold_all()
    ledger.append([said("I love opera.", chat="c3", minute=90, key="k3")])
    office.fold_all()
    assert active_lines(office) == [
        "Likes chess.",
        "Likes opera.",
        "Likes tea.",
        f"Lives in {CANARY}.",
    ]
    return office


def chain(sql, scope_key=SCOPE):
    return sql(
        "SELECT text, body_hash, previous_hash FROM index_version WHERE scope_key = %s "
        "ORDER BY version",
        scope_key,
    )


def assert_the_chain_holds(sql):
    previous = None
    for text, stored, before in chain(sql):
        assert before == previous
        if text is not None:
            assert body_hash(parse_index(text)) == stored
        previous = stored


KINDS = {
    "message": lambda _: message("c1", 0),
    "chat": lambda _: chat_of("c1"),
    "user": lambda _: user(),
    "entry": lambda office: entry_of(office, CANARY),
}


@pytest.mark.parametrize("kind", KINDS)
def test_no_table_holds_the_words_afterwards(told, sql, kind):
    assert {
        "message.content",
        "episode.description",
        "episode.body",
        "index_version.text",
    } <= set(places_of(sql, CANARY))
    told.forgetter.forget("default", KINDS[kind](told))
    assert places_of(sql, CANARY) == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_versions_still_parse_and_their_hashes_chain(told, sql, kind):
    told.forgetter.forget("default", KINDS[kind](told))
    assert len(chain(sql)) >= 3
    assert_the_chain_holds(sql)
    assert sql("SELECT cause FROM index_version ORDER BY version")[-1] == ("forgotten",)


def test_forgetting_a_message_leaves_the_others(told, sql):
    report = told.forgetter.forget("default", message("c1", 0))
    assert active_lines(told) == ["Likes chess.", "Likes opera.", "Likes tea."]
    assert sql("SELECT position, content FROM message WHERE chat = 'c1' ORDER BY 1") == [
        (0, None),
        (1, "I love tea."),
    ]
    assert (report.receipt["messages"], len(report.receipt["episodes"])) == (1, 1)
    assert report.receipt["entries"].keys() == {SCOPE}
    assert report.receipt["snapshots"][SCOPE] == [1, 2]


def test_forgetting_a_user_leaves_nobody_elses(told, ledger, sql):
    ledger.append([said("I love jazz.", chat="other", user="u-ned", minute=3)])
    told.fold_all()
    told.forgetter.forget("default", user())
    assert active_lines(told) == []
    assert "Likes jazz." in told.index_text("default:__private_root/_memory/_user/u-u-ned/")
    assert sql("SELECT count(*) FROM message WHERE content IS NOT NULL") == [(1,)]
    assert sql("SELECT count(*) FROM episode") == [(1,)]


def test_forgetting_a_user_takes_the_answers_of_chats_with_nobody_else_in_them(told, ledger, sql):
    ledger.append(
        [
            said(f"So you live in {CANARY}!", chat="c1", role="assistant", user=None, minute=4),
            said("I love jazz.", chat="both", minute=5),
            said("Me too, and rugby.", chat="both", user="u-ned", minute=6),
        ]
    )
    told.forgetter.forget("default", user())
    assert places_of(sql, CANARY) == []
    assert sql("SELECT content FROM message WHERE content IS NOT NULL") == [("Me too, and rugby.",)]


def test_one_of_three_sources_forgotten_leaves_the_line_with_two(  # case 66
    ledger, fold_all, sql
):
    for n in range(3):
        ledger.append([said("I love tea.", chat=f"s{n}", minute=n)])
    ledger.append([said("I love chess.", chat="s0", minute=4)])
    office = fold_all()
    office.forgetter.forget("default", message("s0", 0))
    index = parse_index(office.index_text(SCOPE))
    (tea,) = [e for e in index.active if e.text == "Likes tea."]
    assert (len(tea.sources), tea.more) == (2, 0)
    assert sql("SELECT count(*) FROM entry_source WHERE entry = %s", tea.id) == [(2,)]
    assert "Likes chess." in active_lines(office)


def test_the_last_source_forgotten_takes_the_line_with_it(ledger, fold_all):  # case 66
    for n in range(3):
        ledger.append([said("I love tea.", chat=f"s{n}", minute=n)])
    office = fold_all()
    for n in range(3):
        assert active_lines(office) == ["Likes tea."]
        office.forgetter.forget("default", message(f"s{n}", 0))
    assert active_lines(office) == []


def test_pending_episodes_go_as_well(ledger, make_office, sql):  # case 66
    office = make_office()
    ledger.append([said(f"I live in {CANARY}.")])
    office.force()
    office.extractor.extract("default", "c1")
    assert sql("SELECT count(*) FROM pending_episode") == [(1,)]
    office.forgetter.forget("default", message("c1", 0))
    assert sql("SELECT count(*) FROM pending_episode") == [(0,)]
    assert places_of(sql, CANARY) == []


def test_what_a_forgotten_line_replaced_says_so(ledger, fold_all):
    ledger.append([said("I live in Bergen.", chat="old")])
    office = fold_all()
    ledger.append([said(f"I live in {CANARY}.", chat="new", minute=9000)])
    office.fold_all()
    office.forgetter.forget("default", message("new", 0))
    index = parse_index(office.index_text(SCOPE))
    assert [(e.text, e.ending.by) for e in index.entries] == [("Lives in Bergen.", GONE)]


def test_unread_words_are_not_read_any_more(ledger, make_office, sql):
    ledger.append([said(f"I live in {CANARY}."), said("I love tea.", minute=1)])
    reader = ScriptedReader()
    office = make_office(reader)
    office.forgetter.forget("default", message("c1", 0))
    office.fold_all()
    assert [m.content for m in reader.windows[0].messages] == ["I love tea."]
    assert active_lines(office) == ["Likes tea."]


# -- relearning --------------------------------------------------------------------------------


def test_a_further_import_finds_the_messages_present_and_learns_nothing(told, ledger, sql):
    told.forgetter.forget("default", chat_of("c1"))
    report = ledger.append([said(f"I live in {CANARY}.", chat="c1", key="k0")])
    assert (report.appended, report.skipped, report.refused) == (0, 1, ())
    told.fold_all()
    assert places_of(sql, CANARY) == []


def test_the_same_words_in_another_chat_are_not_learned_again(told, ledger, sql):
    told.forgetter.forget("default", message("c1", 0))
    ledger.append(
        [
            said(f"i live in  {CANARY.upper()}.", chat="again", minute=200),
            said("I love jazz.", chat="again", minute=201),
        ]
    )
    told.fold_all()
    assert active_lines(told) == ["Likes chess.", "Likes jazz.", "Likes opera.", "Likes tea."]
    assert places_of(sql, CANARY) == ["message.content"]


def test_new_words_said_later_may_be_learned(told, ledger):
    told.forgetter.forget("default", message("c1", 0))
    ledger.append([said("My home is in Zanzibar, I live in Zanzibar.", chat="new", minute=200)])
    told.fold_all()
    assert f"Lives in {CANARY}." in active_lines(told)


def test_another_user_may_say_the_same(told, ledger):
    told.forgetter.forget("default", message("c1", 0))
    ledger.append([said(f"I live in {CANARY}.", chat="ned", user="u-ned", minute=200)])
    told.fold_all()
    assert CANARY in told.index_text("default:__private_root/_memory/_user/u-u-ned/")


def test_a_window_read_anew_after_a_forget_mints_nothing(told, sql):
    told.forgetter.forget("default", message("c1", 0))
    before = sql("SELECT id FROM episode ORDER BY 1")
    sql("UPDATE chat_state SET watermark = -1, due_at = memfold_now()")
    told.fold_all()
    assert sql("SELECT id FROM episode ORDER BY 1") == before
    assert places_of(sql, CANARY) == []


def test_the_database_alone_cannot_confirm_a_guess(told, sql):
    told.forgetter.forget("default", message("c1", 0))
    ((digest, key_id),) = sql("SELECT digest, key_id FROM forget_tombstone")
    assert len(digest) == 64
    assert key_id not in digest
    assert sql("SELECT content_hash FROM message WHERE chat = 'c1' AND position = 0") == [(None,)]


def test_without_a_key_nothing_is_forgotten_and_the_way_out_is_named(told, make_office, sql):
    keyless = make_office(forget_key=None)
    with pytest.raises(ConfigurationError, match="MEMFOLD_FORGET_KEY is not set"):
        keyless.forgetter.forget("default", message("c1", 0))
    assert "message.content" in places_of(sql, CANARY)


def test_a_worker_without_the_key_reads_nothing_where_words_were_forgotten(
    told, ledger, make_office, sql
):
    told.forgetter.forget("default", message("c1", 0))
    ledger.append([said(f"I live in {CANARY}.", chat="again", minute=200)])
    reader = ScriptedReader()
    keyless = make_office(reader, forget_key=None)
    keyless.force()
    report = keyless.extractor.extract("default", "again")
    assert (report.outcome, reader.windows) == ("failed", [])
    assert "MEMFOLD_FORGET_KEY" in report.reason
    assert chat_row(sql, "again").error_class == "config"


# -- who loses ---------------------------------------------------------------------------------


def test_an_extraction_that_runs_during_a_forget_loses(ledger, make_office, sql):
    ledger.append([said(f"I live in {CANARY}."), said("I love tea.", minute=1)])
    forgetter = make_office().forgetter
    loser = make_office(
        ScriptedReader(lambda _: forgetter.forget("default", message("c1", 0)) and None)
    )
    loser.force()
    assert loser.extractor.extract("default", "c1").outcome == "stale"
    assert sql("SELECT count(*) FROM episode") == [(0,)]
    assert [run.outcome for run in runs(sql)] == ["stale"]
    assert chat_row(sql).attempts == 0
    loser.fold_all()
    assert active_lines(loser) == ["Likes tea."]
    assert places_of(sql, CANARY) == []


def test_a_fold_that_runs_during_a_forget_loses(ledger, make_office, sql):
    ledger.append([said(f"I live in {CANARY}."), said("I love tea.", minute=1)])
    forgetter = make_office().forgetter
    loser = make_office(
        planner=ScriptedPlanner(lambda *_: forgetter.forget("default", message("c1", 0)) and None)
    )
    loser.force()
    loser.extractor.extract("default", "c1")
    with loser.database.transaction("default") as connection:
        force_scopes(connection, "default")
    assert loser.consolidator.consolidate("default", SCOPE).outcome == "stale"
    assert active_lines(loser) == []
    force(loser)
    loser.consolidator.consolidate("default", SCOPE)
    assert active_lines(loser) == ["Likes tea."]
    assert places_of(sql, CANARY) == []


def test_the_same_words_read_elsewhere_while_they_are_forgotten_are_discarded(
    ledger, make_office, sql
):
    ledger.append([said(f"I live in {CANARY}.", chat="c1")])
    ledger.append([said(f"I live in {CANARY}.", chat="copy", minute=1)])
    forgetter = make_office().forgetter
    loser = make_office(
        ScriptedReader(lambda _: forgetter.forget("default", message("c1", 0)) and None)
    )
    loser.force()
    report = loser.extractor.extract("default", "copy")
    assert report.outcome == "refused"
    assert runs(sql, key="copy")[0].reason == "the same words were forgotten meanwhile"
    loser.fold_all()
    assert active_lines(loser) == []


def test_forgets_at_once_all_end_and_nothing_of_either_is_left(told, make_office, sql):
    targets = [message("c1", 0), chat_of("c1"), user(), entry_of(told, CANARY), chat_of("c2")]
    offices = [make_office() for _ in targets]
    calls = [
        lambda office=office, target=target: office.forgetter.forget("default", target)
        for office, target in zip(offices, targets, strict=True)
    ]
    ended = together(*calls)
    # whoever comes after the line has gone finds none of that name
    assert all(isinstance(end, ForgetReport | NotFoundError) for end in ended), ended
    assert places_of(sql, CANARY) == []
    assert active_lines(told) == []
    assert_the_chain_holds(sql)


def test_whoever_wins_between_reader_folder_and_forget_nothing_is_left(  # case 65
    ledger, make_office, sql
):
    for n in range(4):
        ledger.append([said(f"I live in {CANARY}, round {n}.", chat=f"r{n}", minute=n)])
    offices = [make_office() for _ in range(3)]
    offices[0].force()
    together(
        *(lambda n=n: offices[0].extractor.extract("default", f"r{n}") for n in range(4)),
        lambda: offices[1].consolidator.consolidate("default", SCOPE),
        lambda: offices[2].forgetter.forget("default", user()),
    )
    offices[0].fold_all()
    assert places_of(sql, CANARY) == []


def test_a_forget_neither_tests_nor_starts_the_cooldown(told, sql):
    before = scope_row(sql, SCOPE).cooldown_until
    told.forgetter.forget("default", message("c1", 0))
    assert scope_row(sql, SCOPE).cooldown_until == before


# -- crashes -----------------------------------------------------------------------------------


@pytest.fixture
def crashed(told, monkeypatch):
    """A forget whose process died between its two transactions."""
    with monkeypatch.context() as crashing:
        crashing.setattr("jobs.forget.remove", lambda *_: (_ for _ in ()).throw(Crash))
        with pytest.raises(Crash):
            told.forgetter.forget("default", message("c1", 0))
    return told


def test_a_crash_between_the_two_leaves_a_row_that_says_what_is_left(crashed, sql):
    assert sql("SELECT kind, finished_at FROM forget_request") == [("message", None)]
    assert sql("SELECT chat, position FROM forget_message") == [("c1", 0)]
    assert "message.content" not in places_of(sql, CANARY)


def test_what_a_crash_left_is_finished_by_the_sweep(crashed, sql, move_clock):
    crashed.sweeper.sweep(any_time=True)
    assert "index_version.text" in places_of(sql, CANARY)  # whoever asked may still be at it
    move_clock(timedelta(minutes=2))
    assert crashed.sweeper.sweep(any_time=True).forgotten == 1
    assert places_of(sql, CANARY) == []
    assert sql("SELECT count(*) FROM forget_message") == [(0,)]
    assert crashed.sweeper.sweep(any_time=True).forgotten == 0


def test_a_forget_that_cannot_be_finished_keeps_no_other_from_it(told, sql, monkeypatch):
    def failing(connection, request):
        if request.target == message("c1", 0):
            raise StoreUnavailableError
        return removing(connection, request)

    removing = forget_removal.remove
    with monkeypatch.context() as crashing:
        crashing.setattr("jobs.forget.remove", lambda *_: (_ for _ in ()).throw(Crash))
        for position in (0, 1):
            with pytest.raises(Crash):
                told.forgetter.forget("default", message("c1", position))
    monkeypatch.setattr("jobs.forget.remove", failing)
    assert len(told.forgetter.resume(timedelta())) == 1
    left = "SELECT position FROM forget_request WHERE finished_at IS NULL"
    assert sql(left) == [(0,)]


def test_an_episode_forgotten_while_a_round_is_opened_is_none_of_it(told, monkeypatch, sql):
    sql(
        "INSERT INTO pending_episode (workspace, scope_key, episode, evidence_at, chat, position) "
        "SELECT e.workspace, e.scope_key, e.id, v.at, v.chat, v.position FROM episode e "
        "JOIN episode_evidence v ON v.workspace = e.workspace AND v.episode = e.id "
        "WHERE e.scope_key = %s",
        SCOPE,
    )
    load = episode_store.load_episodes

    def forgetting_first(*arguments):
        with monkeypatch.context() as once:
            once.setattr(episode_store, "load_episodes", load)
            told.forgetter.forget("default", message("c1", 0))
        return load(*arguments)

    with told.database.transaction("default") as connection:
        before = load_pending(connection, "default", SCOPE, limit=20)
    monkeypatch.setattr(episode_store, "load_episodes", forgetting_first)
    with told.database.transaction("default") as connection:
        after = load_pending(connection, "default", SCOPE, limit=20)
    assert 0 < len(after) < len(before)


def test_a_crash_inside_the_second_transaction_leaves_it_undone_as_a_whole(told, sql, monkeypatch):
    before = chain(sql)
    with monkeypatch.context() as crashing:
        crashing.setattr(forget_removal, "hand_back", lambda *_: (_ for _ in ()).throw(Crash))
        with pytest.raises(Crash):
            told.forgetter.forget("default", message("c1", 0))
    assert chain(sql) == before
    told.forgetter.resume(timedelta())
    assert places_of(sql, CANARY) == []


def test_forgetting_twice_is_no_error_and_removes_nothing_more(told, sql):
    told.forgetter.forget("default", message("c1", 0))
    versions = len(chain(sql))
    again = told.forgetter.forget("default", message("c1", 0))
    assert (again.receipt["messages"], again.receipt["episodes"]) == (0, [])
    assert len(chain(sql)) == versions


# -- walls -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "target",
    [
        message("c1", 99),
        message("nowhere", 0),
        chat_of("nowhere"),
        user("u-nobody"),
        Target(kind="entry", scope_key=SCOPE, entry="m0000000"),
        Target(kind="entry", scope_key="default:nowhere/", entry="m0000000"),
    ],
    ids=str,
)
def test_what_is_not_there_is_said_so(told, target):
    with pytest.raises(NotFoundError, match="in workspace 'default'"):
        told.forgetter.forget("default", target)


@pytest.mark.parametrize("kind", KINDS)
def test_a_forget_does_not_reach_into_another_workspace(told, sql, kind):
    with pytest.raises(NotFoundError):
        told.forgetter.forget("acme", KINDS[kind](told))
    assert "message.content" in places_of(sql, CANARY)


def test_the_receipt_holds_no_content(told):
    report = told.forgetter.forget("default", user())
    assert CANARY.lower() not in str(report.receipt).lower()
    assert report.receipt["rows"]["episode"] == 4


def test_a_preview_counts_and_changes_nothing(told, sql):
    preview = told.forgetter.preview("default", chat_of("c1"))
    assert (preview.messages, preview.episodes, preview.scopes) == (2, 2, (SCOPE,))
    assert "message.content" in places_of(sql, CANARY)
