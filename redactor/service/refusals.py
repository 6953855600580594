"""This module has the errors of the service: one JSON form, with codes and sentences that never repeat the input."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec
from starlette.responses import Response

_NO_HEADERS: Mapping[str, str] = MappingProxyType({})

MESSAGES = {
    "unauthorized": "give a token of this service: Authorization: Bearer TOKEN",
    "bad-request": "the request is no HTTP, or its headers are too large",
    "locked-out": "too many wrong tokens came from this address; wait, then give a right one",
    "forbidden": "the role of this token does not allow this route",
    "other-host": "the request names another host than the address of this service",
    "browser": "this service answers programs, not pages of a browser",
    "no-such-route": "there is no such route; /openapi.json lists them",
    "method-not-allowed": "the route has another method; /openapi.json lists them",
    "too-large": "the body is larger than this route accepts; send less at a time, or records to /v1/records",
    "too-slow": "the body did not arrive in time",
    "busy": "the service has as much to do as it accepts; try again after Retry-After seconds",
    "timed-out": "the text was not read in time; send less at a time",
    "content-type": "the route accepts another Content-Type; /openapi.json names it",
    "content-encoding": "compressed bodies are not read; send the body as it is",
    "wrong-type": "the body has not the form that /openapi.json describes",
    "other-profile": "the service runs under another profile, which /v1/profiles names",
    "opt-out": "texts cannot be compared with the list of opt_out; send records of a schema to /v1/records",
    "tokens-unreadable": "the file of tokens cannot be read; the log of the service says why",
    "issuer-unreachable": "the keys of the issuer cannot be fetched; the log of the service says why",
    "service-unavailable": "a service that the engine needs cannot be reached",
    "incomplete-reading": "the detectors could not read the text in whole; nothing of it is returned",
    "text-too-long": "the text has more characters than max_text_chars; split it",
    "malformed-json": "the body is no JSON",
    "duplicate-keys": "the body holds a key twice",
    "too-deep": "the body is nested too deeply",
    "not-an-object": "the body is no JSON object",
    "bad-encoding": "the body is not UTF-8, or holds half of a surrogate pair",
    "internal-error": "the service failed; its log says where",
}


class RefusedError(Exception):
    """A request is answered with an error. code: a key of MESSAGES."""

    def __init__(self, status: int, code: str, headers: Mapping[str, str] = _NO_HEADERS) -> None:
        super().__init__(code)
        self.status, self.code, self.headers = status, code, headers

    def response(self) -> Response:
        """Return the answer."""
        return Response(error_body(self.code), self.status, dict(self.headers), "application/json")


def busy(seconds: float = 1) -> RefusedError:
    """Return the refusal of a request that may be repeated after some seconds."""
    return RefusedError(429, "busy", {"Retry-After": str(max(1, round(seconds)))})


def error_body(code: str) -> bytes:
    """Return {"error": {"code", "message"}} as JSON."""
    return msgspec.json.encode({"error": {"code": code, "message": MESSAGES[code]}})
