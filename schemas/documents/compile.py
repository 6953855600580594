"""Compiles a schema document to the graph that `schemas.engine.walk` follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from redactor.entities import Entity, Role
from redactor.errors import SchemaError
from schemas.documents.rules import (
    Document,
    check_document_keywords,
    check_keywords,
    entity_of,
    id_class_of,
    kind_of,
    leaf_of,
    path_of,
    required_of,
    role_of,
    targets_of,
    text_of,
    types_of,
)
from schemas.engine.compiled_schema import Branch, CompiledSchema, Kind, Leaf, Node, Rule, node_at
from schemas.engine.required_elements import required_elements
from schemas.engine.text_kinds import Records, kind_of_text, records_of

Resolver = Callable[[str], Document]
"""Returns the document that the part of a $ref before "#" names, such as "datatypes.json". Raises SchemaError."""

_Definitions = dict[tuple[str, str, Entity | None, Role | None], Branch | Leaf]
"""Holds compiled definitions by document, pointer, and the entity and role inherited where they are used."""

# Of the documents that FHIR schemas refer to: by the documents' digest, the release, and what the schemas are for. Most
# of a FHIR schema is datatypes. Schemas of other records share nothing: their subjects change nodes at any depth.
_SHARED: dict[tuple[str, str, Records], _Definitions] = {}


@dataclass(frozen=True, slots=True)
class _Context:
    """The position of the compiler.

    `document` is the document that local references mean ("" for the first), and `path` the place in the schema for
    messages. `entity` and `role` are inherited from the objects above.
    """

    document: str
    path: str
    entity: Entity | None = None
    role: Role | None = None


class _Compiler:
    def __init__(self, document: Document, resolver: Resolver, references: str) -> None:
        self._documents: dict[str, Document] = {"": document}
        self._resolver = resolver
        self._records = records_of(text_of(document, "resourceType"))
        self._release = text_of(document, "fhirVersion") or ""
        is_shared = references and self._release
        self._shared = _SHARED.setdefault((references, self._release, self._records), {}) if is_shared else {}
        self._memo: _Definitions = dict(self._shared)

    def root(self, body: Document, context: _Context) -> Branch:
        """Compile the document's top-level object, and share the definitions of other documents."""
        root = self._compile_object(body, context, is_array=False)
        self._shared.update((key, node) for key, node in self._memo.items() if key[0])  # all of them whole: no error
        return root

    def node(self, schema: Any, context: _Context, part: str | None, is_array: bool = False) -> Node:
        """Compile one property.

        `part` is its name where it is part of a structured value such as a HumanName.
        """
        if not isinstance(schema, Mapping):
            raise SchemaError(f"{context.path}: a property must be described by an object, not {type(schema).__name__}")
        check_keywords(schema, context.path)
        if "$ref" in schema:
            return self._follow_reference(schema, context, is_array)
        types = types_of(schema, context.path)
        if schema.get("rule") == Rule.DROP.value and types & {"object", "array"}:
            return Leaf(Rule.DROP, context.path, is_array=is_array)
        if "array" in types or "items" in schema:
            return self._compile_array(schema, context, part, is_array)
        if "object" in types or "properties" in schema or "kind" in schema:
            return self._compile_object(schema, context, is_array)
        leaf = leaf_of(
            schema, types, context.path, entity=context.entity, role=context.role, part=part, is_array=is_array
        )
        leaf.kind = kind_of_text(self._records, context.path, leaf.format)
        return leaf

    def _compile_array(self, schema: Document, context: _Context, part: str | None, is_array: bool) -> Node:
        if is_array:
            raise SchemaError(f"{context.path}: arrays in arrays are not supported; give it the rule drop")
        items = schema.get("items")
        if not isinstance(items, Mapping):
            raise SchemaError(f'{context.path}: an array needs "items", or the rule drop')
        outer = {k: schema[k] for k in ("rule", "entity", "role", "part", "idClass") if k in schema and k not in items}
        return self.node({**items, **outer}, context, part, is_array=True)

    def _compile_object(self, schema: Document, context: _Context, is_array: bool) -> Branch:
        if "rule" in schema:
            raise SchemaError(f"{context.path}: an object can have no rule but drop; put rules on its properties")
        _check_no_id_class(schema, context.path)
        context = _inherit(schema, context)
        branch = self._new_branch(context.path, is_array=is_array)
        _describe(branch, schema, context)
        self._compile_children(branch, schema, context)
        return branch

    def _new_branch(self, path: str, *, is_array: bool = False) -> Branch:
        return Branch(path, is_array=is_array, required=required_elements(self._release, path))

    def _compile_children(self, branch: Branch, schema: Document, context: _Context) -> None:
        properties = schema.get("properties", {})
        if not isinstance(properties, Mapping):
            raise SchemaError(f'{context.path}: "properties" must be an object')
        for name, child in properties.items():
            below = _Context(context.document, f"{context.path}.{name}", context.entity, context.role)
            branch.children[name] = self.node(child, below, name if branch.kind else None)

    def _follow_reference(self, schema: Document, context: _Context, is_array: bool) -> Node:
        """Follow a $ref; the keywords beside it (entity, role, targets, idClass) override those of the definition."""
        ref = schema["$ref"]
        if not isinstance(ref, str) or "#" not in ref:
            raise SchemaError(f'{context.path}: "$ref" must be like "#/$defs/Name" or "datatypes.json#/$defs/Name"')
        for keyword in ("rule", "type", "properties", "items", "kind", "format", "enum", "pattern", "check"):
            if keyword in schema:
                raise SchemaError(
                    f'{context.path}: "{keyword}" cannot stand beside "$ref"; only entity, role, targets, idClass can'
                )
        file, _, pointer = ref.partition("#")
        document = file or context.document
        target = self._referenced_definition(document, pointer, context.path)
        context = _inherit(schema, context)
        entity, role = context.entity, context.role
        if target.get("kind") == Kind.EXTENSION.value:
            entity = role = None  # an extension does not inherit from the element that carries it
        key = (document, pointer, entity, role)
        base = self._memo.get(key)
        if base is None:
            base = self._compile_definition(target, key)
        if isinstance(base, Leaf):
            return self._leaf_for_use(base, schema, context, is_array)
        _check_no_id_class(schema, context.path)
        targets = targets_of(schema, context.path) or base.targets
        # A branch of its own for this use, with shared children: of a recursive type they are not all compiled yet.
        return Branch(base.path, base.children, base.kind, base.entity, base.role, targets, is_array, base.required)

    def _leaf_for_use(self, leaf: Leaf, schema: Document, context: _Context, is_array: bool) -> Leaf:
        """Return a separate leaf for one use of a definition."""
        id_class = id_class_of(schema, context.path)
        if id_class is not None and leaf.rule is not Rule.HASH:
            raise SchemaError(f"{context.path}: idClass goes with the rule hash")
        return replace(leaf, path=context.path, is_array=is_array, id_class=id_class or leaf.id_class)

    def _compile_definition(self, target: Document, key: tuple[str, str, Entity | None, Role | None]) -> Branch | Leaf:
        """Compile a definition and remember it, before its children for recursive types."""
        document, pointer, entity, role = key
        name = pointer.rsplit("/", 1)[-1]
        inside = _Context(document, name, entity, role)
        check_keywords(target, name)
        if "$ref" in target:
            raise SchemaError(f'{name}: a definition cannot be only a "$ref"; refer to its target instead')
        types = types_of(target, name)
        if "object" not in types and "properties" not in target and "kind" not in target:
            leaf = self.node(target, inside, None)
            if not isinstance(leaf, Leaf) or leaf.is_array:
                raise SchemaError(
                    f"{name}: a definition is an object or a single value; put the array where it is used"
                )
            self._memo[key] = leaf
            return leaf
        # Entity and role of the reference override those of the definition.
        inside = _Context(document, name, entity or entity_of(target, name), role or role_of(target, name))
        branch = self._new_branch(name)
        _describe(branch, target, inside)
        self._memo[key] = branch
        self._compile_children(branch, target, inside)
        return branch

    def _referenced_definition(self, document: str, pointer: str, path: str) -> Document:
        """Return the definition that a $ref names. Raises SchemaError."""
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
            raise SchemaError(f'{path}: "$ref" names {document}#{pointer}, which is not an object')
        return target


def compile_document(document: Document, resolver: Resolver, digest: str = "", references: str = "") -> CompiledSchema:
    """Compile a document. Raises SchemaError.

    `resolver` returns the documents that it refers to. `digest` is the digest of the document and of those
    (`digest_of`). `references` is the digest of those alone; FHIR schemas with an equal one share the nodes of their
    definitions.
    """
    check_document_keywords(document)
    name, version = document.get("title"), document.get("version")
    if not isinstance(name, str) or not name:
        raise SchemaError('document: "title" must name the schema, e.g. "records/clinicalRecord"')
    if not isinstance(version, str) or not version:
        raise SchemaError('document: "version" must be given as a string, e.g. "1.0"')
    resource_type, data_type = text_of(document, "resourceType"), text_of(document, "dataType")
    if "subject" not in document:
        raise SchemaError('document: "subject" must list the paths that say whose record it is; [] if none does')
    subject = document["subject"]
    if not isinstance(subject, list) or not all(isinstance(p, str) and p for p in subject):
        raise SchemaError('document: "subject" must be a list of dotted paths, e.g. ["subject.reference"]')
    path = resource_type or data_type or name.rsplit("/", 1)[-1]
    body = {k: v for k, v in document.items() if k in ("type", "properties", "kind", "entity", "role")}
    if document.get("type", "object") != "object":
        raise SchemaError('document: the record must be an object ("type": "object")')
    if "properties" not in body:
        raise SchemaError('document: "properties" must describe the fields')
    root = _Compiler(document, resolver, references).root(body, _Context("", path))
    if data_type:
        # The dataType comes from the schema, not from data. It passes, so that the release can be read by type.
        root.children.setdefault("dataType", Leaf(Rule.PASS, f"{path}.dataType", enum=frozenset({data_type})))
    compiled = CompiledSchema(
        name=name,
        version=version,
        digest=digest,
        root=root,
        subject=tuple(tuple(p.split(".")) for p in subject),
        resource_type=resource_type,
        data_type=data_type,
        fhir=text_of(document, "fhirVersion"),
        note_type=path_of(document, "noteType"),
        note_date=path_of(document, "noteDate"),
        id_path=path_of(document, "id"),
        required=required_of(document),
    )
    _set_id_classes(compiled)
    paths = [*compiled.subject, *(p for p in (compiled.note_type, compiled.note_date, compiled.id_path) if p)]
    for keys in paths:
        _check_path(root, keys)
    return compiled


def _check_no_id_class(schema: Document, path: str) -> None:
    if "idClass" in schema:
        raise SchemaError(f"{path}: an object has no idClass; put it on the property that holds the id")


def _set_id_classes(schema: CompiledSchema) -> None:
    """Set the classes that follow from the document: a resource's id is of its type, a flat record's subject a Patient.

    A table that gives the patient's id thus joins Patient.id.
    """
    known = {} if schema.fhir is not None else dict.fromkeys(schema.subject, "Patient")
    if schema.resource_type is not None:
        known.setdefault(("id",), schema.resource_type)
    for keys, id_class in known.items():
        node = node_at(schema.root, keys)
        if isinstance(node, Leaf) and node.rule is Rule.HASH and node.id_class is None:
            node.id_class = id_class


def _check_path(root: Branch, keys: tuple[str, ...]) -> None:
    """Raise SchemaError for a path that does not end in a single field."""
    if not isinstance(node_at(root, keys), Leaf):
        raise SchemaError(f'document: the path "{".".join(keys)}" names no field of the schema')


def _describe(branch: Branch, schema: Document, context: _Context) -> None:
    """Set kind, entity, role and targets of a branch."""
    branch.kind = kind_of(schema, context.path)
    branch.entity, branch.role = context.entity, context.role
    branch.targets = targets_of(schema, context.path)


def _inherit(schema: Document, context: _Context) -> _Context:
    """Return the context below a schema: the schema's entity and role, else those from above."""
    entity, role = entity_of(schema, context.path), role_of(schema, context.path)
    if entity is None and role is None:
        return context
    return _Context(context.document, context.path, entity or context.entity, role or context.role)
