"""Walks HumanName, Address and ContactPoint: each part is replaced in view of the whole value."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from redactor.entities import Entity, Role
from redactor.lexicon.titles import role_class_of
from schemas.engine.compiled_schema import SENSITIVE, Branch, Leaf
from schemas.engine.primitives import scalar_text
from schemas.engine.walk import Handler, Walker
from schemas.engine.walk_state import Parts, WalkState

_SITE_ROLES = (Role.CLINICIAN, Role.SITE)
_DEGREE = re.compile(r"[^\s,;/]+")


def walk_with_parts(
    walker: Walker, node: Branch, value: dict[str, Any], state: WalkState, depth: int
) -> dict[str, Any]:
    """Walk the fields; every mention carries all sensitive parts of the value."""
    return walker.fields(node, value, state, depth, _sensitive_parts(node, value))


def name_handler(*, simple_names: bool) -> Handler:
    """Return the handler of HumanName; with `simple_names` a clinician's keeps one given name, and one suffix: the
    class of role.
    """

    def walk_name(walker: Walker, node: Branch, value: dict[str, Any], state: WalkState, depth: int) -> dict[str, Any]:
        parts = _sensitive_parts(node, value)
        leaf = node.children.get("family")
        if isinstance(leaf, Leaf) and leaf.role in _SITE_ROLES:
            value = _with_one_name_each(value)
        return walker.fields(node, value, state, depth, parts)

    return walk_name if simple_names else walk_with_parts


def _with_one_name_each(name: Mapping[str, Any]) -> dict[str, Any]:
    """Return the name without further given names, and with the class of its degrees in their place."""
    out = dict(name)
    given, suffix = name.get("given"), name.get("suffix")
    if isinstance(given, list) and len(given) > 1:
        whole = [g for g in given if isinstance(g, str) and len(g.strip(". ")) > 1]
        out["given"] = [next(iter(whole), given[0])]
        out.pop("_given", None)
    if isinstance(suffix, list) and all(isinstance(s, str) for s in suffix):
        # Without the level behind a hyphen: FNP-BC.
        words = (word.partition("-")[0] for s in suffix for word in _DEGREE.findall(s.lower()))
        degrees = ("".join(filter(str.isalpha, word)) for word in words)
        role = role_class_of(degrees)
        out["suffix"] = [role] if role else []
        out.pop("_suffix", None)
        if not role:
            del out["suffix"]
    return out


def _sensitive_parts(node: Branch, value: Mapping[str, Any]) -> Parts:
    """Return the sensitive parts of a name or address, in the order of the record."""
    found: list[tuple[str, str]] = []
    for key, part in value.items():
        leaf = node.children.get(key)
        if isinstance(leaf, Leaf) and leaf.rule in SENSITIVE:
            name = leaf.part or key
            items = part if type(part) is list else (part,)
            found.extend((name, text) for item in items if (text := scalar_text(item)))
    return tuple(found)


# https://hl7.org/fhir/R4/valueset-contact-point-system.html
ENTITY_OF_SYSTEM = {
    "phone": Entity.TELEPHONE_NUMBER,
    "sms": Entity.TELEPHONE_NUMBER,
    "pager": Entity.TELEPHONE_NUMBER,
    "fax": Entity.FAX_NUMBER,
    "email": Entity.EMAIL,
    "url": Entity.URL,
}


def walk_contact_point(
    walker: Walker, node: Branch, value: dict[str, Any], state: WalkState, depth: int
) -> dict[str, Any]:
    """Mask the value as the entity of its system; without a known system, as the entity that the value looks like."""
    leaf = node.children.get("value")
    if not isinstance(leaf, Leaf) or leaf.rule not in SENSITIVE:
        return walker.fields(node, value, state, depth)
    system, text = value.get("system"), scalar_text(value.get("value")) or ""
    entity = ENTITY_OF_SYSTEM.get(system) if isinstance(system, str) else None
    if entity is None:
        is_url = text.lower().startswith(("http:", "https:", "www."))
        entity = Entity.EMAIL if "@" in text else Entity.URL if is_url else Entity.TELEPHONE_NUMBER
    overrides = {"value": walker.override(leaf, leaf.rule, entity, leaf.role)}
    return walker.fields(node, value, state, depth, overrides=overrides)
