"""Measure clinical model consistency (RedactOR A.7): what a small model learns from stand-ins instead of originals.

The model is a softmax regression over hashed words and word pairs. Training and test folds have different subjects, so
that a memorised name is worth nothing. It is trained and tested on the original notes (the metric X) and on the
rewritten notes (X + delta); and trained on rewritten but tested on original notes, like a model that was trained in an
enclave and is used at the bedside.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from types import MappingProxyType
from zlib import crc32

import numpy as np
import numpy.typing as npt

from redactor.evaluate.bootstrap import ratio_intervals

FOLDS = 5
SEEDS = (11, 12, 13)
"""The seeds that assign subjects to folds; figures are means over them."""
_FEATURES = 4096
_STEPS, _RATE, _MOMENTUM, _DECAY = 600, 5.0, 0.9, 1e-5
_WORD = re.compile(r"\w+")

Matrix = npt.NDArray[np.float64]
Flags = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Case:
    """A note before and after, the label to predict, and the groups of its patient ({"sex": "female"})."""

    subject: str
    original: str
    rewritten: str
    label: str
    groups: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Shift:
    """A difference of accuracies with its 95 % interval over subjects. cases: the number of notes."""

    value: float
    low: float
    high: float
    cases: int


@dataclass(frozen=True, slots=True)
class ModelConsistency:
    """The accuracies of the three models, and their differences.

    original: trained and tested on original notes. rewritten: trained and tested on rewritten notes. transferred:
    trained on rewritten, tested on original notes. chance: the share of the most common label. shift, transfer: the
    differences of the second and third from the first. groups: the shift by group ("sex=female").
    """

    original: float
    rewritten: float
    transferred: float
    chance: float
    shift: Shift
    transfer: Shift
    groups: Mapping[str, Shift]


def model_consistency(cases: Sequence[Case], folds: int = FOLDS, seeds: Sequence[int] = SEEDS) -> ModelConsistency:
    """Return the accuracies from 0 to 1, and how stand-ins change them. Raises ValueError for fewer subjects than
    folds.
    """
    subjects = sorted({c.subject for c in cases})
    if not 2 <= folds <= len(subjects) or not seeds:
        raise ValueError("needs at least two folds, one subject for each fold, and one seed")
    labels = sorted({c.label for c in cases})
    truth = np.array([labels.index(c.label) for c in cases])
    old, new = word_features([c.original for c in cases]), word_features([c.rewritten for c in cases])
    who = np.array([subjects.index(c.subject) for c in cases])
    right = {name: np.zeros(len(cases)) for name in ("original", "rewritten", "transferred")}
    for seed in seeds:
        fold_of = np.random.default_rng(seed).permutation(len(subjects))[who] % folds
        for fold in range(folds):
            test = fold_of == fold
            for name, learnt, asked in (("original", old, old), ("rewritten", new, new), ("transferred", new, old)):
                model = fit_weights(learnt[~test], truth[~test], len(labels))
                right[name][test] += (predict_labels(model, asked[test]) == truth[test]) / len(seeds)
    change = right["rewritten"] - right["original"]
    members: dict[str, list[int]] = {}
    for i, case in enumerate(cases):
        for name, value in case.groups.items():
            members.setdefault(f"{name}={value}", []).append(i)
    return ModelConsistency(
        original=float(right["original"].mean()),
        rewritten=float(right["rewritten"].mean()),
        transferred=float(right["transferred"].mean()),
        chance=float(np.bincount(truth).max() / len(cases)),
        shift=_mean_shift(change, who),
        transfer=_mean_shift(right["transferred"] - right["original"], who),
        groups={
            group: _mean_shift(change[member_cases], who[member_cases])
            for group, member_cases in sorted(members.items())
        },
    )


def _mean_shift(change: Flags, who: npt.NDArray[np.intp]) -> Shift:
    """Return the mean change; subjects are resampled, because notes of one subject resemble each other."""
    _, rows = np.unique(who, return_inverse=True)
    above = np.bincount(rows, weights=change)[:, None].astype(np.float64)
    low, high = ratio_intervals(above, np.bincount(rows).astype(np.float64)[:, None])
    return Shift(float(change.mean()), float(low[0]), float(high[0]), len(change))


# --- The model --------------------------------------------------------------------------------------------------------


def word_features(texts: Sequence[str]) -> Matrix:
    """Return the presence of words and word pairs, hashed by CRC-32, as (texts, 4,096) with each row of length 1."""
    out = np.zeros((len(texts), _FEATURES))
    for row, text in zip(out, texts, strict=True):
        words = [m[0] for m in _WORD.finditer(text.lower())]
        for gram in (*words, *(f"{a} {b}" for a, b in pairwise(words))):
            row[crc32(gram.encode("utf-8", "surrogatepass")) % _FEATURES] = 1.0
    lengths = np.linalg.norm(out, axis=1, keepdims=True)
    return np.asarray(out / np.maximum(lengths, 1.0))


def fit_weights(x: Matrix, y: npt.NDArray[np.intp], labels: int) -> Matrix:
    """Return the weights (features + 1, labels) of a softmax regression, by gradient descent with momentum and weight
    decay.

    At every step the weights are sums of training rows, so that the descent needs only the products of the rows, which
    are few.
    """
    inputs = np.hstack([x, np.ones((len(x), 1))])
    products = inputs @ inputs.T
    wanted = np.eye(labels)[y]
    shares = np.zeros((len(x), labels))  # weights = inputs.T @ shares
    moved = np.zeros_like(shares)
    for _ in range(_STEPS):
        slope = (_softmax(products @ shares) - wanted) / len(x) + _DECAY * shares
        moved = _MOMENTUM * moved - _RATE * slope
        shares = shares + moved
    return np.asarray(inputs.T @ shares)


def predict_labels(weights: Matrix, x: Matrix) -> npt.NDArray[np.intp]:
    """Return the most likely label of each row."""
    return np.asarray((x @ weights[:-1] + weights[-1]).argmax(axis=1))


def _softmax(scores: Matrix) -> Matrix:
    shifted = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True))
