"""Defines the input and output of the record engine: records, outcomes, and reasons for not releasing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any

import msgspec

from redactor.errors import RedactorError

_NO_ALIASES: Mapping[str, str] = MappingProxyType({})


class Outcome(StrEnum):
    """The outcome of a record, exactly one, so that a run's counts add up."""

    RELEASED = "released"
    QUARANTINED = "quarantined"
    WITHHELD = "withheld"
    DELETED = "deleted"
    DUPLICATE = "duplicate"


class Reason(StrEnum):
    """The reason why a record was not released; the codes appear in logs, headers and the audit, and hold no data."""

    MALFORMED = "malformed-json"
    MALFORMED_TABLE = "malformed-table"
    MALFORMED_MESSAGE = "malformed-message"
    DUPLICATE_KEYS = "duplicate-keys"
    TOO_LARGE = "too-large"
    TEXT_TOO_LONG = "text-too-long"
    TOO_DEEP = "too-deep"
    NOT_AN_OBJECT = "not-an-object"
    NO_SCHEMA = "no-schema"
    NOT_APPROVED = "schema-not-approved"
    APPROVAL_SUPERSEDED = "schema-approval-superseded"
    APPROVAL_WITHDRAWN = "schema-approval-withdrawn"
    UNSUPPORTED_TYPE = "unsupported-resource-type"
    UNKNOWN_FIELD = "unknown-field"
    WRONG_TYPE = "wrong-type"
    INCOMPLETE_READING = "incomplete-reading"
    DETECTOR_FAILED = "detector-failed"
    TIMED_OUT = "timed-out"
    SERVICE_UNAVAILABLE = "service-unavailable"
    BAD_ENCODING = "bad-encoding"
    INTERNAL = "internal-error"
    OPTED_OUT = "opted-out"
    RESTRICTED = "restricted-by-label"
    OTHER_CONFIGURATION = "other-configuration"
    FORGED = "forged-message"
    PATIENT_UNSEEN = "patient-unseen"
    SUPERSEDED = "superseded"
    OTHER_PATIENT = "other-patient"
    DAMAGED_MEDIA = "damaged-media"
    UNSUPPORTED_MEDIA = "unsupported-media"
    UNSUPPORTED_LANGUAGE = "unsupported-language"
    NO_TRANSCRIPT = "no-transcript"
    TOO_UNCLEAR = "too-unclear"
    UNVERIFIED = "unverified"
    ASR_NOT_FOR_RELEASE = "asr-not-for-release"


class RecordError(RedactorError):
    """Signals that one record must be quarantined; `where` is a schema path ("Patient.name"), never a value."""

    def __init__(self, reason: Reason, where: str = "") -> None:
        super().__init__(f"{reason.value} at {where}" if where else reason.value)
        self.reason = reason
        self.where = where
        self._keys: tuple[str, ...] = ()

    def within(self, parent: str, key: str) -> None:
        """Place the error in a field, called from the inside out, so that "HumanName" becomes "Patient.contact.name".

        `parent` is the path of the node that has the field, and `key` the field's name in the schema.
        """
        self._keys = (key, *self._keys)
        if self.reason in (Reason.WRONG_TYPE, Reason.UNKNOWN_FIELD):
            self.where = ".".join((parent, *self._keys))


# Structs are made in a tenth of the time that a dataclass takes, and every record is one of each.
class RecordIn(msgspec.Struct):
    """A record to de-identify, for example `RecordIn(parse(raw), position="patients.ndjson#17")`.

    `data` is the parsed JSON object; numbers with a fraction or exponent are `msgspec.Raw`, as written. `position` is
    its place in the source, unique there, and identifies records without an id. `schema_name` is a schema name or
    dataType, given by the run for records that do not name theirs. `aliases` maps, within a Bundle, each fullUrl to
    "Type/id". `full_url` is that of the Bundle entry that held it. `table` is the standard table that a row's file is
    named after, or "". `may_be_unseen` says that its texts are read although no known value tells who the patient is.
    `canonical` is what `json_codec.canonical` gives of the data, where it is at hand; b"" where it is not.
    """

    data: dict[str, Any]
    position: str
    schema_name: str | None = None
    aliases: Mapping[str, str] = _NO_ALIASES
    full_url: str | None = None
    table: str = ""
    may_be_unseen: bool = False
    canonical: bytes = b""


class Original(msgspec.Struct, frozen=True, array_like=True):
    """The ids of a released record, before and after, which are PHI: they leave a worker for sealed storage alone.

    `type` is the resource type, or the data type or name of a flat schema. `id` and `patient` are as the source writes
    them, or "". `released` and `released_patient` are what stands for them in the released record, or "". `url` is the
    released fullUrl of a Bundle's entry. `subject` is the token of the patient, or "".
    """

    type: str
    id: str
    released: str
    patient: str = ""
    released_patient: str = ""
    subject: str = ""
    url: str = ""


class RecordOut(msgspec.Struct):
    """The result for one record.

    `data` is the de-identified object (released), a deletion notice (deleted), or None. `record_id` is an HMAC of
    source, type, id and content digest. `resource_key` is an HMAC of source, type and id, which all versions of a
    resource share. `rules` and `entities` are counts for the audit. `omitted` counts fields left out, by cause.
    `emptied` counts the schema's fields of a flat record whose value was left out. `unknown` counts fields that no rule
    names, by `unknown_field`. `second` is as in Redacted, `doubts` their number and `strange` the number of texts over
    the record's texts. `patient` is the patient's id as the source writes it, or "".
    `original` is given for a released or deleted record. `turns` is the first day on which a date that the record
    releases would not be released any more, or None.
    """

    outcome: Outcome
    record_id: str
    resource_key: str
    data: dict[str, Any] | None = None
    reason: Reason | None = None
    where: str = ""
    schema: str = ""
    schema_version: str = ""
    schema_digest: str = ""
    resource_type: str = ""
    subject: str | None = None
    rules: Mapping[str, int] = msgspec.field(default_factory=dict)
    entities: Mapping[str, int] = msgspec.field(default_factory=dict)
    omitted: Mapping[str, int] = msgspec.field(default_factory=dict)
    emptied: Mapping[str, int] = msgspec.field(default_factory=dict)
    unknown: Mapping[str, int] = msgspec.field(default_factory=dict)
    second: Mapping[str, int] = msgspec.field(default_factory=dict)
    patient: str = ""
    original: Original | None = None
    turns: dt.date | None = None
    doubts: int = 0
    strange: int = 0
