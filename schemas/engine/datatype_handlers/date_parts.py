"""An object with the year, month and day of a date in fields of their own: they are replaced as one date."""

from __future__ import annotations

from typing import Any

from redactor.entities import Entity
from schemas.engine.compiled_schema import Branch
from schemas.engine.date_parts import PARTS, composed, fields_of_parts, written_part
from schemas.engine.records import Reason, RecordError
from schemas.engine.walk import FORCED_ACTION, Walker
from schemas.engine.walk_state import ValueSlot, WalkState


def walk_date_parts(
    walker: Walker, node: Branch, value: dict[str, Any], state: WalkState, depth: int
) -> dict[str, Any]:
    """Walk the fields; those of the date share one mention. A part that belongs to no date is left empty."""
    fields = fields_of_parts(node, value)
    date = composed(fields, value)
    out = walker.fields(node, value, state, depth, overrides={key: None for key, _ in fields.values()})
    for part, (key, leaf) in fields.items():
        held = value[key]
        if isinstance(held, dict | list | bool):
            raise RecordError(Reason.WRONG_TYPE, leaf.path)
        state.rules.append(leaf.rule)
        written = written_part(held)
        if not written:
            out[key] = held
        elif not date or date.count("-") < PARTS.index(part):
            state.omit("masked")
        else:
            mention = (
                date, leaf.entity or Entity.DATE, state.subject, leaf.role, leaf.path, None, (),
                FORCED_ACTION.get(leaf.rule), None, state.unresolved,
            )  # fmt: skip
            slot = ValueSlot(mention, out, key, None, leaf, type(held) is not str)
            slot.part_before = written
            state.values.append(slot)
    return out
