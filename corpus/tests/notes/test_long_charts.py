"""Long charts: the types write, their marks are exact, and clinical look-alikes hold no identifier."""

from __future__ import annotations

import random
import re

import pytest

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from corpus.engine.note_type import NoteType
from corpus.tests.kit import lines, types_of
from redactor.entities import Entity
from redactor.sample.marked import Near

TYPES = types_of(
    "inpatient/admission_chart",
    "inpatient/hospital_course_chart",
    "inpatient/consultation_chart",
    "inpatient/intensive_care_chart",
    "inpatient/daily_progress_chart",
    "inpatient/transfer_chart",
    "emergency/emergency_department_chart",
    "inpatient/operation_record",
    "laboratory_imaging/radiology_report_chart",
    "laboratory_imaging/pathology_report_chart",
    "nursing/nursing_flow_chart",
    "outpatient/dialysis_run_chart",
    "outpatient/oncology_chart",
    "inpatient/labor_record",
    "inpatient/psychiatry_intake_chart",
    "inpatient/rehabilitation_conference_chart",
    "nursing/skilled_nursing_facility_note",
    "outpatient/veterans_primary_care_note",
    "inpatient/neonatal_record",
    "outpatient/clinic_progress_note",
    "nursing/hospice_nurse_visit",
    "lookalikes/chart_lookalikes",
    "inpatient/signature_lines",
)
LEFT = re.compile(r"^@(form|prose|list|rows)", re.M)


def cast(seed: object) -> Cast:
    return Cast(random.Random(f"{seed}"), FIELDS)


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.name)
def test_nothing_of_the_template_is_left(kind: NoteType) -> None:
    assert not any(LEFT.search(kind.write(cast(f"{kind.name}{seed}")).text) for seed in range(15))


@pytest.mark.parametrize("template", lines("phrases/chart_lookalikes:lookalikes"))
def test_what_looks_like_an_identifier_holds_none(template: str) -> None:
    assert all(not isinstance(m.entity, Entity) for m in cast(template).say(template).marks)


def test_long_charts_are_dense() -> None:
    for kind in TYPES:
        if kind.name in ("chart_lookalikes", "signature_lines"):
            continue
        counts = [
            sum(1 for m in kind.write(cast(f"{kind.name}{seed}")).marks if isinstance(m.entity, Entity))
            for seed in range(12)
        ]
        assert sum(counts) / len(counts) > 25


def test_a_stamp_of_vista_is_a_date_and_a_clock() -> None:
    said = cast(4).say("{vastamp}")
    assert [m.entity for m in said.marks] == [Entity.DATE, Near.CLOCK]
    assert re.fullmatch(r"[A-Z]{3} \d\d, \d{4}@\d\d:\d\d(:\d\d)?", said.text)


def test_a_monogram_stands_for_its_person() -> None:
    for seed in range(40):
        said = cast(seed).say("{mono:dr} {dr:family}")
        letters, family = (m.value for m in said.marks)
        assert family[:1].casefold() in letters.casefold()


def test_a_word_stands_as_a_name_and_as_a_clinical_word() -> None:
    for seed in range(30):
        said = cast(seed).say("{twin:person}; {twindr} saw it; {twinmore:person}")
        (name,) = (m.value for m in said.marks)
        assert len(re.findall(re.escape(name), said.text, re.I)) > 1
