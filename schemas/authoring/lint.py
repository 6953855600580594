"""What a schema lets through that it should not: checked on samples, before a person approves it.

A finding names the path and the problem, with counts; no value is shown, since a finding may be pasted into a ticket.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from redactor.entities import Entity
from redactor.text import Note, Reading
from schemas.engine.compiled_schema import Branch, CompiledSchema, Kind, Leaf, Node, Rule
from schemas.engine.key_names import key_words, looks_like_data

_BATCH = 256
_MAX_UNNAMED = 50  # an object with more keys that no rule names is a map whose keys are data
_KEPT = 2000  # distinct values a passThrough field is read in
_MAX_DEPTH = 200
_TYPES: dict[str, type | tuple[type, ...]] = {"boolean": bool, "integer": int, "decimal": (int, float)}
_ADDRESSES = frozenset({"uri", "url", "canonical", "oid"})
# Addresses that the record engine itself lets pass only where they are known ones.
_BOUNDED = {Kind.CODING: "system", Kind.EXTENSION: "url"}
# Rules see to these kinds as a whole; their inner fields need no rule of the document's.
_OPAQUE = frozenset({Kind.EXTENSION, Kind.RESOURCE, Kind.NARRATIVE, Kind.ATTACHMENT, Kind.BINARY})


class Reader(Protocol):
    """Reads notes with every detector; `redactor.engine.Engine` is one."""

    def read(self, notes: list[Note]) -> list[Reading]: ...


class Problem(StrEnum):
    """What is wrong with a field."""

    PHI_PASSES = "passThrough, and a detector finds PHI in it"
    UNREAD = "passThrough, and a detector could not read it whole"
    FREE_STRING = "passThrough of any string: give it an enum or a pattern, or another rule"
    UNNAMED = "in the samples, but no rule names it: it is dropped, or quarantines its record"
    NOT_ALLOWED = "passThrough, but values are not of the enum, the pattern or the type: they are omitted"
    SHAPE = "an object or array where the schema has a value, or the other way round"


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem at a path. count: values it was seen in. share: of the values seen at that path, in [0, 1]."""

    path: str
    problem: Problem
    count: int
    share: float


@dataclass(slots=True)
class _Tally:
    seen: Counter[str] = field(default_factory=Counter)
    problems: dict[tuple[str, Problem], int] = field(default_factory=lambda: defaultdict(int))
    texts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    addresses: set[str] = field(default_factory=set)
    unnamed: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def note(self, path: str, problem: Problem, n: int = 1) -> None:
        self.problems[path, problem] += n


def lint(schema: CompiledSchema, samples: Iterable[Mapping[str, Any]], engine: Reader) -> list[Finding]:
    """Findings over the samples, by path. An empty list says that nothing was found, not that nothing is there."""
    tally = _Tally()
    for sample in samples:
        _branch(schema.root, sample, schema.root.path, tally, 0)
    _free_strings(schema.root, schema.root.path, tally, set())
    _read(tally, engine)
    _unnamed(tally, engine)
    return [
        Finding(path, problem, n, n / tally.seen[path] if tally.seen[path] else 0.0)
        for (path, problem), n in sorted(tally.problems.items(), key=lambda x: (x[0][0], x[0][1].value))
    ]


def _branch(branch: Branch, value: Any, path: str, tally: _Tally, depth: int) -> None:
    if not isinstance(value, Mapping):
        tally.note(path, Problem.SHAPE)
        return
    for key, inner in value.items():
        node = branch.children.get(key)
        if branch.kind is not None and _BOUNDED.get(branch.kind) == key:
            continue
        if node is not None:
            _node(node, inner, f"{path}.{key}", tally, depth + 1)
        elif branch.kind not in _OPAQUE and not _primitive_extension(branch, key):
            tally.unnamed[path][key] += 1


def _primitive_extension(branch: Branch, key: str) -> bool:
    """FHIR's `_birthDate` beside `birthDate`; the record engine walks it."""
    return key.startswith("_") and key[1:] in branch.children


def _node(node: Node, value: Any, path: str, tally: _Tally, depth: int) -> None:
    if value is None or depth > _MAX_DEPTH:
        return
    if node.many:
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
            _branch(node, one, path, tally, depth)
        elif isinstance(one, Mapping | list) and node.rule is not Rule.DROP:
            tally.note(path, Problem.SHAPE)
        elif node.rule is Rule.PASS:
            _passed(node, one, path, tally)


def _passed(leaf: Leaf, value: Any, path: str, tally: _Tally) -> None:
    if not _allowed(leaf, value):
        tally.note(path, Problem.NOT_ALLOWED)
        return
    if isinstance(value, bool):
        return
    if leaf.format in _ADDRESSES and (leaf.enum is not None or leaf.check is not None):
        tally.addresses.add(path)
    texts = tally.texts[path]
    text = value if isinstance(value, str) else str(value)
    if text in texts or len(texts) < _KEPT:
        texts[text] += 1


def _allowed(leaf: Leaf, value: Any) -> bool:
    wanted = _TYPES.get(leaf.format, str)
    if not isinstance(value, wanted) or (isinstance(value, bool) and leaf.format != "boolean"):
        # numbers with a fraction come as they were written
        return leaf.format == "decimal" and type(value).__name__ in ("Raw", "Decimal")
    if isinstance(value, str):
        return (leaf.enum is None or value in leaf.enum) and (leaf.check is None or leaf.check(value))
    return True


def _free_strings(node: Node, path: str, tally: _Tally, met: set[int]) -> None:
    """passThrough of strings that nothing bounds, whether or not a sample holds one. FHIR's codes are bounded by it."""
    if isinstance(node, Leaf):
        if node.rule is Rule.PASS and node.format in ("string", "markdown") and node.enum is None and not node.check:
            tally.note(path, Problem.FREE_STRING, max(1, tally.seen[path]))
        return
    if id(node.children) in met:
        return
    met.add(id(node.children))
    for key, child in node.children.items():
        _free_strings(child, f"{path}.{key}", tally, met)


def _read(tally: _Tally, engine: Reader) -> None:
    """Show what passes to the detectors, each distinct value once."""
    jobs = [(path, text, n) for path, texts in tally.texts.items() for text, n in texts.items()]
    for at in range(0, len(jobs), _BATCH):
        batch = jobs[at : at + _BATCH]
        readings = engine.read([Note(str(at + i), text) for i, (_, text, _) in enumerate(batch)])
        for (path, _, n), reading in zip(batch, readings, strict=True):
            # that a terminology's address, bounded by the schema, is an address is no news
            if any(s.entity is not Entity.URL or path not in tally.addresses for s in reading.spans):
                tally.note(path, Problem.PHI_PASSES, n)
            if not reading.complete:
                tally.note(path, Problem.UNREAD, n)


def _unnamed(tally: _Tally, engine: Reader) -> None:
    """Fields that no rule names. A key can be data ({"JohnSmith": ...}): one that looks like it is not shown."""
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
