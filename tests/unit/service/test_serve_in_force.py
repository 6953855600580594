"""A running service goes by the approvals and the list of opt_out as they are, in both of its workers: real HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Command
from tests.unit.service.console_kit import Steward, add_tokens
from tests.unit.service.fhir_kit import POLICY, bundle
from tests.unit.service.serve_kit import NDJSON, PLANTED, Answer, Service, environment, eventually, served

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")
pytest.importorskip("mcp")

VISIT = {"dataType": "visit", "patient": "q1", "who": "Tarquilla Vexholm"}
OWN = {
    "title": "site/visit", "version": "1.0.0", "dataType": "visit", "subject": ["patient"], "type": "object",
    "properties": {
        "patient": {"type": "string", "rule": "hash", "idClass": "Patient"},
        "who": {"type": "string", "rule": "mask", "entity": "PATIENT"},
    },
}  # fmt: skip
PATIENT = {"resourceType": "Patient", "id": "q1", "name": [{"family": "Vexholm", "given": ["Tarquilla"]}]}
FHIR = "application/fhir+json"
TRIES = 4  # of two workers, both are likely to be asked
RETRY = "10"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("in-force")
    (found / "documents").mkdir()
    (found / "documents" / "visit.json").write_text(json.dumps(OWN))
    (found / "opt-out.txt").write_text("q9\n")
    return found


@pytest.fixture(scope="module")
def env(folder: Path, keyring_path: Path, called: Command) -> dict[str, str]:
    found = environment(folder, keyring_path) | {
        "REDACTOR_SCHEMA_DIRS": json.dumps([str(folder / "documents")]),
        "REDACTOR_OPT_OUT": str(folder / "opt-out.txt"),
        "REDACTOR_MCP__HTTP": "true",
    }
    approve(called, found, "site/visit")
    return found


@pytest.fixture(scope="module")
def service(folder: Path, env: dict[str, str], called: Command) -> Iterator[Service]:
    tokens = add_tokens(called, env, "submit", "approve")
    with served(folder, env, tokens, "--console", "--workers", "2") as found:
        yield found


def approve(called: Command, env: dict[str, str], name: str, *more: str) -> None:
    done = called("schema", "approve", name, *more, "--by", "A. Steward", "--reason", "read", env=env)
    assert done.returncode == 0, done.stderr


def withdraw(called: Command, env: dict[str, str], name: str, *more: str) -> None:
    done = called("schema", "withdraw", name, *more, "--by", "A. Steward", "--reason", "relatives", env=env)
    assert done.returncode == 0, done.stderr


def sent(service: Service, record: dict[str, Any]) -> tuple[str, str | None]:
    (line,) = service.records(json.dumps(record).encode()).lines()
    return line["outcome"], line.get("reason")


def always(service: Service, record: dict[str, Any]) -> set[tuple[str, str | None]]:
    return {sent(service, record) for _ in range(TRIES)}


def fhir(service: Service, body: Any, **more: Any) -> Answer:
    return service.ask("POST", f"/fhir/$de-identify?policy={POLICY}", body, Content_Type=FHIR, **more)


def tool(service: Service, name: str, **arguments: Any) -> Answer:
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
    return service.ask("POST", "/mcp", call, Accept="application/json, text/event-stream")


def everywhere(service: Service) -> list[Answer]:
    """Ask each route for something that it answers while all is in force."""
    text = {"text": "Seen on 3/4/2024.", "subject": "q1"}
    return [
        service.ask("POST", "/v1/text", text),
        service.ask("POST", "/v1/texts", {"texts": [text]}),
        service.ask("POST", "/v1/text", text, Idempotency_Key="k1"),
        service.ask("POST", "/v1/records", json.dumps(PATIENT).encode(), Content_Type=NDJSON),
        fhir(service, PATIENT),
        fhir(service, PATIENT, Prefer="respond-async"),
        tool(service, "deidentify_text", text="Stable.", patient="q1"),
    ]


def refused_everywhere(service: Service, code: str) -> bool:
    for _ in range(TRIES):
        answers = everywhere(service)
        told = {(a.status, a.code, a.headers.get("retry-after")) for a in answers}
        assert told == {(503, code, RETRY)}, told
        assert not [value for answer in answers for value in PLANTED if value.encode() in answer.body]
    return eventually(lambda: (answer := service.ask("GET", "/ready")).status == 503 and answer.code == code)


def answered_everywhere(service: Service) -> bool:
    assert {answer.status for _ in range(TRIES) for answer in everywhere(service)} <= {200, 202}
    return eventually(lambda: service.ask("GET", "/ready").status == 200)


@contextmanager
def damaged(path: Path, content: bytes = b"\xff\xfe{") -> Iterator[None]:
    kept = path.read_bytes()
    path.write_bytes(content)
    try:
        yield
    finally:
        path.write_bytes(kept)


def test_records_of_a_withdrawn_schema_are_held_until_it_is_approved_again(
    service: Service, env: dict[str, str], called: Command
) -> None:
    assert always(service, VISIT) == {("released", None)}
    withdraw(called, env, "site/visit")
    assert always(service, VISIT) == {("quarantined", "schema-approval-withdrawn")}
    held = tool(service, "deidentify_record", record=json.dumps(VISIT)).json()["result"]["content"][0]["text"]
    assert json.loads(held)["error"] == "schema-approval-withdrawn"
    assert service.ask("GET", "/v1/schemas?schema=site/visit").code == "schema-approval-withdrawn"
    assert always(service, PATIENT) == {("released", None)}
    approve(called, env, "site/visit")
    assert always(service, VISIT) == {("released", None)}


def test_what_its_own_console_withdraws_is_held_and_so_is_a_shipped_schema(
    service: Service, env: dict[str, str], called: Command
) -> None:
    assert fhir(service, PATIENT).status == 200
    job = fhir(service, bundle(PATIENT), Prefer="respond-async").headers["content-location"].partition("/fhir/")[2]
    assert eventually(lambda: service.ask("GET", f"/fhir/{job}").status == 200)
    kept = [service.records(json.dumps(PATIENT).encode(), Idempotency_Key="k2").lines()[0] for _ in range(2)]
    assert kept[0] == kept[1] and kept[0]["outcome"] == "released"
    approver = Steward(service, "approve")
    assert approver.post("/console/schemas/withdraw", {"name": "Patient", "reason": "relatives"}).status == 303
    assert always(service, PATIENT) == {("quarantined", "schema-approval-withdrawn")}
    for _ in range(TRIES):
        answer = fhir(service, PATIENT)
        assert (answer.status, answer.code) == (422, "schema-approval-withdrawn")
        answer = service.ask("GET", f"/fhir/{job}/Patient.ndjson")
        assert (answer.status, answer.code) == (410, "job-withdrawn")  # what was released before is not given any more
    (again,) = service.records(json.dumps(PATIENT).encode(), Idempotency_Key="k2").lines()
    assert again["reason"] == "schema-approval-withdrawn"
    later = fhir(service, bundle(PATIENT), Prefer="respond-async").headers["content-location"].partition("/fhir/")[2]
    assert eventually(lambda: service.ask("GET", f"/fhir/{later}").status == 200)
    manifest = service.ask("GET", f"/fhir/{later}").json()
    assert manifest["output"] == [] and manifest["error"][0]["count"] == 1
    approve(called, env, "fhir/r4/Patient")
    assert always(service, PATIENT) == {("released", None)}


def test_nothing_is_answered_under_a_withdrawn_profile_until_it_is_approved_again(
    service: Service, env: dict[str, str], called: Command
) -> None:
    assert answered_everywhere(service)
    withdraw(called, env, POLICY, "--profile")
    assert refused_everywhere(service, "profile-not-approved")
    assert service.ask("GET", "/health").status == 200
    approve(called, env, POLICY, "--profile")
    assert answered_everywhere(service)


@pytest.mark.parametrize(
    ("name", "code"),
    [("opt-out.txt", "withdrawals-unreadable"), ("home/approvals.jsonl", "approvals-unreadable")],
)
def test_what_cannot_be_read_any_more_has_one_answer_everywhere(
    service: Service, folder: Path, name: str, code: str
) -> None:
    assert answered_everywhere(service)
    with damaged(folder / name):
        assert refused_everywhere(service, code)
        assert service.ask("GET", "/health").status == 200
    assert answered_everywhere(service)
    assert "Traceback" not in service.told() and not [value for value in PLANTED if value in service.told()]
    assert any(word in service.told() for word in ("opt_out: the file cannot be read", "approvals.jsonl"))


@pytest.mark.slow
def test_a_list_that_is_gone_counts_as_one_that_cannot_be_read(service: Service, folder: Path) -> None:
    path = folder / "opt-out.txt"
    path.rename(folder / "away")
    try:
        assert refused_everywhere(service, "withdrawals-unreadable")
    finally:
        (folder / "away").rename(path)
    assert answered_everywhere(service)


@pytest.mark.parametrize("harm", ["list", "profile", "schema"])
def test_a_stream_that_has_begun_holds_each_record_from_then_on(
    service: Service, folder: Path, env: dict[str, str], called: Command, harm: str
) -> None:
    line = json.dumps(VISIT).encode() + b"\n"
    connection = service.connect()
    connection.putrequest("POST", "/v1/records")
    for name, value in (
        ("Authorization", f"Bearer {service.tokens['submit']}"), ("Content-Type", NDJSON),
        ("Content-Length", str(len(line) * 65)),
    ):  # fmt: skip
        connection.putheader(name, value)
    connection.endheaders(line * 64)
    answer = connection.getresponse()
    first = [json.loads(answer.readline()) for _ in range(64)]
    assert {row["outcome"] for row in first} == {"released"}
    if harm == "list":
        with damaged(folder / "opt-out.txt"):
            connection.sock.sendall(line)
            last = json.loads(answer.readline())
    else:
        name = [POLICY, "--profile"] if harm == "profile" else ["site/visit"]
        withdraw(called, env, *name)
        try:
            connection.sock.sendall(line)
            last = json.loads(answer.readline())
        finally:
            approve(called, env, *name)
    reason = "schema-approval-withdrawn" if harm == "schema" else "service-unavailable"
    assert last == {"line": 65, "outcome": "quarantined", "reason": reason} | (
        {"where": "site/visit"} if harm == "schema" else {}
    )
    assert answer.readline() == b""
    connection.close()
