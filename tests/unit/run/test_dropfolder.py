"""A drop folder: each content is handed out once, when it is complete, whatever its producers do."""

from __future__ import annotations

import hashlib
import json
import os

import pytest

from redactor.run.contracts import FileReason
from schemas.engine.records import Reason
from tests.unit.run.dropfolder_kit import NAME, SETTLE, Box, box

__all__ = ["box"]


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
