"""Makes pseudonyms: keyed tokens in place of ids, identifiers, codes and URIs, and tells which ids stay."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

from redactor.dates import parse_day
from redactor.keys import Keyring
from schemas.engine.compiled_schema import CONTAINED, Leaf

_CACHE = 32_768  # entries for each method; ids and systems recur within and across records
_SEPARATORS = re.compile(r"[\W_]+")
IDENTIFIER = "identifier:"
"""Begins the scope of an identifier of a patient."""
_NAMELESS = frozenset({"", "id", "ids", "key", "uuid", "guid", "identifier", "number", "no"})


class RecordPseudonyms:
    """Makes the pseudonyms of everything that identifies a record, for one recipient and one source; most are cached.

    A FHIR id is local to its source: Patient/1 of two hospitals are two people. Identifiers with a system, systems,
    codes and URIs are global. The id of a contained resource is local to its owner, the resource that holds it.

    An id has a class: the resource type, or the class that a schema declares (`idClass`). Equal ids of two classes have
    different tokens, so that the tokens of public ids reveal no others. Keys of format 1 ignore classes
    (docs/adr/0008).

    `id` takes a class and a value and returns 32 characters of [a-z2-7]. `fragment` and `version` take an owner,
    "Type/id" or a canonical URL, and a value. `uuid` takes a kind, "uuid" or "oid" for URNs and "reference" for a
    reference of no known form, and a value. `uri` and `system` return a URN in redactor's namespace. `identifier` takes
    a system or None, a value and a class, which counts where there is no system. `code` takes a system and a code.
    `subject` returns the token of a patient, whose id is as the source writes it, after the crosswalk.
    `identifier_scope` takes a system ("" if missing) and a value, and returns the scope under which the holders of that
    identifier are stored.

    `nobody` holds ids of tables that stand for no patient, in any case; None means `schemas.engine.subjects.NOBODY`.
    """

    def __init__(
        self, keyring: Keyring, recipient: str, source: str = "default", nobody: Iterable[str] | None = None
    ) -> None:
        self.nobody = None if nobody is None else frozenset(written.strip().casefold() for written in nobody)
        self.has_classes = keyring.pseudonym_format > 1
        self._ids = keyring.pseudonym("id", recipient)
        self._values = keyring.pseudonym("identifier", recipient)
        self._uris = keyring.pseudonym("uri", recipient)
        self._records = keyring.pseudonym("record", recipient)
        self._subjects = keyring.pseudonym("subject", recipient)
        self._source = source
        cached = lru_cache(maxsize=_CACHE)
        self.id: Callable[[str, str], str] = cached(self._id)
        self.fragment: Callable[[str, str], str] = cached(self._fragment)
        self.version: Callable[[str, str], str] = cached(self._version)
        self.uuid: Callable[[str, str], str] = cached(self._uuid)
        self.uri: Callable[[str], str] = cached(lambda value: "urn:redactor:uri:" + self._uris.token("uri", value))
        self.system: Callable[[str], str] = cached(
            lambda value: "urn:redactor:system:" + self._uris.token("system", value)
        )
        self.identifier: Callable[[str | None, str, str], str] = cached(self._identifier)
        self.subject: Callable[[str], str] = cached(lambda patient: self._subjects.token(self._source, patient))
        self.identifier_scope: Callable[[str, str], str] = cached(
            lambda system, value: IDENTIFIER + self._subjects.token("identifier", self._source, system, value)
        )
        self.code: Callable[[str, str], str] = cached(lambda system, code: self._values.token("code", system, code))

    def _id(self, id_class: str, value: str) -> str:
        if self.has_classes:
            return self._ids.token(self._source, normal_class(id_class), value)
        return self._ids.token(self._source, value)

    def _fragment(self, owner: str, value: str) -> str:
        if self.has_classes:
            return self._ids.token(self._source, "fragment", owner, value)
        return self._ids.token(self._source, value)

    def _version(self, owner: str, value: str) -> str:
        # With its resource: "1" of all of them would be one token, and its frequency would tell which.
        if self.has_classes:
            return self._ids.token(self._source, "version", owner, value)
        return self._ids.token(self._source, value)

    def _uuid(self, kind: str, value: str) -> str:
        return self._uris.uuid(kind.lower() if self.has_classes else "uuid", value.lower())

    def _identifier(self, system: str | None, value: str, id_class: str) -> str:
        if system:
            return self._values.token("system", system, value)
        if self.has_classes:
            return self._values.token("source", self._source, normal_class(id_class), value)
        return self._values.token("source", self._source, value)

    def record_id(self, resource_type: str, name: str, digest: str) -> str:
        """Return the id of one version of a record, from the record's id or position and the digest of its canonical
        JSON.
        """
        return self._records.token("version", self._source, resource_type, name, digest)

    def resource_key(self, resource_type: str, name: str) -> str:
        """Return a key that all versions of a record share."""
        return self._records.token("resource", self._source, resource_type, name)


def class_of_path(path: str) -> str:
    """Return the class of an id whose field declares none: its path below the record's name, "note_id" of
    "visits.note_id".

    Fields of equal names in two tables thus join. A name that only says that it is an id counts with the record's name.
    """
    below = path.partition(".")[2]
    return path if normal_class(below) in _NAMELESS else below


@lru_cache(maxsize=4096)
def normal_class(id_class: str) -> str:
    """Return the class without case and separators: "VisitDetail", "visit_detail" and "visit.detail" are one."""
    return _SEPARATORS.sub("", id_class).lower()


_VERSION = ".versionId"  # of Meta
_LINK_ID = "linkId"  # the class of the ids of a questionnaire's items, in schemas/fhir_build/element_paths.py
# Words that number the items of a questionnaire. Others may be names.
_WORD = r"(?:q|s|g|p|grp|sec|item|page|part|group|section|question)"
_STEP = rf"(?:{_WORD}[-_.]?)?[0-9]{{1,3}}[a-z]?"
_PATH = re.compile(rf"/?{_STEP}(?:[./_-]{_STEP}){{0,5}}", re.IGNORECASE)
_MOST_DIGITS = 6  # numbers of people are longer


def hashed_id(keys: RecordPseudonyms, leaf: Leaf, text: str, owner: str, *, is_flat: bool) -> str:
    """Return the pseudonym of an id.

    `owner` is "Type/id" of the resource that holds it, and `is_flat` tells that the record is a table's row.
    """
    if leaf.id_class == CONTAINED:
        return keys.fragment(owner, text)
    if not is_flat and leaf.path.endswith(_VERSION):
        return keys.version(owner, text)
    if leaf.id_class == _LINK_ID and is_item_path(text):
        return text
    return keys.id(leaf.id_class or _class_of(leaf.path), text)


_class_of = lru_cache(maxsize=4096)(class_of_path)


@lru_cache(maxsize=4096)
def is_item_path(link_id: str) -> bool:
    """Tell whether a linkId is the place of an item in its questionnaire ("1.2", "q3a"), the same for all who
    answer.
    """
    if len(link_id) > 40 or _PATH.fullmatch(link_id) is None:
        return False
    return sum(c.isdigit() for c in link_id) <= _MOST_DIGITS and parse_day(link_id.strip("/")) is None
