"""How far notes are from those that a student learnt from.

The Jensen-Shannon divergence of their words (Lin 1991, equation 4.1, in bits) and the Frechet distance of their mean
emissions as Gaussians (Dowson and Landau 1982, equation 4), of all notes together; and the notes past the thresholds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from redactor.detect.student import Student
from redactor.detect.student.drift import Floats, Profile, threshold, word_shares, words_of
from redactor.evaluate.spans import Figure, figures


@dataclass(frozen=True, slots=True)
class NoteDrift:
    """A note. words, pieces: its lengths. cost, distance: by words and emissions, as fractions of their thresholds;
    None where the note is too short. counts: of its words. emissions: (labels,) mean.
    """

    id: str
    group: str
    cost: float | None
    distance: float | None
    counts: Counter[str]
    emissions: Floats

    @property
    def fraction(self) -> float | None:
        """The larger one; a note beyond 1 is strange."""
        return max((f for f in (self.cost, self.distance) if f is not None), default=None)


@dataclass(frozen=True, slots=True)
class DriftReport:
    """strange: the share of notes past a threshold. by_words, by_emissions: notes past each. short: notes that are too
    short to be judged; they count as usual ones. divergence: of words, in bits, from 0 to 1; None without words.
    frechet: None below two notes that are long enough.
    """

    notes: int
    short: int
    strange: Figure
    by_words: int
    by_emissions: int
    divergence: float | None
    frechet: float | None


def read_drift(student: Student, profile: Profile, notes: Sequence[tuple[str, str, str]]) -> list[NoteDrift]:
    """The distances of notes, each an id, a text and a group."""
    out = []
    seen = student.mean_emissions([text for _, text, _ in notes])
    for (id, text, group), (pieces, emissions) in zip(notes, seen, strict=True):
        words, cost = profile.word_cost(text)
        usual, near = threshold(profile.costs, words), threshold(profile.distances, pieces)
        out.append(
            NoteDrift(
                id,
                group,
                None if usual is None else cost / usual,
                None if near is None else profile.distance(emissions) / near,
                Counter(words_of(text)),
                emissions,
            )
        )
    return out


def drift_report(profile: Profile, notes: Sequence[NoteDrift]) -> DriftReport:
    """Of all notes together."""
    strange = np.array([[n.fraction is not None and n.fraction > 1] for n in notes], dtype=np.float64)
    (share,) = figures(strange, np.ones_like(strange), (1,))
    return DriftReport(
        notes=len(notes),
        short=sum(n.fraction is None for n in notes),
        strange=share,
        by_words=_past(n.cost for n in notes),
        by_emissions=_past(n.distance for n in notes),
        divergence=_divergence(profile, notes),
        frechet=frechet(profile, [n.emissions for n in notes if n.distance is not None]),
    )


def _past(fractions: Iterable[float | None]) -> int:
    return sum(f is not None and f > 1 for f in fractions)


def _divergence(profile: Profile, notes: Sequence[NoteDrift]) -> float | None:
    counts: Counter[str] = Counter()
    for note in notes:
        counts.update(note.counts)
    if not counts:
        return None
    here, usual = word_shares(counts, profile)
    mean = (here + usual) / 2
    return float((_entropy(mean) - (_entropy(here) + _entropy(usual)) / 2).clip(0, 1))


def _entropy(shares: Floats) -> Floats:
    held = shares[shares > 0]
    bits: Floats = -(held * np.log2(held)).sum()
    return bits


def frechet(profile: Profile, emissions: Sequence[Floats]) -> float | None:
    """The squared distance of two Gaussians: that of these mean emissions, and the profile's."""
    if len(emissions) < 2:
        return None
    rows = np.array(emissions)
    apart = rows.mean(axis=0) - profile.mean
    own, usual = np.cov(rows, rowvar=False), profile.covariance
    values, vectors = np.linalg.eigh(usual)
    root = vectors * np.sqrt(values.clip(0)) @ vectors.T
    both = np.sqrt(np.linalg.eigvalsh(root @ own @ root).clip(0)).sum()
    return float(max(0.0, apart @ apart + np.trace(own) + np.trace(usual) - 2 * both))
