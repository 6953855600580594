"""When a host packs the known values of its site: beside the messages that it applies, in short steps, at bounded cost.

Readers find all values whatever is packed (redactor/run/state/site_tables.py). Packing spares each of them memory, and
the time to prepare what is not packed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from redactor.run.state.site_tables import FEW

_LARGEST = 32_000  # values of a step: three to four seconds, in which no message is applied
_PAUSES = 4  # packing takes at most a fifth of the time


class Store(Protocol):
    """What is packed: a `KnownStore`."""

    def pack_site(self, scope: str, unpacked: int, largest: int | None) -> bool: ...


class SitePacking:
    """Packs the site of a scope step by step, after commits. clock: gives seconds."""

    def __init__(self, scope: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._scope, self._clock = scope, clock
        self._is_open = True  # of what an earlier process left
        self._not_before = 0.0

    def note_commit(self) -> None:
        """Values may have come."""
        self._is_open = True

    def is_due(self) -> bool:
        """Whether a step may have something to do, and the last one is long enough ago."""
        return self._is_open and self._clock() >= self._not_before

    def step(self, store: Store) -> None:
        """Pack some values, if more than a few are unpacked."""
        begin = self._clock()
        self._is_open = store.pack_site(self._scope, FEW, _LARGEST)
        end = self._clock()
        self._not_before = end + _PAUSES * (end - begin)
