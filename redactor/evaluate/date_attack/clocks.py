"""Score daylight saving in clock times of UTC: an office that opens at 8:00 opens an hour earlier by UTC in summer."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from redactor.evaluate.date_attack import tables
from redactor.evaluate.date_attack.calendar import (
    Floats,
    Grid,
    Group,
    Ints,
    first_events_of_clusters,
    log_sum,
    true_day_indices,
    with_jitter,
)  # fmt: skip
from redactor.evaluate.date_attack.release import Life
from redactor.evaluate.date_attack.units import Units

BINS = 48  # half hours of a day
_HOUR = BINS // 24
_SMOOTH = 1.0  # events added to each bin
_ROUNDS = 3
_CHANCE_GAIN = (
    0.75  # log likelihood that each half hour in use may gain by chance: a number fitted to noise gains 0.5 on average
)
_FEWEST_EVENTS = 40  # events from which a group gets its own hours
_BOOKKEEPING = re.compile(r"\.meta\.|issued$|recorded$|created$|lastModified$|_(?:load|insert|update)\w*$")


class OfficeHours:
    """This evidence scores groups of events in UTC. It learns the hours of a group's working day together with the
    shifts.

    An event falls into a half hour of local standard time, which in summer is an hour later than by UTC. Which half
    hours are busy is estimated from the belief about the shifts, for each subject from all others, so that no subject
    confirms a guess about itself. If all half hours are equally busy, the evidence says nothing.
    """

    def __init__(self, grid: Grid, lives: Sequence[Life], units: Units, *, bookkeeping: bool) -> None:
        self._grid = grid
        summer = with_jitter(tables.daylight_saving(), grid.jitter)
        self._groups = [
            _clocked_events(events, summer, grid) for events in _events_by_group(lives, units, bookkeeping).values()
        ]
        self._rows = [np.zeros(grid.shape) for _ in self._groups]

    def score(self, others: Floats) -> Floats:
        """Return log likelihoods (subjects, candidates). others: the log belief without this evidence."""
        total = np.zeros(self._grid.shape)
        for i, group in enumerate(self._groups):
            # The hours are learnt as if daylight saving moved this group, and then compared with hours that it does not
            # move.
            for _ in range(_ROUNDS):
                belief = others + self._rows[i]
                self._rows[i] = self._read(group, np.exp(belief - log_sum(belief, 1)[:, None]))
            gain = float(log_sum(others + self._rows[i], 1).sum()) - group.fitted
            follows = 1 / (1 + np.exp(-np.clip(gain, -30, 30)))
            total += np.logaddexp(np.log(follows) + self._rows[i], np.log1p(-follows))
        return total

    def _read(self, group: _Clocked, belief: Floats) -> Floats:
        """Return the log likelihoods of the candidates, relative to hours that no season moves."""
        subjects, at, later = group.subjects, group.at, (group.at + _HOUR) % BINS
        ahead = np.einsum("ec,ec->e", group.summer, belief[subjects])
        busy, plain = np.zeros((len(belief), BINS)), np.zeros((len(belief), BINS))
        np.add.at(busy, (subjects, at), 1 - ahead)
        np.add.at(busy, (subjects, later), ahead)
        np.add.at(plain, (subjects, at), 1.0)
        hours, usual = _log_shares_of_others(busy), _log_shares_of_others(plain)
        winter = hours[subjects, at] - usual[subjects, at]
        step = hours[subjects, later] - hours[subjects, at]
        rows = np.zeros(self._grid.shape)
        starts = np.flatnonzero(np.r_[True, subjects[1:] != subjects[:-1]])
        rows[subjects[starts]] = np.add.reduceat(winter[:, None] + step[:, None] * group.summer, starts, axis=0)
        return rows


@dataclass(frozen=True, slots=True)
class _Clocked:
    """Events sorted by subject. at: half hours of UTC. summer: (events, candidates), whether clocks were ahead.

    fitted: the log likelihood that the hours gain on times that no season moves.
    """

    subjects: Ints
    at: Ints
    summer: NDArray[np.float32]
    fitted: float


def _clocked_events(events: list[tuple[int, int, int]], summer: Floats, grid: Grid) -> _Clocked:
    """Build the events of a group from (subject, day, half hour). With a jitter, a cluster of days counts once."""
    ordered = sorted(events)
    if grid.jitter:
        ordered = first_events_of_clusters(ordered, grid.jitter)
    rows = np.array(ordered, dtype=np.int64)
    group = Group(rows[:, 0], rows[:, 1])
    shares = np.bincount(rows[:, 2], minlength=BINS) / len(rows)
    in_use = np.exp(-(shares * np.log(np.maximum(shares, 1e-12))).sum())
    ahead = summer[true_day_indices(group, grid, slice(None))].astype(np.float32)
    return _Clocked(rows[:, 0], rows[:, 2], ahead, _CHANCE_GAIN * float(in_use))


def _log_shares_of_others(counts: Floats) -> Floats:
    """Return for each subject the log share of each half hour among the events of all other subjects."""
    found = counts.sum(axis=0) - counts + _SMOOTH
    shares: Floats = np.log(found / found.sum(axis=1, keepdims=True))
    return shares


def is_bookkeeping(path: str) -> bool:
    """Tell whether an element says when something was entered, sent or loaded."""
    return _BOOKKEEPING.search(path) is not None


def _events_by_group(lives: Sequence[Life], units: Units, bookkeeping: bool) -> dict[str, list[tuple[int, int, int]]]:
    """Return (unit, day, half hour of UTC) by element and site. A subject's day counts once, by one element.

    Sites lie in several zones and keep different hours, so that elements that name their site come first.
    """
    found: dict[tuple[int, int], tuple[bool, str, str, int]] = {}
    machines: set[tuple[int, float]] = set()
    for subject, life in enumerate(lives):
        for entry in life.entries:
            for stamp in entry.stamps:
                if stamp.second is None or stamp.offset is not None or is_bookkeeping(stamp.path) is not bookkeeping:
                    continue
                # A second of the day that a subject has repeatedly comes from a machine and not from an office.
                routine = stamp.second % 60 != 0 and (subject, stamp.second) in machines
                machines.add((subject, stamp.second))
                if not routine:
                    at = int(stamp.second) * BINS // 86_400 % BINS
                    candidate = not entry.site, stamp.path, entry.site, at
                    pair = subject, stamp.day
                    found[pair] = min(found.get(pair, candidate), candidate)
    groups: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
    for (subject, day), (_, path, site, at) in found.items():
        groups[f"{path} {site}"].append((units.of(subject, day), day, at))
    return {name: events for name, events in groups.items() if len(events) >= _FEWEST_EVENTS}
