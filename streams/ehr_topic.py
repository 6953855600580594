"""Messages of ehr.in.v1: what integration engines write, in the clear. Each is read as a JSON file is."""

from __future__ import annotations

import hashlib
import io
from typing import NamedTuple

from msgspec.structs import replace

from redactor.keys import Keyring
from redactor.run.contracts import FileReason, RawRecord
from redactor.run.intake.files import InputFile
from redactor.run.intake.raw_records import Reader
from redactor.settings import Settings
from schemas.engine.records import Reason
from streams.sinks import NUMBERS
from streams.topics import EHR_IN, name_of

_WIRE_FORMAT = b"\x00\x00"  # Confluent: a zero byte, then the id of a schema in four bytes; ids are below 2**24
_MOST_VALUES = 100_000  # in one message, of JSON that stands alone


class EhrMessage(NamedTuple):
    """value: None of a message without one."""

    partition: int
    offset: int
    value: bytes | None


class EhrMessages:
    """Splits messages into raw records. schema_name: of records that do not name theirs.

    The number of a message follows from its place in the topic and its value. A message that is read again gives the
    same positions, and two messages with the same value give two: of a row without an id, nothing else tells whether
    the engine sent it twice or it is true twice. A topic that was created again has other values at the same places.
    """

    def __init__(self, settings: Settings, keyring: Keyring, schema_name: str | None = None) -> None:
        self._key = keyring.internal("content-number")
        self._topic = name_of(settings.streams, EHR_IN)
        self._limit, self._schema = settings.max_record_bytes, schema_name

    def records(self, message: EhrMessage) -> list[RawRecord]:
        """The records of a message, at least one, in order. One with an error if the message cannot be read.

        Nothing a message holds raises.
        """
        value, number = message.value or b"", self._number(message)
        try:
            found = self._read(number, value)
        except Exception as e:
            return [self._unread(number, value, Reason.INTERNAL, type(e).__name__)]
        if isinstance(found, Reason):
            return [self._unread(number, value, found)]
        if _is_in_wire_format(value) and any(raw.error is not None for raw in found):
            return [self._unread(number, value, FileReason.SCHEMA_REGISTRY)]
        if len(found) == 1 and found[0].error is not None and not found[0].data:
            return [replace(found[0], data=value)]  # unlike a file, the topic ends with its retention
        return found or [self._unread(number, value, Reason.MALFORMED, "empty")]

    def broken(self, message: EhrMessage, where: str) -> RawRecord:
        """The message as one record with an error, without reading it. where: what its reader became."""
        reason = Reason.TIMED_OUT if where == Reason.TIMED_OUT.value else Reason.INTERNAL
        return self._unread(self._number(message), message.value or b"", reason, where)

    def _number(self, message: EhrMessage) -> int:
        digest = hashlib.sha256(message.value or b"").hexdigest()
        return self._key.number(NUMBERS, "message", self._topic, str(message.partition), str(message.offset), digest)

    def _read(self, number: int, value: bytes) -> list[RawRecord] | Reason:
        """Values that are no objects are not taken apart: a message of a million commas is one record."""
        file = InputFile(number, None, "-", "json", "", "", len(value), 0)
        found: list[RawRecord] = []
        values, only_objects = 0, True
        reader = Reader(file, self._limit, self._schema, io.BytesIO(value), oldest_first=True)
        for raw in reader.records():
            found.append(raw)
            if raw.part != "entry":
                values += 1
                only_objects = only_objects and (raw.error is not None or raw.data[:1] == b"{")
                if values > 1 and not only_objects:
                    return Reason.MALFORMED
                if values > _MOST_VALUES:
                    return Reason.TOO_LARGE
        return found

    def _unread(self, number: int, value: bytes, reason: Reason | FileReason, where: str = "") -> RawRecord:
        return RawRecord(value, f"{number}:1", self._schema, error=reason, where=where)


def _is_in_wire_format(value: bytes) -> bool:
    """Whether a serializer of a schema registry wrote the message. JSON in UTF-32 begins with two zero bytes, too."""
    return value[:2] == _WIRE_FORMAT and len(value) > 5 and value[4:7] != b"\x00\x00\x00"
