"""Export a trained student to the folder that the runtime reads: int8 ONNX, tokenizer and card."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from tokenizers import Tokenizer

from redactor.detect.student import card as runtime
from redactor.detect.student import features
from redactor.detect.student.onnx_session import OnnxSession
from redactor.distill import dataset, label_set, model
from redactor.distill.crf import Scores, best_sequences
from redactor.distill.int8_network import write_network
from redactor.distill.int8_scales import measure_ranges
from redactor.distill.model import exportable_weights
from redactor.files.atomic_file import write_text

STRIDE = 190  # pieces from one window to the next, so that each piece has at least 32 on either side
UNCALIBRATED_THRESHOLD = 0.5
_MEASURED_WINDOWS = 300  # windows on which activations are measured


def export_student(trained: Path, out: Path, texts: Sequence[str], name: str, version: str) -> Path:
    """Write the model folder `out` from a folder that `train` wrote. Thresholds are 0.5 until they are calibrated.

    texts: some training texts, on which the ranges of activations are measured. Returns `out`. Raises ValueError if no
    text contains a word.
    """
    student, tokenizer, _ = model.load_student(trained)
    marks = dataset.special_pieces(tokenizer)
    out.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(out / runtime.TOKENIZER))
    weights = exportable_weights(student.state_dict(), student.encoder.config)
    write_network(
        weights, measure_ranges(weights, first_windows(tokenizer, texts)[:_MEASURED_WINDOWS]), out / runtime.WEIGHTS
    )
    scores = _crf_scores(student)
    card = {
        "format": runtime.FORMAT,
        "name": name,
        "version": version,
        "labels": list(label_set.LABELS),
        "entities": {kind.value: entity for kind, entity in label_set.ENTITY_OF.items()},
        "start": _rounded(scores.start),
        "transitions": [_rounded(row) for row in scores.transitions],
        "end": _rounded(scores.end),
        "temperature": 1.0,
        "thresholds": {kind.value: UNCALIBRATED_THRESHOLD for kind, entity in label_set.ENTITY_OF.items() if entity},
        "window": dataset.WINDOW,
        "stride": STRIDE,
        "features": features.FEATURES,
        "special": {"cls": marks.cls, "sep": marks.sep, "pad": marks.pad},
        "sha256": {file: _sha256(out / file) for file in (runtime.WEIGHTS, runtime.TOKENIZER)},
    }
    write_card(out, card)
    return out


def write_card(folder: Path, card: dict[str, Any]) -> None:
    """Write student.json atomically."""
    write_text(folder / runtime.CARD, json.dumps(card, indent=1) + "\n")


def first_windows(tokenizer: Tokenizer, texts: Sequence[str]) -> list[features.Window]:
    """Return the first window of each text, with the special pieces. Raises ValueError if there is none."""
    marks = dataset.special_pieces(tokenizer)

    def framed(values: features.Ints, first: int, last: int) -> features.Ints:
        return np.concatenate(([first], values[: dataset.WINDOW], [last]))

    out = [
        (
            framed(found.ids, marks.cls, marks.sep),
            framed(found.shapes, features.Shape.SPECIAL, features.Shape.SPECIAL),
            framed(found.gaps, features.Gap.NONE, features.Gap.NONE),
            framed(found.traits, 0, 0),
        )
        for found in features.encode(tokenizer, texts)
        if len(found)
    ]
    if not out:
        raise ValueError("no text holds a word")
    return out


@dataclass(frozen=True, slots=True)
class Fidelity:
    """How far the exported network differs from the trained one, over the pieces of the given texts.

    largest, mean: the differences of emissions. emissions: the share of pieces with the same likeliest label. decoded:
    the same share after Viterbi. found: that share among the pieces that the trained network labels other than O.
    outside_mean, outside_high: the difference of P(O) from the emissions, mean and 99.9th percentile.
    """

    pieces: int
    largest: float
    mean: float
    emissions: float
    decoded: float
    found: float
    outside_mean: float
    outside_high: float
    megabytes: float


def measure_fidelity(trained: Path, folder: Path, texts: Sequence[str]) -> Fidelity:
    """Compare an export with the float32 model behind it; each window is a batch."""
    student, tokenizer, _ = model.load_student(trained)
    marks = dataset.special_pieces(tokenizer)
    session = OnnxSession(folder / runtime.WEIGHTS, len(label_set.LABELS), marks.cls, marks.sep, threads=1)
    scores = _crf_scores(student)
    exact, near, paths, near_paths = [], [], [], []
    for window in first_windows(tokenizer, texts):
        ids, shapes, gaps, traits = (torch.from_numpy(v)[None] for v in window)
        with torch.no_grad():
            wanted = student(ids, torch.ones_like(ids), shapes, gaps, traits)[:, 1:-1]
        inner = window[0][1:-1], window[1][1:-1], window[2][1:-1], window[3][1:-1]
        got = torch.from_numpy(session.emissions([inner])[0])[None]
        live = torch.ones(wanted.shape[:2], dtype=torch.bool)
        exact.append(wanted[0].numpy())
        near.append(got[0].numpy())
        paths.append(best_sequences(wanted, live, scores)[0].numpy())
        near_paths.append(best_sequences(got, live, scores)[0].numpy())
    a, b = np.concatenate(exact), np.concatenate(near)
    path, near_path = np.concatenate(paths), np.concatenate(near_paths)
    outside = np.abs(_softmax(a) - _softmax(b))[:, label_set.OUTSIDE]
    something = path != label_set.OUTSIDE
    return Fidelity(
        pieces=len(a),
        largest=float(np.abs(a - b).max()),
        mean=float(np.abs(a - b).mean()),
        emissions=float((a.argmax(axis=1) == b.argmax(axis=1)).mean()),
        decoded=float((path == near_path).mean()),
        found=float((path == near_path)[something].mean()) if something.any() else 1.0,
        outside_mean=float(outside.mean()),
        outside_high=float(np.quantile(outside, 0.999)),
        megabytes=round((folder / runtime.WEIGHTS).stat().st_size / 1e6, 1),
    )


def _crf_scores(student: model.Student) -> Scores:
    return Scores(*(part.detach() for part in student.crf.scores()))


def _rounded(values: torch.Tensor) -> list[float]:
    return [round(float(v), 5) for v in values]


def _softmax(values: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    powers = np.exp(values - values.max(axis=1, keepdims=True))
    shares: npt.NDArray[np.float32] = powers / powers.sum(axis=1, keepdims=True)
    return shares


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
