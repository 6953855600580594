"""What de-identification takes away from records, or makes up: facts of records before and after, by kind and field.

Facts are compared as counted sets of a record. A fact that is lost where another of its kind is new at the same field
was changed. Records that were not released are counted, and their facts are not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from redactor.evaluate.record_facts import KINDS, Fact, shown_path
from redactor.evaluate.record_pairs import RecordPair
from redactor.evaluate.spans import Figure, figures


@dataclass(frozen=True, slots=True)
class RecordChange:
    """A field of a record of which facts are lost or new. at: its place in the input."""

    at: str
    kind: str
    path: str
    lost: tuple[str, ...]
    new: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecordUtility:
    """lost: by kind, the share of the facts before that are gone, with 95 % intervals over records. changed: how many
    of these have another in their place. fields: by kind and path, how many are lost, the most first.
    """

    records: int
    released: int
    lost: dict[str, Figure]
    changed: dict[str, int]
    fields: dict[tuple[str, str], int]
    changes: tuple[RecordChange, ...]


def record_utility(pairs: Iterable[RecordPair], most_changes: int = 0) -> RecordUtility:
    """Compare all records. most_changes: how many changes to keep; they hold values."""
    rows: list[list[tuple[int, int]]] = []
    changed: Counter[str] = Counter()
    fields: Counter[tuple[str, str]] = Counter()
    changes: list[RecordChange] = []
    records = 0
    for pair in pairs:
        records += 1
        if pair.after is None:
            continue
        before, after = pair.before.facts, pair.after.facts
        gone, new = before - after, after - before
        below, above = _by_kind(before), _by_kind(gone)
        rows.append([(above[kind], below[kind]) for kind in KINDS])
        for (kind, path), lost in _by_field(gone).items():
            made = _by_field(new).get((kind, path), [])
            changed[kind] += min(len(lost), len(made))
            fields[kind, shown_path(path, is_fhir=pair.before.is_fhir)] += len(lost)
            if len(changes) < most_changes:
                changes.append(RecordChange(pair.before.at, kind, path, tuple(lost), tuple(made)))
    counts = np.array(rows, dtype=np.float64).reshape(len(rows), len(KINDS), 2)
    lost_shares = figures(counts[:, :, 0], counts[:, :, 1], (1,) * len(KINDS)) if rows else []
    return RecordUtility(
        records,
        len(rows),
        dict(zip(KINDS, lost_shares, strict=False)),
        {kind: changed[kind] for kind in KINDS},
        dict(fields.most_common()),
        tuple(changes),
    )


def _by_kind(facts: Counter[Fact]) -> Counter[str]:
    out: Counter[str] = Counter()
    for (kind, _, _), n in facts.items():
        out[kind] += n
    return out


def _by_field(facts: Counter[Fact]) -> dict[tuple[str, str], list[str]]:
    out: dict[tuple[str, str], list[str]] = {}
    for (kind, path, value), n in facts.items():
        out.setdefault((kind, path), []).extend([value] * n)
    return out
