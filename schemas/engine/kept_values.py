"""Holds values of fields that a profile keeps against the names of patients and relatives, and has those that share a
word with one tagged.
"""

from __future__ import annotations

from collections.abc import Iterable

from redactor.detect.kept_clinicians import name_words_of, words_of_people
from redactor.entities import Entity
from redactor.text import Action, KnownValue
from schemas.engine.walk_state import ValueSlot, WalkState

_FORCE = 7  # the place of the forced action in MentionFields


def kept_slots(state: WalkState, keeps_clinicians: bool) -> list[ValueSlot]:
    """Return the values of a record that the profile keeps by their path, or as names of clinicians."""
    return [slot for slot in state.values if _is_kept(slot, keeps_clinicians)]


def tag_people(kept: Iterable[ValueSlot], known: Iterable[KnownValue], *, unresolved: bool) -> None:
    """Have every kept value tagged that shares a word with a known name of a patient or a relative.

    unresolved: in a record of a patient whom nothing resolves, nobody's names are known, and no clinician is kept. Nor
    is a clinician without a word to compare.
    """
    people = words_of_people(known)
    for slot in kept:
        _, entity, _, _, _, _, parts, *_ = slot.mention
        words = name_words_of(" ".join((slot.mention[0], *(text for _, text in parts))))
        may_be_anybody = entity is Entity.DOCTOR and (unresolved or not words)
        if may_be_anybody or not people.isdisjoint(words):
            before, after = slot.mention[:_FORCE], slot.mention[_FORCE + 1 :]
            slot.mention = (*before, Action.TAG, *after)  # type: ignore[assignment]


def _is_kept(slot: ValueSlot, keeps_clinicians: bool) -> bool:
    force = slot.mention[_FORCE]
    return force is Action.KEEP or (keeps_clinicians and force is None and slot.mention[1] is Entity.DOCTOR)
