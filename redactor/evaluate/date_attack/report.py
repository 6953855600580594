"""The attack on a release, and its figures: candidates left, how sure the best guess is, and how often it is right."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from redactor.errors import EvaluationError
from redactor.evaluate.date_attack.attack import EVIDENCES, LEVELS, Guess, Setup, attack, lives_of
from redactor.evaluate.date_attack.release import Release, read_release
from redactor.evaluate.date_attack.truth import true_shifts

TOGETHER = "together"


@dataclass(frozen=True, slots=True)
class Result:
    """What the attack found. subjects: as OUT names them, under a drift each of their years. guesses: by evidence,
    "together" last.
    """

    subjects: tuple[str, ...]
    setup: Setup
    candidates: int
    guesses: Mapping[str, Guess]


@dataclass(frozen=True, slots=True)
class Figures:
    """One evidence over all subjects. left: candidates in the 95 % credible set, median and 5th percentile.

    best: the mean posterior of the best guess. right: the share of right best guesses, of `known` subjects whose true
    shift is known; None without a truth.
    """

    name: str
    left_median: float
    left_low: float
    best: float
    right: float | None = None
    known: int = 0


def read_attack(
    out: Path,
    max_record_bytes: int,
    *,
    level: str | None = None,
    jitter: int | None = None,
    drift: int | None = None,
    weeks: int | None = None,
    end: dt.date | None = None,
    names: Sequence[str] = EVIDENCES,
) -> Result:
    """Read OUT and attack it. What is not given is taken from OUT's manifest. Raises EvaluationError."""
    release = read_release(out, max_record_bytes)
    setup = _setup(release, level, jitter, drift, weeks, end)
    if setup.level == "far" and setup.end is None:
        newest = max(path.stat().st_mtime for path in out.iterdir() if path.is_file())
        setup = replace(setup, end=dt.datetime.fromtimestamp(newest, dt.UTC).date())
    lives = lives_of(release, setup)
    guesses = attack(lives, setup, names)
    candidates = next(iter(guesses.values())).posterior.shape[1]
    return Result(tuple(life.subject for life in lives), setup, candidates, guesses)


def _setup(
    release: Release,
    level: str | None,
    jitter: int | None,
    drift: int | None,
    weeks: int | None,
    end: dt.date | None,
) -> Setup:
    told = release.dates
    level = level or str(told.get("level", LEVELS[0]))
    if level not in LEVELS:
        raise EvaluationError(f"dates do not leave shifted at the level {level}; give --level {'|'.join(LEVELS)}")
    if jitter is None:
        jitter = _stated(told, "jitter_days", level)
    if drift is None:
        drift = _stated(told, "drift_weeks", level)
    if end is None:
        try:
            end = dt.date.fromisoformat(release.as_of)
        except ValueError:
            end = None
    return Setup(level, weeks, jitter, drift, end)


def _stated(told: Mapping[str, object], name: str, level: str) -> int:
    stated = told.get(name, 0)
    return stated if level == "visits" and isinstance(stated, int) else 0


def figures(result: Result, truth: Path | None, out: Path, max_record_bytes: int) -> list[Figures]:
    """A row of each evidence, the last of all together. truth: as `true_shifts` takes it."""
    by_year = bool(result.setup.drift)
    known = true_shifts(truth, out, max_record_bytes, by_year=by_year) if truth is not None else None
    days = None
    if known is not None:
        days = np.array([known.get(subject, np.nan) for subject in result.subjects], dtype=float)
        if np.isnan(days).all():
            raise EvaluationError("the truth names no subject of OUT; give the input of the run that wrote OUT")
    return [_figures(name, guess, days) for name, guess in result.guesses.items()]


def _figures(name: str, guess: Guess, days: np.ndarray[tuple[int], np.dtype[np.float64]] | None) -> Figures:
    left = guess.left()
    right, known = None, 0
    if days is not None:
        right, known = float(np.nanmean(guess.right(days))), int((~np.isnan(days)).sum())
    return Figures(
        name, float(np.median(left)), float(np.percentile(left, 5)), float(guess.best().mean()), right, known
    )
