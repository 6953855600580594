"""Numbers that pass, except those that identify: ages, and long numbers without a unit.

An age may be written as a Quantity in years as well as an Age. A Quantity without a unit may be a telephone or record
number that an interface took for a measurement.
"""

from __future__ import annotations

import re
from typing import Any

from redactor.entities import Entity
from redactor.policy.ages import years
from schemas.engine.compiled_schema import Branch, Leaf, Rule
from schemas.engine.paths import values_at
from schemas.engine.primitives import number_text
from schemas.engine.ucum import is_ucum
from schemas.engine.walk import Walker
from schemas.engine.walk_state import OMIT, Omit, WalkState

# LOINC and SNOMED CT: age as such, reported, estimated, calculated, at death, at a specimen; date of birth.
_AGE_CODES = frozenset(
    "30525-0 21611-9 21612-7 29553-5 63900-5 35659-2 39016-1 62296-9 424144002 397669002 445518008 105727008".split()  # noqa: SIM905
)
_BIRTH_CODES = frozenset({"21112-8", "63047-5", "184099003"})
_ASKS_AGE = re.compile(r"(?i)\b(?:age|ages|aged|how old|years old|alter)\b")
_UNITS_OF_TIME = frozenset("a y yo yr yrs year years y.o. mo mos month months wk wks week weeks d day days".split())  # noqa: SIM905
_MAX_AGE = 90  # years; from here on an age identifies (45 CFR 164.514(b)(2)(i)(C))
_SEVEN_DIGITS = re.compile(r"-?[0-9]{7}")
_NUMBER_ANSWERS = ("valueInteger", "valueDecimal")


def walk_age(walker: Walker, node: Branch, value: dict[str, Any], state: WalkState, depth: int) -> dict[str, Any]:
    """Age: the mention carries the unit, which decides what is over 89 years."""
    unit = value.get("code", value.get("unit"))
    return walker.fields(node, value, state, depth, (("unit", unit),) if isinstance(unit, str) else ())


def walk_answer(
    walker: Walker, node: Branch, value: dict[str, Any], state: WalkState, depth: int
) -> dict[str, Any] | Omit:
    """An Observation, questionnaire item or answer: a number that answers a question for an age is an age."""
    outer = state.asks_age
    asks = _asks_age(value)
    state.asks_age = outer if asks is None else asks
    overrides: dict[str, Any] = {}
    for key in _NUMBER_ANSWERS:
        leaf = node.children.get(key)
        if state.asks_age and isinstance(leaf, Leaf) and leaf.rule is Rule.PASS:
            overrides[key] = walker.override(leaf, Rule.MASK, Entity.AGE, None)
    leaf = node.children.get("valueDateTime")
    if (
        "valueDateTime" in value
        and isinstance(leaf, Leaf)
        and leaf.rule is Rule.MASK
        and _has_code(value, _BIRTH_CODES)
    ):
        overrides["valueDateTime"] = walker.override(leaf, Rule.MASK, Entity.BIRTH_DATE_TIME, None)
    out = walker.fields(node, value, state, depth, overrides=overrides)
    state.asks_age = outer
    return out


def _asks_age(value: dict[str, Any]) -> bool | None:
    """Whether a question asks for an age; None when the object asks nothing."""
    text, link_id = value.get("text"), value.get("linkId")
    if "code" in value:
        return _has_code(value, _AGE_CODES)
    if isinstance(link_id, str) and link_id.strip("/") in _AGE_CODES:
        return True
    if isinstance(text, str):
        return _ASKS_AGE.search(text) is not None
    return None


def _has_code(value: dict[str, Any], codes: frozenset[str]) -> bool:
    return any(isinstance(code, str) and code in codes for code in values_at(value.get("code"), ("coding", "code")))


def walk_quantity(
    walker: Walker, node: Branch, value: dict[str, Any], state: WalkState, depth: int
) -> dict[str, Any] | Omit:
    """Quantity: 90 years and more are an age; a number of seven or more digits passes only with a unit."""
    leaf, number = node.children.get("value"), number_text(value.get("value"))
    if number is None or not isinstance(leaf, Leaf) or leaf.rule is not Rule.PASS:
        return walker.fields(node, value, state, depth)
    units = [u.strip() for key in ("code", "unit") if isinstance(u := value.get(key), str) and u.strip()]
    time = next((u.lower() for u in units if u.lower() in _UNITS_OF_TIME), None)
    if state.asks_age or (time is not None and (years(number, time.replace("y.o.", "y")) or 0) >= _MAX_AGE):
        masked = walker.override(leaf, Rule.MASK, Entity.AGE, None)
        return walker.fields(node, value, state, depth, (("unit", time or "a"),), overrides={"value": masked})
    if (_SEVEN_DIGITS.match(number) or "e" in number.lower()) and not any(is_ucum(u) or "/" in u for u in units):
        state.omit("not-allowed")
        out = walker.fields(node, value, state, depth, overrides={"value": OMIT})
        state.mark_absent(out, "value", None)
        out.setdefault("_value", {})
        return out
    return walker.fields(node, value, state, depth)
