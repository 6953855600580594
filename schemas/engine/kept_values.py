"""Holds values of fields that a profile keeps against what is known of patients and relatives, and has those that share
a word or a number with it tagged.
"""

from __future__ import annotations

from collections.abc import Iterable

from redactor.detect.kept_clinicians import is_staff, name_words_of, words_of_people
from redactor.detect.known.value_index import ValueIndex, folded_words
from redactor.entities import STAFF_ROLES, Entity
from redactor.text import Action, KnownValue
from schemas.engine.walk_state import ValueSlot, WalkState

_FORCE = 7  # the place of the forced action in MentionFields


def kept_slots(state: WalkState, held: frozenset[Entity]) -> list[ValueSlot]:
    """Return the values of a record that the profile keeps by their path, or as entities in `held`."""
    return [slot for slot in state.values if _is_kept(slot, held)]


def tag_people(kept: Iterable[ValueSlot], known: Iterable[KnownValue], *, unresolved: bool) -> None:
    """Have every kept value tagged that shares a word with a known name of a patient or a relative, and every value
    that the entity alone keeps and that is a known number or contact of theirs, or stands in a field of theirs.

    unresolved: in a record of a patient whom nothing resolves, nobody's names are known, and no clinician is kept. Nor
    is a clinician without a word to compare.
    """
    others = [value for value in known if not is_staff(value)]
    people, values = words_of_people(others), None
    for slot in kept:
        value, entity, _, role, _, _, parts, force, *_ = slot.mention
        words = name_words_of(" ".join((value, *(text for _, text in parts))))
        if entity is Entity.DOCTOR:
            is_tagged = unresolved or not words
        elif force is not None:
            is_tagged = False
        else:
            values = ValueIndex(others) if values is None else values
            is_tagged = role not in (None, *STAFF_ROLES) or _is_known(value, values)
        if is_tagged or not people.isdisjoint(words):
            before, after = slot.mention[:_FORCE], slot.mention[_FORCE + 1 :]
            slot.mention = (*before, Action.TAG, *after)  # type: ignore[assignment]


def _is_kept(slot: ValueSlot, held: frozenset[Entity]) -> bool:
    force = slot.mention[_FORCE]
    return force is Action.KEEP or (force is None and slot.mention[1] in held)


def _is_known(value: str, values: ValueIndex) -> bool:
    """Tell whether a number or a contact is, or holds, one of the known values."""
    words = folded_words(value)
    digits = "".join(char for char in value if char.isdigit()).lstrip("0")
    has_number = bool(digits) and (values.has_number(digits, labelled=False) or values.is_within(digits))
    return has_number or values.has_word([*words, "".join(words)])
