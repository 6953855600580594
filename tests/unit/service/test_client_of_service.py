"""RedactorClient against a real service, and the code of the guide."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.unit.service.serve_kit import NOTE, Service, environment, served

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")
pytest.importorskip("httpx")

from redactor.client import RedactorClient
from redactor.errors import RequestRefusedError

GUIDE = Path(__file__).parents[3] / "docs" / "guide" / "service.md"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, keyring_path: Path, called: Command) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("client")
    env = environment(folder, keyring_path)
    token = called("serve", "tokens", "add", "a", "--role", "submit", env=env).stdout.strip()
    with served(folder, env, {"submit": token}) as found:
        yield found


@pytest.fixture
def client(service: Service) -> Iterator[RedactorClient]:
    with RedactorClient(f"http://127.0.0.1:{service.port}", service.tokens["submit"]) as found:
        yield found


def test_texts_and_spans(client: RedactorClient) -> None:
    done = client.text("Seen by Dr. Emily Quillstrand.", subject="q1", profile="hipaa-safe-harbor")
    assert (done.text, done.entities) == ("Seen by Dr. [PERSON].", {"DOCTOR": 1})
    many = client.texts(["Seen by Dr. Emily Quillstrand."] * 2500)
    assert {item.text for item in many} == {done.text} and len(many) == 2500
    (span,) = client.detect("😀 Dr. Emily Quillstrand called.")
    assert ("😀 Dr. Emily Quillstrand called."[span.start : span.end], span.label) == ("Emily Quillstrand", "DOCTOR")
    with pytest.raises(RequestRefusedError) as refused:
        client.text(NOTE, profile="hips")
    assert (refused.value.status, refused.value.code) == (409, "other-profile")


def test_records_are_those_of_one_long_request(client: RedactorClient, service: Service) -> None:
    patient = b'{"resourceType":"Patient","id":"q%d","gender":"female"}'
    value = (
        b'{"resourceType":"Observation","id":"o","status":"final","code":{"text":"x"},"valueQuantity":{"value":1.00}}'
    )
    lines = [patient % n if n % 7 else b"no json" for n in range(150)] + [value]
    found = list(client.records(iter(lines)))
    whole = service.records(b"\n".join(lines)).lines()
    assert [(row.line, row.outcome, row.reason) for row in found] == [
        (row["line"], row["outcome"], row.get("reason", "")) for row in whole
    ]
    assert [row.record for row in found] == [row.get("record") for row in whole]
    assert found[-1].record is not None and str(found[-1].record["valueQuantity"]["value"]) == "1.00"
    (again,) = client.records([{**json.loads(value), "valueQuantity": {"value": Decimal("1.00")}}])
    assert again.record == found[-1].record
    with pytest.raises(RequestRefusedError, match="unknown-schema"):
        list(client.records([{"a": 1}], schema="Vexholm"))


def test_what_the_service_knows(client: RedactorClient) -> None:
    assert [profile.name for profile in client.profiles()] == ["hipaa-safe-harbor"]
    assert {row.entity: row.action for row in client.entities()}["PERSON"] == "tag"
    assert "records/notesTable" in [schema.name for schema in client.schemas()]
    assert {field.path for field in client.schema("records/notesTable").fields} >= {"note_text", "patient_id"}


def test_a_wrong_token_is_told_at_once(service: Service) -> None:
    with (
        RedactorClient(f"http://127.0.0.1:{service.port}", "rdt_00000000_x") as client,
        pytest.raises(RequestRefusedError) as refused,
    ):
        client.text(NOTE)
    assert (refused.value.status, refused.value.code) == (401, "unauthorized")


def test_the_code_of_the_guide_runs(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    section = GUIDE.read_text("utf-8").split("\n## Call it from Python\n")[1].split("\n## ")[0]
    (code,) = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    (tmp_path / "token").write_text(service.tokens["submit"] + "\n")
    monkeypatch.chdir(tmp_path)
    exec(compile(code.replace("127.0.0.1:8443", f"127.0.0.1:{service.port}"), "guide", "exec"), {})
    shown = capsys.readouterr().out
    assert "Seen by Dr. [PERSON] on 2024. {'DATE': 1, 'DOCTOR': 1}" in shown and "Smith" not in shown
    assert "1 released {'note_id': '" in shown and "('note_text', 'read')" in shown
