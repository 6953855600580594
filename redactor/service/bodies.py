"""This module has the bodies of requests and answers of the service, and cuts records into batches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from redactor.errors import ServiceUnavailableError

MOST_TEXTS = 1000
BODY_BYTES = 1 << 20  # of a request but for records; a million characters take 100 seconds to read
BATCH_RECORDS = 64
BATCH_BYTES = 128 << 10
"""A batch of records ends with the record that reaches one of these, so that its borders depend on the body alone."""
Item = TypeVar("Item")
Result = TypeVar("Result")


class TextIn(msgspec.Struct, forbid_unknown_fields=True):
    """A text. subject: the patient's id in the source. profile: refused unless it is that of the service."""

    text: str
    subject: str | None = None
    profile: str | None = None


class ItemIn(msgspec.Struct, forbid_unknown_fields=True):
    """One of many texts. subject: the patient's id in the source."""

    text: str
    subject: str | None = None


class TextsIn(msgspec.Struct, forbid_unknown_fields=True):
    """Many texts. profile: refused unless it is that of the service."""

    texts: Annotated[list[ItemIn], msgspec.Meta(max_length=MOST_TEXTS)]
    profile: str | None = None


class TextOut(msgspec.Struct, omit_defaults=True):
    """A de-identified text, and how many spans of each entity were found."""

    text: str
    entities: dict[str, int] = {}


class ItemOut(msgspec.Struct, omit_defaults=True):
    """What became of one of many texts: released, or quarantined or withheld for a reason, without a text."""

    outcome: str
    text: str | None = None
    entities: dict[str, int] = {}
    reason: str = ""


class TextsOut(msgspec.Struct):
    """What became of each text, in order."""

    texts: list[ItemOut]


class SpanOut(msgspec.Struct):
    """A span of the original, in characters. score: a calibrated probability, or null for a rule."""

    start: int
    end: int
    label: str
    score: float | None
    source: str


class SpansOut(msgspec.Struct):
    """The spans of a text, in order."""

    spans: list[SpanOut]


class RecordingOut(msgspec.Struct, omit_defaults=True):
    """What became of a recording: released, or quarantined or withheld for a reason.

    transcript: the redacted words with their times, what is to be muted, and versions. sidecar: what was known of the
    recording, de-identified. sound: the media type of the sound that follows, if the profile lets one leave.
    """

    outcome: str
    reason: str = ""
    where: str = ""
    transcript: dict[str, Any] | None = None
    sidecar: dict[str, Any] | None = None
    sound: str = ""


class ProfileOut(msgspec.Struct):
    """The profile of the service. claim: what a release under it may claim."""

    name: str
    version: str
    claim: str


class ProfilesOut(msgspec.Struct):
    """The profiles that a request may name."""

    profiles: list[ProfileOut]


class EntityOut(msgspec.Struct):
    """An entity. hipaa: the letter of HIPAA's list, or null. action: what the profile makes of it."""

    entity: str
    hipaa: str | None
    description: str
    action: str


class EntitiesOut(msgspec.Struct):
    """All entities."""

    entities: list[EntityOut]


class FieldOut(msgspec.Struct, omit_defaults=True):
    """A field of a schema. path: [] marks an array. rule: as the schema says. entity: of a masked value.

    action: what becomes of it under the profile of the service; "read": the detectors read it. type: of a datatype,
    whose fields have rules of their own.
    """

    path: str
    rule: str = ""
    action: str = ""
    entity: str = ""
    type: str = ""


class SchemaOut(msgspec.Struct, omit_defaults=True):
    """An approved schema. records: the resourceType or dataType that its records name.

    fields: of the schema that the request names.
    """

    name: str
    version: str
    records: str = ""
    fields: list[FieldOut] = []


class SchemasOut(msgspec.Struct):
    """The schemas that a request may name."""

    schemas: list[SchemaOut]


class MessageIn(msgspec.Struct):
    """A message of the Model Context Protocol: JSON-RPC 2.0. A notification has no id."""

    jsonrpc: Literal["2.0"]
    method: str
    id: int | str | msgspec.UnsetType = msgspec.UNSET
    params: dict[str, Any] | None = None


class MessageOut(msgspec.Struct):
    """The answer to a message: a result, or an error."""

    jsonrpc: Literal["2.0"]
    id: int | str | None
    result: dict[str, Any] = {}
    error: dict[str, Any] = {}


class StateOut(msgspec.Struct):
    """The service answers. degraded: codes of what it does without."""

    status: str = "ok"
    degraded: list[str] | msgspec.UnsetType = msgspec.UNSET


def each_done(
    items: Sequence[Item],
    work: Callable[[Sequence[Item]], Iterable[Result]],
    failed: Result,
    told: Callable[[BaseException], None],
    unavailable: Result | None = None,
) -> list[Result]:
    """Return a result for each item. After a failure those without one are tried one by one, so that it takes no other.

    failed: the result of an item on which `work` fails alone. told: is told of failures. unavailable: the result of
    items for which a service was not reached; None: ServiceUnavailableError is raised.
    """
    done: list[Result] = []
    try:
        done.extend(work(items))
    except ServiceUnavailableError:
        if unavailable is None:
            raise
        done += [unavailable] * (len(items) - len(done))
    except Exception as e:
        told(e)
        if len(items) == 1:
            return [failed]
        for item in items[len(done) :]:
            done += each_done([item], work, failed, told, unavailable)
    return done


def batches(
    items: Iterable[Item], size: Callable[[Item], int], most: int, most_bytes: int, *, over: bool = True
) -> Iterator[list[Item]]:
    """Yield lists of at most so many items, which end with the item that reaches the bytes, or before it."""
    batch: list[Item] = []
    held = 0
    for item in items:
        if batch and not over and held + size(item) > most_bytes:
            yield batch
            batch, held = [], 0
        batch.append(item)
        held += size(item)
        if len(batch) >= most or held >= most_bytes:
            yield batch
            batch, held = [], 0
    if batch:
        yield batch
