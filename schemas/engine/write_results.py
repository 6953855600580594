"""Write the engine's results into the slots that the walk left in a record's output."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from redactor.engine import Redacted
from redactor.entities import Entity
from schemas.engine.date_parts import part_of
from schemas.engine.primitives import fits, to_json
from schemas.engine.walk_state import DATA_ABSENT, OMIT, ValueSlot, WalkState

_TIMES = frozenset({"date", "dateTime", "instant", "time"})


def write_results(state: WalkState, values: Sequence[str], texts: Sequence[Redacted]) -> Counter[str]:
    """Fill every slot of the record's output. Returns how many of each entity were found.

    values, texts: one result for each of `state.values` and `state.texts`, in order.
    """
    found: dict[Entity, int] = {}
    for slot in state.values:
        entity = slot.mention[1]
        found[entity] = found.get(entity, 0) + 1
    entities: Counter[str] = Counter()
    for entity, n in found.items():
        entities[entity.value] = n
    for slot, new in zip(state.values, values, strict=True):
        _write_value(state, slot, new)
    for text_slot, redacted in zip(state.texts, texts, strict=True):
        if redacted.spans:
            entities.update(redacted.entities)
            _note_replacements(state, redacted)
        written = text_slot.write(redacted) if text_slot.write is not None else redacted.text
        if text_slot.index is None:
            text_slot.out[text_slot.key] = written
        else:
            text_slot.out[text_slot.key][text_slot.index] = written
    for items in state.sparse_arrays:
        items[:] = [item for item in items if item is not OMIT]
    for out, name, index in state.absent:
        _add_absent_reason(out, name, index)
    return entities


def _is_tag(text: str) -> bool:
    return text.startswith("[") and text.endswith("]")


def _write_value(state: WalkState, slot: ValueSlot, new: str) -> None:
    """Write a replacement, or omit the field when its format cannot hold the replacement."""
    out, key, index, fmt, old = slot.out, slot.key, slot.index, slot.leaf.format, slot.mention[0]
    if slot.part_before is not None:
        new = part_of(new, slot.leaf.part or "", slot.part_before)
    if not (fits(fmt, new) or (state.is_flat and fmt in _TIMES and not _is_tag(new))):
        state.omitted["masked"] += 1
        left = state.mark_absent(out, key, index)
        if index is None and left is OMIT:
            del out[key]
        elif index is None:
            out[key] = None
        elif state.is_flat:
            out[key][index] = OMIT
            state.sparse_arrays.append(out[key])
        return
    if new != old:
        if _is_tag(new) or old.startswith(new):
            state.masked = True
        else:
            state.hashed = True
    value = to_json(fmt, new) if slot.was_number or not state.is_flat else new
    if index is None:
        out[key] = value
    else:
        out[key][index] = value


def _note_replacements(state: WalkState, redacted: Redacted) -> None:
    for new in redacted.replacements:
        if _is_tag(new):
            state.redacted = True
        else:
            state.hashed = True


def _add_absent_reason(out: dict[str, Any], key: str, index: int | None) -> None:
    """Add the data-absent-reason `masked` to the element's `_key`; parallel arrays keep their length."""
    sibling = "_" + key
    element: Any
    if index is None and "url" in out and key.startswith("value"):
        element = out  # an Extension without its value holds the reason as an extension of its own
    elif index is None:
        element = out.setdefault(sibling, {})
    else:
        elements = out.setdefault(sibling, [])
        if not isinstance(elements, list):
            return
        elements.extend([None] * (len(out[key]) - len(elements)))
        element = elements[index] = elements[index] or {}
    if not isinstance(element, dict):
        return  # the schema describes `_key` as something other than an Element
    held = element.setdefault("extension", [])
    if isinstance(held, list) and DATA_ABSENT not in held:
        held.append(dict(DATA_ABSENT))
