"""What a router's second process makes of messages: their records, known values and keys. Nothing is sent here.

The process parses what messages hold. A message that crashes it, or takes all of its memory, does not end the router.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import cast

from redactor.keys import Keyring
from redactor.run.contracts import RawRecord
from redactor.run.pool import Stage, isolate_failures
from redactor.settings import Settings
from schemas.engine.records import Reason
from streams.ehr_topic import EhrMessage, EhrMessages
from streams.known_topic import KnownMessage
from streams.publish import BundleFates, PublishWorker, build_worker, fill_keys, harvest_and_key_work, key_work

Call = Callable[[Sequence[RawRecord]], Sequence["Prepared | str"]]
"""Prepares messages, as `Pool.call` does: one result for all of them or, where that fails, one for each. A str says
what a message broke.
"""


@dataclass(frozen=True, slots=True)
class Prepared:
    """What is to be published of some messages. keys: of the records without an error, in order; a str says what
    broke. known: each message once. harvest_failed: records of which no known values could be taken, and values that
    are too large for the topic.
    """

    raws: list[RawRecord]
    keys: list[bytes | str]
    known: list[KnownMessage]
    harvest_failed: int = 0


def joined(parts: Iterable[Prepared]) -> Prepared:
    """The same as one, in order."""
    all_parts = list(parts)
    known = {m.key: m for part in all_parts for m in part.known}
    return Prepared(
        [raw for part in all_parts for raw in part.raws],
        [key for part in all_parts for key in part.keys],
        list(known.values()),
        sum(part.harvest_failed for part in all_parts),
    )


def packed(message: EhrMessage) -> RawRecord:
    """A message as the pool takes it."""
    return RawRecord(message.value or b"", f"{message.partition}:{message.offset}")


def _unpacked(raw: RawRecord) -> EhrMessage:
    partition, offset = raw.position.split(":")
    return EhrMessage(int(partition), int(offset), raw.data)


def stage(settings: Settings, schema_name: str | None) -> Stage[Prepared]:
    """For a pool. schema_name: of records that do not name theirs."""
    return Stage(partial(build_preparer, pickle.dumps(settings), schema_name), prepare_work)


def build_preparer(pickled: bytes, schema_name: str | None) -> _Preparer:
    """pickled: the settings."""
    settings: Settings = pickle.loads(pickled)  # noqa: S301 - the main process wrote it
    return _Preparer(settings, Keyring.load(settings.keyring), schema_name, build_worker(pickled))


def prepare_work(preparer: object, messages: Sequence[RawRecord]) -> list[Prepared | str]:
    """One result for all messages."""
    return [cast(_Preparer, preparer).prepare([_unpacked(message) for message in messages])]


class _Preparer:
    def __init__(self, settings: Settings, keyring: Keyring, schema_name: str | None, worker: PublishWorker) -> None:
        self._ehr = EhrMessages(settings, keyring, schema_name)
        self._fates = BundleFates(settings, keyring)
        self._worker = worker
        self._most = settings.streams.max_record_bytes

    def prepare(self, messages: Iterable[EhrMessage]) -> Prepared:
        raws = [raw for message in messages for raw in self._read(message)]
        readable = [raw for raw in raws if raw.error is None]
        known: dict[bytes, KnownMessage] = {}
        found: list[bytes | None] = []
        failed = 0
        for result in isolate_failures(harvest_and_key_work, self._worker, readable) if readable else []:
            if isinstance(result, str):
                failed += 1
                found.append(None)
                continue
            found += result.keys
            failed += result.failed
            known.update((m.key, m) for m in result.known)
        keys = fill_keys(readable, found, partial(isolate_failures, key_work, self._worker))
        small = [m for m in known.values() if len(m.body) <= self._most]
        return Prepared(raws, keys, small, failed + len(known) - len(small))

    def _read(self, message: EhrMessage) -> Sequence[RawRecord]:
        raws = self._ehr.records(message)
        try:
            return self._fates.carried_by(raws)
        except Exception as e:
            return [RawRecord(message.value or b"", raws[0].position, error=Reason.INTERNAL, where=type(e).__name__)]
