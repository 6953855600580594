"""This module reads requests of FHIR operations, strictly: what is not understood is refused and never repeated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.datastructures import Headers, QueryParams

from redactor.service.fhir.operations import Operation
from redactor.service.fhir.sources import MOST_FILES, Sources
from redactor.service.refusals import FHIR_TYPE, RefusedError
from schemas.engine.json_codec import encode, parse
from schemas.engine.records import Reason, RecordError

_FORMATS = frozenset({"json", "application/json", FHIR_TYPE})
_ACCEPTED = frozenset({*_FORMATS, "application/*", "*/*"})
_DATA, _POLICY = "identifiableData", "policy"
_URLS = "identifiableDataFileUrls"
_FILE = "data"
_KEYS = frozenset({"key", "algorithm"})
_Parameter = tuple[str, Mapping[str, Any]]  # its name, and its other members


@dataclass(frozen=True)
class Asked:
    """What an operation is asked for.

    data: the JSON of a resource, or an array of URLs where `fetches` is set. is_bare: it was the body itself.
    """

    data: bytes
    is_bare: bool
    fetches: bool = False


def check_format(headers: Headers, query: QueryParams) -> None:
    """Raise RefusedError if FHIR JSON is no form in which the client wants the answer. `_format` overrides Accept."""
    if "_format" in query:
        is_right = query["_format"].partition(";")[0].strip().lower().replace(" ", "+") in _FORMATS  # "+" unescaped
    else:
        wanted = [one.partition(";")[0].strip().lower() for one in headers.get("accept", "*/*").split(",")]
        is_right = any(one in _ACCEPTED for one in wanted)
    if not is_right:
        raise RefusedError(406, "not-acceptable")


def wants_a_job(headers: Headers) -> bool:
    """Tell whether the client prefers not to wait for the answer."""
    return any(one.strip().lower() == "respond-async" for one in headers.get("prefer", "").split(","))


def read_request(body: bytes, query: QueryParams, operation: Operation, sources: Sources) -> Asked:
    """Return the resource or the URLs that a body holds, after checking the other parameters. Raises RefusedError."""
    try:
        given = parse(body)
    except RecordError as e:
        raise RefusedError(413 if e.reason is Reason.TOO_LARGE else 400, e.reason.value) from None
    named: list[_Parameter] = [
        (name, {"valueString": value}) for name, value in query.multi_items() if name not in ("_format", "_pretty")
    ]
    is_bare = given.get("resourceType") != "Parameters"
    if is_bare:
        data = given
    else:
        named += _named(given)
        data = {}
    values: dict[str, Mapping[str, Any]] = {}
    for name, value in named:
        _check_name(name, operation, sources)
        if name in values or (is_bare and name == _DATA):
            raise RefusedError(400, "repeated-parameter")
        values[name] = value
    if _URLS in values:
        if is_bare or _DATA in values:
            raise RefusedError(400, "repeated-parameter")
        _check_policy(values.get(_POLICY), operation)
        return Asked(msgspec.json.encode(_urls(values[_URLS], sources)), is_bare, fetches=True)
    if _DATA in values:
        data = values[_DATA].get("resource")  # type: ignore[assignment]
        if not isinstance(data, dict) or len(values[_DATA]) != 1:
            raise RefusedError(400, "wrong-type")
    if not isinstance(data.get("resourceType"), str):
        raise RefusedError(400, "no-resource")
    _check_policy(values.get(_POLICY), operation)
    return Asked(body if is_bare else encode(data), is_bare)


def _named(given: Mapping[str, Any]) -> list[_Parameter]:
    """Return the parameters of a Parameters resource by their names, each without its name."""
    listed = given.get("parameter", [])
    if not isinstance(listed, list):
        raise RefusedError(400, "wrong-type")
    found: list[_Parameter] = []
    for one in listed:
        if not isinstance(one, dict) or not isinstance(one.get("name"), str):
            raise RefusedError(400, "wrong-type")
        found.append((one["name"], {key: value for key, value in one.items() if key not in ("name", "id")}))
    return found


def _urls(given: Mapping[str, Any], sources: Sources) -> list[str]:
    """Return the URLs of a Parameters resource of DARTS. Raises RefusedError."""
    listed = given.get("resource")
    if not isinstance(listed, dict) or listed.get("resourceType") != "Parameters" or len(given) != 1:
        raise RefusedError(400, "wrong-type")
    found = []
    for name, value in _named(listed):
        if name == "format":
            if value != {"valueCode": "fhir+ndjson"}:
                raise RefusedError(400, "wrong-type")
        elif name == _FILE and value.keys() == {"part"}:
            found.append(_url(value))
        else:
            raise RefusedError(400, "unknown-parameter")
    if not found:
        raise RefusedError(400, "no-resource")
    if len(found) > MOST_FILES:
        raise RefusedError(413, "too-many-files")
    if not all(map(sources.allows, found)):
        raise RefusedError(422, "source-not-allowed")
    return found


def _url(given: Mapping[str, Any]) -> str:
    parts = dict(_named({"parameter": given["part"]}))
    kind, url = parts.get("resourceType", {}), parts.get("resourceUrl", {})
    if len(given["part"]) != 2 or kind.keys() != {"valueCode"} or url.keys() != {"valueUrl"}:
        raise RefusedError(400, "wrong-type")
    if not isinstance(kind["valueCode"], str) or not isinstance(url["valueUrl"], str):
        raise RefusedError(400, "wrong-type")
    return str(url["valueUrl"])


def _check_name(name: str, operation: Operation, sources: Sources) -> None:
    if name == _URLS and sources:
        return
    if name == _URLS:
        raise RefusedError(422, "no-urls")  # the service would fetch what a client names
    if name in _KEYS and not operation.policies:
        raise RefusedError(422, "no-client-key")
    if name != _DATA and not (name == _POLICY and operation.policies):
        raise RefusedError(400, "unknown-parameter")


def _check_policy(given: Mapping[str, Any] | None, operation: Operation) -> None:
    if not operation.policies:
        return
    if given is None:
        raise RefusedError(400, "no-policy")
    policy = given.get("valueString")
    if not isinstance(policy, str) or len(given) != 1:
        raise RefusedError(400, "wrong-type")
    if policy not in operation.policies:
        raise RefusedError(422, "other-policy")
