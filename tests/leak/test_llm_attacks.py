"""Endpoints that lie, quote and never end, asked by a whole engine: identifiers go, doses stay, and nothing strays."""

from __future__ import annotations

import base64
import json
import logging
import re
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from redactor import Redactor
from redactor.assemble import detectors
from redactor.errors import EndpointRefusedError
from redactor.keys import Keyring
from tests.leak.test_llm_injection import PLANTED_STUDENT
from tests.unit.detect.cascade.canary_kit import hidden_entity, hidden_id
from tests.unit.llm.scripted_server import Reply, ScriptedServer, answer, question

_TEXT = (
    "Mrs. Zwickelbauer (MRN 4471902, SSN 219-09-9999) called 206-555-0188 about Ilkar, who lives with Quenby. "
    "Takes lisinopril 10 mg daily, aspirin 81 mg; BP 120/80, Hb 13.2 g/dL."
)
_KNOWN = ("Zwickelbauer", "219-09-9999", "206-555-0188", "4471902")
_FACTS = ("lisinopril 10 mg", "aspirin 81 mg", "120/80", "13.2 g/dL")
_CANARY = "canary-of-the-endpoint"
_PATIENT = {"resourceType": "Patient", "id": "p1", "name": [{"given": ["Emilia"], "family": "Zwickelbauer"}]}
_ID = re.compile(r"<([a-z2-7]{10})>")

Told = Callable[[str], list[tuple[str, str]]]


def _record(**fields: Any) -> dict[str, Any]:
    attachment = {"contentType": "text/plain", "data": base64.b64encode(_TEXT.encode()).decode()}
    kind, subject = {"text": "Letter"}, {"reference": "Patient/p1"}
    return {
        "resourceType": "DocumentReference", "id": "d1", "status": "current", "type": kind, "subject": subject,
        "content": [{"attachment": attachment}], **fields,
    }  # fmt: skip


def _says(verdict: str, entity: str, told: Told = lambda _: []) -> Callable[[Mapping[str, Any]], Reply]:
    """Gives each question the same answer, and each note that is read whole these (type, text). It knows canaries."""

    def script(asked: Mapping[str, Any]) -> Reply:
        content = question(asked)
        if "<note-" in content:
            listed = [{"type": t, "text": x, "context": x} for t, x in told(content)]
            return answer({"entities": [*listed, hidden_entity(content)]})
        hidden = hidden_id(content)
        ids = [id for id in _ID.findall(content) if id != hidden]
        said = [{"id": i, "verdict": verdict, "entity": entity} for i in ids]
        return answer({"answers": [*said, {"id": hidden, "verdict": "phi", "entity": "PERSON"}]})

    return script


def _all(label: str) -> Told:
    quoted = ("lisinopril 10 mg", "aspirin", "10 mg", "81 mg", "120/80", "BP 120/80", "Hb 13.2 g/dL", "13.2 g/dL")
    return lambda content: [(label, x) for x in quoted if x in content]


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Iterator[Any]:
    """Reads the record and returns its text, or where it was refused. Nothing may stray meanwhile."""
    monkeypatch.setattr(detectors, "build_student", lambda *_, **__: PLANTED_STUDENT)
    Keyring.generate().save(tmp_path / "keys.json")
    home = tmp_path / "home"

    def go(url: str, record: Mapping[str, Any], **llm: Any) -> tuple[str | None, str | None]:
        quick = {"first_byte_seconds": 1, "request_seconds": 2, "deadline_seconds": 1}
        of_llm = {"base_url": url, "model": "m", "passes": 1, **quick, **llm}
        redactor = Redactor(keyring=str(tmp_path / "keys.json"), home=home, llm=of_llm)
        redactor.learn([_PATIENT])
        (out,) = redactor.records([record])
        data = None if out.data is None else out.data["content"][0]["attachment"]["data"]
        return None if data is None else base64.b64decode(data).decode(), out.where or None

    caplog.set_level(logging.DEBUG)
    yield go
    stored = b"".join(p.read_bytes() for p in home.rglob("*") if p.is_file())
    for value in (*_KNOWN, _CANARY, "Ilkar", "Quenby"):
        assert value.encode() not in stored and value not in caplog.text


@pytest.mark.parametrize("label", ["PERSON", "ID", "AGE", "DATE", "MEDICAL_RECORD_NUMBER", "?"])
def test_no_dose_is_lost_or_made_up_by_a_model_that_calls_it_an_identifier(label: str, read: Any) -> None:
    with ScriptedServer(_says("phi", "PERSON", _all(label))) as server:
        text, where = read(server.url, _record(), always=["letter"])
    assert (text is None) == (where is not None)
    assert text is not None
    assert all(fact in text for fact in _FACTS)
    assert "90+" not in text
    assert not any(value in text for value in (*_KNOWN, "Ilkar", "Quenby"))


@pytest.mark.parametrize(
    ("verdict", "entity"), [("not_phi", "NONE"), ("phi", "STATE"), ("phi", "AGE"), ("phi", "NONE")]
)
def test_no_answer_shows_what_rules_and_records_found(verdict: str, entity: str, read: Any) -> None:
    with ScriptedServer(_says(verdict, entity)) as server:
        text, _ = read(server.url, _record())
        sent = " ".join(question(asked.json) for asked in server.asked)
    assert text is not None
    assert not any(value in text or value in sent for value in _KNOWN)
    assert verdict != "phi" or not any(value in text for value in ("Ilkar", "Quenby"))


@contextmanager
def _raw(reply: Callable[[bytes], bytes]) -> Iterator[str]:
    """A server of bytes. Yields its URL."""
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            with connection:
                try:
                    asked = connection.recv(1 << 20)
                    connection.sendall(reply(asked))
                except OSError:
                    pass

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
    finally:
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        thread.join(5)


def _http(body: bytes, status: str = "200 OK", *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", "Content-Type: application/json", f"Content-Length: {len(body)}", *headers]
    return "\r\n".join([*lines, "", ""]).encode() + body


_CLEARED = json.dumps({"choices": [{"message": {"content": _CANARY}, "finish_reason": "stop"}] * 2}).encode()
HOSTILE: dict[str, Callable[[bytes], bytes]] = {
    "quotes the note in an error": lambda asked: _http(_CANARY.encode() + asked, "400 Bad"),
    "quotes it as the reason": lambda asked: b"HTTP/1.1 500 " + _CANARY.encode() + _TEXT[:60].encode() + b"\r\n\r\n",
    "redirects": lambda _: _http(_CANARY.encode(), "307 X", "Location: http://127.0.0.1:1/v1/chat/completions"),
    "packs": lambda _: _http(_CLEARED, "200 OK", "Content-Encoding: gzip"),
    "nests": lambda _: _http(b"[" * 100_000),
    "heads without end": lambda _: b"HTTP/1.1 200 OK\r\nX: " + b"a" * 1_000_000,
    "only continues": lambda _: b"HTTP/1.1 100 Continue\r\n\r\n" * 1_000,
    "counts badly": lambda _: b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nabc\r\n",
    "streams": lambda _: _http(b"data: " + _CLEARED + b"\n\ndata: [DONE]\n\n"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_reply_without_an_answer_clears_nothing_and_is_stored_nowhere(name: str, read: Any) -> None:
    with _raw(HOSTILE[name]) as url:
        try:
            text, where = read(url, _record(), on_outage="quarantine")
        except EndpointRefusedError as e:
            text, where = None, str(e)
            assert not any(value in where for value in (*_KNOWN, _CANARY, "Ilkar", "Quenby"))
    assert text is None
    # This server may hang up before it has read a request: then the status is not seen.
    refused = {"quotes the note in an error": "HTTP 400", "redirects": "HTTP 307"}.get(name, "llm-")
    assert refused in where or where == "llm-down"


@pytest.mark.parametrize("name", ["quotes it as the reason", "heads without end", "packs"])
def test_a_text_that_leaves_without_answers_shows_nothing_that_was_asked_about(name: str, read: Any) -> None:
    with _raw(HOSTILE[name]) as url:
        text, where = read(url, _record(), on_unsure="redact")
    assert where is None
    assert not any(value in text for value in (*_KNOWN, "Ilkar", "Quenby"))
    assert all(fact in text for fact in _FACTS)


@pytest.mark.parametrize(
    "written", [{"text": " Psychotherapy  NOTE"}, {"coding": [{"display": "Psychotherapy\u00a0note"}]}]
)
def test_nothing_of_a_record_is_sent_whose_type_is_never_sent(written: dict[str, Any], read: Any) -> None:
    with ScriptedServer(_says("not_phi", "NONE")) as server:
        text, _ = read(
            server.url,
            _record(type=written, description="About Ilkar and Quenby."),
            never=["psychotherapy note"],
            always=["psychotherapy note"],
        )
        assert not server.asked
    assert text is not None and "Quenby" not in text
