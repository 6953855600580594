"""Holds values of fields that a profile keeps against the names of patients and relatives, and has those that share a
word with one tagged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from redactor.detect.kept_clinicians import name_words_of, words_of_people
from redactor.entities import Entity
from redactor.text import Action, KnownValue
from schemas.engine.walk_state import ValueSlot, WalkState

_FORCE = 7  # the place of the forced action in MentionFields


def has_kept(state: WalkState, *, keeps_clinicians: bool) -> bool:
    """Tell whether the profile keeps any value of the record by its path, or as the name of a clinician."""
    return any(True for _ in _kept(state, keeps_clinicians=keeps_clinicians))


def tag_people(state: WalkState, known: Iterable[KnownValue], *, keeps_clinicians: bool) -> None:
    """Have every kept value tagged that shares a word with a known name of a patient or a relative.

    In a record of a patient whom nothing resolves, nobody's names are known, and no clinician is kept.
    """
    people = words_of_people(known)
    for slot in _kept(state, keeps_clinicians=keeps_clinicians):
        _, entity, _, _, _, _, parts, *_ = slot.mention
        whole = " ".join((slot.mention[0], *(text for _, text in parts)))
        is_nobodys = state.unresolved and entity is Entity.DOCTOR
        if is_nobodys or not people.isdisjoint(name_words_of(whole)):
            before, after = slot.mention[:_FORCE], slot.mention[_FORCE + 1 :]
            slot.mention = (*before, Action.TAG, *after)  # type: ignore[assignment]


def _kept(state: WalkState, *, keeps_clinicians: bool) -> Iterator[ValueSlot]:
    for slot in state.values:
        force = slot.mention[_FORCE]
        if force is Action.KEEP or (keeps_clinicians and force is None and slot.mention[1] is Entity.DOCTOR):
            yield slot
