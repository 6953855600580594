"""This module has the errors of the service: one JSON form, with codes and sentences that never repeat the input."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec
from starlette.responses import Response

from redactor.errors import ServiceUnavailableError
from redactor.service.telemetry import current

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
    "malformed-form": "the body is no multipart/form-data, or ends early",
    "wrong-parts": "the form has the file `recording`, and `subject` or `sidecar`, each once, and nothing else",
    "disk-full": "the disk of the service is full",
    "audio-not-installed": "recordings are not heard here: pip install 'clinical-redactor[audio]' on the service",
    "audio-not-configured": "recordings are not heard here; the log of the service says what is missing",
    "audio-unavailable": "the process that hears recordings cannot go on, or ends; the log of the service says why",
    "query": "the URL has a parameter that the route lacks, or one twice; what is to be read belongs into the body",
    "unknown-schema": "there is no schema of this name; /v1/schemas lists them",
    "schema-not-approved": "nobody has approved this schema in its present form; redactor schema approve",
    "schema-approval-superseded": "a later approval has ended that of this schema; redactor schema list",
    "schema-approval-withdrawn": "the approval of this schema was withdrawn; redactor schema list",
    "wrong-type": "the body has not the form that /openapi.json describes",
    "other-profile": "the service runs under another profile, which /v1/profiles names",
    "opted-out": "the patient opted out, or was forgotten; nothing of the text is returned",
    "no-patient": "a list of patients who opted out is set: name the patient of the text, as subject",
    "tokens-unreadable": "the file of tokens is gone or cannot be read; the log of the service says why",
    "keyring-unreadable": "the keyring cannot be read; the log of the service says why",
    "home-unwritable": "home cannot be written",
    "home-full": "the disk of home has less than 64 MiB left",
    "index-unreachable": "the index of stand-ins does not answer; the log of the service says why",
    "engine-stuck": "the engine takes longer for a piece of work than it may; the worker is replaced if that goes on",
    "issuer-unreachable": "the keys of the issuer cannot be fetched; the log of the service says why",
    "service-unavailable": "a service that the engine needs cannot be reached, or refuses what is asked of it",
    "incomplete-reading": "the detectors could not read the text in whole; nothing of it is returned",
    "text-too-long": "the text has more characters than max_text_chars; split it",
    "malformed-json": "the body is no JSON",
    "duplicate-keys": "the body holds a key twice",
    "too-deep": "the body is nested too deeply",
    "not-an-object": "the body is no JSON object",
    "bad-encoding": "the body is not UTF-8, or holds half of a surrogate pair",
    "idempotency-key": "an Idempotency-Key is one header of 1 to 255 visible ASCII characters",
    "idempotency-key-reused": "the Idempotency-Key belongs to another request; take a new key for a new request",
    "idempotency-in-progress": "the first request with this Idempotency-Key is being answered; try again later",
    "idempotency-length": "records with an Idempotency-Key need a Content-Length, and have at most service.body_bytes",
    "idempotency-unsupported": "this route knows no Idempotency-Key",
    "idempotency-unavailable": "stored answers cannot be read or written; the log of the service says why",
    "internal-error": "the service failed; its log says where",
    "not-acceptable": "FHIR is answered as application/fhir+json alone",
    "not-offered": "the claim of this service's profile does not allow this operation; /fhir/metadata lists its own",
    "no-resource": "give one resource: as the body, or as the parameter identifiableData",
    "no-policy": "name the policy, which is the profile of this service",
    "other-policy": "this service runs under another policy, which its OperationDefinition names",
    "no-urls": "this service opens no URL of a request; send the data as identifiableData",
    "urls-need-a-job": "files are fetched by a job alone: Prefer: respond-async",
    "too-many-files": "a job fetches at most 100 files",
    "too-many-lines": "the files of the job have more than 100,000 lines; ask for several jobs",
    "source-not-allowed": "the service fetches no such file; the setting fhir.sources says which",
    "source-not-public": "the host of the file has an address that the service does not connect to",
    "source-refused": "the host of the file did not answer 200 with NDJSON, plain or gzip; redirects are not followed",
    "source-unreachable": "the host of the file cannot be reached, or the connection broke",
    "source-too-large": "the files of the job have more than 64 MiB",
    "source-too-slow": "the file did not arrive in time",
    "source-incomplete": "the file is not whole, or its end cannot be told",
    "source-missing": "another file of the job could not be fetched, so that nothing is released",
    "no-client-key": "pseudonyms are made with the keyring of this service; leave key and algorithm out",
    "unknown-parameter": "there is a parameter that the OperationDefinition does not name",
    "repeated-parameter": "a parameter is given twice",
    "too-many-jobs": "as many jobs are kept as the service accepts; fetch results and delete their jobs",
    "no-such-job": "there is no such job of this token; it was deleted, or its time is over",
    "no-such-file": "the job has no such file, or is not complete yet",
    "job-withdrawn": "a patient opted out or was forgotten, or an approval was withdrawn, since the job was asked for;"
    " send the request again",
    "withdrawals-unreadable": "the list of opt_out cannot be read; the log of the service says why",
    "approvals-unreadable": "the approvals of home cannot be read; the log of the service says why",
    "profile-not-approved": "the approval of the service's profile has ended; the log of the service says what to do",
    "job-failed": "the job failed repeatedly; its data are deleted",
}
FHIR_TYPE = "application/fhir+json"
REASON_SYSTEM = "urn:redactor:reason"
# Codes of http://hl7.org/fhir/issue-type; the others are "processing".
_ISSUES = {
    "unauthorized": "login", "locked-out": "throttled", "forbidden": "forbidden", "other-host": "security",
    "browser": "security", "no-such-route": "not-found", "no-such-job": "not-found", "no-such-file": "not-found",
    "method-not-allowed": "not-supported", "not-acceptable": "not-supported", "not-offered": "not-supported",
    "no-urls": "not-supported", "no-client-key": "not-supported", "other-policy": "not-supported",
    "unknown-parameter": "not-supported", "unsupported-resource-type": "not-supported", "no-schema": "not-supported",
    "content-type": "not-supported", "content-encoding": "not-supported", "repeated-parameter": "invalid",
    "no-resource": "required", "no-policy": "required", "too-large": "too-long", "text-too-long": "too-long",
    "too-many-lines": "too-long",
    "too-slow": "timeout", "timed-out": "timeout", "busy": "throttled", "too-many-jobs": "throttled",
    "service-unavailable": "transient", "tokens-unreadable": "transient", "internal-error": "exception",
    "job-failed": "exception", "malformed-json": "structure", "duplicate-keys": "structure", "too-deep": "structure",
    "not-an-object": "structure", "bad-encoding": "structure", "wrong-type": "structure",
    "idempotency-key": "invalid", "idempotency-key-reused": "conflict", "idempotency-in-progress": "transient",
    "idempotency-unavailable": "transient", "unknown-field": "structure", "withheld": "suppressed",
    "job-withdrawn": "deleted", "withdrawals-unreadable": "transient", "approvals-unreadable": "transient",
    "profile-not-approved": "transient",
}  # fmt: skip


def is_fhir(path: str) -> bool:
    """Return whether the errors of a path are FHIR's."""
    return path == "/fhir" or path.startswith("/fhir/")


_PLACED = {"wrong-type": "an element has the wrong type; expression says where"}
"""Messages about what a resource holds, in place of those about a body."""


def outcome_of(code: str, where: str = "") -> dict[str, Any]:
    """Return an OperationOutcome, which holds no data.

    code: of MESSAGES, or a reason for which a record is not released. where: a path of a schema or of a Bundle's entry.
    """
    coded = {"coding": [{"system": REASON_SYSTEM, "code": code}]}
    message = (_PLACED if where else MESSAGES).get(code) or MESSAGES.get(
        code, "the resource is not released; the guide explains the code"
    )
    issue: dict[str, Any] = {
        "severity": "error", "code": _ISSUES.get(code, "processing"), "details": {**coded, "text": message},
    }  # fmt: skip
    return {"resourceType": "OperationOutcome", "issue": [issue | ({"expression": [where]} if where else {})]}


class RefusedError(Exception):
    """A request is answered with an error.

    code: a key of MESSAGES, or of a resource a reason for which it is not released; then where is a path of its schema.
    """

    def __init__(self, status: int, code: str, headers: Mapping[str, str] = _NO_HEADERS, where: str = "") -> None:
        super().__init__(code)
        self.status, self.code, self.headers, self.where = status, code, headers, where

    def response(self, path: str = "") -> Response:
        """Return the answer to a request for the path: an OperationOutcome under /fhir."""
        if facts := current.get():
            facts.code = self.code
        if is_fhir(path):
            body = msgspec.json.encode(outcome_of(self.code, self.where))
            return Response(body, self.status, dict(self.headers), FHIR_TYPE)
        return Response(error_body(self.code), self.status, dict(self.headers), "application/json")


def busy(seconds: float = 1) -> RefusedError:
    """Return the refusal of a request that may be repeated after some seconds."""
    return RefusedError(429, "busy", {"Retry-After": str(max(1, round(seconds)))})


def unavailable(error: ServiceUnavailableError) -> RefusedError:
    """Return the refusal of a request that may be repeated when somebody has looked after the service."""
    return RefusedError(503, error.code, {"Retry-After": "10"})


def unauthorized() -> RefusedError:
    """Return the refusal of a request without a right token."""
    return RefusedError(401, "unauthorized", {"WWW-Authenticate": "Bearer"})


def error_body(code: str) -> bytes:
    """Return {"error": {"code", "message"}} as JSON."""
    return msgspec.json.encode({"error": {"code": code, "message": MESSAGES[code]}})
