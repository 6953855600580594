"""Vectors in memory, by group, with exhaustive search, so that the same rows give the same answer.

A vector takes its dimensions plus 12 bytes (140 by default), so that the maximum of one million takes 140 MB, and twice
that while a group grows. A search reads all of a group: 0.04 s for a million on one core, and less than a millisecond
for the thousands that a scope and kind have in practice. A graph index is therefore not needed (docs/adr/0053).
"""

from __future__ import annotations

from collections import OrderedDict

import numpy as np
from numpy.typing import NDArray

_MAX_VECTORS = 1_000_000
_SCALE = 127.0
_BLOCK = 1024  # rows that are widened to floats at a time: they stay in the processor's cache


class VectorGroup:
    """The vectors of one group, as int8, in the order of their rows."""

    __slots__ = ("_ids", "_lengths", "_rows", "last_row", "size")

    def __init__(self, dimensions: int) -> None:
        self._rows = np.zeros((256, dimensions), np.int8)
        self._ids = np.zeros(256, np.int64)
        self._lengths = np.zeros(256, np.float32)
        self.size = 0
        self.last_row = 0  # id of the last row that was read

    def add(self, ids: list[int], vectors: NDArray[np.int8]) -> None:
        """Append rows; rows beyond one million are left out of the search."""
        self.last_row = ids[-1]
        kept = min(len(ids), _MAX_VECTORS - self.size)
        end = self.size + kept
        if end > len(self._ids):
            room = min(_MAX_VECTORS, max(end, 2 * len(self._ids)))
            self._rows = np.concatenate([self._rows, np.zeros((room - len(self._rows), self._rows.shape[1]), np.int8)])
            self._ids = np.concatenate([self._ids, np.zeros(room - len(self._ids), np.int64)])
            self._lengths = np.concatenate([self._lengths, np.zeros(room - len(self._lengths), np.float32)])
        self._rows[self.size : end] = vectors[:kept]
        self._ids[self.size : end] = ids[:kept]
        self._lengths[self.size : end] = _lengths(vectors[:kept])
        self.size = end

    def search(self, vector: NDArray[np.int8], k: int) -> dict[int, float]:
        """The k nearest rows and their cosine similarity, nearest first; of rows as near as each other, older first."""
        k = min(k, self.size)
        if k < 1:
            return {}
        query, products = vector.astype(np.float32), np.empty(self.size, np.float32)
        for at in range(0, self.size, _BLOCK):
            rows = self._rows[at : min(at + _BLOCK, self.size)]
            # Sums of whole numbers below 2**24 are exact in float32, in any order and on any processor.
            np.dot(rows.astype(np.float32), query, out=products[at : at + len(rows)])
        lengths = self._lengths[: self.size] * _lengths(vector[None])
        cosines = products / np.maximum(lengths, 1)
        near = np.flatnonzero(cosines >= np.partition(cosines, -k)[-k])
        nearest = near[np.argsort(-cosines[near], kind="stable")[:k]]
        return dict(zip(self._ids[nearest].tolist(), cosines[nearest].tolist(), strict=True))


class VectorGroups:
    """The groups in use. The least recently used are dropped when all together hold more than one million vectors."""

    def __init__(self, dimensions: int) -> None:
        self._dimensions = dimensions
        self._groups: OrderedDict[int, VectorGroup] = OrderedDict()

    def get(self, group: int) -> VectorGroup:
        """The group; empty if it is new or was dropped."""
        found = self._groups.get(group)
        if found is None:
            found = self._groups[group] = VectorGroup(self._dimensions)
        self._groups.move_to_end(group)
        return found

    def trim(self) -> None:
        """Drop groups over the limit, but never the last one used."""
        while len(self._groups) > 1 and sum(g.size for g in self._groups.values()) > _MAX_VECTORS:
            self._groups.popitem(last=False)


def quantized(vectors: NDArray[np.float32]) -> NDArray[np.int8]:
    """Vectors of length 1, with one byte per dimension."""
    scaled: NDArray[np.float32] = np.rint(vectors * np.float32(_SCALE))
    return scaled.astype(np.int8)


def _lengths(vectors: NDArray[np.int8]) -> NDArray[np.float32]:
    """(len(vectors),)."""
    wide = vectors.astype(np.float32)
    lengths: NDArray[np.float32] = np.sqrt(np.einsum("ij,ij->i", wide, wide))
    return lengths
