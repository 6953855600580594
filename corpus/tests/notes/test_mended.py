"""Types that mend a student's errors: they write, their marks are exact, and the plain ones hold no identifier."""

from __future__ import annotations

import random
import re

import pytest

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from corpus.engine.note_type import NoteType
from corpus.notes import mended_numbers, mended_people, mended_places, mended_plain, mended_signs
from redactor.entities import Entity
from redactor.sample.marked import Marked

MODULES = (mended_signs, mended_people, mended_numbers, mended_places, mended_plain)
TYPES = [kind for module in MODULES for kind in module.TYPES]
PLAIN_POOLS = {
    "signs": mended_signs.SIGNS,
    "operations": mended_signs.OPERATIONS,
    "drugs": mended_signs.DRUGS,
    "germs": mended_signs.GERMS,
    "ratios": mended_numbers.RATIOS,
    "no initials": mended_people.NO_INITIALS,
    "only words": mended_people.ONLY_WORDS,
    "no days": mended_places.NO_DAYS,
    "no places": mended_places.NO_PLACES,
}


def cast(seed: object) -> Cast:
    return Cast(random.Random(f"{seed}"), FIELDS)


def write(kind: NoteType, seed: object) -> Marked:
    return kind.write(cast(f"{kind.name}{seed}"))


@pytest.mark.parametrize("kind", [k for k in TYPES if k.name.startswith("plain-")], ids=lambda kind: kind.name)
def test_plain_notes_hold_no_identifier(kind: NoteType) -> None:
    for seed in range(60):
        note = write(kind, seed)
        assert not [m for m in note.marks if isinstance(m.entity, Entity)], note


@pytest.mark.parametrize("pool", PLAIN_POOLS.values(), ids=PLAIN_POOLS)
def test_hard_negatives_hold_no_identifier(pool: tuple[str, ...]) -> None:
    for template in pool:
        for seed in range(3):
            marks = cast(f"{template}{seed}").say(template).marks
            assert not [m for m in marks if isinstance(m.entity, Entity)], template


def test_a_name_is_marked_and_the_sign_of_that_name_is_not() -> None:
    said = [cast(seed).say("Dr. {epodr} tested {epo:sign}") for seed in range(40)]
    for note in said:
        assert [(m.entity, m.start) for m in note.marks] == [(Entity.DOCTOR, 4)]
        assert " tested " in note.text[note.marks[0].end :]


def test_an_age_holds_the_letter_of_the_sex_only_where_it_is_glued() -> None:
    for seed in range(300):
        note = cast(seed).say("{agemark}")
        (held,) = note.marks
        assert held.entity is Entity.AGE
        assert re.fullmatch(r"[FMfm♀♂]?\d{1,3}(?:y|yo)?[FMfm♀♂]?", held.value)
        before, after = note.text[: held.start], note.text[held.end :]
        assert not before[-1:].isalnum() and not after[:1].isalnum()


def test_post_for_soldiers_holds_box_town_state_and_code() -> None:
    for seed in range(20):
        marks = cast(seed).say("{milbox}").marks
        assert [m.entity for m in marks] == [Entity.STREET, Entity.CITY, Entity.STATE, Entity.ZIP]
