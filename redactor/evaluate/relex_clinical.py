"""Clinical model consistency (RedactOR A.7): what a small model learns from stand-ins instead of originals.

The model is a softmax regression over hashed words and word pairs. Training and test folds have different subjects, so
that a memorised name is worth nothing. It is trained on the original notes (the metric X) and on the rewritten ones (X
+ delta); and trained on rewritten notes but tested on originals, like a model that was trained in an enclave and is
used at the bedside.
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

from redactor.evaluate.bootstrap import ratios

FOLDS = 5
SEEDS = (11, 12, 13)
"""For assigning subjects to folds; figures are means over the seeds."""
_WIDTH = 4096  # features
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
    """A difference of accuracies with its 95 % interval over subjects. cases: number of notes."""

    value: float
    low: float
    high: float
    cases: int


@dataclass(frozen=True, slots=True)
class ModelConsistency:
    """X, X + delta, and the shifts. chance: share of the most common label.

    original: trained and tested on original notes. rewritten: on rewritten notes. transferred: trained on rewritten,
    tested on original notes. shift, transfer: the differences of the latter two from the first. groups: shift by group
    ("sex=female").
    """

    original: float
    rewritten: float
    transferred: float
    chance: float
    shift: Shift
    transfer: Shift
    groups: Mapping[str, Shift]


def model_consistency(cases: Sequence[Case], folds: int = FOLDS, seeds: Sequence[int] = SEEDS) -> ModelConsistency:
    """The accuracy in [0, 1], and how stand-ins change it. Raises ValueError for fewer subjects than folds."""
    subjects = sorted({c.subject for c in cases})
    if not 2 <= folds <= len(subjects) or not seeds:
        raise ValueError("needs at least two folds, one subject for each fold, and one seed")
    labels = sorted({c.label for c in cases})
    truth = np.array([labels.index(c.label) for c in cases])
    old, new = features([c.original for c in cases]), features([c.rewritten for c in cases])
    who = np.array([subjects.index(c.subject) for c in cases])
    right = {name: np.zeros(len(cases)) for name in ("original", "rewritten", "transferred")}
    for seed in seeds:
        fold_of = np.random.default_rng(seed).permutation(len(subjects))[who] % folds
        for fold in range(folds):
            test = fold_of == fold
            for name, learnt, asked in (("original", old, old), ("rewritten", new, new), ("transferred", new, old)):
                model = fit(learnt[~test], truth[~test], len(labels))
                right[name][test] += (predict(model, asked[test]) == truth[test]) / len(seeds)
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
        shift=_shift(change, who),
        transfer=_shift(right["transferred"] - right["original"], who),
        groups={group: _shift(change[some], who[some]) for group, some in sorted(members.items())},
    )


def _shift(change: Flags, who: npt.NDArray[np.intp]) -> Shift:
    """The mean change; subjects are resampled, because notes of one subject resemble each other."""
    _, rows = np.unique(who, return_inverse=True)
    above = np.bincount(rows, weights=change)[:, None].astype(np.float64)
    low, high = ratios(above, np.bincount(rows).astype(np.float64)[:, None])
    return Shift(float(change.mean()), float(low[0]), float(high[0]), len(change))


# --- The model --------------------------------------------------------------------------------------------------------


def features(texts: Sequence[str]) -> Matrix:
    """(texts, 4,096): presence of words and word pairs, hashed by CRC-32, each row of length 1."""
    out = np.zeros((len(texts), _WIDTH))
    for row, text in zip(out, texts, strict=True):
        words = [m[0] for m in _WORD.finditer(text.lower())]
        for gram in (*words, *(f"{a} {b}" for a, b in pairwise(words))):
            row[crc32(gram.encode("utf-8", "surrogatepass")) % _WIDTH] = 1.0
    lengths = np.linalg.norm(out, axis=1, keepdims=True)
    return np.asarray(out / np.maximum(lengths, 1.0))


def fit(x: Matrix, y: npt.NDArray[np.intp], labels: int) -> Matrix:
    """Weights (features + 1, labels) of a softmax regression with weight decay, by gradient descent with momentum.

    The weights are sums of training rows at every step, so that the descent needs only the products of the rows, which
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


def predict(weights: Matrix, x: Matrix) -> npt.NDArray[np.intp]:
    """The most likely label of each row."""
    return np.asarray((x @ weights[:-1] + weights[-1]).argmax(axis=1))


def _softmax(scores: Matrix) -> Matrix:
    shifted = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True))
