"""This module holds the progress of an input file, and encodes it for the journal."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from redactor.run.contracts import Blocked, Processed
from redactor.run.intake.raw_records import Form
from schemas.engine.records import Outcome


@dataclass(frozen=True, slots=True)
class OpenBundle:
    """An open Bundle is one whose entries are still coming.

    opened: whether its head is written. entries: how many entries are written.
    """

    opened: bool = False
    entries: int = 0


@dataclass(frozen=True, slots=True)
class FolderMark:
    """A `FolderMark` tells how far the output of an input file is written.

    The fields *_at count the bytes of its parts, *_n the records in them; *_digest is the SHA-256 of the bytes. form:
    of the input file, known when the file is read to its end.
    """

    records_at: int = 0
    records_n: int = 0
    deleted_at: int = 0
    deleted_n: int = 0
    form: Form = "none"
    bundle: OpenBundle | None = None
    records_digest: bytes = b""
    deleted_digest: bytes = b""


@dataclass(frozen=True, slots=True)
class WaitingHead:
    """A waiting head is a Bundle of which nothing has left yet; it leaves with its first entry, or not at all.

    supersedes: as the audit states it. withheld: the reason code for which an entry was withheld.
    """

    position: str
    done: Processed
    supersedes: str | None = None
    withheld: str = ""


@dataclass(slots=True)
class FileProgress:
    """A `FileProgress` holds the progress of one input file.

    taken: how many raw records are committed. chain: the keyed hash over them. blocked: the outcome of an open Bundle
    that is not released. head: the head of a Bundle that waits for its first entry.
    """

    taken: int = 0
    chain: bytes = b""
    blocked: Blocked | None = None
    mark: FolderMark = field(default_factory=FolderMark)
    head: WaitingHead | None = None


class _StoredBundle(msgspec.Struct):
    opened: bool = False
    entries: int = 0
    blocked: Blocked | None = None


_TEXTS = ("record_id", "resource_key", "resource_type", "schema", "schema_version", "schema_digest", "kernels")
_COUNTS = ("rules", "entities", "omitted", "emptied", "unknown", "second")


class _StoredHead(msgspec.Struct):
    """This is the stored form of a waiting head; texts and counts hold the fields named by _TEXTS and _COUNTS, in
    order.
    """

    position: str
    payload: bytes | None
    texts: tuple[str, ...]
    counts: tuple[dict[str, int], ...]
    supersedes: str | None = None
    withheld: str = ""


class _Stored(msgspec.Struct):
    """This is the stored form of the progress. Journals hold it: only add fields with a default."""

    taken: int = 0
    chain: bytes = b""
    records_at: int = 0
    records_n: int = 0
    deleted_at: int = 0
    deleted_n: int = 0
    form: Form = "none"
    bundle: _StoredBundle | None = None
    records_digest: bytes = b""
    deleted_digest: bytes = b""
    head: _StoredHead | None = None


def encode(p: FileProgress) -> bytes:
    """Encode the progress as the journal stores it."""
    m = p.mark
    bundle = None if m.bundle is None else _StoredBundle(m.bundle.opened, m.bundle.entries, p.blocked)
    at = (m.records_at, m.records_n, m.deleted_at, m.deleted_n)
    head = None if p.head is None else _head_to_stored(p.head)
    stored = _Stored(p.taken, p.chain, *at, m.form, bundle, m.records_digest, m.deleted_digest, head)
    return msgspec.msgpack.encode(stored)


def _head_to_stored(head: WaitingHead) -> _StoredHead:
    texts = tuple(str(getattr(head.done, name)) for name in _TEXTS)
    counts = tuple(dict(getattr(head.done, name)) for name in _COUNTS)
    return _StoredHead(head.position, head.done.payload, texts, counts, head.supersedes, head.withheld)


def _head_from_stored(s: _StoredHead) -> WaitingHead:
    fields = dict(zip(_TEXTS, s.texts, strict=True)) | dict(zip(_COUNTS, s.counts, strict=True))
    done = Processed(Outcome.RELEASED, payload=s.payload, **fields)  # type: ignore[arg-type]
    return WaitingHead(s.position, done, s.supersedes, s.withheld)


def decode(data: bytes) -> FileProgress:
    """Decode the progress that `encode` encoded."""
    s = msgspec.msgpack.decode(data, type=_Stored)
    bundle = None if s.bundle is None else OpenBundle(s.bundle.opened, s.bundle.entries)
    at = (s.records_at, s.records_n, s.deleted_at, s.deleted_n)
    mark = FolderMark(*at, s.form, bundle, s.records_digest, s.deleted_digest)
    head = None if s.head is None else _head_from_stored(s.head)
    return FileProgress(s.taken, s.chain, s.bundle.blocked if s.bundle is not None else None, mark, head)
