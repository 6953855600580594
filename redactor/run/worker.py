"""Second pass, inside a worker: parses the runner's bytes for the record engine, and encodes its results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from redactor.run.contracts import Processed, RawRecord
from schemas.engine import json_codec
from schemas.engine.apply import Applier, deletion_entry
from schemas.engine.pseudonyms import RecordPseudonyms
from schemas.engine.records import Outcome, Reason, RecordError, RecordIn, RecordOut
from schemas.engine.references import References, type_in_url

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"})
_MODES = frozenset({"match", "include", "outcome"})
_BUNDLES = frozenset(
    {"document", "message", "transaction", "transaction-response", "batch", "batch-response", "history", "searchset"}
    | {"collection"}
)


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
            records.append(raw.as_record(data))
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
            emptied=dict(out.emptied),
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
