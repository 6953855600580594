"""Walks identifiers, references, and resources inside resources, whose ids become pseudonyms that still join.

An identifier's value is hashed within its system, so that equal numbers of two systems stay apart; without a system it
is hashed within the type of the resource that it identifies. A reference is rewritten with the id that it names, and
its display is the entity that the target type implies. A resource inside a resource (contained, Parameters) is walked
by its schema, in the scope of the outer one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from redactor.entities import Entity, Role
from schemas.engine.compiled_schema import CONTAINED, Branch, CompiledSchema, Leaf, Rule, rule_of
from schemas.engine.fhir_types import RESOURCE_TYPES
from schemas.engine.records import Reason, RecordError
from schemas.engine.references import reference_target
from schemas.engine.walk import Handler, Walker
from schemas.engine.walk_state import Omit, WalkState


def walk_identifier(
    walker: Walker, node: Branch, value: dict[str, Any], state: WalkState, depth: int
) -> dict[str, Any]:
    """Hash the system and, within it, the value."""
    overrides: dict[str, Any] = {}
    system, number = value.get("system"), value.get("value")
    given_system = system if isinstance(system, str) and system else None
    if given_system and rule_of(node, "system") is Rule.HASH:
        overrides["system"] = walker.references.system(given_system)
    if isinstance(number, str) and number and rule_of(node, "value") is Rule.HASH:
        overrides["value"] = walker.references.identifier(given_system, number, state.resource_type or "")
        state.identifiers.append(number)
    if overrides:
        state.hashed = True
        state.rules.extend([Rule.HASH] * len(overrides))
    out = walker.fields(node, value, state, depth, overrides=overrides)
    if given_system and "system" in overrides and (unread := walker.references.unread_uri(given_system)) is not None:
        state.read_token(unread.words, out, "system", None, overrides["system"])
        out["system"] = unread.kept
    return out


_E, _R = Entity, Role
_TYPE_URL = "http://hl7.org/fhir/StructureDefinition/"  # a type may be given as the URL of its definition

# What Reference.display names, by the type that it refers to. Other known types are clinical: their display is text.
_NAMED_BY_DISPLAY: dict[str, tuple[Entity, Role | None]] = {
    "Patient": (_E.PATIENT, _R.PATIENT),
    "Practitioner": (_E.DOCTOR, _R.CLINICIAN),
    "PractitionerRole": (_E.DOCTOR, _R.CLINICIAN),
    "RelatedPerson": (_E.PERSON, _R.RELATIVE),
    "Person": (_E.PERSON, None),
    "Group": (_E.PERSON, None),
    "CareTeam": (_E.PERSON, _R.OTHER),
    "Organization": (_E.HOSPITAL, _R.SITE),
    "OrganizationAffiliation": (_E.HOSPITAL, _R.SITE),
    "Location": (_E.HOSPITAL, _R.SITE),
    "HealthcareService": (_E.HOSPITAL, _R.SITE),
    "Endpoint": (_E.HOSPITAL, _R.SITE),
}
_UNKNOWN_PERSON: tuple[Entity, Role | None] = (_E.PERSON, None)


def walk_reference(walker: Walker, node: Branch, value: dict[str, Any], state: WalkState, depth: int) -> dict[str, Any]:
    """Rewrite the reference; mask its display as what the target is, or read it as text."""
    overrides: dict[str, Any] = {}
    reference = value.get("reference")
    is_hashed, leaf = _plan(node)
    if is_hashed and isinstance(reference, str) and reference:
        if reference.startswith("#"):
            new = walker.references.contained(reference, state.owner)
        elif "/" in reference or ":" in reference or "#" in reference:
            new = walker.references.reference(reference)
        else:
            new = walker.references.bare_id(reference, _likely_type(node, value, state))
        if new[:4] == "urn:" and reference[:4].lower() != "urn:":
            state.omitted["untyped-reference"] += 1  # an opaque token stands for it, which joins equal texts alone
        overrides["reference"] = new
        state.rewritten.setdefault(reference, new)
        state.hashed = True
        state.rules.append(Rule.HASH)
    if leaf is not None and "display" in value:
        named = _named_by_display(node, _target_type(value, state))
        rule, entity, role = (Rule.AUTODEID, None, None) if named is None else (Rule.MASK, *named)
        overrides["display"] = walker.override(leaf, rule, entity, role)
    if "identifier" not in value:
        return walker.fields(node, value, state, depth, overrides=overrides)
    outer, state.resource_type = state.resource_type, _likely_type(node, value, state)
    out = walker.fields(node, value, state, depth, overrides=overrides)
    state.resource_type = outer
    return out


@lru_cache(maxsize=4096)
def _plan(node: Branch) -> tuple[bool, Leaf | None]:
    """Return whether the schema has the reference hashed, and the leaf of a display that is sensitive."""
    leaf = node.children.get("display")
    is_sensitive = isinstance(leaf, Leaf) and leaf.rule in (Rule.MASK, Rule.AUTODEID)
    return rule_of(node, "reference") is Rule.HASH, leaf if isinstance(leaf, Leaf) and is_sensitive else None


@lru_cache(maxsize=4096)
def _named_by_display(node: Branch, target_type: str | None) -> tuple[Entity, Role | None] | None:
    """Return the entity and role that a display names, or None for a clinical text.

    `target_type` is None when the reference does not say; then all types that the schema allows count.
    """
    types = (target_type,) if target_type else node.targets
    if not types or not all(t in RESOURCE_TYPES for t in types):
        return _UNKNOWN_PERSON
    named = {_NAMED_BY_DISPLAY[t] for t in types if t in _NAMED_BY_DISPLAY}
    if not named:
        return None
    return named.pop() if len(named) == 1 and all(t in _NAMED_BY_DISPLAY for t in types) else _UNKNOWN_PERSON


def _likely_type(node: Branch, value: dict[str, Any], state: WalkState) -> str | None:
    """Return the type that a reference refers to: by the record, else the only type allowed, else Patient if listed
    first.

    A field that lists Patient first is the subject of its record. An error costs a link and discloses nothing.
    """
    named = _target_type(value, state)
    if named is None and node.targets and (len(node.targets) == 1 or node.targets[0] == "Patient"):
        named = node.targets[0]
    return named if named in RESOURCE_TYPES else None


def _target_type(value: dict[str, Any], state: WalkState) -> str | None:
    """Return the type that a reference refers to, as far as the record tells."""
    reference, declared = value.get("reference"), value.get("type")
    if isinstance(reference, str):
        if reference.startswith("#"):
            contained = state.record.data.get("contained")
            for inner in contained if isinstance(contained, list) else ():
                if isinstance(inner, dict) and inner.get("id") == reference[1:]:
                    found = inner.get("resourceType")
                    return found if isinstance(found, str) and found in RESOURCE_TYPES else None
        elif named := reference_target(reference, state.record.aliases):
            return named[0]
    declared = declared.removeprefix(_TYPE_URL) if isinstance(declared, str) else None
    return declared if declared in RESOURCE_TYPES else None


def inner_resource_handler(is_restricted: Callable[[Mapping[str, Any]], bool]) -> Handler:
    """Return the handler of resources inside resources; `is_restricted` tells whether security labels withhold one."""

    def walk_inner_resource(
        walker: Walker, node: Branch, value: dict[str, Any], state: WalkState, depth: int
    ) -> dict[str, Any] | Omit:
        """Walk the inner resource. A restricted one raises RecordError for the whole record."""
        if is_restricted(value):
            raise RecordError(Reason.RESTRICTED, node.path)
        schema = walker.schema_of(value, state)
        outer = state.resource_type, state.owner
        state.resource_type = schema.resource_type
        if node.path.endswith(".contained"):
            schema = _contained(schema)
        elif isinstance(value.get("id"), str):
            state.owner = f"{schema.resource_type}/{value['id']}"
        out = walker.resource(schema, value, state, depth + 1)
        state.resource_type, state.owner = outer
        return out

    return walk_inner_resource


@lru_cache(maxsize=512)
def _contained(schema: CompiledSchema) -> CompiledSchema:
    """Return the schema for a contained resource, whose id is local to the record and named by "#id" alone."""
    leaf = schema.root.children.get("id")
    if not isinstance(leaf, Leaf) or leaf.rule is not Rule.HASH:
        return schema
    children = {**schema.root.children, "id": replace(leaf, id_class=CONTAINED)}
    return replace(schema, root=replace(schema.root, children=children))
