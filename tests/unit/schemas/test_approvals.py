"""Approvals: the chain, the home, the head beside the keyring, and what supersedes what."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from redactor.errors import ApprovalError
from redactor.keys import Keyring
from redactor.keys.keyring_file import keyring_path
from schemas.documents.approvals import Appended, Approvals
from schemas.documents.registry import Registry
from schemas.engine.records import Reason, RecordError


class Desk:
    """A home and a keyring that lies apart from it."""

    def __init__(self, root: Path) -> None:
        self.home, self.keys = root / "home", root / "keys" / "keys.json"
        Keyring.generate().save(self.keys)
        self.file, self.head = self.home / "approvals.jsonl", root / "keys" / "keys.json.approvals"

    def approvals(self, home: Path | None = None) -> Approvals:
        return Approvals(home or self.home, Keyring.load(self.keys), self.head)

    def approve(self, digest: str, name: str = "records/visit", **more: Any) -> Appended:
        return self.approvals().approve("schema", name, "1.0", digest, "Ada", "2026-01-01T00:00:00Z", **more)

    def withdraw(self, name: str = "records/visit", digest: str = "") -> Appended:
        return self.approvals().withdraw("schema", name, digest, "Ada", "2026-01-02T00:00:00Z")

    def status(self, digest: str) -> str:
        return self.approvals().status("schema", digest)

    def lines(self) -> list[bytes]:
        return self.file.read_bytes().splitlines(keepends=True)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_an_approval_is_for_one_kind_and_one_digest(desk: Desk) -> None:
    assert desk.status("d1") == "none"
    assert desk.approve("d1") == Appended(head_kept=True, ends_earlier=False)
    found = desk.approvals()
    assert found.approved("schema", "d1")
    assert not found.approved("schema", "d2")
    assert not found.approved("profile", "d1")
    assert [e["by"] for e in found.entries()] == ["Ada"]
    assert desk.head.stat().st_mode & 0o777 == 0o600


def test_an_approval_and_a_withdrawal_need_a_name(desk: Desk) -> None:
    with pytest.raises(ValueError, match="--by"):
        desk.approvals().approve("schema", "n", "1", "d", " ", "2026")
    with pytest.raises(ValueError, match="--by"):
        desk.approvals().withdraw("schema", "n", "d", "", "2026")


def test_a_newer_approval_supersedes_an_older_one_of_the_name(desk: Desk) -> None:
    desk.approve("d1")
    desk.approve("e1", name="records/other")
    desk.approve("d2")
    assert [desk.status(d) for d in ("d1", "d2", "e1")] == ["superseded", "approved", "approved"]
    desk.approve("d1")  # a person may go back
    assert [desk.status(d) for d in ("d1", "d2")] == ["approved", "superseded"]
    desk.approve("d3", keep=True)
    assert [desk.status(d) for d in ("d1", "d2", "d3")] == ["approved", "superseded", "approved"]


def test_a_withdrawal_ends_all_approvals_of_the_name(desk: Desk) -> None:
    desk.approve("d1")
    desk.approve("d2", keep=True)
    desk.approve("e1", name="records/other")
    desk.withdraw(digest="shipped")
    assert {desk.status(d) for d in ("d1", "d2", "shipped")} == {"withdrawn"}
    assert desk.status("e1") == "approved"
    desk.approve("d2")
    assert [desk.status(d) for d in ("d1", "d2")] == ["withdrawn", "approved"]


def test_a_document_that_is_put_back_is_refused_with_the_reason(desk: Desk, tmp_path: Path) -> None:
    ours = tmp_path / "ours"
    ours.mkdir()

    def put(rule: str) -> Registry:
        field = {"type": "string", "rule": rule, "entity": "ID"}
        body = {"title": "records/visit", "version": "1", "dataType": "visit", "subject": [], "type": "object"}
        (ours / "visit.json").write_text(json.dumps({**body, "properties": {"note": field}}))
        return Registry([ours], desk.approvals())

    def reason(registry: Registry) -> Reason:
        with pytest.raises(RecordError) as raised:
            registry.select({"dataType": "visit"})
        return raised.value.reason

    desk.approve(put("passThrough").digest("records/visit"))
    desk.approve(put("drop").digest("records/visit"))
    assert put("drop").select({"dataType": "visit"})
    assert reason(put("passThrough")) is Reason.APPROVAL_SUPERSEDED
    desk.withdraw()
    assert reason(put("drop")) is Reason.APPROVAL_WITHDRAWN
    assert reason(put("hash")) is Reason.NOT_APPROVED


def test_a_shipped_schema_can_be_withdrawn(desk: Desk) -> None:
    digest = Registry().digest("records/notesTable")
    assert Registry((), desk.approvals()).status("records/notesTable") == "approved"
    desk.withdraw("records/notesTable", digest)
    assert Registry((), desk.approvals()).status("records/notesTable") == "withdrawn"


def _changed(lines: list[bytes], field: str) -> list[bytes]:
    entry = json.loads(lines[1])
    entry[field] = "approve" if field == "action" else "9"
    return [lines[0], json.dumps(entry).encode() + b"\n", lines[2]]


Attack = Callable[[list[bytes]], list[bytes]]
FIELDS = ("format", "number", "action", "kind", "name", "version", "digest", "by", "at", "reason", "people", "mac")
ATTACKS: dict[str, Attack] = {
    "emptied": lambda _: [],
    "first removed": lambda x: x[1:],
    "middle removed": lambda x: [x[0], x[2]],
    "last removed": lambda x: x[:2],
    "last but one left": lambda x: x[:1],
    "reordered": lambda x: [x[0], x[2], x[1]],
    "repeated": lambda x: [*x, x[0]],
    "last repeated": lambda x: [*x, x[2]],
    "last cut": lambda x: [*x[:2], x[2][:-1]],
    "a line of text": lambda x: [*x, b"x\n"],
    "an empty line": lambda x: [*x, b"\n"],
    "a list": lambda x: [*x, b"[1]\n"],
    "deep": lambda x: [*x, b"[" * 100_000 + b"\n"],
    "old format first": lambda x: [b'{"kind":"schema","digest":"d9","mac":"00"}\n', *x],
    "not UTF-8": lambda x: [*x, b"\xff\n"],
    **{f"changed {f}": lambda x, f=f: _changed(x, f) for f in FIELDS},  # type: ignore[misc]
    "field added": lambda x: [*x[:2], x[2].replace(b"{", b'{"x": "y", ', 1)],
    "field removed": lambda x: [*x[:2], x[2].replace(b'"by": "Ada", ', b"", 1)],
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_changed_file_is_refused_as_a_whole(desk: Desk, attack: str) -> None:
    desk.approve("d1")
    desk.withdraw()
    desk.approve("d3", name="records/other")
    desk.file.write_bytes(b"".join(ATTACKS[attack](desk.lines())))
    for call in (lambda: desk.status("d3"), lambda: desk.approve("d4"), desk.approvals().entries):
        with pytest.raises(ApprovalError, match="approve"):
            call()


def test_an_older_state_of_home_is_refused(desk: Desk) -> None:
    desk.approve("d1")
    shutil.copytree(desk.home, desk.home.with_name("backup"))
    desk.withdraw()
    shutil.rmtree(desk.home)
    shutil.copytree(desk.home.with_name("backup"), desk.home)
    with pytest.raises(ApprovalError, match="keyring remembers"):
        desk.status("d1")
    desk.file.unlink()
    with pytest.raises(ApprovalError, match="missing"):  # a withdrawal may be among them
        desk.status("d1")
    desk.approve("d5")  # what the message says
    assert [desk.status(d) for d in ("d1", "d5")] == ["none", "approved"]
    shutil.copy(desk.home.with_name("backup") / "approvals.jsonl", desk.file)
    with pytest.raises(ApprovalError):
        desk.status("d1")


def test_approvals_copied_to_another_home_are_refused(desk: Desk, tmp_path: Path) -> None:
    desk.approve("d1")
    shutil.copytree(desk.home, tmp_path / "other")
    for head in (desk.head, None, tmp_path / "else" / "head"):
        with pytest.raises(ApprovalError):
            Approvals(tmp_path / "other", Keyring.load(desk.keys), head).approved("schema", "d1")
    (tmp_path / "link").symlink_to(desk.home)
    assert desk.approvals(tmp_path / "link").approved("schema", "d1")  # the same home


def test_approvals_under_another_keyring_are_refused(desk: Desk) -> None:
    desk.approve("d1")
    with pytest.raises(ApprovalError, match="keyring"):
        Approvals(desk.home, Keyring.generate()).approved("schema", "d1")


def test_rotation_and_new_epochs_keep_approvals(desk: Desk) -> None:
    desk.approve("d1")
    Keyring.change(desk.keys, Keyring.rotated)
    Keyring.change(desk.keys, Keyring.next_epoch)
    assert desk.status("d1") == "approved"
    desk.approve("d2")
    assert [desk.status(d) for d in ("d1", "d2")] == ["superseded", "approved"]


def test_approvals_of_the_first_format_must_be_given_again(desk: Desk) -> None:
    old = {"kind": "schema", "name": "n", "version": "1", "digest": "d1", "by": "Ada", "at": "2026"}
    old["mac"] = Keyring.load(desk.keys).internal("approval").digest(*old.values()).hex()
    desk.home.mkdir()
    desk.file.write_text(json.dumps(old) + "\n")
    with pytest.raises(ApprovalError, match=r"earlier version.*schema approve"):
        desk.status("d1")
    with pytest.raises(ApprovalError, match="earlier version"):
        Registry((), desk.approvals()).check()
    desk.approve("d2")
    assert [desk.status(d) for d in ("d1", "d2")] == ["none", "approved"]
    assert json.loads((desk.home / "approvals.old.jsonl").read_text()) == old


# -- the head


def test_the_head_may_be_missing_only_where_it_cannot_be_written(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.approve("d1")
    desk.head.unlink()
    with pytest.raises(ApprovalError, match="missing beside the keyring"):
        desk.status("d1")
    monkeypatch.setattr("os.access", lambda *_: False)  # a read-only mounted secret
    assert desk.status("d1") == "approved"
    assert not desk.approve("d2").head_kept
    assert [desk.status(d) for d in ("d1", "d2")] == ["superseded", "approved"]


def test_a_head_that_settings_name_must_be_there_even_where_it_cannot_be_written(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the keyring in the environment: whoever removed the folder of the head had all heads forgotten."""

    def approvals() -> Approvals:
        return Approvals(desk.home, Keyring.load(desk.keys), desk.head, head_is_named=True)

    desk.approve("d1")
    monkeypatch.setattr("os.access", lambda *_: False)
    assert approvals().approved("schema", "d1")
    with pytest.raises(ApprovalError, match="cannot be written"):
        approvals().approve("schema", "n", "1", "d2", "Ada", "2026")
    for emptied in (b"{}", b"", None):
        desk.head.unlink() if emptied is None else desk.head.write_bytes(emptied)
        with pytest.raises(ApprovalError, match="set REDACTOR_KEYRING"):
            approvals().status("schema", "d1")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"a": 1}', '{"PLACE": {"count": "1", "mac": "x"}}'])
def test_a_damaged_head_is_refused(desk: Desk, text: str) -> None:
    desk.approve("d1")
    (place,) = json.loads(desk.head.read_text())
    desk.head.write_text(text.replace("PLACE", place))
    with pytest.raises(ApprovalError, match="damaged"):
        desk.status("d1")


def test_homes_with_one_keyring_have_heads_of_their_own(desk: Desk, tmp_path: Path) -> None:
    desk.approve("d1")
    desk.approvals(tmp_path / "second").approve("schema", "n", "1", "d2", "Ada", "2026")
    assert desk.status("d1") == "approved" and desk.status("d2") == "none"
    assert desk.approvals(tmp_path / "second").approved("schema", "d2")


def test_a_crash_between_the_file_and_the_head_loses_nothing(desk: Desk) -> None:
    desk.approve("d1")
    head = desk.head.read_bytes()
    desk.approve("d2")
    desk.head.write_bytes(head)
    assert desk.status("d2") == "approved"
    desk.file.write_bytes(desk.file.read_bytes() + b'{"format": "2", "num')  # a line cut off by a crash
    assert desk.status("d2") == "approved"
    desk.approve("d3")
    assert len(desk.approvals().entries()) == 3


def test_the_path_of_a_keyring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "keys.json").touch()
    (tmp_path / "link").symlink_to(tmp_path / "keys.json")
    monkeypatch.chdir(tmp_path)
    for source in ("keys.json", "'keys.json'", tmp_path / "link"):
        assert keyring_path(source) == (tmp_path / "keys.json").resolve()
    for source in (None, "", '{"format": 1}', "'{}'"):
        assert keyring_path(source) is None


def _approve_many(home: Path, keys: Path, head: Path, start: int) -> None:
    approvals = Approvals(home, Keyring.load(keys), head)
    for i in range(start, start + 10):
        approvals.approve("schema", "n", "1", f"d{i}", "Ada", "2026")


def test_concurrent_processes_extend_one_chain(desk: Desk) -> None:
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_approve_many, args=(desk.home, desk.keys, desk.head, s)) for s in (0, 20)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(desk.approvals().entries()) == 20


def test_approvals_that_are_a_pipe_are_refused_at_once(desk: Desk) -> None:
    desk.approve("d1")
    (path,) = desk.home.glob("approvals.jsonl")
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(OSError, match="regular file"):
        desk.status("d1")


def test_a_disk_that_fills_up_within_a_line_locks_nobody_out(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel writes what fits and says so; only the next call is refused."""
    desk.approve("d1")
    real, left = os.pwrite, [100]

    def full(fd: int, data: bytes, at: int) -> int:
        if not left[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        written = real(fd, data[: left[0]], at)
        left[0] = 0
        return written

    monkeypatch.setattr(os, "pwrite", full)
    with pytest.raises(OSError, match="No space"):
        desk.approve("d2")
    monkeypatch.undo()
    assert (desk.status("d1"), desk.status("d2")) == ("approved", "none")
    desk.approve("d2")
    assert (desk.status("d1"), desk.status("d2")) == ("superseded", "approved")
