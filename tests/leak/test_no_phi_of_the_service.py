"""Identifiers are sent by every route of the service, in right and wrong requests, and searched wherever it writes.

The routes are those of the description, so that a new one is searched too.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")
pytest.importorskip("mcp")

from redactor.service.tokens import Role, add_token
from tests.unit.service.serve_kit import NOTE, PLANTED, WHOLE, Answer, Service, environment, served

PATIENT = {
    "resourceType": "Patient", "id": "77120934", "identifier": [{"system": "urn:mrn", "value": "77120934"}],
    "name": [{"family": "Vexholm", "given": ["Tarquilla"]}],
    "telecom": [{"system": "email", "value": "quillstrand@vexholm.example"}],
    "generalPractitioner": [{"display": "Quillstrand"}],
}  # fmt: skip
OBSERVATION = {
    "resourceType": "Observation", "id": "o1", "status": "final", "code": {"text": "weight"},
    "subject": {"reference": "Patient/77120934", "display": "Tarquilla Vexholm"}, "note": [{"text": NOTE}],
}  # fmt: skip
LINES = b"\n".join(json.dumps(record).encode() for record in (PATIENT, OBSERVATION))
CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
GOOD: dict[str, list[Any]] = {
    "/v1/text": [{"text": NOTE, "subject": "77120934"}],
    "/v1/texts": [{"texts": [{"text": NOTE, "subject": "77120934"}, {"text": NOTE}]}],
    "/v1/detect": [{"text": NOTE, "subject": "77120934"}],
    "/v1/records": [LINES, LINES + b"\n{Vexholm\n[77120934]\n" + LINES[:-3]],
    "/mcp": [
        {**CALL, "params": {"name": "deidentify_text", "arguments": {"text": NOTE, "patient": "77120934"}}},
        {**CALL, "params": {"name": "deidentify_record", "arguments": {"record": json.dumps(PATIENT)}}},
        {**CALL, "params": {"name": "deidentify_file", "arguments": {"path": "Vexholm.txt"}}},
        {**CALL, "params": {"name": "explain_spans", "arguments": {"text": NOTE}}},
    ],
}
WRONG = (
    NOTE.encode(), b'{"' + NOTE.encode() + b'":1}', json.dumps(NOTE).encode(), b"[" * 50_000 + b"Vexholm",
    b'{"a":"\xff Vexholm"}',
    b'{"text":"Vexholm","text":"77120934"}', b'{"text":"\\ud800 Vexholm"}',
    json.dumps(OBSERVATION).encode(), b"\x1f\x8bVexholm",
)  # fmt: skip
HEADERS: tuple[dict[str, str], ...] = (
    {"Idempotency_Key": "Vexholm-77120934"}, {"X_Request_Id": "Vexholm"}, {"Cookie": "a=Vexholm"},
    {"User_Agent": "Vexholm"}, {"Accept": "Vexholm/*"}, {"MCP_Protocol_Version": "Vexholm"}, {"Prefer": "Vexholm"},
    {"traceparent": "00-77120934-Vexholm-01"}, {"baggage": "patient=77120934"}, {"Authorization": "Bearer Vexholm"},
    {"Content_Type": "application/Vexholm"}, {"Host": "Vexholm.example"}, {"Origin": "http://vexholm.example"},
    {"Content_Encoding": "Vexholm"}, {"Referer": "http://x/77120934"},
)  # fmt: skip


def forms(value: str) -> set[bytes]:
    """Return the forms in which bytes could hold a value."""
    raw = value.encode()
    inside = {
        base64.b64encode(b"x" * shift + raw)[start : (shift + len(raw)) * 8 // 6]
        for shift, start in ((0, 0), (1, 2), (2, 3))
    }
    return {raw, raw.lower(), raw.upper(), value.encode("utf-16-le"), raw.hex().encode(), raw[::-1], *inside}


NEEDLES = {form: value for value in PLANTED for form in forms(value)}


def held(data: bytes) -> list[str]:
    return sorted({value for form, value in NEEDLES.items() if form in data})


def requests(paths: dict[str, Any]) -> Iterator[tuple[str, str, Any, dict[str, str]]]:
    """Yield method, path, body and headers of all requests."""
    for path, methods in paths.items():
        for method, told in methods.items():
            kinds = [*told.get("requestBody", {}).get("content", {})] or [""]
            place = re.sub(r"\{\w+\}", "77120934", path)
            for kind in kinds:
                named = {"Accept": "application/json"} | ({"Content_Type": kind} if kind else {})
                good = GOOD.get(path, [])
                for body in (*good, *WRONG) if kind else (None,):
                    yield method.upper(), place, body, named
                body = good[0] if good and kind else None
                for headers in HEADERS:
                    yield method.upper(), place, body, named | headers
                for other in ("?name=Vexholm", "/Vexholm", "/77120934?q=Vexholm", "%2fVexholm", ";Vexholm"):
                    yield method.upper(), place + other, body, named
                for other in ("VEXHOLM", "PUT", "DELETE"):
                    yield other, place, body, named


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("searched")
    (found / "notes").mkdir()
    (found / "notes" / "Vexholm.txt").write_text(NOTE)
    return found


@pytest.mark.slow
def test_what_is_sent_stands_nowhere_but_in_answers_that_release_it(folder: Path, keyring_path: Path) -> None:
    env = environment(folder, keyring_path) | WHOLE
    env |= {
        "REDACTOR_MCP__ROOTS": json.dumps([str(folder / "notes")]),
        "REDACTOR_MCP__OUT": str(folder / "released"), "REDACTOR_PROFILE": "hips",
    }  # fmt: skip
    token = add_token(folder / "home" / "service-tokens.json", "a", Role.ADMIN)
    with served(folder, env, {"submit": token}) as service:
        service.ask("POST", "/v1/text", {"text": "Stable."})
        paths = service.ask("GET", "/openapi.json").json()["paths"]
        assert set(GOOD) <= set(paths)
        answers = [(request, _asked(service, *request)) for request in requests(paths)]
        metrics = service.ask("GET", "/metrics").body
    statuses = {answer.status for _, answer in answers}
    assert {200, 400, 401, 404, 405, 415, 421, 422} <= statuses and not any(status >= 500 for status in statuses)
    told = [(request, held(answer.body)) for request, answer in answers if answer.status >= 400]
    assert [one for one in told if one[1]] == []
    named = [(request, held(json.dumps(dict(answer.headers)).encode())) for request, answer in answers]
    assert [one for one in named if one[1]] == []
    assert held(metrics) == [] and held(service.log.read_bytes()) == []
    files = [path for path in (folder / "home").rglob("*") if path.is_file()]
    assert len(files) >= 3 and [path for path in files if held(path.read_bytes()) or held(str(path).encode())] == []
    released = [path for path in (folder / "released").rglob("*") if path.is_file()]
    assert released and not any(held(path.name.encode()) for path in released)
    print(len(answers), "requests;", len(files), "files of home;", sum(path.stat().st_size for path in files), "bytes")


def _asked(service: Service, method: str, path: str, body: Any, headers: dict[str, str]) -> Answer:
    return service.ask(method, path, body, **headers)


def test_the_search_finds_what_it_looks_for() -> None:
    for value in PLANTED:
        for data in (value.encode(), base64.b64encode(b"ab" + value.encode() + b"cd"), value.encode("utf-16-le")):
            assert value in held(data), (value, data)
