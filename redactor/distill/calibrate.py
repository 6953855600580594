"""Calibrate an exported student on held-out examples: a temperature, a threshold for each class, and one for weak
rules.

A missed identifier costs more than a false alarm. The threshold of a class is therefore the probability at which its
misses, each worth a stated number of false alarms, and its false alarms cost least. The threshold `sure` is the
probability below which the student clears hits of weak rules: where the right hits that are lost, each worth the same
number of false alarms, and the wrong hits that stay cost least. All depend on how dense in identifiers the texts are,
and are computed with the runtime's own code.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

from redactor.detect.patterns import Patterns
from redactor.detect.student import card as runtime
from redactor.detect.student import features
from redactor.detect.student.decoding import PieceScores, marginals, piece_scores, to_reading
from redactor.detect.student.features import windows
from redactor.detect.student.onnx_session import OnnxSession
from redactor.distill import dataset, label_set
from redactor.distill.examples import Example
from redactor.distill.export import write_card
from redactor.text import Note

THRESHOLDS = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9)
TEMPERATURES = tuple(round(float(t), 3) for t in np.geomspace(0.5, 3.0, 19))
COVERED_SHARE = 0.8  # share of a gold span's characters that must be covered (SHIELD 2.5)
_ENOUGH = 20  # spans of a class from which its threshold is chosen
_SMALLEST_PROBABILITY = 1e-9


@dataclass(frozen=True, slots=True)
class ClassFigures:
    """The figures of one class on the held-out examples.

    made: predicted spans of the class. right: those of `made` that lie on identifiers. gold: gold spans of the class.
    found: those of `gold` that spans of any class cover. calibrated: whether there were enough spans to choose the
    threshold.
    """

    threshold: float
    made: int
    right: int
    gold: int
    found: int
    calibrated: bool


@dataclass(frozen=True, slots=True)
class Calibration:
    """The result of `calibrate`.

    temperature: divides the emissions. loss_before, loss_after: mean -log P(gold label) of a piece at temperature one
    and at this temperature. price: the number of false alarms that a miss is worth. classes: the figures of each class
    with all thresholds applied.
    """

    temperature: float
    loss_before: float
    loss_after: float
    price: float
    classes: dict[str, ClassFigures]


@dataclass(frozen=True, slots=True)
class ScoredText:
    """An example with its scores.

    pieces: its word pieces. gold: their gold labels. scores: the scores of each window. bounds: the bounds of each
    window.
    """

    example: Example
    pieces: features.Pieces
    gold: npt.NDArray[np.int8]
    scores: list[npt.NDArray[np.float32]]
    bounds: list[tuple[int, int, int, int]]


def calibrate(folder: Path, examples: Iterable[Example], price: float) -> Calibration:
    """Calibrate an exported student on held-out examples; `apply_calibration` writes the result into the card.

    price: the number of false alarms that a miss is worth. A class with too few spans keeps the card's threshold.
    Raises ModelError for a damaged folder and ValueError if no example contains a word.
    """
    card = runtime.load_card(folder)
    texts = list(score_texts(folder, card, examples))
    if not texts:
        raise ValueError("the held-out examples hold no text")
    losses = {t: _mean_loss(texts, card, t) for t in (1.0, *TEMPERATURES)}
    best = min(losses, key=lambda t: losses[t])
    card = replace(card, temperature=best)
    seen = [piece_scores(card, shares) for shares in label_marginals(texts, card, best)]
    chosen, calibrated = _choose_thresholds(texts, seen, card, price)
    final = _count_spans(texts, seen, replace(card, thresholds=chosen))
    classes = {
        name: _class_figures(chosen[i], final[i], calibrated[i])
        for i, name in enumerate(card.classes)
        if card.entities[i] is not None
    }
    return Calibration(best, losses[1.0], losses[best], price, classes)


def _class_figures(threshold: np.float64, counts: npt.NDArray[np.int64], calibrated: np.bool_) -> ClassFigures:
    made, right, gold, found = counts.tolist()
    return ClassFigures(float(threshold), made, right, gold, found, bool(calibrated))


def apply_calibration(folder: Path, calibration: Calibration, version: str | None = None) -> None:
    """Write temperature, thresholds and figures into the card. version: the model's new version, if given."""
    card = json.loads((folder / runtime.CARD).read_text(encoding="utf-8"))
    card["version"] = version or card["version"]
    card["temperature"] = calibration.temperature
    card["thresholds"] |= {name: figures.threshold for name, figures in calibration.classes.items()}
    card["calibration"] = asdict(calibration)
    write_card(folder, card)


def score_texts(folder: Path, card: runtime.Card, examples: Iterable[Example]) -> Iterator[ScoredText]:
    """Yield the exported student's scores for each example that contains a word."""
    tokenizer = Tokenizer.from_file(str(folder / runtime.TOKENIZER))
    session = OnnxSession(folder / runtime.WEIGHTS, len(card.labels), card.cls, card.sep, threads=2)
    for example in examples:
        (pieces,) = features.encode(tokenizer, [example.text], [example.is_field])
        if len(pieces):
            bounds = windows(len(pieces), card.window, card.stride)
            scores = session.emissions([pieces.window(a, b) for a, b, _, _ in bounds])
            yield ScoredText(example, pieces, dataset.gold_labels(example, pieces), scores, bounds)


def label_marginals(
    texts: Sequence[ScoredText], card: runtime.Card, temperature: float
) -> list[npt.NDArray[np.float64]]:
    """Return the marginals (pieces, labels) of each text; the window that decides a piece gives its row."""
    every = [scores for text in texts for scores in text.scores]
    found = iter(marginals(every, card.start, card.transitions, card.end, temperature))
    return [np.concatenate([next(found)[first - a : last - a] for a, _, first, last in t.bounds]) for t in texts]


def _mean_loss(texts: Sequence[ScoredText], card: runtime.Card, temperature: float) -> float:
    total, count = 0.0, 0
    for text, shares in zip(texts, label_marginals(texts, card, temperature), strict=True):
        known = np.flatnonzero(text.gold != dataset.UNKNOWN)
        total -= float(np.log(np.maximum(shares[known, text.gold[known]], _SMALLEST_PROBABILITY)).sum())
        count += len(known)
    return total / max(count, 1)


def _choose_thresholds(
    texts: Sequence[ScoredText], seen: Sequence[PieceScores], card: runtime.Card, price: float
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
    """Return (classes,) thresholds, the lowest of equally good ones, and whether there were enough spans to choose
    each.
    """
    counts = np.array(
        [_count_spans(texts, seen, replace(card, thresholds=np.full_like(card.thresholds, t))) for t in THRESHOLDS]
    )
    made, right, gold, found = np.moveaxis(counts, 2, 0)
    cheapest = (made - right + price * (gold - found)).argmin(axis=0)
    enough = made.max(axis=0) >= _ENOUGH
    return np.where(enough, np.array(THRESHOLDS)[cheapest], card.thresholds), enough


def _count_spans(texts: Sequence[ScoredText], seen: Sequence[PieceScores], card: runtime.Card) -> npt.NDArray[np.int64]:
    """Return for each class the spans made, the right ones, the gold spans and the found ones, (classes, 4)."""
    out = np.zeros((len(card.classes), 4), dtype=np.int64)
    by_entity = {entity: i for i, entity in enumerate(card.entities) if entity is not None}
    by_name = {name: i for i, name in enumerate(card.classes)}
    for text, probabilities in zip(texts, seen, strict=True):
        example = text.example
        spans = to_reading(example.text, text.pieces, probabilities, card).spans
        gold = [(a, b, kind) for a, b, label in example.spans if (kind := label_set.emitted_class(label)) is not None]
        marked = character_mask(len(example.text), [(a, b) for a, b, _ in gold])
        unknown = character_mask(len(example.text), example.masked)
        for span in spans:
            if not unknown[span.start : span.end].any():
                out[by_entity[span.entity], 0] += 1
                out[by_entity[span.entity], 1] += marked[span.start : span.end].mean() >= 0.5
        covered = character_mask(len(example.text), [(s.start, s.end) for s in spans])
        for a, b, kind in gold:
            out[by_name[kind], 2] += 1
            out[by_name[kind], 3] += covered[a:b].mean() >= COVERED_SHARE
    return out


def character_mask(size: int, ranges: Iterable[tuple[int, int]]) -> npt.NDArray[np.bool_]:
    """Return (size,) characters that are True inside of the ranges."""
    out = np.zeros(size, dtype=np.bool_)
    for a, b in ranges:
        out[a:b] = True
    return out


# No choice is above 0.1, since held-out notes resemble training notes. On types that training never saw and on the
# hand-written sets, 7 of 200 hits of weak rules between 0.05 and 0.1 were right with version 5.
_SURE_CHOICES = (0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.07, 0.1)


@dataclass(frozen=True, slots=True)
class Clearing:
    """The result of `choose_clearing`.

    sure: the threshold, for the card. right, wrong: the right and the wrong hits in the examples that only weak rules
    have. lost, dropped: the right and the wrong hits that the threshold clears.
    """

    sure: float
    right: int
    wrong: int
    lost: int
    dropped: int


def choose_clearing(folder: Path, examples: Iterable[Example], price: float) -> Clearing:
    """Choose `sure` for an exported and calibrated student. price: the number of false alarms that a lost hit is worth.

    Raises ModelError for a damaged folder.
    """
    card = runtime.load_card(folder)
    texts = list(score_texts(folder, card, examples))
    shares = label_marginals(texts, card, card.temperature)
    right: list[float] = []
    wrong: list[float] = []
    for text, share in zip(texts, shares, strict=True):
        held = piece_scores(card, share).probability
        (found,) = Patterns().detect([Note("n", text.example.text)])
        size = len(text.example.text)
        true = character_mask(size, [(a, b) for a, b, label in text.example.spans if label_set.emitted_class(label)])
        covered = character_mask(size, [(s.start, s.end) for s in found.spans if s.strength == "strong"])
        unknown = character_mask(size, text.example.masked)
        for s in found.spans:
            if s.strength == "strong" or unknown[s.start : s.end].any():
                continue
            inside = (text.pieces.ends > s.start) & (text.pieces.starts < s.end)
            most = float(held[inside].max()) if inside.any() else 1.0
            if not true[s.start : s.end].any():
                wrong.append(most)
            elif not covered[s.start : s.end][true[s.start : s.end]].all():
                right.append(most)
    sure = max(_SURE_CHOICES, key=lambda p: _count_at_most(wrong, p) - price * _count_at_most(right, p))
    return Clearing(sure, len(right), len(wrong), _count_at_most(right, sure), _count_at_most(wrong, sure))


def _count_at_most(probabilities: Sequence[float], most: float) -> int:
    return sum(p <= most for p in probabilities)


def apply_clearing(folder: Path, found: Clearing) -> None:
    """Write `sure` and its counts into the card."""
    card = json.loads((folder / runtime.CARD).read_text(encoding="utf-8"))
    card |= {"sure": found.sure, "clearing": asdict(found)}
    write_card(folder, card)
