"""Finds similar originals: keyed n-grams of a text, its vector, and the search among vectors in memory.

Vectors of keyed n-grams are meaningless without the key. Vectors of a public model are not: anybody with the model can
embed a list of names and compare. Stores therefore encrypt the latter and search them in the process.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from redactor.errors import IndexUnavailableError
from relex.text_forms import folded

# --- Keyed n-grams ----------------------------------------------------------------------------------------------------

DIMENSIONS = 128
_MAX_CHARACTERS = 512
_CACHED_HASHES = 1 << 16


def gram_tokens(key: bytes, text: str) -> tuple[str, ...]:
    """Return tokens of the text's trigrams, 10 characters of [0-9a-f] each, without duplicates, in an order that
    reveals nothing.
    """
    return tuple(sorted({f"{_gram_hash(key, g) >> 24:010x}" for g in _grams(text, 3, 3)}))


def gram_vector(key: bytes, text: str) -> NDArray[np.float32]:
    """Return signed hashes of the 2- to 4-grams in an array (DIMENSIONS,) of length 1.

    An n-gram is hashed by BLAKE2b under the key of its group, so that the same letters have other hashes in another
    scope, kind or home. Only the first 512 characters of the folded text count. Feature hashing: Weinberger et al.,
    2009.
    """
    out = np.zeros(DIMENSIONS, np.float32)
    hashes = [_gram_hash(key, g) for g in _grams(text, 2, 4)]
    places = np.array([h % DIMENSIONS for h in hashes])
    np.add.at(out, places, np.array([1 if h >> 63 else -1 for h in hashes], np.float32))
    length = float(np.linalg.norm(out))
    if length == 0.0:  # all signs cancelled out
        out[places[0]] = length = 1.0
    return out / np.float32(length)


def _grams(text: str, least: int, most: int) -> Iterator[str]:
    """Yield the character n-grams of a folded text, of `least` to `most` characters."""
    padded = f" {(folded(text[:_MAX_CHARACTERS]) or text[:_MAX_CHARACTERS])[:_MAX_CHARACTERS]} "
    for n in range(least, most + 1):
        for i in range(max(1, len(padded) - n + 1)):
            yield padded[i : i + n]


@lru_cache(maxsize=_CACHED_HASHES)
def _gram_hash(key: bytes, gram: str) -> int:
    """Return a 64-bit hash."""
    return int.from_bytes(blake2b(gram.encode("utf-8", "surrogatepass"), key=key, digest_size=8).digest(), "big")


# --- Embedders --------------------------------------------------------------------------------------------------------


class Embedder(Protocol):
    """Turns texts into vectors; those of a `keyed` embedder depend on a key and are cheap to compute."""

    name: str
    dimensions: int
    keyed: bool

    def vectors(self, texts: Sequence[str], key: bytes) -> NDArray[np.float32]:
        """Return an array (len(texts), dimensions) of vectors of length 1; `key` belongs to the group."""
        ...


class KeyedGrams:
    """Embeds texts as hashed character n-grams under the group's key, the default; it has no weights."""

    name = "keyed-n-grams/1"
    dimensions = DIMENSIONS
    keyed = True

    def vectors(self, texts: Sequence[str], key: bytes) -> NDArray[np.float32]:
        """Return an array (len(texts), 128)."""
        out = np.zeros((len(texts), self.dimensions), np.float32)
        for i, text in enumerate(texts):
            out[i] = gram_vector(key, text)
        return out


class SentenceModel:
    """Embeds texts with a sentence-transformers model from a folder or, by name, from the local cache; downloads
    nothing.
    """

    keyed = False

    def __init__(self, model: str) -> None:
        """Load the model. Raises IndexUnavailableError."""
        try:
            from sentence_transformers import SentenceTransformer

            self._model: Any = SentenceTransformer(model, device="cpu", local_files_only=True)
        except ImportError:
            raise IndexUnavailableError(
                "an embedding model is set but sentence-transformers is not installed;"
                " install clinical-redactor[train], or unset the model"
            ) from None
        except (OSError, ValueError) as e:
            raise IndexUnavailableError(
                f"the embedding model cannot be loaded ({type(e).__name__}); name a folder that holds it, or unset it"
            ) from None
        self.name = model
        self.dimensions = int(self._model.encode([""], show_progress_bar=False).shape[1])

    def vectors(self, texts: Sequence[str], key: bytes) -> NDArray[np.float32]:
        """Return an array (len(texts), dimensions); the key is not used."""
        if not texts:
            return np.zeros((0, self.dimensions), np.float32)
        plain = [t.encode("utf-8", "replace").decode() for t in texts]  # tokenizers reject lone surrogates
        found = self._model.encode(plain, normalize_embeddings=True, convert_to_numpy=True, show_progress_bar=False)
        return np.asarray(found, np.float32)


def embedder(model: str | None = None) -> Embedder:
    """Return the model with that path or name, or keyed n-grams without one. Raises IndexUnavailableError."""
    return SentenceModel(model) if model else KeyedGrams()


# --- Vectors in memory ------------------------------------------------------------------------------------------------

_MAX_VECTORS = 1_000_000
_SCALE = 127.0
_BLOCK = 1024  # rows that are widened to floats at a time: they stay in the processor's cache


class VectorGroup:
    """Holds the vectors of one group as int8, in the order of their rows, and searches all of them, so that the same
    rows give the same answer.

    A vector takes its dimensions plus 12 bytes (140 by default), so that the maximum of one million takes 140 MB, and
    twice that while a group grows. A search takes 0.04 s for a million on one core, and less than a millisecond for the
    thousands that a scope and kind have in practice. A graph index is therefore not needed (docs/adr/0053).
    """

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
        """Return the k nearest rows with their cosine similarity, nearest first; of equally near rows, older first."""
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
    """Holds the groups in use, and drops the least recently used when all together hold more than one million
    vectors.
    """

    def __init__(self, dimensions: int) -> None:
        self._dimensions = dimensions
        self._groups: OrderedDict[int, VectorGroup] = OrderedDict()

    def get(self, group: int) -> VectorGroup:
        """Return the group, empty if it is new or was dropped."""
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
    """Return vectors of length 1 with one byte per dimension."""
    scaled: NDArray[np.float32] = np.rint(vectors * np.float32(_SCALE))
    return scaled.astype(np.int8)


def _lengths(vectors: NDArray[np.int8]) -> NDArray[np.float32]:
    """Return the lengths of vectors in an array (len(vectors),)."""
    wide = vectors.astype(np.float32)
    lengths: NDArray[np.float32] = np.sqrt(np.einsum("ij,ij->i", wide, wide))
    return lengths
