"""Coding: a code of a known terminology passes; any other becomes a token, the same wherever the code recurs."""

from __future__ import annotations

from typing import Any

from schemas.engine.compiled_schema import Branch, Rule
from schemas.engine.datatype_handlers.field_rules import LITERAL, rule_of
from schemas.engine.terminologies import is_known_system, plausible_code
from schemas.engine.walk import Walker
from schemas.engine.walk_state import WalkState


def walk_coding(walker: Walker, node: Branch, value: dict[str, Any], state: WalkState, depth: int) -> dict[str, Any]:
    """Pass system and code when the system is known and the code has its form; else hash both."""
    system, code = value.get("system"), value.get("code")
    overrides: dict[str, Any] = {}
    known = isinstance(system, str) and is_known_system(system)
    if known and isinstance(system, str) and (not isinstance(code, str) or plausible_code(system, code)):
        if rule_of(node, "system") is Rule.PASS:
            overrides["system"] = system
        if isinstance(code, str) and rule_of(node, "code") is Rule.PASS:
            overrides["code"] = code
        state.rules.extend([Rule.PASS] * len(overrides))
    else:
        keys = walker.references.keys
        if isinstance(system, str) and rule_of(node, "system") in LITERAL:
            overrides["system"] = keys.system(system)
        if isinstance(code, str) and rule_of(node, "code") in LITERAL:
            overrides["code"] = keys.code(system if isinstance(system, str) else "", code)
        if overrides:
            state.hashed = True
            state.rules.extend([Rule.HASH] * len(overrides))
    return walker.fields(node, value, state, depth, overrides=overrides)
