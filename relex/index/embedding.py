"""Vectors of texts for similarity search: keyed n-grams, or a sentence-transformers model.

Keyed vectors are meaningless without the key. Vectors of a public model are not: anybody with the model can embed a
list of names and compare. Stores therefore encrypt them and search them in the process.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from redactor.errors import IndexUnavailableError
from relex.index import ngrams


class Embedder(Protocol):
    """keyed: the vectors depend on a key and are cheap to compute."""

    name: str
    dimensions: int
    keyed: bool

    def vectors(self, texts: Sequence[str], key: bytes) -> NDArray[np.float32]:
        """(len(texts), dimensions), each of length 1. key: of the group, for embedders that use one."""
        ...


class KeyedGrams:
    """The default: hashed character n-grams under the group's key; no weights."""

    name = "keyed-n-grams/1"
    dimensions = ngrams.DIMENSIONS
    keyed = True

    def vectors(self, texts: Sequence[str], key: bytes) -> NDArray[np.float32]:
        """(len(texts), 128)."""
        out = np.zeros((len(texts), self.dimensions), np.float32)
        for i, text in enumerate(texts):
            out[i] = ngrams.vector(key, text)
        return out


class SentenceModel:
    """A sentence-transformers model from a folder or, by name, from the local cache; nothing is downloaded."""

    keyed = False

    def __init__(self, model: str) -> None:
        """Raises IndexUnavailableError."""
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
        """(len(texts), dimensions); the key is not used."""
        if not texts:
            return np.zeros((0, self.dimensions), np.float32)
        plain = [t.encode("utf-8", "replace").decode() for t in texts]  # tokenizers reject lone surrogates
        found = self._model.encode(plain, normalize_embeddings=True, convert_to_numpy=True, show_progress_bar=False)
        return np.asarray(found, np.float32)


def embedder(model: str | None = None) -> Embedder:
    """The model with that path or name, or keyed n-grams without one. Raises IndexUnavailableError."""
    return SentenceModel(model) if model else KeyedGrams()
