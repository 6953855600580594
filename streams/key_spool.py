"""The message keys that the first pass of an ingest finds, on disk until the second pass needs them.

They are keyed hashes, which tell nothing of the input. Each lies beside a checksum of its record, so that a file that
was changed between the passes gives no record the key of another.
"""

from __future__ import annotations

import struct
import tempfile
import zlib
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from redactor.run.contracts import RawRecord

_ENTRY = struct.Struct("<I32s")  # checksum and key
_NO_KEY = bytes(32)
_IN_MEMORY = 1 << 20  # bytes


class KeySpool:
    """A context manager. All records are added before the first key is taken, in the same order."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - closed by __exit__
        self._is_written = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None) -> None:
        self._file.close()

    def add(self, raws: Sequence[RawRecord], keys: Sequence[bytes | None]) -> None:
        """Add the next records. Each key has 32 bytes; None if it is not known."""
        pack = _ENTRY.pack
        self._file.write(b"".join([pack(_checksum(r), k or _NO_KEY) for r, k in zip(raws, keys, strict=True)]))

    def take(self, raws: Sequence[RawRecord]) -> list[bytes | None]:
        """The keys of the next records. None if the key is not known, or the record not the one that was added."""
        if not self._is_written:
            self._file.seek(0)
            self._is_written = True
        data = self._file.read(len(raws) * _ENTRY.size)
        entries = list(_ENTRY.iter_unpack(data[: len(data) // _ENTRY.size * _ENTRY.size]))
        missing = len(raws) - len(entries)
        return [
            key if key != _NO_KEY and checksum == _checksum(raw) else None
            for raw, (checksum, key) in zip(raws, [*entries, *[(0, _NO_KEY)] * missing], strict=True)
        ]


def _checksum(raw: RawRecord) -> int:
    return zlib.crc32(raw.entry or b"", zlib.crc32(raw.data, zlib.crc32(raw.position.encode())))
