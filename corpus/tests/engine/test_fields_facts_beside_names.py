"""Facts are plain, the people beside them are marked to the character, in every form and next to every separator."""

from __future__ import annotations

import random

import pytest

from corpus.engine import note_file
from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from corpus.tests.kit import assert_exact
from redactor.entities import Entity
from redactor.sample.marked import Marked
from tests.each_row import each_row

FACTS = [
    (path, section)
    for path in note_file.paths("phrases")
    if path.startswith("phrases/facts_")
    for section in note_file.read(path).sections
]
PEOPLE = {"beside": Entity.PATIENT, "besidedr": Entity.DOCTOR, "besidekin": Entity.PERSON}


def said(template: str, times: int = 80) -> list[Marked]:
    return [Cast(random.Random(f"facts {seed}"), FIELDS).say(template) for seed in range(times)]


@each_row(("path", "section"), FACTS)
def test_no_fact_holds_a_mark(path: str, section: str) -> None:
    for template in note_file.read(path).lines(section):
        note = Cast(random.Random(template), FIELDS).say(template)
        assert not note.marks, template
        assert note.text.strip() == note.text != ""


def test_each_kind_of_fact_has_a_name_of_its_own_and_can_be_asked_for() -> None:
    names = [section for _, section in FACTS]
    assert len(set(names)) == len(names)
    for name in names:
        assert not any(note.marks for note in said(f"{{fact:{name}}}", 5))


def test_a_fact_may_be_of_several_kinds() -> None:
    assert len({note.text for note in said("{fact}")}) > 70
    assert len({note.text for note in said("{fact:gas+dose}")}) > 40


@pytest.mark.parametrize("field", PEOPLE)
def test_a_person_beside_a_fact_is_marked_and_the_fact_is_not(field: str) -> None:
    notes = said(f"{{{field}}} K 4.1") + said(f"K 4.1{{gap}}{{{field}}}")
    for note in notes:
        assert_exact(note)
        (m,) = note.marks
        assert m.entity is PEOPLE[field]
        assert "4.1" not in m.value
    assert len({m.value for note in notes for m in note.marks}) > 100


@pytest.mark.parametrize("field", PEOPLE)
def test_names_come_in_capitals_in_small_letters_and_with_the_family_first(field: str) -> None:
    values = [m.value for note in said(f"{{{field}}}", 300) for m in note.marks]
    assert any(v.isupper() for v in values)
    assert any(v.islower() for v in values)
    assert any(", " in v for v in values)
    assert any("-" in v for v in values)


def test_a_name_that_is_written_as_an_analyte_never_stands_alone() -> None:
    texts = {note.text for spec in ("given", "family") for note in said(f"{{beside:{spec}}}", 900)}
    assert not texts & {"Na", "Ca", "Ed", "Al", "Li"}
    assert any(v.startswith(("Na ", "Ca ", "Ed ", "Al ", "Li ")) for v in texts)


def test_a_column_keeps_one_form_of_names() -> None:
    for note in said("{beside:col}\n" * 6, 30):
        values = [m.value for m in note.marks]
        assert len({"," in v for v in values if " " in v}) <= 2
        assert len(set(values)) > 1


def test_an_age_is_marked_with_its_unit_alone() -> None:
    for note in said("{besideage}", 200):
        assert_exact(note)
        (m,) = note.marks
        assert m.entity is Entity.AGE
        assert any(ch.isdigit() for ch in m.value)
        assert not set(m.value) & set("()[],")


def test_a_box_stays_outside_of_the_identifier_in_it() -> None:
    notes = said("{boxed:beside:family}", 200)
    for note in notes:
        assert_exact(note)
        (m,) = note.marks
        assert note.text != m.value
    assert len({note.text[:1] for note in notes}) > 20


def test_a_separator_is_no_letter_and_most_notes_keep_theirs() -> None:
    notes = said("{gap}@{gap}@{gap}", 200)
    assert not any(ch.isalnum() for note in notes for ch in note.text)
    assert sum(len(set(note.text.split("@"))) == 1 for note in notes) > 60
    assert {"\t", "\n", " | ", "|", " "} <= {gap for note in notes for gap in note.text.split("@")}
