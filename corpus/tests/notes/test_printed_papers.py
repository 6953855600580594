"""Forms and long structured notes: the types write, their marks are exact, and forms left bare hold no identifier."""

from __future__ import annotations

import random
import re

import pytest

from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS, printed_abbreviations
from corpus.engine.layouts import printed_paper
from corpus.tests.kit import assert_exact, types_of
from redactor.sample.marked import join

TYPES = types_of(
    "outpatient/kidney_transplant_follow_up",
    "outpatient/oncology_follow_up",
    "inpatient/operative_note_scanned",
    "inpatient/expiration_note",
    "inpatient/medical_icu_note",
    "outpatient/physical_therapy_evaluation",
    "outpatient/psychological_evaluation",
    "inpatient/labor_and_delivery_summary",
    "inpatient/inpatient_consult_scanned",
    "nursing/nursing_home_interdisciplinary_note",
    "inpatient/discharge_paper",
    "inpatient/pediatric_admission_paper",
    "outpatient/sports_physical",
    "nursing/home_care_assessment_form",
    "administration_billing/family_leave_certification",
    "administration_billing/immigration_medical_examination",
    "laboratory_imaging/blood_donor_questionnaire",
    "administration_billing/health_care_proxy",
    "administration_billing/driver_medical_evaluation",
    "administration_billing/respirator_fit_test",
    "emergency/emergency_admission_paper",
    "outpatient/new_patient_form",
    "administration_billing/incident_report_paper",
    "administration_billing/specialty_drug_authorization",
    "pharmacy/medication_reconciliation",
    "emergency/ambulance_report_paper",
    "laboratory_imaging/pathology_report_paper",
    "laboratory_imaging/radiology_report_paper",
    "outpatient/trial_source_document",
    "laboratory_imaging/laboratory_requisition",
    "administration_billing/admission_face_sheet",
    "outpatient/terse_slips",
    "administration_billing/key_value_export",
    "administration_billing/unfilled_form",
)
BY_NAME = {kind.name: kind for kind in TYPES}


def cast(seed: object) -> Cast:
    return Cast(random.Random(f"{seed}"), FIELDS)


@pytest.mark.parametrize("field", sorted(set(printed_abbreviations.FIELDS) - {"pamono"}))
def test_what_looks_like_an_identifier_and_is_none_is_not_marked(field: str) -> None:
    said = [cast(f"{field}{seed}").say(f"{{{field}}}") for seed in range(30)]
    assert not any(note.marks for note in said)
    assert len({note.text for note in said}) > 3


@pytest.mark.parametrize("seed", range(40))
def test_a_bare_form_holds_no_identifier(seed: int) -> None:
    assert not BY_NAME["unfilled_form"].write(cast(seed)).marks


def test_initials_of_staff_stand_beside_cells_that_look_like_them() -> None:
    notes = [BY_NAME["medication_reconciliation"].write(cast(seed)) for seed in range(40)]
    marked = {m.value for note in notes for m in note.marks}
    assert any(re.fullmatch("[A-Z]{2}", value) for value in marked)
    assert not marked & {"PO", "BID", "HOLD", "NPO", "UTO", "PRN"}
    assert any("PO" in note.text and "HOLD" in note.text for note in notes)


def test_columns_are_padded_without_moving_a_mark() -> None:
    for seed in range(20):
        note = printed_paper.grid(cast(seed), "Date | Init", ("{shortdate} | {inits:upper}", "-- | N"), 2, 6)
        assert_exact(note)
        assert note.text.count("\n") >= 1


def test_page_heads_come_back_amid_the_text() -> None:
    counts = {printed_paper._paged(cast(seed), join(*["x"] * 80, sep="\n")).text.count("\n") for seed in range(30)}
    assert min(counts) > 79
