"""Numbers that pass, but for those that tell too much: ages wherever they are answered, and numbers without a unit.

An age is a Quantity in years as often as an Age; a telephone or record number that an interface took for a number is a
Quantity without a unit.
"""

from __future__ import annotations

import re
from typing import Any

from redactor.entities import Entity
from redactor.policy.ages import years
from schemas.engine.compiled_schema import Branch, Leaf, Rule
from schemas.engine.primitives import digits
from schemas.engine.references import values_at
from schemas.engine.slots import OMIT, Omit, Walk
from schemas.engine.ucum import is_ucum
from schemas.engine.walk import Walker

Out = dict[str, Any]

# LOINC and SNOMED CT: age as such, reported, estimated, calculated, at death, at a specimen; date of birth.
_AGE_CODES = frozenset(
    "30525-0 21611-9 21612-7 29553-5 63900-5 35659-2 39016-1 62296-9 424144002 397669002 445518008 105727008".split()  # noqa: SIM905
)
_BIRTH_CODES = frozenset({"21112-8", "63047-5", "184099003"})
_ASKS_AGE = re.compile(r"(?i)\b(?:age|ages|aged|how old|years old|alter)\b")
_TIMES = frozenset("a y yo yr yrs year years y.o. mo mos month months wk wks week weeks d day days".split())  # noqa: SIM905
_OVER = 90  # years
_LONG = re.compile(r"-?[0-9]{7}")
_ANSWERS = ("valueInteger", "valueDecimal")


def _coded(value: Out, codes: frozenset[str]) -> bool:
    return any(isinstance(code, str) and code in codes for code in values_at(value.get("code"), ("coding", "code")))


def _asks(value: Out) -> bool | None:
    """Whether a question asks for an age; None when the object asks nothing."""
    text, link = value.get("text"), value.get("linkId")
    if "code" in value:
        return _coded(value, _AGE_CODES)
    if isinstance(link, str) and link.strip("/") in _AGE_CODES:
        return True
    if isinstance(text, str):
        return _ASKS_AGE.search(text) is not None
    return None


def answer(walker: Walker, node: Branch, value: Out, w: Walk, depth: int) -> Out | Omit:
    """An observation, an item of a questionnaire or an answer: a number that answers "how old" is an age."""
    outer = w.of_age
    asks = _asks(value)
    w.of_age = outer if asks is None else asks
    special: Out = {}
    for key in _ANSWERS:
        leaf = node.children.get(key)
        if w.of_age and isinstance(leaf, Leaf) and leaf.rule is Rule.PASS:
            special[key] = walker.variant(leaf, Rule.MASK, Entity.AGE, None)
    leaf = node.children.get("valueDateTime")
    if "valueDateTime" in value and isinstance(leaf, Leaf) and leaf.rule is Rule.MASK and _coded(value, _BIRTH_CODES):
        special["valueDateTime"] = walker.variant(leaf, Rule.MASK, Entity.BIRTH_DATE_TIME, None)
    out = walker.fields(node, value, w, depth, special=special)
    w.of_age = outer
    return out


def quantity(walker: Walker, node: Branch, value: Out, w: Walk, depth: int) -> Out | Omit:
    """Quantity: over 89 years it is an age; seven digits and more need a unit to be a measure."""
    leaf, number = node.children.get("value"), digits(value.get("value"))
    if number is None or not isinstance(leaf, Leaf) or leaf.rule is not Rule.PASS:
        return walker.fields(node, value, w, depth)
    units = [u.strip() for key in ("code", "unit") if isinstance(u := value.get(key), str) and u.strip()]
    time = next((u.lower() for u in units if u.lower() in _TIMES), None)
    if w.of_age or (time is not None and (years(number, time.replace("y.o.", "y")) or 0) >= _OVER):
        masked = walker.variant(leaf, Rule.MASK, Entity.AGE, None)
        return walker.fields(node, value, w, depth, (("unit", time or "a"),), special={"value": masked})
    if (_LONG.match(number) or "e" in number.lower()) and not any(is_ucum(u) or "/" in u for u in units):
        w.omit("not-allowed")
        out = walker.fields(node, value, w, depth, special={"value": OMIT})
        w.miss(out, "value", None)
        out.setdefault("_value", {})
        return out
    return walker.fields(node, value, w, depth)
