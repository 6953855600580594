"""Sidecars as call centres and dictation systems write them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from redactor.run.sidecar_fields import normal_fields
from schemas.engine.records import Reason, RecordError
from tests.each_row import each_row

_keys = st.sampled_from(
    [
        "patient",
        "patient_id",
        "PID",
        "MRN",
        "dob",
        "agent",
        "channels",
        "speakers",
        "notes",
        "call-id",
        "id",
        "x",
        "Start Time",
    ]
)
_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_keys | st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(_keys, _json, max_size=5))
@example({"call-id": [None], "patient": {"call-id": {}}, "id": {}})  # two fields of one name
def test_any_object_is_read_or_refused_whatever_the_order_of_its_keys(data: dict[str, Any]) -> None:
    try:
        once = normal_fields(data)
    except RecordError as e:
        assert e.reason is Reason.DUPLICATE_KEYS
        return
    assert normal_fields(dict(reversed(data.items()))).keys() == once.keys()


@each_row(
    ("written", "field", "value"),
    [
        ({"Patient ID": "p1"}, "patient_id", "p1"),
        ({"PATIENT-ID": 7}, "patient_id", 7),
        ({"patient": {"id": "Patient/p1", "mrn": "M1"}}, "patient_id", "p1"),
        ({"patient": "p1"}, "patient_id", "p1"),
        ({"patient": "Zorb Quimby"}, "patient_name", "Zorb Quimby"),
        ({"FirstName": "Zorb", "LastName": "Quimby"}, "patient_name", "Zorb Quimby"),
        ({"patient": {"name": {"given": ["Zorb"], "family": "Quimby"}}}, "patient_name", "Zorb Quimby"),
        ({"DOB": "03/14/1980"}, "birth_date", "1980-03-14"),
        ({"dob": "19800314"}, "birth_date", "1980-03-14"),
        ({"startTime": 1772360553}, "date", "2026-03-01T10:22:33Z"),
        ({"created": 1772360553999}, "date", "2026-03-01T10:22:33Z"),
        ({"date": "1 Mar 2026"}, "date", "2026-03-01"),
        ({"date": "soon"}, "date", "soon"),
        ({"created_at": "2026-03-02", "call_start": "2026-03-01"}, "date", "2026-03-01"),
        ({"id": 5, "callId": "c-9"}, "recording_id", "c-9"),
        ({"visit": {"id": "e1"}}, "encounter_id", "e1"),
        ({"agent": "A B", "provider": {"name": "C D"}}, "clinicians", ["C D", "A B"]),
        ({"comment": "x", "reason": ["y", ""]}, "notes", ["x", "y"]),
        ({"lang": "en_US"}, "language", "en-US"),
        ({"language": "English"}, "language", "en"),
        ({"channels": 2}, "channels", []),
        ({"channels": "2"}, "channels", []),
        ({"channels": ["agent", "Ann Lee"]}, "channels", [{"role": "agent"}, {"name": "Ann Lee"}]),
        ({"channels": {"1": "Ann Lee", "0": "Customer"}}, "channels", [{"role": "patient"}, {"name": "Ann Lee"}]),
        ({"speakers": [{"role": "Dr. Ann Lee"}]}, "channels", [{"name": "Dr. Ann Lee"}]),
        (
            {"speakers": [{"speaker": "doctor", "name": "Ann Lee"}]},
            "channels",
            [{"role": "clinician", "clinician_name": "Ann Lee"}],
        ),
        ({"patient_id": "", "pid": "p1"}, "patient_id", "p1"),
        ({"patient_id": "p1", "PID": " p1 "}, "patient_id", "p1"),
    ],
)
def test_a_spelling_is_the_field_of_the_schema(written: dict[str, Any], field: str, value: object) -> None:
    found = normal_fields(written)
    assert found[field] == value
    assert normal_fields(found) == found


@each_row(
    "written",
    [
        {"patient_id": "p1", "pid": "p2"},
        {"patient": {"id": "p1"}, "PatientId": "p2"},
        {"mrn": "1", "chart_number": "2"},
        {"dob": "1980-03-14", "birth_date": "1980-03-15"},
        {"patient_name": "Ann Lee", "patient": {"name": "Bo Sample"}},
    ],
)
def test_two_spellings_that_name_two_patients_are_refused(written: dict[str, Any]) -> None:
    with pytest.raises(RecordError, match="duplicate-keys"):
        normal_fields(written)


def test_one_name_in_two_forms_is_one_patient() -> None:
    found = normal_fields({"patient_name": "Quimby, Zorb", "first_name": "Zorb", "last_name": "Quimby"})
    assert found["patient_name"] == "Quimby, Zorb"
