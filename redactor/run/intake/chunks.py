"""This module cuts input files into chunks, the unit of work and of commit, at borders that depend on input alone."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from redactor.errors import RunError
from redactor.run.contracts import RawRecord
from redactor.run.intake.empty_records import without_most_empty
from redactor.run.intake.files import InputFile
from redactor.run.intake.raw_records import Form, Reader


@dataclass(frozen=True, slots=True)
class Chunk:
    """A chunk holds consecutive raw records of one file.

    end: the form of the file, set on the file's last chunk (which may be empty). consumed: bytes of the stored file
    read so far. size: bytes held by the records. has_guessed: set on the last chunk, as in `Reader`.
    """

    file: InputFile
    raws: tuple[RawRecord, ...]
    size: int
    consumed: int
    end: Form | None = None
    has_guessed: bool = False


@dataclass(frozen=True, slots=True)
class ChunkSizes:
    """A `ChunkSizes` limits chunks.

    records and bytes: a chunk ends with the record that reaches either. record_bytes: the largest record.
    """

    records: int
    bytes: int
    record_bytes: int


def _size(raw: RawRecord) -> int:
    return len(raw.data) + len(raw.entry or b"")


def extend_chain(chain: bytes, key: bytes, raw: RawRecord) -> bytes:
    """Return the keyed hash over all records so far, extended by one record. Equal chains mean equal input."""
    mac = hashlib.blake2b(chain, key=key, digest_size=16)
    mac.update(f"\0{raw.position}\0{raw.error}\0{len(raw.data)}\0".encode())
    mac.update(raw.data)
    mac.update(raw.entry or b"")
    return mac.digest()


def chunks(
    file: InputFile,
    sizes: ChunkSizes,
    schema_name: str | None,
    *,
    skip: int = 0,
    chain: bytes = b"",
    key: bytes = b"",
    oldest_first: bool = False,
) -> Iterator[Chunk]:
    """Yield the chunks of a file after its first `skip` records. Raises RunError if the chain of these is not `chain`.

    The file is read from its start again, so that resuming also works for pipes, gzip and tables. oldest_first: as in
    `split_bundle`.
    """
    reader = Reader(file, sizes.record_bytes, schema_name, oldest_first=oldest_first)
    records = without_most_empty(reader.records(), file)
    seen = b""
    for _ in range(skip):
        raw = next(records, None)
        seen = extend_chain(seen, key, raw) if raw is not None else b"?"
    if skip and seen != chain:
        raise RunError("the input is not the one this run began with; name a new --state and an empty OUT")
    held: list[RawRecord] = []
    size = 0
    for raw in records:
        held.append(raw)
        size += _size(raw)
        if len(held) >= sizes.records or size >= sizes.bytes:
            yield Chunk(file, tuple(held), size, reader.consumed)
            held, size = [], 0
    yield Chunk(file, tuple(held), size, reader.consumed, reader.form, reader.has_guessed)
