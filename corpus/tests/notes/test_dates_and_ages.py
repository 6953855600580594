"""Dates and ages in every form: the types write, their marks are exact, and ages of nobody are no identifiers."""

from __future__ import annotations

import random
import re

import pytest

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from corpus.tests.kit import assert_exact, lines, type_called, types_of
from redactor.entities import DATES, Entity
from redactor.sample.marked import Marked

TYPES = types_of(
    "outpatient/growth_chart",
    "outpatient/date_tables",
    "pharmacy/scheduled_dose_grid",
    "inpatient/ward_census",
    "inpatient/fall_stay_summary",
    "letters/asthma_clinic_letter",
    "outpatient/prenatal_record",
    "outpatient/oncology_history",
    "legal_press/affidavit",
    "administration_billing/work_status_report",
    "letters/genetics_clinic_letter",
    "inpatient/critical_care_course",
    "inpatient/baby_transfer_letter",
    "letters/veterans_claim_opinion",
    "nursing/bedside_diary",
    "outpatient/date_and_age_lines",
    "outpatient/vaccine_leaflet",
    "legal_press/case_series_abstract",
)


def cast(seed: object) -> Cast:
    return Cast(random.Random(f"{seed}"), FIELDS)


def said(template: str, count: int = 200) -> list[Marked]:
    return [cast(seed).say(template) for seed in range(count)]


def test_names_of_types_are_their_own() -> None:
    assert len({kind.name for kind in TYPES}) == len(TYPES)


@pytest.mark.parametrize("template", lines("notes/outpatient/date_and_age_lines:cutoffs"))
def test_an_age_that_is_nobodys_is_unmarked(template: str) -> None:
    assert not cast(template).say(template).marks


def test_a_leaflet_names_nobody() -> None:
    leaflet = type_called("vaccine_leaflet")
    assert not any(leaflet.write(cast(seed)).marks for seed in range(30))


def test_one_number_is_a_date_here_and_a_fraction_there() -> None:
    for note in said("Seen {tw:slash DATE}; read the gauge as {same:slash} full.", 20):
        (found,) = note.marks
        assert note.text.count(found.value) > 1
        assert note.text[: found.start] == "Seen "


def test_spans_lists_and_glued_days_hold_nothing_but_dates() -> None:
    for name in ("wspan", "wlist", "wwords", "wlegal", "wtie", "wbreak", "wmonths"):
        notes = said(f"{{{name}:-9}}")
        assert {m.entity for note in notes for m in note.marks} == {Entity.DATE}
        assert len({note.text for note in notes}) > 50
        for note in notes:
            assert_exact(note)
            outside = [ch for at, ch in enumerate(note.text) if not any(m.start <= at < m.end for m in note.marks)]
            assert not any(ch.isdigit() for ch in outside)


def test_a_note_writes_its_short_days_in_one_way() -> None:
    for note in said("{wd:s 0} {wd:s 0}", 40):
        assert len({m.value for m in note.marks}) == 1 or re.search(r"june|july|sep", note.text.lower())


def test_ages_come_with_their_unit_and_the_patient_s_is_one() -> None:
    assert {m.entity for note in said("{wage:u} {wage:sx} {wtot} {wnb} {wage:W}") for m in note.marks} == {Entity.AGE}
    for note in said("{wage:n pt} {age} {wage:n pt-9}", 40):
        now, same, before = (int(m.value) for m in note.marks)
        assert now == same
        assert before == max(1, now - 9)


def test_a_growth_chart_marks_each_visit_s_day_and_age() -> None:
    chart = type_called("growth_chart")
    for seed in range(20):
        entities = [m.entity for m in chart.write(cast(seed)).marks]
        assert entities.count(Entity.AGE) >= 2
        assert sum(e in DATES for e in entities) >= entities.count(Entity.AGE)
