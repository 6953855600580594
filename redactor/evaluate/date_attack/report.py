"""Report."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from redactor.errors import EvaluationError
from redactor.evaluate.date_attack.attack import EVIDENCES, LEVELS, Guess, Setup, attack
from redactor.evaluate.date_attack.calendar import Floats
from redactor.evaluate.date_attack.release import Release, read_release, subject_of
from redactor.evaluate.date_attack.stamps import read_stamp
from redactor.evaluate.date_attack.units import Units
from redactor.evaluate.release_pairs import record_pairs

WEEK = 7


Shifts = Mapping[str, Sequence[tuple[int | None, int]]]
"""Subject -> (day in OUT, days by which a date of that day lies later than in the original: whole weeks). The day is
None where the shift is known without one.
"""


def true_shifts(truth: Path, out: Path, max_record_bytes: int) -> Shifts:
    """The shifts of all dates that can be matched; a jitter of less than a week is taken off.

    truth: the input of the run, or a JSON object {"Patient/id in OUT": days}. Of an input, records are matched with
    those of OUT as `redactor.evaluate.release_pairs` does. Raises EvaluationError where nothing can be matched.
    """
    if truth.is_file() and truth.suffix == ".json":
        return _from_json(truth)
    if not truth.exists():
        raise EvaluationError("the truth is not there; give the input of the run, or a JSON file of days by subject")
    found: dict[str, list[tuple[int | None, int]]] = defaultdict(list)
    for pair in record_pairs(truth, out, max_record_bytes, with_parts=True):
        if pair.after is None or len(pair.before.parts) != len(pair.after.parts):
            continue
        for before, after in zip(pair.before.parts, pair.after.parts, strict=True):
            if isinstance(before, Mapping) and isinstance(after, Mapping):
                subject = subject_of(after)
                if subject is not None:
                    found[subject].extend(_moved(before, after))
    if not any(found.values()):
        raise EvaluationError("no date of the input has its like in OUT; give the input of the run that wrote OUT")
    return found


def of_units(shifts: Shifts, subjects: Sequence[str], units: Units) -> Floats:
    """The median shift of each unit in days (units,); NaN where none is known."""
    of: dict[int, list[int]] = defaultdict(list)
    for number, name in enumerate(subjects):
        for day, moved in shifts.get(name, ()):
            if day is None:
                for unit in np.flatnonzero(units.subjects == number):
                    of[int(unit)].append(moved)
            elif (unit_of := units.find(number, day)) is not None:
                of[unit_of].append(moved)
    return np.array([sorted(of[i])[len(of[i]) // 2] if i in of else np.nan for i in range(len(units))])


def _from_json(path: Path) -> Shifts:
    try:
        read = msgspec.json.decode(path.read_bytes(), type=dict[str, int])
    except (msgspec.DecodeError, msgspec.ValidationError):
        raise EvaluationError(f"{path.name} is no JSON object of days by subject") from None
    return {name if "/" in name or "?" in name else f"Patient/{name}": [(None, days)] for name, days in read.items()}


def _moved(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
    """The day in OUT of each date, and its distance from the same element of the other record, in whole weeks."""
    for key, value in after.items():
        other = before.get(key)
        ours = value if isinstance(value, list) else [value]
        theirs = other if isinstance(other, list) else [other]
        if len(ours) != len(theirs):
            continue
        for one, two in zip(theirs, ours, strict=True):
            if isinstance(one, Mapping) and isinstance(two, Mapping):
                yield from _moved(one, two)
            elif isinstance(one, str) and isinstance(two, str):
                a, b = _day(one), _day(two)
                if a is not None and b is not None:
                    yield b, (b - a) // WEEK * WEEK


def _day(value: str) -> int | None:
    """The day as written; a clock time of another zone does not move it."""
    stamp = read_stamp(value, "")
    if stamp is None or stamp.precision < 3:
        return None
    return dt.date.fromisoformat(value[:10]).toordinal() if value[4:5] == "-" else stamp.day


_STATED = {"jitter": "jitter_days", "drift": "drift_weeks", "gap": "gap_days", "episode": "episode_days"}
_MOST_DRIFTING = 200  # subjects that are attacked where shifts drift: those of the first ids, which are drawn by key


@dataclass(frozen=True, slots=True)
class Result:
    """What the attack found. subjects: as OUT names them. guesses: by evidence, "together" last.

    left_out: subjects that were not attacked, because a drift is costly to follow.
    """

    subjects: tuple[str, ...]
    setup: Setup
    candidates: int
    guesses: Mapping[str, Guess]
    left_out: int = 0


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
    gap: int | None = None,
    episode: int | None = None,
    weeks: int | None = None,
    end: dt.date | None = None,
    names: Sequence[str] = EVIDENCES,
) -> Result:
    """Read OUT and attack it. What is not given is taken from OUT's manifest. Raises EvaluationError."""
    release = read_release(out, max_record_bytes)
    setup = _setup(release, level, {"jitter": jitter, "drift": drift, "gap": gap, "episode": episode})
    setup = replace(setup, weeks=weeks, end=end or _as_of(release))
    if setup.level == "far" and setup.end is None:
        newest = max(path.stat().st_mtime for path in out.iterdir() if path.is_file())
        setup = replace(setup, end=dt.datetime.fromtimestamp(newest, dt.UTC).date())
    lives = sorted(release.lives, key=lambda life: life.subject)
    lives, left_out = (lives[:_MOST_DRIFTING], lives[_MOST_DRIFTING:]) if setup.drift else (lives, [])
    guesses = attack(lives, setup, names)
    candidates = next(iter(guesses.values())).posterior.shape[1]
    return Result(tuple(life.subject for life in lives), setup, candidates, guesses, len(left_out))


def _setup(release: Release, level: str | None, given: Mapping[str, int | None]) -> Setup:
    told = release.dates
    level = level or str(told.get("level", LEVELS[0]))
    if level not in LEVELS:
        raise EvaluationError(f"dates do not leave shifted at the level {level}; give --level {'|'.join(LEVELS)}")
    stated = {name: told.get(field) for name, field in _STATED.items()} if level == "visits" else {}
    found = stated | {name: value for name, value in given.items() if value is not None}
    known: dict[str, Any] = {name: value for name, value in found.items() if isinstance(value, int)}
    return Setup(level, **known)


def _as_of(release: Release) -> dt.date | None:
    try:
        return dt.date.fromisoformat(release.as_of)
    except ValueError:
        return None


def figures(result: Result, truth: Path | None, out: Path, max_record_bytes: int) -> list[Figures]:
    """A row of each evidence, the last of all together. truth: as `true_shifts` takes it."""
    known = true_shifts(truth, out, max_record_bytes) if truth is not None else None
    days = None
    if known is not None:
        units = next(iter(result.guesses.values())).units
        days = of_units(known, result.subjects, units)
        if np.isnan(days).all():
            raise EvaluationError("the truth names no subject of OUT; give the input of the run that wrote OUT")
    return [_figures(name, guess, days) for name, guess in result.guesses.items()]


def _figures(name: str, guess: Guess, days: np.ndarray[tuple[int], np.dtype[np.float64]] | None) -> Figures:
    left = guess.left()
    right, known = None, 0
    if days is not None:
        each = guess.right(days)
        right, known = float(np.nanmean(each)), int((~np.isnan(each)).sum())
    return Figures(
        name, float(np.nanmedian(left)), float(np.nanpercentile(left, 5)), float(np.nanmean(guess.best())), right, known
    )
