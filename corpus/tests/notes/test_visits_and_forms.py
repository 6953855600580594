"""Notes of clinics, letters, forms and social services for the training corpus."""

from __future__ import annotations

import random

import pytest

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from corpus.engine.layouts.label_value_tables import SHAPES, grid, rows, table
from corpus.engine.note_file import templates
from corpus.engine.note_type import NoteType
from corpus.tests.kit import types_of
from redactor.sample.marked import Marked

TYPES = types_of(
    "outpatient/office_visit",
    "outpatient/well_child_visit",
    "outpatient/prenatal_visit",
    "outpatient/specialty_visits",
    "outpatient/telephone_encounter",
    "outpatient/telehealth_visit",
    "outpatient/nurse_visit",
    "outpatient/immunization_record",
    "outpatient/travel_clinic_visit",
    "outpatient/dental_note",
    "outpatient/occupational_health_visit",
    "outpatient/school_nurse_log",
    "outpatient/correctional_health_note",
    "outpatient/veterans_affairs_visit",
    "nursing/home_health_visit",
    "nursing/hospice_visit",
    "nursing/nursing_home_note",
    "outpatient/genetic_counseling_visit",
    "outpatient/trial_screening_visit",
    "outpatient/transplant_clinic_visit",
    "letters/clinical_letters",
    "letters/certificates",
    "administration_billing/registration_forms",
    "outpatient/clinical_lists",
    "outpatient/social_services",
    "legal_press/medicolegal",
)


def cast(seed: int) -> Cast:
    return Cast(random.Random(seed), FIELDS)


def check_marks(note: Marked) -> None:
    at = 0
    for m in note.marks:
        assert at <= m.start < m.end
        assert note.text[m.start : m.end] == m.value
        at = m.end


def test_no_name_stands_twice() -> None:
    assert len({t.name for t in TYPES}) == len(TYPES)


@pytest.mark.parametrize("kind", TYPES, ids=lambda t: t.name)
def test_notes_of_every_type_are_marked_and_differ(kind: NoteType) -> None:
    notes = [kind.write(cast(seed)) for seed in range(30)]
    for note in notes:
        check_marks(note)
        assert "[[" not in note.text
        assert "]]" not in note.text
    assert sum(bool(note.marks) for note in notes) >= 27
    assert len({note.text for note in notes}) == 30
    assert kind.write(cast(3)) == notes[3]


@pytest.mark.parametrize("shape", range(len(SHAPES)))
def test_tables_hold_each_value_in_its_mark(shape: int) -> None:
    said = table(cast(5), rows("Name = {pt:full}\nBorn = {dob}\nRemark = stable"), (SHAPES[shape],))
    check_marks(said)
    assert len(said.marks) == 2
    assert "stable" in said.text


def test_grids_hold_a_row_for_each_count() -> None:
    said = grid(cast(7), ("Who", "Phone"), ("{pt:full}", "{phone}"), 4)
    check_marks(said)
    assert len(said.marks) == 8


def test_templates_are_read_by_line_and_indent() -> None:
    block = r"""
    one {pt}
      goes on
    two\nlines\there

    three
    """
    assert templates(block) == ("one {pt} goes on", "two\nlines\there", "three")
