"""Identifier: the value is hashed within its system, so that equal numbers of two systems stay apart.

Without a system it is hashed within the type of the resource that it identifies.
"""

from __future__ import annotations

from typing import Any

from schemas.engine.compiled_schema import Branch, Rule
from schemas.engine.datatype_handlers.field_rules import rule_of
from schemas.engine.walk import Walker
from schemas.engine.walk_state import WalkState


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
