"""What a router costs a resource, Faust included."""

from __future__ import annotations

from benchmarks.common import Figure, argument, exported, structured_lines
from benchmarks.streams.latency import ehr_messages, send_evenly
from benchmarks.streams.place import place
from streams.topics import EHR_IN

_AIM = 2_000


def figures() -> list[Figure]:
    """CPU seconds of `redactor streams router --drain`, less those of a router with a small part of other resources."""
    times = argument("times", 2)
    rates = []
    with place() as here:
        named, lines = structured_lines(here.folder)
        for i in range(times):
            taken, counts = [], []
            for turns in (range(4 * i, 4 * i + 1), range(4 * i + 1, 4 * i + 4)):
                some = list(exported(lines, turns))
                send_evenly(here, EHR_IN, list(ehr_messages(here, some)), 1e9)
                taken.append(here.run("streams", "router", "--drain").cpu)
                counts.append(len(some))
            rates.append((counts[1] - counts[0]) / (taken[1] - taken[0]))
    note = f"{named}, {counts[1]:,} messages, best of {times}; start left out"
    return [Figure("router", max(rates), "resources/s/core", _AIM, note=note)]
