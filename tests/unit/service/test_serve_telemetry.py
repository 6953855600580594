"""Spans of `redactor serve`, as a collector receives them over HTTP: they hold codes and durations, and no PHI."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.unit.service.serve_kit import NOTE, PLANTED, environment, eventually, served

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("opentelemetry.exporter.otlp.proto.http")
TRACE = "0af7651916cd43dd8448eb211c80319c"


@contextmanager
def collector() -> Iterator[tuple[str, list[bytes]]]:
    """The address of a collector, and the bodies that it receives."""
    received: list[bytes] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            received.append(bytes(self.headers) + self.path.encode() + body)
            bodies.append(body)
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    bodies: list[bytes] = []
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", bodies
    finally:
        server.shutdown()
        server.server_close()
        assert not any(value.encode() in whole for value in PLANTED for whole in received)


def spans(bodies: list[bytes]) -> list[tuple[Any, dict[str, Any]]]:
    """Each span, and its attributes."""
    from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

    found = []
    for body in bodies:
        told = ExportTraceServiceRequest.FromString(body)
        for resource in told.resource_spans:
            names = {a.key: a.value.string_value for a in resource.resource.attributes}
            assert names["service.name"] == "redactor"
            assert set(names) <= {"service.name", "service.instance.id"} | {k for k in names if "telemetry.sdk" in k}
            for scope in resource.scope_spans:
                for span in scope.spans:
                    values = {a.key: getattr(a.value, a.value.WhichOneof("value")) for a in span.attributes}
                    found.append((span, values))
    return found


@pytest.mark.slow
def test_a_span_tells_route_status_codes_and_durations_and_nothing_of_the_request(
    tmp_path: Path, keyring_path: Path
) -> None:
    with collector() as (url, bodies):
        env = environment(tmp_path, keyring_path) | {
            "OTEL_EXPORTER_OTLP_ENDPOINT": url,
            "OTEL_BSP_SCHEDULE_DELAY": "100",
            "REDACTOR_MAX_TEXT_CHARS": "1000",
        }
        with served(tmp_path, env, {}, "--no-tokens") as service:
            planted = {"User_Agent": "Vexholm", "X_Patient": "77120934", "tracestate": "vexholm=Quillstrand"}
            body = {"text": NOTE, "subject": "Tarquilla"}
            traceparent = f"00-{TRACE}-b7ad6b7169203331-01"
            assert service.ask("POST", "/v1/text", body, traceparent=traceparent, **planted).status == 200
            assert service.ask("POST", "/v1/text", {"text": "Vexholm " * 200}, **planted).status == 422
            assert service.ask("POST", "/v1/text", {"Vexholm": 1}, traceparent="Vexholm").status == 422
            assert service.ask("GET", "/v1/Vexholm?name=Vexholm", **planted).status == 404
            assert service.ask("VEXHOLM", "/v1/text").status == 405
            rows = service.records(b'{"resourceType":"Patient","id":"q1"}\nVexholm\n', Idempotency_Key="Vexholm")
            assert len(rows.lines()) == 2
            assert service.records(b"Vexholm", Content_Encoding="gzip").code == "content-encoding"
            assert eventually(lambda: len(spans(bodies)) >= 6)
        found = spans(bodies)  # the last ones were sent at the end
        assert [span.name for span, _ in found] == [
            "POST /v1/text", "POST /v1/text", "POST /v1/text", "GET other", "other /v1/text", "POST /v1/records",
            "POST /v1/records",
        ]  # fmt: skip
        told = [values for _, values in found]
        span, first = found[0]
        assert span.trace_id.hex() == TRACE and span.parent_span_id.hex() == "b7ad6b7169203331" and not span.trace_state
        assert {k: v for k, v in first.items() if "seconds" not in k} == {
            "http.request.method": "POST", "http.route": "/v1/text", "http.response.status_code": 200,
            "redactor.outcomes.released": 1,
        }  # fmt: skip
        assert first["redactor.engine_seconds"] > 0 and first["redactor.queue_seconds"] >= 0
        codes = [values.get("redactor.code") for values in told]
        assert codes == [
            None, "text-too-long", "wrong-type", "no-such-route", "method-not-allowed", None, "content-encoding"
        ]  # fmt: skip
        assert told[5]["redactor.outcomes.quarantined.malformed-json"] == 1
        assert all(not span.events and not span.links for span, _ in found)


@pytest.mark.slow
def test_a_collector_that_is_away_disturbs_nobody(tmp_path: Path, keyring_path: Path) -> None:
    env = environment(tmp_path, keyring_path)
    away = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1", "OTEL_BSP_SCHEDULE_DELAY": "100"}
    with served(tmp_path, env | away, {}, "--no-tokens") as service:
        for _ in range(3):
            assert service.ask("POST", "/v1/text", {"text": NOTE}).status == 200
    assert "Traceback" not in service.told() and not any(value in service.told() for value in PLANTED)
