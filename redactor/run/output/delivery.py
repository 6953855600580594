"""This module is the output of the exporter: parts grow in the state folder, and become numbered files in OUT.

A part holds one record per line, behind its record id and resource key. A file holds the records in the order of their
record ids, which tells nothing about when they came. Versions of one resource stay together, the latest last. OUT is
never read: a file is created there under a name that nobody else has, or not at all.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from redactor.errors import RunError
from redactor.files.atomic_file import part_of, sync
from redactor.run.contracts import OutputFile, Processed
from redactor.run.output.durable_files import CHANGED, create_new, sha256
from redactor.run.output.folder import Parts, one_line, part_path
from redactor.run.state.progress import FolderMark
from schemas.engine.records import Outcome

_KINDS = {"records": Outcome.RELEASED, "deleted": Outcome.DELETED}


class DeliveryOutput:
    """A `DeliveryOutput` implements Output[Sequence[Processed], FolderMark]. A unit is a delivery, by its number."""

    def __init__(self, state: Path, out: Path) -> None:
        self._state = state
        self._out = out
        self._parts = Parts(state)
        self._deleted: set[str] = set()

    def open(self, unit: int, mark: FolderMark) -> None:
        """See Output. Cuts the parts back to the mark."""
        self._parts.open(unit, mark)
        self._deleted = (
            {key for _, key, _, _ in _lines(part_path(self._state, "deleted", unit))} if mark.deleted_n else set()
        )

    def must_follow(self, done: Processed) -> bool:
        """Return whether the record can only leave in a later delivery, because this one deletes its resource, and
        does so last.
        """
        return done.outcome is Outcome.RELEASED and done.payload is not None and done.resource_key in self._deleted

    def write(self, batch: Sequence[Processed]) -> FolderMark:
        """See Output. Records that are not released are skipped, and so are heads of Bundles, which have no payload."""
        for done in batch:
            kind = next((k for k, outcome in _KINDS.items() if done.outcome is outcome), None)
            if kind is None or done.payload is None:
                continue
            head = f"{done.record_id}\t{done.resource_key}\t".encode()
            self._parts.write(kind, head + one_line(done.payload) + b"\n", records=1)
            if kind == "deleted":
                self._deleted.add(done.resource_key)
        return self._parts.mark("ndjson")

    def seal(self, unit: int, mark: FolderMark) -> list[OutputFile]:
        """See Output. Raises RunError if somebody else has taken a name. Deletions come last."""
        self.abort()
        marks = {"records": (mark.records_n, mark.records_digest), "deleted": (mark.deleted_n, mark.deleted_digest)}
        files = []
        for kind, (records, digest) in marks.items():
            if not records:
                continue
            part = part_path(self._state, kind, unit)
            if sha256(part) != digest.hex():
                raise RunError(CHANGED)
            ordered = part.with_suffix(".whole")
            found = _write_ordered(part, ordered)
            target = self._target(kind, unit)
            create_new(ordered, target)
            files.append(OutputFile(target.name, found, ordered.stat().st_size, records))
        return files

    def discard(self, unit: int) -> None:
        """See Output."""
        for kind in _KINDS:
            part = part_path(self._state, kind, unit)
            for path in (part_of(self._target(kind, unit)), part.with_suffix(".whole"), part):
                path.unlink(missing_ok=True)

    def abort(self) -> None:
        """See Output."""
        self._parts.close()

    def _target(self, kind: str, unit: int) -> Path:
        return self._out / f"{kind}-{unit:05d}.ndjson"


def _lines(part: Path) -> Iterator[tuple[str, str, int, int]]:
    """Yield the record id and resource key of each line, and where its payload begins and ends."""
    at = 0
    with part.open("rb") as f:
        for line in f:
            record_id, resource_key, _ = line.split(b"\t", 2)
            begin = at + len(record_id) + len(resource_key) + 2
            at += len(line)
            yield record_id.decode(), resource_key.decode(), begin, at


def _write_ordered(part: Path, target: Path) -> str:
    """Write the payloads of a part in order, synced, and return the SHA-256 of the file. It can be repeated."""
    first: dict[str, str] = {}  # of each resource, the record id of its first version here
    order: list[tuple[str, int, int]] = []
    for record_id, resource_key, begin, end in _lines(part):
        order.append((first.setdefault(resource_key, record_id) if resource_key else record_id, begin, end))
    order.sort()  # of equal ids, the line that came first
    target.touch(mode=0o600)
    written = hashlib.sha256()
    with part.open("rb") as f, target.open("wb") as out:
        for _, begin, end in order:
            f.seek(begin)
            payload = f.read(end - begin)
            written.update(payload)
            out.write(payload)
    sync(target)
    return written.hexdigest()
