"""This module defines what the runner and the workers exchange: bytes in, bytes out, everything picklable.

The runner holds no schema, no detector and no parsed record. Factories build these inside each worker.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

import msgspec

from redactor.costs import Costs
from redactor.policy.date_levels import DatePolicy  # msgspec reads a RunMetadata, and looks both up
from redactor.policy.profiles import ReleaseVoice
from schemas.engine.records import Original, Outcome, Reason, RecordIn

if TYPE_CHECKING:  # what reads the reasons alone, as the command that supervises a service, needs no engine
    from redactor.detect.known.search_keys import Indexed
    from redactor.keys import Keyring
    from redactor.llm.ledger import Totals
    from redactor.run.note_names import NoteNames
    from redactor.text import KnownValue
    from schemas.harvest.results import ClueKind


class FileReason(StrEnum):
    """A file reason says why an input file, the rest of it, or a message could not be read, as a record's `Reason`
    does.
    """

    UNREADABLE = "unreadable-input"
    TRUNCATED = "truncated-input"
    BOMB = "decompression-bomb"
    EMPTY_RECORDS = "empty-records"
    HL7_V2 = "hl7-v2"
    CDA = "cda"
    FHIR_XML = "fhir-xml"
    XML = "xml"
    SCHEMA_REGISTRY = "schema-registry"
    AUDIO_INPUT = "audio-input"
    LINK = "link"
    NO_FORMATS = "formats-extra-missing"
    ENCRYPTED = "encrypted-input"
    NO_TEXT = "no-text"
    PAGES_WITHOUT_TEXT = "pages-without-text"
    ATTACHMENTS = "attachments-withheld"
    UNMARKED_TEXT = "text-stored-as-bytes"
    NESTED = "packed-within-archive"
    CONTAINER = "container-in-stream"
    OPEN_DATABASE = "open-database"
    WORD_PROCESSOR = "word-processor-file"
    SPREADSHEET = "spreadsheet-file"
    PRESENTATION = "presentation-file"
    PICTURE = "picture-file"
    MAILBOX = "mailbox-file"
    OTHER_ARCHIVE = "archive-file"
    OTHER_DATABASE = "database-file"


REASONS: Mapping[str, Reason | FileReason] = {r.value: r for enum in (Reason, FileReason) for r in enum}
"""This maps the code of every reason to the reason."""
Part = Literal["record", "bundle", "entry", "recording"]
Blocked = tuple[str, str]
"""Outcome and reason, as codes, of a Bundle that is not released; its entries inherit both."""
BATCH_SECONDS = 1800.0
"""A worker process may take this long for a batch, beside the time for its size."""


# A frozen dataclass of as many fields takes thirty times as long to create as a Struct.
class RawRecord(msgspec.Struct, frozen=True):
    """A raw record is one record as the input holds it.

    data: the record's JSON; for a table row, an object with the row's fields; for part "bundle", the Bundle without
    `entry`; for part "entry", the entry's resource, b"" without one (a deletion, a response). position: "file:line",
    "file:index" or "file:line/entry", numbers only; "file:end" or "file:empty" for a remark on a file. entry: JSON of
    the entry without its resource (`fullUrl`, `request`, `response`, `search`, ...). aliases: fullUrl -> "Type/id"
    within its Bundle. last: True for the last record of its Bundle. error: why the record cannot be processed; then no
    processor sees it, and data is what could be kept for the quarantine (b"" if too large). truncated: data is only the
    beginning. where: detail code of the error. is_request: the entry belongs to a transaction, batch or history, which
    says what to do with its resource. digest: for part "bundle", SHA-256 in hex of the whole Bundle. document_subject:
    for part "bundle", the reference to the subject of a document. holds: for part "bundle", references to the resources
    that its entries bring or delete, as far as they have ids; it is not packed. table: as in RecordIn. blocked: for an
    entry that comes apart from its Bundle, the `inherited_outcome` of the Bundle. is_newest_first: the entry is one of
    a history, which lists the newest version first. may_be_unseen: as in RecordIn; it is not packed.
    """

    data: bytes
    position: str
    schema_name: str | None = None
    part: Part = "record"
    entry: bytes | None = None
    full_url: str | None = None
    aliases: Mapping[str, str] = msgspec.field(default_factory=dict)
    last: bool = False
    error: Reason | FileReason | None = None
    truncated: bool = False
    where: str = ""
    is_request: bool = False
    digest: str = ""
    document_subject: str | None = None
    holds: tuple[str, ...] = ()
    table: str = ""
    blocked: Blocked | None = None
    is_newest_first: bool = False
    may_be_unseen: bool = False

    def as_record(self, data: dict[str, Any], canonical: bytes = b"") -> RecordIn:
        """Return the record for the record engine. data: the parsed JSON. canonical: as in RecordIn.

        The run's schema counts if the record names none.
        """
        named = "resourceType" in data or "dataType" in data
        schema = None if named else self.schema_name
        return RecordIn(
            data, self.position, schema, self.aliases, self.full_url, self.table, self.may_be_unseen, canonical
        )

    def __reduce__(self) -> tuple[type[RawRecord], tuple[object, ...]]:
        # Every record goes through a pipe. Pickling only the arguments that differ from the defaults costs a tenth.
        more = (self.schema_name, self.part, self.entry, self.full_url, self.aliases, self.last, self.error,
                self.truncated, self.where, self.is_request, self.digest, self.document_subject,
                self.holds, self.table, self.blocked, self.is_newest_first, self.may_be_unseen)  # fmt: skip
        return RawRecord, (self.data, self.position, *(() if more == _DEFAULTS else more))


_DEFAULTS: tuple[object, ...] = (
    None, "record", None, None, {}, False, None, False, "", False, "", None, (), "", None, False, False,
)  # fmt: skip


class OutputFile(NamedTuple):
    """An output file describes a file in OUT. sha256: hex. bytes: its size. records: how many it holds."""

    name: str
    sha256: str
    bytes: int
    records: int


class Processed(msgspec.Struct, frozen=True):
    """A `Processed` holds the outcome of a record.

    payload: the encoded de-identified record of a released one (part "bundle": the Bundle without entries; part
    "entry": the resource, None without one); the encoded deletion notice of a deleted one; else None. entry: for a
    released "entry" part, JSON of the rewritten entry without its resource; for a deleted one, the entry that deletes
    in its Bundle, and then there is no notice. resource_key: the same for every version of a resource. emptied: fields
    of a flat schema whose value was left out. unknown: fields that no rule names. second: how many questions an LLM was
    asked, cleared, added and was unsure of. kernels: the kind of processor that worked. holds: for part "bundle", the
    resource keys of what its entries bring or delete. original: the ids before and after, for the sealed rows of
    lookups. as_of: the day on which a stream judged ages; None in a run. turns: as in RecordOut. Only payload, entry,
    original, as_of and turns hold data, and only payload and entry may reach a recipient.
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
    rules: Mapping[str, int] = msgspec.field(default_factory=dict)
    entities: Mapping[str, int] = msgspec.field(default_factory=dict)
    omitted: Mapping[str, int] = msgspec.field(default_factory=dict)
    emptied: Mapping[str, int] = msgspec.field(default_factory=dict)
    unknown: Mapping[str, int] = msgspec.field(default_factory=dict)
    second: Mapping[str, int] = msgspec.field(default_factory=dict)
    kernels: str = ""
    holds: tuple[str, ...] = ()
    original: Original | None = None
    as_of: dt.date | None = None
    turns: dt.date | None = None

    @property
    def reason_code(self) -> str:
        """This is the code of the reason, or "internal-error" for an outcome that lacks the reason that it should
        have.
        """
        return (self.reason or Reason.INTERNAL).value


TIE = "tie:"
"""The scope of a record that ties several patients' charts together (a family group, an account) begins with this
prefix.
"""
PATIENT = b""
"""This person of a chart is its patient."""


class PersonValues(NamedTuple):
    """A `PersonValues` holds known values of one person in a chart.

    scope: the chart. person: a token within the chart, or PATIENT. indexed: the search keys of each value; None for a
    site.
    """

    scope: str
    person: bytes
    values: Sequence[KnownValue]
    indexed: Sequence[Indexed] | None = None


class PersonClue(NamedTuple):
    """A clue identifies a person of a chart in other charts.

    key: a keyed hash of what identifies the person. hint: the keyed hashes of given name and birth date, 4 bytes each,
    zeros if unknown.
    """

    scope: str
    person: bytes
    kind: ClueKind
    key: bytes
    hint: bytes


@dataclass(frozen=True, slots=True)
class HarvestBatch:
    """A `HarvestBatch` holds what the first pass found in a batch.

    failed: records that could not be read. unresolved: records that name their patient by no id
    (`schemas.engine.subjects.unresolved_patient`) and by no identifier. numbered: the number of records that name their
    patient only by identifiers, by the scopes of these. opt_out, crosswalk: lines of the patient lists that name a
    patient of the records.
    """

    values: Sequence[PersonValues] = ()
    clues: Sequence[PersonClue] = ()
    newest: dt.date | None = None
    failed: int = 0
    unresolved: int = 0
    numbered: Mapping[tuple[str, ...], int] = field(default_factory=dict)
    opt_out: frozenset[int] = frozenset()
    crosswalk: frozenset[int] = frozenset()


class Harvester(Protocol):
    """A harvester does the first pass in a worker. A bad record raises nothing: the second pass quarantines it."""

    def harvest(self, raws: Sequence[RawRecord]) -> HarvestBatch: ...


class Processor(Protocol):
    """A processor does the second pass in a worker: one result per record, in order, independent of the batch."""

    def process(self, raws: Sequence[RawRecord]) -> list[Processed]: ...


@dataclass(frozen=True, slots=True)
class RunCallbacks:
    """These callbacks connect a run with the engines and the known values.

    harvester and processor: factories that are pickled to the workers and called once in each. on_harvest: called in
    the main process with each batch, in input order; what it stores must be visible to processors when it returns,
    of a run over files when on_harvest_end returns. on_harvest_end: called before any processor is built, with the
    newest date (None from stdin); returns the as_of for processors and audit. households: called after that; returns
    counts of joined charts. known_left_out: called after harvests; returns the number of known values that are not
    searched for, because a patient or the site has too many.
    unresolved: called after `on_harvest_end`; returns the number of records whose identifiers belong to no one patient.
    spent: returns the LLM tokens of the run so far; None without an LLM. unmatched: called after harvests; returns the
    lines of the patient lists that have named nobody. costs: returns the costs of the run so far, by tier.
    """

    harvester: Callable[[], Harvester]
    processor: Callable[[dt.date | None], Processor]
    on_harvest: Callable[[HarvestBatch], None]
    on_harvest_end: Callable[[dt.date | None], dt.date | None]
    households: Callable[[], Mapping[str, int]] = dict
    known_left_out: Callable[[], int] = int
    unresolved: Callable[[], int] = int
    spent: Callable[[], Totals] | None = None
    unmatched: Callable[[], Mapping[str, Sequence[int]]] = dict
    costs: Callable[[], Costs] = Costs


@dataclass(frozen=True, slots=True)
class RunMetadata:
    """A `RunMetadata` is the configuration as manifest and audit state it.

    detectors: versions by name. source: a token, never a name. as_of: the day that settings give for judging ages, as
    an ISO date; None if the run derives it from the input. llm_host: the host to which texts are sent, if it is another
    machine. release_voice: as in Profile. reduced: as `Settings.reduced` gives it. dates: how dates are shifted, if
    they are.
    """

    profile: str
    profile_digest: str
    claim: str
    recipient: str
    source: str
    key_id: str
    detectors: Mapping[str, str]
    as_of: str | None = None
    llm_host: str | None = None
    release_voice: ReleaseVoice | None = None
    reduced: Mapping[str, object] = field(default_factory=dict)
    dates: DatePolicy | None = None


class KnownState(NamedTuple):
    """A `KnownState` names the store of known values of a run by its random name, and counts the commits that it
    has seen.
    """

    store: str = ""
    commits: int = 0


@dataclass(frozen=True, slots=True)
class RunConfig:
    """A `RunConfig` describes one run.

    source: a file, a folder, or None for stdin. fingerprint: covers everything that changes the output bytes (profile,
    schemas and approvals, key, settings, detectors); a state is resumed only under the same fingerprint. home: must not
    contain out or lie inside it. notes: tells whose note a file is. known: gives the present state of the known values.
    follow_links: as in `list_inputs`. as_lines: as in `FolderOutput`. Sizes are in bytes.
    """

    source: Path | None
    out: Path
    state: Path
    keyring: Keyring
    metadata: RunMetadata
    fingerprint: str
    home: Path | None = None
    notes: NoteNames | None = None
    known: Callable[[], KnownState] = KnownState
    schema_name: str | None = None
    workers: int = 1
    batch_records: int = 500
    batch_bytes: int = 1024 * 1024
    max_record_bytes: int = 64 * 1024 * 1024
    batch_seconds: float = BATCH_SECONDS
    follow_links: bool = False
    as_lines: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """A progress is reported after each chunk. done and total: bytes of input as stored; total is 0 from stdin."""

    phase: Literal["harvest", "process"]
    done: int
    total: int
    records: int
    quarantined: int


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary tells what a run did; records == sum(outcomes.values()).

    emptied: records by field of a flat schema whose value was left out. unknown_fields: fields that no rule names, by
    the path of their schema. second: as in Processed. spent: tokens of an LLM; None without one. retyped: columns of
    Parquet files whose type changed, as "int64 to string". as_of: the day on which ages are judged; only its year may
    be shown. harvested: "all" inputs before the first record, or those "seen" so far, from stdin. harvest_failed:
    records that the first pass could not read, whose known values are missing. unresolved: records that name their
    patient by no id and by no identifier of one Patient; 0 from stdin. households: counts of joined charts and of clues
    that decided nothing (redactor/run/state/households.py); empty from stdin. known_left_out: known values that were
    not searched for, because a patient or the site has too many. notes: files of notes. notes_without_patient: those
    whose patient neither name nor sidecar tells. release_voice: as in Profile. unmatched: line numbers of opt_out and
    crosswalk that name no patient of the input; from stdin those of opt_out alone. guessed_tables: tables with rows
    that are not Unicode, and were read in the encoding of the settings. costs: of the run so far.
    """

    records: int
    outcomes: Mapping[str, int]
    reasons: Mapping[str, int]
    entities: Mapping[str, int]
    omitted: Mapping[str, int]
    emptied: Mapping[str, int]
    unknown_fields: Mapping[str, int]
    second: Mapping[str, int]
    spent: Totals | None
    resource_types: Mapping[str, int]
    retyped: Mapping[str, str]
    files: int
    as_of: dt.date | None
    harvested: Literal["all", "seen"]
    harvest_failed: int
    unresolved: int
    households: Mapping[str, int]
    known_left_out: int
    notes: int
    notes_without_patient: int
    release_voice: ReleaseVoice | None
    out: Path
    state: Path
    unmatched: Mapping[str, Sequence[int]] = field(default_factory=dict)
    guessed_tables: int = 0
    costs: Costs = field(default_factory=Costs)
