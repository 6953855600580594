"""This module lists a quarantine of any size: counts, pages and the entries that a filter selects.

Every query is answered from the index `by_reason`, which holds neither payloads nor anything else of a row, and a page
takes the time of its own entries, wherever it stands.
"""

from __future__ import annotations

import heapq
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from redactor.run.state.quarantine import Header, QuarantineStore

Counts = Mapping[tuple[str, str], int]
"""This maps status and reason to the number of their entries."""
_Place = tuple[int, int]  # input file and turn, by which entries are ordered


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter selects entries. status, reason: "" for all."""

    status: str = ""
    reason: str = ""

    def groups(self, counts: Counts) -> list[tuple[str, str]]:
        """Return the groups that the filter selects."""
        return [g for g in counts if self.status in ("", g[0]) and self.reason in ("", g[1])]

    def number(self, counts: Counts) -> int:
        """Return the number of entries that the filter selects."""
        return sum(counts[group] for group in self.groups(counts))


def count_entries(store: QuarantineStore) -> Counts:
    """Return the number of entries of each status and reason."""
    rows = store.db.execute("SELECT status, reason, count(*) FROM entries GROUP BY status, reason")
    return {(str(status), str(reason)): int(n) for status, reason, n in rows}


def page_of(
    store: QuarantineStore, chosen: Filter, counts: Counts, size: int, start: str = "", way: Literal[1, -1] = 1
) -> list[Header]:
    """Return the headers of a page in input order.

    start: the entry before the page, or behind it if `way` is -1; "" for an end of the list. Raises RunError if there
    is no such entry.
    """
    at = store.header(start) if start else None
    place = (at.file, at.turn) if at is not None else None
    groups = [_group(store.db, group, way, place, size) for group in chosen.groups(counts)]
    names = [name for _, _, name in islice(heapq.merge(*groups), size)]
    return [store.header(name) for name in names[::way]]


def matching(store: QuarantineStore, chosen: Filter, counts: Counts) -> list[str]:
    """Return all entries that a filter selects, in input order."""
    return [name for _, _, name in heapq.merge(*(_group(store.db, g, 1, None, -1) for g in chosen.groups(counts)))]


def _group(
    db: sqlite3.Connection, group: tuple[str, str], way: Literal[1, -1], start: _Place | None, most: int
) -> Iterator[tuple[int, int, str]]:
    """Yield file, turn (both with the sign of `way`) and entry, in the order of `way`. most: -1 for all."""
    order, beyond = ("", ">") if way > 0 else (" DESC", "<")
    where = "" if start is None else f" AND (file, turn){beyond}(?, ?)"
    sql = (
        f"SELECT file, turn, id FROM entries WHERE status=? AND reason=?{where}"  # noqa: S608
        f" ORDER BY file{order}, turn{order} LIMIT ?"
    )
    for file, turn, name in db.execute(sql, (*group, *(start or ()), most)):
        yield way * file, way * turn, str(name)
