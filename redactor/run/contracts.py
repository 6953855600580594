"""What a run asks of the record engine, and what it is told: bytes in, bytes out, all of it picklable.

The runner holds no schema, no detector and no parsed record; factories build what does inside each worker.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Literal, Protocol

from redactor.keys import Keyring
from redactor.text import KnownValue
from schemas.engine.records import Outcome, Reason


class FileReason(StrEnum):
    """Why (the rest of) an input file could not be read; it stands where a record's `Reason` does."""

    UNREADABLE = "unreadable-input"
    TRUNCATED = "truncated-input"
    BOMB = "decompression-bomb"


Part = Literal["record", "bundle", "entry"]
_NO_ALIASES: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class RawRecord:
    """One record as it stands in the input.

    data: its JSON; for a table row an object made of the row; for part "bundle" the Bundle without `entry`; for part
    "entry" the entry's resource, b"" where it has none (a deletion, a response). position: "file:line",
    "file:index" or "file:line/entry", numbers only. entry: JSON of the entry without its resource (`fullUrl`,
    `request`, `response`, `search`, ...). aliases: of its Bundle, fullUrl -> "Type/id". last: nothing more follows in
    its Bundle. error: it cannot be processed; data is then what could be kept of it, for the quarantine (b"" when too
    large), and no processor sees it. truncated: data is only the beginning. where: further code for the error.
    """

    data: bytes
    position: str
    schema_name: str | None = None
    part: Part = "record"
    entry: bytes | None = None
    full_url: str | None = None
    aliases: Mapping[str, str] = field(default_factory=lambda: _NO_ALIASES)
    last: bool = False
    error: Reason | FileReason | None = None
    truncated: bool = False
    where: str = ""

    def __reduce__(self) -> tuple[type[RawRecord], tuple[object, ...]]:
        # Every record goes through a pipe: by its arguments, the usual ones left out, that costs a tenth.
        more = (self.schema_name, self.part, self.entry, self.full_url, self.aliases, self.last, self.error,
                self.truncated, self.where)  # fmt: skip
        return RawRecord, (self.data, self.position, *(() if more == _USUAL else more))


_USUAL = (None, "record", None, None, _NO_ALIASES, False, None, False, "")


@dataclass(frozen=True, slots=True)
class Processed:
    """What became of a record.

    payload: released: the encoded de-identified record (of a "bundle" part: the Bundle without entries; of an "entry"
    part: the resource, None where there was none); deleted: the encoded deletion notice; else None. entry: for a
    released "entry" part, the rewritten entry without its resource, JSON. resource_key is the same for every version
    of a resource. Nothing but payload and entry may reach a recipient; nothing here but they may hold data.
    """

    outcome: Outcome
    record_id: str
    resource_key: str
    payload: bytes | None = None
    entry: bytes | None = None
    reason: Reason | FileReason | None = None
    where: str = ""
    resource_type: str = ""
    schema: str = ""
    schema_version: str = ""
    schema_digest: str = ""
    rules: Mapping[str, int] = field(default_factory=dict)
    entities: Mapping[str, int] = field(default_factory=dict)
    omitted: Mapping[str, int] = field(default_factory=dict)

    def __reduce__(self) -> tuple[type[Processed], tuple[object, ...]]:
        return Processed, (
            self.outcome, self.record_id, self.resource_key, self.payload, self.entry, self.reason, self.where,
            self.resource_type, self.schema, self.schema_version, self.schema_digest, self.rules, self.entities,
            self.omitted,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class HarvestBatch:
    """What the first pass found: known values by scope, linked scopes, the newest date. failed: records it broke on."""

    values: Sequence[tuple[str, Sequence[KnownValue]]] = ()
    links: Sequence[tuple[str, str]] = ()
    newest: dt.date | None = None
    failed: int = 0


class Harvester(Protocol):
    """The first pass, in a worker. It raises nothing for a bad record: the second pass quarantines that."""

    def harvest(self, raws: Sequence[RawRecord]) -> HarvestBatch: ...


class Processor(Protocol):
    """The second pass, in a worker: one result a record, in order, the same whatever the batch."""

    def process(self, raws: Sequence[RawRecord]) -> list[Processed]: ...


@dataclass(frozen=True, slots=True)
class RunCallbacks:
    """What the composition root gives. harvester and processor are pickled to the workers and called once in each.

    on_harvest gets the batches in input order, in the main process; what it stores must be visible to processors when
    it returns. on_harvest_end gets the newest date, before any processor is built (from stdin: None, at once), and
    returns the as_of that processors are built with and the manifest states.
    """

    harvester: Callable[[], Harvester]
    processor: Callable[[dt.date | None], Processor]
    on_harvest: Callable[[HarvestBatch], None]
    on_harvest_end: Callable[[dt.date | None], dt.date | None]


@dataclass(frozen=True, slots=True)
class RunMetadata:
    """What manifest and audit say of the configuration. detectors: name -> version. source: a token, never a name."""

    profile: str
    profile_digest: str
    claim: str
    recipient: str
    source: str
    key_id: str
    detectors: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class RunConfig:
    """One run. source: a file, a folder, or None for stdin. fingerprint: of everything that changes the output bytes
    (profile, schemas and approvals, key, settings, detectors); a state is only resumed under the same. home: must not
    contain or lie inside out. Sizes in bytes.
    """

    source: Path | None
    out: Path
    state: Path
    keyring: Keyring
    facts: RunMetadata
    fingerprint: str
    home: Path | None = None
    schema_name: str | None = None
    workers: int = 1
    batch_records: int = 500
    batch_bytes: int = 1024 * 1024
    max_record_bytes: int = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Progress:
    """Told after each chunk. done and total: bytes of input as stored, total 0 from stdin."""

    phase: Literal["harvest", "process"]
    done: int
    total: int
    records: int
    quarantined: int


@dataclass(frozen=True, slots=True)
class Summary:
    """What a run did. records == sum(outcomes.values()). harvested: "all" inputs first, or "seen" from stdin.
    harvest_failed: records the first pass broke on, whose known values are missing.
    """

    records: int
    outcomes: Mapping[str, int]
    reasons: Mapping[str, int]
    entities: Mapping[str, int]
    omitted: Mapping[str, int]
    resource_types: Mapping[str, int]
    files: int
    as_of: dt.date | None
    harvested: Literal["all", "seen"]
    harvest_failed: int
    out: Path
    state: Path
