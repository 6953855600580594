"""Identity across records: keyed forms of ids, identifiers and URIs, and references that still resolve after it.

FHIR R4: https://hl7.org/fhir/R4/references.html (relative, absolute, logical, contained), /http.html#cond-update
(conditional), /datatypes.html#canonical. What follows no known form becomes an opaque `urn:uuid:`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import unquote

from redactor.keys import Keyring
from schemas.engine.compiled_schema import CompiledSchema
from schemas.engine.fhir_types import RESOURCE_TYPES
from schemas.engine.primitives import scalar
from schemas.engine.records import RecordIn

BASE = "https://deid.invalid/fhir/"
URIS_SYSTEM = "urn:ietf:rfc:3986"
_CACHE = 32_768  # entries; ids and systems recur within and across records

_ID = r"[A-Za-z0-9\-.]{1,64}"
_LITERAL = re.compile(rf"(https?://[^\s?#]*/)?([A-Z][A-Za-z]{{2,63}})/({_ID})(?:/_history/({_ID}))?(?:#(\S+))?")
_CONDITIONAL = re.compile(r"(https?://[^\s?#]*/)?([A-Z][A-Za-z]{2,63})\?(.+)", re.DOTALL)
_URN = re.compile(r"urn:(?:uuid|oid):(\S+)", re.IGNORECASE)
_VERSION = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,4}){0,3}(?:-[a-z]{1,10}[0-9]{0,3})?")
_COMMA = re.compile(r"(?<!\\),")
_PIPE = re.compile(r"(?<!\\)\|")
# Names of search parameters that conditional references and requests use. Others could say anything.
_PARAMETER_NAMES = """
identifier _id name family given birthdate telecom email phone gender address subject patient encounter date code
status type category organization practitioner location url version active
"""
_PARAMETERS = frozenset(_PARAMETER_NAMES.split())


class RecordKeys:
    """Pseudonyms of everything that identifies a record, for one recipient and one source. All results are cached.

    id: of a FHIR id, a link or any plain value, whatever it stands with: 32 characters of [a-z2-7]. Ids are local to
    their source (Patient/1 of two hospitals are two people); identifiers with a system, systems, codes and URIs are
    global. uuid: the UUID of a urn:uuid or urn:oid. code: of a (system, code).
    """

    def __init__(self, keyring: Keyring, recipient: str, source: str = "default") -> None:
        self._id = keyring.pseudonym("id", recipient)
        self._value = keyring.pseudonym("identifier", recipient)
        self._uri = keyring.pseudonym("uri", recipient)
        self._record = keyring.pseudonym("record", recipient)
        self._subject = keyring.pseudonym("subject", recipient)
        self._source = source
        cached = lru_cache(maxsize=_CACHE)
        self.id: Callable[[str], str] = cached(lambda value: self._id.token(source, value))
        self.uuid: Callable[[str], str] = cached(lambda value: self._uri.uuid("uuid", value.lower()))
        self.uri: Callable[[str], str] = cached(lambda value: "urn:redactor:uri:" + self._uri.token("uri", value))
        self.system: Callable[[str], str] = cached(
            lambda value: "urn:redactor:system:" + self._uri.token("system", value)
        )
        self.identifier: Callable[[str | None, str], str] = cached(self._identifier)
        self.code: Callable[[str, str], str] = cached(lambda system, code: self._value.token("code", system, code))

    def _identifier(self, system: str | None, value: str) -> str:
        scope = ("system", system) if system else ("source", self._source)
        return self._value.token(*scope, value)

    def subject(self, patient_id: str) -> str:
        """Whose data it is. patient_id: as the source writes it, after the crosswalk."""
        return self._subject.token(self._source, patient_id)

    def record_id(self, kind: str, name: str, digest: str) -> str:
        """One version of one record. name: its id, or its position; digest: of its canonical content."""
        return self._record.token("version", self._source, kind, name, digest)

    def resource_key(self, kind: str, name: str) -> str:
        """The same for every version of a record."""
        return self._record.token("resource", self._source, kind, name)


class References:
    """De-identifies references and URIs so that what resolved before resolves after.

    known_host: whether a canonical belongs to a publisher of specifications and may stay as it is.
    """

    def __init__(self, keys: RecordKeys, known_host: Callable[[str], bool]) -> None:
        self.keys = keys
        self._known_host = known_host
        cached = lru_cache(maxsize=_CACHE)
        self.reference: Callable[[str], str] = cached(self._reference)
        self.uri: Callable[[str], str] = cached(self._any_uri)
        self.canonical: Callable[[str], str] = cached(self._canonical)
        self.system: Callable[[str], str] = cached(self._system)
        self.query: Callable[[str], str] = cached(self._query)

    def _reference(self, value: str) -> str:
        """Reference.reference, Bundle fullUrl, Attachment.url, and request.url of a single resource."""
        if value.startswith("#"):
            return "#" + self.keys.id(value[1:]) if len(value) > 1 else "#"
        found = _LITERAL.fullmatch(value)
        if found and found[2] in RESOURCE_TYPES:
            base, kind, rid, version, fragment = found.groups()
            out = f"{BASE if base else ''}{kind}/{self.keys.id(rid)}"
            if version:
                out += f"/_history/{self.keys.id(version)}"
            return f"{out}#{self.keys.id(fragment)}" if fragment else out
        found = _URN.fullmatch(value)
        if found:
            return "urn:uuid:" + self.keys.uuid(found[1])
        found = _CONDITIONAL.fullmatch(value)
        if found and found[2] in RESOURCE_TYPES:
            return f"{BASE if found[1] else ''}{found[2]}?{self.query(found[3])}"
        if value in RESOURCE_TYPES:  # request.url of a create
            return value
        return "urn:uuid:" + self.keys.uuid(value)

    def _any_uri(self, value: str) -> str:
        """A uri, url or oid: a publisher's stays."""
        if self._known_host(value):
            return value
        found = _URN.fullmatch(value)
        return "urn:uuid:" + self.keys.uuid(found[1]) if found else self.keys.uri(value)

    def _canonical(self, value: str) -> str:
        """A canonical, with its |version and #fragment. Its base becomes what the definition's own url becomes."""
        if value.startswith("#"):
            return self.reference(value)
        base, _, fragment = value.partition("#")
        base, _, version = base.partition("|")
        relative = _LITERAL.fullmatch(base)
        out = self.reference(base) if relative and not relative[1] else self.uri(base)
        if version:
            out += "|" + (version if _VERSION.fullmatch(version) else self.keys.id(version))
        return f"{out}#{self.keys.id(fragment)}" if fragment else out

    def _system(self, value: str) -> str:
        """Identifier.system, or a Coding's that is no known terminology: it names who gave the number."""
        return value if value == URIS_SYSTEM or self._known_host(value) else self.keys.system(value)

    def identifier(self, system: str | None, value: str) -> str:
        """Identifier.value. A number that is a URI stays one, and equal to references by that URI."""
        if system == URIS_SYSTEM and _URN.fullmatch(value):
            return self.reference(value)
        return self.keys.identifier(system, value)

    def _query(self, query: str) -> str:
        """Search parameters (ifNoneExist, a conditional reference), with or without a leading "?"."""
        head = "?" if query.startswith("?") else ""
        pairs = []
        for pair in query.removeprefix("?").split("&"):
            name, _, values = pair.partition("=")
            name = unquote(name)
            parts = [self._search_value(name, v) for v in _COMMA.split(unquote(values))]
            pairs.append((name if name in _PARAMETERS else self.keys.id(name)) + "=" + ",".join(parts))
        return head + "&".join(pairs)

    def _search_value(self, name: str, value: str) -> str:
        if name == "identifier":
            pieces = [p.replace("\\,", ",").replace("\\|", "|") for p in _PIPE.split(value, maxsplit=1)]
            if len(pieces) == 1:
                return self.identifier(None, pieces[0]) if pieces[0] else ""
            system, number = pieces
            kept = self.system(system) if system else ""
            return f"{kept}|{self.identifier(system or None, number) if number else ''}"
        if name == "_id":
            return self.keys.id(value)
        if name == "url":
            return self.canonical(value)
        found = _LITERAL.fullmatch(value)
        return self.reference(value) if found and found[2] in RESOURCE_TYPES else self.keys.id(value)


def values_at(data: Any, path: tuple[str, ...]) -> Iterator[Any]:
    """Every value at a path of keys; arrays on the way, and at its end, are walked."""
    at = data
    for i, key in enumerate(path):
        if type(at) is not dict:
            return _walked(at, path[i:])
        if key not in at:
            return iter(())
        at = at[key]
    return _walked(at, ()) if isinstance(at, list) else iter((at,))


def _walked(data: Any, path: tuple[str, ...]) -> Iterator[Any]:
    if isinstance(data, list):
        for item in data:
            yield from _walked(item, path)
    elif not path:
        yield data
    elif isinstance(data, Mapping) and path[0] in data:
        yield from _walked(data[path[0]], path[1:])


def target(value: str, aliases: Mapping[str, str]) -> tuple[str, str] | None:
    """The (type, id) that a reference names, through the Bundle's fullUrls; None when that cannot be told.

    Of a conditional reference by identifier the id is the identifier's value.
    """
    alias = aliases.get(value)
    if alias is not None:
        kind, _, rid = alias.partition("/")
        return kind, rid or _bare(value)
    return _target(value)


@lru_cache(maxsize=_CACHE)
def _target(value: str) -> tuple[str, str] | None:
    found = _LITERAL.fullmatch(value)
    if found and found[2] in RESOURCE_TYPES:
        return found[2], found[3]
    found = _CONDITIONAL.fullmatch(value)
    if found and found[2] in RESOURCE_TYPES:
        for pair in found[3].split("&"):
            name, _, number = pair.partition("=")
            if name == "identifier":
                return found[2], unquote(number).rpartition("|")[2]
            if name == "_id":
                return found[2], unquote(number)
        return found[2], ""
    return None


def _bare(url: str) -> str:
    found = _URN.fullmatch(url)
    return found[1] if found else url.rstrip("/").rpartition("/")[2]


def own_id(schema: CompiledSchema | None, record: RecordIn) -> str | None:
    """The record's own id as written, or None."""
    path = (schema.id_path if schema is not None else None) or ("id",)
    return next((text for v in values_at(record.data, path) if (text := scalar(v))), None)


def patient_of(schema: CompiledSchema, record: RecordIn) -> str | None:
    """The patient whose record it is, as the source writes the id; None when it names none, or several."""
    for path in schema.subject:
        found = set(_patients(schema, record, path))
        if found:
            return found.pop() if len(found) == 1 else None
    if schema.resource_type == "Patient" and record.full_url:
        named = target(record.full_url, record.aliases)
        return named[1] if named and named[1] else _bare(record.full_url)
    return None


def _patients(schema: CompiledSchema, record: RecordIn, path: tuple[str, ...]) -> Iterator[str]:
    for value in values_at(record.data, path):
        text = scalar(value)
        if not text:
            continue
        if schema.fhir is None or (schema.resource_type == "Patient" and path == ("id",)):
            yield text
            continue
        named = target(text, record.aliases)
        if named and named[0] == "Patient" and named[1]:
            yield named[1]


def patients_named(record: RecordIn) -> set[str]:
    """Every patient that the record names anywhere, as the source writes them: by reference or by identifier."""
    found: set[str] = set()
    waiting: list[Any] = [record.data]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting.extend(node)
            continue
        if not isinstance(node, dict):
            continue
        waiting.extend(node.values())
        reference = node.get("reference")
        named = target(reference, record.aliases) if isinstance(reference, str) else None
        if named is not None and named[0] == "Patient":
            found.add(named[1])
        if node.get("resourceType") == "Patient":
            found.add(scalar(node.get("id")) or "")
        found.update(text for value in values_at(node, ("identifier", "value")) if (text := scalar(value)))
    return found - {""}


def subject_of(
    schema: CompiledSchema, record: RecordIn, keys: RecordKeys, canonical: Callable[[str], str]
) -> str | None:
    """The pseudonymous key of whose record it is, or None: then it is a scope of its own.

    canonical: the crosswalk from a source's patient id to the one that all its records share.
    """
    patient = patient_of(schema, record)
    return keys.subject(canonical(patient)) if patient else None
