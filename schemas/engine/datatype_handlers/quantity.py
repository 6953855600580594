"""Walks numbers, which pass except for those that identify: ages, birth dates, coordinates, epoch times, telephone
numbers.

A number is judged with what stands beside it: its unit, the unit of the other end of a range, the question that it
answers.
"""

from __future__ import annotations

from typing import Any

from redactor.entities import Entity
from redactor.policy.safe_harbor import is_age
from schemas.engine.compiled_schema import Branch, Leaf, Rule
from schemas.engine.number_rules import (
    MAX_AGE,
    is_angle,
    is_longitude,
    is_position,
    is_short_date,
    money_identifies,
    quantity_identifies,
    years_of,
)
from schemas.engine.passed_values import Comparable, comparable_pair, comparable_series, digits_of
from schemas.engine.primitives import number_text
from schemas.engine.questions import Question, question_of_key, question_of_object, unit_of_age
from schemas.engine.units import is_measure, per_year
from schemas.engine.walk import Handler, Walker
from schemas.engine.walk_state import DATA_ABSENT, OMIT, Omit, WalkState

_NUMBER_ANSWERS = ("valueInteger", "valueDecimal", "detailInteger")
_STRING_ANSWERS = ("valueString", "detailString")
_ENTITY = {Question.AGE: Entity.AGE, Question.BIRTH: Entity.BIRTH_DATE_TIME, Question.NAME: Entity.PERSON}
_CONCEPT_ANSWERS = ("valueCodeableConcept", "valueCoding")


def walk_age(walker: Walker, node: Branch, value: dict[str, Any], state: WalkState, depth: int) -> dict[str, Any]:
    """Walk an Age, whose mention carries the unit, which decides what is over 89 years."""
    unit = _unit_of_age(_units_of(value))
    return walker.fields(node, value, state, depth, (("unit", unit),) if unit else ())


def walk_answer(
    walker: Walker, node: Branch, value: dict[str, Any], state: WalkState, depth: int
) -> dict[str, Any] | Omit:
    """Walk an object with a question and its answer: the question decides what a number or a string is."""
    outer = state.question
    asked = question_of_object(value)
    if asked is not None and not (asked is Question.OTHER and outer is Question.POSITION):
        state.question = asked
    is_other = state.question is Question.OTHER
    out = walker.fields(node, value, state, depth) if is_other else _walk_asked(walker, node, value, state, depth)
    state.question = outer
    return out


def _walk_asked(walker: Walker, node: Branch, value: dict[str, Any], state: WalkState, depth: int) -> dict[str, Any]:
    """Walk an object whose question decides what its answers are."""
    asked = state.question
    entity = _ENTITY.get(asked)
    overrides: dict[str, Any] = {}
    for key in (*_NUMBER_ANSWERS, *_STRING_ANSWERS):
        leaf = node.children.get(key)
        if key not in value or not isinstance(leaf, Leaf) or leaf.rule not in (Rule.PASS, Rule.AUTODEID):
            continue
        answer = value[key]
        if asked is Question.NAME and not (isinstance(answer, str) and any(map(str.isalpha, answer))):
            continue
        if asked is Question.POSITION or (asked is Question.DATE and _is_date_number(answer)):
            overrides[key] = OMIT
        elif entity is not None and not (asked is Question.AGE and isinstance(answer, str) and not is_age(answer)):
            overrides[key] = walker.override(leaf, Rule.MASK, entity, None)
    leaf = node.children.get("valueDateTime")
    if asked is Question.BIRTH and isinstance(leaf, Leaf) and leaf.rule is Rule.MASK:
        overrides["valueDateTime"] = walker.override(leaf, Rule.MASK, Entity.BIRTH_DATE_TIME, None)
    if asked is Question.NAME:
        for key in _CONCEPT_ANSWERS:
            if isinstance(value.get(key), dict):
                overrides[key] = {"extension": [dict(DATA_ABSENT)]}
                state.omit("not-allowed")
    unit = unit_of_age(value) if asked is Question.AGE else None
    out = walker.fields(node, value, state, depth, (("unit", unit),) if unit else (), overrides)
    for key, given in overrides.items():
        if given is OMIT:
            state.withhold(out, key)
    return out


def _is_date_number(answer: object) -> bool:
    number = number_text(answer)
    if number is None:
        return False
    whole, fraction = digits_of(number)
    return not fraction and is_short_date(whole)


def asking_extension(walk_extension: Handler) -> Handler:
    """Return the handler of Extension that also notes what the name at the end of its url asks for."""

    def walk_asking(
        walker: Walker, node: Branch, value: dict[str, Any], state: WalkState, depth: int
    ) -> dict[str, Any] | Omit:
        url = value.get("url")
        outer = state.question
        if isinstance(url, str):
            asked = question_of_key(url.rstrip("/").rpartition("/")[2])
            state.question = outer if asked is Question.OTHER else asked
        out = walk_extension(walker, node, value, state, depth)
        state.question = outer
        return out

    return walk_asking


def walk_quantity(
    walker: Walker, node: Branch, value: dict[str, Any], state: WalkState, depth: int
) -> dict[str, Any] | Omit:
    """Walk a Quantity: 90 years and more are an age; a long number passes only with a unit that measures."""
    leaf, number = node.children.get("value"), number_text(value.get("value"))
    if number is None or not isinstance(leaf, Leaf) or leaf.rule is not Rule.PASS:
        return walker.fields(node, value, state, depth)
    units = _units_of(value) or state.units
    outer = state.units, state.is_measured
    state.units, state.is_measured = [], any(is_measure(u) for u in units)
    out = _walk_number(walker, node, value, state, depth, leaf, number, units)
    state.units, state.is_measured = outer
    return out


def _walk_number(
    walker: Walker,
    node: Branch,
    value: dict[str, Any],
    state: WalkState,
    depth: int,
    leaf: Leaf,
    number: str,
    units: list[str],
) -> dict[str, Any]:
    """Walk a quantity whose number passes unless it is an age, a date or a position."""
    asked = state.question
    age = years_of(number, units)
    if asked is Question.BIRTH:
        born = walker.override(leaf, Rule.MASK, Entity.BIRTH_DATE_TIME, None)
        return walker.fields(node, value, state, depth, overrides={"value": born})
    is_other = age is None and (state.is_measured or "%" in units)
    if (age or 0) >= MAX_AGE or (asked is Question.AGE and not is_other):
        masked = walker.override(leaf, Rule.MASK, Entity.AGE, None)
        parts = (("unit", _unit_of_age(units) or "a"),)
        return walker.fields(node, value, state, depth, parts, overrides={"value": masked})
    if (
        asked is Question.POSITION
        or quantity_identifies(number, units)
        or (asked is Question.DATE and not state.is_measured and is_short_date(digits_of(number)[0]))
    ):
        out = walker.fields(node, value, state, depth, overrides={"value": OMIT})
        state.withhold(out, "value")
        if is_longitude(number):
            state.angles.append((number, out))
        return out
    out = walker.fields(node, value, state, depth)
    if age is None and "." in number and is_angle(number):
        state.angles.append((number, out))
    return out


def walk_money(
    walker: Walker, node: Branch, value: dict[str, Any], state: WalkState, depth: int
) -> dict[str, Any] | Omit:
    """Walk a Money: a long number passes only with a currency."""
    number = number_text(value.get("value"))
    if number is None:
        return walker.fields(node, value, state, depth)
    identifies = money_identifies(number, value.get("currency"))
    outer, state.is_measured = state.is_measured, True
    out = walker.fields(node, value, state, depth, overrides={"value": OMIT} if identifies else None)
    state.is_measured = outer
    if identifies:
        state.withhold(out, "value")
    return out


def pair_handler(first: str, second: str, *, shares_unit: bool) -> Handler:
    """Return the handler of Range and Ratio; with `shares_unit` the unit of one number counts for the other, too."""

    def walk_pair(
        walker: Walker, node: Branch, value: dict[str, Any], state: WalkState, depth: int
    ) -> dict[str, Any] | Omit:
        """Two quantities: an identifier may be split over them, and two long fractions may be a position."""
        ends = [q for key in (first, second) if isinstance(q := value.get(key), dict)]
        units = [unit for end in ends for unit in _units_of(end)]
        outer = state.units
        state.units = units if shares_unit else []
        out = walker.fields(node, value, state, depth)
        state.units = outer
        numbers = [number for end in ends if (number := number_text(end.get("value"))) is not None]
        places = [
            end for key in (first, second) if isinstance(end := out.get(key), dict) and end.get("value") is not None
        ]
        if len(numbers) == 2 and not units and is_position(*numbers):
            for place in places:
                state.withhold(place, "value")
        elif len(numbers) == len(places) == 2 and (pair := comparable_pair(*numbers)) is not None:
            state.passed.extend((pair, place, "value", None, True, False) for place in places)
        return out

    return walk_pair


def walk_sampled_data(
    walker: Walker, node: Branch, value: dict[str, Any], state: WalkState, depth: int
) -> dict[str, Any] | Omit:
    """Walk a SampledData: its samples are judged together, with the unit of its origin."""
    data, origin = value.get("data"), value.get("origin")
    leaf = node.children.get("data")
    if not isinstance(data, str) or not isinstance(leaf, Leaf) or leaf.rule is not Rule.PASS:
        return walker.fields(node, value, state, depth)
    units = _units_of(origin) if isinstance(origin, dict) else []
    if state.question in (Question.AGE, Question.BIRTH, Question.POSITION) or _samples_identify(data, units):
        out = walker.fields(node, value, state, depth, overrides={"data": OMIT})
        state.withhold(out, "data")
        return out
    out = walker.fields(node, value, state, depth)
    series: Comparable | None = comparable_series(data)
    if series is not None and "data" in out:
        state.passed.append((series, out, "data", None, True, False))
    return out


def _samples_identify(data: str, units: list[str]) -> bool:
    """Tell whether sampled numbers are ages or positions."""
    numbers = data.split()
    if any(per_year(unit) is not None for unit in units):
        return any((years_of(number, units) or 0) >= MAX_AGE for number in numbers)
    if any(map(is_longitude, numbers)) and not any(map(is_measure, units)):
        return True
    pairs = list(zip(numbers[::2], numbers[1::2], strict=False))
    return not units and bool(pairs) and len(numbers) % 2 == 0 and all(is_position(a, b) for a, b in pairs)


def _units_of(value: dict[str, Any]) -> list[str]:
    return [u.strip() for key in ("code", "unit") if isinstance(u := value.get(key), str) and u.strip()]


def _unit_of_age(units: list[str]) -> str | None:
    """Return the unit under which a number is the most years, or else the first unit."""
    times: list[tuple[float, str]] = [(n, u) for u in units if (n := per_year(u)) is not None]
    return min(times)[1] if times else next(iter(units), None)
