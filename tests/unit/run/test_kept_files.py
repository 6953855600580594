"""Kept files: encrypted frames that cannot be cut, moved or exchanged, and files that are whole or absent."""

from __future__ import annotations

import errno
import os
import resource
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from redactor.errors import KeyringError
from redactor.keys import Keyring
from redactor.run.state import kept_files
from redactor.run.state.kept_files import FRAME, opened, read, remove_others, renew, write
from tests.unit.run.test_disk_full import limited

KEYS = Keyring.generate()
_PREFIX = 5 + 16  # the mark and the id of the file


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames of eight bytes: the same borders, in less time."""
    monkeypatch.setattr(kept_files, "FRAME", 8)


def kept(folder: Path, content: bytes, name: str = "a", context: str = "run/1") -> Path:
    write(folder / name, [content], KEYS, context)
    return folder / name


def frames(path: Path) -> list[bytes]:
    data, found, at = path.read_bytes(), [], _PREFIX
    while at < len(data):
        end = at + 5 + int.from_bytes(data[at + 1 : at + 5], "big")
        found.append(data[at:end])
        at = end
    return found


def put(path: Path, parts: list[bytes]) -> None:
    path.write_bytes(path.read_bytes()[:_PREFIX] + b"".join(parts))


def refused(path: Path, context: str = "run/1") -> bool:
    try:
        b"".join(read(path, KEYS, context))
    except KeyringError:
        return True
    return False


@pytest.mark.parametrize("size", [0, 1, FRAME - 1, FRAME, FRAME + 1, 2 * FRAME, 2 * FRAME + 7])
def test_content_comes_back_and_cannot_be_read_on_the_disk(size: int, tmp_path: Path) -> None:
    content = (b"Vexholm " * (size // 8 + 1))[:size]
    told = write(tmp_path / "a", (content[i : i + 70_001] for i in range(0, size, 70_001)), KEYS, "run/1")
    assert b"".join(read(tmp_path / "a", KEYS, "run/1")) == content
    assert told.size == size
    assert b"Vexholm" not in (tmp_path / "a").read_bytes()
    assert len(frames(tmp_path / "a")) == max(1, -(-size // FRAME))
    assert (tmp_path / "a").stat().st_mode & 0o077 == 0


def test_frames_cannot_be_cut_off_exchanged_repeated_or_added(small: None, tmp_path: Path) -> None:
    path = kept(tmp_path, b"0123456789" * 3)
    parts = frames(path)
    a, b, c, d = parts
    other = frames(kept(tmp_path, b"0123456789" * 3, "b"))
    shapes = [
        [], [a], [a, b, c], [b, c, d], [b, a, c, d], [a, c, d], [a, b, b, c, d], [d], [a, d], [*parts, d], [*parts, a],
        [*parts, b"\0"], [*parts, *other], [other[0], b, c, d], [a, b, c, other[3]], [a, b, c, b"\0" + d[1:]],
        [b"\1" + a[1:]], [b"\1" + a[1:], b, c, d], [b"\2" + a[1:], b, c, d], [a, b, c, d[:-1]],
        [a[:1] + (2**32 - 1).to_bytes(4, "big") + a[5:]], [a[:1] + bytes(4), b, c, d],
    ]  # fmt: skip
    for shape in shapes:
        put(path, shape)
        assert refused(path)
    put(path, parts)
    assert not refused(path)


def test_every_changed_bit_and_every_cut_is_refused(small: None, tmp_path: Path) -> None:
    path = kept(tmp_path, b"0123456789")
    data = path.read_bytes()
    for i in range(len(data)):
        path.write_bytes(data[:i] + bytes([data[i] ^ 1 << i % 8]) + data[i + 1 :])
        assert refused(path), i
        path.write_bytes(data[:i])
        assert refused(path), i


def test_a_file_in_the_place_of_another_is_refused(tmp_path: Path) -> None:
    path = kept(tmp_path, b"x")
    assert refused(path, "run/2") and refused(tmp_path / "none") and not refused(path)
    with pytest.raises(KeyringError, match="does not hold"):
        list(read(path, Keyring.generate(), "run/1"))


def test_memory_is_bounded(tmp_path: Path) -> None:
    def content() -> Iterator[bytes]:
        for _ in range(24):
            yield bytes(FRAME)

    tracemalloc.start()
    try:
        write(tmp_path / "a", content(), KEYS, "run/1")
        with (tmp_path / "a").open("rb") as file:
            kept_files.write_copy(tmp_path / "b", file, KEYS, "run/2")
        assert sum(map(len, read(tmp_path / "a", KEYS, "run/1"))) == 24 * FRAME
        assert tracemalloc.get_traced_memory()[1] < 10 * FRAME
    finally:
        tracemalloc.stop()


def test_what_cannot_be_written_whole_leaves_what_was_there(tmp_path: Path) -> None:
    path = kept(tmp_path, b"before")
    with limited(FRAME), pytest.raises(OSError) as told:
        write(path, [bytes(3 * FRAME)], KEYS, "run/1")
    assert told.value.errno == errno.EFBIG
    with pytest.raises(ZeroDivisionError):
        write(path, (bytes(1 // n) for n in (1, 0)), KEYS, "run/1")
    assert b"".join(read(path, KEYS, "run/1")) == b"before"
    assert [p.name for p in tmp_path.iterdir()] == ["a"]


def test_a_clear_copy_is_whole_or_absent_and_has_no_name(small: None, tmp_path: Path) -> None:
    path = kept(tmp_path, b"Vexholm " * 4)
    with opened(path, KEYS, "run/1") as clear:
        assert clear.read_bytes() == b"Vexholm " * 4
        assert [p.name for p in tmp_path.iterdir()] == ["a"]
        with clear.open("rb") as one, clear.open("rb") as two:
            assert (one.read(3), two.read(7)) == (b"Vex", b"Vexholm"), "each opening has a place of its own"
    assert not clear.exists()
    put(path, frames(path)[:-1])
    with pytest.raises(KeyringError), opened(path, KEYS, "run/1"):
        raise AssertionError("a file that was cut is not opened")


@pytest.mark.parametrize("content", [b"", b"0123456789" * 3])
def test_a_new_key_takes_the_place_of_old_ones(small: None, content: bytes, tmp_path: Path) -> None:
    path = kept(tmp_path, content)
    assert not renew(path, KEYS, "run/1")
    newer = KEYS.rotated()
    assert renew(path, newer, "run/1") and not renew(path, newer, "run/1")
    assert b"".join(read(path, newer, "run/1")) == content
    assert refused(path), "the old keyring reads it no more"
    put(path, frames(path)[:-1])
    with pytest.raises(KeyringError):
        renew(path, newer.rotated(), "run/1")


def test_a_renewal_without_space_keeps_the_old_file(tmp_path: Path) -> None:
    path = kept(tmp_path, bytes(2 * FRAME))
    with limited(FRAME), pytest.raises(OSError):
        renew(path, KEYS.rotated(), "run/1")
    assert not refused(path)


def test_leftovers_of_a_crash_are_removed(tmp_path: Path) -> None:
    for name in ("a", "b", ".c.77.part"):
        (tmp_path / name).touch()
    (tmp_path / "lost+found").mkdir()
    remove_others(tmp_path, {"a"})
    assert {p.name for p in tmp_path.iterdir()} == {"a", "lost+found"}
    remove_others(tmp_path / "none", set())
    kept_files.remove([tmp_path / "a", tmp_path / "gone"])
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize("killed", ["write", "fsync", "replace"])
def test_a_kill_at_any_step_leaves_the_old_file_or_the_new_one(killed: str, tmp_path: Path) -> None:
    path = kept(tmp_path, b"before")
    steps: dict[str, Callable[[], None]] = {
        "write": lambda: write(path, _killing(), KEYS, "run/1"),  # type: ignore[dict-item, return-value]
        "fsync": lambda: _with_killer("fsync", path),
        "replace": lambda: _with_killer("replace", path),
    }
    if (child := os.fork()) == 0:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        try:
            steps[killed]()
        finally:
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 9
    assert b"".join(read(path, KEYS, "run/1")) == b"before"
    remove_others(tmp_path, {"a"})
    assert [p.name for p in tmp_path.iterdir()] == ["a"]


def _killing() -> Iterator[bytes]:
    yield bytes(FRAME + 1)
    os.kill(os.getpid(), 9)


def _with_killer(step: str, path: Path) -> None:
    if step == "fsync":
        os.fsync = lambda fd: os.kill(os.getpid(), 9)
    else:
        Path.replace = lambda self, target: os.kill(os.getpid(), 9)  # type: ignore[assignment, return-value]
    write(path, [b"after"], KEYS, "run/1")
