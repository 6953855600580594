"""Files that replace others are durable when the call returns: their bytes, and their name in the folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from redactor.files.atomic_file import atomic_private
from tests.unit.synced import watch


@pytest.mark.parametrize("new", [False, True])
def test_a_private_file_and_its_name_are_on_the_disk_when_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, new: bool
) -> None:
    path = tmp_path / "keys.json"
    synced = watch(monkeypatch)
    with atomic_private(path, new=new) as file:
        file.write(b"content")
        assert not path.exists()
    assert synced.bytes_of(path) == 7
    assert "keys.json" in synced.entries_of(tmp_path), "or the name is lost with the power"


def test_a_file_that_is_replaced_stays_until_the_new_one_is_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "head"
    path.write_bytes(b"old")
    synced = watch(monkeypatch)
    with atomic_private(path) as file:
        file.write(b"newer")
    assert path.read_bytes() == b"newer"
    assert synced.bytes_of(path) == 5
    assert synced.entries_of(tmp_path) == {"head"}, "synced after the rename, not before"
    with pytest.raises(ZeroDivisionError), atomic_private(path):
        raise ZeroDivisionError
    assert path.read_bytes() == b"newer" and list(tmp_path.iterdir()) == [path]
