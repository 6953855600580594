"""This module describes the routes of the service for /openapi.json: bodies, errors, and an example for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from fastapi import FastAPI, Request
from starlette.responses import Response

from redactor.service.access import ROUTES
from redactor.service.bodies import (
    EntitiesOut,
    MessageIn,
    MessageOut,
    ProfilesOut,
    RecordingOut,
    SchemasOut,
    SpansOut,
    StateOut,
    TextIn,
    TextOut,
    TextsIn,
    TextsOut,
)

_REFS = "#/components/schemas/{name}"
_ERROR = {"error": {"code": "wrong-type", "message": "the body has not the form that /openapi.json describes"}}
_ERROR_SCHEMA = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message"],
            "properties": {"code": {"type": "string"}, "message": {"type": "string"}},
        }
    },
}
KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "A key of the client's own: the same request with the same key is answered once.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"},
}
_NOTE = "Seen by Dr. Emily Smith on 3/4/2024."
_DONE = {"text": "Seen by [PERSON] on 2024.", "entities": {"DATE": 1, "DOCTOR": 1}}
_LINES = '{"resourceType": "Patient", "id": "p1", "name": [{"family": "Smith"}]}\nno JSON\n'
_OUTCOMES = (
    '{"line":1,"outcome":"released","record":{"resourceType":"Patient","id":"..."}}\n'
    '{"line":2,"outcome":"quarantined","reason":"malformed-json"}\n'
)
_RESULT = {
    "outcome": "released",
    "transcript": {"text": "[PERSON] called.", "muted": [[0.9, 1.7]]},
    "sidecar": {"patient_id": "e36btf724zw4tt4p5j2njg4yitqfvpsg"},
}
_BINARY = {"type": "string", "format": "binary"}
_RECORDING = {
    "multipart/form-data": {
        "schema": {
            "type": "object",
            "required": ["recording"],
            "properties": {"recording": _BINARY, "subject": {"type": "string"}, "sidecar": {"type": "string"}},
            "additionalProperties": False,
        },
        "example": {"recording": "the bytes of a recording", "subject": "p1"},
    }
}
_RECORDING_OUT = {"$ref": _REFS.format(name=RecordingOut.__name__)}
_HEARD = {
    "application/json": {"schema": _RECORDING_OUT, "example": _RESULT},
    "multipart/form-data": {
        "schema": {"type": "object", "properties": {"result": _RECORDING_OUT, "sound": _BINARY}},
        "example": {"result": {**_RESULT, "sound": "audio/flac"}, "sound": "the bytes of a sound"},
    },
}
# Route -> the types of both bodies, and an example of each. A line of text has no type; forms are described in whole.
_BODIES: dict[str, tuple[Any, Any, Any, Any]] = {
    "/v1/text": (TextIn, {"text": _NOTE, "subject": "p1"}, TextOut, _DONE),
    "/v1/texts": (
        TextsIn,
        {"texts": [{"text": _NOTE, "subject": "p1"}]},
        TextsOut,
        {"texts": [{"outcome": "released", **_DONE}, {"outcome": "quarantined", "reason": "incomplete-reading"}]},
    ),
    "/v1/detect": (
        TextIn,
        {"text": _NOTE},
        SpansOut,
        {"spans": [{"start": 12, "end": 23, "label": "DOCTOR", "score": None, "source": "patterns:titled-name"}]},
    ),
    "/v1/records": ("application/x-ndjson", _LINES, "application/x-ndjson", _OUTCOMES),
    "/v1/audio": (_RECORDING, None, _HEARD, None),
    "/v1/profiles": (
        None,
        None,
        ProfilesOut,
        {"profiles": [{"name": "hipaa-safe-harbor", "version": "1", "claim": "Safe Harbor, for what is text"}]},
    ),
    "/v1/entities": (
        None,
        None,
        EntitiesOut,
        {"entities": [{"entity": "PERSON", "hipaa": "A", "description": "a person's name", "action": "tag"}]},
    ),
    "/v1/schemas": (
        None,
        None,
        SchemasOut,
        {
            "schemas": [
                {
                    "name": "records/notesTable",
                    "version": "1.0.0",
                    "records": "notesTable",
                    "fields": [{"path": "note_text", "rule": "autoDeID", "action": "read"}],
                }
            ]
        },
    ),
    "/mcp": (
        MessageIn,
        {"jsonrpc": "2.0", "id": 1, "method": "tools/list"},
        MessageOut,
        {"jsonrpc": "2.0", "id": 1, "result": {"tools": []}},
    ),
    "/health": (None, None, StateOut, {"status": "ok"}),
    "/ready": (None, None, StateOut, {"status": "ready"}),
    "/metrics": (None, None, "text/plain", 'redactor_outcomes_total{outcome="released",reason=""} 1.0\n'),
}

_QUERY = {
    "schema": {
        "name": "schema",
        "in": "query",
        "description": "The name of a schema, which may have its version: NAME@VERSION.",
        "schema": {"type": "string"},
        "example": "records/notesTable",
    }
}


def add_route(
    app: FastAPI,
    method: str,
    path: str,
    answer: Callable[[Request], Any],
    described: dict[str, Any],
    operation_id: str | None = None,
) -> None:
    """Add a route to an application, with its description; the first line of its docstring is the summary."""
    app.add_api_route(
        path, answer, methods=[method], response_model=None, response_class=Response, openapi_extra=described,
        summary=(answer.__doc__ or "").partition("\n")[0], operation_id=operation_id,
    )  # fmt: skip


def describe(path: str) -> dict[str, Any]:
    """Return what the description of a route has beside its summary."""
    wanted, example, given, answer = _BODIES[path]
    found: dict[str, Any] = {
        "responses": {
            "200": {"description": "The answer.", "content": _content(given, answer)},
            "default": {
                "description": "An error. It repeats nothing of the request.",
                "content": {"application/json": {"schema": _ERROR_SCHEMA, "example": _ERROR}},
            },
        }
    }
    if wanted is not None:
        found["requestBody"] = {"required": True, "content": _content(wanted, example)}
    access = ROUTES[path]
    if parameters := [_QUERY[name] for name in sorted(access.query)] + [KEY] * access.repeats:
        found["parameters"] = parameters
    if roles := access.roles:
        found["security"] = [{"token": []}]
        found["description"] = f"Roles: {', '.join(sorted(roles))}."
    return found


def _content(kind: Any, example: Any) -> dict[str, Any]:
    if isinstance(kind, dict):
        return kind
    if isinstance(kind, str):
        return {kind: {"schema": {"type": "string"}, "example": example}}
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=_REFS)
    return {"application/json": {"schema": schema, "example": example}}


def add_components(app: FastAPI) -> None:
    """Let /openapi.json hold the types of the bodies, and how a token is given."""
    made = app.openapi
    kinds = [RecordingOut, *(kind for row in _BODIES.values() for kind in row[::2] if isinstance(kind, type))]
    _, schemas = msgspec.json.schema_components(kinds, ref_template=_REFS)

    def whole() -> dict[str, Any]:
        found = made()
        found["components"] = {"schemas": schemas, "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}}
        return found

    app.openapi = whole  # type: ignore[method-assign]
