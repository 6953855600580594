"""`redactor serve` over real HTTP: schemas and their fields, rows of tables under a schema, and what a URL may hold."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.unit.service.serve_kit import NDJSON, PLANTED, Service, environment, served

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")
ROW = {"note_id": "n1", "patient_id": "q1", "note_text": "Seen by Dr. Emily Quillstrand on 3/4/2024."}
OWN = {
    "title": "site/visit",
    "version": "1.0.0",
    "dataType": "visit",
    "subject": ["patient"],
    "type": "object",
    "properties": {
        "patient": {"type": "string", "rule": "hash", "idClass": "Patient"},
        "who": {"type": "string", "rule": "mask", "entity": "PATIENT"},
    },
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("schemas")
    (found / "documents").mkdir()
    (found / "documents" / "visit.json").write_text(json.dumps(OWN))
    return found


@pytest.fixture(scope="module")
def env(folder: Path, keyring_path: Path) -> dict[str, str]:
    return environment(folder, keyring_path) | {"REDACTOR_SCHEMA_DIRS": json.dumps([str(folder / "documents")])}


@pytest.fixture(scope="module")
def service(folder: Path, env: dict[str, str]) -> Iterator[Service]:
    with served(folder, env, {}, "--no-tokens") as found:
        yield found


def test_the_approved_schemas_are_listed(service: Service) -> None:
    found = {one["name"]: one for one in service.ask("GET", "/v1/schemas").json()["schemas"]}
    assert found["records/notesTable"] == {"name": "records/notesTable", "version": "1.0.0", "records": "notesTable"}
    assert found["fhir/r4/Patient"]["records"] == "Patient" and "site/visit" not in found  # nobody approved it


def test_a_schema_has_its_fields_and_what_the_profile_makes_of_them(service: Service) -> None:
    (one,) = service.ask("GET", "/v1/schemas?schema=records/recording").json()["schemas"]
    fields = {field.pop("path"): field for field in one["fields"]}
    assert fields["patient_id"] == {"rule": "hash", "action": "hash"}
    assert fields["patient_name"] == {"rule": "mask", "action": "tag", "entity": "PATIENT"}
    assert fields["date"] == {"rule": "mask", "action": "generalize", "entity": "DATE"}
    assert fields["channels[].role"]["action"] == "keep" and fields["notes[]"]["action"] == "read"
    (patient,) = service.ask("GET", "/v1/schemas?schema=fhir/r4/Patient").json()["schemas"]
    assert {"path": "name[]", "type": "HumanName", "entity": "PATIENT"} in patient["fields"]
    version = service.ask("GET", "/v1/schemas?schema=records/recording%401.0.0").json()["schemas"]
    assert version == service.ask("GET", "/v1/schemas?schema=recording").json()["schemas"]


def test_rows_are_read_under_the_schema_that_the_url_names_as_a_run_reads_them(
    service: Service, folder: Path, env: dict[str, str], called: Command
) -> None:
    rows = [ROW, ROW | {"note_id": "n2", "surprise": "Vexholm"}, {"resourceType": "Patient", "id": "q1"}]
    body = b"\n".join(json.dumps(row).encode() for row in rows)
    answer = service.ask("POST", "/v1/records?schema=records/notesTable", body, Content_Type=NDJSON)
    found = [row["record"] for row in answer.lines()]
    assert found[0]["note_text"] == "Seen by Dr. [PERSON] on 2024."
    assert "surprise" not in found[1] and found[2]["resourceType"] == "Patient"
    (folder / "in.ndjson").write_bytes(body + b"\n")
    done = called("run", folder / "in.ndjson", folder / "out", "--schema", "records/notesTable", env=env)
    assert done.returncode == 0, done.stderr
    written = [line for p in (folder / "out").glob("*.ndjson") for line in p.read_text("utf-8").splitlines()]
    assert sorted(map(json.dumps, map(json.loads, written))) == sorted(map(json.dumps, found))


def test_a_schema_that_is_unknown_or_not_approved_is_refused_before_a_record_is_read(service: Service) -> None:
    cases = {
        "Vexholm": (404, "unknown-schema"),
        "": (404, "unknown-schema"),
        "../../Vexholm": (404, "unknown-schema"),
        "records/notesTable%409": (404, "unknown-schema"),
        "site/visit": (422, "schema-not-approved"),
        "%00%ff": (404, "unknown-schema"),
    }
    for name, told in cases.items():
        asked = service.ask("GET", f"/v1/schemas?schema={name}")
        sent = service.ask("POST", f"/v1/records?schema={name}", json.dumps(ROW).encode(), Content_Type=NDJSON)
        assert [(a.status, a.code) for a in (asked, sent)] == [told] * 2, name
        assert not any(value in (asked.body + sent.body).decode() for value in PLANTED)


def test_a_url_holds_what_the_route_knows_and_nothing_else(service: Service) -> None:
    text = {"text": "x"}
    for answer in (
        service.ask("POST", "/v1/text?subject=q1", text),
        service.ask("POST", "/v1/text?", text | {"nothing": 1}, Content_Type="application/json"),
        service.ask("POST", "/v1/detect?text=Vexholm", text),
        service.ask("POST", "/v1/records?schema=recording&Vexholm=1", b"{}", Content_Type=NDJSON),
        service.ask("POST", "/v1/records?schema=recording&schema=recording", b"{}", Content_Type=NDJSON),
        service.ask("GET", "/v1/schemas?Vexholm"),
        service.ask("GET", "/v1/entities?" + "a=1&" * 50_00),
        service.ask("GET", "/health?Vexholm=1"),
        service.ask("GET", "/metrics?name[]=Vexholm"),
    ):
        assert (answer.status, answer.code) in ((400, "query"), (422, "wrong-type"))
        assert b"Vexholm" not in answer.body
    assert service.ask("POST", "/v1/text?", text).status == 200
    assert "Vexholm" not in service.told()


def test_openapi_describes_the_parameter_and_the_schemas(service: Service) -> None:
    told = service.ask("GET", "/openapi.json").json()["paths"]
    for path, method in (("/v1/records", "post"), ("/v1/schemas", "get")):
        (parameter,) = [p for p in told[path][method]["parameters"] if p["in"] == "query"]
        assert (parameter["name"], parameter["in"]) == ("schema", "query") and parameter["example"]
    assert not [p for p in told["/v1/text"]["post"].get("parameters", []) if p["in"] == "query"]


def test_what_records_tell_of_a_patient_is_found_in_texts_that_come_later(service: Service) -> None:
    patient = {
        "resourceType": "Patient", "id": "v88", "name": [{"family": "Brandsen"}],
        "identifier": [{"value": "ZQ-VEX-8"}, {"type": {"text": "MR"}, "value": "QV77K2999"}],
    }  # fmt: skip
    note = {
        "resourceType": "Observation", "id": "o88", "status": "final", "subject": {"reference": "Patient/v88"},
        "code": {"text": "visit"}, "note": [{"text": "id ZQ-VEX-8 and QV77K2999 and brandsen, v88"}],
    }  # fmt: skip
    done = service.records("\n".join(map(json.dumps, (patient, note))).encode()).lines()
    shown = done[1]["record"]["note"][0]["text"]
    for subject in ("v88", "Patient/v88", " v88 "):
        text = service.ask("POST", "/v1/text", {"text": note["note"][0]["text"], "subject": subject}).json()["text"]
        assert not [value for value in ("ZQ-VEX-8", "QV77K2999", "brandsen") if value in text + shown]
    row = ROW | {"note_text": "the chart of lindqvarn-77120"}
    rows = [row | {"patient_id": "lindqvarn-77120"}]
    assert service.ask(
        "POST", "/v1/records?schema=records/notesTable", json.dumps(rows[0]).encode(), Content_Type=NDJSON
    ).lines()[0]["outcome"] == "released"  # fmt: skip
    later = service.ask("POST", "/v1/text", {"text": row["note_text"], "subject": "lindqvarn-77120"}).json()["text"]
    assert "lindqvarn-77120" not in later
