"""What the output says is on the disk is there: appended bytes, and files that were moved."""

from __future__ import annotations

import errno
from contextlib import closing
from pathlib import Path

import pytest

from redactor.run.output.durable_files import Appender, CheckedAppender, move, write_atomic
from tests.unit.synced import watch


@pytest.mark.parametrize("checked", [False, True])
def test_everything_that_was_appended_is_on_the_disk_after_a_sync(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, checked: bool
) -> None:
    path = tmp_path / "records.part"
    synced = watch(monkeypatch)
    with closing(CheckedAppender(path, 0, b"") if checked else Appender(path, 0)) as file:
        for written in (3, 6):
            file.write(b"abc")
            file.sync()
            assert synced.bytes_of(path) == written == path.stat().st_size


def test_a_file_that_was_moved_or_written_whole_has_its_name_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "source").write_bytes(b"abc")
    (tmp_path / "out").mkdir()
    synced = watch(monkeypatch)
    move(tmp_path / "source", tmp_path / "out" / "moved")
    assert synced.entries_of(tmp_path / "out") == {"moved"}
    write_atomic(tmp_path / "out" / "written", b"abcd")
    assert synced.entries_of(tmp_path / "out") == {"moved", "written"}
    assert synced.bytes_of(tmp_path / "out" / "written") == 4


def test_a_file_from_another_file_system_is_on_the_disk_before_it_is_removed_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = tmp_path / "source", tmp_path / "out" / "moved"
    source.write_bytes(b"abc")
    target.parent.mkdir()
    synced = watch(monkeypatch)
    replace = Path.replace
    monkeypatch.setattr(Path, "replace", lambda a, b: replace(a, b) if a != source else _other_system())
    unlink = Path.unlink

    def removed(path: Path, missing_ok: bool = False) -> None:
        if path == source:
            assert synced.bytes_of(target) == 3 and "moved" in synced.entries_of(target.parent)
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", removed)
    move(source, target)
    assert target.read_bytes() == b"abc" and not source.exists()


def _other_system() -> Path:
    raise OSError(errno.EXDEV, "Invalid cross-device link")
