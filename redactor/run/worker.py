"""This module does the second pass in a worker: it parses the runner's bytes for the record engine, and encodes
results.

Bundles: https://hl7.org/fhir/R4/bundle.html
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import nullcontext
from typing import Any

from msgspec.structs import replace

from redactor.costs import Book, batch
from redactor.run.contracts import Processed, RawRecord
from schemas.engine import json_codec
from schemas.engine.apply import Applier
from schemas.engine.primitives import fits
from schemas.engine.pseudonyms import RecordPseudonyms
from schemas.engine.records import Outcome, Reason, RecordError, RecordIn, RecordOut
from schemas.engine.references import References, reference_target
from schemas.engine.search_queries import rewrite_query
from schemas.engine.walk_state import DATA_ABSENT

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"})
_MODES = frozenset({"match", "include", "outcome"})
_BUNDLES = frozenset(
    {"document", "message", "transaction", "transaction-response", "batch", "batch-response", "history", "searchset"}
    | {"collection", "subscription-notification"}
)


class RecordProcessor:
    """A `RecordProcessor` turns raw records into encoded de-identified records.

    kernels: as in Processed. judge: in a stream, has the engine judge ages at the day that the stream has reached, and
    returns the day. book: keeps what batches cost.
    """

    def __init__(
        self,
        applier: Applier,
        keys: RecordPseudonyms,
        kernels: str = "",
        judge: Callable[[], dt.date | None] | None = None,
        book: Book | None = None,
    ) -> None:
        self._applier, self._keys, self._kernels, self._judge, self._book = applier, keys, kernels, judge, book
        self._as_of: dt.date | None = None

    def process(self, raws: Sequence[RawRecord]) -> list[Processed]:
        """Return one result per record, in order. A record's result does not depend on the others.

        Ages in all of them are judged at the same day.
        """
        with nullcontext() if self._book is None else batch(self._book):
            return self._process(raws)

    def _process(self, raws: Sequence[RawRecord]) -> list[Processed]:
        if self._judge is not None:
            self._as_of = self._judge()
        done: dict[int, Processed] = {}
        records: list[RecordIn] = []
        places: list[int] = []
        for i, raw in enumerate(raws):
            try:
                if raw.part == "bundle":
                    done[i] = self.head(raw)
                    continue
                if raw.part == "entry" and not raw.data:
                    done[i] = self._bare_entry(raw)
                    continue
                data, canonical = json_codec.parse_with_canonical(raw.data)
            except RecordError as e:
                done[i] = self._failed(raw, e.reason, e.where)
                continue
            records.append(raw.as_record(data, canonical))
            places.append(i)
        for i, out in zip(places, self._applier.apply(records), strict=True):
            done[i] = self._finished(raws[i], out)
        return [done[i] for i in range(len(raws))]

    def head(self, raw: RawRecord) -> Processed:
        """Return the outcome of a Bundle itself (part "bundle"); `inherited_outcome` says what it means for its
        entries.
        """
        try:
            return self._head(raw)
        except RecordError as e:
            return self._failed(raw, e.reason, e.where)

    def _finished(self, raw: RawRecord, out: RecordOut) -> Processed:
        payload = entry = None
        omitted, original = out.omitted, out.original
        if original is not None and raw.full_url:
            original = replace(original, url=self._applier.references.reference(raw.full_url))
        try:
            if out.data is not None and out.outcome is Outcome.RELEASED:
                payload = json_codec.encode(out.data)
                entry = None if raw.entry is None else self._entry(raw, omitted := Counter(omitted), out.data)
            elif out.data is not None and out.outcome is Outcome.DELETED:
                deletion = {"method": "DELETE", "url": f"{out.resource_type}/{out.data['id']}"}
                if raw.is_request:
                    entry = self._entry(raw, omitted := Counter(omitted), {}, deletion)
                else:
                    payload = _deletion_notice({"request": deletion})
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
            rules=out.rules,
            entities=dict(out.entities),
            omitted=dict(omitted),
            emptied=dict(out.emptied),
            unknown=dict(out.unknown),
            second=dict(out.second),
            kernels=self._kernels,
            original=original,
            as_of=self._as_of,
            turns=out.turns,
        )

    def _entry(
        self,
        raw: RawRecord,
        omitted: Counter[str],
        released: Mapping[str, Any],
        request: Mapping[str, Any] | None = None,
    ) -> bytes:
        """Return the Bundle entry around a resource, with fullUrl, request and so on rewritten as references are.

        released: the resource as it leaves. request: takes the place of the entry's request.
        """
        entry = json_codec.parse(raw.entry or b"{}")
        if request is not None:
            entry.pop("request", None)
        resource = json_codec.parse(raw.data) if raw.data and b"ifNoneExist" in (raw.entry or b"") else {}
        out = rewrite_entry(entry, self._applier.references, resource, released, omitted)
        return json_codec.encode(out if request is None else {**out, "request": request})

    def _head(self, raw: RawRecord) -> Processed:
        """Return the Bundle without its entries: type, id and identifier, and for a document its timestamp.

        Other times, totals, links and signatures are dropped.
        """
        data = json_codec.parse(raw.data)
        if self._applier.is_restricted(data):
            return self._bundle(raw, data, Outcome.WITHHELD, reason=Reason.RESTRICTED)
        if not _is_one_of(_BUNDLES, data.get("type")):
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
        if data["type"] == "document" and isinstance(data.get("timestamp"), str):
            dated = self._as_composition(raw, data["timestamp"])
            if dated.outcome is Outcome.WITHHELD:
                return self._bundle(raw, data, Outcome.WITHHELD, reason=dated.reason)
            if dated.outcome is not Outcome.RELEASED or dated.data is None:
                raise RecordError(dated.reason or Reason.INTERNAL, "Bundle.timestamp")
            head |= _timestamp(dated.data.get("date"))
        return self._bundle(raw, data, Outcome.RELEASED, payload=json_codec.encode(head))

    def _as_composition(self, raw: RawRecord, timestamp: str) -> RecordOut:
        """Return the timestamp of a document, de-identified as the date of a Composition of its subject."""
        data: dict[str, Any] = {"resourceType": "Composition", "date": timestamp}
        if raw.document_subject is not None:
            data["subject"] = {"reference": raw.document_subject}
        (out,) = self._applier.apply([RecordIn(data, raw.position, None, raw.aliases)])
        return out

    def _bundle(self, raw: RawRecord, data: Mapping[str, Any], outcome: Outcome, **more: Any) -> Processed:
        """Return the outcome of a Bundle.

        Its record id covers all its content, so that one that is sent again leaves once while its resources stay as
        they are.
        """
        name = data["id"] if isinstance(data.get("id"), str) else raw.digest or raw.position
        held = (reference_target(reference, raw.aliases) for reference in raw.holds if "?" not in reference)
        return replace(
            self._result(raw, outcome, resource_type="Bundle", **more),
            record_id=self._keys.record_id("Bundle", name, raw.digest or raw.data.decode("latin-1")),
            resource_key=self._keys.resource_key("Bundle", name),
            holds=tuple(self._keys.resource_key(*resource) for resource in held if resource is not None),
        )

    def _bare_entry(self, raw: RawRecord) -> Processed:
        """Return the outcome of an entry without a resource: a deletion, a read, or a response."""
        entry = json_codec.parse(raw.entry or b"{}")
        omitted: Counter[str] = Counter()
        rewritten = rewrite_entry(entry, self._applier.references, {}, {}, omitted)
        if rewritten.get("request", {}).get("method") != "DELETE":
            return self._result(raw, Outcome.RELEASED, entry=json_codec.encode(rewritten), omitted=dict(omitted))
        if "url" not in rewritten["request"]:
            raise RecordError(Reason.WRONG_TYPE, "Bundle.entry.request.url")
        if raw.is_request:
            done = self._result(raw, Outcome.DELETED, entry=json_codec.encode(rewritten))
        else:
            request = {"method": "DELETE", "url": rewritten["request"]["url"]}
            done = self._result(raw, Outcome.DELETED, payload=_deletion_notice({"request": request}))
        url = entry["request"]["url"]
        # Of a conditional deletion nothing says which resource is meant.
        deleted = reference_target(url, raw.aliases) if "?" not in url else None
        return done if deleted is None else replace(done, resource_key=self._keys.resource_key(*deleted))

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


def _deletion_notice(entry: Mapping[str, Any]) -> bytes:
    """Return a deletion as the `deleted` files of Bulk Data state it: a transaction Bundle of one entry, on one
    line.
    """
    return json_codec.encode({"resourceType": "Bundle", "type": "transaction", "entry": [entry]})


_TIMESTAMPS = {4: "-01-01T00:00:00Z", 7: "-01T00:00:00Z", 10: "T00:00:00Z"}  # what completes a date, by its length


def _timestamp(date: object) -> dict[str, Any]:
    """Return Bundle.timestamp as the profile leaves it; a date that became coarser stands at its beginning.

    An instant cannot hold a year, and a document must have a timestamp (bdl-10).
    """
    if isinstance(date, str) and fits("dateTime", date):
        return {"timestamp": date + _TIMESTAMPS.get(len(date), "")}
    return {"_timestamp": {"extension": [DATA_ABSENT]}}


def rewrite_entry(
    entry: Mapping[str, Any],
    references: References,
    resource: Mapping[str, Any],
    released: Mapping[str, Any],
    omitted: Counter[str],
) -> dict[str, Any]:
    """Return a Bundle entry without its resource, rewritten.

    Fields without a rule here are dropped (etags, times, links).

    What FHIR requires of a request or response, and is not kept, gets a data-absent-reason. resource, released: the
    entry's resource as it came and as it leaves. omitted: counts an `ifNoneExist` that would not work any more.
    """
    out: dict[str, Any] = {}
    full_url = entry.get("fullUrl")
    if isinstance(full_url, str):
        out["fullUrl"] = references.reference(full_url)
    request = entry.get("request")
    if isinstance(request, Mapping):
        kept: dict[str, Any] = {}
        if _is_one_of(_METHODS, request.get("method")):
            kept["method"] = request["method"]
        if isinstance(request.get("url"), str):
            kept["url"] = references.reference(request["url"])
        if isinstance(request.get("ifNoneExist"), str):
            query = rewrite_query(request["ifNoneExist"], resource, released, references)
            if query is None:
                omitted["if-none-exist"] += 1
                kept["_ifNoneExist"] = {"extension": [DATA_ABSENT]}
            else:
                kept["ifNoneExist"] = query
        out["request"] = _with_required(kept, request, "method", "url")
    response = entry.get("response")
    if isinstance(response, Mapping):
        kept = {}
        status = response.get("status")
        if isinstance(status, str) and status[:3].isdigit():
            kept["status"] = status[:3]
        if isinstance(response.get("location"), str):
            kept["location"] = references.reference(response["location"])
        out["response"] = _with_required(kept, response, "status")
    search = entry.get("search")
    if isinstance(search, Mapping) and _is_one_of(_MODES, search.get("mode")):
        out["search"] = {"mode": search["mode"]}
    return out


def _is_one_of(codes: Container[str], value: object) -> bool:
    return isinstance(value, str) and value in codes  # an object or a list has no hash


def _with_required(kept: dict[str, Any], given: Mapping[str, Any], *names: str) -> dict[str, Any]:
    absent = {f"_{name}": {"extension": [DATA_ABSENT]} for name in names if name in given and name not in kept}
    return kept | absent
