"""This module opens a finished run for review: a sample of its records, de-identified again and compared with OUT."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import Any

from redactor.assemble.engines import approved_profile
from redactor.assemble.home import default_state
from redactor.assemble.runs import run_fingerprint, run_metadata, shared_settings
from redactor.errors import OtherInputError, ProfileError, RunError
from redactor.keys import Keyring
from redactor.policy.profiles import load_profile
from redactor.run.contracts import OutputFile, RawRecord
from redactor.run.intake.files import InputFile, list_inputs
from redactor.run.intake.patient_lists import read_crosswalk
from redactor.run.note_names import note_order, read_note_names
from redactor.run.output import manifest
from redactor.run.output.manifest import MANIFEST
from redactor.run.state.as_of import open_as_of
from redactor.run.state.journal import Journal
from redactor.run.state.locks import StateLock
from redactor.service.review.readings import Explained, ReadRecord, ReadText, SampleReader
from redactor.service.review.records import Json, ReleasedRecord, originals, released, same_record
from redactor.service.review.sample import Drawn, Stratum, draw
from redactor.settings import Settings
from redactor.steward.access_log import AccessLog, open_access_log
from schemas.engine import json_codec
from schemas.engine.records import Outcome, RecordError

_BATCH = 64
_WHY = "review of a sample"
_TABLES = (".csv", ".parquet")


class Match(StrEnum):
    """A match says how a record that was de-identified again compares with what left."""

    SAME = "same"
    DIFFERS = "differs"
    UNREAD = "unread"


@dataclass(frozen=True, slots=True)
class Facts:
    """These facts of a record are what the list filters by; they hold nothing of its content.

    detectors: names of what found its spans. rules: sources with a rule, such as "patterns:us-phone". scores: those of
    its spans.
    """

    drawn: Drawn
    match: Match
    detectors: frozenset[str]
    rules: frozenset[str]
    entities: frozenset[str]
    scores: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """An `Opened` is one record with its content.

    original: None if it cannot be parsed; then raw holds its bytes. left: what OUT holds, None if the record did not
    leave.
    """

    facts: Facts
    read: ReadRecord | None
    raw: bytes
    original: Json | None
    left: Json | None
    file: str


@dataclass(frozen=True, slots=True)
class Run:
    """This is the run that is reviewed. is_configured: False if the settings are not those of the run."""

    log: AccessLog
    state: Path
    keyring: Keyring
    profile: str
    is_configured: bool


class Review:
    """A review holds the sample of one run in memory; nothing of a record is written to disk.

    sizes: how many records the run has, by type and outcome.
    """

    def __init__(
        self,
        run: Run,
        drawn: Sequence[Drawn],
        sizes: Mapping[Stratum, int],
        raws: Mapping[str, RawRecord],
        left: Mapping[Any, ReleasedRecord],
        reader: SampleReader,
    ) -> None:
        self.run, self.sizes = run, sizes
        self.drawn = {d.key: d for d in drawn}
        self._raws, self._left, self._reader = raws, left, reader
        self.facts: dict[str, Facts] = {}

    def __len__(self) -> int:
        return len(self.drawn)

    def read_all(self, keys: Sequence[str] | None = None, how: str = "") -> Iterator[Opened]:
        """Yield each record of the sample, or of these keys, de-identified again in batches; the list needs all facts.

        how: originals are shown in this way, which is noted before; "" for those who show none.
        """
        rest = iter(self.drawn if keys is None else keys)
        while batch := list(islice(rest, _BATCH)):
            if how:
                self.note(how, [self.drawn[key].record_id for key in batch])
            found = [self._raws.get(self.drawn[key].position) for key in batch]
            readable = [raw for raw in found if raw is not None and raw.error is None]
            results = iter(self._reader.read(readable))
            for key, raw in zip(batch, found, strict=True):
                yield self._compare(key, next(results) if raw is not None and raw.error is None else None)

    def show(self, key: str, how: str) -> Opened:
        """Return a record with its original, after a line on that in the log of home. Raises KeyError; OSError,
        RunError.
        """
        return next(self.read_all([key], how))

    def result(self, key: str) -> Opened:
        """Return a record for those who show nothing of the original. Raises KeyError."""
        return next(self.read_all([key]))

    def note(self, how: str, record_ids: Sequence[str]) -> None:
        """Note that originals are opened. Raises OSError or RunError, after which none may be shown."""
        self.run.log.note(how, _WHY, *({"record": record_id} for record_id in record_ids))

    def rule(self, schema: str, path: Sequence[str]) -> str:
        """Return what a schema says of the field at a path, for a person."""
        return self._reader.rule(schema, path)

    def explain(self, text: ReadText) -> Explained:
        """Return why the spans of a text are what they are."""
        return self._reader.explain(text)

    def _compare(self, key: str, read: ReadRecord | None) -> Opened:
        drawn = self.drawn[key]
        raw = self._raws.get(drawn.position)
        released = None if drawn.place is None else self._left.get(drawn.place)
        payload = _parsed(read.done.payload) if read is not None and read.done.payload is not None else None
        left = None if released is None else _part_of(released, drawn, payload)
        data = raw.data if raw is not None else b""
        facts = self.facts[key] = _facts(drawn, _match(drawn, read, payload, left, released), read)
        return Opened(facts, read, data, _parsed(data), left, released.name if released is not None else "")


def _parsed(data: bytes) -> Json | None:
    try:
        return json_codec.parse(data) if data else None
    except RecordError:
        return None


def _part_of(released: ReleasedRecord, drawn: Drawn, payload: Json | None) -> Json | None:
    if "/" not in drawn.position or (drawn.place is not None and drawn.place.file == 0):
        return released.data
    return released.entry(payload) if payload is not None else None


def _match(
    drawn: Drawn, read: ReadRecord | None, payload: Json | None, left: Json | None, released: ReleasedRecord | None
) -> Match:
    if read is None:
        return Match.SAME if drawn.outcome == Outcome.QUARANTINED.value else Match.UNREAD
    if drawn.place is None:
        inherited = drawn.where == "Bundle" or drawn.outcome == Outcome.DUPLICATE.value
        return Match.SAME if inherited or read.done.outcome.value == drawn.outcome else Match.DIFFERS
    if drawn.outcome != read.done.outcome.value or released is None:
        return Match.DIFFERS
    if payload is None:  # an entry without a resource
        return Match.SAME
    is_table = released.name.endswith(_TABLES)
    return Match.SAME if left is not None and same_record(payload, left, is_table=is_table) else Match.DIFFERS


def _facts(drawn: Drawn, match: Match, read: ReadRecord | None) -> Facts:
    sources = {source for span in (read.spans if read is not None else ()) for source in span.sources}
    found = set(drawn.entities)
    if read is not None:
        found |= {span.entity.value for span in read.spans} | {mention.entity.value for mention, _ in read.values}
    return Facts(
        drawn,
        match,
        detectors=frozenset(s.partition(":")[0] for s in sources),
        rules=frozenset(s for s in sources if ":" in s),
        entities=frozenset(found),
        scores=tuple(s.score for s in (read.spans if read is not None else ()) if s.score is not None),
    )


def with_profile_of_run(settings: Settings, out: Path, profile: str | None) -> Settings:
    """Return the settings under the profile that OUT's manifest names, unless the caller names one.

    The manifest only names it: whether it is the profile of the run is checked with the configuration.
    """
    if profile is not None or not (out / MANIFEST).is_file():
        return settings
    named = manifest.read(out)[0].get("profile")
    name = str(named.get("name") if isinstance(named, dict) else "").partition("@")[0]
    if not name.replace("-", "").replace("_", "").isalnum():  # a path, say
        return settings
    try:
        load_profile(name, settings.profile_dirs)
    except ProfileError:
        return settings
    return settings.model_copy(update={"profile": name})


def open_review(
    settings: Settings,
    source: Path,
    out: Path,
    state: Path | None = None,
    size: int = 50,
    schema_name: str | None = None,
    *,
    follow_links: bool = False,
) -> Review:
    """Draw a sample of a finished run, and read it from IN and OUT.

    The options are those of `redactor run`. Raises RunError, SettingsError, KeyringError, ProfileError or SchemaError.
    """
    settings = shared_settings(settings, 1)
    keyring = Keyring.load(settings.keyring)
    where = state or default_state(settings, keyring, source, out)
    if not (where / "journal.db").is_file():
        raise RunError(
            "there is no run in this state; name IN and OUT as for `redactor run`, and its --state if it had one"
        )
    limit, notes = settings.max_record_bytes, read_note_names(settings.notes, read_crosswalk(settings.crosswalk))
    order = note_order(keyring, settings.recipient)
    files: list[InputFile] = list_inputs(source, notes, order, follow_links=follow_links, limit=limit)
    profile = approved_profile(settings, keyring)
    with StateLock(where), closing(Journal(where, keyring)) as journal:
        if journal.is_stream() or not (out / MANIFEST).is_file():
            raise RunError("OUT holds no manifest of this run; finish the run first, or name the OUT it wrote")
        if (recipient := journal.get("recipient")) != settings.recipient:
            raise RunError(f"the run was made for the recipient {recipient}; set REDACTOR_RECIPIENT to it")
        if not journal.has_inputs(files):
            raise OtherInputError(
                "IN is not what the run read, or has changed since; name the IN of the run. If an extra was installed "
                "since, which reads further files, run IN again into a new OUT"
            )
        reader = SampleReader(settings, open_as_of(keyring, journal.get("as_of")), profile)
        metadata = run_metadata(settings, keyring, profile, reader.versions)
        is_configured = journal.has_fingerprint(run_fingerprint(settings, metadata, schema_name))
        end = int(journal.get("audit_at") or 0)
        outputs = [(o[1], OutputFile(o[0], *o[2:])) for o in journal.outputs()]
    drawn, sizes = draw(where / "audit.ndjson", end, size, keyring.internal("review"))
    raws = originals(files, drawn, limit, schema_name)
    run = Run(open_access_log(settings, keyring), where, keyring, metadata.profile, is_configured)
    return Review(run, drawn, sizes, raws, released(out, outputs, drawn), reader)
