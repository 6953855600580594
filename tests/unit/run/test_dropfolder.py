"""A drop folder: each content is handed out once, when it is complete, whatever its producers do."""

from __future__ import annotations

import hashlib
import json
import os
import socket
import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.run import drop_layout
from redactor.run.contracts import FileReason
from redactor.run.dropfolder import Claim, DropFolder
from redactor.run.intake import drop_files
from schemas.engine.records import Reason

KEY = Keyring.generate().internal("drop-folder")
SETTLE = 10.0
NAME = "Synthia Exampleworth 1931-04-12.ndjson"


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Box:
    """A drop folder with its clock."""

    def __init__(self, root: Path) -> None:
        self.root, self.path, self.state = root, root / "drop", root / "state"
        self.path.mkdir()
        self.clock = Clock()
        self.folder = self.opened()

    def opened(self, max_claims: int = 100) -> DropFolder:
        return DropFolder(self.path, self.state, KEY, SETTLE, self.clock, max_claims)

    def close(self) -> None:
        self.folder.__exit__(None, None, None)

    def restart(self, max_claims: int = 100) -> None:
        self.close()
        self.folder = self.opened(max_claims)

    def put(self, name: str, content: str = "x") -> Path:
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
        return path

    def scan(self, after: float = 0.0) -> list[Claim]:
        self.clock.now += after
        return self.folder.scan()

    def settled(self) -> list[Claim]:
        """What is handed out when nothing changes for the settling time."""
        return [*self.scan(), *self.scan(SETTLE)]

    def finish(self) -> list[tuple[str, str]]:
        """Finish everything that comes; the names and contents."""
        seen = []
        while claims := self.settled():
            seen += [(c.name, c.path.read_text()) for c in claims]
            assert self.folder.finish(claims) == []
        return seen

    def below(self, folder: str) -> list[tuple[str, str]]:
        """Names, without the folder of each file, and contents."""
        top = self.path / folder
        files = [p for p in top.rglob("*") if p.is_file() and p.parent != top]
        return sorted((p.relative_to(top).as_posix().partition("/")[2], p.read_text()) for p in files)


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    made = Box(tmp_path)
    yield made
    made.close()


def test_a_file_is_handed_out_once_when_it_is_settled_and_ends_in_done(box: Box) -> None:
    box.put(NAME, "content")
    assert box.scan() == [] and box.folder.pending.waiting == 1
    assert box.scan(SETTLE - 1) == []
    (claim,) = box.scan(1)
    assert (claim.name, claim.size, claim.number) == (NAME, 7, 1)
    assert claim.digest == hashlib.sha256(b"content").hexdigest()
    assert claim.path.read_text() == "content" and not (box.path / NAME).exists()
    assert box.settled() == []
    assert box.folder.finish([claim]) == []
    assert box.below("done") == [(NAME, "content")] and box.below("processing") == []
    assert box.settled() == []


def test_the_paths_of_files_in_folders_are_kept_and_order_is_by_bytes(box: Box) -> None:
    for name in ("b/é/1.json", "b/1.json", "a.json", "B.json"):
        box.put(name, name)
    claims = box.settled()
    assert [c.name for c in claims] == ["B.json", "a.json", "b/1.json", "b/é/1.json"]
    assert [c.number for c in claims] == [1, 2, 3, 4]
    box.folder.finish(claims)
    assert [n for n, _ in box.below("done")] == ["B.json", "a.json", "b/1.json", "b/é/1.json"]


def test_a_growing_file_waits_until_it_stops(box: Box) -> None:
    path = box.put("a.json", "1")
    for _ in range(5):
        assert box.scan(SETTLE - 1) == []
        with path.open("a") as file:
            file.write("1")
    assert [c.size for c in box.settled()] == [6]


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="leases are of Linux")
def test_a_file_that_is_open_to_write_waits_however_long_its_writer_pauses(box: Box) -> None:
    with (box.path / "a.json").open("w") as file:
        file.write("first")
        file.flush()
        assert box.settled() == box.settled() == [] and box.folder.pending.waiting == 1
        assert (box.path / "a.json").exists()
        file.write(" second")
    assert box.finish() == [("a.json", "first second")]


@pytest.mark.parametrize(
    "name",
    ["a.part", "a.json.tmp", "a.json.FilePart", ".a.json", "a.json~", "~$a.json", ".dir/a.json", "up.part/a.json"],
)
def test_temporary_names_wait_until_they_are_renamed(box: Box, name: str) -> None:
    path = box.put(name)
    assert box.settled() == [] and box.folder.pending.temporary == 1
    path.rename(box.path / "whole.json")
    assert box.finish() == [("whole.json", "x")]


def test_a_file_renamed_while_it_settles_is_handed_out_under_its_last_name(box: Box) -> None:
    path = box.put("a.json")
    box.scan()
    path.rename(box.path / "b.json")
    assert box.scan(SETTLE) == []
    assert [c.name for c in box.scan(SETTLE)] == ["b.json"]


def test_a_file_deleted_while_it_settles_is_forgotten(box: Box) -> None:
    path = box.put("a.json")
    box.scan()
    path.unlink()
    assert box.scan(SETTLE) == [] and box.folder.pending.waiting == 0


def test_a_file_replaced_under_its_name_settles_anew(box: Box) -> None:
    path = box.put("a.json", "old")
    box.scan()
    times = path.stat()
    other = box.put("b.tmp", "new")
    os.utime(other, ns=(times.st_atime_ns, times.st_mtime_ns))  # the same size and time of writing
    other.rename(path)
    assert box.scan(SETTLE) == []
    assert box.finish() == [("a.json", "new")]


def test_a_file_written_to_after_the_claim_is_handed_out_in_its_new_form(box: Box) -> None:
    box.put("a.json", "old")
    (claim,) = box.settled()
    assert box.folder.is_unchanged(claim)
    with claim.path.open("a") as file:
        file.write(" and new")
    assert not box.folder.is_unchanged(claim)
    assert box.folder.finish([claim]) == [claim]
    assert box.below("done") == []
    assert box.finish() == [("a.json", "old and new")]
    box.put("b.json", "old")  # was never finished
    assert box.finish() == [("b.json", "old")]


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="leases are of Linux")
def test_a_claimed_file_that_is_open_to_write_is_handed_out_when_it_is_closed(box: Box) -> None:
    box.put("a.json", "old")
    (claim,) = box.settled()
    with claim.path.open("a") as file:
        file.write(" and")
        file.flush()
        assert box.folder.finish([claim]) == [claim]
        assert box.settled() == [] and box.folder.pending.waiting == 1
        file.write(" new")
    assert box.finish() == [("a.json", "old and new")]


def test_a_change_that_keeps_size_and_times_is_seen(box: Box) -> None:
    box.put("a.json", "old")
    (claim,) = box.settled()
    times = claim.path.stat()
    claim.path.write_text("new")
    os.utime(claim.path, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert not box.folder.fail(claim, Reason.MALFORMED)
    assert box.below("failed") == [] and box.finish() == [("a.json", "new")]


def test_a_file_that_is_only_touched_is_not_changed(box: Box) -> None:
    box.put("a.json", "old")
    (claim,) = box.settled()
    claim.path.touch()
    claim.path.chmod(0o640)
    assert box.folder.finish([claim]) == [] and box.below("done") == [("a.json", "old")]


def test_a_claimed_file_that_vanishes_is_not_done(box: Box) -> None:
    box.put("a.json", "old")
    (claim,) = box.settled()
    claim.path.unlink()
    assert box.folder.finish([claim]) == [claim]
    assert box.settled() == [] and list((box.path / "processing").iterdir()) == []
    box.put("b.json", "old")
    assert box.finish() == [("b.json", "old")]


def test_the_same_content_under_other_names_is_done_without_being_handed_out(box: Box) -> None:
    for name in ("b.json", "a.json", "sub/a.json"):
        box.put(name, "same")
    (claim,) = box.settled()
    assert claim.name == "a.json" and box.settled() == [] and box.folder.pending.waiting == 2
    box.folder.finish([claim])
    assert box.settled() == []
    box.put("a.json", "same")
    box.restart()
    box.put("late.json", "same")
    assert box.settled() == []
    names = ["a.json", "a.json", "b.json", "late.json", "sub/a.json"]
    assert box.below("done") == [(n, "same") for n in names] and box.folder.pending.waiting == 0


def test_a_content_that_comes_again_while_it_is_handed_out_waits(box: Box) -> None:
    box.put("a.json", "same")
    (claim,) = box.settled()
    box.put("a.json", "same")
    assert box.settled() == [] and box.folder.pending.waiting == 1
    box.folder.finish([claim])
    assert box.settled() == []
    assert box.below("done") == [("a.json", "same"), ("a.json", "same")]


def test_two_contents_of_one_name_both_stay_in_done(box: Box) -> None:
    for content in ("first", "second", "third"):
        box.put("a.json", content)
        assert box.finish() == [("a.json", content)]
    assert box.below("done") == [("a.json", "first"), ("a.json", "second"), ("a.json", "third")]


def test_an_empty_file_is_a_content_like_any_other(box: Box) -> None:
    box.put("a.json", "")
    box.put("b.json", "")
    assert box.finish() == [("a.json", "")]
    assert box.below("done") == [("a.json", ""), ("b.json", "")]


def test_a_failed_file_stands_beside_its_reason_and_can_be_dropped_again(box: Box) -> None:
    for turn in range(3):
        box.put(NAME, "bad")
        (claim,) = box.settled()
        assert claim.number == 1
        assert box.folder.fail(claim, Reason.MALFORMED)
        assert box.below("failed") == [(NAME, "bad")] * (turn + 1)
    reasons = [json.loads(p.read_text()) for p in (box.path / "failed").glob("*.json")]
    assert reasons == [{"id": claim.id, "reason": "malformed-json"}] * 3
    failed = box.path / "failed" / claim.id / NAME
    failed.rename(box.path / NAME)
    assert box.finish() == [(NAME, "bad")]
    assert len(box.below("failed")) == 2


def test_another_file_of_a_failed_content_is_handed_out(box: Box) -> None:
    box.put("a.json", "same")
    box.put("b.json", "same")
    (claim,) = box.settled()
    box.folder.fail(claim, FileReason.TRUNCATED)
    assert box.finish() == [("b.json", "same")]
    assert box.below("failed") == [("a.json", "same")] and box.below("done") == [("b.json", "same")]


def test_links_and_what_is_no_file_stay_where_they_are(box: Box, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a.json").write_text("not ours")
    (box.path / "link.json").symlink_to(outside / "a.json")
    (box.path / "folder").symlink_to(outside)
    (box.path / "dangling").symlink_to(tmp_path / "nothing")
    os.mkfifo(box.path / "pipe.json")
    with socket.socket(socket.AF_UNIX) as listening:
        here = Path.cwd()
        os.chdir(box.path)  # the names of sockets are short
        try:
            listening.bind("socket.json")
        finally:
            os.chdir(here)
        assert box.settled() == []
    assert box.folder.pending.irregular == 5 and box.folder.pending.waiting == 0
    assert (outside / "a.json").exists() and (box.path / "link.json").is_symlink()


def test_a_folder_that_becomes_a_link_is_not_followed(box: Box, tmp_path: Path) -> None:
    path = box.put("sub/a.json", "same size")
    box.scan()
    outside = tmp_path / "outside"
    path.parent.rename(outside)
    (box.path / "sub").symlink_to(outside)
    assert box.settled() == [] and (outside / "a.json").exists()


def test_a_link_that_appears_in_the_middle_of_a_scan_is_not_opened(box: Box, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a.json").touch()
    (box.path / "folder").symlink_to(outside)
    (box.path / "a.json").symlink_to(outside / "a.json")
    root = os.open(box.path, os.O_RDONLY)
    try:
        with pytest.raises(NotADirectoryError), drop_files.opened_folder(root, "folder"):
            pass
        with pytest.raises(OSError, match="symbolic"), drop_files.opened_file(root, "a.json"):
            pass
    finally:
        os.close(root)


def test_a_hard_link_is_another_file_of_the_same_content(box: Box, tmp_path: Path) -> None:
    path = box.put("a.json", "same")
    (box.path / "b.json").hardlink_to(path)
    outside = tmp_path / "outside.json"
    outside.hardlink_to(path)
    assert box.finish() == [("a.json", "same")]
    box.settled()
    assert box.below("done") == [("a.json", "same"), ("b.json", "same")]


def test_a_change_through_a_hard_link_is_seen(box: Box, tmp_path: Path) -> None:
    outside = tmp_path / "outside.json"
    outside.hardlink_to(box.put("a.json", "old"))
    (claim,) = box.settled()
    outside.write_text("new")
    assert box.folder.finish([claim]) == [claim]
    assert box.finish() == [("a.json", "new")]


@pytest.mark.parametrize(
    "long", [b"n" * 255, b"\xff\xfe caf\xe9.json", b"line\nbreak \x1b[31m.json", "e\u0301".encode()]
)
def test_any_name_comes_through(box: Box, long: bytes) -> None:
    name = os.fsdecode(long)
    box.put(name)
    box.put("bad" + name[3:], "bad")
    claims = box.settled()
    assert sorted(c.name for c in claims) == sorted([name, "bad" + name[3:]])
    for claim in claims:
        if claim.name == name:
            box.folder.finish([claim])
        else:
            box.folder.fail(claim, Reason.INTERNAL)
    assert box.below("done") == [(name, "x")] and box.below("failed") == [("bad" + name[3:], "bad")]


def test_a_path_too_long_to_be_moved_stays_and_is_counted(box: Box) -> None:
    here = os.open(box.path, os.O_RDONLY)
    for _ in range(16):
        os.mkdir("d" * 250, dir_fd=here)
        inner = os.open("d" * 250, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(os.open("a.json", os.O_WRONLY | os.O_CREAT, dir_fd=here))
    os.close(here)
    box.put("z.json")
    assert box.finish() == [("z.json", "x")]
    assert box.folder.pending.irregular == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_file_fails(box: Box) -> None:
    box.put("a.json").chmod(0)
    assert box.settled() == []
    (reason,) = (box.path / "failed").glob("*.json")
    assert json.loads(reason.read_text())["reason"] == "unreadable-input"


@pytest.mark.parametrize("kind", ["link", "pipe"])
def test_what_takes_the_place_of_a_claimed_file_fails(box: Box, tmp_path: Path, kind: str) -> None:
    box.put("a.json")
    (claim,) = box.settled()
    claim.path.unlink()
    claim.path.symlink_to("/etc/hostname") if kind == "link" else os.mkfifo(claim.path)
    box.restart()
    assert box.settled() == []
    (reason,) = (box.path / "failed").glob("*.json")
    assert json.loads(reason.read_text())["reason"] == "unreadable-input"


def test_files_put_beside_a_claimed_one_are_handed_out_too(box: Box) -> None:
    box.put("b.json", "b")
    (claim,) = box.settled()
    claim.path.with_name("a.json").write_text("a")
    (claim.folder / "sub").mkdir()
    (claim.folder / "sub" / "c.json").write_text("c")
    box.restart()
    assert sorted(box.finish()) == [("a.json", "a"), ("b.json", "b"), ("sub/c.json", "c")]
    assert box.below("processing") == []


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
