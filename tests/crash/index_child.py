"""A process that writes the embedded index until it is killed, and prints what was acknowledged.

Usage: python index_child.py INDEX KEYRING FIRST

Batch n (from FIRST on): 40 entries and two rosters, one new and one that all batches share; then the line "n".
"""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import count
from pathlib import Path

from redactor.keys import Keyring
from relex.index import Entry, Roster
from relex.index.embedded import EmbeddedIndex

SCOPE, SHARED = "site", "shared household"
SIZE = 40


def entries(n: int) -> list[Entry]:
    return [Entry(SCOPE, "hospital", f"original {n}.{i}", f"standin {n}.{i}") for i in range(SIZE)]


def roster(n: int) -> Roster:
    scope = f"household {n}"
    return Roster(scope, tuple(replace(e, scope=scope) for e in entries(n)))


def main(path: Path, keyring: Path, first: int) -> None:
    index = EmbeddedIndex.open(path, Keyring.load(keyring))
    for n in count(first):
        batch = entries(n)
        assert index.create(batch) == batch
        shared = index.rosters([SHARED])[0]
        grown = replace(shared, entries=(*shared.entries, Entry(SHARED, "family", f"{n}", f"standin {n}")))
        assert index.put([roster(n), grown]) == [True, True]
        sys.stdout.write(f"{n}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
