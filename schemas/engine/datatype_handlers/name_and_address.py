"""HumanName and Address: each part is replaced in view of the whole value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from schemas.engine.compiled_schema import Branch, Leaf
from schemas.engine.datatype_handlers.field_rules import SENSITIVE
from schemas.engine.primitives import scalar_text
from schemas.engine.walk import Walker
from schemas.engine.walk_state import Parts, WalkState


def walk_with_parts(
    walker: Walker, node: Branch, value: dict[str, Any], state: WalkState, depth: int
) -> dict[str, Any]:
    """Walk the fields; every mention carries all sensitive parts of the value."""
    return walker.fields(node, value, state, depth, _sensitive_parts(node, value))


def _sensitive_parts(node: Branch, value: Mapping[str, Any]) -> Parts:
    """The sensitive parts of a name or address, in the order of the record."""
    found: list[tuple[str, str]] = []
    for key, part in value.items():
        leaf = node.children.get(key)
        if isinstance(leaf, Leaf) and leaf.rule in SENSITIVE:
            name = leaf.part or key
            items = part if type(part) is list else (part,)
            found.extend((name, text) for item in items if (text := scalar_text(item)))
    return tuple(found)
