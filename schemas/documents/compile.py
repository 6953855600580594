"""A schema document compiles to the graph that `schemas.engine.walk` walks. The vocabulary is checked here.

A document is JSON Schema with one rule a field; docs/guide/schemas.md shows how to write one. Nothing passes because
it was forgotten: a leaf without a rule, an unknown keyword or a rule that cannot hold is an error that names the path.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

import re2

from redactor.entities import Entity, Role
from redactor.errors import SchemaError
from schemas.documents.pass_checks import CHECKS, matcher
from schemas.engine.compiled_schema import Branch, CompiledSchema, Kind, Leaf, Node, Rule

Document = Mapping[str, Any]
Resolver = Callable[[str], Document]
"""Gives the document that a $ref's part before the "#" names, e.g. "datatypes.json". Raises SchemaError."""

FORMATS = frozenset(
    "string markdown date dateTime instant time code uri url canonical oid uuid id boolean integer decimal "  # noqa: SIM905
    "base64Binary xhtml".split()
)
_FORMAT_OF_TYPE = {"string": "string", "integer": "integer", "number": "decimal", "boolean": "boolean"}
_TYPE_OF_FORMAT = {"boolean": "boolean", "integer": "integer", "decimal": "number"}
_TEXTS = frozenset({"string", "markdown", "xhtml", "base64Binary"})
_NEVER_PASS = frozenset({"base64Binary", "xhtml"})
_NEEDS_ENTITY = frozenset({Rule.MASK, Rule.GENERALIZE})

_LEAF_WORDS = frozenset({"rule", "entity", "role", "part", "format", "enum", "const", "pattern", "check"})
_NODE_WORDS = frozenset({"$ref", "type", "properties", "items", "kind", "targets"}) | _LEAF_WORDS
# Keywords of JSON Schema that say nothing about what may leave. Those that would (allOf, patternProperties, ...) are
# refused: to ignore them would make a document mean less than its author thinks.
_NOTES = frozenset(
    "$comment $anchor title description examples default deprecated readOnly writeOnly required additionalProperties "  # noqa: SIM905
    "minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems "
    "minProperties maxProperties contentEncoding contentMediaType".split()
)
_DOCUMENT_WORDS = frozenset(
    "$schema $id $defs title version resourceType dataType fhirVersion subject id noteType noteDate".split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class _Here:
    """Where the compiler stands. document: name of the document that local references mean ("" for the first)."""

    document: str
    path: str
    entity: Entity | None = None
    role: Role | None = None


class _Compiler:
    def __init__(self, document: Document, resolver: Resolver) -> None:
        self._documents: dict[str, Document] = {"": document}
        self._resolver = resolver
        self._memo: dict[tuple[str, str, Entity | None, Role | None], Branch | Leaf] = {}

    def root(self, body: Document, here: _Here) -> Branch:
        """Compile the document's own object."""
        return self._object(body, here, many=False)

    def node(self, schema: Any, here: _Here, part: str | None, many: bool = False) -> Node:
        """Compile one property. part: its name where it is part of a structured value, such as a HumanName."""
        if not isinstance(schema, Mapping):
            raise SchemaError(f"{here.path}: a property is described by an object; found {type(schema).__name__}")
        _known_words(schema, here.path)
        if "$ref" in schema:
            return self._reference(schema, here, many)
        kinds = _types(schema, here.path)
        if schema.get("rule") == Rule.DROP.value and kinds & {"object", "array"}:
            return Leaf(Rule.DROP, here.path, many=many)
        if "array" in kinds or "items" in schema:
            return self._array(schema, here, part, many)
        if "object" in kinds or "properties" in schema or "kind" in schema:
            return self._object(schema, here, many)
        return _leaf(schema, kinds, here, part, many)

    def _array(self, schema: Document, here: _Here, part: str | None, many: bool) -> Node:
        if many:
            raise SchemaError(f"{here.path}: arrays in arrays cannot be walked; give it the rule drop")
        items = schema.get("items")
        if not isinstance(items, Mapping):
            raise SchemaError(f'{here.path}: an array needs "items", or the rule drop')
        outer = {k: schema[k] for k in ("rule", "entity", "role", "part") if k in schema and k not in items}
        return self.node({**items, **outer}, here, part, many=True)

    def _object(self, schema: Document, here: _Here, many: bool) -> Branch:
        if "rule" in schema:
            raise SchemaError(f"{here.path}: an object takes no rule but drop; put rules on its properties")
        here = _inherit(schema, here)
        branch = Branch(here.path, many=many)
        _describe(branch, schema, here)
        self._children(branch, schema, here)
        return branch

    def _children(self, branch: Branch, schema: Document, here: _Here) -> None:
        properties = schema.get("properties", {})
        if not isinstance(properties, Mapping):
            raise SchemaError(f'{here.path}: "properties" must be an object')
        for name, child in properties.items():
            below = _Here(here.document, f"{here.path}.{name}", here.entity, here.role)
            branch.children[name] = self.node(child, below, name if branch.kind else None)

    def _reference(self, schema: Document, here: _Here, many: bool) -> Node:
        """Follow a $ref. What stands beside it (entity, role, targets) goes before what the definition says."""
        ref = schema["$ref"]
        if not isinstance(ref, str) or "#" not in ref:
            raise SchemaError(f'{here.path}: "$ref" must be like "#/$defs/Name" or "datatypes.json#/$defs/Name"')
        for word in ("rule", "type", "properties", "items", "kind", "format", "enum", "pattern", "check"):
            if word in schema:
                raise SchemaError(f'{here.path}: "{word}" cannot stand beside "$ref"; only entity, role, targets can')
        file, _, pointer = ref.partition("#")
        document = file or here.document
        target = self._target(document, pointer, here.path)
        here = _inherit(schema, here)
        entity, role = here.entity, here.role
        if target.get("kind") == Kind.EXTENSION.value:
            entity = role = None  # an extension stands for itself, whoever carries it
        key = (document, pointer, entity, role)
        base = self._memo.get(key)
        if base is None:
            base = self._define(target, key)
        if isinstance(base, Leaf):
            return Leaf(
                base.rule, base.path, base.format, base.entity, base.role, base.part, base.enum, base.check, many
            )
        targets = _targets(schema, here.path) or base.targets
        # A branch of its own for this use, over the same children: they may still be filling where a type holds itself.
        return Branch(base.path, base.children, base.kind, base.entity, base.role, targets, many)

    def _define(self, target: Document, key: tuple[str, str, Entity | None, Role | None]) -> Branch | Leaf:
        document, pointer, entity, role = key
        name = pointer.rsplit("/", 1)[-1]
        inside = _Here(document, name, entity, role)
        _known_words(target, name)
        if "$ref" in target:
            raise SchemaError(f'{name}: a definition cannot be a mere "$ref"; refer to what it names')
        kinds = _types(target, name)
        if "object" not in kinds and "properties" not in target and "kind" not in target:
            leaf = self.node(target, inside, None)
            if not isinstance(leaf, Leaf) or leaf.many:
                raise SchemaError(
                    f"{name}: a definition is an object or a single value; put the array where it is used"
                )
            self._memo[key] = leaf
            return leaf
        # The reference decides before the definition.
        inside = _Here(document, name, entity or _entity(target, name), role or _role(target, name))
        branch = Branch(name)
        _describe(branch, target, inside)
        self._memo[key] = branch
        self._children(branch, target, inside)
        return branch

    def _target(self, document: str, pointer: str, path: str) -> Document:
        found = self._documents.get(document)
        if found is None:
            found = self._documents[document] = self._resolver(document)
        target: Any = found
        for step in pointer.strip("/").split("/"):
            step = step.replace("~1", "/").replace("~0", "~")
            if not isinstance(target, Mapping) or step not in target:
                raise SchemaError(f'{path}: "$ref" names {document}#{pointer}, which is not there')
            target = target[step]
        if not isinstance(target, Mapping):
            raise SchemaError(f'{path}: "$ref" names {document}#{pointer}, which is no object')
        return target


def compile_document(doc: Document, resolver: Resolver, digest: str = "") -> CompiledSchema:
    """Compile a document. resolver: gives the other documents that it refers to. Raises SchemaError.

    digest: of the canonical JSON of the document and all it refers to (`schemas.documents.registry`).
    """
    for word in doc:
        if word not in _DOCUMENT_WORDS and word not in _NODE_WORDS and word not in _NOTES:
            raise SchemaError(f'document: "{word}" is no keyword that this version knows; remove it or correct it')
    name, version = doc.get("title"), doc.get("version")
    if not isinstance(name, str) or not name:
        raise SchemaError('document: "title" must name the schema, e.g. "records/clinicalRecord"')
    if not isinstance(version, str) or not version:
        raise SchemaError('document: "version" must be given as a string, e.g. "1.0"')
    resource_type, data_type = _text(doc, "resourceType"), _text(doc, "dataType")
    if "subject" not in doc:
        raise SchemaError('document: "subject" must list the paths of whose record it is; [] if it is of nobody')
    subject = doc["subject"]
    if not isinstance(subject, list) or not all(isinstance(p, str) and p for p in subject):
        raise SchemaError('document: "subject" must be a list of dotted paths, e.g. ["subject.reference"]')
    path = resource_type or data_type or name.rsplit("/", 1)[-1]
    body = {k: v for k, v in doc.items() if k in ("type", "properties", "kind", "entity", "role")}
    if doc.get("type", "object") != "object":
        raise SchemaError('document: the record must be an object ("type": "object")')
    if "properties" not in body:
        raise SchemaError('document: "properties" must describe the fields')
    root = _Compiler(doc, resolver).root(body, _Here("", path))
    if data_type:
        # What a record says it is, is the schema's own word and stays, so that the release can be read by type.
        root.children.setdefault("dataType", Leaf(Rule.PASS, f"{path}.dataType", enum=frozenset({data_type})))
    compiled = CompiledSchema(
        name=name,
        version=version,
        digest=digest,
        root=root,
        subject=tuple(tuple(p.split(".")) for p in subject),
        resource_type=resource_type,
        data_type=data_type,
        fhir=_text(doc, "fhirVersion"),
        note_type=_path(doc, "noteType"),
        note_date=_path(doc, "noteDate"),
        id_path=_path(doc, "id"),
    )
    named = [*compiled.subject, *(p for p in (compiled.note_type, compiled.note_date, compiled.id_path) if p)]
    for keys in named:
        _follow(root, keys)
    return compiled


def _follow(root: Branch, keys: tuple[str, ...]) -> None:
    node: Node | None = root
    for key in keys:
        node = node.children.get(key) if isinstance(node, Branch) else None
    if not isinstance(node, Leaf):
        raise SchemaError(f'document: the path "{".".join(keys)}" names no field of the schema')


def _leaf(schema: Document, kinds: frozenset[str], here: _Here, part: str | None, many: bool) -> Leaf:
    path = here.path
    if "rule" not in schema:
        rules = ", ".join(r.value for r in Rule)
        raise SchemaError(f"{path}: a field needs a rule; give it one of {rules}")
    rule = _member(Rule, schema["rule"], "rule", path)
    fmt = _format(schema, kinds, path)
    enum, check = _enum(schema, path), _check(schema, path)
    entity = _entity(schema, path) or here.entity
    role = _role(schema, path) or here.role
    if rule in _NEEDS_ENTITY and entity is None:
        raise SchemaError(f'{path}: {rule.value} needs an "entity", e.g. "PERSON"; ID fits any other identifier')
    if rule is Rule.SHIFT and entity is None:
        entity = Entity.DATE
    if rule is Rule.AUTODEID and fmt not in _TEXTS:
        raise SchemaError(f"{path}: autoDeID reads text, not {fmt}; choose another rule")
    if rule is Rule.PASS and fmt in _NEVER_PASS:
        raise SchemaError(f"{path}: {fmt} can hold anything and cannot pass; choose autoDeID or drop")
    if rule is not Rule.PASS and (enum is not None or check is not None):
        raise SchemaError(f"{path}: enum, const, pattern and check go with passThrough, not with {rule.value}")
    if rule in (Rule.PASS, Rule.DROP, Rule.AUTODEID):
        entity = role = None
    return Leaf(rule, path, fmt, entity, role, _part(schema, part, path), enum, check, many)


def _types(schema: Document, path: str) -> frozenset[str]:
    found = schema.get("type", ())
    kinds = frozenset([found] if isinstance(found, str) else found)
    unknown = kinds - {"string", "integer", "number", "boolean", "object", "array", "null"}
    if unknown:
        raise SchemaError(f"{path}: {sorted(map(str, unknown))[0]!r} is no JSON type")
    return kinds - {"null"}


def _format(schema: Document, kinds: frozenset[str], path: str) -> str:
    primitive = {"number"} if kinds == {"integer", "number"} else kinds
    if len(primitive) > 1:
        raise SchemaError(f"{path}: one field, one type; found {', '.join(sorted(kinds))}")
    typed = next(iter(primitive), None)
    fmt = schema.get("format")
    if fmt is None:
        return _FORMAT_OF_TYPE.get(typed or "", "string")
    fmt = "dateTime" if fmt == "date-time" else fmt
    if fmt not in FORMATS:
        raise SchemaError(f"{path}: {fmt!r} is no format; use one of {', '.join(sorted(FORMATS))}")
    if typed is not None and _TYPE_OF_FORMAT.get(fmt, "string") != typed:
        raise SchemaError(f"{path}: the type {typed} cannot have the format {fmt}")
    return str(fmt)


def _enum(schema: Document, path: str) -> frozenset[str] | None:
    values = [schema["const"]] if "const" in schema else schema.get("enum")
    if values is None:
        return None
    if not isinstance(values, list) or not values or not all(isinstance(v, str) for v in values):
        raise SchemaError(f'{path}: "enum" must list strings')
    return frozenset(values)


def _check(schema: Document, path: str) -> Callable[[str], bool] | None:
    pattern, name = schema.get("pattern"), schema.get("check")
    if pattern is not None and name is not None:
        raise SchemaError(f"{path}: give either a pattern or a check")
    if name is not None:
        if name not in CHECKS:
            raise SchemaError(f"{path}: {name!r} is no check; use one of {', '.join(sorted(CHECKS))}")
        return CHECKS[name]
    if pattern is None:
        return None
    try:
        return matcher(pattern)
    except (re2.error, TypeError):
        raise SchemaError(f"{path}: the pattern is no regular expression in re2 syntax") from None


def _describe(branch: Branch, schema: Document, here: _Here) -> None:
    if "kind" in schema:
        branch.kind = _member(Kind, schema["kind"], "kind", here.path)
    branch.entity, branch.role = here.entity, here.role
    branch.targets = _targets(schema, here.path)


def _targets(schema: Document, path: str) -> tuple[str, ...]:
    found = schema.get("targets", [])
    if not isinstance(found, list) or not all(isinstance(t, str) for t in found):
        raise SchemaError(f'{path}: "targets" must list resource types')
    return tuple(found)


def _inherit(schema: Document, here: _Here) -> _Here:
    entity, role = _entity(schema, here.path), _role(schema, here.path)
    if entity is None and role is None:
        return here
    return _Here(here.document, here.path, entity or here.entity, role or here.role)


def _part(schema: Document, part: str | None, path: str) -> str | None:
    found = schema.get("part", part)
    if found is not None and not isinstance(found, str):
        raise SchemaError(f'{path}: "part" must be a string')
    return found


def _entity(schema: Document, path: str) -> Entity | None:
    found = schema.get("entity")
    return None if found is None else _member(Entity, found, "entity", path)


def _role(schema: Document, path: str) -> Role | None:
    found = schema.get("role")
    return None if found is None else _member(Role, found, "role", path)


_Member = TypeVar("_Member", bound=StrEnum)


def _member(members: type[_Member], found: Any, word: str, path: str) -> _Member:
    try:
        return members(found)
    except ValueError:
        listed = ", ".join(m.value for m in members)
        raise SchemaError(f"{path}: {found!r} is no {word}; use one of {listed}") from None


def _known_words(schema: Document, path: str) -> None:
    for word in schema:
        if word not in _NODE_WORDS and word not in _NOTES:
            raise SchemaError(f'{path}: "{word}" is no keyword that this version knows; remove it or correct it')


def _text(doc: Document, word: str) -> str | None:
    found = doc.get(word)
    if found is not None and (not isinstance(found, str) or not found):
        raise SchemaError(f'document: "{word}" must be a string')
    return found


def _path(doc: Document, word: str) -> tuple[str, ...] | None:
    found = _text(doc, word)
    return tuple(found.split(".")) if found else None
