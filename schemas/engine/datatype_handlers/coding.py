"""Walks Coding: a code of a known terminology passes; any other becomes a token, the same wherever the code recurs.

A display that its code system publishes passes unread. Another display beside a published code is a clinical text.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from redactor.text import TextKind
from schemas.engine.compiled_schema import LITERAL, Branch, Leaf, Rule, rule_of
from schemas.engine.terminologies import check_coding, is_published_code, is_published_display
from schemas.engine.token_check import Unread
from schemas.engine.walk import Walker
from schemas.engine.walk_state import TokenSlot, WalkState


def walk_coding(walker: Walker, node: Branch, value: dict[str, Any], state: WalkState, depth: int) -> dict[str, Any]:
    """Pass system and code when the system is known and the code is one of its codes; else hash both.

    The display counts as clinical only where both pass and need not be read first.
    """
    system, code = value.get("system"), value.get("code")
    verdict = isinstance(system, str) and check_coding(system, code if isinstance(code, str) else None)
    if verdict is False:
        hashed = _hashed(walker, node, system, code)
        if hashed:
            state.hashed = True
            state.rules.extend([Rule.HASH] * len(hashed))
        return walker.fields(node, value, state, depth, overrides=hashed)
    overrides: dict[str, Any] = {}
    system_passes, code_passes, clinical = _plan(node)
    if system_passes:
        overrides["system"] = system
        state.rules.append(Rule.PASS)
    if code_passes and isinstance(code, str):
        overrides["code"] = code
        state.rules.append(Rule.PASS)
        display = value.get("display")
        if system_passes and clinical is not None and isinstance(display, str) and isinstance(system, str):
            if is_published_display(system, code, display):
                overrides["display"] = display
                state.rules.append(Rule.PASS)
            elif is_published_code(system, code):
                overrides["display"] = clinical
    out = walker.fields(node, value, state, depth, overrides=overrides)
    if isinstance(verdict, Unread):
        _read_first(verdict, out, _hashed(walker, node, system, code), state)
    return out


@lru_cache(maxsize=4096)
def _plan(node: Branch) -> tuple[bool, bool, Leaf | None]:
    """Return whether the schema lets system and code pass, and the leaf of the display as a clinical text where it is
    free text.
    """
    display = node.children.get("display")
    is_text = isinstance(display, Leaf) and display.rule is Rule.AUTODEID and not display.is_array
    clinical = replace(display, kind=TextKind.CLINICAL) if is_text and isinstance(display, Leaf) else None
    return rule_of(node, "system") is Rule.PASS, rule_of(node, "code") is Rule.PASS, clinical


def _read_first(words: Unread, out: dict[str, Any], hashed: dict[str, Any], state: WalkState) -> None:
    """Leave a slot that puts the tokens in the place of system and code if their words name somebody."""

    def withhold() -> None:
        state.hashed = True
        out.update(hashed)

    state.tokens.append(TokenSlot(words, withhold))


def _hashed(walker: Walker, node: Branch, system: object, code: object) -> dict[str, Any]:
    """Return system and code as tokens."""
    keys = walker.references.keys
    out: dict[str, Any] = {}
    if isinstance(system, str) and rule_of(node, "system") in LITERAL:
        out["system"] = keys.system(system)
    if isinstance(code, str) and rule_of(node, "code") in LITERAL:
        out["code"] = keys.code(system if isinstance(system, str) else "", code)
    return out
