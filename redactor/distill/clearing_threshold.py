"""The threshold `sure`: the student clears hits of weak rules below this probability.

It is the value at which the correct hits that are dropped and left without a span, each worth a stated number of false
alarms, and the wrong hits that stay cost least on the held-out examples. Everything is computed with the runtime's own
code.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from redactor.detect.patterns import Patterns
from redactor.detect.student import card as runtime
from redactor.detect.student.decoding import piece_scores
from redactor.distill import calibrate, label_set
from redactor.distill.examples import Example
from redactor.distill.export import write_card
from redactor.text import Note

# None is above 0.1, since held-out notes resemble training notes. On types that training never saw and on the
# hand-written sets, 7 of 200 hits of weak rules between 0.05 and 0.1 were right by version 5.
_CHOICES = (0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.07, 0.1)


@dataclass(frozen=True, slots=True)
class Clearing:
    """The result of `clearing`.

    sure: the threshold, for the card.
    right, wrong: hits that only weak rules have in the examples.
    lost, dropped: those of the right and of the wrong hits that the threshold clears.
    """

    sure: float
    right: int
    wrong: int
    lost: int
    dropped: int


def clearing(folder: Path, examples: Iterable[Example], price: float) -> Clearing:
    """The threshold for an exported and calibrated student. price: false alarms that a lost hit is worth.

    Raises ModelError for a damaged folder.
    """
    card = runtime.load_card(folder)
    texts = list(calibrate.read_texts(folder, card, examples))
    shares = calibrate.decided(texts, card, card.temperature)
    right: list[float] = []
    wrong: list[float] = []
    for text, share in zip(texts, shares, strict=True):
        held = piece_scores(card, share).probability
        (found,) = Patterns().detect([Note("n", text.example.text)])
        size = len(text.example.text)
        true = calibrate.mask(size, [(a, b) for a, b, label in text.example.spans if label_set.emitted(label)])
        covered = calibrate.mask(size, [(s.start, s.end) for s in found.spans if s.strength == "strong"])
        unknown = calibrate.mask(size, text.example.masked)
        for s in found.spans:
            if s.strength == "strong" or unknown[s.start : s.end].any():
                continue
            inside = (text.pieces.ends > s.start) & (text.pieces.starts < s.end)
            most = float(held[inside].max()) if inside.any() else 1.0
            if not true[s.start : s.end].any():
                wrong.append(most)
            elif not covered[s.start : s.end][true[s.start : s.end]].all():
                right.append(most)
    sure = max(_CHOICES, key=lambda p: _count(wrong, p) - price * _count(right, p))
    return Clearing(sure, len(right), len(wrong), _count(right, sure), _count(wrong, sure))


def _count(probabilities: Sequence[float], most: float) -> int:
    return sum(p <= most for p in probabilities)


def apply(folder: Path, found: Clearing) -> None:
    """Write `sure` and its counts into the card."""
    card = json.loads((folder / runtime.CARD).read_text(encoding="utf-8"))
    card |= {"sure": found.sure, "clearing": asdict(found)}
    write_card(folder, card)
