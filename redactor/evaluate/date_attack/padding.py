"""Score what the written form of dates in texts shows: zero padding, and dates that detection missed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from redactor.evaluate.date_attack.calendar import FIRST, LAST, Floats, Grid, Ints, day_parts, with_jitter
from redactor.evaluate.date_attack.texts import NoteDates
from redactor.evaluate.date_attack.units import Units

_NOISE = 0.02
_ROUNDS = 3


class PaddingEvidence:
    """This evidence scores zeros: a writer of 9/4 writes 12/19, too, and a shift that pads by the original's digits
    shows which.

    A note's author pads or does not, and the renderer follows the digits of each date ("betrays") or a style. Both
    shares are estimated from OUT.
    """

    def __init__(self, grid: Grid, notes: Iterable[tuple[int, NoteDates]], units: Units) -> None:
        self._grid = grid
        _, month, day, _ = day_parts()
        two = with_jitter(((month >= 10) & (day >= 10)).astype(float), grid.jitter)
        subjects, betrayed, plain = [], [], []
        for subject, note in notes:
            by_unit: dict[int, set[tuple[int, bool]]] = defaultdict(set)
            for date in note.padded:
                by_unit[units.of(subject, date.day)].add((date.day, date.shown))
            styles = {date.shown for date in note.padded}
            for unit, padded in by_unit.items():
                row = np.zeros(len(grid.offsets))
                for at, shown in padded:
                    both = two[np.clip(at - grid.base[unit] - grid.offsets - FIRST, 0, LAST - FIRST)]
                    row += np.log(_NOISE + (1 - 2 * _NOISE) * (both if shown else 1 - both))
                # If all numbers have zeros, the author may just pad.
                betrayed.append(row if False in styles else np.logaddexp(row, np.log(1 - _NOISE)) - np.log(2))
                plain.append(np.log(1 - _NOISE if len(styles) == 1 else _NOISE))
                subjects.append(unit)
        self._subjects = np.array(subjects, dtype=np.int64)
        self._betrayed = np.array(betrayed).reshape(-1, len(grid.offsets))
        self._plain = np.array(plain)[:, None] if plain else np.zeros((0, 1))
        self._share = 0.5

    def score(self, others: Floats) -> Floats:
        """Return log likelihoods (subjects, candidates). others: the log belief without this evidence."""
        if not len(self._subjects):
            return np.zeros(self._grid.shape)
        for _ in range(_ROUNDS):
            belief = np.exp(others + self._scores())
            belief /= belief.sum(axis=1, keepdims=True)
            one = np.log(self._share) + self._betrayed
            betrayed = np.exp(one - np.logaddexp(one, np.log(1 - self._share) + self._plain))
            found = float((belief[self._subjects] * betrayed).sum())
            self._share = (found + 1) / (len(self._subjects) + 2)
        return self._scores()

    def _scores(self) -> Floats:
        total = np.zeros(self._grid.shape)
        rows = np.logaddexp(np.log(self._share) + self._betrayed, np.log(1 - self._share) + self._plain)
        np.add.at(total, self._subjects, rows)
        return total


class MissedDateEvidence:
    """This evidence scores true dates: a missed date of a note lies as far from the note's day as the shift is long.

    Distances that many notes have are ordinary; a possible shift that few notes have as a distance stands out.
    """

    _NOTES_OWN = 0.5  # share of missed dates that are the note's own day

    def __init__(self, grid: Grid, notes: Iterable[tuple[int, NoteDates]], units: Units) -> None:
        self._grid = grid
        pairs = sorted(
            {(units.of(subject, note.day), stray) for subject, note in notes for stray in note.strays if stray}
        )
        usual: Counter[int] = Counter(stray for _, stray in pairs)
        total = len(pairs) + len(usual)
        self._subjects: list[int] = []
        rows: list[Floats] = []
        for subject, stray in pairs:
            hit = grid.base[subject] + grid.offsets + stray
            same = (hit <= 0) & (hit >= -grid.jitter)
            if same.any():
                rate = _smoothed_count(usual, stray) / max(total, 1)
                self._subjects.append(subject)
                rows.append(same * (self._NOTES_OWN / same.sum() if grid.jitter else self._NOTES_OWN) / rate)
        self._rows = np.array(rows).reshape(-1, len(grid.offsets))
        self._share = 0.01
        self._events = max(1, len(pairs))

    def score(self, others: Floats) -> Floats:
        """Return log likelihoods (subjects, candidates). others: the log belief without this evidence."""
        at = np.array(self._subjects, dtype=np.int64)
        for _ in range(_ROUNDS):
            belief = np.exp(others + self._scores(at))
            belief /= belief.sum(axis=1, keepdims=True)
            odds = self._share * self._rows / (1 - self._share)
            found = float((belief[at] * odds / (1 + odds)).sum())
            self._share = min(0.5, (found + 0.1) / (self._events + 10))
        return self._scores(at)

    def _scores(self, at: Ints) -> Floats:
        total = np.zeros(self._grid.shape)
        np.add.at(total, at, np.log1p(self._share * self._rows / (1 - self._share)))
        return total


def _smoothed_count(usual: Counter[int], stray: int) -> float:
    """Return how often a distance occurs: its own count, or the mean of the four weeks around it if that is larger."""
    near: Sequence[int] = range(stray - 14, stray + 15)
    return max(usual[stray] - 1, sum(usual[day] for day in near if day != stray) / 28) + 0.5
