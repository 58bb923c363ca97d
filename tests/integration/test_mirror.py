"""The file mirror: what is in the database stands in files, and what people change there counts."""

import errno
import json
import os
import shutil
from concurrent.futures import ThreadPoolExecutor

import pytest

from jobs.forget import Forgetter
from jobs.mirror import Bounds, Mirror
from jobs.mirror_files import Writing
from jobs.store.forget_requests import Target
from jobs.tombstone import ForgetKey
from memory_core.index.grammar import parse_index
from memory_core.stores.files import FolderError
from tests.fakes.command_line import CommandLine
from tests.fakes.folding import SCOPE, active_lines, force
from tests.fakes.messages import said

ROOT = "default/__private_root/_memory/_user/u-u-mira"


@pytest.fixture
def mirror(database, tmp_path):
    return Mirror(database, tmp_path / "mirror")


@pytest.fixture
def home(tmp_path):
    return tmp_path / "mirror" / ROOT


@pytest.fixture
def index_file(home):
    return home / "MEMORY.md"


@pytest.fixture
def told(ledger, office, mirror):
    """Two lines at version 1, mirrored."""
    ledger.append([said("I live in Bergen."), said("I love tea.", minute=1)])
    office.fold_all()
    mirror.repair()
    return office


@pytest.fixture
def memfold(urls, tmp_path):
    return CommandLine(
        tmp_path,
        DATABASE_URL=urls.database_url,
        REDIS_URL=urls.redis_url,
        MEMFOLD_MIRROR_DIR=str(tmp_path / "mirror"),
    )


def tree(home):
    return sorted(str(path.relative_to(home)) for path in home.rglob("*") if path.is_file())


def learn(office, ledger, words, minute):
    ledger.append([said(words, minute=minute)])
    force(office)
    office.fold_all()


def front_matter(text):
    head = text.split("---\n")[1]
    pairs = (line.split(": ", 1) for line in head.splitlines())
    return {name: json.loads(value) for name, value in pairs}


def test_an_index_its_episodes_and_its_earlier_versions_stand_in_files(
    told, mirror, home, index_file, ledger
):
    assert index_file.read_text() == told.index_text(SCOPE)
    first = index_file.read_text()
    learn(told, ledger, "I love chess.", 9)
    mirror.repair()
    assert index_file.read_text() == told.index_text(SCOPE)
    assert (home / "snapshots" / "0001.md").read_text() == first
    linked = {s for e in parse_index(index_file.read_text()).entries for s in e.sources}
    assert tree(home) == sorted(
        ["MEMORY.md", "snapshots/0001.md", *(f"episodes/{source}.md" for source in linked)]
    )
    for source in linked:
        fields = front_matter((home / "episodes" / f"{source}.md").read_text())
        assert (fields["id"], fields["scope"], fields["provenance"]) == (
            *(source, SCOPE, "user-said"),
        )
        assert fields["evidence"][0]["chat"] == "c1"


def test_what_is_as_it_was_is_not_written_again(told, mirror, home, database, tmp_path):
    before = {path: (home / path).stat().st_mtime_ns for path in tree(home)}
    mirror.repair()
    Mirror(database, tmp_path / "mirror").repair()  # a process that starts anew
    assert {path: (home / path).stat().st_mtime_ns for path in tree(home)} == before


def test_a_sweep_repairs_files_that_are_missing_or_changed(told, mirror, home, index_file):
    (episode, *_) = (home / "episodes").iterdir()
    text = episode.read_text()
    episode.write_text("tampered with")
    index_file.unlink()
    mirror.repair()
    assert (episode.read_text(), index_file.read_text()) == (text, told.index_text(SCOPE))
    episode.unlink()
    mirror.repair()
    assert episode.read_text() == text


def test_a_persons_edit_in_the_file_is_taken_in_and_the_file_follows(told, mirror, index_file):
    index_file.write_text(
        index_file.read_text().replace("Bergen", "Voss").replace("\n", "\r\n") + "- Likes jazz.\r\n"
    )
    mirror.repair()
    assert active_lines(told) == ["Likes jazz.", "Likes tea.", "Lives in Voss."]
    assert index_file.read_text() == told.index_text(SCOPE)
    assert "| version 2 |" in index_file.read_text()
    mirror.repair()
    assert "| version 2 |" in index_file.read_text()


def test_an_edit_of_a_version_that_is_not_the_newest_wins_line_by_line(
    told, mirror, index_file, ledger
):
    index_file.write_text(index_file.read_text().replace("Bergen", "Voss"))
    learn(told, ledger, "I live in Oslo now.", 9)
    learn(told, ledger, "I love chess.", 10)
    mirror.repair()
    assert active_lines(told) == ["Likes chess.", "Likes tea.", "Lives in Voss."]
    assert index_file.read_text() == told.index_text(SCOPE)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda text: text.replace("version 1", "version 8"), "newest here is 1"),
        (lambda text: text.replace("u-u-mira", "u-u-nora"), "another scope"),
        (lambda text: text.replace("<!--", "<!-"), "neither|'## '"),
        (lambda text: "\n".join(text.splitlines()[2:]) + "\n- Likes jazz.\n", "is missing"),
        (lambda text: text + "free prose\n", "line 7"),
        (lambda text: text + "- Key is sk-proj-" + "Ab1" * 16 + "\n", "V13"),
    ],
)
def test_a_file_that_cannot_be_taken_in_is_kept_and_nothing_is_overwritten(
    told, mirror, index_file, memfold, change, reason
):
    theirs = change(index_file.read_text())
    index_file.write_text(theirs)
    mirror.repair()
    kept = index_file.with_name("MEMORY.md.refused")
    assert kept.read_text() == theirs
    assert index_file.read_text() == told.index_text(SCOPE)
    assert "| version 1 |" in index_file.read_text()
    findings = [f for f in memfold.json("doctor", code=1) if f["part"] == "mirror"]
    assert [finding["ok"] for finding in findings] == [True, False]
    assert "MEMORY.md.refused" in findings[1]["detail"]
    assert any(word in findings[1]["detail"] for word in reason.split("|"))


def test_a_second_refused_file_leaves_the_first_and_deleting_them_ends_the_matter(
    told, mirror, home, index_file, memfold
):
    for words in (b"one\n", b"two \xff\n"):
        index_file.write_bytes(words)
        mirror.repair()
    assert (home / "MEMORY.md.refused").read_bytes() == b"one\n"
    assert (home / "MEMORY.md.refused-2").read_bytes() == b"two \xff\n"
    details = [f["detail"] for f in memfold.json("doctor", code=1) if f["part"] == "mirror"]
    assert len(details) == 3
    assert "not UTF-8" in details[2]
    for path in home.glob("MEMORY.md.refused*"):
        path.unlink()
    mirror.repair()
    assert len([f for f in memfold.json("doctor", code=1) if f["part"] == "mirror"]) == 1


# a disk that is full
def test_a_full_disk_leaves_the_old_file_whole_and_the_next_sweep_goes_on(
    told, mirror, home, index_file, ledger, monkeypatch
):
    before = index_file.read_text()
    learn(told, ledger, "I love chess.", 9)

    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr("memory_core.stores.files.os.fsync", full)
        with pytest.raises(FolderError, match="No space left on device"):
            mirror.write("default", SCOPE)
        mirror.repair()
        mirror.try_write("default", SCOPE)
    assert index_file.read_text() == before
    assert not [path for path in tree(home) if path.endswith(".writing")]
    mirror.repair()
    assert index_file.read_text() == told.index_text(SCOPE)


def test_what_a_killed_writer_left_is_taken_away(told, mirror, home, index_file):
    (home / ".abc.writing").write_text("half")
    index_file.unlink()
    mirror.repair()
    assert not (home / ".abc.writing").exists()


def test_a_writer_killed_behind_its_rename_is_no_person(
    told, mirror, home, index_file, ledger, sql
):
    learn(told, ledger, "I love chess.", 9)
    index_file.write_text(told.index_text(SCOPE))  # and its row was never written
    mirror.repair()
    learn(told, ledger, "I love jazz.", 10)
    sql("UPDATE mirror_state SET hash = 'of an older time' WHERE path = 'MEMORY.md'")
    mirror.repair()
    assert not (home / "MEMORY.md.refused").exists()
    assert sql("SELECT count(*) FROM index_version WHERE cause = 'edited'") == [(0,)]
    assert index_file.read_text() == told.index_text(SCOPE)


def test_an_edit_that_two_sweeps_find_at_once_becomes_one_version(
    told, database, index_file, tmp_path, sql
):
    index_file.write_text(index_file.read_text().replace("Bergen", "Voss"))
    mirrors = [Mirror(database, tmp_path / "mirror") for _ in range(2)]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(Mirror.repair, mirrors))
    assert sql("SELECT count(*) FROM index_version WHERE cause = 'edited'") == [(1,)]
    mirrors[0].repair()
    assert index_file.read_text() == told.index_text(SCOPE)


@pytest.mark.parametrize("moment", ["before its files are written", "behind them"])
def test_an_edit_saved_while_a_sweep_writes_is_not_overwritten_and_the_next_takes_it_in(
    told, mirror, index_file, ledger, monkeypatch, moment
):
    learn(told, ledger, "I love chess.", 9)
    hers = index_file.read_text().replace("Bergen", "Voss")
    write, name = Writing.run, moment.split()[0]

    def save_and(self):
        if name == "before":
            index_file.write_text(hers)
        done = write(self)
        if name == "behind":
            index_file.write_text(hers)
        return done

    with monkeypatch.context() as patch:
        patch.setattr(Writing, "run", save_and)
        mirror.repair()
    assert index_file.read_text() == hers
    mirror.repair()
    assert active_lines(told) == ["Likes chess.", "Likes tea.", "Lives in Voss."]
    assert index_file.read_text() == told.index_text(SCOPE)


def test_a_scope_of_many_files_is_written_by_and_by_and_the_index_first(
    told, database, tmp_path, home, index_file, ledger
):
    learn(told, ledger, "I love chess.", 9)
    shutil.rmtree(home)
    slow = Mirror(database, tmp_path / "mirror", Bounds(at_once=2))
    counts = []
    for _ in range(4):
        slow.write("default", SCOPE)
        counts.append(len(tree(home)))
    assert counts == [2, 4, 5, 5]  # the index, a snapshot and three episodes
    assert index_file.read_text() == told.index_text(SCOPE)


def test_forgotten_words_count_as_gone_once_all_files_without_them_are_written(
    told, database, tmp_path, home, ledger, sql
):
    learn(told, ledger, "I love chess.", 9)
    learn(told, ledger, "I love jazz.", 10)
    slow = Mirror(database, tmp_path / "mirror", Bounds(at_once=1))
    for _ in range(9):
        slow.repair()
    forgetter = Forgetter(database=database, key=ForgetKey(secret="invented" * 4))
    forgetter.forget("default", TEA)
    behind = "SELECT count(*) FROM mirror_state WHERE forgotten"
    slow.write("default", SCOPE)
    assert sql(behind) == [(1,)]
    for _ in range(9):
        slow.repair()
    assert sql(behind) == [(0,)]
    assert not any("tea" in path.read_text() for path in home.rglob("*.md"))


@pytest.fixture
def forgetter(database, mirror):
    return Forgetter(
        database=database, key=ForgetKey(secret="invented" * 4), written=mirror.try_write
    )


TEA = Target(kind="message", chat="c1", position=1)  # "I love tea."


def test_files_of_what_was_forgotten_go_with_what_was_kept_aside(
    told, mirror, home, index_file, forgetter
):
    index_file.write_text(index_file.read_text() + "prose about tea\n")
    mirror.repair()
    assert any("tea" in (home / path).read_text() for path in tree(home))
    forgetter.forget("default", TEA)
    assert [path for path in tree(home) if "tea" in (home / path).read_text()] == []
    assert "Bergen" in index_file.read_text()


def test_a_forget_elsewhere_reaches_the_files_by_the_next_sweep(told, database, mirror, home):
    Forgetter(database=database, key=ForgetKey(secret="invented" * 4)).forget("default", TEA)
    mirror.repair()
    assert [path for path in tree(home) if "tea" in (home / path).read_text()] == []


@pytest.fixture
def elsewhere(database):
    """Forgets in a process that does not know the mirror's folder."""
    return Forgetter(database=database, key=ForgetKey(secret="invented" * 4))


def holding(home, word):
    return [path for path in tree(home) if word in (home / path).read_text()]


def test_what_was_kept_aside_goes_at_a_later_sweep_where_the_forget_had_no_mirror(
    told, index_file, mirror, elsewhere, memfold, sql
):
    home = index_file.parent
    index_file.write_text(index_file.read_text() + "prose about tea\n")
    mirror.repair()
    report = elsewhere.forget("default", TEA)
    assert report.mirror_behind == (SCOPE,)
    assert "MEMORY.md.refused" in holding(home, "tea")
    assert sql("SELECT count(*) FROM mirror_state WHERE refusal IS NOT NULL") == [(0,)]
    findings = [f for f in memfold.json("doctor", code=1) if f["part"] == "mirror"]
    assert ["forgotten words" in f["detail"] for f in findings] == [False, True]
    Mirror(told.database, mirror.folder).repair()
    assert holding(home, "tea") == []
    assert sql("SELECT count(*) FROM mirror_state WHERE forgotten") == [(0,)]


def test_a_forget_that_reaches_the_files_at_once_leaves_nothing_for_a_sweep(told, mirror, database):
    key = ForgetKey(secret="invented" * 4)
    report = Forgetter(database=database, key=key, written=mirror.try_write).forget("default", TEA)
    assert report.mirror_behind == ()


def test_files_that_a_killed_writer_had_no_time_to_record_are_forgotten_too(
    told, mirror, home, index_file, elsewhere, sql
):
    index_file.write_text(index_file.read_text() + "prose about tea\n")
    mirror.repair()
    sql("DELETE FROM mirror_state WHERE path <> 'MEMORY.md'")
    elsewhere.forget("default", TEA)
    mirror.repair()
    assert holding(home, "tea") == []
    assert holding(home, "Bergen")


def test_an_edit_saved_before_a_forget_is_not_kept_where_it_cannot_be_taken_in(
    told, mirror, home, index_file, elsewhere
):
    index_file.write_text(index_file.read_text() + "prose about tea\n")
    elsewhere.forget("default", TEA)
    mirror.repair()
    assert holding(home, "tea") == []
    assert not list(home.glob("MEMORY.md.refused*"))


def test_a_receipt_says_that_the_files_wait_for_a_sweep(told, memfold):
    given = ("forget", "message", "c1", "1", "--yes", "--json")
    shown = memfold(*given, MEMFOLD_MIRROR_DIR="", MEMFOLD_FORGET_KEY="invented" * 4)
    assert json.loads(shown.stdout)["mirror"] == "at the next sweep"


def test_a_persons_own_files_beside_the_mirrors_stay(told, mirror, home, ledger):
    (home / "episodes" / "notes.md").write_text("mine")
    learn(told, ledger, "I love chess.", 9)
    mirror.repair()
    assert (home / "episodes" / "notes.md").read_text() == "mine"


def test_a_sweep_looks_at_so_many_scopes_and_goes_on_from_there_fair_over_workspaces(
    database, ledger, office, tmp_path
):
    users = [("acme", "ann"), ("acme", "ben"), ("acme", "cleo"), ("zoo", "dan")]
    ledger.append(
        [
            said("I live in Rome.", workspace=workspace, user=user, chat=f"c-{user}")
            for workspace, user in users
        ]
    )
    for workspace in ("acme", "zoo"):
        office.fold_all(workspace)
    mirror = Mirror(database, tmp_path / "mirror", Bounds(scopes=2, files=2))

    def mirrored():
        return sorted(path.parent.name for path in (tmp_path / "mirror").rglob("MEMORY.md"))

    seen = []
    for _ in range(3):
        mirror.repair()
        seen.append(mirrored())
    assert seen == [
        ["u-ann", "u-dan"],
        ["u-ann", "u-ben", "u-dan"],
        ["u-ann", "u-ben", "u-cleo", "u-dan"],
    ]


def test_a_changed_file_is_found_by_the_sweep_whose_turn_comes_to_it(
    told, database, home, tmp_path
):
    (*_, episode) = sorted((home / "episodes").iterdir())
    text = episode.read_text()
    mirror = Mirror(database, tmp_path / "mirror", Bounds(files=1))
    mirror.repair()
    episode.write_text("tampered with")
    for _ in range(len(tree(home)) + 1):
        mirror.repair()
    assert episode.read_text() == text


def test_an_old_file_that_a_person_edits_does_not_bring_back_what_was_forgotten(
    told, database, mirror, home, index_file
):
    theirs = index_file.read_text().replace("Bergen", "Voss")
    Forgetter(database=database, key=ForgetKey(secret="invented" * 4)).forget("default", TEA)
    index_file.write_text(theirs)
    mirror.repair()
    assert active_lines(told) == ["Lives in Voss."]
    assert [path for path in tree(home) if "tea" in (home / path).read_text()] == []


def test_equal_users_of_two_workspaces_have_folders_apart(told, mirror, ledger, office, tmp_path):
    ledger.append([said("I live in Rome.", workspace="acme")])
    office.fold_all("acme")
    mirror.repair()
    other = tmp_path / "mirror" / ROOT.replace("default", "acme") / "MEMORY.md"
    assert "Rome" in other.read_text()
    assert "Rome" not in (tmp_path / "mirror" / ROOT / "MEMORY.md").read_text()


def test_commands_bring_the_mirror_up_to_date(memfold, ledger, home, index_file):
    ledger.append([said("I live in Bergen."), said("I love tea.", minute=1)])
    assert memfold.json("extract", "c1", "--force")["outcome"] == "done"
    assert memfold.json("consolidate", SCOPE)["outcome"] == "done"
    shown = memfold("index", "show", SCOPE).stdout
    assert index_file.read_text() == shown
    edited = home.parent / "edited.md"
    edited.write_text(shown.replace("Bergen", "Voss"))
    assert memfold("index", "edit", SCOPE, "--file", str(edited)).code == 0
    assert "Lives in Voss." in index_file.read_text()
    index_file.write_text(index_file.read_text() + "- Likes jazz.\n")
    assert memfold("sweep").code in {0, 3}
    assert "Likes jazz." in memfold("index", "show", SCOPE).stdout


def test_without_the_setting_there_is_no_mirror(memfold, ledger, tmp_path):
    ledger.append([said("I live in Bergen.")])
    assert memfold("extract", "c1", "--force", MEMFOLD_MIRROR_DIR="").code == 0
    assert memfold("consolidate", SCOPE, MEMFOLD_MIRROR_DIR="").code == 0
    assert not (tmp_path / "mirror").exists()
    findings = memfold.json("doctor", code=1, MEMFOLD_MIRROR_DIR="")
    assert [f["ok"] for f in findings if f["part"] == "mirror"] == [True]


def test_a_shell_without_the_folder_says_what_it_can_know_of_the_mirror(told, index_file, memfold):
    index_file.write_text("prose\n")
    Mirror(told.database, index_file.parents[len(ROOT.split("/"))]).repair()
    findings = memfold.json("doctor", code=1, MEMFOLD_MIRROR_DIR="")
    first, second = [f for f in findings if f["part"] == "mirror"]
    assert (first["ok"], "a process that has it wrote files, last at" in first["detail"]) == (
        *(True, True),
    )
    assert "MEMORY.md.refused" in second["detail"]
