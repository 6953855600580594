"""This module de-identifies a resource or Bundle in steps, and puts the results together again.

A run's intake takes the Bundle apart, and a run's worker processes the entries; an OperationOutcome takes the place of
each that is not released.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice

import msgspec

from redactor.assemble.facade import Redactor
from redactor.assemble.raw_records import learn_raws, process_raws
from redactor.run.contracts import FileReason, Processed, RawRecord
from redactor.run.intake.bundles import split_bundle
from redactor.run.outcomes import inherited_outcome
from redactor.run.output.folder import join_entry, one_line
from redactor.service.access import FHIR_BYTES
from redactor.service.bodies import BATCH_BYTES, BATCH_RECORDS, batches, each_done
from redactor.service.metrics import Metrics
from redactor.service.refusals import RefusedError, outcome_of
from schemas.engine.records import Outcome, Reason

MOST_ENTRIES = 10_000
MOST_LINES = 100_000  # of all files of a job
_LEAVES = (Outcome.RELEASED, Outcome.DELETED)
_REQUESTS = frozenset({"batch", "transaction", "history"})  # whose entries must have a request (bdl-3)
_RESPONSES = frozenset({"batch-response", "transaction-response", "history"})  # and a response (bdl-4)
Step = Callable[[Redactor], None]


class Work:
    """This is the work that a resource or Bundle is: steps for a facade, in order, and the results.

    data: the resource as JSON, or files of NDJSON. told: is told of failures. Raises RefusedError for too many entries
    or lines.
    """

    def __init__(self, data: bytes | Sequence[bytes], told: Callable[[BaseException], None]) -> None:
        self.is_files = not isinstance(data, bytes)
        whole = split_bundle(data, "0:0", None) if isinstance(data, bytes) else None
        self.is_bundle = whole is not None
        if whole is not None:
            self.raws = list(islice(whole, MOST_ENTRIES + 2))
        else:
            self.raws = [RawRecord(data, "0:0")] if isinstance(data, bytes) else list(_lines(data))
        if len(self.raws) > (MOST_LINES if self.is_files else MOST_ENTRIES + 1):
            raise RefusedError(413, "too-many-lines" if self.is_files else "too-large")
        self.done: list[Processed] = []
        self._told = told

    def steps(self) -> Iterator[Step]:
        """Yield the steps. Names are learned of the whole Bundle before any of it is read, as in a run."""
        cut = list(batches(self.raws, lambda raw: len(raw.data), BATCH_RECORDS, BATCH_BYTES))
        yield from (partial(learn_raws, raws=batch) for batch in cut)
        yield from (partial(self._process, raws=batch) for batch in cut)

    def _process(self, facade: Redactor, raws: Sequence[RawRecord]) -> None:
        self.done.extend(self._processed(facade, raws))

    def _processed(self, facade: Redactor, raws: Sequence[RawRecord]) -> list[Processed]:
        """Return the outcomes. After a failure of the engine the records are tried one by one."""
        readable = [raw for raw in raws if raw.error is None]
        done = iter(each_done(readable, partial(process_raws, facade), _failed(Reason.INTERNAL), self._told))
        return [next(done) if raw.error is None else _failed(raw.error, raw.where) for raw in raws]

    def count(self, metrics: Metrics) -> None:
        """Count the outcomes; after the last step."""
        for out in self.done:
            metrics.outcome(out.outcome.value, out.reason.value if out.reason is not None else "")

    def answer(self) -> bytes:
        """Return the de-identified resource or Bundle as JSON. Raises RefusedError with the reason if it stays.

        Call it after the last step.
        """
        head = self.done[0]
        if head.outcome not in _LEAVES or head.payload is None:
            code = _code(head)
            raise RefusedError(413 if code == Reason.TOO_LARGE.value else 422, code, where=head.where)
        if not self.is_bundle:
            return head.payload
        kind = msgspec.json.decode(head.payload)["type"]
        entries = [_entry(kind, out) for out in self.done[1:]]
        return head.payload[:-1] + (b',"entry":[' + b",".join(entries) + b"]}" if entries else b"}")

    def files(self) -> tuple[dict[str, list[bytes]], list[bytes], list[bytes]]:
        """Return the released resources by type, the notices of deletions, and the OperationOutcomes of the others.

        Each is a line of JSON. The Bundle itself is none of them; if it must not leave, nor must its entries. Call it
        after the last step.
        """
        released: dict[str, list[bytes]] = {}
        deleted, errors = [], []
        blocked = inherited_outcome(self.done[0]) if self.is_bundle else None
        for raw, out in zip(self.raws, self.done, strict=True):
            number = raw.position.partition("/")[2]
            where = f"Bundle.entry[{int(number) - 1}]" if number else out.where
            if self.is_files:
                file, _, line = raw.position.partition(":")
                where = f"data[{file}].line[{line}]"
            if out.outcome not in _LEAVES or (blocked is not None and number):
                code = _code(out) if out.outcome not in _LEAVES else blocked[1] if blocked else ""
                errors.append(msgspec.json.encode(outcome_of(code, where)))
            elif self.is_bundle and (not number or (out.outcome is Outcome.RELEASED and out.payload is None)):
                continue  # the Bundle itself, or an entry without a resource, such as a GET of a transaction
            elif out.outcome is Outcome.DELETED:
                deleted.append(out.payload or _transaction(out.entry or b"{}"))
            elif out.payload is not None:
                released.setdefault(out.resource_type, []).append(one_line(out.payload))
            else:
                errors.append(msgspec.json.encode(outcome_of("no-resource", where)))
        return released, deleted, errors


def _lines(files: Sequence[bytes]) -> Iterator[RawRecord]:
    """Yield the lines of files that are not blank, one more than accepted at most. A Bundle is no line of NDJSON."""
    count = 0
    for n, file in enumerate(files):
        for at, line in enumerate(file.split(b"\n"), 1):
            if not line.strip():
                continue
            count += 1
            if count > MOST_LINES + 1:
                return
            reason = None
            if len(line) > FHIR_BYTES:
                reason = Reason.TOO_LARGE
            elif split_bundle(line, f"{n}:{at}", None) is not None:
                reason = Reason.UNSUPPORTED_TYPE
            yield RawRecord(b"" if reason is not None else line, f"{n}:{at}", error=reason)


def _failed(reason: Reason | FileReason, where: str = "") -> Processed:
    return Processed(Outcome.QUARANTINED, "", "", reason=reason, where=where)


def _code(out: Processed) -> str:
    """Return the code of what did not leave. What may be handed on does not tell why a record is withheld."""
    return "withheld" if out.outcome is Outcome.WITHHELD else out.reason_code


def _entry(kind: str, out: Processed) -> bytes:
    if out.outcome is Outcome.DELETED and out.entry is None and out.payload is not None:
        return msgspec.json.encode(msgspec.json.decode(out.payload)["entry"][0])
    if out.outcome in _LEAVES:
        return join_entry(out.payload, out.entry)
    outcome = outcome_of(_code(out), out.where)
    found: dict[str, object] = {}
    if kind not in _RESPONSES:
        found["resource"] = outcome
    if kind in _REQUESTS:
        found["request"] = {"method": "POST", "url": "OperationOutcome"}  # a server that gets the Bundle refuses it
    if kind in _RESPONSES:
        found["response"] = {"status": "422", "outcome": outcome}
    if kind == "searchset":
        found["search"] = {"mode": "outcome"}
    return msgspec.json.encode(found)


def _transaction(entry: bytes) -> bytes:
    """Return the entry of a deletion as the notice that Bulk Data wants."""
    return b'{"resourceType":"Bundle","type":"transaction","entry":[' + one_line(entry) + b"]}"
