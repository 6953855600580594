"""Tables through a whole run: what has a date, what is left empty, and what the summary says of it."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from redactor.cli.messages import console
from redactor.cli.run_summary import print_summary
from redactor.run.contracts import Summary
from redactor.settings import LlmPrices
from schemas.documents.approvals import Approvals
from tests.unit.run.table_kit import Desk

PATIENTS = {
    "title": "records/patients",
    "version": "1",
    "dataType": "patients",
    "subject": ["patient_id"],
    "type": "object",
    "properties": {
        "patient_id": {"type": "string", "rule": "hash", "idClass": "Patient"},
        "birth_date": {"type": "string", "format": "date", "rule": "mask", "entity": "BIRTH_DATE_TIME"},
        "last_visit": {"type": "string", "format": "date", "rule": "mask", "entity": "DATE"},
        "next_visit": {"type": "string", "format": "date", "rule": "mask", "entity": "DATE"},
    },
}  # fmt: skip


@pytest.fixture
def desk(tmp_path: Path, keyring_path: Path) -> Desk:
    return Desk(tmp_path, keyring_path)


@pytest.fixture
def patients(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr(Approvals, "status", lambda self, kind, digest: "approved")
    (desk.schemas / "patients.json").write_text(json.dumps(PATIENTS))
    return desk


def _said(summary: Summary) -> str:
    with console().capture() as captured:
        print_summary(summary, LlmPrices())
    return " ".join(captured.get().replace("│", " ").split())


ROWS = "patient_id,birth_date,last_visit,next_visit\n1,1950-03-02,2024-05-06,2041-01-01\n2,1931-03-02,2023-01-02,\n"


def test_birth_dates_of_a_table_are_judged_at_its_newest_event(patients: Desk) -> None:
    (patients.source / "a.csv").write_text(ROWS)
    summary = patients.run()
    assert str(summary.as_of) == "2024-05-06"
    header, first, second = (row.split(",") for row in patients.rows())
    assert header == ["patient_id", "birth_date", "last_visit", "next_visit"]
    assert first[1:] == ["1950", "2024", "2041"]
    assert second[1:] == ["90+", "2023", ""]
    assert not summary.emptied


def test_a_column_that_is_left_empty_stays_and_the_summary_names_it(patients: Desk) -> None:
    named = ROWS.replace("last_visit", "lastvisit").replace("2024-05-06", "").replace("2023-01-02", "")
    document = json.loads(json.dumps(PATIENTS).replace("last_visit", "lastvisit"))
    (patients.schemas / "patients.json").write_text(json.dumps(document))
    (patients.source / "a.csv").write_text(named)
    summary = patients.run()
    assert summary.as_of is None
    assert patients.rows()[0] == "patient_id,birth_date,lastvisit,next_visit"
    assert [row.split(",")[1:] for row in patients.rows()[1:]] == [["", "", "2041"], ["", "", ""]]
    assert summary.emptied == {"patients.birth_date": 2} and summary.omitted == {"masked": 2}
    said = _said(summary)
    assert "left empty: patients.birth_date 2" in said and "REDACTOR_AS_OF" in said
    assert "1950" not in said


def test_values_left_out_are_counted_in_the_printed_summary_without_names_of_unknown_columns(patients: Desk) -> None:
    (patients.source / "a.ndjson").write_text('{"dataType":"patients","patient_id":"1","John Smith":"x"}\n')
    said = _said(patients.run())
    assert "values left out: unknown-field 1" in said and "Smith" not in said


def test_a_parquet_column_of_another_type_is_named_in_the_summary(patients: Desk) -> None:
    columns = {"patient_id": pa.array([1, 2]), "birth_date": pa.array([None, None], pa.date32())}
    columns["last_visit"] = pa.array([dt.date(2024, 3, 5), None])
    columns["next_visit"] = pa.array([None, None], pa.timestamp("ns", "UTC"))
    table = pa.table(columns)
    pq.write_table(table, patients.source / "a.parquet")
    summary = patients.run("hips")
    assert summary.retyped == {"patient_id": "int64 to string"}
    assert "column of another type: patient_id int64 to string" in _said(summary)
    got = pq.read_schema(patients.out / "records-00001.parquet")
    assert got.types == [pa.string(), *table.schema.types[1:]]
    summary = patients.run()
    assert summary.retyped["last_visit"] == "date32[day] to string"


def test_dates_and_times_keep_their_types_when_they_shift(patients: Desk) -> None:
    day, moment = dt.date(2024, 3, 5), dt.datetime(2024, 3, 5, 10, 0, 0, 250_000)
    columns = {"patient_id": pa.array(["1"]), "birth_date": pa.array([day.replace(year=1950)], pa.date32())}
    for name, kind in (("last_visit", pa.timestamp("ms")), ("next_visit", pa.timestamp("us", "America/New_York"))):
        columns[name] = pa.array([moment], pa.timestamp("us", kind.tz)).cast(kind)
    table = pa.table(columns)
    pq.write_table(table, patients.source / "a.parquet")
    assert patients.run("hips").retyped == {}
    got = pq.read_table(patients.out / "records-00001.parquet")
    assert got.schema.types == table.schema.types
    before, after = table.to_pylist()[0], got.to_pylist()[0]
    moved = after["last_visit"].date() - before["last_visit"].date()
    assert abs((after["birth_date"] - before["birth_date"]) - moved) <= dt.timedelta(days=24 * 7 + 3)  # the drift
    # A time leaves as the clock on the wall had it, which is to be read as UTC, and a subject's clock moves by minutes.
    later = after["last_visit"] - before["last_visit"] - moved
    assert abs(later) <= dt.timedelta(minutes=29, seconds=1)
    wall = before["next_visit"].replace(tzinfo=dt.UTC, microsecond=0) + moved + later
    assert abs(after["next_visit"].astimezone(dt.UTC) - wall) <= dt.timedelta(seconds=1)


def test_a_nested_record_keeps_its_columns_and_the_summary_names_the_field_inside(patients: Desk) -> None:
    document = json.loads(json.dumps(PATIENTS))
    document["properties"]["contact"] = {
        "type": "object",
        "properties": {"born": PATIENTS["properties"]["birth_date"], "tie": {"rule": "passThrough", "enum": ["kin"]}},  # type: ignore[index]
    }
    (patients.schemas / "patients.json").write_text(json.dumps(document))
    row = {"dataType": "patients", "patient_id": "1", "contact": {"born": "1950-01-01", "tie": "kin"}}
    (patients.source / "a.ndjson").write_text(json.dumps(row) + "\n")
    summary = patients.run()
    assert summary.emptied == {"patients.contact.born": 1}
    assert json.loads(patients.rows("records-00001.ndjson")[0])["contact"] == {"born": None, "tie": "kin"}
