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
from redactor.evaluate.date_attack.drift import Drift
from redactor.evaluate.date_attack.padding import Missed, Padding
from redactor.evaluate.date_attack.release import Life
from redactor.evaluate.date_attack.texts import Note, read_notes
from redactor.evaluate.date_attack.units import Units, divide
from redactor.policy.date_levels import DateLevel, DatePolicy

WEEK = 7
_TURNS = 10
_DRIFTING_TURNS = 2
_STEP = 4  # weeks between the amounts of a drift that are told apart
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
    """What the attack makes of each unit. posterior: (units, candidates); shifts: the same in days."""

    units: Units
    posterior: Floats
    shifts: Floats

    def best(self) -> Floats:
        """The posterior of the best guess (subjects,)."""
        return self.units.by_subject(self.posterior.max(axis=1))

    def left(self, share: float = 0.95) -> Floats:
        """How many candidates the smallest set has that holds so much of the posterior (subjects,)."""
        ordered = -np.sort(-self.posterior, axis=1)
        return self.units.by_subject(1.0 + (np.cumsum(ordered, axis=1) < share - 1e-9).sum(axis=1))

    def right(self, truth: Floats) -> Floats:
        """How often the best guess is the true shift (subjects,): 1, 0, or a share where several are as good.

        truth: (units,) in days; NaN where it is unknown, and so is the result of a subject of which nothing is known.
        """
        top = self.posterior.max(axis=1, keepdims=True)
        best = self.posterior >= top * (1 - 1e-9)
        hit = (best & (self.shifts == truth[:, None])).sum(axis=1) / best.sum(axis=1)
        return self.units.by_subject(np.where(np.isnan(truth), np.nan, hit))


@dataclass(frozen=True, slots=True)
class Setup:
    """How dates were shifted, as far as the attacker knows.

    weeks: of the largest shift (52 if None); at "far", the most by which a shift differs from whole years (any if
    None). jitter: days. drift: the most weeks in either direction by which the shift changes along a life. gap: days
    between events that move together, at most. episode: days after which they part at the next gap. end: the day after
    which nothing has happened; needed at "far".
    """

    level: str = "intervals"
    weeks: int | None = None
    jitter: int = 0
    drift: int = 0
    gap: int = 40
    episode: int = 90
    end: dt.date | None = None


_WEEKS = 52
_FAR_YEARS = 30  # within which the last day of a subject lies, at "far"
_YEAR = 365.2425


def grid_of(lives: Sequence[Life], units: Units, setup: Setup) -> Grid:
    """The candidates of every unit. Raises EvaluationError where the end is needed and not known."""
    most = setup.weeks or _WEEKS
    if setup.drift:
        weeks = np.arange(-most - setup.drift, most + setup.drift)
        return Grid(np.zeros(len(units), dtype=np.int64), weeks * WEEK, setup.jitter, units.days)
    if setup.level != "far":
        weeks = np.array([w for w in range(-most, most + 1) if w])
        return Grid(np.zeros(len(units), dtype=np.int64), weeks * WEEK, setup.jitter)
    if setup.end is None:
        raise EvaluationError("the last true day of OUT is not known; give it with --end")
    last = np.array([max(_days(life), default=0) for life in lives])
    base = -(-(last - setup.end.toordinal()) // WEEK) * WEEK
    return Grid(base, np.arange(round(_FAR_YEARS * _YEAR / WEEK)) * WEEK, setup.jitter)


def _days(life: Life) -> Iterable[int]:
    return (entry.day for entry in life.entries if entry.day is not None)


class Prior(Protocol):
    """What is believed of the candidates before the events of a unit are read."""

    def heard(self, local: Floats) -> Floats:
        """Log probabilities (units, candidates) by the structure of the shifts, and by other units of the subject.

        local: of the same shape, what each unit's own events say.
        """
        ...


class _Whole:
    """A shift that is one for the whole life: any candidate, at "far" those that keep the season."""

    def __init__(self, grid: Grid, setup: Setup) -> None:
        self._log = np.zeros(grid.shape)
        if setup.level == "far" and setup.weeks is not None:
            apart = (grid.base[:, None] + grid.offsets[None, :]) % _YEAR
            season_kept = np.minimum(apart, _YEAR - apart) <= WEEK * setup.weeks
            self._log = np.where(season_kept, 0.0, _NEVER)

    def heard(self, local: Floats) -> Floats:
        return self._log


def attack(lives: Sequence[Life], setup: Setup, names: Sequence[str] = EVIDENCES) -> dict[str, Guess]:
    """What each named evidence alone finds, and "together" all of them."""
    notes = [(i, note) for i, life in enumerate(lives) for entry in life.entries for note in read_notes(entry)]
    policy = DatePolicy(DateLevel(setup.level), setup.jitter, setup.drift, 0, setup.gap, setup.episode)
    units = divide(lives, notes, policy)
    grid = grid_of(lives, units, setup)
    prior: Prior = _Whole(grid, setup)
    if setup.drift:
        prior = Drift(units, grid, setup.weeks or _WEEKS, setup.drift, min(_STEP, setup.drift))
    built = _build(lives, notes, units, grid, names)
    found = {}
    for name, make in built.items():
        found[name] = _fit(units, grid, prior, {name: make()})
    found["together"] = _fit(units, grid, prior, {name: make() for name, make in built.items()})
    return found


def _build(
    lives: Sequence[Life], notes: Sequence[tuple[int, Note]], units: Units, grid: Grid, names: Sequence[str]
) -> Mapping[str, Callable[[], Evidence]]:
    cues = read_cues(lives, notes, units)
    makers: dict[str, Callable[[], Evidence]] = {name: partial(_calendar, cues, name, grid) for name in _CALENDAR}
    shared = links.shared(lives, units, grid)
    order, last = links.order(lives, units, grid), links.last_days(lives, units)
    makers |= {
        "load-hours": lambda: Hours(grid, lives, units, bookkeeping=True),
        "clock-hours": lambda: Hours(grid, lives, units, bookkeeping=False),
        "padding": lambda: Padding(grid, notes, units),
        "missed": lambda: Missed(grid, notes, units),
        "shared": lambda: links.Links(grid, shared),
        "order": lambda: links.Links(grid, order),
        "last-days": lambda: links.Links(grid, last),
    }
    return {name: makers[name] for name in names}


def _calendar(cues: Cues, name: str, grid: Grid) -> Calendar:
    groups = grouped(cues.groups.get(name, {}), grid.jitter)
    return Calendar(grid, [(found, cues.mixtures[name, group]) for group, found in groups.items()])


def _fit(units: Units, grid: Grid, prior: Prior, evidences: Mapping[str, Evidence]) -> Guess:
    said = {name: np.zeros(grid.shape) for name in evidences}
    local = np.zeros(grid.shape)
    heard = prior.heard(local)
    for _ in range(_DRIFTING_TURNS if units.drifts else _TURNS):
        for name, evidence in evidences.items():
            others = local - said[name]
            said[name] = evidence.score(np.log(np.maximum(_normal(heard + others), 1e-300)))
            local = others + said[name]
        if not np.ptp(local, axis=1).any():
            break
        heard = prior.heard(local)
    return Guess(units, _normal(heard + local), (grid.base[:, None] + grid.offsets[None, :]).astype(float))


def _normal(scores: Floats) -> Floats:
    found = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: Floats = found / found.sum(axis=1, keepdims=True)
    return shares
