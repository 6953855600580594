"""Keyed n-grams: what an index may store of an original so that similar ones can be found.

An n-gram is hashed by BLAKE2b under the key of the group that it is searched in. The same letters therefore have other
hashes in another scope, kind or home. Only the first 512 characters of the folded text are used.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from relex.text_forms import folded

DIMENSIONS = 128
_MAX_CHARACTERS = 512
_CACHED_HASHES = 1 << 16


def tokens(key: bytes, text: str) -> tuple[str, ...]:
    """Tokens of the text's trigrams, 10 characters of [0-9a-f] each, without duplicates, in an order that reveals
    nothing.
    """
    return tuple(sorted({f"{_hash(key, g) >> 24:010x}" for g in _grams(text, 3, 3)}))


def vector(key: bytes, text: str) -> NDArray[np.float32]:
    """Signed hashes of the 2- to 4-grams in (DIMENSIONS,), of length 1.

    Feature hashing: Weinberger et al., 2009.
    """
    out = np.zeros(DIMENSIONS, np.float32)
    hashes = [_hash(key, g) for g in _grams(text, 2, 4)]
    places = np.array([h % DIMENSIONS for h in hashes])
    np.add.at(out, places, np.array([1 if h >> 63 else -1 for h in hashes], np.float32))
    length = float(np.linalg.norm(out))
    if length == 0.0:  # all signs cancelled out
        out[places[0]] = length = 1.0
    return out / np.float32(length)


def _grams(text: str, least: int, most: int) -> Iterator[str]:
    padded = f" {(folded(text[:_MAX_CHARACTERS]) or text[:_MAX_CHARACTERS])[:_MAX_CHARACTERS]} "
    for n in range(least, most + 1):
        for i in range(max(1, len(padded) - n + 1)):
            yield padded[i : i + n]


@lru_cache(maxsize=_CACHED_HASHES)
def _hash(key: bytes, gram: str) -> int:
    """A 64-bit hash."""
    return int.from_bytes(blake2b(gram.encode("utf-8", "surrogatepass"), key=key, digest_size=8).digest(), "big")
