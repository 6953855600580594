"""This module draws the records that are reviewed, from the audit of a run: at random by key, from each type and
outcome.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from redactor.entities import Entity
from redactor.keys import DerivedKey
from schemas.engine.records import Outcome

Stratum = tuple[str, str]
"""The type and the outcome of records."""
_ENTITIES = frozenset(e.value for e in Entity)
_LEFT = (Outcome.RELEASED.value, Outcome.DELETED.value)
_decode = msgspec.json.Decoder().decode


@dataclass(frozen=True, slots=True)
class Place:
    """A place says where a record lies in OUT.

    file: the number of the input file whose output holds it, 0 for the file of records released later. ordinal: counts
    the records of that output, each Bundle as one, from 0.
    """

    file: int
    ordinal: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """A `Drawn` is a record of the sample as the audit tells of it.

    key: names it on pages; two copies of a record have different ones. position: as in RawRecord. type: the resource
    type, else the name of the schema. entities: those found in it. place: None unless the record was released.
    """

    key: str
    record_id: str
    position: str
    outcome: str
    reason: str
    where: str
    type: str
    entities: tuple[str, ...]
    place: Place | None

    @property
    def file(self) -> int:
        """This is the number of the input file."""
        return int(self.position.partition(":")[0])


def draw(audit: Path, end: int, size: int, key: DerivedKey) -> tuple[list[Drawn], Mapping[Stratum, int]]:
    """Return a sample of the records of a run, in an order drawn with the key, and the number of all by stratum.

    end: how many bytes of the audit the journal has committed. A stratum gets its share of the sample, and one record
    at least while there is room. A quarantined record that was released later counts as released.
    """
    later = _released_later(_lines(audit, end))
    sizes = Counter((d.type, d.outcome) for d in _records(audit, end, later))
    wanted = _allotted(sizes, size)
    kept: dict[Stratum, list[tuple[int, int, Drawn]]] = {}
    for number, drawn in enumerate(_records(audit, end, later)):
        stratum = drawn.type, drawn.outcome
        if (room := wanted.get(stratum, 0)) == 0:
            continue
        digest = key.digest("sample", drawn.record_id, drawn.position)
        item = (-int.from_bytes(digest, "big"), number, replace(drawn, key=digest[:8].hex()))
        heap = kept.setdefault(stratum, [])
        (heapq.heappush if len(heap) < room else heapq.heappushpop)(heap, item)
    everything = sorted((item for heap in kept.values() for item in heap), key=lambda item: -item[0])
    return [drawn for _, _, drawn in everything], sizes


def _allotted(sizes: Mapping[Stratum, int], size: int) -> dict[Stratum, int]:
    """Return how many records each stratum gives: its share, by the largest remainder, and one at least."""
    total = sum(sizes.values())
    strata = sorted(sizes, key=lambda s: (-sizes[s], s))
    found = dict.fromkeys(strata[:size], 1)
    for stratum in found:
        found[stratum] = max(1, min(sizes[stratum], size * sizes[stratum] // total))
    while sum(found.values()) > size:  # ones for rare strata have taken more than there is
        found[max(found, key=lambda s: found[s])] -= 1
    left = size - sum(found.values())
    by_remainder = sorted(found, key=lambda s: -(size * sizes[s] % total))
    while left > 0 and (open_ones := [s for s in by_remainder if found[s] < sizes[s]]):
        for stratum in open_ones[:left]:
            found[stratum] += 1
        left = size - sum(found.values())
    return found


def _lines(audit: Path, end: int) -> Iterator[dict[str, Any]]:
    read = 0
    with audit.open("rb") as file:
        for line in file:
            read += len(line)
            if read > end:
                return
            yield _decode(line)


def _records(audit: Path, end: int, later: Container[str]) -> Iterator[Drawn]:
    """Yield each record of the run once, with its place in OUT. later: the places of records that were released later.

    The lines of a file stand in the order of its records, and so do the records of its output.
    """
    counts: Counter[int] = Counter()
    quarantined: set[str] = set()
    for line in _lines(audit, end):
        at, outcome = str(line["at"]), str(line["outcome"])
        file, place = int(at.partition(":")[0]), None
        if at in quarantined:
            if outcome in _LEFT:
                place = Place(0, counts[0]) if outcome == Outcome.RELEASED.value else None
                counts[0] += 1
        elif outcome == Outcome.QUARANTINED.value:
            quarantined.add(at)
            if at in later:
                continue
        elif outcome == Outcome.RELEASED.value:
            counts[file] += "/" not in at
            place = Place(file, counts[file] - 1)  # an entry's Bundle stands before it
        yield _drawn(line, at, outcome, place)


def _released_later(lines: Iterable[Mapping[str, Any]]) -> frozenset[str]:
    """Return the positions of quarantined records that were released after the run."""
    held: set[str] = set()
    later: set[str] = set()
    for line in lines:
        if line["at"] in held:
            later.add(line["at"])
        elif line["outcome"] == Outcome.QUARANTINED.value:
            held.add(line["at"])
    return frozenset(later)


def _drawn(line: Mapping[str, Any], at: str, outcome: str, place: Place | None) -> Drawn:
    return Drawn(
        key="",
        record_id=str(line["record"]),
        position=at,
        outcome=outcome,
        reason=str(line["reason"] or ""),
        where=str(line["where"]),
        type=str(line["type"] or line["schema"] or "unread"),
        entities=tuple(e for e in line["entities"] if e in _ENTITIES),
        place=place,
    )
