"""This module says of each route of the service who may use it, and what a body may be."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.routing import compile_path

from redactor.service.tokens import Role
from redactor.service_settings import CALLBACK

OF_SETTINGS = 0  # bytes: as many as the setting service.body_bytes
FHIR_BYTES = 8 << 20  # as of a record
MCP_BYTES = 4 << 20  # a record of 2 MiB, as JSON within JSON
_JSON = frozenset({"application/json"})
_NDJSON = frozenset({"application/x-ndjson", "application/ndjson", "application/jsonl"})
_FHIR = frozenset({"application/fhir+json", "application/json"})
_SCHEMA = frozenset({"schema"})
_FORMAT = frozenset({"_format", "_pretty"})
_EVERYBODY = frozenset(Role) - {Role.MONITOR}
_SUBMITTERS = frozenset({Role.SUBMIT, Role.ADMIN})
_FORM = frozenset({"application/x-www-form-urlencoded"})
_FORM_BYTES = 1 << 16
STEWARDS = frozenset({Role.REVIEW, Role.APPROVE, Role.ADMIN})
"""These roles open the console; they look, at originals too."""
_APPROVERS = frozenset({Role.APPROVE, Role.ADMIN})  # who also decide what leaves
_ERASERS = frozenset({Role.ADMIN})  # who also erase, and read who looked


@dataclass(frozen=True)
class Access:
    """Access says who may use a route, and what its body may be.

    roles: None needs no token. types: the Content-Types of a POST; none for a GET. body_bytes: the most that a body may
    have, or OF_SETTINGS; None leaves the body to the route, which reads it as it arrives. repeats: whether a request
    may have an idempotency key. spools: whether the route takes the body into files, and looks at such a key when it
    has arrived. query: the parameters that the URL may have. They never name a person or hold a text, since proxies
    write URLs into logs.
    """

    roles: frozenset[Role] | None
    types: frozenset[str] = frozenset()
    body_bytes: int | None = OF_SETTINGS
    repeats: bool = False
    spools: bool = False
    query: frozenset[str] = frozenset()


def _page(roles: frozenset[Role] | None) -> Access:
    return Access(roles, _FORM, _FORM_BYTES)


def _operation() -> Access:
    return Access(_SUBMITTERS, _FHIR, FHIR_BYTES, repeats=True, query=_FORMAT | {"policy"})


ROUTES = {
    "/v1/text": Access(_SUBMITTERS, _JSON, repeats=True),
    "/v1/texts": Access(_SUBMITTERS, _JSON, repeats=True),
    "/v1/detect": Access(_SUBMITTERS, _JSON, repeats=True),
    "/v1/records": Access(_SUBMITTERS, _NDJSON, None, repeats=True, query=_SCHEMA),
    "/v1/audio": Access(_SUBMITTERS, frozenset({"multipart/form-data"}), None, repeats=True, spools=True),
    "/mcp": Access(_SUBMITTERS, _JSON, MCP_BYTES),
    "/v1/schemas": Access(_EVERYBODY, query=_SCHEMA),
    "/v1/profiles": Access(_EVERYBODY),
    "/v1/entities": Access(_EVERYBODY),
    "/metrics": Access(frozenset(Role)),  # and nothing else for a monitor
    "/openapi.json": Access(_EVERYBODY),
    "/fhir/$de-identify": _operation(),
    "/fhir/$pseudonymize": _operation(),
    "/fhir/$psuedonymize": _operation(),  # as DARTS spells it
    "/fhir/$anonymize": _operation(),
    "/fhir/metadata": Access(_EVERYBODY, query=_FORMAT),
    "/fhir/OperationDefinition": Access(_EVERYBODY, query=_FORMAT | {"name"}),
    "/fhir/OperationDefinition/{name}": Access(_EVERYBODY, query=_FORMAT),
    "/fhir/jobs/{job}": Access(_SUBMITTERS, query=_FORMAT),
    "/fhir/jobs/{job}/{file}": Access(_SUBMITTERS, query=_FORMAT),
    "/console": _page(STEWARDS),
    "/console/": _page(STEWARDS),
    "/console/login": _page(None),
    "/console/logout": _page(STEWARDS),
    "/console/sign-in": _page(None),
    "/console/signed-in": _page(None),
    CALLBACK: _page(None),
    "/console/static/{name}": _page(None),
    "/console/audit": _page(_ERASERS),
    "/console/audit/export": _page(_ERASERS),
    "/console/audit/check": _page(_ERASERS),
    "/console/forget": _page(_ERASERS),
    "/console/forget/look": _page(_ERASERS),
    "/console/forget/erase": _page(_ERASERS),
    "/console/forget/opt-out": _page(_ERASERS),
    "/console/jobs/{key}": _page(STEWARDS),
    "/console/live": _page(STEWARDS),
    "/console/live/plots": _page(STEWARDS),
    "/console/quarantine": _page(STEWARDS),
    "/console/quarantine/{state}": _page(STEWARDS),
    "/console/quarantine/{state}/entries/{entry}": _page(STEWARDS),
    "/console/quarantine/{state}/entries/{entry}/original": _page(STEWARDS),
    "/console/quarantine/{state}/confirm": _page(_APPROVERS),
    "/console/quarantine/{state}/release": _page(_APPROVERS),
    "/console/quarantine/{state}/purge": _page(_ERASERS),
    "/console/schemas": _page(STEWARDS),
    "/console/schemas/drafts/{draft:path}": _page(STEWARDS),
    "/console/schemas/of/{schema:path}": _page(STEWARDS),
    "/console/schemas/change": _page(_APPROVERS),
    "/console/schemas/approve": _page(_APPROVERS),
    "/console/schemas/withdraw": _page(_APPROVERS),
    "/console/recordings": _page(STEWARDS),
    "/console/recordings/{state}": _page(STEWARDS),
    "/console/recordings/{state}/{number}": _page(STEWARDS),
    "/console/recordings/{state}/{number}/sound": _page(STEWARDS),
    "/console/recordings/{state}/{number}/waveform.svg": _page(STEWARDS),
    "/console/compare": _page(STEWARDS),
    "/console/compare/{state}/{size}/": _page(STEWARDS),
    "/console/compare/{state}/{size}/records/{key}": _page(STEWARDS),
    "/console/compare/{state}/{size}/records/{key}/marks": _page(STEWARDS),
    "/console/compare/{state}/{size}/findings": _page(STEWARDS),
    "/console/compare/{state}/{size}/gold.jsonl": _page(STEWARDS),
    "/health": Access(None),
    "/ready": Access(None),
}
"""The access of each route, by its path, which may have parameters in braces."""
UNKNOWN = Access(_EVERYBODY)
_PATTERNS = [(compile_path(path)[0], path) for path in ROUTES if "{" in path]


def is_page(path: str) -> bool:
    """Return whether a path is one of the console, for browsers."""
    return path == "/console" or path.startswith("/console/")


def route_of(path: str) -> str | None:
    """Return the route of the path of a request, or None."""
    if path in ROUTES:
        return path
    return next((route for pattern, route in _PATTERNS if pattern.match(path)), None)
