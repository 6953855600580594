"""The threshold `sure`: the student clears hits of weak rules below this probability.

It is the largest value at which no correct hit of a weak rule on the held-out examples is dropped and left without a
span. Everything is computed with the runtime's own code.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from redactor.detect.patterns import Patterns
from redactor.detect.student import card as runtime
from redactor.detect.student.spans import piece_scores
from redactor.distill import calibrate, label_set
from redactor.distill.examples import Example
from redactor.distill.export import write_card
from redactor.text import Note

# Upper bound, since held-out notes resemble training notes. On types that training never saw and on the hand-written
# sets, 3 of 150 hits of weak rules between 0.03 and 0.05 were right, and 7 of 200 between 0.05 and 0.1.
_MOST = 0.05


@dataclass(frozen=True, slots=True)
class Clearing:
    """The result of `clearing`.

    sure: the threshold, for the card.
    right, wrong: hits that only weak rules have in the examples.
    dropped: those of the wrong hits that the threshold clears.
    """

    sure: float
    right: int
    wrong: int
    dropped: int


def clearing(folder: Path, examples: Iterable[Example]) -> Clearing:
    """The threshold for an exported and calibrated student. Raises ModelError for a damaged folder."""
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
    # Slightly below the least certain correct hit.
    sure = min(_MOST, 0.9 * min(right, default=_MOST))
    return Clearing(round(sure, 7), len(right), len(wrong), int((np.array(wrong) <= sure).sum()))


def apply(folder: Path, found: Clearing) -> None:
    """Write `sure` and its counts into the card."""
    card = json.loads((folder / runtime.CARD).read_text(encoding="utf-8"))
    card |= {"sure": found.sure, "clearing": asdict(found)}
    write_card(folder, card)
