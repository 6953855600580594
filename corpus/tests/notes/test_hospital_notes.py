"""Notes of hospitals for the training corpus: wards, operations, emergencies, reports."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from corpus.engine import note_file
from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from corpus.engine.layouts import hospital_text
from corpus.engine.note_type import NoteType
from corpus.tests.kit import types_of
from redactor.entities import Entity
from redactor.sample.marked import Marked, join, mark

FILES = (
    "inpatient/hospital_notes",
    "inpatient/intensive_care_notes",
    "inpatient/end_of_life_and_transfer_notes",
    "inpatient/newborn_notes",
    "nursing/ward_nursing_notes",
    "inpatient/allied_health",
    "inpatient/perioperative_notes",
    "inpatient/perioperative_records",
    "laboratory_imaging/imaging_and_function_reports",
    "laboratory_imaging/pathology_reports",
    "laboratory_imaging/heart_reports",
    "laboratory_imaging/laboratory_pages",
    "emergency/emergency_department",
    "emergency/ambulance_run_sheet",
)
TYPES = types_of(*FILES)
PATHS = (
    *(f"notes/{path}" for path in FILES),
    *(p for p in note_file.paths("phrases") if p.startswith("phrases/hospital")),
)
FIELD = re.compile(r"(?<!\{)\{([A-Za-z]\w*)(?::([^{}]*))?\}")


def cast(seed: int) -> Cast:
    return Cast(random.Random(seed), FIELDS)


def fields_of(path: str) -> set[tuple[str, str]]:
    """Names and specs of all fields in the sections of a note file."""
    texts = note_file.read(path).sections.values()
    return {(m[1], m[2] or "") for text in texts for m in FIELD.finditer(text)}


def test_names_are_unique() -> None:
    assert [name for name, n in Counter(t.name for t in TYPES).items() if n > 1] == []
    assert len(TYPES) > 40


@pytest.mark.parametrize("path", PATHS)
def test_every_field_and_spec_of_a_template_exists(path: str) -> None:
    for name, spec in sorted(fields_of(path)):
        FIELDS[name](cast(1), spec)


@pytest.mark.parametrize("kind", TYPES, ids=lambda t: t.name)
def test_notes_are_marked_exactly_and_differ(kind: NoteType) -> None:
    notes = [kind.write(cast(seed)) for seed in range(30)]
    for note in notes:
        at = 0
        for m in note.marks:
            assert at <= m.start < m.end
            assert note.text[m.start : m.end] == m.value
            at = m.end
        assert not re.search(r"\[\[|\]\]|\{\w+[:}]", note.text)
    found = [sum(isinstance(m.entity, Entity) for m in note.marks) for note in notes]
    assert sum(found) > 5 * len(notes)
    assert len({note.text for note in notes}) == len(notes)
    assert kind.write(cast(3)) == notes[3]


def test_short_and_long_notes_with_many_sorts_of_identifiers() -> None:
    notes = [t.write(cast(seed)) for t in TYPES for seed in range(8)]
    sizes = sorted(len(n.text.split()) for n in notes)
    assert sizes[len(sizes) // 10] < 80 < 300 < sizes[-len(sizes) // 20]
    assert len({m.entity for n in notes for m in n.marks}) > 30


def test_wrapping_breaks_lines_outside_of_marks_and_moves_none() -> None:
    first, last = mark("Ann Lee Doe", Entity.PATIENT), mark("4 May 2019", Entity.DATE)
    note = join("Seen today was ", first, " of the third floor, who came on ", last, " by ambulance")
    for width in range(12, 60):
        wrapped = hospital_text.wrapped(note, width)
        assert wrapped.marks == note.marks
        assert wrapped.text.replace("\n", " ") == note.text
        assert all("\n" not in wrapped.text[m.start : m.end] for m in wrapped.marks)
    assert "\n" in hospital_text.wrapped(note, 30).text


def test_a_label_in_capitals_must_hold_no_identifier() -> None:
    assert hospital_text.upper(Marked("Name")) == Marked("NAME")
    with pytest.raises(ValueError, match="label"):
        hospital_text.upper(mark("Ann", Entity.PATIENT))
