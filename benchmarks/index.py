"""The embedded index as it grows: creates per second for each 100,000 entries, reads, memory and disk.

    python -m benchmarks.index [--entities 1000000] [--batch 1000] [--json]

Entries of one site. Each call creates a thousand original names, each with its own stand-in, and is durable on return.
Reads are exact, 1,000 random names per call: from the file, and through the in-process cache once it holds them. The
similarity search is timed over the first 20,000 entries.
"""

from __future__ import annotations

import random
import resource
import time
from collections.abc import Callable

from benchmarks.common import Clock, Figure, argument, tell, workplace
from redactor.keys import Keyring
from relex.index import Entry
from relex.index.cache import CachedIndex
from relex.index.embedded import EmbeddedIndex

_SLICE = 100_000
_CREATES, _CACHED = 2_000, 100_000
_CALLS = 200
_NEAR = 20_000
_SCOPE = "enclave\x1f1\x1fsite\x1fbenchmark"


def _entry(i: int, kind: str = "hospital") -> Entry:
    return Entry(_SCOPE, kind, f"hospital of saint {i:07d}", f"clinic {i * 7919:010d}")


def _peak() -> float:
    """Peak memory of this process in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6


def _rate(calls: int, call: Callable[[], int]) -> float:
    """Sum of the results of the calls, per second."""
    begun = time.perf_counter()
    done = sum(call() for _ in range(calls))
    return done / (time.perf_counter() - begun)


def main() -> None:
    entities, batch = argument("entities", 1_000_000), argument("batch", 1_000)
    rng = random.Random(3)
    figures = []
    with workplace() as (folder, settings):
        index = EmbeddedIndex(folder / "index.sqlite", Keyring.load(settings.keyring))
        base = _peak()
        rates = []
        for low in range(0, entities, _SLICE):
            high = min(low + _SLICE, entities)
            clock = Clock()
            with clock.running():
                for at in range(low, high, batch):
                    index.create([_entry(i) for i in range(at, min(at + batch, high))])
            rates.append((high - low) / clock.cpu)
            note = f"{rates[-1]:,.0f} a second of CPU time"
            figures.append(
                Figure(f"creates up to {high:,}", (high - low) / clock.wall, "a second", _CREATES, note=note)
            )
        if len(rates) > 1:
            note = "by CPU time; 1: flat"
            figures.append(Figure("the last slice's rate over the first's", rates[-1] / rates[0], "times", note=note))
        figures.append(Figure("peak memory over the start", _peak() - base, "MB", note=f"{_peak():,.0f} MB in all"))
        size = index.stats()["bytes"]
        figures.append(Figure("disk an entry", size / entities, "bytes", note=f"{size / 1e6:,.0f} MB with the log"))

        def asked() -> list[tuple[str, str, str]]:
            return [(e.scope, e.kind, e.original) for e in (_entry(rng.randrange(entities)) for _ in range(1_000))]

        batches = [asked() for _ in range(20)]
        turn = iter(range(10**9))
        figures.append(
            Figure("reads of the file", _rate(20, lambda: len(index.get(batches[next(turn) % 20]))), "a second")
        )
        cached = CachedIndex(index)
        for wanted in batches:
            cached.get(wanted)
        rate = _rate(_CALLS, lambda: len(cached.get(batches[next(turn) % 20])))
        figures.append(Figure("cached reads", rate, "a second", _CACHED))

        for at in range(0, _NEAR, batch):
            index.create([_entry(i, "lab") for i in range(at, at + batch)])
        begun = time.perf_counter()
        index.similar(_SCOPE, "lab", "hospital of saint 17")
        figures.append(Figure("first search", time.perf_counter() - begun, "s", note=f"embeds {_NEAR:,} entries"))
        rate = _rate(_CALLS, lambda: bool(index.similar(_SCOPE, "lab", f"hopsital of st {next(turn) % _NEAR}")))
        figures.append(Figure("searches", rate, "a second", note=f"among {_NEAR:,} entries"))
        index.close()
    tell(figures)


if __name__ == "__main__":
    main()
