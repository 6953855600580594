"""Forms, tables and machine-like text: exact marks, fields left empty, codes that are nobody's initials."""

from __future__ import annotations

import random

import pytest

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS, form_cells
from corpus.engine.layouts import printed_grid
from corpus.engine.note_type import NoteType
from corpus.tests.kit import assert_exact, type_called, types_of
from redactor.entities import Entity
from redactor.sample.marked import Near, join, mark

TYPES = types_of(
    "administration_billing/registration_grid",
    "administration_billing/preauthorization_grid",
    "laboratory_imaging/laboratory_request_grid",
    "administration_billing/event_report_grid",
    "administration_billing/vital_records_grid",
    "administration_billing/school_and_work_forms_grid",
    "lookalikes/empty_form_grid",
    "administration_billing/staffing_grid",
    "administration_billing/sign_in_sheet",
    "pharmacy/drug_chart_grid",
    "outpatient/vaccination_grid",
    "laboratory_imaging/result_grid",
    "administration_billing/ledger_grid",
    "administration_billing/case_list_grid",
    "lookalikes/table_without_names",
    "outpatient/chart_page_grid",
    "administration_billing/hl7_messages",
    "administration_billing/json_records",
    "administration_billing/system_logs",
    "lookalikes/machine_text_without_names",
    "administration_billing/fax_headers",
    "laboratory_imaging/printed_labels",
    "administration_billing/unlabeled_form_values",
    "administration_billing/run_on_form",
    "administration_billing/narrative_boxes",
    "administration_billing/cards_and_notes",
    "outpatient/cognitive_score_sheet",
    "lookalikes/form_headings_without_values",
)
CLEAN = [
    type_called(name)
    for name in ("table_without_names", "machine_text_without_names", "form_headings_without_values", "empty_form_grid")
]


def cast(seed: object) -> Cast:
    return Cast(random.Random(f"{seed}"), FIELDS)


@pytest.mark.parametrize("kind", CLEAN, ids=lambda kind: kind.name)
def test_a_form_that_nobody_filled_in_holds_no_identifier(kind: NoteType) -> None:
    assert not any(kind.write(cast(seed)).marks for seed in range(30))


@pytest.mark.parametrize("field", ("gempty", "gticks:opt", "gcell:abbr", "gcell:shift", "gcode:loinc", "gcell:brand"))
def test_what_fills_a_form_names_nobody(field: str) -> None:
    assert not any(cast(seed).say(f"{{{field}}}").marks for seed in range(20))


def test_words_of_forms_are_names_elsewhere() -> None:
    words = {word.casefold() for entry in form_cells.POOLS["word"] for word in entry.split()}
    named = {cast(seed).say("{worddr}").text.casefold() for seed in range(600)}
    assert len(words & named) > 9


def test_the_services_of_a_house_are_no_organisations() -> None:
    assert {m.entity for seed in range(20) for m in cast(seed).say("{gservice}").marks} == {Near.DEPARTMENT}


def test_a_scanned_page_keeps_its_identifiers_in_one_piece() -> None:
    source = join("Physician: ", mark("Dr Ole Helbling", Entity.DOCTOR), " x")
    read = [printed_grid.scanned(cast(seed), source) for seed in range(60)]
    assert all(len(note.marks) == 1 for note in read)
    assert len({note.text for note in read}) > 3
    for note in read:
        assert_exact(note)


def test_values_stand_apart_from_their_labels_or_are_missing() -> None:
    write = printed_grid.grid_form("Surname = {pt:family}\nTown = {town}\nPhone = {phone}", 3, 3)
    notes = [write(cast(seed)) for seed in range(80)]
    assert {len(note.marks) for note in notes} >= {1, 2, 3}
    assert any("Town" in note.text.partition("\n")[0] and "Surname" in note.text.partition("\n")[0] for note in notes)
