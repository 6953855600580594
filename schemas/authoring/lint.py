"""Checks on samples what a schema lets through that it should not, before a person approves it.

A finding names a path and a problem, with counts. It shows no value, since findings may be pasted into tickets.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from redactor.entities import DATES, DEMOGRAPHICS, NAMES, PLACES, Entity
from redactor.text import Note, Reading
from schemas.authoring.column_words import words
from schemas.authoring.id_classes import known_class
from schemas.authoring.number_fates import has_form, identifies
from schemas.authoring.withheld_columns import column_meaning
from schemas.engine.compiled_schema import Branch, CompiledSchema, Kind, Leaf, Node, Rule
from schemas.engine.json_codec import values_at
from schemas.engine.key_names import key_words, looks_like_data
from schemas.engine.primitives import NUMERIC, scalar_text
from schemas.engine.pseudonyms import normal_class

_BATCH = 256
_MAX_UNNAMED = 50  # an object with more keys without a rule is a map whose keys are data
_MAX_VALUES = 2000  # distinct values of a passThrough field that the detectors read
_MAX_DEPTH = 200
_MIN_MASKED = 20  # values of a masked field; with fewer, recurring values say nothing
_MAX_RECURRING = 12  # distinct values of a field that is like a code
# Entities whose values recur although they are sensitive: a site has few doctors, cities and payers.
_RECURRING = (
    DEMOGRAPHICS | DATES | PLACES
    | {Entity.DOCTOR, Entity.HOSPITAL, Entity.ORGANIZATION, Entity.PHARMACY, Entity.DIAGNOSTIC_LABS, Entity.LOCATION}
)  # fmt: skip
_NAMED = NAMES | {Entity.STREET, Entity.ADDRESS}
_NAMING = frozenset({"name", "names", "surname", "surnames", "forename", "forenames", "initial", "initials", "address",
                     "addresses"})  # fmt: skip
_PYTHON_TYPES: dict[str, type | tuple[type, ...]] = {"boolean": bool, "integer": int, "decimal": (int, float)}
_URI_FORMATS = frozenset({"uri", "url", "canonical", "oid", "uuid"})
# URIs that the record engine lets pass only when they are known.
_CHECKED_URI = {Kind.CODING: "system", Kind.EXTENSION: "url"}
# Datatypes that are handled as a whole; their inner fields need no rule.
_OPAQUE = frozenset({Kind.EXTENSION, Kind.RESOURCE, Kind.NARRATIVE, Kind.ATTACHMENT, Kind.BINARY})


class Reader(Protocol):
    """Reads notes with every detector; `redactor.engine.Engine` implements it."""

    def read(self, notes: list[Note]) -> list[Reading]:
        """Return one resolved reading per note, in order."""
        ...


class Problem(StrEnum):
    """A problem of a field."""

    PHI_PASSES = "passThrough, but a detector finds PHI in it"
    UNREAD = "passThrough, but a detector could not read all of it"
    FREE_STRING = "passThrough of any string: give it an enum, a pattern or another rule"
    UNNAMED = "in the samples, but no rule names it: it is dropped, or quarantines its record"
    NOT_ALLOWED = "passThrough, but values do not match the enum, pattern or type; a run leaves them out"
    NUMBER_IDENTIFIES = (
        "passThrough, but a run leaves these numbers out: seven digits or more without a pattern, a position, an age of"
        " 90 years or more, or a date as a number"
    )
    NO_CLASS = "hash without an idClass: its ids join only fields of the same name; name the class that it refers to"
    MIXED_CLASS = "hash in the idClass of a field that holds other ids: equal numbers of the two get one token"
    FEW_VALUES = (
        "mask, but a few values recur, as those of a code do: passThrough with an enum or a pattern would keep them"
    )
    NO_SUBJECT = (
        "no subject: each record is a scope of its own, so that its dates and ids join no other record; if it has one,"
        ' name the patient\'s id in `subject` of the document, such as ["mrn"]'
    )
    EMPTY_SUBJECT = "the subject is empty in the samples: such a record is a scope of its own"
    SHAPE = "an object or array where the schema has a value, or the reverse"


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem at a path: the number of values that have it, and their share at that path, in [0, 1]."""

    path: str
    problem: Problem
    count: int
    share: float


@dataclass(slots=True)
class _Tally:
    """Counts over the samples, by path.

    `seen` counts values, and `problems` the values with a problem. `texts` counts each distinct passing value. `masked`
    holds the distinct values of masked fields, as far as a code would have them. `unnamed` counts each key without a
    rule. `bounded_uris` are paths of URIs that an enum or a check bounds. `is_flat` tells whether the records are flat,
    so that a column's name says what a number is.
    """

    is_flat: bool

    seen: Counter[str] = field(default_factory=Counter)
    problems: dict[tuple[str, Problem], int] = field(default_factory=lambda: defaultdict(int))
    texts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    masked: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    bounded_uris: set[str] = field(default_factory=set)
    unnamed: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def note(self, path: str, problem: Problem, n: int = 1) -> None:
        self.problems[path, problem] += n


def lint(schema: CompiledSchema, samples: Iterable[Mapping[str, Any]], engine: Reader) -> list[Finding]:
    """Return the findings over the samples, sorted by path; an empty list does not prove that the schema is safe."""
    tally = _Tally(schema.fhir is None)
    for sample in samples:
        _tally_branch(schema.root, sample, schema.root.path, tally, 0)
        if tally.is_flat and not _names_subject(schema, sample):
            tally.note(schema.root.path, Problem.EMPTY_SUBJECT if schema.subject else Problem.NO_SUBJECT)
        tally.seen[schema.root.path] += 1
    _note_free_strings(schema.root, schema.root.path, tally, set())
    if schema.fhir is None:
        _note_classes(schema.root, tally)
        _note_few_values(tally)
    _note_phi(tally, engine)
    _note_unnamed(tally, engine)
    return [
        Finding(path, problem, n, n / tally.seen[path] if tally.seen[path] else 0.0)
        for (path, problem), n in sorted(tally.problems.items(), key=lambda x: (x[0][0], x[0][1].value))
    ]


def _tally_branch(branch: Branch, value: Any, path: str, tally: _Tally, depth: int) -> None:
    """Tally the fields of an object of a sample."""
    if not isinstance(value, Mapping):
        tally.note(path, Problem.SHAPE)
        return
    for key, inner in value.items():
        node = branch.children.get(key)
        if branch.kind is not None and _CHECKED_URI.get(branch.kind) == key:
            continue
        if node is not None:
            _tally_node(node, inner, f"{path}.{key}", tally, depth + 1)
        elif branch.kind not in _OPAQUE and not (key[:1] == "_" and key[1:] in branch.children):  # `_birthDate` of FHIR
            tally.unnamed[path][key] += 1


def _tally_node(node: Node, value: Any, path: str, tally: _Tally, depth: int) -> None:
    """Tally the value of a field of a sample."""
    if value is None or depth > _MAX_DEPTH:
        return
    if node.is_array:
        if not isinstance(value, list):
            tally.seen[path] += 1
            tally.note(path, Problem.SHAPE)
            return
        values = [v for v in value if v is not None]
    else:
        values = [value]
    for one in values:
        tally.seen[path] += 1
        if isinstance(node, Branch):
            _tally_branch(node, one, path, tally, depth)
        elif isinstance(one, Mapping | list) and node.rule is not Rule.DROP:
            tally.note(path, Problem.SHAPE)
        elif node.rule is Rule.PASS:
            _tally_passing(node, one, path, tally)
        elif node.rule is Rule.MASK and node.entity not in _RECURRING:
            _tally_masked(one, path, tally)


def _tally_passing(leaf: Leaf, value: Any, path: str, tally: _Tally) -> None:
    """Tally a value under passThrough, and note one that does not fit the field."""
    if tally.is_flat and isinstance(value, str) and not value.strip():
        return  # an empty cell stays empty
    if not _is_allowed(leaf, value, is_flat=tally.is_flat):
        tally.note(path, Problem.NOT_ALLOWED)
        return
    if tally.is_flat and identifies(leaf, value):
        tally.note(path, Problem.NUMBER_IDENTIFIES)
        return
    if isinstance(value, bool):
        return
    if leaf.format in _URI_FORMATS and (leaf.enum is not None or leaf.check is not None):
        tally.bounded_uris.add(path)
    texts = tally.texts[path]
    text = scalar_text(value) or str(value)
    if text in texts or len(texts) < _MAX_VALUES:
        texts[text] += 1


def _tally_masked(value: Any, path: str, tally: _Tally) -> None:
    """Tally a value under mask."""
    text = scalar_text(value)
    if text and not text.isspace() and len(tally.masked[path]) <= _MAX_RECURRING:
        tally.masked[path].add(text)


def _names_subject(schema: CompiledSchema, sample: Mapping[str, Any]) -> bool:
    """Tell whether a sample has a value at one of the schema's subject paths."""
    found = (scalar_text(value) for path in schema.subject for value in values_at(sample, path))
    return any(text and not text.isspace() for text in found)


def _note_few_values(tally: _Tally) -> None:
    """Note masked fields with many values of which few are distinct."""
    for path, distinct in tally.masked.items():
        if tally.seen[path] >= _MIN_MASKED and 1 < len(distinct) <= _MAX_RECURRING and not _names_somebody(path):
            tally.note(path, Problem.FEW_VALUES, tally.seen[path])


def _names_somebody(path: str) -> bool:
    """Tell whether a key of a path, the record's own name aside, says that it holds names or addresses. A hospital has
    few surnames in a small table, and they are no code.
    """
    keys = path.split(".")[1:]
    entities = (column_meaning(key).entity for key in keys)
    return any(e in _NAMED for e in entities) or any(not _NAMING.isdisjoint(words(key)) for key in keys)


def _is_allowed(leaf: Leaf, value: Any, *, is_flat: bool) -> bool:
    if is_flat and (leaf.format in NUMERIC or leaf.format == "boolean"):
        return has_form(leaf, value)
    expected = _PYTHON_TYPES.get(leaf.format, str)
    if not isinstance(value, expected) or (isinstance(value, bool) and leaf.format != "boolean"):
        # msgspec.Raw and Decimal hold numbers as they were written.
        return leaf.format == "decimal" and type(value).__name__ in ("Raw", "Decimal")
    if isinstance(value, str):
        return (leaf.enum is None or value in leaf.enum) and (leaf.check is None or leaf.check(value) is not False)
    return True


def _note_free_strings(node: Node, path: str, tally: _Tally, met: set[int]) -> None:
    """Note every passThrough of unbounded strings, whether or not a sample has a value there."""
    if isinstance(node, Leaf):
        if node.rule is Rule.PASS and node.format in ("string", "markdown") and node.enum is None and not node.check:
            tally.note(path, Problem.FREE_STRING, max(1, tally.seen[path]))
        return
    if id(node.children) in met:
        return
    met.add(id(node.children))
    for key, child in node.children.items():
        _note_free_strings(child, f"{path}.{key}", tally, met)


def _note_classes(root: Branch, tally: _Tally) -> None:
    """Note hashed ids without a class, and classes that several fields share although their names say that they hold
    different ids.
    """
    by_class: dict[str, dict[str, str | None]] = defaultdict(dict)
    for path, parent, leaf in _hashed(root, root.path, frozenset()):
        if leaf.id_class is None:
            tally.note(path, Problem.NO_CLASS, max(1, tally.seen[path]))
        else:
            by_class[normal_class(leaf.id_class)][path] = known_class(path.rpartition(".")[2], parent)
    for fields in by_class.values():
        if len({implied for implied in fields.values() if implied is not None}) > 1:
            for path in fields:
                tally.note(path, Problem.MIXED_CLASS, max(1, tally.seen[path]))


def _hashed(branch: Branch, path: str, above: frozenset[int]) -> Iterator[tuple[str, str, Leaf]]:
    """Yield the hashed ids of a schema as (path, key of the object that holds it, leaf), entering recursive
    types once.
    """
    if id(branch.children) in above:
        return
    for key, node in branch.children.items():
        if isinstance(node, Branch):
            yield from _hashed(node, f"{path}.{key}", above | {id(branch.children)})
        elif node.rule is Rule.HASH and node.format not in _URI_FORMATS:
            yield f"{path}.{key}", path.rpartition(".")[2], node


def _note_phi(tally: _Tally, engine: Reader) -> None:
    """Have the detectors read the values that pass, each distinct value once."""
    jobs = [(path, text, n) for path, texts in tally.texts.items() for text, n in texts.items()]
    for at in range(0, len(jobs), _BATCH):
        batch = jobs[at : at + _BATCH]
        readings = engine.read([Note(str(at + i), text) for i, (_, text, _) in enumerate(batch)])
        for (path, _, n), reading in zip(batch, readings, strict=True):
            # URL hits in URIs that the schema bounds are expected.
            if any(s.entity is not Entity.URL or path not in tally.bounded_uris for s in reading.spans):
                tally.note(path, Problem.PHI_PASSES, n)
            if not reading.complete:
                tally.note(path, Problem.UNREAD, n)


def _note_unnamed(tally: _Tally, engine: Reader) -> None:
    """Note the fields without a rule. A key that looks like data ({"JohnSmith": ...}) is not shown."""
    for path, keys in tally.unnamed.items():
        shown: set[str] = set()
        if len(keys) <= _MAX_UNNAMED:
            plain = [k for k in keys if not looks_like_data(k)]
            readings = engine.read([Note(str(i), " ".join(key_words(k)).title()) for i, k in enumerate(plain)])
            shown = {k for k, reading in zip(plain, readings, strict=True) if not reading.spans}
        for key, n in keys.items():
            named = f"{path}.{key}" if key in shown else f"{path}.(keys not shown)"
            tally.seen[named] += n
            tally.note(named, Problem.UNNAMED, n)
