"""Daylight saving in clock times of UTC: an office that opens at 8:00 opens an hour earlier by UTC in summer."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np

from redactor.evaluate.date_attack import tables
from redactor.evaluate.date_attack.calendar import Floats, Grid, Group, add_up, blurred, expected, grouped, log_sum
from redactor.evaluate.date_attack.release import Life

BINS = 48  # of a day: half hours
_HOUR = BINS // 24
_SMOOTH = 1.0  # events added to each bin
_ROUNDS = 3
_FEWEST = 40  # events of a group that has hours of its own
_BOOKKEEPING = re.compile(r"\.meta\.|issued$|recorded$|created$|lastModified$|_(?:load|insert|update)\w*$")


class Hours:
    """Evidence of groups of events in UTC. The hours of a group's working day are learnt beside the shifts.

    An event falls into a half hour of local standard time; in summer that is one hour later than by UTC. Which half
    hours are busy is estimated from the belief about the shifts; where they are all alike, nothing is told.
    """

    def __init__(self, grid: Grid, lives: Sequence[Life], *, bookkeeping: bool) -> None:
        self._grid = grid
        self._summer = blurred(tables.daylight(), grid.jitter)
        self._groups = [
            {int(at): group for at, group in grouped(events, grid.jitter).items()}
            for events in _events(lives, bookkeeping).values()
        ]
        self._rows = [np.zeros(grid.shape) for _ in self._groups]
        self._plain = [_plain(bins) for bins in self._groups]

    def score(self, others: Floats) -> Floats:
        """Log likelihoods (subjects, candidates). others: the log of what is believed without this evidence."""
        total = np.zeros(self._grid.shape)
        for i, bins in enumerate(self._groups):
            # The hours are learnt as if daylight saving moved this group; then it is judged whether it does.
            for _ in range(_ROUNDS):
                belief = np.exp(others + self._rows[i] - (others + self._rows[i]).max(axis=1, keepdims=True))
                hours = self._learn(bins, belief / belief.sum(axis=1, keepdims=True))
                self._rows[i] = np.zeros(self._grid.shape)
                for at, group in bins.items():
                    mixed = (1 - self._summer) * hours[at] + self._summer * hours[(at + _HOUR) % BINS]
                    add_up(self._rows[i], group, self._grid, np.log(mixed / self._plain[i][at]))
            gain = float(log_sum(others + self._rows[i], 1).sum())
            follows = 1 / (1 + np.exp(-np.clip(gain, -30, 30)))
            total += np.logaddexp(np.log(follows) + self._rows[i], np.log1p(-follows))
        return total

    def _learn(self, bins: dict[int, Group], belief: Floats) -> Floats:
        found = np.full(BINS, _SMOOTH)
        for at, group in bins.items():
            summer = expected(self._summer, group, self._grid, belief)
            found[at] += len(group.days) - summer
            found[(at + _HOUR) % BINS] += summer
        return found / found.sum()


def _plain(bins: dict[int, Group]) -> Floats:
    """How often each half hour of UTC is met."""
    found = np.full(BINS, _SMOOTH)
    for at, group in bins.items():
        found[at] += len(group.days)
    return found / found.sum()


def is_bookkeeping(path: str) -> bool:
    """Whether an element says when something was entered, sent or loaded."""
    return _BOOKKEEPING.search(path) is not None


def _events(lives: Sequence[Life], bookkeeping: bool) -> dict[str, dict[str, set[tuple[int, int]]]]:
    """Group by element and site, half hour of UTC -> subject and day. A subject's day counts once, by one element.

    Sites lie in several zones, and each keeps hours of its own: elements that name their site come first.
    """
    found: dict[tuple[int, int], tuple[bool, str, str, int]] = {}
    for subject, life in enumerate(lives):
        for entry in life.entries:
            for stamp in entry.stamps:
                if stamp.precision == 4 and stamp.offset is None and stamp.second is not None:
                    if is_bookkeeping(stamp.path) is bookkeeping:
                        at = int(stamp.second) * BINS // 86_400 % BINS
                        here = not entry.site, stamp.path, entry.site, at
                        pair = subject, stamp.day
                        found[pair] = min(found.get(pair, here), here)
    sizes = Counter((path, site) for _, path, site, _ in found.values())
    groups: dict[str, dict[str, set[tuple[int, int]]]] = defaultdict(lambda: defaultdict(set))
    for pair, (_, path, site, at) in found.items():
        if sizes[path, site] >= _FEWEST:
            groups[f"{path} {site}"][str(at)].add(pair)
    return groups
