"""This module has the routes of the FHIR interface: operations, their descriptions, and jobs with their results."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Callable
from email.utils import format_datetime
from typing import Any

import msgspec
from fastapi import FastAPI, Request
from starlette.responses import Response

from redactor.errors import KeyringError, ServiceUnavailableError
from redactor.keys import Keyring
from redactor.service.access import ROUTES
from redactor.service.engine_thread import EngineThread
from redactor.service.fhir.bundles import Work
from redactor.service.fhir.jobs import KEPT_SECONDS, JobStore
from redactor.service.fhir.operations import capability_statement, definition, definitions, offered
from redactor.service.fhir.request import Asked, check_format, read_request, wants_a_job
from redactor.service.fhir.runner import JobRunner
from redactor.service.fhir.sources import Sources
from redactor.service.idempotency import CLAIM, TRANSIENT
from redactor.service.metrics import Metrics
from redactor.service.openapi import KEY, add_route
from redactor.service.refusals import FHIR_TYPE, RefusedError, busy, outcome_of, unavailable
from redactor.steward.withdrawn import JOBS
from schemas.engine.records import Reason

_REQUESTS = 8  # whose bodies of up to 8 MiB are held at a time
_POLL_SECONDS = "5"


class FhirRoutes:
    """These are the FHIR routes over one engine thread.

    told: is told of failures. withdrawals: tells their state. has_tokens: whether clients need a token.
    """

    def __init__(
        self,
        engine: EngineThread,
        metrics: Metrics,
        told: Callable[[BaseException], None],
        withdrawals: Callable[[], str],
        *,
        has_tokens: bool,
    ) -> None:
        self._engine, self._metrics, self._told, self._has_tokens = engine, metrics, told, has_tokens
        self._operation = offered(engine.profile)
        self._active = 0
        self._reading = asyncio.Lock()  # what is read takes up to a hundred times its size for a moment
        settings = engine.settings
        keyring = Keyring.load(settings.keyring)
        self._jobs = JobStore(settings.home / JOBS, keyring, engine.profile.digest, withdrawals)
        self._sources = Sources(settings.fhir.sources)
        self.runner = JobRunner(self._jobs, engine, metrics, self._sources, told)

    async def operate(self, request: Request) -> Response:
        """De-identify a FHIR resource or Bundle under the policy of the service."""
        check_format(request.headers, request.query_params)
        operation = self._operation
        if operation is None or request.url.path.rpartition("/")[2] not in operation.paths:
            raise RefusedError(404, "not-offered")
        if self._active >= _REQUESTS:
            raise busy()
        self._active += 1
        try:
            async with asyncio.timeout(self._engine.settings.service.engine_seconds):
                body = await request.body()
                async with self._reading:
                    asked = await asyncio.to_thread(read_request, body, request.query_params, operation, self._sources)
                if wants_a_job(request.headers):
                    return await self._accept(request, asked)
                if asked.fetches:
                    raise RefusedError(400, "urls-need-a-job")
                found = await self._answer(request, asked.data)
        except TimeoutError:
            raise RefusedError(503, "timed-out", {"Retry-After": "10"}) from None
        finally:
            self._active -= 1
        if not asked.is_bare:
            name = operation.result.encode()
            found = b'{"resourceType":"Parameters","parameter":[{"name":"' + name + b'","resource":' + found + b"}]}"
        return Response(found, media_type=FHIR_TYPE)

    async def _answer(self, request: Request, data: bytes) -> bytes:
        async with self._reading:
            work = await asyncio.to_thread(Work, data, self._told)
        for step in work.steps():
            await self._engine.run(step)
            if await request.is_disconnected():
                request.scope[TRANSIENT] = True
                raise RefusedError(400, "too-slow")
        work.count(self._metrics)
        if any(out.reason is Reason.INTERNAL for out in work.done):
            request.scope[TRANSIENT] = True
        return work.answer()

    async def _accept(self, request: Request, asked: Asked) -> Response:
        """Keep the request as a job, and tell where its state is found."""
        told = f"{_base(request)}/{request.url.path.rpartition('/')[2]}"
        job = await self._kept(
            self._jobs.create, request.scope["principal"], told, asked.data, request.scope.get(CLAIM)
        )
        self.runner.kick()
        return Response(status_code=202, headers={"Content-Location": f"{_base(request)}/jobs/{job}"})

    async def job(self, request: Request) -> Response:
        """Tell how far a job is: 202 while it runs, then 200 with the list of its files."""
        check_format(request.headers, request.query_params)
        job = request.path_params["job"]
        shown = await self._kept(self._jobs.show, job, request.scope["principal"])
        if shown.results is None:
            headers = {"X-Progress": shown.progress or "waiting", "Retry-After": _POLL_SECONDS}
            return Response(status_code=202, headers=headers)
        if code := shown.results.failure:
            raise RefusedError(413 if code in ("too-large", "too-many-lines") else 500, code)
        base = f"{_base(request)}/jobs/{job}"
        began = dt.datetime.fromtimestamp(shown.ticket.began, dt.UTC)
        lists: dict[str, list[dict[str, Any]]] = {"output": [], "deleted": [], "error": []}
        for file in shown.results.files:
            lists[file.list].append({"type": file.kind, "url": f"{base}/{file.name}", "count": file.count})
        manifest = {
            "transactionTime": began.isoformat(timespec="seconds"),
            "request": shown.ticket.request,
            "requiresAccessToken": self._has_tokens,
            **lists,
        }
        expires = format_datetime(began + dt.timedelta(seconds=KEPT_SECONDS), usegmt=True)
        return Response(msgspec.json.encode(manifest), headers={"Expires": expires}, media_type="application/json")

    async def cancel(self, request: Request) -> Response:
        """Delete a job and its files; it ends if it runs."""
        await self._kept(self._jobs.delete, request.path_params["job"], request.scope["principal"])
        return Response(status_code=202)

    async def file(self, request: Request) -> Response:
        """Return a file of a job's results: a resource a line."""
        params = request.path_params
        found = await self._kept(self._jobs.file, params["job"], request.scope["principal"], params["file"])
        return Response(found, media_type="application/fhir+ndjson")

    async def _kept(self, work: Callable[..., Any], *values: Any) -> Any:
        try:
            return await asyncio.to_thread(work, *values)
        except KeyringError:  # after a change of keys
            raise RefusedError(404, "no-such-job") from None
        except ServiceUnavailableError as e:
            self._told(e)
            raise unavailable(e) from None

    async def metadata(self, request: Request) -> Response:
        """Return the CapabilityStatement."""
        check_format(request.headers, request.query_params)
        return _fhir(capability_statement(self._operation, self._engine.profile, _base(request)))

    async def definitions(self, request: Request) -> Response:
        """List the OperationDefinitions, or those of a name."""
        check_format(request.headers, request.query_params)
        name, fetches = request.query_params.get("name"), bool(self._sources)
        return _fhir(definitions(self._operation, _base(request), name, fetches=fetches))

    async def definition(self, request: Request) -> Response:
        """Return the OperationDefinition of an operation."""
        check_format(request.headers, request.query_params)
        if self._operation is None or request.path_params["name"] != self._operation.code:
            raise RefusedError(404, "no-such-route")
        return _fhir(definition(self._operation, _base(request), fetches=bool(self._sources)))


def _base(request: Request) -> str:
    return f"{request.url.scheme}://{request.headers.get('host', '')}/fhir"


def _fhir(resource: dict[str, Any]) -> Response:
    return Response(msgspec.json.encode(resource), media_type=FHIR_TYPE)


def add_fhir_routes(app: FastAPI, routes: FhirRoutes) -> None:
    """Add the routes to an application."""
    operations = [path for path in ROUTES if path.startswith("/fhir/$")]
    rows: list[tuple[str, str, Callable[[Request], Any]]] = [("POST", path, routes.operate) for path in operations]
    rows += [
        ("GET", "/fhir/metadata", routes.metadata),
        ("GET", "/fhir/OperationDefinition", routes.definitions),
        ("GET", "/fhir/OperationDefinition/{name}", routes.definition),
        ("GET", "/fhir/jobs/{job}", routes.job),
        ("DELETE", "/fhir/jobs/{job}", routes.cancel),
        ("GET", "/fhir/jobs/{job}/{file}", routes.file),
    ]
    for method, path, answer in rows:
        add_route(app, method, path, answer, _described(method, path), f"{method.lower()}{path}")


_PATIENT = {"resourceType": "Patient", "id": "p1", "name": [{"family": "Smith"}]}
_ASKED = {
    "resourceType": "Parameters",
    "parameter": [
        {"name": "identifiableData", "resource": _PATIENT},
        {"name": "policy", "valueString": "hipaa-safe-harbor"},
    ],
}
_RESOURCE = {"type": "object", "required": ["resourceType"], "properties": {"resourceType": {"type": "string"}}}
_MANIFEST = {
    "type": "object",
    "required": ["transactionTime", "request", "requiresAccessToken", "output", "error"],
    "properties": {"output": {"type": "array"}, "error": {"type": "array"}},
}
_EXAMPLES: dict[str, tuple[str, Any, Any]] = {
    "/fhir/metadata": (FHIR_TYPE, _RESOURCE, {"resourceType": "CapabilityStatement", "status": "active"}),
    "/fhir/OperationDefinition": (FHIR_TYPE, _RESOURCE, {"resourceType": "Bundle", "type": "searchset", "total": 1}),
    "/fhir/OperationDefinition/{name}": (FHIR_TYPE, _RESOURCE, {"resourceType": "OperationDefinition"}),
    "/fhir/jobs/{job}": (
        "application/json", _MANIFEST,
        {"transactionTime": "2026-11-28T12:00:00+00:00", "request": "http://127.0.0.1:8443/fhir/$de-identify",
         "requiresAccessToken": True, "output": [], "deleted": [], "error": []},
    ),
    "/fhir/jobs/{job}/{file}": (
        "application/fhir+ndjson", {"type": "string"}, '{"resourceType":"Patient","id":"..."}\n'
    ),
}  # fmt: skip


def _described(method: str, path: str) -> dict[str, Any]:
    """Return what the description of a route has beside its summary."""
    given = {"resourceType": "Parameters", "parameter": [{"name": "de-identifiedData", "resource": _PATIENT}]}
    kind, schema, example = _EXAMPLES.get(path, (FHIR_TYPE, _RESOURCE, given))
    answer = {"description": "The answer.", "content": {kind: {"schema": schema, "example": example}}}
    accepted = {"description": "The job is accepted, or not complete yet."}
    error = {"description": "An OperationOutcome. It repeats nothing of the request."}
    content = {FHIR_TYPE: {"schema": _RESOURCE, "example": outcome_of("no-resource")}}
    roles = ROUTES[path].roles or ()
    found: dict[str, Any] = {
        "responses": {"default": {**error, "content": content}},
        "security": [{"token": []}],
        "description": f"Roles: {', '.join(sorted(roles))}.",
    }
    if method != "DELETE":
        found["responses"]["200"] = answer
    if method == "DELETE" or path == "/fhir/jobs/{job}" or method == "POST":
        found["responses"]["202"] = accepted
    if method == "POST":
        found["requestBody"] = {"required": True, "content": {FHIR_TYPE: {"schema": _RESOURCE, "example": _ASKED}}}
    if ROUTES[path].repeats:
        found["parameters"] = [KEY]
    names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    if names:
        found["parameters"] = [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names
        ]
    return found
