"""What every producer of phi.raw.v1 does with records: takes their known values, gives them keys, makes messages.

Nothing is sent here.
"""

from __future__ import annotations

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
from redactor.run.harvester import RecordHarvester, parsed
from redactor.run.outcomes import fate_of_entries
from redactor.run.worker import RecordProcessor
from redactor.settings import Settings
from schemas.engine.records import Reason, RecordError, RecordIn
from streams.deletions import goes_everywhere
from streams.known_topic import KnownMessage, KnownMessages
from streams.message_keys import MessageKeys, partition_of
from streams.raw_topic import RawMessages
from streams.record_keys import RecordKeys, build_record_keys, unread_key
from streams.sender import Message
from streams.topics import KNOWN, RAW, name_of

_PROFILE_OF_HEADS = "hipaa-safe-harbor"


@dataclass(frozen=True, slots=True)
class PublishWorker:
    """What a process needs to harvest records and to give them keys."""

    harvester: RecordHarvester
    keys: RecordKeys
    known: KnownMessages


@lru_cache(maxsize=1)
def build_worker(pickled: bytes) -> PublishWorker:
    """Built once in each process. pickled: the settings."""
    settings: Settings = pickle.loads(pickled)  # noqa: S301 - the main process wrote it
    keyring = Keyring.load(settings.keyring)
    known = KnownMessages(keyring, name_of(settings.streams, KNOWN))
    registry = build_registry(settings, keyring)
    harvester = build_harvester(settings, keyring, registry)
    return PublishWorker(harvester, build_record_keys(settings, keyring, registry), known)


def key_work(worker: object, raws: Sequence[RawRecord]) -> list[bytes | str]:
    """The message key of each record."""
    keys = cast(PublishWorker, worker).keys
    return [keys.of(raw) for raw in raws]


class Harvested(NamedTuple):
    """Of a batch. known: values and links. failed: records of which no known values could be taken. keys: the message
    key of each record.
    """

    known: list[KnownMessage]
    failed: int
    keys: list[bytes]


def harvest_and_key_work(worker: object, raws: Sequence[RawRecord]) -> list[Harvested | str]:
    """One result for all records, each of which is parsed once."""
    own = cast(PublishWorker, worker)
    keys: list[bytes] = []
    failed = 0

    def records() -> Iterator[RecordIn]:
        nonlocal failed
        for raw in raws:
            record = None
            try:
                record = parsed(raw)
            except RecordError:
                failed += 1
            keys.append(own.keys.of(raw, record))
            if record is not None:
                yield record

    batch = own.harvester.harvest_records(records())
    return [Harvested(list(own.known.of_batch(batch)), failed + batch.failed, keys)]


def fill_keys(
    raws: Sequence[RawRecord],
    found: Sequence[bytes | None],
    work: Callable[[list[RawRecord]], Iterable[bytes | str]],
) -> list[bytes | str]:
    """The key of each record. work: does `key_work` for those of which none was found."""
    missing = [raw for raw, key in zip(raws, found, strict=True) if key is None]
    again = iter(work(missing) if missing else ())
    return [next(again) if key is None else key for key in found]


class RecordMessages:
    """Makes the messages of phi.raw.v1. Not for use by several threads at a time."""

    def __init__(self, settings: Settings, keyring: Keyring) -> None:
        streams = settings.streams
        self._raws = RawMessages(keyring, name_of(streams, RAW), streams.max_record_bytes)
        self._partitions = streams.partitions
        self._keys, self._pseudonyms = MessageKeys(keyring), record_keys(settings, keyring)

    def of(self, raws: Iterable[RawRecord], results: Iterable[bytes | str], known: int) -> tuple[list[Message], int]:
        """The messages of the records, in order, and how many records have an error.

        A deletion that names no patient has one in each partition.

        results: keys of the records without an error, in order; a str says what broke. known: as in RawMessage.
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
    """Lets entries of a Bundle that is not released carry its fate, since they part from it in the topic."""

    def __init__(self, settings: Settings, keyring: Keyring) -> None:
        self._settings, self._keyring = settings, keyring
        self._heads: RecordProcessor | None = None
        self._blocked: Blocked | None = None  # of the Bundle whose entries come now

    def carried_by(self, raws: Iterable[RawRecord]) -> tuple[RawRecord, ...]:
        """The records, in order. The entries of a Bundle follow its head, here or in the next calls."""
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
        return fate_of_entries(self._heads.head(raw))


def _head_processor(settings: Settings, keyring: Keyring) -> RecordProcessor:
    """Decides which Bundles are released. A head has no text: neither detectors nor profile change the outcome."""
    light = settings.model_copy(update={"detectors": ("patterns",), "llm": None})
    keys = record_keys(settings, keyring)
    engine = build_engine(light, keyring, load_profile(_PROFILE_OF_HEADS), None)
    return RecordProcessor(build_applier(settings, keyring, engine, None, keys), keys)
