"""De-identifies references and URIs so that links that resolved before still resolve.

FHIR R4: https://hl7.org/fhir/R4/references.html (relative, absolute, logical, contained), /http.html#cond-update
(conditional), /datatypes.html#canonical. An id is hashed within the resource type that the reference names. A reference
of no known form becomes an opaque `urn:uuid:`. A fragment is hashed with the resource or the URL in front of it: "1" of
every record would otherwise be one token.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote, unquote

from schemas.engine.fhir_types import RESOURCE_TYPES
from schemas.engine.pseudonyms import RecordPseudonyms
from schemas.engine.token_check import Unread, Verdict
from schemas.engine.urls import is_version

BASE = "https://deid.invalid/fhir/"
URIS_SYSTEM = "urn:ietf:rfc:3986"
_CACHE = 32_768  # entries for each method

_ID = r"[A-Za-z0-9\-.]{1,64}"
_LITERAL = re.compile(rf"(https?://[^\s?#]*/)?([A-Z][A-Za-z]{{2,63}})/({_ID})(?:/_history/({_ID}))?(?:#(\S+))?")
_CONDITIONAL = re.compile(r"(https?://[^\s?#]*/)?([A-Z][A-Za-z]{2,63})\?(.+)", re.DOTALL)
_BARE_ID = re.compile(_ID)
_URN = re.compile(r"urn:(uuid|oid):(\S+)", re.IGNORECASE)
_COMMA = re.compile(r"(?<!\\),")
_PIPE = re.compile(r"(?<!\\)\|")
# Names of search parameters that conditional references and requests use, and whose values a token can stand for. Any
# other name may hold free text; dates and booleans have no room for a token.
_PARAMETER_NAMES = """
identifier _id name family given telecom email phone gender address subject patient encounter code status type category
organization practitioner location url version
"""
_PARAMETERS = frozenset(_PARAMETER_NAMES.split())
# What a search returns, not what it finds.
_RESULT_PARAMETER = re.compile(
    "_count=[0-9]{1,4}|_summary=(true|false|text|data|count)|_total=(none|estimate|accurate)|_format=(json|xml)"
    "|_sort=-?(date|_id|_lastUpdated|name|status|code)"
)
# Parameters that take a bare id, with the type that it refers to.
_TYPE_OF_PARAMETER = {
    "patient": "Patient",
    "encounter": "Encounter",
    "organization": "Organization",
    "practitioner": "Practitioner",
    "location": "Location",
}


class UnreadUrl(NamedTuple):
    """A url that stays if the detectors find nothing in its words."""

    words: Unread
    kept: str


class References:
    """De-identifies references and URIs.

    `keys` makes the pseudonyms of ids and URIs. `check_url` decides whether a URI belongs to a publisher of
    specifications and may stay as it is. A URI whose words must be read first is rewritten too, and `unread_uri` or
    `unread_canonical` gives its replacement for the case that nothing is found in them.
    """

    def __init__(self, keys: RecordPseudonyms, check_url: Callable[[str], Verdict]) -> None:
        self.keys = keys
        self._check_url = check_url
        cached = lru_cache(maxsize=_CACHE)
        self.reference: Callable[[str], str] = cached(self._reference)
        self.uri: Callable[[str], str] = cached(self._any_uri)
        self.canonical: Callable[[str], str] = cached(self._canonical)
        self.system: Callable[[str], str] = cached(self._system)
        self.query: Callable[[str, str], str] = cached(self._query)

    def _reference(self, value: str) -> str:
        """Rewrite Reference.reference, Bundle fullUrl, Attachment.url, and request.url of a single resource."""
        found = _LITERAL.fullmatch(value)
        if found and found[2] in RESOURCE_TYPES:
            base, resource_type, rid, version, fragment = found.groups()
            out = f"{BASE if base else ''}{resource_type}/{self.keys.id(resource_type, rid)}"
            if version:
                out += f"/_history/{self.keys.version(f'{resource_type}/{rid}', version)}"
            return f"{out}#{self.keys.fragment(f'{resource_type}/{rid}', fragment)}" if fragment else out
        found = _URN.fullmatch(value)
        if found:
            return "urn:uuid:" + self.keys.uuid(found[1], found[2])
        found = _CONDITIONAL.fullmatch(value)
        if found and found[2] in RESOURCE_TYPES:
            return f"{BASE if found[1] else ''}{found[2]}?{self.query(found[3], found[2])}"
        if value in RESOURCE_TYPES:  # request.url of a create
            return value
        return "urn:uuid:" + self.keys.uuid("reference", value)

    def contained(self, value: str, owner: str) -> str:
        """Rewrite a reference or canonical "#id" to a contained resource; `owner` is "Type/id" of the resource that
        contains it.
        """
        return "#" + self.keys.fragment(owner, value[1:]) if len(value) > 1 else value

    def bare_id(self, value: str, resource_type: str | None) -> str:
        """Rewrite Reference.reference without a type, such as "123", where the type is known otherwise:
        "Patient/<token>".

        Any other form, and any value under keys of format 1, is rewritten as `reference` does.
        """
        if resource_type and self.keys.has_classes and _BARE_ID.fullmatch(value) and value not in RESOURCE_TYPES:
            return f"{resource_type}/{self.keys.id(resource_type, value)}"
        return self.reference(value)

    def _any_uri(self, value: str) -> str:
        """Rewrite a uri, url or oid; a publisher's stays as it is."""
        if self._check_url(value):
            return value
        found = _URN.fullmatch(value)
        return "urn:uuid:" + self.keys.uuid(found[1], found[2]) if found else self.keys.uri(value)

    def _canonical(self, value: str) -> str:
        """Rewrite a canonical, with its |version and #fragment; its base is rewritten as the definition's url is."""
        base, version, fragment = _split_canonical(value)
        relative = _LITERAL.fullmatch(base)
        out = self.reference(base) if relative and not relative[1] else self.uri(base)
        owner = f"{relative[2]}/{relative[3]}" if relative else base
        if version:
            out += "|" + (version if is_version(version) else self.keys.version(owner, version))
        return f"{out}#{self.keys.fragment(owner, fragment)}" if fragment else out

    def unread_uri(self, value: str) -> UnreadUrl | None:
        """Return the uri or system that stays if the detectors find nothing in its words, or None."""
        verdict = self._check_url(value)
        return UnreadUrl(verdict, value) if isinstance(verdict, Unread) else None

    def unread_canonical(self, value: str) -> UnreadUrl | None:
        """Return the canonical whose base stays if the detectors find nothing in its words, or None."""
        base = _split_canonical(value)[0]
        verdict = self._check_url(base)
        if not isinstance(verdict, Unread):
            return None
        return UnreadUrl(verdict, base + self.canonical(value).removeprefix(self.uri(base)))

    def _system(self, value: str) -> str:
        """Rewrite Identifier.system, or the unknown system of a Coding, which names who assigned the number."""
        return value if value == URIS_SYSTEM or self._check_url(value) else self.keys.system(value)

    def identifier(self, system: str | None, value: str, resource_type: str) -> str:
        """Rewrite Identifier.value; a value that is a URI stays a URI, equal to references by that URI.

        `resource_type` is that of the resource that it identifies, "" if unknown. It separates identifiers that have no
        system.
        """
        if system == URIS_SYSTEM and _URN.fullmatch(value):
            return self.reference(value)
        return self.keys.identifier(system, value, "" if system else resource_type)

    def _query(self, query: str, resource_type: str) -> str:
        """Rewrite the search parameters of a conditional reference or request, with or without a leading "?".

        A criterion whose value a server could not read, or whose name it might ignore, becomes an `_id` that no
        resource has: without it a conditional DELETE would find other resources, and an error fails the transaction.
        `resource_type` is the type searched for, "" if unknown.
        """
        head = "?" if query.startswith("?") else ""
        pairs = []
        for pair in query.removeprefix("?").split("&"):
            name, _, values = pair.partition("=")
            name = unquote(name)
            if _RESULT_PARAMETER.fullmatch(pair):
                pairs.append(pair)
                continue
            if name not in _PARAMETERS:
                pairs.append("_id=" + self.keys.id("search", f"{name}={unquote(values)}"))
                continue
            parts = [self._search_value(name, v, resource_type) for v in _COMMA.split(unquote(values))]
            pairs.append(f"{name}={','.join(parts)}")
        return head + "&".join(pairs)

    def _search_value(self, name: str, value: str, resource_type: str) -> str:
        if name == "identifier":
            pieces = [_unescaped(p) for p in _PIPE.split(value, maxsplit=1)]
            if len(pieces) == 1:
                return self.identifier(None, pieces[0], resource_type) if pieces[0] else ""
            system, number = pieces
            kept = self.system(system) if system else ""
            return f"{kept}|{self.identifier(system or None, number, resource_type) if number else ''}"
        if name == "_id":
            return self.keys.id(resource_type or "search _id", value)
        if name == "url":
            return self.canonical(value)
        found = _LITERAL.fullmatch(value)
        if found and found[2] in RESOURCE_TYPES:
            return self.reference(value)
        return self.keys.id(_TYPE_OF_PARAMETER.get(name, f"search {name}"), value)


def _split_canonical(value: str) -> tuple[str, str, str]:
    """Return the url, version and fragment of a canonical."""
    base, _, fragment = value.partition("#")
    base, _, version = base.partition("|")
    return base, version, fragment


def reference_target(value: str, aliases: Mapping[str, str]) -> tuple[str, str] | None:
    """Return the (resource type, id) that a reference names, or None when it does not say.

    `aliases` maps the fullUrl of the Bundle's entries to "Type/id". A conditional reference by identifier gives the
    identifier's value as the id.
    """
    alias = aliases.get(value)
    if alias is not None:
        resource_type, _, rid = alias.partition("/")
        return resource_type, rid or id_in_url(value)
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


@lru_cache(maxsize=_CACHE)
def searched_identifiers(value: str) -> tuple[tuple[str, str], ...]:
    """Return (system, value) of the identifiers by which a conditional reference finds a Patient, with "" for a missing
    system.

    A search for one identifier or another names nobody.
    """
    found = _CONDITIONAL.fullmatch(value)
    if found is None or found[2] != "Patient":
        return ()
    pairs = []
    for name, _, sought in (pair.partition("=") for pair in found[3].split("&")):
        pieces = [_unescaped(p).strip() for p in _PIPE.split(unquote(sought), maxsplit=1)]
        if unquote(name) == "identifier" and pieces[-1] and not _COMMA.search(unquote(sought)):
            pairs.append((pieces[0] if len(pieces) > 1 else "", pieces[-1]))
    return tuple(pairs)


def search_by(system: str, value: str) -> str | None:
    """Return the conditional reference of which `searched_identifiers` gives this identifier, or None if none does."""
    if not value.strip() or "\\" in system + value:
        return None
    pieces = (piece.replace("|", "\\|").replace(",", "\\,") for piece in (system, value))
    return "Patient?identifier=" + quote("|".join(pieces))


def _unescaped(piece: str) -> str:
    return piece.replace("\\,", ",").replace("\\|", "|")


def id_in_url(url: str) -> str:
    """Return the id that a fullUrl ends in: the text behind the namespace of a URN, else the last path segment."""
    found = _URN.fullmatch(url)
    return found[2] if found else url.rstrip("/").rpartition("/")[2]
