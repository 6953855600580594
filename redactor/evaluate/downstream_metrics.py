"""Compute the metrics of `redactor.evaluate.downstream`: of all examples by scikit-learn, and of resamples of patients.

Scikit-learn computes a metric once for each call; 2,000 resamples of it for each label and each model would take
minutes. The functions for resamples compute the same metrics with weights, for many resamples at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from sklearn.metrics import average_precision_score, f1_score, roc_auc_score

from redactor.evaluate.bootstrap import RESAMPLES, SEED

FOLDS = 5

_CELLS = 4_000_000  # numbers in one array of resampled weights

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Metric = Literal["macro F1", "AUROC", "average precision"]


@dataclass(frozen=True, slots=True)
class Interval:
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float


def chosen_labels(scores: Floats) -> Bools:
    """Return the label with the highest score as the one true column of each row."""
    return np.asarray(np.arange(scores.shape[1]) == scores.argmax(axis=1)[:, None])


def score_labels(targets: Bools, scores: Floats, folds: Ints, *, one_label: bool) -> dict[Metric, Floats]:
    """Return the scores of each label by each metric, (labels,), as scikit-learn computes them."""
    if one_label:
        return {"macro F1": np.asarray(f1_score(targets, chosen_labels(scores), average=None, zero_division=0))}
    metrics: dict[Metric, Any] = {"AUROC": roc_auc_score, "average precision": average_precision_score}
    by_fold: dict[Metric, Floats] = {metric: np.full((FOLDS, targets.shape[1]), np.nan) for metric in metrics}
    for fold in range(FOLDS):
        of_fold = folds == fold
        for label in range(targets.shape[1]):
            truth = targets[of_fold, label]
            if truth.any() and not truth.all():
                for metric, compute in metrics.items():
                    by_fold[metric][fold, label] = compute(truth, scores[of_fold, label])
    return {metric: mean_of_known(found, 0) for metric, found in by_fold.items()}


def centred_interval(value: float, drawn: Floats, ends: tuple[float, float] = (-1.0, 1.0)) -> Interval:
    """Return the value with the percentiles of its resamples, moved by how far the mean of these lies from the value.

    ends: the least and the greatest possible value.
    """
    known = drawn[~np.isnan(drawn)]
    low, high = np.clip(np.percentile(known, [2.5, 97.5]) + (value - known.mean()), *ends)
    return Interval(value, float(low), float(high))


def patient_weights(groups: Ints) -> Iterator[Floats]:
    """Yield chunks of resamples, (resamples, examples): how often the patient of each example was drawn.

    groups: the number of each example's patient, (examples,).
    """
    patients = int(groups.max()) + 1
    rng = np.random.default_rng(SEED)
    step = max(1, _CELLS // len(groups))
    for at in range(0, RESAMPLES, step):
        drawn = rng.integers(0, patients, size=(min(step, RESAMPLES - at), patients))
        counts = np.stack([np.bincount(row, minlength=patients) for row in drawn]).astype(np.float64)
        yield counts[:, groups]


def resampled_f1(weights: Floats, targets: Bools, chosen: Bools) -> Floats:
    """Return the macro F1 of each resample, (resamples,). weights: (resamples, examples). targets, chosen: (examples,
    labels). A label that neither stands in a resample nor was chosen is left out of its mean.
    """
    right = weights @ (targets & chosen)
    below = weights @ targets + weights @ chosen
    with np.errstate(invalid="ignore"):
        return mean_of_known(np.where(below > 0, 2 * right / below, np.nan), 1)


def resampled_areas(weights: Floats, targets: Bools, scores: Floats, folds: Ints) -> tuple[Floats, Floats]:
    """Return the AUROC and the average precision of each resample, (resamples,), as means over folds, then labels.

    weights: (resamples, examples). targets, scores: (examples, labels). folds: (examples,). Both are those of
    scikit-learn with weights; a label that all examples of a fold have in a resample, or none, is left out there.
    """
    shape = (FOLDS, len(weights), targets.shape[1])
    areas, precisions = np.full(shape, np.nan), np.full(shape, np.nan)
    for fold in range(FOLDS):
        of_fold = np.flatnonzero(folds == fold)
        if not len(of_fold):
            continue
        for label in range(targets.shape[1]):
            order = of_fold[np.argsort(scores[of_fold, label], kind="stable")]
            areas[fold, :, label], precisions[fold, :, label] = _areas_of_label(
                weights[:, order], targets[order, label], scores[order, label]
            )
    return mean_of_known(mean_of_known(areas, 0), 1), mean_of_known(mean_of_known(precisions, 0), 1)


def _areas_of_label(weights: Floats, truth: Bools, scores: Floats) -> tuple[Floats, Floats]:
    """Return both areas of each resample, (resamples,), of examples in ascending order of their scores."""
    starts = np.flatnonzero(np.r_[True, scores[1:] != scores[:-1]])  # of equal scores
    having = np.add.reduceat(weights * truth, starts, axis=1)
    lacking = np.add.reduceat(weights * ~truth, starts, axis=1)
    found, passed = having[:, ::-1].cumsum(axis=1), lacking[:, ::-1].cumsum(axis=1)  # from the highest score down
    above = passed - lacking[:, ::-1] / 2
    pairs = found[:, -1] * passed[:, -1]
    with np.errstate(invalid="ignore", divide="ignore"):
        area = 1 - (having[:, ::-1] * above).sum(axis=1) / pairs
        precision = np.where(found + passed > 0, found / (found + passed), 0)
        average = np.where(pairs > 0, (having[:, ::-1] * precision).sum(axis=1) / found[:, -1], np.nan)
    return area, average


def mean_of_known(values: Floats, axis: int) -> Floats:
    """Return the means along an axis without NaN; NaN where there is nothing else."""
    known = ~np.isnan(values)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(known, values, 0).sum(axis=axis) / known.sum(axis=axis))
