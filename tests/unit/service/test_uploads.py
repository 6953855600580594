"""Recordings that arrive: what bounds them, whatever the sizes of the pieces."""

from __future__ import annotations

import asyncio
import errno
import hashlib
from collections.abc import Iterable
from pathlib import Path

import pytest

pytest.importorskip("python_multipart")
pytest.importorskip("starlette")

from starlette.types import Message

from redactor.service.recordings import uploads
from redactor.service.recordings.spool import Spool
from redactor.service.recordings.uploads import Upload, receive_upload
from redactor.service.refusals import RefusedError

BODY = (
    b'--x\r\nContent-Disposition: form-data; name="subject"\r\n\r\np1\r\n'
    b'--x\r\nContent-Disposition: form-data; name="recording"; filename="../../Vexholm.wav"\r\n\r\n'
    + bytes(range(256)) * 20
    + b"\r\n--x--\r\n"
)


def received(pieces: Iterable[bytes], target: Path, *, stops: bool = False) -> Upload:
    waiting = list(pieces)

    async def receive() -> Message:
        if waiting:
            piece = waiting.pop(0)
            return {"type": "http.request", "body": piece, "more_body": stops or bool(waiting)}
        await asyncio.sleep(60)
        raise AssertionError("it waits for ever")

    return asyncio.run(receive_upload("multipart/form-data; boundary=x", receive, target))


@pytest.mark.parametrize("size", [1, 7, 100, len(BODY)])
def test_a_recording_is_the_same_in_pieces_of_any_size(size: int, tmp_path: Path) -> None:
    pieces = [BODY[at : at + size] for at in range(0, len(BODY), size)]
    found = received(pieces, tmp_path / "recording")
    content = bytes(range(256)) * 20
    assert (tmp_path / "recording").read_bytes() == content and (tmp_path / "recording").stat().st_mode & 0o777 == 0o600
    assert found == Upload(hashlib.sha256(content).hexdigest(), b'{"patient_id":"p1"}')
    assert [path.name for path in tmp_path.iterdir()] == ["recording"]


def code(pieces: Iterable[bytes], folder: Path, *, stops: bool = False) -> tuple[int, str]:
    with pytest.raises(RefusedError) as refused:
        received(pieces, folder / "recording", stops=stops)
    return refused.value.status, refused.value.code


def test_a_recording_that_is_too_large_ends_the_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "RECORDING_BYTES", 1000)
    pieces = [BODY[at : at + 100] for at in range(0, len(BODY), 100)]
    assert code(pieces, tmp_path) == (413, "too-large")
    assert (tmp_path / "recording").stat().st_size <= 1000


def test_a_body_without_parts_ends_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "RECORDING_BYTES", 1000)
    for before in (b"", BODY):  # before the first part, and after the last
        assert code([before, *[b"\r\nVexholm" * 10_000] * 30], tmp_path) == (413, "too-large")
        (tmp_path / "recording").unlink()


def test_a_body_that_stops_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "_PIECE_SECONDS", 0.05)
    assert code([BODY[:500]], tmp_path, stops=True) == (408, "too-slow")


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: object, data: bytes, start: int, end: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("redactor.service.recordings.uploads._Form._data", refuse)
    assert code([BODY], tmp_path) == (507, "disk-full")


def test_a_spool_removes_what_ended_processes_left_and_nothing_else(tmp_path: Path) -> None:
    first = Spool(tmp_path, 1)
    left = tmp_path / "service-spool" / "0123456789abcdef"
    (left / "request").mkdir(parents=True)
    (left / "request" / "recording").write_text("Vexholm")
    with first.folder() as folder:
        (folder / "recording").write_text("x")
        second = Spool(tmp_path, 1)
        assert folder.exists() and not left.exists()
    assert not folder.exists() and first.path.exists() and first.path.stat().st_mode & 0o077 == 0
    for spool in (first, second):
        spool.close()
        assert not spool.path.exists()


def test_a_link_in_the_spool_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "home" / "service-spool").mkdir(parents=True, mode=0o700)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "kept").touch()
    (tmp_path / "home" / "service-spool" / "link").symlink_to(tmp_path / "elsewhere")
    Spool(tmp_path / "home", 1).close()
    assert (tmp_path / "elsewhere" / "kept").exists()
