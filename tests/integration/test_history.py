"""An index in the hands of people: diff, blame, edit, restore, validate, pin."""

import json
from datetime import timedelta
from io import BytesIO, TextIOWrapper

import pytest

from jobs.editing import UnknownBaseError, edit_index, pin_entry, restore_version
from jobs.reviewing import Verdict, review_item
from memory_core.errors import NotFoundError
from memory_core.index.grammar import IndexFormatError, parse_index
from memory_core.stores.index_store import RewriteRefusedError, load_history
from tests.fakes.command_line import CommandLine
from tests.fakes.folding import LIKED, SCOPE, active_lines, fold, force
from tests.fakes.messages import said
from tests.fakes.races import together
from tests.fakes.rows import runs, scope_row

PLACE = ("default", SCOPE)
YEARS = 60 * 24 * 365 * 5  # minutes: behind any edit


@pytest.fixture
def memfold(urls, tmp_path):
    return CommandLine(tmp_path, DATABASE_URL=urls.database_url, REDIS_URL=urls.redis_url)


@pytest.fixture
def told(ledger, office):
    """A scope of three lines at version 1."""
    ledger.append(
        [
            said("I live in Bergen.", name="Mira"),
            said("I love tea.", minute=1),
            said("I work at Norvik Yards.", minute=2),
        ]
    )
    office.fold_all()
    assert active_lines(office) == ["Likes tea.", "Lives in Bergen.", "Works at Norvik Yards."]
    return office


def line_of(office, text):
    return next(e for e in parse_index(office.index_text(SCOPE)).entries if e.text == text)


def causes(office):
    with office.database.transaction("default") as connection:
        return [str(v.cause) for v in load_history(connection, *PLACE)]


def edited(office, change):
    return edit_index(office.database, *PLACE, change(office.index_text(SCOPE)))


def without(text, words):
    return "".join(line for line in text.splitlines(keepends=True) if words not in line)


def test_an_edit_of_a_word_of_a_new_and_of_a_removed_line_each_become_a_version(told):
    changed = edited(told, lambda text: text.replace("Bergen", "Voss"))
    assert changed.versions == (2,)
    added = edited(told, lambda text: text + "## Preferences\n- Likes jazz.\n")
    assert added.versions == (3,)
    removed = edited(told, lambda text: without(text, "Norvik Yards"))
    assert removed.versions == (4,)
    assert active_lines(told) == ["Likes jazz.", "Likes tea.", "Lives in Voss."]
    assert causes(told) == ["folded", "edited", "edited", "edited"]
    voss = line_of(told, "Lives in Voss.")
    assert (voss.provenance, voss.unverified) == ("user-requested", False)
    assert line_of(told, "Lives in Bergen.").ending.by == voss.id
    assert line_of(told, "Works at Norvik Yards.").ending.kind == "retracted"


def test_what_was_removed_by_hand_leaves_none_of_its_words_to_be_forgotten(told, memfold):
    edited(told, lambda text: without(text, "Norvik Yards"))
    newest = memfold.json("episodes", "list")[-1]
    assert newest["provenance"] == "user-requested"
    removed = line_of(told, "Works at Norvik Yards.").id
    assert newest["description"] == f"Removed by hand: ^{removed}"


def test_an_edit_that_changes_nothing_writes_nothing_and_disturbs_no_fold(told, sql):
    token = sql("SELECT token FROM lease WHERE kind = 'consolidate'")
    assert edited(told, lambda text: text).versions == ()
    assert sql("SELECT token FROM lease WHERE kind = 'consolidate'") == token


def test_ids_days_and_marks_typed_by_hand_are_ignored_and_reported(told):
    tea = line_of(told, "Likes tea.")
    report = edited(
        told,
        lambda text: text.replace(
            f"- {tea.day} | Likes tea. | user-said, unverified",
            "- 1999-01-01 | Likes tea. | user-requested",
        ),
    )
    assert report.versions == ()
    assert [remark.partition(": its ")[2] for remark in report.remarks] == [
        "day typed by hand: ignored",
        "marks typed by hand: ignored",
    ]
    assert line_of(told, "Likes tea.") == tea


def test_lines_move_to_other_headings_and_get_aliases_by_hand(told):
    tea = line_of(told, "Likes tea.")
    report = edited(
        told,
        lambda text: (
            without(text, "Likes tea.").replace("## Preferences\n", "")
            + f"## Other\n- {tea.day} | Likes tea. | user-said, unverified | chai; cuppa | "
            f"[{tea.sources[0]}](episodes/{tea.sources[0]}.md) | ^{tea.id}\n"
        ),
    )
    assert report.versions == (2,)
    moved = line_of(told, "Likes tea.")
    assert (moved.section, moved.aliases, moved.id) == ("Other", ("chai", "cuppa"), tea.id)


def test_a_secret_typed_by_hand_is_refused_and_nothing_is_written(told):
    secret = "sk-proj-" + "Ab1" * 16
    with pytest.raises(RewriteRefusedError, match=r"V13: line \d+: "):
        edited(told, lambda text: text + f"## Other\n- Key is {secret}.\n")
    assert causes(told) == ["folded"]


def test_a_line_that_is_neither_heading_nor_entry_is_refused_with_its_place(told):
    with pytest.raises(IndexFormatError, match="line 9"):
        edited(told, lambda text: text + "and another thing\n")
    with pytest.raises(IndexFormatError, match="no such heading"):
        edited(told, lambda text: text + "## Hobbies\n- Likes jazz.\n")


def test_a_file_of_another_scope_or_of_a_version_to_come_is_refused(told):
    with pytest.raises(UnknownBaseError, match="another scope"):
        edited(told, lambda text: text.replace("u-u-mira", "u-u-nora"))
    with pytest.raises(UnknownBaseError, match="newest here is 1"):
        edited(told, lambda text: text.replace("version 1", "version 7"))


def test_an_edit_of_an_older_version_wins_over_what_was_folded_meanwhile(told, ledger):
    base = told.index_text(SCOPE)
    ledger.append([said("I live in Oslo now.", minute=9), said("I love chess.", minute=10)])
    force(told)
    told.fold_all()
    assert "Lives in Oslo." in active_lines(told)
    report = edit_index(told.database, *PLACE, base.replace("Lives in Bergen", "Lives in Voss"))
    assert report.versions == (3,)
    assert active_lines(told) == [
        *("Likes chess.", "Likes tea.", "Lives in Voss.", "Works at Norvik Yards."),
    ]


def test_an_edit_too_large_for_one_version_becomes_several(told, ledger, office, sql):
    ledger.append([said(f"I love {liked}.", minute=20 + n) for n, liked in enumerate(LIKED[1:])])
    force(office)
    office.fold_all()
    long = "".join(
        f"- Has seen the invented town of {'of hills and lakes ' * 16}{n}.\n" for n in range(60)
    )
    report = edited(office, lambda text: text + "## Events\n" + long)
    assert report.left
    assert all("no room" in line for line in report.left)
    few = "".join(f"- Met invented person number {n}.\n" for n in range(70))
    more = edited(office, lambda text: without(text, "invented town") + "## People\n" + few)
    assert not more.left
    assert len(more.versions) > 1


def test_the_running_fold_loses_against_a_persons_edit_and_nothing_is_lost(
    told, make_office, ledger, sql
):
    ledger.append([said("I love chess.", minute=9)])
    told.force()
    assert told.extractor.extract("default", "c1").episodes == 1
    slow = make_office(owner="slow")
    force(told)
    edits = []
    real = slow.consolidator._plan

    def plan_after_the_edit(*job):
        edits.append(edited(told, lambda text: text + "## Other\n- Plays an invented lute.\n"))
        return real(*job)

    slow.consolidator._plan = plan_after_the_edit
    report = slow.consolidator.consolidate(*PLACE)
    assert (report.outcome, edits[0].versions) == ("stale", (2,))
    assert "Likes chess." not in active_lines(told)
    stale = [run for run in runs(sql, "consolidate", SCOPE) if run.outcome == "stale"]
    assert [str(run.id) for run in stale] == [report.run]
    assert scope_row(sql, SCOPE).due_at is not None
    assert told.consolidator.consolidate(*PLACE).outcome == "done"
    assert {"Likes chess.", "Plays an invented lute."} <= set(active_lines(told))


@pytest.mark.parametrize("act", ["restore", "pin", "review"])
def test_the_running_fold_loses_against_every_other_act_of_a_person(told, make_office, ledger, act):
    edited(told, lambda text: without(text, "Norvik Yards"))
    ledger.append([said("I love chess.", minute=9)])
    told.force()
    assert told.extractor.extract("default", "c1").episodes == 1
    tea = line_of(told, "Likes tea.").id
    acts = {
        "restore": lambda: restore_version(told.database, *PLACE, 1),
        "pin": lambda: pin_entry(told.database, *PLACE, tea),
        "review": lambda: review_item(told.database, *PLACE, tea, Verdict.APPROVE),
    }
    slow = make_office(owner="slow")
    force(told)
    real = slow.consolidator._plan

    def plan_after_the_act(*job):
        assert acts[act]().versions == (3,)
        return real(*job)

    slow.consolidator._plan = plan_after_the_act
    assert slow.consolidator.consolidate(*PLACE).outcome == "stale"
    assert told.consolidator.consolidate(*PLACE).outcome == "done"
    assert "Likes chess." in active_lines(told)


def test_two_people_who_edit_one_version_at_once_both_have_their_lines(told):
    base = told.index_text(SCOPE)
    done = together(
        lambda: edit_index(told.database, *PLACE, base.replace("Bergen", "Voss")),
        lambda: edit_index(told.database, *PLACE, base + "- Likes jazz.\n"),
    )
    assert sorted(version for report in done for version in report.versions) == [2, 3]
    assert {"Lives in Voss.", "Likes jazz."} <= set(active_lines(told))


def test_a_scope_that_has_no_index_yet_may_be_given_one_by_hand(office, ledger, memfold, tmp_path):
    ledger.append([said("Good morning.")])
    file = tmp_path / "mine.md"
    file.write_text(memfold("index", "show", SCOPE).stdout + "- Likes jazz.\n")
    assert memfold.json("index", "edit", SCOPE, "--file", str(file))["versions"] == [1]
    assert active_lines(office) == ["Likes jazz."]


def test_an_edit_neither_tests_nor_starts_the_cooldown(told, sql):
    cooling = scope_row(sql, SCOPE).cooldown_until
    assert cooling is not None
    assert edited(told, lambda text: text.replace("Bergen", "Voss")).versions == (2,)
    assert scope_row(sql, SCOPE).cooldown_until == cooling
    sql("UPDATE scope_state SET cooldown_until = NULL")
    assert edited(told, lambda text: text.replace("Voss", "Bergen")).versions == (3,)
    assert scope_row(sql, SCOPE).cooldown_until is None


def test_what_found_no_room_is_tried_again_once_a_person_has_changed_the_index(told, sql, pend):
    pend("I love chess.", minute=9)
    sql("UPDATE pending_episode SET not_before = 'infinity', reason = 'no room'")
    sql("UPDATE scope_state SET due_at = NULL")
    edited(told, lambda text: without(text, "Norvik Yards"))
    assert scope_row(sql, SCOPE).due_at is not None
    force(told)
    assert fold(told).outcome == "done"
    assert "Likes chess." in active_lines(told)


# case 17
def test_what_found_no_room_is_tried_again_once_a_line_that_was_kept_for_good_has_gone(
    told, sql, pend, make_office, move_clock
):
    edited(told, lambda text: text.replace("tea.", "coffee.").replace("Bergen", "Voss"))
    edited(told, lambda text: text.replace("coffee.", "tea.").replace("Norvik", "Sorvik"))
    few = "".join(f"- Met invented person number {n}.\n" for n in range(79))
    assert edited(told, lambda text: text + "## People\n" + few).complete
    pend("I love chess.", minute=9)
    force(told)
    assert fold(told).placed == 0
    (waiting,) = sql("SELECT not_before = 'infinity', reason FROM pending_episode")
    assert waiting[0]
    assert "no room" in waiting[1]
    pend("I no longer like tea.", minute=YEARS, prefix="q")
    move_clock(timedelta(hours=1))
    assert fold(told).placed == 2
    assert "Likes chess." in active_lines(told)
    assert sql("SELECT count(*) FROM pending_episode") == [(0,)]


def test_a_restore_brings_the_active_lines_of_a_version_back_and_shows_its_cause(told, ledger):
    ledger.append([said("I live in Oslo now.", minute=9), said("I love chess.", minute=10)])
    force(told)
    told.fold_all()
    report = restore_version(told.database, *PLACE, 1)
    assert report.versions == (3,)
    assert active_lines(told) == ["Likes tea.", "Lives in Bergen.", "Works at Norvik Yards."]
    assert causes(told) == ["folded", "folded", "restored"]
    assert line_of(told, "Lives in Oslo.").ending.kind == "restored-away"
    assert line_of(told, "Lives in Bergen.").unverified
    assert restore_version(told.database, *PLACE, 3).versions == ()
    with pytest.raises(NotFoundError, match="no version 9"):
        restore_version(told.database, *PLACE, 9)


def test_a_line_whose_sources_are_gone_does_not_come_back(told, sql):
    edited(told, lambda text: without(text, "Likes tea."))
    sql(
        "INSERT INTO episode_retirement (workspace, episode, reason) "
        "SELECT workspace, id, 'invented' FROM episode WHERE description = 'Likes tea.'"
    )
    edited(told, lambda text: text.replace("Bergen", "Voss"))
    report = restore_version(told.database, *PLACE, 1)
    assert active_lines(told) == ["Lives in Bergen.", "Works at Norvik Yards."]
    assert "its sources are gone" in report.remarks[0]


def test_a_pinned_line_stays_pinned_until_it_is_unpinned(told, memfold):
    tea = line_of(told, "Likes tea.").id
    assert memfold.json("pin", SCOPE, f"^{tea}")["versions"] == [2]
    assert line_of(told, "Likes tea.").pinned
    assert pin_entry(told.database, *PLACE, tea).versions == ()
    assert memfold.json("pin", "--user", "u-mira", tea, "--off")["versions"] == [3]
    assert not line_of(told, "Likes tea.").pinned
    assert causes(told) == ["folded", "pinned", "pinned"]
    assert memfold("pin", SCOPE, "m0000000").code == 2


def test_blame_leads_from_a_line_to_the_message_the_mind_and_the_runs(told, memfold):
    tea = line_of(told, "Likes tea.")
    (line,) = memfold.json("index", "blame", SCOPE, tea.id)["lines"]
    assert (line["entered"]["version"], line["entered"]["cause"]) == (1, "folded")
    (source,) = line["sources"]
    assert (source["episode"], source["model"]) == (tea.sources[0], "rules")
    assert source["prompt_version"]
    (message,) = source["messages"]
    assert (message["chat"], message["position"]) == ("c1", 1)
    assert message["excerpt"] == "I love tea."
    text = memfold("index", "blame", "--user", "u-mira").stdout
    assert text.count("entered by version 1: folded") == 3
    assert "Mira: I live in Bergen." in text
    assert memfold("index", "blame", SCOPE, "m0000000").code == 2


def test_blame_of_an_edited_and_of_an_archived_line_names_the_person(told, memfold):
    edited(told, lambda text: text.replace("Bergen", "Voss"))
    voss, bergen = line_of(told, "Lives in Voss."), line_of(told, "Lives in Bergen.")
    assert "typed by hand" in memfold("index", "blame", SCOPE, voss.id).stdout
    old = memfold("index", "blame", SCOPE, f"^{bergen.id}").stdout
    assert "archived by version 2: edited" in old
    assert "I live in Bergen." in old


def test_a_secret_in_a_message_is_not_shown_by_blame(memfold, ledger, office):
    secret = "sk-proj-" + "Ab1" * 16
    ledger.append([said(f"I love tea. My key is {secret}.")])
    office.fold_all()
    assert secret not in memfold("index", "blame", SCOPE).stdout


def test_a_diff_says_what_became_of_each_line_and_why(told, memfold, ledger):
    ledger.append([said("I live in Oslo now.", minute=9), said("I love chess.", minute=10)])
    force(told)
    told.fold_all()
    found = memfold.json("index", "diff", SCOPE, "1", "2")
    kinds = {(change["kind"], change["text"], change["by_text"]) for change in found["changes"]}
    assert kinds == {
        ("added", "Likes chess.", None),
        ("added", "Lives in Oslo.", None),
        ("superseded", "Lives in Bergen.", "Lives in Oslo."),
    }
    text = memfold("index", "diff", "--user", "u-mira", "1", "2").stdout
    assert text.startswith("version 1 → 2: 2 added, 1 superseded\n")
    assert "→ Lives in Oslo." in text
    assert memfold.json("index", "diff", SCOPE, "2", "2")["changes"] == []
    assert len(memfold.json("index", "diff", SCOPE, "0", "1")["changes"]) == 3
    for words in (["1", "9"], ["1"], ["one", "two"]):
        assert memfold("index", "diff", SCOPE, *words).code == 2


def test_an_edit_in_the_editor_is_taken_in(told, memfold, tmp_path):
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\nsed -i s/Bergen/Voss/ "$1"\n')
    editor.chmod(0o755)
    done = memfold("index", "edit", SCOPE, EDITOR=str(editor))
    assert (done.code, done.stdout.splitlines()[0]) == (0, "written: version 2")
    assert "Lives in Voss." in active_lines(told)
    editor.write_text('#!/bin/sh\necho nonsense >> "$1"\n')
    refused = memfold("index", "edit", SCOPE, EDITOR=str(editor))
    assert (refused.code, "your text is kept in" in refused.stderr) == (1, True)
    assert memfold("index", "edit", SCOPE, EDITOR="/nowhere/ed").code == 2
    editor.write_text("#!/bin/sh\nexit 3\n")
    assert memfold("index", "edit", SCOPE, EDITOR=str(editor)).code == 2


def test_an_edited_file_and_its_remarks_are_taken_in_by_name(told, memfold, tmp_path):
    file = tmp_path / "mine.md"
    line = told.index_text(SCOPE).splitlines()[-1]
    other = line.replace(line[-7:], "0000000").replace("Norvik", "Sorvik")
    file.write_text(told.index_text(SCOPE) + f"## Archive\n{other}\n")
    done = memfold("index", "edit", SCOPE, "--file", str(file))
    assert (done.code, "nothing is added to the Archive" in done.stderr) == (0, True)
    short = tmp_path / "short.md"
    short.write_text(told.index_text(SCOPE) + "- Likes jazz.\n")
    assert memfold.json("index", "edit", SCOPE, "--file", str(short))["versions"] == [2]
    assert memfold("index", "edit", SCOPE, "--file", str(tmp_path / "none.md")).code == 2
    assert memfold.json("index", "restore", SCOPE, "1")["versions"] == [3]
    history = memfold.json("index", "history", SCOPE)
    assert [version["cause"] for version in history] == ["folded", "edited", "restored"]


def test_a_file_is_validated_without_a_database(told, memfold, tmp_path, monkeypatch):
    file = tmp_path / "MEMORY.md"
    file.write_text(told.index_text(SCOPE))
    nowhere = {"DATABASE_URL": "postgresql://memfold:x@127.0.0.1:1/x"}
    assert memfold.json("index", "validate", str(file), **nowhere)["valid"]
    file.write_text(told.index_text(SCOPE).replace("Likes tea.", "Likes  tea."))
    (problem,) = memfold.json("index", "validate", str(file), code=1, **nowhere)["problems"]
    assert problem.startswith("V01: line ")
    file.write_text(told.index_text(SCOPE).replace("Likes tea.", "Key sk-proj-" + "Ab1" * 16))
    assert "V13" in memfold("index", "validate", str(file), **nowhere).stdout
    missing = memfold("index", "validate", str(tmp_path / "none.md"), **nowhere)
    assert (missing.code, "there is no such file" in missing.stderr) == (2, True)
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(told.index_text(SCOPE).encode())))
    piped = memfold("index", "validate", "-", **nowhere)
    assert piped.stdout == "-: as it should be\n"


def test_every_stored_version_of_a_scope_is_validated(told, memfold, sql):
    edited(told, lambda text: text.replace("Bergen", "Voss"))
    restore_version(told.database, *PLACE, 1)
    assert memfold.json("index", "validate", SCOPE)["valid"]
    sql("SELECT set_config('app.forgetting', 'x', false)")
    sql("UPDATE index_version SET text = replace(text, 'tea', 'mud') WHERE version = 2")
    (problem,) = memfold.json("index", "validate", "--user", "u-mira", code=1)["problems"]
    assert "version 2: V01" in problem
    sql("UPDATE index_version SET previous_hash = 'invented' WHERE version = 3")
    problems = memfold.json("index", "validate", SCOPE, code=1)["problems"]
    assert "version 3: the chain of hashes is broken in front of it" in problems


def test_another_workspaces_scope_is_not_found(told, memfold):
    for words in (
        ["index", "diff", SCOPE, "0", "1"],
        ["index", "blame", SCOPE],
        ["index", "restore", SCOPE, "1"],
        ["index", "edit", SCOPE, "--file", "x"],
        ["pin", SCOPE, "m0000000"],
    ):
        assert memfold(*words, "--workspace", "elsewhere").code == 2
    with pytest.raises(NotFoundError):
        edit_index(told.database, "elsewhere", SCOPE, told.index_text(SCOPE).replace("tea", "jam"))


def test_the_day_of_an_edit_is_the_workspaces_own(told, sql, move_clock):
    sql("UPDATE workspace SET time_zone = 'Pacific/Kiritimati'")
    ((now,),) = sql("SELECT memfold_now() AT TIME ZONE 'Pacific/Kiritimati'")
    move_clock(timedelta(hours=24 - now.hour))  # just behind midnight there
    edited(told, lambda text: text.replace("Bergen", "Voss"))
    ((today,),) = sql("SELECT (memfold_now() AT TIME ZONE 'Pacific/Kiritimati')::date")
    assert line_of(told, "Lives in Voss.").day == today


def test_reports_are_printed_as_json(told, memfold, tmp_path):
    file = tmp_path / "mine.md"
    file.write_text(told.index_text(SCOPE).replace("Bergen", "Voss"))
    done = memfold("index", "edit", SCOPE, "--file", str(file), "--json")
    assert json.loads(done.stdout)["effects"][0]["kind"] == "superseded"


def test_a_file_without_a_header_removes_nothing(told):
    before = told.index_text(SCOPE)
    with pytest.raises(UnknownBaseError, match="memfold index show"):
        edit_index(told.database, *PLACE, "- Likes tea.\n")
    assert told.index_text(SCOPE) == before
