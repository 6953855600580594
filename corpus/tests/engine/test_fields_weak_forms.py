"""Identifiers in weak forms: marked to the character, of the right entity, and the words around them plain."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS, weak_forms
from corpus.engine.layouts.shorthand import shorthand_note, shorthand_rows
from corpus.tests.kit import assert_exact
from redactor.entities import Entity
from redactor.sample.marked import Marked, Near
from tests.each_row import each_row

ENTITIES = {
    "wkglue": {Entity.DOCTOR}, "wkshort:pt": {Entity.PATIENT}, "wkshort:other": {Entity.PATIENT},
    "wkshort:kin": {Entity.PERSON}, "wkid:mrn": {Entity.MEDICAL_RECORD_NUMBER}, "wkid:acct": {Entity.FIN},
    "wkid:case": {Entity.ID}, "wkid:member": {Entity.HEALTH_PLAN_ID}, "wkid:serial": {Entity.DEVICE_ID},
    "wkidglue:spec": {Entity.ID}, "wksite": {Entity.HOSPITAL}, "wkelder": {Entity.AGE},
    "wkiso": {Entity.DATE, Near.CLOCK}, "wkpt": {Entity.PATIENT}, "wkdr:initial": {Entity.DOCTOR},
    "wkkin:title": {Entity.PERSON}, "wksign": set(),
}  # fmt: skip


def drawn(template: str, times: int = 60) -> list[Marked]:
    return [Cast(random.Random(f"weak {seed}"), FIELDS).say(template) for seed in range(times)]


@each_row("field", ENTITIES)
def test_a_field_marks_its_entity_to_the_character(field: str) -> None:
    said = drawn(f"{{{field}}}")
    for note in said:
        assert_exact(note)
        assert {m.entity for m in note.marks} == ENTITIES[field]
    assert len({note.text for note in said}) > 20


def test_every_field_is_tested() -> None:
    assert {name.partition(":")[0] for name in ENTITIES} == weak_forms.FIELDS.keys()


def test_a_role_is_not_part_of_the_name_glued_to_it() -> None:
    for note in drawn("{wkglue}"):
        (m,) = note.marks
        outside = note.text[: m.start] + note.text[m.end :]
        assert re.fullmatch(r"[A-Za-z]{2,6}[._/-]?|[,./_(-]?[A-Z][A-Za-z0-9-]{1,6}\)?", outside)


def test_a_label_is_not_part_of_the_id_glued_to_it() -> None:
    for note in drawn("{wkidglue}"):
        (m,) = note.marks
        assert m.start > 0
        assert " " not in note.text[: m.start]
        assert any(ch.isdigit() for ch in m.value)


def test_an_age_over_89() -> None:
    for note in drawn("{wkelder}"):
        for digits in re.findall(r"^\d+", note.text):
            assert 90 <= int(digits) <= 104


def test_the_eponym_and_who_bears_it_are_one_word() -> None:
    for note in drawn("{wkpt}: {wksign}"):
        (m,) = note.marks
        assert m.start == 0
        assert note.text.count(m.value) == 2


@pytest.mark.parametrize(("case", "changed"), [("lower", str.lower), ("upper", str.upper)])
def test_most_notes_of_a_case_are_typed_in_it(case: str, changed: Callable[[str], str]) -> None:
    write = shorthand_note(("{pt:given} Refused",), clinical=("Lungs clear",), case=case)
    notes = [write(Cast(random.Random(f"case {seed}"), FIELDS)) for seed in range(40)]
    for note in notes:
        assert_exact(note)
        assert any(m.entity is Entity.PATIENT for m in note.marks)
    assert sum(note.text == changed(note.text) for note in notes) > 25


def test_rows_share_one_template() -> None:
    write = shorthand_rows(("{time} | {stini}", "{stini} | {wkid:mrn}"), ("Lungs clear",), least=4)
    for seed in range(30):
        note = write(Cast(random.Random(f"rows {seed}"), FIELDS))
        assert_exact(note)
        assert {Near.CLOCK, Entity.MEDICAL_RECORD_NUMBER} & {m.entity for m in note.marks} in (
            {Near.CLOCK},
            {Entity.MEDICAL_RECORD_NUMBER},
        )
