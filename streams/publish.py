"""This module does for every producer of phi.raw.v1 what comes before sending: known values, message keys, messages.

The message key of a record is that of its subject, so that a patient's records stay in order, or else that of its
resource. A record that names its patient by an identifier has the key of the identifier, whoever has it: producers need
not know, and the exporter finds by it the records that wait for the Patient. A deletion has the key of the deleted
resource.
"""

from __future__ import annotations

import datetime as dt
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, cast

from msgspec.structs import replace

from redactor.assemble.engines import build_engine
from redactor.assemble.records import build_applier, build_harvester, build_registry, record_keys
from redactor.keys import Keyring
from redactor.policy.profiles import load_profile
from redactor.run.contracts import Blocked, RawRecord
from redactor.run.harvester import RecordHarvester, parse_record
from redactor.run.intake.patient_lists import Canonical, read_crosswalk
from redactor.run.outcomes import inherited_outcome
from redactor.run.worker import RecordProcessor
from redactor.settings import Settings
from schemas.documents.registry import Registry
from schemas.engine import json_codec
from schemas.engine.pseudonyms import RecordPseudonyms
from schemas.engine.records import Reason, RecordError, RecordIn
from schemas.engine.subjects import own_id, patient_numbers, subject_of
from streams.deletions import deleted_resource, goes_everywhere
from streams.known_topic import KnownMessage, KnownMessages
from streams.raw_topic import RawMessages
from streams.sealed import MessageKeys, partition_of
from streams.sender import Message
from streams.topics import KNOWN, RAW, name_of

_CACHE = 4_096  # subjects


class RecordKeys:
    """Gives raw records their message keys. canonical: maps patient ids by the crosswalk."""

    def __init__(
        self, keys: MessageKeys, registry: Registry, pseudonyms: RecordPseudonyms, canonical: Callable[[str], str]
    ) -> None:
        self._keys, self._registry, self._pseudonyms, self._canonical = keys, registry, pseudonyms, canonical
        self._of_subject = lru_cache(maxsize=_CACHE)(lambda subject: keys.for_record(subject, ""))

    def key_of(self, raw: RawRecord, record: RecordIn | None = None) -> bytes:
        """Returns the message key of a record; a record that cannot be read has the key of its position.

        No content of a record makes it raise. record: the same record, if it is parsed already.
        """
        if raw.error is not None:
            return self._unread(raw)
        try:
            if raw.part == "bundle":
                return self._bundle(raw)
            if raw.part == "entry" and not raw.data:
                return self._bare_entry(raw)
            return self._record(record or raw.as_record(json_codec.parse(raw.data)))
        except (RecordError, RecursionError):
            return self._unread(raw)

    def _record(self, record: RecordIn) -> bytes:
        data = record.data
        schema, subject = None, None
        try:
            schema = self._registry.select(data, record.schema_name, table=record.table)
            subject = subject_of(schema, record, self._pseudonyms, self._canonical)
            if subject is None and (numbers := patient_numbers(schema, record)):
                subject = self._pseudonyms.identifier_scope(*numbers[0])
        except RecordError:
            pass  # quarantined by the worker, which says why
        kind: object = data.get("resourceType", data.get("dataType"))
        if schema is not None:
            kind = schema.resource_type or schema.data_type or schema.name
        if subject is not None:
            return self._of_subject(subject)
        name = own_id(schema, record) or record.full_url or record.position
        return self._of_resource(kind if isinstance(kind, str) else "", name)

    def _bundle(self, raw: RawRecord) -> bytes:
        given = json_codec.parse(raw.data).get("id")
        name = given if isinstance(given, str) else raw.digest or raw.position
        return self._of_resource("Bundle", name)

    def _bare_entry(self, raw: RawRecord) -> bytes:
        deleted = deleted_resource(raw, raw.aliases)
        if deleted is not None:
            kind, name = deleted
            if kind == "Patient":
                return self._of_subject(self._pseudonyms.subject(self._canonical(name)))
            return self._of_resource(kind, name)
        return self._unread(raw)

    def _unread(self, raw: RawRecord) -> bytes:
        return unread_key(self._keys, self._pseudonyms, raw)

    def _of_resource(self, kind: str, name: str) -> bytes:
        return self._keys.for_record(None, self._pseudonyms.resource_key(kind, name))


def unread_key(keys: MessageKeys, pseudonyms: RecordPseudonyms, raw: RawRecord) -> bytes:
    """Returns the message key of a record that cannot be read, by its position."""
    return keys.for_record(None, pseudonyms.resource_key("", raw.position))


def build_record_keys(settings: Settings, keyring: Keyring, registry: Registry) -> RecordKeys:
    """Builds the message keys for the recipient and source of the settings."""
    return RecordKeys(
        MessageKeys(keyring),
        registry,
        record_keys(settings, keyring),
        Canonical(read_crosswalk(settings.crosswalk)),
    )


_PROFILE_OF_HEADS = "hipaa-safe-harbor"


@dataclass(frozen=True, slots=True)
class PublishWorker:
    """Holds what a process needs to harvest records and to give them keys."""

    harvester: RecordHarvester
    keys: RecordKeys
    known: KnownMessages


@lru_cache(maxsize=1)
def build_worker(pickled: bytes) -> PublishWorker:
    """Builds the worker once in each process, from the pickled settings."""
    settings: Settings = pickle.loads(pickled)  # noqa: S301 - the main process wrote it
    keyring = Keyring.load(settings.keyring)
    known = KnownMessages(keyring, name_of(settings.streams, KNOWN))
    registry = build_registry(settings, keyring)
    harvester = build_harvester(settings, keyring, registry)
    return PublishWorker(harvester, build_record_keys(settings, keyring, registry), known)


def key_work(worker: object, raws: Sequence[RawRecord]) -> list[bytes | str]:
    """Returns the message key of each record."""
    keys = cast(PublishWorker, worker).keys
    return [keys.key_of(raw) for raw in raws]


class Harvested(NamedTuple):
    """Holds the harvest of a batch.

    known: values and links. failed: number of records of which no known values could be taken. keys: message key of
    each record. newest: the newest day of an event.
    """

    known: list[KnownMessage]
    failed: int
    keys: list[bytes]
    newest: dt.date | None


def harvest_and_key_work(worker: object, raws: Sequence[RawRecord]) -> list[Harvested | str]:
    """Harvests all records and gives them message keys, parsing each record once; returns a list with the one
    result.
    """
    own = cast(PublishWorker, worker)
    keys: list[bytes] = []
    failed = 0

    def records() -> Iterator[tuple[RecordIn, bytes]]:
        nonlocal failed
        for raw in raws:
            record = None
            try:
                record = parse_record(raw)
            except RecordError:
                failed += 1
            keys.append(own.keys.key_of(raw, record))
            if record is not None:
                yield record, raw.data

    batch = own.harvester.harvest_records(records())
    return [Harvested(list(own.known.from_harvest(batch)), failed + batch.failed, keys, batch.newest)]


def newest_of(days: Iterable[dt.date | None]) -> dt.date | None:
    """Returns the newest of the days that are known, None without one."""
    return max((day for day in days if day is not None), default=None)


def fill_keys(
    raws: Sequence[RawRecord],
    found: Sequence[bytes | None],
    work: Callable[[list[RawRecord]], Iterable[bytes | str]],
) -> list[bytes | str]:
    """Returns the key of each record: the key that was found, else the key that `work` computes."""
    missing = [raw for raw, key in zip(raws, found, strict=True) if key is None]
    again = iter(work(missing) if missing else ())
    return [next(again) if key is None else key for key in found]


class RecordMessages:
    """Makes the messages of phi.raw.v1. An instance is not for use by several threads at a time."""

    def __init__(self, settings: Settings, keyring: Keyring) -> None:
        streams = settings.streams
        self._raws = RawMessages(keyring, name_of(streams, RAW), streams.max_record_bytes)
        self._partitions = streams.partitions
        self._keys, self._pseudonyms = MessageKeys(keyring), record_keys(settings, keyring)

    def encode_all(
        self, raws: Iterable[RawRecord], results: Iterable[bytes | str], known: int
    ) -> tuple[list[Message], int]:
        """Returns the messages of the records in order, and the number of records with an error.

        A deletion that names no patient has a message in each partition. results: keys of the records without an error,
        in order; a str says what broke. known: as in RawMessage.
        """
        messages: list[Message] = []
        unread = 0
        keys = iter(results)
        for raw in raws:
            key = next(keys) if raw.error is None else ""
            if isinstance(key, str):
                if raw.error is None:
                    raw = replace(raw, error=Reason.INTERNAL, where=key)
                key = unread_key(self._keys, self._pseudonyms, raw)
                unread += 1
            value = self._raws.encode(key, raw, known)
            everywhere = goes_everywhere(raw)
            places = range(self._partitions) if everywhere else (partition_of(key, self._partitions),)
            messages += [Message(key, value, partition) for partition in places]
        return messages, unread


class BundleFates:
    """Marks the entries of a Bundle that is not released, since they part from the Bundle in the topic."""

    def __init__(self, settings: Settings, keyring: Keyring) -> None:
        self._settings, self._keyring = settings, keyring
        self._heads: RecordProcessor | None = None
        self._blocked: Blocked | None = None  # of the Bundle whose entries come now

    def carried_by(self, raws: Iterable[RawRecord]) -> tuple[RawRecord, ...]:
        """Returns the records in order, each entry with the fate of its Bundle.

        The entries of a Bundle follow its head, in this call or the next calls.
        """
        found = []
        for raw in raws:
            if raw.part != "entry":
                self._blocked = self._fate(raw)
            elif self._blocked is not None:
                raw = replace(raw, blocked=self._blocked)
            found.append(raw)
        return tuple(found)

    def _fate(self, raw: RawRecord) -> Blocked | None:
        if raw.part != "bundle" or raw.error is not None:
            return None
        if self._heads is None:
            self._heads = _head_processor(self._settings, self._keyring)
        return inherited_outcome(self._heads.head(raw))


def _head_processor(settings: Settings, keyring: Keyring) -> RecordProcessor:
    """Builds the processor that decides which Bundles are released.

    A head has no text: neither detectors nor profile change the outcome.
    """
    light = settings.model_copy(update={"detectors": ("patterns",), "llm": None})
    keys = record_keys(settings, keyring)
    profile = load_profile(_PROFILE_OF_HEADS)
    engine = build_engine(light, keyring, profile, None)
    return RecordProcessor(build_applier(settings, keyring, profile, engine, None, keys), keys)
