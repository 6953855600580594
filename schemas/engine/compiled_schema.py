"""The compiled schema: a graph of nodes that `apply` walks beside a record, one dictionary look-up a field.

A schema document compiles to it once (`schemas.documents.compile`); a record never meets the document. The graph may
hold cycles (an Extension holds Extensions, a Questionnaire item holds items).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from redactor.entities import Entity, Role


class Rule(StrEnum):
    """What a schema says of a field (DESIGN, "Rules"). passThrough, hash and drop are literal.

    mask: sensitive, the profile says what takes its place. shiftDate and generalize force that action. autoDeID: free
    text for the detectors.
    """

    PASS = "passThrough"  # noqa: S105
    MASK = "mask"
    HASH = "hash"
    AUTODEID = "autoDeID"
    SHIFT = "shiftDate"
    GENERALIZE = "generalize"
    DROP = "drop"


class Kind(StrEnum):
    """A composite value that needs its parts together, or a value of a form of its own. FHIR's datatypes, mostly."""

    HUMAN_NAME = "HumanName"
    ADDRESS = "Address"
    CONTACT_POINT = "ContactPoint"
    IDENTIFIER = "Identifier"
    REFERENCE = "Reference"
    CODING = "Coding"
    AGE = "Age"
    QUANTITY = "Quantity"
    ANSWER = "Answer"  # an observation or an item of a questionnaire: what is asked, and values that answer it
    ATTACHMENT = "Attachment"
    NARRATIVE = "Narrative"
    EXTENSION = "Extension"
    META = "Meta"
    RESOURCE = "Resource"  # a resource inside a resource: contained, Parameters; walked by its own schema
    BINARY = "Binary"  # the Binary resource itself: contentType and data


@dataclass(slots=True, eq=False)
class Leaf:
    """A field that holds a primitive.

    format: the primitive's syntax ("string", "markdown", "date", "dateTime", "instant", "time", "code", "uri", "url",
    "canonical", "oid", "uuid", "id", "boolean", "integer", "decimal", "base64Binary", "xhtml"): a result that does not
    fit it is omitted. enum: under passThrough the only values that pass. check: under passThrough the value must
    satisfy it. entity and role: of a mask, hash, shiftDate or generalize. many: a JSON array of such values.
    path: where in the schema ("HumanName.family"), for mentions and reports; it holds no data.
    """

    rule: Rule
    path: str
    format: str = "string"
    entity: Entity | None = None
    role: Role | None = None
    part: str | None = None
    enum: frozenset[str] | None = None
    check: Callable[[str], bool] | None = None
    many: bool = False


@dataclass(slots=True, eq=False)
class Branch:
    """A field that holds an object. kind: the composite it is, or None. many: a JSON array of such objects."""

    path: str
    children: dict[str, Leaf | Branch] = field(default_factory=dict)
    kind: Kind | None = None
    entity: Entity | None = None
    role: Role | None = None
    targets: tuple[str, ...] = ()
    many: bool = False


Node = Leaf | Branch


@dataclass(frozen=True, slots=True, eq=False)
class CompiledSchema:
    """A schema ready to run.

    name: "fhir/r4/Patient", "records/clinicalRecord". digest: SHA-256 (hex) of the document's canonical JSON, with all
    it refers to; approvals bind to it. subject: field paths that name whose record this is, tried in order; each a
    tuple of keys (("id",), ("subject", "reference")). fhir: "R4", "R5" or None. note_type, note_date: paths of the
    fields that describe a free-text record.
    """

    name: str
    version: str
    digest: str
    root: Branch
    subject: tuple[tuple[str, ...], ...] = ()
    resource_type: str | None = None
    data_type: str | None = None
    fhir: str | None = None
    note_type: tuple[str, ...] | None = None
    note_date: tuple[str, ...] | None = None
    id_path: tuple[str, ...] | None = None
