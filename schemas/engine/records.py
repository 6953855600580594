"""Input and output of the record engine: records, outcomes, and reasons for not releasing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from redactor.errors import RedactorError


class Outcome(StrEnum):
    """What became of a record: exactly one of these, so that a run's counts add up."""

    RELEASED = "released"
    QUARANTINED = "quarantined"
    WITHHELD = "withheld"
    DELETED = "deleted"
    DUPLICATE = "duplicate"


class Reason(StrEnum):
    """Why a record was not released. The codes appear in logs, headers and the audit, and hold no data."""

    MALFORMED = "malformed-json"
    MALFORMED_TABLE = "malformed-table"
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
    UNVERIFIED = "unverified"
    ASR_NOT_FOR_RELEASE = "asr-not-for-release"


class RecordError(RedactorError):
    """Quarantines one record. `where` is a schema path ("Patient.name"), never a value."""

    def __init__(self, reason: Reason, where: str = "") -> None:
        super().__init__(f"{reason.value} at {where}" if where else reason.value)
        self.reason = reason
        self.where = where
        self._keys: tuple[str, ...] = ()

    def within(self, parent: str, key: str) -> None:
        """Place the error in a field, called from the inside out, so that "HumanName" becomes "Patient.contact.name".

        parent: the path of the node that has the field. key: the field's name in the schema.
        """
        self._keys = (key, *self._keys)
        if self.reason in (Reason.WRONG_TYPE, Reason.UNKNOWN_FIELD):
            self.where = ".".join((parent, *self._keys))


@dataclass(slots=True)
class RecordIn:
    """One record to de-identify.

    data: the parsed JSON object; numbers with a fraction or exponent are `msgspec.Raw`, as written. position: its place
    in the source, unique there; it identifies records that have no id of their own. schema_name: a schema name or
    dataType, given by the run for records that do not name theirs. aliases: within a Bundle, fullUrl -> "Type/id".
    full_url: of the Bundle entry that held it. table: of a row, the standard table that its file is named after, or "".
    may_be_unseen: its texts are read although no known value tells who the patient is.
    """

    data: dict[str, Any]
    position: str
    schema_name: str | None = None
    aliases: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    full_url: str | None = None
    table: str = ""
    may_be_unseen: bool = False


@dataclass(slots=True)
class RecordOut:
    """The result for one record.

    data: the de-identified object (released), a deletion notice (deleted), or None. record_id: HMAC of source, type, id
    and content digest. resource_key: HMAC of source, type and id; all versions of a resource share it. rules, entities:
    counts for the audit. omitted: counts of fields left out, by cause. emptied: of a flat record, the fields of the
    schema whose value was left out. unknown: fields that no rule names, by `unknown_field`. second: as in Redacted.
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
    rules: Mapping[str, int] = field(default_factory=dict)
    entities: Mapping[str, int] = field(default_factory=dict)
    omitted: Mapping[str, int] = field(default_factory=dict)
    emptied: Mapping[str, int] = field(default_factory=dict)
    unknown: Mapping[str, int] = field(default_factory=dict)
    second: Counter[str] = field(default_factory=Counter)
