"""Show what scores are worth: figures at other thresholds, what each price of a miss buys, and how true scores are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from redactor.evaluate.figures import Figure, ratio_figures
from redactor.evaluate.spans import Document, Match, judge_document, words_of

THRESHOLDS = (0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99)
PRICES = (1, 10, 100, 1000)
_BINS = 10


@dataclass(frozen=True, slots=True)
class OperatingPoint:
    """The figures with one threshold for all classes. missed, false: numbers of spans.

    threshold: None for the system as it is.
    """

    threshold: float | None
    recall: Figure
    precision: Figure
    whole: Figure
    alarms: Figure
    missed: int
    false: int


@dataclass(frozen=True, slots=True)
class Bought:
    """The operating point with the least cost where a miss costs as much as `price` false alarms."""

    price: int
    point: OperatingPoint


@dataclass(frozen=True, slots=True)
class ScoreBin:
    """The scored stretches between two scores. score: their mean. right: the share that is right."""

    low: float
    high: float
    score: float
    right: Figure


@dataclass(frozen=True, slots=True)
class Scores:
    """What the scores of a system are worth.

    points: by threshold. as_is: with the predictions as they are. bought: by price. bins: by score. calibration_error:
    the mean distance between a bin's score and its share of right stretches, weighted by their number.
    """

    points: tuple[OperatingPoint, ...]
    as_is: OperatingPoint
    bought: tuple[Bought, ...]
    bins: tuple[ScoreBin, ...]
    calibration_error: float


def read_scores(
    documents: Sequence[Document], match: Match = "cover", mapped: Mapping[str, str | None] | None = None
) -> Scores | None:
    """Return what the scores of predictions and doubts are worth, or None if nothing has a score.

    Predictions without a score stay at every threshold: rules give none. A threshold below the lowest score of the
    doubts adds nothing.
    """
    if not any(s.score is not None for d in documents for s in (*d.predicted, *d.doubts)):
        return None
    points = tuple(_point(documents, t, match, mapped) for t in THRESHOLDS)
    as_is = _point(documents, None, match, mapped)
    bought = tuple(Bought(p, min((as_is, *points), key=lambda x: p * x.missed + x.false)) for p in PRICES)
    bins = _score_bins(documents, match, mapped)
    total = sum(b.right.below for b in bins)
    error = sum(b.right.below * abs(b.score - b.right.value) for b in bins) / total if total else float("nan")
    return Scores(points, as_is, bought, bins, error)


def at_threshold(d: Document, threshold: float | None) -> Document:
    """Return a document whose predictions are those without a score, and all stretches with at least the threshold."""
    if threshold is None:
        return d
    kept = (s for s in d.predicted if s.score is None or s.score >= threshold)
    return replace(d, predicted=(*kept, *(s for s in d.doubts if (s.score or 0) >= threshold)), doubts=())


def _point(
    documents: Sequence[Document], threshold: float | None, match: Match, mapped: Mapping[str, str | None] | None
) -> OperatingPoint:
    above, below = np.zeros((len(documents), 4)), np.zeros((len(documents), 4))
    for row, d in enumerate(documents):
        judged = judge_document(at_threshold(d, threshold), match, mapped)
        found, right = sum(g.found for g in judged.gold), sum(p.right for p in judged.predicted)
        gold, predicted = len(judged.gold), len(judged.predicted)
        above[row] = found, right, gold > 0 and found == gold, predicted - right
        below[row] = gold, predicted, gold > 0, len(words_of(d.text))
    recall, precision, whole, alarms = ratio_figures(above, below, [1, 1, 1, 1000])
    return OperatingPoint(threshold, recall, precision, whole, alarms, recall.below - recall.above, alarms.above)


def _score_bins(
    documents: Sequence[Document], match: Match, mapped: Mapping[str, str | None] | None
) -> tuple[ScoreBin, ...]:
    right, number = np.zeros((len(documents), _BINS)), np.zeros((len(documents), _BINS))
    sums = np.zeros(_BINS)
    for row, d in enumerate(documents):
        for p in judge_document(at_threshold(d, 0), match, mapped).predicted:
            if p.span.score is not None:
                column = min(_BINS - 1, int(p.span.score * _BINS))
                right[row, column] += p.right
                number[row, column] += 1
                sums[column] += p.span.score
    figures = ratio_figures(right, number, [1.0] * _BINS)
    return tuple(
        ScoreBin(n / _BINS, (n + 1) / _BINS, float(sums[n]) / f.below, f) for n, f in enumerate(figures) if f.below
    )
