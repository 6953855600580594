"""Score days by regularities of the true calendar: tables of public dates make some days likelier than others.

Events come in groups (of one element, of one code). In each group a day is drawn from a mixture: any day alike, or one
of the group's tables. The shares of the tables are one of a few hypotheses, the first of which is mostly "no
regularity". OUT itself decides between the hypotheses: each is weighed by how likely it makes the days of all subjects,
whatever their shifts. A regularity that a site does not have thus says nothing, and nothing is tuned on a sample whose
shifts are known.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

FIRST = dt.date(1890, 1, 1).toordinal()
LAST = dt.date(2075, 12, 31).toordinal()
_SPAN = LAST - FIRST + 1
_STRAY_SHARE = 0.1
_LEAST = 1e-3  # likelihood of a day that a regularity rules out
_YEAR, _NEAR = 365.25, 30  # days
_CHUNK = 1 << 22  # numbers in memory at once


@dataclass(frozen=True, slots=True)
class Grid:
    """The candidates of all subjects. A subject's shift is base[subject] + offsets[candidate] in days; released = true
    + shift.

    base: (subjects,). offsets: (candidates,). jitter: the most days by which a cluster of events may lie later than the
    subject's shift says. first: (subjects,), the first released day of what moves by one jitter; None if a subject has
    many clusters, each with its jitter.
    """

    base: Ints
    offsets: Ints
    jitter: int = 0
    first: Ints | None = None

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.base), len(self.offsets)

    def of(self, members: Ints) -> Grid:
        """Return the grid of some subjects."""
        return replace(self, base=self.base[members], first=None if self.first is None else self.first[members])

    def jitters(self) -> list[tuple[Grid, Floats]]:
        """Return the grid with each possible jitter taken off, and its probability (subjects,), if a subject has one
        jitter.
        """
        assert self.first is not None
        at = (self.first - 1) % 7
        shares = np.zeros((self.jitter + 1, len(self.base)))
        for jitter in range(self.jitter + 1):
            true = (at - jitter) % 7
            ways = sum(((true + other) % 7 < 5) == (true < 5) for other in range(self.jitter + 1))
            # The first day that is seen may not be the day for which the jitter was chosen.
            shares[jitter] = np.where((true < 5) == (at < 5), 1 / ways, 0.0) + _STRAY_SHARE / (self.jitter + 1)
        shares /= shares.sum(axis=0)
        plain = replace(self, jitter=0, first=None)
        return [(replace(plain, offsets=self.offsets + jitter), shares[jitter]) for jitter in range(self.jitter + 1)]


@dataclass(frozen=True, slots=True)
class Mixture:
    """Tables of days, and hypotheses about their shares: a prior probability and the share of each table.

    A table has a number for each day from FIRST to LAST, with a mean near 1 over the years in which its events may lie.
    The rest of the shares belongs to "any day alike". habit: the prior probability that each subject keeps to a
    personal time of the year, which then counts once, and which the tables describe in one case of two.
    """

    tables: tuple[Floats, ...]
    hypotheses: tuple[tuple[float, tuple[float, ...]], ...]
    habit: float = 0.0


def usual_regularity(*tables: Floats, shares: Sequence[float], absent: float = 0.1, habit: float = 0.0) -> Mixture:
    """Return the mixture of a regularity that such events usually follow. shares: the most of each table. absent:
    the probability of no regularity.
    """
    scales = ((0.15, 0.3), (0.2, 0.6), (0.3, 0.85), (0.35, 1.0))
    present = tuple(((1 - absent) * prior, tuple(scale * share for share in shares)) for prior, scale in scales)
    return Mixture(tables, ((absent, (0.0,) * len(tables)), *present), habit)


def possible_regularity(*tables: Floats, odds: Sequence[float] = (1.0,)) -> Mixture:
    """Return the mixture of a regularity that a few events follow and most do not: one of the tables at most.

    odds: how likely the tables are in comparison. Tables that are a whole number of weeks apart (firsts and fifteenths
    of a month) need unlike odds, since each shift under one table has its equal under the other.
    """
    found: list[tuple[float, tuple[float, ...]]] = [(0.8, (0.0,) * len(tables))]
    for i, odd in enumerate(odds):
        for prior, share in ((0.12, 0.05), (0.05, 0.25), (0.03, 0.7)):
            found.append((prior * odd / sum(odds), tuple(share * (i == j) for j in range(len(tables)))))
    return Mixture(tables, tuple(found))


@dataclass(frozen=True, slots=True)
class Group:
    """Events of one kind. subjects, days: (events,), sorted by subject; the days are released days."""

    subjects: Ints
    days: Ints


def table_of_days(share: Callable[[dt.date], float]) -> Floats:
    """Return a table from a function of the day."""
    return np.array([share(dt.date.fromordinal(day)) for day in range(FIRST, LAST + 1)])


@cache
def day_parts() -> tuple[Ints, Ints, Ints, Ints]:
    """Return year, month, day of the month and weekday (Monday is 0) of every day of a table."""
    days = [dt.date.fromordinal(day) for day in range(FIRST, LAST + 1)]
    found = np.array([(d.year, d.month, d.day, d.weekday()) for d in days], dtype=np.int64)
    return found[:, 0], found[:, 1], found[:, 2], found[:, 3]


def with_jitter(table: Floats, jitter: int) -> Floats:
    """Return the table as a jitter of 0 to this many days, which keeps working days working days, makes it look.

    The result is relative to any day alike, since such a jitter gathers days before weekends.
    """
    if not jitter:
        return table
    working = day_parts()[3] < 5
    moved, reached, ways = np.zeros_like(table), np.zeros_like(table), np.zeros_like(table)
    allowed = [np.roll(working, -days) == working for days in range(jitter + 1)]
    for lands in allowed:
        ways += lands
    for days, lands in enumerate(allowed):
        moved += np.roll(np.where(lands, table / ways, 0.0), days)
        reached += np.roll(np.where(lands, 1 / ways, 0.0), days)
    return moved / np.maximum(reached, 1e-12)


@dataclass(slots=True)
class _ScoredGroup:
    """A group with the scores of its subjects. members: subjects with events. said: log likelihoods (hypotheses,
    members, candidates).
    """

    members: Ints
    said: Floats
    prior: Floats


class Calendar:
    """This evidence scores groups of events. `weights` holds the probability of each hypothesis for each group."""

    def __init__(self, grid: Grid, groups: Sequence[tuple[Group, Mixture]]) -> None:
        self._grid = grid
        self._groups = [_score_group(group, mixture, grid) for group, mixture in groups if len(group.days)]
        self.weights = [group.prior for group in self._groups]

    def score(self, others: Floats) -> Floats:
        """Return log likelihoods (subjects, candidates). others: the log belief without this evidence."""
        said = [_weighted_scores(group, weights) for group, weights in zip(self._groups, self.weights, strict=True)]
        total = np.zeros(self._grid.shape)
        for group, rows in zip(self._groups, said, strict=True):
            total[group.members] += rows
        for i, group in enumerate(self._groups):
            total[group.members] -= said[i]
            belief = others[group.members] + total[group.members]
            belief -= log_sum(belief, 1)[:, None]
            heard = log_sum(group.said + belief[None], 2).sum(axis=1) + np.log(group.prior)
            self.weights[i] = np.exp(heard - log_sum(heard, 0))
            said[i] = _weighted_scores(group, self.weights[i])
            total[group.members] += said[i]
        return total


def _score_group(group: Group, mixture: Mixture, grid: Grid) -> _ScoredGroup:
    members = np.unique(group.subjects)
    at = Group(np.searchsorted(members, group.subjects), group.days)
    within = grid.of(members)
    jitter = grid.jitter if grid.first is None else 0
    tables = np.vstack([np.ones(_SPAN), *(with_jitter(table, jitter) for table in mixture.tables)])
    said = np.zeros((len(mixture.hypotheses), *within.shape))
    for i, (_, shares) in enumerate(mixture.hypotheses):
        mixed = np.array([1 - sum(shares), *shares]) @ tables
        logs = np.log(np.maximum(mixed, _LEAST))
        if grid.first is None:
            add_scores(said[i], at, within, logs)
        else:
            said[i] = _scores_over_jitters(at, within, logs)
    prior = np.array([prior for prior, _ in mixture.hypotheses])
    if mixture.habit:
        own = _season_habit(at)[:, None]
        once = said[-1] / np.bincount(at.subjects)[:, None]
        said = np.concatenate([said, np.array([own + once, np.broadcast_to(own, once.shape)])])
        prior = np.r_[prior * (1 - mixture.habit), mixture.habit / 2, mixture.habit / 2]
    return _ScoredGroup(members, said, prior)


def _scores_over_jitters(group: Group, grid: Grid, table: Floats) -> Floats:
    """Return what the table says if all days of a subject have one unknown jitter."""
    found = np.full(grid.shape, -np.inf)
    for moved, share in grid.jitters():
        said = np.zeros(grid.shape)
        add_scores(said, group, moved, table)
        np.logaddexp(found, said + np.log(share)[:, None], out=found)
    return found


def _season_habit(group: Group) -> Floats:
    """Return how much likelier each subject's days are by the subject's other days of the year, as a log likelihood."""
    found = np.zeros(int(group.subjects.max()) + 1)
    for subject in range(len(found)):
        days = group.days[group.subjects == subject] % _YEAR
        apart = np.abs(days[:, None] - days[None, :])
        near = np.minimum(apart, _YEAR - apart) <= _NEAR
        if len(days) > 1:
            share = (near.sum(axis=1) - 1) / (len(days) - 1) / ((2 * _NEAR + 1) / _YEAR)
            found[subject] = np.log(0.9 * share + 0.1).sum()
    return found


def _weighted_scores(group: _ScoredGroup, weights: Floats) -> Floats:
    return log_sum(group.said + np.log(np.maximum(weights, 1e-300))[:, None, None], 0)


def log_sum(values: Floats, axis: int) -> Floats:
    """Return the log of the sum of exponentials along an axis."""
    top = values.max(axis=axis, keepdims=True)
    found: Floats = np.squeeze(top, axis) + np.log(np.exp(values - top).sum(axis=axis))
    return found


def true_day_indices(group: Group, grid: Grid, part: slice) -> Ints:
    """Return the index in a table (events, candidates) of the true day of each event under each candidate."""
    days = group.days[part] - grid.base[group.subjects[part]] - FIRST
    found: Ints = np.clip(days[:, None] - grid.offsets[None, :], 0, _SPAN - 1)
    return found


def add_scores(total: Floats, group: Group, grid: Grid, table: Floats) -> None:
    """Add to each subject's candidates what the table says about the subject's events."""
    for part in _chunks(len(group.days), len(grid.offsets)):
        rows = table[true_day_indices(group, grid, part)]
        subjects = group.subjects[part]
        starts = np.flatnonzero(np.r_[True, subjects[1:] != subjects[:-1]])
        total[subjects[starts]] += np.add.reduceat(rows, starts, axis=0)


def _chunks(events: int, candidates: int) -> list[slice]:
    size = max(1, _CHUNK // candidates)
    return [slice(start, min(start + size, events)) for start in range(0, events, size)]


def group_events(cues: Mapping[str, set[tuple[int, int]]], jitter: int) -> dict[str, Group]:
    """Return subjects and days of each group, sorted. With a jitter, a cluster of days counts once, by its first
    day.
    """
    found: dict[str, Group] = {}
    for name, pairs in cues.items():
        ordered = sorted(pairs)
        if jitter:
            ordered = first_events_of_clusters(ordered, jitter)
        rows = np.array(ordered, dtype=np.int64).reshape(-1, 2)
        found[name] = Group(rows[:, 0], rows[:, 1])
    return found


_Event = TypeVar("_Event", bound=tuple[int, ...])


def first_events_of_clusters(ordered: list[_Event], jitter: int) -> list[_Event]:
    """Return the sorted events (subject, day, ...) that lie more than the jitter after the event before."""
    return [
        event
        for i, event in enumerate(ordered)
        if not i or ordered[i - 1][0] != event[0] or event[1] - ordered[i - 1][1] > jitter
    ]
