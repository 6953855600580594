"""Defines the compiled schema: a graph of nodes that `schemas.engine.walk` follows in parallel with a record.

`schemas.documents.compile` compiles a schema document once, and records are processed with the result. The graph may
have cycles (an Extension holds Extensions, a Questionnaire item holds items).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from redactor.entities import Entity, Role
from redactor.text import Action, TextKind
from schemas.engine.token_check import Verdict

CONTAINED = "#"  # the class of a contained resource's id, which is local to the resource around it; no document has it


class Rule(StrEnum):
    """The rule of a field. passThrough, hash and drop are literal: no profile changes them.

    mask marks a sensitive value, whose replacement the profile decides. shiftDate and generalize force that action.
    autoDeID is free text for the detectors.
    """

    PASS = "passThrough"  # noqa: S105
    MASK = "mask"
    HASH = "hash"
    AUTODEID = "autoDeID"
    SHIFT = "shiftDate"
    GENERALIZE = "generalize"
    DROP = "drop"


class Kind(StrEnum):
    """A datatype that has a handler or a text form; most are FHIR datatypes."""

    HUMAN_NAME = "HumanName"
    ADDRESS = "Address"
    CONTACT_POINT = "ContactPoint"
    IDENTIFIER = "Identifier"
    REFERENCE = "Reference"
    CODING = "Coding"
    AGE = "Age"
    QUANTITY = "Quantity"  # and what is derived from it: Count, Distance, Duration
    MONEY = "Money"
    RANGE = "Range"
    RATIO = "Ratio"
    RATIO_RANGE = "RatioRange"
    SAMPLED_DATA = "SampledData"
    ANSWER = "Answer"  # an object with a question and its answer: Observation, items of a QuestionnaireResponse
    ATTACHMENT = "Attachment"
    NARRATIVE = "Narrative"
    EXTENSION = "Extension"
    META = "Meta"
    RESOURCE = "Resource"  # a resource inside a resource (contained, Parameters), walked by its own schema
    DATE_PARTS = "DateParts"  # an object with the year, month and day of a date in fields of their own
    ANSWER_ROW = "AnswerRow"  # a table row with columns for a question, its answer and a unit
    BINARY = "Binary"  # the Binary resource: contentType and data


@dataclass(slots=True, eq=False)
class Leaf:
    """A field that holds a primitive.

    `format` is the primitive's syntax ("string", "markdown", "date", "dateTime", "instant", "time", "code", "uri",
    "url", "canonical", "oid", "uuid", "id", "boolean", "integer", "decimal", "base64Binary", "xhtml"); a result that it
    cannot hold is omitted. Under passThrough, `enum` holds the values that pass, and `check` tests each value. `entity`
    and `role` belong to a mask, hash, shiftDate or generalize. `part` is the field's name within a structured value
    ("family" of a HumanName). `is_array` tells whether the field is a JSON array of such values. `id_class` is the
    class of ids within which a hash works; without one the path is the class. `is_known` tells whether values under
    mask or hash are known values, for which texts are searched. `path` is the field's place in the schema
    ("HumanName.family"), for mentions and reports; it holds no data. `kind` is the kind of a text under autoDeID.
    `by_llm` tells whether an LLM, if the run has one, reads all of it. `action` is the one that the profile gives to
    the path of a field under mask.
    """

    rule: Rule
    path: str
    format: str = "string"
    entity: Entity | None = None
    role: Role | None = None
    part: str | None = None
    enum: frozenset[str] | None = None
    check: Callable[[str], Verdict] | None = None
    is_array: bool = False
    id_class: str | None = None
    is_known: bool = True
    kind: TextKind = TextKind.PROSE
    by_llm: bool = False
    action: Action | None = None

    @property
    def column(self) -> str:
        """Return the name of the field."""
        return self.path.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class Required:
    """An element that FHIR requires.

    `types` holds its name and its type, or for a choice those of each alternative. A type is a primitive, a datatype or
    the path of a backbone element ("Patient.link").
    """

    types: tuple[tuple[str, str], ...]
    repeats: bool = False

    @property
    def is_choice(self) -> bool:
        """Tell whether it is a value[x]."""
        return len(self.types) > 1


@dataclass(slots=True, eq=False)
class Branch:
    """A field that holds an object.

    `kind` is its datatype where that has a handler, or None. `entity` and `role` are the defaults of its fields.
    `targets` are the resource types that a Reference may refer to. `is_array` tells whether the field is a JSON array
    of such objects. `required` lists what FHIR requires of such an object.
    """

    path: str
    children: dict[str, Leaf | Branch] = field(default_factory=dict)
    kind: Kind | None = None
    entity: Entity | None = None
    role: Role | None = None
    targets: tuple[str, ...] = ()
    is_array: bool = False
    required: tuple[Required, ...] = ()


Node = Leaf | Branch


def node_at(root: Branch, keys: Iterable[str]) -> Node | None:
    """Return the node that a path of keys leads to, or None."""
    node: Node | None = root
    for key in keys:
        node = node.children.get(key) if isinstance(node, Branch) else None
    return node


def fields_of(root: Branch) -> Iterator[tuple[str, Node]]:
    """Yield each field with its path, in which [] marks an array.

    A datatype is one field, since its rules are the same everywhere, and so is an object within itself.
    """
    yield from _fields_of(root, "", frozenset())


def _fields_of(branch: Branch, prefix: str, inside: frozenset[int]) -> Iterator[tuple[str, Node]]:
    for key, node in branch.children.items():
        path = f"{prefix}{key}{'[]' if node.is_array else ''}"
        if isinstance(node, Leaf) or node.kind is not None or id(node.children) in inside:
            yield path, node
        else:
            yield from _fields_of(node, f"{path}.", inside | {id(node.children)})


@dataclass(frozen=True, slots=True, eq=False)
class CompiledSchema:
    """A schema ready to run.

    `name` is like "fhir/r4/Patient" or "records/clinicalRecord". `digest` is SHA-256 (hex) of the canonical JSON of the
    document and of all documents that it refers to; approvals are bound to it. `subject` holds paths of the fields that
    say whose record it is, tried in order, each a tuple of keys (("id",), ("subject", "reference")). `fhir` is "R4",
    "R5" or None for flat records. `note_type`, `note_date` and `id_path` are paths of the fields that give a free-text
    record's type and date, and the record's id. `required` holds the fields that each record has.
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
    required: frozenset[str] = frozenset()


SENSITIVE = frozenset({Rule.MASK, Rule.SHIFT, Rule.GENERALIZE})
LITERAL = frozenset({Rule.PASS, Rule.HASH})


def rule_of(node: Branch, key: str) -> Rule | None:
    """Return the rule of a single-valued primitive field, or None for any other field."""
    child = node.children.get(key)
    return child.rule if isinstance(child, Leaf) and not child.is_array else None
