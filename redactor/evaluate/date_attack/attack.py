"""The attack: what every regularity of the calendar says of each subject's shift, alone and all together.

The shift of a subject is one of the candidates, all alike before anything is read. Each evidence gives a log likelihood
of the candidates; they are added up, since given the shift one tells nothing of another. What an evidence does not know
beforehand (how many plans begin on 1 January here, when this clinic opens) it estimates from OUT beside the shifts, in
turns, until both agree.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import numpy as np

from redactor.errors import EvaluationError
from redactor.evaluate.date_attack import links
from redactor.evaluate.date_attack.calendar import Calendar, Floats, Grid, grouped
from redactor.evaluate.date_attack.clocks import Hours
from redactor.evaluate.date_attack.cues import Cues, read_cues
from redactor.evaluate.date_attack.drift import coupled, years_of
from redactor.evaluate.date_attack.padding import Missed, Padding
from redactor.evaluate.date_attack.release import Life, Release
from redactor.evaluate.date_attack.texts import read_notes

WEEK = 7
_TURNS = 10
_NEVER = -700.0  # log probability of what cannot be; exp of it is still a number
_CALENDAR = ("plan-years", "months", "lots", "births", "offsets", "holidays", "covid", "flu-shots", "seasons", "icd",
             "named-holidays")  # fmt: skip
EVIDENCES = (*_CALENDAR, "load-hours", "clock-hours", "padding", "missed", "shared", "order", "last-days")
"""The regularities by name, as `--only` and `--without` take them."""
LEVELS = ("intervals", "visits", "far")


class Evidence(Protocol):
    """What one regularity says of the candidates."""

    def score(self, others: Floats) -> Floats:
        """Log likelihoods (subjects, candidates). others: of the same shape, the log of what all the rest says."""
        ...


@dataclass(frozen=True, slots=True)
class Guess:
    """What the attack makes of each subject. posterior: (subjects, candidates); shifts: the same in days."""

    posterior: Floats
    shifts: Floats

    def best(self) -> Floats:
        """The posterior of the best guess (subjects,)."""
        found: Floats = self.posterior.max(axis=1)
        return found

    def left(self, share: float = 0.95) -> Floats:
        """How many candidates the smallest set has that holds so much of the posterior (subjects,)."""
        ordered = -np.sort(-self.posterior, axis=1)
        found: Floats = 1.0 + (np.cumsum(ordered, axis=1) < share - 1e-9).sum(axis=1)
        return found

    def right(self, truth: Floats) -> Floats:
        """How often the best guess is the true shift (subjects,): 1, 0, or a share where several are as good.

        truth: (subjects,) in days; NaN where it is unknown, and so is the result.
        """
        best = self.posterior >= self.best()[:, None] * (1 - 1e-9)
        hit = (best & (self.shifts == truth[:, None])).sum(axis=1) / best.sum(axis=1)
        return np.where(np.isnan(truth), np.nan, hit)


@dataclass(frozen=True, slots=True)
class Setup:
    """How dates were shifted, as far as the attacker knows.

    weeks: of the largest shift (52 if None); at "far", the most by which a shift differs from whole years (any if
    None). jitter: days. drift: weeks, where the shift drifts along a life; then each of its years is attacked. end: the
    day after which nothing has happened; needed at "far".
    """

    level: str = "intervals"
    weeks: int | None = None
    jitter: int = 0
    drift: int = 0
    end: dt.date | None = None


_WEEKS = 52
_FAR_YEARS = 30  # within which the last day of a subject lies, at "far"
_YEAR = 365.2425


def grid_of(lives: Sequence[Life], setup: Setup) -> Grid:
    """The candidates of every subject. Raises EvaluationError where the end is needed and not known."""
    if setup.level != "far":
        most = setup.weeks or _WEEKS
        most += setup.drift
        weeks = np.array([w for w in range(-most, most + 1) if w or setup.drift])
        return Grid(np.zeros(len(lives), dtype=np.int64), weeks * WEEK, setup.jitter)
    if setup.end is None:
        raise EvaluationError("the last true day of OUT is not known; give it with --end")
    last = np.array([max(_days(life), default=0) for life in lives])
    base = -(-(last - setup.end.toordinal()) // WEEK) * WEEK
    return Grid(base, np.arange(round(_FAR_YEARS * _YEAR / WEEK)) * WEEK, setup.jitter)


def _days(life: Life) -> Iterable[int]:
    return (entry.day for entry in life.entries if entry.day is not None)


def _prior(grid: Grid, setup: Setup) -> Floats:
    """Log probabilities (subjects, candidates) before anything is read."""
    if setup.level != "far" or setup.weeks is None:
        return np.zeros(grid.shape)
    apart = (grid.base[:, None] + grid.offsets[None, :]) % _YEAR
    season_kept = np.minimum(apart, _YEAR - apart) <= WEEK * setup.weeks
    return np.where(season_kept, 0.0, _NEVER)


def lives_of(release: Release, setup: Setup) -> tuple[Life, ...]:
    """What is attacked: the lives of OUT, or under a drift each of their years."""
    return years_of(release.lives) if setup.drift else release.lives


def attack(lives: Sequence[Life], setup: Setup, names: Sequence[str] = EVIDENCES) -> dict[str, Guess]:
    """What each named evidence alone finds, and "together" all of them. lives: of `lives_of`."""
    grid = grid_of(lives, setup)
    prior = _prior(grid, setup)
    built = _build(lives, grid, names)
    found = {}
    for name, make in built.items():
        found[name] = _fit(grid, prior, {name: make()})
    found["together"] = _fit(grid, prior, {name: make() for name, make in built.items()})
    if not setup.drift:
        return found
    subjects = [life.subject for life in lives]
    return {name: Guess(coupled(g.posterior, subjects, setup.drift), g.shifts) for name, g in found.items()}


def _build(lives: Sequence[Life], grid: Grid, names: Sequence[str]) -> Mapping[str, Callable[[], Evidence]]:
    notes = [(i, note) for i, life in enumerate(lives) for entry in life.entries for note in read_notes(entry)]
    cues = read_cues(lives, notes)
    makers: dict[str, Callable[[], Evidence]] = {name: partial(_calendar, cues, name, grid) for name in _CALENDAR}
    shared, order, last = links.shared(lives, grid), links.order(lives, grid), links.last_days(lives, grid)
    makers |= {
        "load-hours": lambda: Hours(grid, lives, bookkeeping=True),
        "clock-hours": lambda: Hours(grid, lives, bookkeeping=False),
        "padding": lambda: Padding(grid, notes),
        "missed": lambda: Missed(grid, notes),
        "shared": lambda: links.Links(grid, shared),
        "order": lambda: links.Links(grid, order),
        "last-days": lambda: links.Links(grid, last),
    }
    return {name: makers[name] for name in names}


def _calendar(cues: Cues, name: str, grid: Grid) -> Calendar:
    groups = grouped(cues.groups.get(name, {}), grid.jitter)
    return Calendar(grid, [(found, cues.mixtures[name, group]) for group, found in groups.items()])


def _fit(grid: Grid, prior: Floats, evidences: Mapping[str, Evidence]) -> Guess:
    said = {name: np.zeros(grid.shape) for name in evidences}
    total = prior.copy()
    for _ in range(_TURNS):
        for name, evidence in evidences.items():
            others = total - said[name]
            said[name] = evidence.score(np.log(np.maximum(_normal(others), 1e-300)))
            total = others + said[name]
    return Guess(_normal(total), (grid.base[:, None] + grid.offsets[None, :]).astype(float))


def _normal(scores: Floats) -> Floats:
    found = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: Floats = found / found.sum(axis=1, keepdims=True)
    return shares
