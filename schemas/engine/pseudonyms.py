"""Pseudonyms: keyed tokens in place of ids, identifiers, codes and URIs."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from redactor.keys import Keyring

_CACHE = 32_768  # entries for each method; ids and systems recur within and across records


class RecordPseudonyms:
    """Pseudonyms of everything that identifies a record, for one recipient and one source. All results are cached.

    A FHIR id is local to its source: Patient/1 of two hospitals are two people. Identifiers with a system, systems,
    codes and URIs are global.

    id: a FHIR id, a link or any plain value; 32 characters of [a-z2-7]. uuid: the UUID of a urn:uuid or urn:oid.
    uri, system: a URN in redactor's namespace. identifier: a (system or None, value) pair. code: a (system, code) pair.
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
        """The token of a patient. patient_id: as the source writes it, after the crosswalk."""
        return self._subject.token(self._source, patient_id)

    def record_id(self, resource_type: str, name: str, digest: str) -> str:
        """The id of one version of a record. name: the record's id or position. digest: of its canonical JSON."""
        return self._record.token("version", self._source, resource_type, name, digest)

    def resource_key(self, resource_type: str, name: str) -> str:
        """A key that all versions of a record share."""
        return self._record.token("resource", self._source, resource_type, name)
