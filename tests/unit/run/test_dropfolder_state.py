"""A drop folder: restarts, limits, refusals, full disks, and what its state may hold."""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from pathlib import Path

import pytest

from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.run import drop_layout
from redactor.run.dropfolder import DropFolder
from schemas.engine.records import Reason
from tests.unit.run.dropfolder_kit import KEY, NAME, SETTLE, Box, box

__all__ = ["box"]


def test_a_restart_hands_out_again_what_was_claimed_under_the_same_number(box: Box) -> None:
    for name in "cab":
        box.put(name, name * 3)
    first = box.settled()
    box.folder.finish(first[:1])
    box.restart()
    again = box.settled()
    assert [(c.id, c.number, c.digest, c.name) for c in again] == [
        (c.id, c.number, c.digest, c.name) for c in first[1:]
    ]
    box.folder.finish(again)
    assert box.below("done") == [("a", "aaa"), ("b", "bbb"), ("c", "ccc")]


def test_a_number_is_that_of_the_content_under_any_name(box: Box) -> None:
    box.put("m.json", "one")
    box.finish()
    box.put("a.json", "two")
    (two,) = box.settled()
    box.folder.fail(two, Reason.INTERNAL)
    box.put("a.json", "three")
    box.put("z.json", "two")
    assert [(c.name, c.number) for c in box.settled()] == [("a.json", 3), ("z.json", 2)]


def test_no_more_than_the_set_number_is_handed_out_at_a_time(box: Box) -> None:
    box.restart(max_claims=2)
    for name in "edcba":
        box.put(name, name)
    first = box.settled()
    assert [c.name for c in first] == ["a", "b"] and box.folder.pending.waiting == 3
    assert box.scan() == [] and box.folder.pending.waiting == 3
    box.folder.finish(first[:1])
    assert [c.name for c in box.scan()] == ["c"]
    box.folder.finish(first[1:])
    assert [c.name for c in box.scan()] == ["d"]


def test_a_second_process_is_refused_and_the_lock_ends_with_the_first(box: Box) -> None:
    with pytest.raises(RunError, match="another process"):
        box.opened()
    box.restart()


def test_a_folder_of_ours_that_was_there_before_is_refused(tmp_path: Path) -> None:
    (tmp_path / "drop" / "done").mkdir(parents=True)
    with pytest.raises(RunError, match="rename it"):
        DropFolder(tmp_path / "drop", tmp_path / "state", KEY)


def test_a_link_in_place_of_a_folder_of_ours_is_refused(box: Box, tmp_path: Path) -> None:
    box.close()
    (box.path / "done").rmdir()
    (box.path / "done").symlink_to(tmp_path)
    with pytest.raises(RunError, match="done in the drop folder"):
        box.opened()
    (box.path / "done").unlink()
    box.folder = box.opened()


@pytest.mark.parametrize("path", ["missing", "file"])
def test_what_is_no_folder_is_refused_without_its_name(tmp_path: Path, path: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(RunError, match=r"E[A-Z]+") as found:
        DropFolder(tmp_path / path, tmp_path / "state", KEY)
    assert str(tmp_path) not in str(found.value)


def test_a_state_within_the_drop_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="outside"):
        DropFolder(tmp_path, tmp_path / "state", KEY)


def test_the_journal_of_another_key_is_refused(box: Box) -> None:
    box.close()
    with pytest.raises(RunError, match="keyring"):
        DropFolder(box.path, box.state, Keyring.generate().internal("drop-folder"))
    box.folder = box.opened()


def test_a_journal_changed_without_the_key_is_refused(box: Box) -> None:
    box.put("a.json")
    box.settled()
    box.close()
    with sqlite3.connect(box.state / "dropfolder.db") as db:
        db.execute("UPDATE contents SET done=1")
    db.close()
    with pytest.raises(RunError, match="changed"):
        box.opened()
    box.folder = DropFolder(box.path, box.root / "other", KEY)


def test_a_full_disk_leaves_every_file_whole_and_says_so_without_its_name(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", NAME)

    box.put(NAME, "content")
    box.scan()
    with monkeypatch.context() as patch:
        patch.setattr(Path, "mkdir", full)
        with pytest.raises(RunError, match="full") as found:
            box.scan(SETTLE)
    assert NAME not in str(found.value) and (box.path / NAME).read_text() == "content"
    (claim,) = box.settled()
    with monkeypatch.context() as patch:
        patch.setattr(drop_layout, "write_atomic", full)
        with pytest.raises(RunError, match="full"):
            box.folder.fail(claim, Reason.INTERNAL)
    assert box.finish() == [(NAME, "content")]


def test_a_reason_whose_file_was_not_moved_goes_when_the_file_is_finished(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise OSError(5, "Input/output error", NAME)

    box.put(NAME, "content")
    (claim,) = box.settled()
    with monkeypatch.context() as patch:
        patch.setattr(drop_layout.DropLayout, "move", fails)
        with pytest.raises(RunError, match="EIO"):
            box.folder.fail(claim, Reason.INTERNAL)
    assert len(list((box.path / "failed").iterdir())) == 1
    box.restart()
    assert box.finish() == [(NAME, "content")]
    assert list((box.path / "failed").iterdir()) == []


def test_names_and_digests_are_in_no_state_and_in_no_form_of_a_claim(box: Box) -> None:
    for n in range(3):
        box.put(f"{n} {NAME}", f"content {n}")
    one, two, three = box.settled()
    box.folder.finish([one])
    box.folder.fail(two, Reason.INTERNAL)
    said = f"{three!r} {box.folder.pending!r}".encode()
    kept = b"".join(p.read_bytes() for p in box.state.rglob("*") if p.is_file())
    kept += b"".join(p.read_bytes() for p in (box.path / "failed").glob("*.json"))
    for claim in (one, two, three):
        assert b"Exampleworth" not in said + kept
        assert claim.digest.encode() not in said + kept and bytes.fromhex(claim.digest) not in kept
        assert claim.digest[:16] not in claim.id


def test_clock_jumps_of_the_day_change_nothing(box: Box) -> None:
    path = box.put("a.json")
    os.utime(path, (4e9, 4e9))
    other = box.put("b.json", "y")
    os.utime(other, (1, 1))
    assert box.scan() == [] and len(box.scan(SETTLE)) == 2


def test_waiting_returns_when_a_file_can_have_settled(box: Box) -> None:
    box.folder.wait(0.01)
    box.put("a.json")
    box.scan()
    box.clock.now += SETTLE
    box.folder.wait(600)  # returns at once, by the clock of the test
    assert len(box.scan()) == 1


def test_watchdog_wakes_a_waiting_reader(box: Box) -> None:
    pytest.importorskip("watchdog")
    box.folder.wait(0.01)
    box.put("a.json")
    box.folder.wait(600)  # without an event the test would not end
    assert box.scan() == [] and len(box.scan(SETTLE)) == 1


def test_many_files_are_handed_out_once_each(box: Box) -> None:
    box.restart(max_claims=70)
    for n in range(300):
        box.put(f"{n % 7}/{n:03}.json", f"{n % 150}")
    seen = Counter(content for _, content in box.finish())
    assert len(seen) == 150 and set(seen.values()) == {1}
    assert len(box.below("done")) == 300
