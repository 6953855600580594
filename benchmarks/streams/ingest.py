"""What an ingest costs a resource, both passes and the producer included."""

from __future__ import annotations

from benchmarks.common import Figure, argument, exported, structured_lines
from benchmarks.streams.place import place

_AIM = 8_000


def figures() -> list[Figure]:
    """CPU seconds of `redactor streams ingest`, less those of an ingest of a small part of other resources."""
    turns, times = argument("turns", 4), argument("times", 2)
    rates = []
    with place() as here:
        named, lines = structured_lines(here.folder)
        for i in range(times):
            first = 1 + i * (turns + 1)
            small = here.run("streams", "ingest", here.file(f"small{i}", exported(lines, range(first, first + 1))))
            many = list(exported(lines, range(first + 1, first + 1 + turns)))
            used = here.run("streams", "ingest", here.file(f"in{i}", many))
            rates.append((len(many) - len(lines)) / (used.cpu - small.cpu))
    note = f"{named}, {len(many):,} resources, best of {times}; start left out"
    return [Figure("ingest", max(rates), "resources/s/core", _AIM, note=note)]
