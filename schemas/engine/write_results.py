"""Writes the engine's results into a record's output, withholds known values, and adds security labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from redactor.detect.known.value_index import SiteIndex, ValueIndex
from redactor.engine import Redacted
from redactor.entities import Entity
from redactor.policy.kept_dates import KeptDate
from redactor.policy.tag_texts import TagText
from schemas.engine.compiled_schema import Branch
from schemas.engine.date_parts import part_of
from schemas.engine.passed_values import comparable_text, is_known
from schemas.engine.primitives import FREE, fits, to_json
from schemas.engine.walk_state import DATA_ABSENT, OMIT, ValueSlot, WalkState

_TIMES = frozenset({"date", "dateTime", "instant", "time"})
_NAME_OF = {entity: entity.value for entity in Entity}  # Python 3.11 looks `value` up in Python code


def write_results(state: WalkState, values: Sequence[str], texts: Sequence[Redacted]) -> dict[str, int]:
    """Fill every slot of the record's output, and return how many of each entity were found.

    `values` and `texts` hold one result for each of `state.values` and `state.texts`, in order.
    """
    found: dict[Entity, int] = {}
    for slot in state.values:
        entity = slot.mention[1]
        found[entity] = found.get(entity, 0) + 1
    entities = {_NAME_OF[entity]: n for entity, n in found.items()}
    for slot, new in zip(state.values, values, strict=True):
        _write_value(state, slot, new)
    for text_slot, redacted in zip(state.texts, texts, strict=True):
        if redacted.spans:
            for name, n in redacted.entities.items():
                entities[name] = entities.get(name, 0) + n
            _note_replacements(state, redacted)
        written = text_slot.write(redacted) if text_slot.write is not None else redacted.text
        state.put(text_slot.out, text_slot.key, text_slot.index, written)
    for items in state.sparse_arrays:
        items[:] = [item for item in items if item is not OMIT]
    for out, name, index in state.absent:
        _add_absent_reason(out, name, index)
    return entities


def _is_tag(text: str) -> bool:
    return isinstance(text, TagText) or (text.startswith("[") and text.endswith("]"))


def _write_value(state: WalkState, slot: ValueSlot, new: str) -> None:
    """Write a replacement, or omit the field when its format cannot hold the replacement."""
    out, key, index, fmt, old = slot.out, slot.key, slot.index, slot.leaf.format, slot.mention[0]
    dated = new
    if slot.part_before is not None:
        new = part_of(new, slot.leaf.part or "", slot.part_before)
    may_fit = fmt in FREE or not _is_tag(new)
    if not (may_fit and (fits(fmt, new) or (state.is_flat and fmt in _TIMES))):
        state.omitted["masked"] += 1
        state.put(out, key, index, state.mark_absent(out, key, index))
        return
    if new != old:
        if _is_tag(new) or old.startswith(new):
            state.masked = True
        else:
            state.hashed = True
    if isinstance(dated, KeptDate):
        state.kept.append(dated)
    plain = str(new)  # no TagText and no KeptDate: the encoder takes none
    state.put(out, key, index, to_json(fmt, plain) if slot.was_number or not state.is_flat else plain)


def _note_replacements(state: WalkState, redacted: Redacted) -> None:
    for new in redacted.replacements:
        if isinstance(new, KeptDate):
            state.kept.append(new)
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


# --- Known values -----------------------------------------------------------------------------------------------------


def withhold_known(state: WalkState, subject_values: ValueIndex | None, site: SiteIndex) -> None:
    """Take the passed values that are known out of the record's output, and mark the tokens that name a known value.

    `subject_values` holds the known values of the record's subject, or is None for a record of no single subject.
    """
    for slot in state.tokens:
        words = comparable_text(slot.words)
        slot.is_known = words is not None and is_known(words, subject_values, site, is_labelled=False, by_name=True)
    for found, out, key, index, is_labelled, by_name in state.passed:
        if not is_known(found, subject_values, site, is_labelled=is_labelled, by_name=by_name) or key not in out:
            continue
        state.omitted["known-value"] += 1
        state.put(out, key, index, state.mark_absent(out, key, index))
    state.passed.clear()


# --- Security labels --------------------------------------------------------------------------------------------------

OBSERVATION_VALUE = "http://terminology.hl7.org/CodeSystem/v3-ObservationValue"


def add_security_labels(data: dict[str, Any], state: WalkState) -> None:
    """Add codes of HL7 v3 ObservationValue to meta.security that say what was done, after the record's labels."""
    codes = []
    if state.masked:
        codes.append("MASKED")
    if state.hashed:
        codes.append("PSEUDED")
    if state.redacted or state.omitted:
        codes.append("REDACTED")
    if not codes:
        return
    meta = data.get("meta")
    if not isinstance(meta, dict):
        meta = data["meta"] = {}
    held = meta.setdefault("security", [])
    present = {(c.get("system"), c.get("code")) for c in held if isinstance(c, dict)}
    held.extend(
        {"system": OBSERVATION_VALUE, "code": code} for code in codes if (OBSERVATION_VALUE, code) not in present
    )


# --- Emptied fields ---------------------------------------------------------------------------------------------------

_EMPTY: tuple[Any, ...] = (None, "", [], {})


def emptied_fields(root: Branch, before: Mapping[str, Any], after: Mapping[str, Any]) -> Counter[str]:
    """Count the fields of a flat record's schema whose value was left out, each once, for the run's summary.

    Fields without a rule are counted elsewhere. `before` and `after` are the record as it came and as it leaves. Arrays
    are not compared item by item.
    """
    found: Counter[str] = Counter()
    waiting = [(root, before, after)]
    while waiting:
        branch, old, new = waiting.pop()
        for key, value in old.items():
            node = branch.children.get(key)
            if node is None or value in _EMPTY:
                continue
            left = new.get(key)
            if left in _EMPTY:
                found[node.path] += 1
            elif isinstance(node, Branch) and isinstance(value, dict) and isinstance(left, dict):
                waiting.append((node, value, left))
    return found
