"""The message key of a raw record: of its subject, so that a patient's records stay in order, or else of its resource.

A record that names its patient by an identifier has the key of the identifier, whoever has it: producers need not know,
and the exporter finds by it what waits for the Patient. Every producer of phi.raw.v1 uses these keys. A deletion has
the key of what it deletes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from redactor.assemble.records import record_keys
from redactor.keys import Keyring
from redactor.run.contracts import RawRecord
from redactor.run.intake.crosswalk import Canonical, read_crosswalk
from redactor.settings import Settings
from schemas.documents.registry import Registry
from schemas.engine import json_codec
from schemas.engine.pseudonyms import RecordPseudonyms
from schemas.engine.records import RecordError, RecordIn
from schemas.engine.subjects import own_id, patient_numbers, subject_of
from streams.deletions import deleted_resource
from streams.message_keys import MessageKeys

_CACHE = 4_096  # subjects


class RecordKeys:
    """canonical: the crosswalk."""

    def __init__(
        self, keys: MessageKeys, registry: Registry, pseudonyms: RecordPseudonyms, canonical: Callable[[str], str]
    ) -> None:
        self._keys, self._registry, self._pseudonyms, self._canonical = keys, registry, pseudonyms, canonical
        self._of_subject = lru_cache(maxsize=_CACHE)(lambda subject: keys.of_record(subject, ""))

    def of(self, raw: RawRecord, record: RecordIn | None = None) -> bytes:
        """The key. A record that cannot be read has that of its position. No content of a record makes it raise.

        record: the same record, where it is parsed already.
        """
        if raw.error is not None:
            return self._unread(raw)
        try:
            if raw.part == "bundle":
                return self._bundle(raw)
            if raw.part == "entry" and not raw.data:
                return self._bare_entry(raw)
            return self._record(record or raw.as_record(json_codec.parse(raw.data)))
        except (RecordError, RecursionError):
            return self._unread(raw)

    def _record(self, record: RecordIn) -> bytes:
        data = record.data
        schema, subject = None, None
        try:
            schema = self._registry.select(data, record.schema_name, table=record.table)
            subject = subject_of(schema, record, self._pseudonyms, self._canonical)
            if subject is None and (numbers := patient_numbers(schema, record)):
                subject = self._pseudonyms.identifier_scope(*numbers[0])
        except RecordError:
            pass  # quarantined by the worker, which says why
        kind: object = data.get("resourceType", data.get("dataType"))
        if schema is not None:
            kind = schema.resource_type or schema.data_type or schema.name
        if subject is not None:
            return self._of_subject(subject)
        name = own_id(schema, record) or record.full_url or record.position
        return self._of_resource(kind if isinstance(kind, str) else "", name)

    def _bundle(self, raw: RawRecord) -> bytes:
        given = json_codec.parse(raw.data).get("id")
        name = given if isinstance(given, str) else raw.digest or raw.position
        return self._of_resource("Bundle", name)

    def _bare_entry(self, raw: RawRecord) -> bytes:
        deleted = deleted_resource(raw, raw.aliases)
        if deleted is not None:
            kind, name = deleted
            if kind == "Patient":
                return self._of_subject(self._pseudonyms.subject(self._canonical(name)))
            return self._of_resource(kind, name)
        return self._unread(raw)

    def _unread(self, raw: RawRecord) -> bytes:
        return unread_key(self._keys, self._pseudonyms, raw)

    def _of_resource(self, kind: str, name: str) -> bytes:
        return self._keys.of_record(None, self._pseudonyms.resource_key(kind, name))


def unread_key(keys: MessageKeys, pseudonyms: RecordPseudonyms, raw: RawRecord) -> bytes:
    """The key of a record that cannot be read: of its position."""
    return keys.of_record(None, pseudonyms.resource_key("", raw.position))


def build_record_keys(settings: Settings, keyring: Keyring, registry: Registry) -> RecordKeys:
    """The keys of records for the recipient and source of the settings."""
    return RecordKeys(
        MessageKeys(keyring),
        registry,
        record_keys(settings, keyring),
        Canonical(read_crosswalk(settings.crosswalk)),
    )
