"""ContactPoint: its system says which entity the value is."""

from __future__ import annotations

from typing import Any

from redactor.entities import Entity
from schemas.engine.compiled_schema import Branch, Leaf
from schemas.engine.datatype_handlers.field_rules import SENSITIVE
from schemas.engine.primitives import scalar_text
from schemas.engine.walk import Walker
from schemas.engine.walk_state import WalkState

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
    """Mask the value as the entity of its system; without a known system, as what the value looks like."""
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
