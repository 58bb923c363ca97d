"""Files are written whole or not at all."""

import errno
import os

import pytest

from memory_core.stores.files import Folder, FolderError, check_folder


@pytest.fixture
def folder(tmp_path):
    return Folder(tmp_path / "mirror")


def test_a_file_is_read_as_it_was_written_and_none_is_nothing(folder):
    assert (folder.read("a/b.md"), folder.stamp("a/b.md")) == (None, None)
    folder.write("a/b.md", "Zoë\n")
    assert folder.read("a/b.md") == "Zoë\n".encode()
    first = folder.stamp("a/b.md")
    folder.write("a/b.md", "Zoë\n")
    assert folder.stamp("a/b.md") != first
    folder.remove("a/b.md")
    folder.remove("a/b.md")
    assert folder.read("a/b.md") is None
    assert [p.name for p in (folder.root / "a").iterdir()] == []


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failure_leaves_the_old_file_and_no_other(folder, monkeypatch, step):
    folder.write("a.md", "old\n")

    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(f"memory_core.stores.files.os.{step}", full)
        with pytest.raises(FolderError, match=r"a\.md: No space left on device"):
            folder.write("a.md", "new\n")
    assert folder.read("a.md") == b"old\n"
    assert [p.name for p in folder.root.iterdir()] == ["a.md"]


def test_a_file_that_is_kept_aside_overwrites_none(folder):
    names = []
    for text in ("one", "two", "three"):
        folder.write("a/b.md", text)
        names.append(folder.keep_aside("a/b.md", "b.md.refused"))
    assert names == ["a/b.md.refused", "a/b.md.refused-2", "a/b.md.refused-3"]
    assert folder.read("a/b.md.refused") == b"one"


def test_what_a_killed_writer_left_is_taken_away_and_nothing_else(folder):
    folder.write("a/b.md", "one")
    (folder.root / "a" / ".xyz.writing").write_text("half")
    (folder.root / "a" / ".other").write_text("a person's")
    folder.sweep_temporary("a")
    assert sorted(p.name for p in (folder.root / "a").iterdir()) == [".other", "b.md"]


def test_a_folder_that_cannot_be_written_is_said_with_its_path(tmp_path):
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(FolderError, match="taken"):
        check_folder(tmp_path / "taken")
    check_folder(tmp_path / "free")
    assert list((tmp_path / "free").iterdir()) == []
