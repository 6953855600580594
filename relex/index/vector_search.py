"""Vectors in this process's memory, by group, searched in full: the same rows give the same answer.

A vector takes its dimensions plus 8 bytes (136 by default), so that the million that is kept at most takes 136 MB
(twice that for a moment while a group grows). A full search reads them all: about 0.1 s a million on one core, under a
millisecond for the thousands that a scope and kind have in practice, which is why no graph is built.
"""

from __future__ import annotations

from collections import OrderedDict

import numpy as np
from numpy.typing import NDArray

_MAX_VECTORS = 1_000_000
_SCALE = 127.0


class VectorGroup:
    """The vectors of one group, as int8, in the order of their rows."""

    __slots__ = ("_ids", "_rows", "last_row", "size")

    def __init__(self, dimensions: int) -> None:
        self._rows = np.zeros((256, dimensions), np.int8)
        self._ids = np.zeros(256, np.int64)
        self.size = 0
        self.last_row = 0  # the last row that was looked at

    def add(self, ids: list[int], vectors: NDArray[np.int8]) -> None:
        """Rows behind those there are; what would be over a million is left out of the search."""
        self.last_row = ids[-1]
        kept = min(len(ids), _MAX_VECTORS - self.size)
        end = self.size + kept
        if end > len(self._ids):
            room = min(_MAX_VECTORS, max(end, 2 * len(self._ids)))
            self._rows = np.concatenate([self._rows, np.zeros((room - len(self._rows), self._rows.shape[1]), np.int8)])
            self._ids = np.concatenate([self._ids, np.zeros(room - len(self._ids), np.int64)])
        self._rows[self.size : end] = vectors[:kept]
        self._ids[self.size : end] = ids[:kept]
        self.size = end

    def search(self, vector: NDArray[np.int8], k: int) -> dict[int, float]:
        """The k nearest rows and their cosine similarity."""
        k = min(k, self.size)
        if k < 1:
            return {}
        from usearch.index import MetricKind, search

        found = search(self._rows[: self.size], vector, k, MetricKind.Cos, exact=True, threads=1)
        return {int(self._ids[at]): 1.0 - float(far) for at, far in zip(found.keys, found.distances, strict=True)}


class VectorGroups:
    """Groups in use; the least lately used go when all of them hold more than a million vectors."""

    def __init__(self, dimensions: int) -> None:
        self._dimensions = dimensions
        self._groups: OrderedDict[int, VectorGroup] = OrderedDict()

    def get(self, group: int) -> VectorGroup:
        """The group, empty where it is new or was let go."""
        found = self._groups.get(group)
        if found is None:
            found = self._groups[group] = VectorGroup(self._dimensions)
        self._groups.move_to_end(group)
        return found

    def trim(self) -> None:
        """Let go of what is too much, but never of the group used last."""
        while len(self._groups) > 1 and sum(g.size for g in self._groups.values()) > _MAX_VECTORS:
            self._groups.popitem(last=False)


def quantized(vectors: NDArray[np.float32]) -> NDArray[np.int8]:
    """Vectors of length 1 in a byte a dimension."""
    scaled: NDArray[np.float32] = np.rint(vectors * np.float32(_SCALE))
    return scaled.astype(np.int8)
