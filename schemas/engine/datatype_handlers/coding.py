"""Coding: a code of a known terminology passes; any other becomes a token, the same wherever the code recurs."""

from __future__ import annotations

from typing import Any

from schemas.engine.compiled_schema import Branch, Rule
from schemas.engine.datatype_handlers.field_rules import LITERAL, rule_of
from schemas.engine.terminologies import check_code, check_system
from schemas.engine.token_check import Unread, Verdict, all_of
from schemas.engine.walk import Walker
from schemas.engine.walk_state import TokenSlot, WalkState


def walk_coding(walker: Walker, node: Branch, value: dict[str, Any], state: WalkState, depth: int) -> dict[str, Any]:
    """Pass system and code when the system is known and the code is one of its codes; else hash both."""
    verdict = _check(value)
    passes = verdict is True or isinstance(verdict, Unread)
    hashed = {} if verdict is True else _hashed(walker, node, value)
    overrides = hashed
    if passes:
        given = {key: value[key] for key in ("system", "code") if isinstance(value.get(key), str)}
        overrides = {key: text for key, text in given.items() if rule_of(node, key) is Rule.PASS}
    elif hashed:
        state.hashed = True
    state.rules.extend([Rule.PASS if passes else Rule.HASH] * len(overrides))
    out = walker.fields(node, value, state, depth, overrides=overrides)
    if isinstance(verdict, Unread):

        def withhold() -> None:
            state.hashed = True
            out.update(hashed)

        state.tokens.append(TokenSlot(verdict, withhold))
    return out


def _check(value: dict[str, Any]) -> Verdict:
    """Whether system and code may stay."""
    system, code = value.get("system"), value.get("code")
    if not isinstance(system, str):
        return False
    verdict = check_system(system)
    if not isinstance(code, str) or verdict is False:
        return verdict
    return all_of((verdict, check_code(system, code)))


def _hashed(walker: Walker, node: Branch, value: dict[str, Any]) -> dict[str, Any]:
    """System and code as tokens."""
    system, code = value.get("system"), value.get("code")
    keys = walker.references.keys
    out: dict[str, Any] = {}
    if isinstance(system, str) and rule_of(node, "system") in LITERAL:
        out["system"] = keys.system(system)
    if isinstance(code, str) and rule_of(node, "code") in LITERAL:
        out["code"] = keys.code(system if isinstance(system, str) else "", code)
    return out
