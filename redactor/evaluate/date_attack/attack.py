"""Combine what the regularities of the calendar say about each subject's shift, alone and all together.

The shift of a subject is one of the candidates, which are equally likely before anything is read. Each evidence gives a
log likelihood of the candidates; the log likelihoods are added, since given the shift the evidences are independent.
What an evidence does not know in advance (how many plans begin on 1 January, when this clinic opens) it estimates from
OUT together with the shifts, in turns, until both agree.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import numpy as np

from redactor.errors import EvaluationError
from redactor.evaluate.date_attack import links
from redactor.evaluate.date_attack.calendar import Calendar, Floats, Grid, group_events
from redactor.evaluate.date_attack.clocks import OfficeHours
from redactor.evaluate.date_attack.cues import Cues, read_cues
from redactor.evaluate.date_attack.drift import DriftPrior
from redactor.evaluate.date_attack.padding import MissedDateEvidence, PaddingEvidence
from redactor.evaluate.date_attack.release import Life
from redactor.evaluate.date_attack.texts import NoteDates, read_note_dates
from redactor.evaluate.date_attack.units import Units, divide_lives
from redactor.policy.date_levels import DateLevel, DatePolicy

WEEK = 7
_MOST_TURNS = 10
_DRIFTING_TURNS = 2
_STEP = 4  # weeks between the amounts of a drift that are distinguished
_LOG_IMPOSSIBLE = -700.0  # log probability of an impossible event; its exponential is still above zero
_CALENDAR = ("plan-years", "months", "lots", "births", "offsets", "holidays", "covid", "flu-shots", "seasons", "icd",
             "named-holidays")  # fmt: skip
EVIDENCES = (*_CALENDAR, "load-hours", "clock-hours", "padding", "missed", "shared", "order", "last-days")
"""The names of the regularities, as `--only` and `--without` take them."""
LEVELS = ("intervals", "visits", "far")


class Evidence(Protocol):
    """An evidence is what one regularity says about the candidates."""

    def score(self, others: Floats) -> Floats:
        """Return log likelihoods (subjects, candidates). others: the log belief by all other evidence, of the same
        shape.
        """
        ...


@dataclass(frozen=True, slots=True)
class Guess:
    """The result of the attack for each unit. posterior: (units, candidates). shifts: the candidates in days, of the
    same shape.
    """

    units: Units
    posterior: Floats
    shifts: Floats

    def best(self) -> Floats:
        """Return the posterior of the best guess, (subjects,)."""
        return self.units.by_subject(self.posterior.max(axis=1))

    def candidates_left(self, share: float = 0.95) -> Floats:
        """Return the size of the smallest set of candidates that holds this share of the posterior, (subjects,)."""
        ordered = -np.sort(-self.posterior, axis=1)
        return self.units.by_subject(1.0 + (np.cumsum(ordered, axis=1) < share - 1e-9).sum(axis=1))

    def right(self, truth: Floats) -> Floats:
        """Return how often the best guess is the true shift, (subjects,): 1, 0, or a share if several guesses are
        equally good.

        truth: (units,) in days, NaN where it is unknown. The result of a subject without a known shift is NaN.
        """
        top = self.posterior.max(axis=1, keepdims=True)
        best = self.posterior >= top * (1 - 1e-9)
        hit = (best & (self.shifts == truth[:, None])).sum(axis=1) / best.sum(axis=1)
        return self.units.by_subject(np.where(np.isnan(truth), np.nan, hit))


@dataclass(frozen=True, slots=True)
class Setup:
    """What the attacker knows of how dates were shifted.

    weeks: the largest shift (52 if None); at the level "far" the most by which a shift differs from whole years (any if
    None). jitter: in days. drift: the most weeks in either direction by which the shift changes along a life. gap: the
    most days between events that move together. episode: the days after which they part at the next gap. end: the day
    after which nothing has happened, which the level "far" needs.
    """

    level: str = "intervals"
    weeks: int | None = None
    jitter: int = 0
    drift: int = 0
    gap: int = 40
    episode: int = 90
    end: dt.date | None = None


_USUAL_WEEKS = 52
_FAR_YEARS = 30  # at "far", the span in which the last day of a subject lies
_DAYS_A_YEAR = 365.2425


def build_grid(lives: Sequence[Life], units: Units, setup: Setup) -> Grid:
    """Return the candidates of every unit. Raises EvaluationError if the end is needed and unknown."""
    most = setup.weeks or _USUAL_WEEKS
    if setup.drift:
        weeks = np.arange(-most - setup.drift, most + setup.drift)
        return Grid(np.zeros(len(units), dtype=np.int64), weeks * WEEK, setup.jitter, units.days)
    if setup.level != "far":
        weeks = np.array([w for w in range(-most, most + 1) if w])
        return Grid(np.zeros(len(units), dtype=np.int64), weeks * WEEK, setup.jitter)
    if setup.end is None:
        raise EvaluationError("the last true day of OUT is not known; give it with --end")
    last = np.array([max((e.day for e in life.entries if e.day is not None), default=0) for life in lives])
    base = -(-(last - setup.end.toordinal()) // WEEK) * WEEK
    return Grid(base, np.arange(round(_FAR_YEARS * _DAYS_A_YEAR / WEEK)) * WEEK, setup.jitter)


class Prior(Protocol):
    """A prior is the belief about the candidates before the events of a unit are read."""

    def log_prior(self, local: Floats) -> Floats:
        """Return log probabilities (units, candidates) by the structure of the shifts and by the subject's other units.

        local: what each unit's own events say, of the same shape.
        """
        ...


class _OneShiftPrior:
    """This prior stands for a shift that is the same for the whole life: any candidate, or at "far" those that keep
    the season.
    """

    def __init__(self, grid: Grid, setup: Setup) -> None:
        self._log = np.zeros(grid.shape)
        if setup.level == "far" and setup.weeks is not None:
            apart = (grid.base[:, None] + grid.offsets[None, :]) % _DAYS_A_YEAR
            season_kept = np.minimum(apart, _DAYS_A_YEAR - apart) <= WEEK * setup.weeks
            self._log = np.where(season_kept, 0.0, _LOG_IMPOSSIBLE)

    def log_prior(self, local: Floats) -> Floats:
        return self._log


def run_attack(
    lives: Sequence[Life], setup: Setup, names: Sequence[str] = EVIDENCES, *, alone: bool = True
) -> dict[str, Guess]:
    """Return the guesses by each named evidence alone, unless `alone` is False, and by all of them under "together"."""
    notes = [(i, note) for i, life in enumerate(lives) for entry in life.entries for note in read_note_dates(entry)]
    policy = DatePolicy(DateLevel(setup.level), setup.jitter, setup.drift, 0, setup.gap, setup.episode)
    units = divide_lives(lives, notes, policy)
    grid = build_grid(lives, units, setup)
    prior: Prior = _OneShiftPrior(grid, setup)
    if setup.drift:
        prior = DriftPrior(units, grid, setup.weeks or _USUAL_WEEKS, setup.drift, min(_STEP, setup.drift))
    built = _evidence_makers(lives, notes, units, grid, names)
    found = {}
    for name, make in built.items() if alone else ():
        found[name] = _fit_shifts(units, grid, prior, {name: make()})
    found["together"] = _fit_shifts(units, grid, prior, {name: make() for name, make in built.items()})
    return found


def _evidence_makers(
    lives: Sequence[Life], notes: Sequence[tuple[int, NoteDates]], units: Units, grid: Grid, names: Sequence[str]
) -> Mapping[str, Callable[[], Evidence]]:
    cues = read_cues(lives, notes, units)
    makers: dict[str, Callable[[], Evidence]] = {
        name: partial(_calendar_evidence, cues, name, grid) for name in _CALENDAR
    }
    shared = links.shared_event_links(lives, units, grid)
    order, last = links.file_order_links(lives, units, grid), links.release_end_links(lives, units)
    makers |= {
        "load-hours": lambda: OfficeHours(grid, lives, units, bookkeeping=True),
        "clock-hours": lambda: OfficeHours(grid, lives, units, bookkeeping=False),
        "padding": lambda: PaddingEvidence(grid, notes, units),
        "missed": lambda: MissedDateEvidence(grid, notes, units),
        "shared": lambda: links.LinkEvidence(grid, shared),
        "order": lambda: links.LinkEvidence(grid, order),
        "last-days": lambda: links.LinkEvidence(grid, last),
    }
    return {name: makers[name] for name in names}


def _calendar_evidence(cues: Cues, name: str, grid: Grid) -> Calendar:
    groups = group_events(cues.groups.get(name, {}), grid.jitter)
    return Calendar(grid, [(found, cues.mixtures[name, group]) for group, found in groups.items()])


def _fit_shifts(units: Units, grid: Grid, prior: Prior, evidences: Mapping[str, Evidence]) -> Guess:
    scores = {name: np.zeros(grid.shape) for name in evidences}
    local = np.zeros(grid.shape)
    prior_log = prior.log_prior(local)
    for _ in range(_DRIFTING_TURNS if units.drifts else _MOST_TURNS):
        for name, evidence in evidences.items():
            others = local - scores[name]
            scores[name] = evidence.score(np.log(np.maximum(_normalized(prior_log + others), 1e-300)))
            local = others + scores[name]
        if not np.ptp(local, axis=1).any():
            break
        prior_log = prior.log_prior(local)
    return Guess(units, _normalized(prior_log + local), (grid.base[:, None] + grid.offsets[None, :]).astype(float))


def _normalized(scores: Floats) -> Floats:
    found = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: Floats = found / found.sum(axis=1, keepdims=True)
    return shares
