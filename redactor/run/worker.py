"""What runs inside a worker: parses the runner's bytes for the record engine, and encodes its results."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from redactor.dates import latest_date
from redactor.entities import Entity, Role
from redactor.run.contracts import HarvestBatch, Processed, RawRecord
from redactor.text import KnownValue
from schemas.documents.registry import Registry
from schemas.engine import json_codec
from schemas.engine.apply import Applier, deletion_entry
from schemas.engine.compiled_schema import CompiledSchema, Leaf, Rule
from schemas.engine.pseudonyms import RecordPseudonyms
from schemas.engine.records import Outcome, Reason, RecordError, RecordIn, RecordOut
from schemas.engine.references import References, type_in_url
from schemas.engine.subjects import subject_of
from schemas.harvest.known_values import harvest, harvest_flat

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"})
_MODES = frozenset({"match", "include", "outcome"})
_BUNDLES = frozenset(
    {"document", "message", "transaction", "transaction-response", "batch", "batch-response", "history", "searchset"}
    | {"collection"}
)
_IDENTIFYING = frozenset({Rule.MASK, Rule.HASH})


class _Harvest:
    """The known values of a batch so far; each value of a scope once."""

    def __init__(self) -> None:
        self.values: dict[str, dict[KnownValue, None]] = {}
        self.links: dict[tuple[str, str], None] = {}
        self.newest: dt.date | None = None
        self.failed = 0

    def add(self, scope: str, values: Iterable[KnownValue]) -> None:
        self.values.setdefault(scope, {}).update(dict.fromkeys(values))

    def batch(self) -> HarvestBatch:
        return HarvestBatch([(s, list(v)) for s, v in self.values.items()], list(self.links), self.newest, self.failed)


class RecordHarvester:
    """First pass: the identifiers in structured records, by subject."""

    def __init__(
        self, registry: Registry, keys: RecordPseudonyms, site_scope: str, canonical: Callable[[str], str]
    ) -> None:
        self._registry = registry
        self._keys = keys
        self._site = site_scope
        self._canonical = canonical

    def harvest(self, raws: Sequence[RawRecord]) -> HarvestBatch:
        """Values and links of the batch. A record that cannot be read is counted; the second pass quarantines it."""
        harvested = _Harvest()
        for raw in raws:
            if raw.error is not None or not raw.data or raw.part == "bundle":
                continue
            try:
                data = json_codec.parse(raw.data)
                self._one(record_in(data, raw), harvested)
            except RecordError:
                harvested.failed += 1
                continue
            day = latest_date(raw.data)
            if day is not None and (harvested.newest is None or day > harvested.newest):
                harvested.newest = day
        return harvested.batch()

    def harvest_records(self, records: Iterable[RecordIn]) -> HarvestBatch:
        """The same for parsed records, without the newest date."""
        harvested = _Harvest()
        for record in records:
            try:
                self._one(record, harvested)
            except RecordError:
                harvested.failed += 1
        return harvested.batch()

    def _one(self, record: RecordIn, harvested: _Harvest) -> None:
        schema = self._registry.select(record.data, record.schema_name)
        subject = subject_of(schema, record, self._keys, self._canonical)
        if schema.fhir is None:
            if subject is not None:
                harvested.add(subject, harvest_flat(_identifying_fields(record.data, schema)))
            return
        found = harvest(record.data)
        if subject is not None:
            harvested.add(subject, found.subject_values)
        harvested.add(self._site, found.site_values)
        for link in found.links:
            a, b = (self._scope(end, record.aliases) for end in (link.source, link.target))
            if a is not None and b is not None and a != b:
                harvested.links[a, b] = None

    def _scope(self, reference: str, aliases: Mapping[str, str]) -> str | None:
        """The scope of a linked person; only patients have one."""
        kind, _, name = aliases.get(reference, reference).rpartition("/")
        return self._keys.subject(self._canonical(name)) if kind.endswith("Patient") and name else None


def record_in(data: dict[str, Any], raw: RawRecord) -> RecordIn:
    """The parsed record. The run's schema applies to records that do not name one."""
    named = "resourceType" in data or "dataType" in data
    return RecordIn(data, raw.position, None if named else raw.schema_name, raw.aliases, raw.full_url)


def _identifying_fields(
    data: Mapping[str, Any], schema: CompiledSchema
) -> Iterator[tuple[Entity | None, Role | None, object]]:
    """Fields of a flat record that identify somebody by its schema: those under mask or hash."""
    for key, node in schema.root.children.items():
        if isinstance(node, Leaf) and node.rule in _IDENTIFYING and key in data:
            yield node.entity or Entity.ID, node.role, data[key]


class RecordProcessor:
    """Second pass: raw records in, encoded de-identified records out."""

    def __init__(self, applier: Applier, keys: RecordPseudonyms) -> None:
        self._applier = applier
        self._keys = keys

    def process(self, raws: Sequence[RawRecord]) -> list[Processed]:
        """One result per record, in order. A record's result does not depend on the others."""
        done: dict[int, Processed] = {}
        records: list[RecordIn] = []
        places: list[int] = []
        for i, raw in enumerate(raws):
            try:
                if raw.part == "bundle":
                    done[i] = self._head(raw)
                    continue
                if raw.part == "entry" and not raw.data:
                    done[i] = self._bare_entry(raw)
                    continue
                data = json_codec.parse(raw.data)
            except RecordError as e:
                done[i] = self._failed(raw, e.reason, e.where)
                continue
            records.append(record_in(data, raw))
            places.append(i)
        for i, out in zip(places, self._applier.apply(records), strict=True):
            done[i] = self._finished(raws[i], out)
        return [done[i] for i in range(len(raws))]

    def _finished(self, raw: RawRecord, out: RecordOut) -> Processed:
        payload = entry = None
        if out.data is not None and out.outcome in (Outcome.RELEASED, Outcome.DELETED):
            deleted = out.outcome is Outcome.DELETED
            payload = (
                _notice(deletion_entry(out.resource_type, out.data["id"])) if deleted else json_codec.encode(out.data)
            )
        if raw.entry is not None and out.outcome is Outcome.RELEASED:
            try:
                entry = self._entry(raw)
            except RecordError as e:
                return self._failed(raw, e.reason, e.where)
        return Processed(
            outcome=out.outcome,
            record_id=out.record_id,
            resource_key=out.resource_key,
            payload=payload,
            entry=entry,
            reason=out.reason,
            where=out.where,
            resource_type=out.resource_type,
            schema=out.schema,
            schema_version=out.schema_version,
            schema_digest=out.schema_digest,
            rules=dict(out.rules),
            entities=dict(out.entities),
            omitted=dict(out.omitted),
        )

    def _entry(self, raw: RawRecord) -> bytes:
        """The Bundle entry around a resource: fullUrl, request and so on, rewritten as references are."""
        return json_codec.encode(rewrite_entry(json_codec.parse(raw.entry or b"{}"), self._applier.references))

    def _head(self, raw: RawRecord) -> Processed:
        """The Bundle without its entries: type, id and identifier; times, totals, links and signatures are dropped."""
        data = json_codec.parse(raw.data)
        if self._applier.is_restricted(data):
            return self._result(raw, Outcome.WITHHELD, reason=Reason.RESTRICTED, resource_type="Bundle")
        if data.get("type") not in _BUNDLES:
            raise RecordError(Reason.WRONG_TYPE, "Bundle.type")
        head: dict[str, Any] = {"resourceType": "Bundle", "type": data["type"]}
        if isinstance(data.get("id"), str):
            head["id"] = self._keys.id("Bundle", data["id"])
        identifier = data.get("identifier")
        if isinstance(identifier, Mapping) and isinstance(identifier.get("value"), str):
            system = identifier.get("system")
            system = system if isinstance(system, str) else None
            head["identifier"] = {"value": self._applier.references.identifier(system, identifier["value"], "Bundle")}
            if system:
                head["identifier"]["system"] = self._applier.references.system(system)
        return self._result(raw, Outcome.RELEASED, payload=json_codec.encode(head), resource_type="Bundle")

    def _bare_entry(self, raw: RawRecord) -> Processed:
        """An entry without a resource: a deletion, a read, or a response."""
        entry = json_codec.parse(raw.entry or b"{}")
        request = entry.get("request")
        if isinstance(request, dict) and request.get("method") == "DELETE":
            url = request.get("url")
            if not isinstance(url, str):
                raise RecordError(Reason.WRONG_TYPE, "Bundle.entry.request.url")
            notice = {"request": {"method": "DELETE", "url": self._applier.references.reference(url)}}
            return self._result(raw, Outcome.DELETED, payload=_notice(notice))
        return self._result(
            raw, Outcome.RELEASED, entry=json_codec.encode(rewrite_entry(entry, self._applier.references))
        )

    def _failed(self, raw: RawRecord, reason: Reason, where: str = "") -> Processed:
        return self._result(raw, Outcome.QUARANTINED, reason=reason, where=where)

    def _result(self, raw: RawRecord, outcome: Outcome, **more: Any) -> Processed:
        content = (raw.data + (raw.entry or b"")).decode("latin-1")
        return Processed(
            outcome=outcome,
            record_id=self._keys.record_id("", raw.position, content),
            resource_key=self._keys.resource_key("", raw.position),
            **more,
        )


def _notice(entry: Mapping[str, Any]) -> bytes:
    """A deletion as the `deleted` files of Bulk Data state it: a transaction Bundle of one entry, on one line."""
    return json_codec.encode({"resourceType": "Bundle", "type": "transaction", "entry": [entry]})


def rewrite_entry(entry: Mapping[str, Any], references: References) -> dict[str, Any]:
    """A Bundle entry without its resource, rewritten. Fields without a rule here are dropped (etags, times, links)."""
    out: dict[str, Any] = {}
    full_url = entry.get("fullUrl")
    if isinstance(full_url, str):
        out["fullUrl"] = references.reference(full_url)
    request = entry.get("request")
    if isinstance(request, Mapping):
        kept: dict[str, Any] = {}
        if request.get("method") in _METHODS:
            kept["method"] = request["method"]
        if isinstance(request.get("url"), str):
            kept["url"] = references.reference(request["url"])
        if isinstance(request.get("ifNoneExist"), str):
            kept["ifNoneExist"] = references.query(request["ifNoneExist"], type_in_url(request.get("url")))
        out["request"] = kept
    response = entry.get("response")
    if isinstance(response, Mapping):
        kept = {}
        status = response.get("status")
        if isinstance(status, str) and status[:3].isdigit():
            kept["status"] = status[:3]
        if isinstance(response.get("location"), str):
            kept["location"] = references.reference(response["location"])
        out["response"] = kept
    search = entry.get("search")
    if isinstance(search, Mapping) and search.get("mode") in _MODES:
        out["search"] = {"mode": search["mode"]}
    return out
