"""What looks like an identifier and is none: the types write, their marks are exact, and clean types hold none."""

from __future__ import annotations

import random

import pytest

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from corpus.engine.note_type import NoteType
from corpus.tests.kit import types_of
from redactor.entities import Entity
from redactor.sample.marked import Near

TYPES = types_of(
    "inpatient/after_visit_summary",
    "emergency/order_set",
    "nursing/shift_assessment_flowsheet",
    "inpatient/procedure_consent",
    "inpatient/anonymous_operative_note",
    "outpatient/eponym_problem_list",
    "inpatient/icu_rounds_sheet",
    "outpatient/therapy_plan_of_care",
    "laboratory_imaging/anonymous_test_report",
    "legal_press/quality_improvement_poster",
    "legal_press/teaching_lesson",
    "inpatient/procedure_kit_reference_card",
    "pharmacy/formulary_update",
    "legal_press/trial_abstract",
    "pharmacy/medication_counselling_talk",
    "outpatient/diet_leaflet",
    "administration_billing/equipment_policy",
    "letters/anonymous_clinic_letter",
    "calls_dialogues/call_script",
    "outpatient/health_questionnaire",
    "lookalikes/people_and_things",
    "inpatient/eponym_named_patient",
)
CLEAN = [
    kind
    for kind in TYPES
    if not kind.name.endswith(("_with_identifier", "_in_prose", "_in_lists", "_eponym_named_patient", "_eponym_names"))
    and kind.name not in ("word_as_person_and_thing", "word_as_place_and_thing", "mixed_lookalikes")
]


def cast(seed: object) -> Cast:
    return Cast(random.Random(f"{seed}"), FIELDS)


@pytest.mark.parametrize("kind", CLEAN, ids=lambda kind: kind.name)
def test_a_clean_type_holds_no_identifier(kind: NoteType) -> None:
    for seed in range(12):
        assert {m.entity for m in kind.write(cast(f"{kind.name}{seed}")).marks} <= set(Near)


def test_the_word_of_a_twin_is_marked_where_it_is_somebody_and_not_where_it_is_a_thing() -> None:
    for seed in range(60):
        note = cast(seed).say("{altwin:per} // {altwinpt:bare} // {altwin:town} // {altwincity}")
        thing, name, sign, town = note.text.split(" // ")
        assert [m.value for m in note.marks] == [name, town]
        assert [m.entity for m in note.marks] in ([Entity.PATIENT, Entity.CITY], [Entity.PATIENT, Entity.STATE])
        assert name.casefold() in thing.casefold()
        assert town.casefold() in sign.casefold()


def test_a_patient_of_a_story_bears_the_name_of_a_thing_in_several_forms() -> None:
    for seed in range(40):
        note = cast(seed).say("{alhero:thing} // {alhero:reversed} // {alhero:family} // {alhero:initials}")
        thing, whole, family, initials = note.text.split(" // ")
        assert [m.value for m in note.marks] == [whole, family, initials]
        assert family.casefold() in thing.casefold()
        assert whole.startswith(f"{family}, ")
