"""This module decides outcomes of records, including those that Bundles impose on their entries, and counts them.

Nothing is written here. A run and the exporter of a stream decide alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from redactor.keys import DerivedKey
from redactor.run.contracts import REASONS, Blocked, Processed, RawRecord
from redactor.run.state.audit import CountKey, count_key
from redactor.run.state.journal import Commit, PriorReleases
from schemas.engine.records import Outcome, Reason

_RELEASED = (Outcome.RELEASED, Outcome.DELETED)
_INHERITED = (Outcome.WITHHELD, Outcome.DUPLICATE)


def outcomes_of_records(
    raws: Sequence[RawRecord], results: Sequence[Processed | str], key: DerivedKey
) -> list[Processed]:
    """Return the processor's outcome of each record, or quarantine for one that could not be read or broke the
    processor.

    results: those of the records without an error, in order; a str names the error.
    """
    outcomes = []
    processed = iter(results)
    for raw in raws:
        result: Processed | str | None = None if raw.error is not None else next(processed)
        if isinstance(result, Processed):
            outcomes.append(result)
            continue
        broken = Reason.TIMED_OUT if result == Reason.TIMED_OUT.value else Reason.INTERNAL
        reason = raw.error if raw.error is not None else broken
        record_id = key.token("unread", raw.position, raw.data.decode("latin-1"))
        outcomes.append(Processed(Outcome.QUARANTINED, record_id, "", reason=reason, where=result or raw.where))
    return outcomes


def count(commit: Commit, done: Processed, times: int = 1) -> None:
    """Add an outcome to the counts of a commit. times: the number of records with this outcome."""
    for key, n in counts_of(done).items():
        commit.counts[key] += n * times


def counts_of(done: Processed) -> Counter[tuple[str, str]]:
    """Return what one record adds to the counts of a run: (kind, name) -> number.

    For a withheld record only outcome and reason count: in the manifest, sums that do not add up would tell how many
    there are.
    """
    c = Counter({("outcome", done.outcome.value): 1})
    if done.reason is not None:
        c["reason", done.reason.value] = 1
    if done.outcome is Outcome.WITHHELD:
        return c
    kinds = (
        ("rule", done.rules),
        ("entity", done.entities),
        ("omitted", done.omitted),
        ("emptied", done.emptied),
        ("unknown", done.unknown),
        ("second", done.second),
    )
    for kind, counts in kinds:
        for name, n in counts.items():
            c[kind, name] += n
    if done.kernels:
        c["kernels", done.kernels] = 1
    if done.schema:
        c["schema", f"{done.schema}\t{done.schema_version}\t{done.schema_digest}"] = 1
    if done.outcome is Outcome.RELEASED:
        c["type", done.resource_type or done.schema] = 1
    return c


class Tally:
    """A tally counts the outcomes of a commit. Thousands of records share a key, and are added together."""

    def __init__(self) -> None:
        self._alike: dict[CountKey, tuple[Processed, int]] = {}

    def add(self, done: Processed) -> CountKey:
        """Count one record, and return its key for the audit."""
        key = count_key(done)
        found = self._alike.get(key)
        self._alike[key] = (done, 1 if found is None else found[1] + 1)
        return key

    def add_to(self, commit: Commit) -> None:
        """Add the outcomes to the counts of the commit."""
        for done, times in self._alike.values():
            count(commit, done, times)


def refuse_duplicate(commit: Commit, prior: PriorReleases, done: Processed) -> Processed:
    """Return the outcome, or DUPLICATE if the id of the record or Bundle was released before.

    prior: which of the commit's records were released in earlier commits.
    """
    if done.outcome not in _RELEASED:
        return done
    if done.record_id in commit.released_ids or done.record_id in prior.record_ids:
        return replace(done, outcome=Outcome.DUPLICATE, payload=None, entry=None)
    commit.released_ids[done.record_id] = None
    return done


def note_version(commit: Commit, prior: PriorReleases, done: Processed) -> str | None:
    """Record a released record as the latest version of its resource, and return the record id that it supersedes."""
    supersedes = superseded(commit, prior, done)
    if done.outcome in _RELEASED and done.resource_key:
        commit.latest_versions[done.resource_key] = done.record_id
    return supersedes


def superseded(commit: Commit, prior: PriorReleases, done: Processed) -> str | None:
    """Return the record id of the version that a released record supersedes."""
    if done.outcome not in _RELEASED or not done.resource_key:
        return None
    before = commit.latest_versions.get(done.resource_key) or prior.latest_versions.get(done.resource_key)
    return before if before != done.record_id else None


def leaves_by_itself(raw: RawRecord, done: Processed) -> bool:
    """Return whether a record leaves by itself rather than in its Bundle, as the deletion notice of an entry does."""
    return raw.part != "entry" or (done.outcome is Outcome.DELETED and done.payload is not None)


def apply_bundle_outcome(raw: RawRecord, done: Processed, blocked: Blocked | None = None) -> Processed:
    """Return the outcome of a record; an entry of a Bundle that is not released takes the outcome of the Bundle.

    An entry that is quarantined for another reason keeps that reason, unless the Bundle is withheld: a quarantined
    entry could be released later. A Bundle that left before takes all its entries with it. blocked: the outcome of the
    open Bundle, if the entry does not carry it.
    """
    blocked = raw.blocked or blocked
    if raw.part != "entry" or blocked is None:
        return done
    outcome, reason = blocked
    if done.outcome not in _RELEASED and outcome != Outcome.WITHHELD.value:
        return done
    return replace(
        done,
        outcome=Outcome(outcome),
        reason=REASONS.get(reason, Reason.INTERNAL) if outcome != Outcome.DUPLICATE.value else None,
        where="Bundle",
        payload=None,
        entry=None,
    )


def inherited_outcome(head: Processed) -> Blocked | None:
    """Return the outcome that the entries of a Bundle inherit, or None if the Bundle is released."""
    if head.outcome is Outcome.RELEASED:
        return None
    outcome = head.outcome if head.outcome in _INHERITED else Outcome.QUARANTINED
    return outcome.value, head.reason_code
