"""Laws of kept files: any content in any pieces comes back, and any other sequence of frames is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redactor.errors import KeyringError
from redactor.keys import Keyring
from redactor.run.state import kept_files
from redactor.run.state.kept_files import read, write

KEYS = Keyring.generate()
_FRAME, _PREFIX = 8, 21  # bytes
_CONTENT = st.binary(max_size=5 * _FRAME)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with (
        mock.patch.object(kept_files, "FRAME", _FRAME),
        mock.patch("redactor.files.atomic_file.os.fsync"),  # a disk of its own speed is not what is tested
    ):
        yield tmp_path_factory.mktemp("kept") / "a"


def _frames(path: Path) -> list[bytes]:
    data, found, at = path.read_bytes(), [], _PREFIX
    while at < len(data):
        end = at + 5 + int.from_bytes(data[at + 1 : at + 5], "big")
        found.append(data[at:end])
        at = end
    return found


@given(st.lists(_CONTENT, max_size=6))
def test_any_content_in_any_pieces_comes_back(path: Path, pieces: list[bytes]) -> None:
    content = b"".join(pieces)
    assert write(path, pieces, KEYS, "x").size == len(content)
    frames = list(read(path, KEYS, "x"))
    assert b"".join(frames) == content
    assert [len(f) for f in frames[:-1]] == [_FRAME] * (len(frames) - 1) and (len(frames) == 1 or frames[-1])


@given(_CONTENT, _CONTENT, st.lists(st.tuples(st.booleans(), st.integers(0, 5)), max_size=7))
def test_only_the_frames_that_were_written_in_their_order_are_read(
    path: Path, content: bytes, other: bytes, order: list[tuple[bool, int]]
) -> None:
    write(path, [other], KEYS, "x")
    others = _frames(path)
    write(path, [content], KEYS, "x")
    own, head = _frames(path), path.read_bytes()[:_PREFIX]
    parts = [(own if is_own else others)[i % len(own if is_own else others)] for is_own, i in order]
    path.write_bytes(head + b"".join(parts))
    if parts == own:
        assert b"".join(read(path, KEYS, "x")) == content
    else:
        with pytest.raises(KeyringError):
            b"".join(read(path, KEYS, "x"))


@given(_CONTENT, st.integers(0, 10_000), st.integers(0, 255), st.integers(0, 3))
def test_any_change_of_bytes_is_refused(path: Path, content: bytes, at: int, byte: int, more: int) -> None:
    write(path, [content], KEYS, "x")
    data = path.read_bytes()
    at %= len(data)
    for changed in (data[:at] + bytes([byte]) + data[at + 1 :], data[:at], data + bytes([byte]) * more):
        path.write_bytes(changed)
        if changed == data:
            assert b"".join(read(path, KEYS, "x")) == content
        else:
            with pytest.raises(KeyringError):
                b"".join(read(path, KEYS, "x"))
