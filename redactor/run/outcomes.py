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
from redactor.run.state.commits import Commit, PriorReleases
from schemas.engine.records import Outcome, Reason

_RELEASED = (Outcome.RELEASED, Outcome.DELETED)
_INHERITED = (Outcome.WITHHELD, Outcome.DUPLICATE)
_MOST_ENTRIES = 1 << 20  # of a Bundle, which intake limits to fewer


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


def place_of(key: DerivedKey, position: str) -> int:
    """Return a number below 2**62 that stands for a position: a record that is sent again has the same."""
    return key.number(1 << 62, "place", position)


def turn_of(raw: RawRecord) -> int:
    """Return a number that grows with the turn of a version within its input file; 0 for a remark on a file.

    A history lists the newest version first: there, it grows from the end.
    """
    line, _, entry = raw.position.partition(":")[2].partition("/")
    if not line.isdigit():
        return 0
    at = int(entry or 0)
    return int(line) * _MOST_ENTRIES + (_MOST_ENTRIES - at if raw.is_newest_first else at)


def is_seen(commit: Commit, prior: PriorReleases, record_id: str, place: int) -> bool:
    """Tell whether the record left at this very place, or was a duplicate there: it is sent again."""
    return place in commit.gone.get(record_id, ()) or (record_id, place) in prior.occurrences


def is_latest(commit: Commit, prior: PriorReleases, done: Processed) -> bool:
    """Tell whether the record has left, and no other version of its resource after it."""
    if done.record_id not in commit.gone and done.record_id not in prior.record_ids:
        return False
    return not done.resource_key or _latest(commit, prior, done.resource_key) == done.record_id


def refuse_duplicate(commit: Commit, prior: PriorReleases, done: Processed, place: int) -> Processed:
    """Return the outcome, or DUPLICATE if the record or Bundle is sent again, or equals the latest version that left.

    A version whose content returns after another one is no duplicate. prior: what was released in earlier commits.
    place: `place_of` the position of the record.
    """
    if done.outcome not in _RELEASED:
        return done
    if is_seen(commit, prior, done.record_id, place) or is_latest(commit, prior, done):
        return replace(done, outcome=Outcome.DUPLICATE, payload=None, entry=None)
    return done


def note_gone(commit: Commit, record_id: str, place: int) -> None:
    """Record the place of a record that leaves, or is a duplicate of what has left."""
    commit.gone.setdefault(record_id, set()).add(place)


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
    before = _latest(commit, prior, done.resource_key)
    return before if before != done.record_id else None


def note_turn(commit: Commit, prior: PriorReleases, done: Processed, at: tuple[int, int]) -> None:
    """Record where the latest version came. at: input file and turn of a record of a run, also of a duplicate."""
    key = done.resource_key
    if key and done.outcome in (*_RELEASED, Outcome.DUPLICATE) and _latest(commit, prior, key) == done.record_id:
        commit.latest_versions[key] = done.record_id  # the journal keeps both in one row
        commit.latest_places[key] = max(at, latest_place(commit, prior, key) or at)


def last_turn_within(at: tuple[int, int]) -> tuple[int, int]:
    """Return input file and turn of the last entry that the Bundle at this file and turn can have."""
    return at[0], at[1] + _MOST_ENTRIES - 1


def is_behind(commit: Commit, prior: PriorReleases, done: Processed, at: tuple[int, int]) -> bool:
    """Tell whether a later version of a run's resource has left, or was a duplicate of what had left."""
    latest = latest_place(commit, prior, done.resource_key)
    return latest is not None and latest > at


def _latest(commit: Commit, prior: PriorReleases, resource_key: str) -> str | None:
    return commit.latest_versions.get(resource_key) or prior.latest_versions.get(resource_key)


def latest_place(commit: Commit, prior: PriorReleases, resource_key: str) -> tuple[int, int] | None:
    """Return where the latest version of a resource came, as in PriorReleases."""
    return commit.latest_places.get(resource_key) or prior.latest_places.get(resource_key)


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
