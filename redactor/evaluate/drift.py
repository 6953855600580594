"""Measure how far notes are from the notes that a student learnt from.

For all notes together: the Jensen-Shannon divergence of their words (Lin 1991, equation 4.1, in bits), and the Frechet
distance of their mean emissions as Gaussians (Dowson and Landau 1982, equation 4). For each note: whether it exceeds
the thresholds of the profile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from redactor.detect.student import Student
from redactor.detect.student.drift import Floats, Profile, threshold, word_shares, words_of
from redactor.evaluate.figures import Figure, ratio_figures


@dataclass(frozen=True, slots=True)
class NoteDrift:
    """The distance of a note from the training notes.

    cost, distance: by words and by emissions, as fractions of the thresholds; None if the note is too short. counts:
    its words. emissions: their mean, of shape (labels,).
    """

    id: str
    group: str
    cost: float | None
    distance: float | None
    counts: Counter[str]
    emissions: Floats

    @property
    def worst_fraction(self) -> float | None:
        """Return the larger of the two fractions; a note beyond 1 is strange."""
        return max((f for f in (self.cost, self.distance) if f is not None), default=None)


@dataclass(frozen=True, slots=True)
class DriftReport:
    """The distance of all notes from the training notes.

    strange: the share of notes beyond a threshold. by_words, by_emissions: the number of notes beyond each threshold.
    short: the number of notes that are too short to be judged, which count as usual. divergence: that of words, in bits
    from 0 to 1; None without words. frechet: None for fewer than two notes that are long enough.
    """

    notes: int
    short: int
    strange: Figure
    by_words: int
    by_emissions: int
    divergence: float | None
    frechet: float | None


def measure_notes(student: Student, profile: Profile, notes: Sequence[tuple[str, str, str]]) -> list[NoteDrift]:
    """Measure the distances of notes, each given as an id, a text and a group."""
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


def summarize_drift(profile: Profile, notes: Sequence[NoteDrift]) -> DriftReport:
    """Summarise the distances of all notes."""
    strange = np.array([[n.worst_fraction is not None and n.worst_fraction > 1] for n in notes], dtype=np.float64)
    (share,) = ratio_figures(strange, np.ones_like(strange), (1,))
    return DriftReport(
        notes=len(notes),
        short=sum(n.worst_fraction is None for n in notes),
        strange=share,
        by_words=_count_beyond_threshold(n.cost for n in notes),
        by_emissions=_count_beyond_threshold(n.distance for n in notes),
        divergence=_word_divergence(profile, notes),
        frechet=frechet_distance(profile, [n.emissions for n in notes if n.distance is not None]),
    )


def _count_beyond_threshold(fractions: Iterable[float | None]) -> int:
    return sum(f is not None and f > 1 for f in fractions)


def _word_divergence(profile: Profile, notes: Sequence[NoteDrift]) -> float | None:
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


def frechet_distance(profile: Profile, emissions: Sequence[Floats]) -> float | None:
    """Return the squared distance of two Gaussians: that of these mean emissions and that of the profile."""
    if len(emissions) < 2:
        return None
    rows = np.array(emissions)
    apart = rows.mean(axis=0) - profile.mean
    covariance, usual = np.cov(rows, rowvar=False), profile.covariance
    values, vectors = np.linalg.eigh(usual)
    root = vectors * np.sqrt(values.clip(0)) @ vectors.T
    both = np.sqrt(np.linalg.eigvalsh(root @ covariance @ root).clip(0)).sum()
    return float(max(0.0, apart @ apart + np.trace(covariance) + np.trace(usual) - 2 * both))
