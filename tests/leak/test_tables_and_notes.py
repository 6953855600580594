"""Attacks through tables and files of notes: fillers that show the shift, and words that stand against each other."""

from __future__ import annotations

import datetime as dt
import json

import pytest

from redactor.engine import Engine
from redactor.policy.profiles import load_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.run.intake.note_text import read_note
from schemas.documents.registry import Registry
from schemas.engine import json_codec
from schemas.engine.apply import Applier, ApplyOptions
from schemas.engine.markup import read
from schemas.engine.records import RecordIn
from tests.each_row import each_row
from tests.unit.record_kit import KEYS, RING, Words

AS_OF = dt.date(2025, 3, 9)
VISIT = {
    "dataType": "omop_visit_occurrence", "visit_occurrence_id": 5001, "person_id": 101, "visit_concept_id": 9201,
    "visit_start_date": "2025-03-04", "visit_type_concept_id": 32817,
}  # fmt: skip


@pytest.fixture(scope="module")
def shifting() -> Applier:
    tags = TagReplacer(load_profile("hips"), RING, "lab", as_of=AS_OF)
    return Applier(Registry(), Engine([Words()], tags), KEYS, ApplyOptions())


@each_row(
    "filler", ["9999-12-31", "9999-12-31T23:59:59Z", "2999-12-31", "2099-12-31", "12/31/2099", "1970-01-01", "1/1/1970",
               "1900-01-01", "1899-12-30", "1753-01-01", "0001-01-01", "1800-01-01"],
)  # fmt: skip
def test_the_date_for_no_date_does_not_show_the_shift(shifting: Applier, filler: str) -> None:
    row = VISIT | {"visit_end_date": filler}
    out = shifting.apply([RecordIn(json_codec.parse(json.dumps(row).encode()), "1:1")])[0]
    assert out.data is not None and out.data["visit_start_date"] != "2025-03-04"
    assert out.data["visit_end_date"] in (filler, None)


@each_row("number", [".5", "-.04", ".004", "0.30000000000000004", "1.0E-5", "-8.2", "110000", "1.2e4"])
def test_a_result_of_a_table_stays_as_it_is_written(shifting: Applier, number: str) -> None:
    row = {
        "dataType": "omop_measurement", "measurement_id": "1", "person_id": "101", "measurement_concept_id": "3000963",
        "measurement_date": "2025-03-04", "measurement_type_concept_id": "32856", "value_as_number": number,
        "range_low": number, "unit_source_value": "mg/dL",
    }  # fmt: skip
    out = shifting.apply([RecordIn(json_codec.parse(json.dumps(row).encode()), "1:1")])[0]
    assert out.data is not None and out.data["value_as_number"] == out.data["range_low"] == number


def test_a_name_in_a_control_of_a_form_is_a_word_of_its_own() -> None:
    page = b"<html><body><p hidden>a</p><textarea>Vexholm ta</textarea><select><option>Vexholm<option>b</select>"
    text = read_note(page, ".html", "windows-1252")
    assert isinstance(text, str) and text.split() == ["a", "Vexholm", "ta", "Vexholm", "b"]


def test_words_that_were_read_apart_are_written_apart() -> None:
    for element in ("textarea", "option", "section", "button"):
        markup = read(f"<div>Vex<{element}>holm</{element}>y</div>", root=True)
        shown = "".join(p if isinstance(p, str) else markup.text[p[0] : p[1]] for p in markup.pieces)
        assert markup.text.split() == ["Vex", "holm", "y"] and "Vexholm" not in shown and "holmy" not in shown
