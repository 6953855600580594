"""A drop folder: links, names and what is no file neither mislead it nor stop it."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path

import pytest

from redactor.run import drop_files
from schemas.engine.records import Reason
from tests.unit.run.dropfolder_kit import Box, box

__all__ = ["box"]


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
