"""Types that mend a student's errors: they write, their marks are exact, and the plain ones hold no identifier."""

from __future__ import annotations

import random
import re

import pytest

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from corpus.engine.note_type import NoteType
from corpus.tests.kit import lines, types_of
from redactor.entities import Entity
from redactor.sample.marked import Marked

TYPES = types_of(
    "lookalikes/eponyms_and_drugs",
    "nursing/initials_and_lone_names",
    "administration_billing/bare_numbers",
    "outpatient/short_days_and_places",
    "lookalikes/notes_without_identifiers",
)
PLAIN_POOLS = {
    "signs": lines("phrases/eponyms_and_drugs:signs"),
    "operations": lines("phrases/eponyms_and_drugs:operations"),
    "drugs": lines("phrases/eponyms_and_drugs:drugs"),
    "germs": lines("phrases/eponyms_and_drugs:germs"),
    "ratios": lines("phrases/ratios:ratios"),
    "no initials": lines("phrases/initials_lookalikes:no_initials"),
    "only words": lines("phrases/initials_lookalikes:only_words"),
    "no days": lines("phrases/place_lookalikes:no_days"),
    "no places": lines("phrases/place_lookalikes:no_places"),
}


def cast(seed: object) -> Cast:
    return Cast(random.Random(f"{seed}"), FIELDS)


def write(kind: NoteType, seed: object) -> Marked:
    return kind.write(cast(f"{kind.name}{seed}"))


@pytest.mark.parametrize(
    "kind", [k for k in TYPES if k.name.endswith("_without_identifiers")], ids=lambda kind: kind.name
)
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
