"""What scores are worth, worked by hand."""

from __future__ import annotations

import math

import pytest

from redactor.evaluate.spans import Document, Labelled
from redactor.evaluate.thresholds import THRESHOLDS, read_scores

TEXT = "Ann Lee of Dayton had a cold and Bob"
ANN, TOWN, BOB = Labelled(0, 7, "PATIENT"), Labelled(11, 17, "CITY"), Labelled(33, 36, "PATIENT")
# A rule finds Ann; the student is sure of the town, rather sure of "cold", and doubts Bob and "had".
DOCUMENT = Document(
    "d",
    TEXT,
    (ANN, TOWN, BOB),
    (ANN, Labelled(11, 17, "CITY", 0.96), Labelled(24, 28, "PERSON", 0.62)),
    doubts=(Labelled(33, 36, "PERSON", 0.12), Labelled(18, 21, "PERSON", 0.06)),
)


def test_a_threshold_drops_findings_and_adds_doubts() -> None:
    scores = read_scores([DOCUMENT])
    assert scores is not None
    told = {p.threshold: (p.missed, p.false) for p in scores.points}
    assert told[0.02] == told[0.05] == (0, 2) and told[0.1] == (0, 1) and told[0.2] == told[0.6] == (1, 1)
    assert told[0.7] == told[0.95] == (1, 0) and told[0.99] == (2, 0)
    assert [p.threshold for p in scores.points] == list(THRESHOLDS)
    assert scores.points[0].recall.value == 1 and scores.points[-1].recall.value == pytest.approx(1 / 3)


def test_each_price_of_a_miss_buys_its_threshold() -> None:
    scores = read_scores([DOCUMENT])
    assert scores is not None
    # At a price of 1, two points cost 1: no miss with an alarm, a miss without one. The lower threshold wins.
    assert [(b.price, b.point.threshold) for b in scores.bought] == [(1, 0.1), (10, 0.1), (100, 0.1), (1000, 0.1)]


def test_the_reliability_of_scores() -> None:
    scores = read_scores([DOCUMENT])
    assert scores is not None
    assert [(b.low, b.score, b.right.above, b.right.below) for b in scores.bins] == [
        (0, 0.06, 0, 1), (0.1, 0.12, 1, 1), (0.6, 0.62, 0, 1), (0.9, 0.96, 1, 1),
    ]  # fmt: skip
    assert scores.calibration_error == pytest.approx((0.06 + 0.88 + 0.62 + 0.04) / 4)
    assert math.isnan(scores.bins[0].right.low)  # of a single document


def test_the_system_as_it_is_is_among_what_a_price_buys() -> None:
    # All is found with scores below every threshold: each of them would miss it.
    d = Document("d", TEXT, (ANN,), (Labelled(0, 7, "PATIENT", 0.01), Labelled(24, 28, "PERSON", 0.01)))
    scores = read_scores([d])
    assert scores is not None and (scores.as_is.missed, scores.as_is.false) == (0, 1)
    assert [b.point.threshold for b in scores.bought] == [None] * 4


def test_rules_alone_have_no_scores() -> None:
    assert read_scores([Document("d", TEXT, (ANN,), (ANN,))]) is None
