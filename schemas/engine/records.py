"""What goes into the record engine and what comes out of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any


class Outcome(StrEnum):
    """Every record ends as exactly one of these; a run's counts add up over them."""

    RELEASED = "released"
    QUARANTINED = "quarantined"
    WITHHELD = "withheld"
    DELETED = "deleted"
    DUPLICATE = "duplicate"


class Reason(StrEnum):
    """Why a record did not leave. Codes only: they stand in logs, headers and audit entries, so they hold no data."""

    MALFORMED = "malformed-json"
    DUPLICATE_KEYS = "duplicate-keys"
    TOO_LARGE = "too-large"
    TOO_DEEP = "too-deep"
    NOT_AN_OBJECT = "not-an-object"
    NO_SCHEMA = "no-schema"
    NOT_APPROVED = "schema-not-approved"
    UNSUPPORTED_TYPE = "unsupported-resource-type"
    UNKNOWN_FIELD = "unknown-field"
    WRONG_TYPE = "wrong-type"
    UNREADABLE_TEXT = "unreadable-text"
    INCOMPLETE_READING = "incomplete-reading"
    DETECTOR_FAILED = "detector-failed"
    SERVICE_UNAVAILABLE = "service-unavailable"
    BAD_ENCODING = "bad-encoding"
    INTERNAL = "internal-error"
    OPTED_OUT = "opted-out"
    RESTRICTED = "restricted-by-label"


class RecordError(Exception):
    """Quarantines one record. `where` is a schema path ("Patient.name"), never a value."""

    def __init__(self, reason: Reason, where: str = "") -> None:
        super().__init__(f"{reason.value} at {where}" if where else reason.value)
        self.reason = reason
        self.where = where


@dataclass(slots=True)
class RecordIn:
    """One record to de-identify.

    data: the parsed JSON object; numbers with a fraction or exponent are `msgspec.Raw`, as written. position: where it
    stands in its source, unique there; it names records that have no id of their own. dataset_type: schema name or
    dataType that the run gives for records that do not say theirs. aliases: within a Bundle, fullUrl -> "Type/id".
    full_url: of the Bundle entry that held it.
    """

    data: dict[str, Any]
    position: str
    schema_name: str | None = None
    aliases: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    full_url: str | None = None


@dataclass(slots=True)
class RecordOut:
    """What became of it. data: the de-identified object (released), a deletion notice (deleted), or None.

    record_id: HMAC of source, type, id and content digest. resource_key: HMAC of source, type and id, the same for
    every version of a resource. rules and entities: counts for the audit. omitted: fields dropped, by cause.
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
    rules: Counter[str] = field(default_factory=Counter)
    entities: Counter[str] = field(default_factory=Counter)
    omitted: Counter[str] = field(default_factory=Counter)
