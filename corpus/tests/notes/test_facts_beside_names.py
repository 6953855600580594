"""Names beside facts: the clean types are clean, the sparse ones sparse, and half of all lines name nobody."""

from __future__ import annotations

import random

import pytest

from corpus.engine import catalogue
from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from corpus.engine.note_type import NoteType
from corpus.tests.kit import assert_exact, types_of
from redactor.entities import Entity
from redactor.sample.marked import Mark, Marked, Near

TYPES = types_of(
    "administration_billing/rosters_beside_facts",
    "calls_dialogues/values_said_without_case",
    "emergency/tracking_boards_with_facts",
    "inpatient/rounds_beside_names",
    "laboratory_imaging/measures_beside_names",
    "laboratory_imaging/results_beside_names",
    "lookalikes/dates_beside_fractions",
    "lookalikes/facts_without_names",
    "lookalikes/marks_around_values",
    "messages/values_beside_names",
    "nursing/handover_with_values",
    "outpatient/clinic_rows_beside_names",
    "pharmacy/drug_rows_beside_names",
)
CLEAN = tuple(
    kind
    for kind in TYPES
    if "without_names" in kind.name
    or kind.name
    in ("fractions_and_decimals_without_dates", "capital_headings_and_values", "tapers_ranges_and_runs_of_numbers")
)


def notes(kind: NoteType, count: int) -> list[Marked]:
    return [kind.write(Cast(random.Random(f"{kind.name} {seed}"), FIELDS)) for seed in range(count)]


def identifiers(note: Marked) -> list[Mark]:
    return [m for m in note.marks if m.entity not in set(Near)]


@pytest.mark.parametrize("kind", CLEAN, ids=lambda kind: kind.name)
def test_a_type_without_names_holds_no_identifier(kind: NoteType) -> None:
    assert not any(identifiers(note) for note in notes(kind, 25))


@pytest.mark.parametrize("kind", [k for k in TYPES if k not in CLEAN], ids=lambda kind: kind.name)
def test_every_other_type_names_somebody_or_a_day(kind: NoteType) -> None:
    written = notes(kind, 25)
    for note in written:
        assert_exact(note)
    assert any(identifiers(note) for note in written)


def test_several_types_hold_under_two_percent_of_identifiers() -> None:
    sparse = 0
    for kind in TYPES:
        written = notes(kind, 12)
        marked = sum(m.end - m.start for note in written for m in identifiers(note))
        sparse += marked < 0.02 * sum(len(note.text) for note in written)
    assert sparse >= 20


def test_half_of_the_lines_name_nobody() -> None:
    lines = clean = 0
    for kind in TYPES:
        for note in notes(kind, 6):
            at = 0
            for line in note.text.split("\n"):
                lines += 1
                clean += not any(m.start < at + len(line) and m.end > at for m in identifiers(note))
                at += len(line) + 1
    assert clean > 0.5 * lines


def test_no_name_reaches_into_the_value_beside_it() -> None:
    people = {Entity.PATIENT, Entity.DOCTOR, Entity.PERSON}
    for kind in TYPES:
        for note in notes(kind, 12):
            for m in identifiers(note):
                assert m.entity not in people or not any(ch.isdigit() for ch in m.value.replace("2nd", "")
                                                         .replace("3rd", "")), m.value  # fmt: skip


def test_these_types_are_about_a_fifth_of_the_generated_notes() -> None:
    whole = sum(kind.weight for kind in catalogue.trained())
    assert 0.17 < sum(kind.weight for kind in TYPES) / whole < 0.25
