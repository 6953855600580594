"""Notes of hospitals for the training corpus: wards, operations, emergencies, reports."""

from __future__ import annotations

import ast
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from corpus.engine.note_type import NoteType
from corpus.notes import (
    allied,
    emergency,
    emergency_field,
    hospital_asides,
    hospital_course,
    hospital_ends,
    hospital_heads,
    hospital_kit,
    hospital_story,
    hospital_text,
    inpatient,
    inpatient_icu,
    inpatient_talks,
    newborn,
    nursing,
    perioperative,
    perioperative_records,
    reports,
    reports_heart,
    reports_lab,
    reports_pathology,
)
from redactor.entities import Entity
from redactor.sample.marked import Marked, join, mark

MODULES = (
    allied, emergency, emergency_field, hospital_asides, hospital_course, hospital_ends, hospital_heads, hospital_kit,
    hospital_story, hospital_text, inpatient, inpatient_icu, inpatient_talks, newborn, nursing, perioperative,
    perioperative_records, reports, reports_heart, reports_lab, reports_pathology,
)  # fmt: skip
TYPES: tuple[NoteType, ...] = (*inpatient.TYPES, *perioperative.TYPES, *reports.TYPES, *emergency.TYPES)
FIELD = re.compile(r"(?<!\{)\{([A-Za-z]\w*)(?::([^{}]*))?\}")


def cast(seed: int) -> Cast:
    return Cast(random.Random(seed), FIELDS)


def fields_of(path: str) -> set[tuple[str, str]]:
    """Names and specs of all fields in the strings of a module, those of f-strings aside."""
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    texts = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    return {(m[1], m[2] or "") for text in texts for m in FIELD.finditer(text)}


def test_names_are_unique() -> None:
    assert [name for name, n in Counter(t.name for t in TYPES).items() if n > 1] == []
    assert len(TYPES) > 40


@pytest.mark.parametrize("module", MODULES, ids=lambda m: m.__name__.rsplit(".", 1)[-1])
def test_every_field_and_spec_of_a_template_exists(module: object) -> None:
    for name, spec in sorted(fields_of(str(getattr(module, "__file__", "")))):
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
