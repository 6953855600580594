"""Walks table rows whose columns explain each other: the year, month and day of one date, and a question with its
answer.

The columns say by `part` what they are: "year", "month" and "day" of a date, which are replaced as one date; "question"
(the source's code or name of what is asked), "answer" (a number or a text) or "unit" (as the source writes it, or a
concept), as in OMOP's measurements.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from redactor.entities import Entity
from redactor.policy.safe_harbor import age_in_years, is_age
from schemas.engine.compiled_schema import Branch, Leaf, Rule
from schemas.engine.date_parts import PARTS, compose_date, date_part_text, fields_of_parts
from schemas.engine.number_rules import MAX_AGE, is_short_date, years_of
from schemas.engine.passed_values import digits_of
from schemas.engine.primitives import fits, scalar_text, whole_number
from schemas.engine.questions import Question, question_of_source
from schemas.engine.records import Reason, RecordError
from schemas.engine.units import is_measure
from schemas.engine.walk import FORCED_ACTION, Walker
from schemas.engine.walk_state import ValueSlot, WalkState


def walk_date_parts(
    walker: Walker, node: Branch, value: dict[str, Any], state: WalkState, depth: int
) -> dict[str, Any]:
    """Walk the fields; those of the date share one mention, and a part that belongs to no date is left empty."""
    fields = fields_of_parts(node, value)
    date = compose_date(fields, value)
    out = walker.fields(node, value, state, depth, overrides={key: None for key, _ in fields.values()})
    for part, (key, leaf) in fields.items():
        held = value[key]
        if isinstance(held, dict | list | bool):
            raise RecordError(Reason.WRONG_TYPE, leaf.path)
        state.rules.append(leaf.rule)
        written = date_part_text(held)
        if not written:
            out[key] = held
        elif not date or date.count("-") < PARTS.index(part):
            state.omit("masked")
        else:
            mention = (
                date, leaf.entity or Entity.DATE, state.subject, leaf.role, leaf.path, None, (),
                leaf.action or FORCED_ACTION.get(leaf.rule), None, state.unresolved,
            )  # fmt: skip
            slot = ValueSlot(mention, out, key, None, leaf, type(held) is not str)
            slot.part_before = written
            state.values.append(slot)
    return out


# OMOP's concepts of units of time, as UCUM writes them.
_UNITS = {"9448": "a", "9580": "mo", "8511": "wk", "8512": "d", "8505": "h"}
_ENTITY = {Question.BIRTH: Entity.BIRTH_DATE_TIME, Question.NAME: Entity.PERSON}


def walk_answer_row(
    walker: Walker, node: Branch, value: dict[str, Any], state: WalkState, depth: int
) -> dict[str, Any]:
    """Walk the columns; an age of 90 years or more, a position and a date as a number are left empty."""
    asked = next(
        (q for _, _, text in _parts(node, value, "question") if (q := question_of_source(text))), Question.OTHER
    )
    units = [_UNITS.get(whole_number(text), text) for _, _, text in _parts(node, value, "unit")]
    overrides: dict[str, Any] = {}
    for key, leaf, text in _parts(node, value, "answer"):
        if _is_withheld(asked, text, units):
            overrides[key] = None
            state.omit("not-allowed")
        elif leaf.rule is Rule.AUTODEID and asked in _ENTITY:
            overrides[key] = walker.override(leaf, Rule.MASK, _ENTITY[asked], None)
    return walker.fields(node, value, state, depth, overrides=overrides)


def _parts(node: Branch, value: dict[str, Any], part: str) -> Iterator[tuple[str, Leaf, str]]:
    """Yield key, leaf and text of the columns that are one part: question, answer or unit."""
    for key, held in value.items():
        leaf = node.children.get(key)
        if isinstance(leaf, Leaf) and leaf.part == part and (text := (scalar_text(held) or "").strip()):
            yield key, leaf, text


def _is_withheld(asked: Question, text: str, units: list[str]) -> bool:
    """Tell whether an answer identifies: it is a number, or a text that is an age."""
    is_number = fits("decimal", text)
    if asked is Question.POSITION:
        return True
    if asked is Question.BIRTH:
        return is_number
    if asked is Question.DATE and is_number:
        whole, fraction = digits_of(text)
        return not fraction and is_short_date(whole)
    age = years_of(text, units) if is_number else age_in_years(text) if is_age(text) and asked is Question.AGE else None
    if age is None and asked is Question.AGE and is_number and not any(map(is_measure, units)):
        age = years_of(text, ["a"])
    return (age or 0) >= MAX_AGE
