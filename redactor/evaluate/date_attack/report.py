"""Attack a release and report the figures: candidates left, how sure the best guess is, and how often it is right.

The true shifts come from a file, or from the original records beside the release; no key is needed.
"""

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
from redactor.evaluate.date_attack.attack import EVIDENCES, LEVELS, Guess, Setup, run_attack
from redactor.evaluate.date_attack.calendar import Floats
from redactor.evaluate.date_attack.release import Release, read_release, subject_of_record
from redactor.evaluate.date_attack.stamps import read_stamp
from redactor.evaluate.date_attack.units import Units
from redactor.evaluate.release_pairs import record_pairs

WEEK = 7


ShiftsBySubject = Mapping[str, Sequence[tuple[int | None, int]]]
"""For each subject the days in OUT with their shift in days, which is whole weeks.

The day is None if the shift is known without a day.
"""


def is_list_of_shifts(truth: Path) -> bool:
    """Return whether a truth is a JSON object of shifts, and not the input of a run."""
    return truth.is_file() and truth.suffix == ".json"


def true_shifts(truth: Path, out: Path, max_record_bytes: int) -> ShiftsBySubject:
    """Return the shifts of all dates that can be matched, without a jitter of less than a week.

    truth: the input of the run, or a JSON object {"Patient/id in OUT": days}. Records of an input are matched with
    those of OUT by `redactor.evaluate.release_pairs`. Raises EvaluationError if nothing can be matched.
    """
    if is_list_of_shifts(truth):
        return _read_shifts(truth)
    if not truth.exists():
        raise EvaluationError("the truth is not there; give the input of the run, or a JSON file of days by subject")
    found: dict[str, list[tuple[int | None, int]]] = defaultdict(list)
    for pair in record_pairs(truth, out, max_record_bytes, with_parts=True):
        if pair.after is None or len(pair.before.parts) != len(pair.after.parts):
            continue
        for before, after in zip(pair.before.parts, pair.after.parts, strict=True):
            if isinstance(before, Mapping) and isinstance(after, Mapping):
                subject = subject_of_record(after)
                if subject is not None:
                    found[subject].extend(_shifts_of_elements(before, after))
    if not any(found.values()):
        raise EvaluationError("no date of the input has its like in OUT; give the input of the run that wrote OUT")
    return found


def shifts_of_units(shifts: ShiftsBySubject, subjects: Sequence[str], units: Units) -> Floats:
    """Return the median shift of each unit in days, (units,); NaN if none is known."""
    shifts_by_unit: dict[int, list[int]] = defaultdict(list)
    for number, name in enumerate(subjects):
        for day, moved in shifts.get(name, ()):
            if day is None:
                for unit in np.flatnonzero(units.subjects == number):
                    shifts_by_unit[int(unit)].append(moved)
            elif (unit_of_day := units.find(number, day)) is not None:
                shifts_by_unit[unit_of_day].append(moved)
    return np.array(
        [
            sorted(shifts_by_unit[i])[len(shifts_by_unit[i]) // 2] if i in shifts_by_unit else np.nan
            for i in range(len(units))
        ]
    )


def _read_shifts(path: Path) -> ShiftsBySubject:
    try:
        read = msgspec.json.decode(path.read_bytes(), type=dict[str, int])
    except (msgspec.DecodeError, msgspec.ValidationError):
        raise EvaluationError(f"{path.name} is no JSON object of days by subject") from None
    return {name if "/" in name or "?" in name else f"Patient/{name}": [(None, days)] for name, days in read.items()}


def _shifts_of_elements(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
    """Yield the day in OUT of each date, and its distance from the same element of the other record, in whole weeks."""
    for key, value in after.items():
        other = before.get(key)
        ours = value if isinstance(value, list) else [value]
        theirs = other if isinstance(other, list) else [other]
        if len(ours) != len(theirs):
            continue
        for one, two in zip(theirs, ours, strict=True):
            if isinstance(one, Mapping) and isinstance(two, Mapping):
                yield from _shifts_of_elements(one, two)
            elif isinstance(one, str) and isinstance(two, str):
                a, b = _written_day(one), _written_day(two)
                if a is not None and b is not None:
                    yield b, (b - a) // WEEK * WEEK


def _written_day(value: str) -> int | None:
    """Return the day as written; the clock time of another zone does not move it."""
    stamp = read_stamp(value, "")
    if stamp is None or stamp.precision < 3:
        return None
    return dt.date.fromisoformat(value[:10]).toordinal() if value[4:5] == "-" else stamp.day


_MANIFEST_FIELDS = {"jitter": "jitter_days", "drift": "drift_weeks", "gap": "gap_days", "episode": "episode_days"}
_MOST_DRIFTING_SUBJECTS = 200  # subjects with the first ids, which are drawn by key


@dataclass(frozen=True, slots=True)
class AttackResult:
    """The result of an attack.

    subjects: as OUT names them. guesses: by evidence, "together" last. left_out: the number of subjects that were not
    attacked, because a drift is costly to follow.
    """

    subjects: tuple[str, ...]
    setup: Setup
    candidates: int
    guesses: Mapping[str, Guess]
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one evidence over all subjects.

    left_median, left_low: median and 5th percentile of the candidates in the 95 % credible set. best: the mean
    posterior of the best guess. right: the share of right best guesses among the `known` subjects whose true shift is
    known; None without a truth.
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
    most: int | None = None,
    alone: bool = True,
) -> AttackResult:
    """Read OUT and attack it. Parameters that are not given are taken from OUT's manifest. Raises EvaluationError.

    most: as for `read_release`; the result does not count the subjects that are left out for that. alone: as for
    `run_attack`.
    """
    release = read_release(out, max_record_bytes, most)
    setup = _setup_of(release, level, {"jitter": jitter, "drift": drift, "gap": gap, "episode": episode})
    setup = replace(setup, weeks=weeks, end=end or _stated_as_of(release))
    if setup.level == "far" and setup.end is None:
        newest = max(path.stat().st_mtime for path in out.iterdir() if path.is_file())
        setup = replace(setup, end=dt.datetime.fromtimestamp(newest, dt.UTC).date())
    lives = sorted(release.lives, key=lambda life: life.subject)
    lives, left_out = (lives[:_MOST_DRIFTING_SUBJECTS], lives[_MOST_DRIFTING_SUBJECTS:]) if setup.drift else (lives, [])
    guesses = run_attack(lives, setup, names, alone=alone)
    candidates = next(iter(guesses.values())).posterior.shape[1]
    return AttackResult(tuple(life.subject for life in lives), setup, candidates, guesses, len(left_out))


def _setup_of(release: Release, level: str | None, given: Mapping[str, int | None]) -> Setup:
    stated_policy = release.dates
    level = level or str(stated_policy.get("level", LEVELS[0]))
    if level not in LEVELS:
        raise EvaluationError(f"dates do not leave shifted at the level {level}; give --level {'|'.join(LEVELS)}")
    stated = {name: stated_policy.get(field) for name, field in _MANIFEST_FIELDS.items()} if level == "visits" else {}
    found = stated | {name: value for name, value in given.items() if value is not None}
    known: dict[str, Any] = {name: value for name, value in found.items() if isinstance(value, int)}
    return Setup(level, **known)


def _stated_as_of(release: Release) -> dt.date | None:
    try:
        return dt.date.fromisoformat(release.as_of)
    except ValueError:
        return None


def attack_figures(result: AttackResult, truth: Path | None, out: Path, max_record_bytes: int) -> list[Figures]:
    """Return a row for each evidence, the last for all together. truth: as for `true_shifts`."""
    known = true_shifts(truth, out, max_record_bytes) if truth is not None else None
    days = None
    if known is not None:
        units = next(iter(result.guesses.values())).units
        days = shifts_of_units(known, result.subjects, units)
        if np.isnan(days).all():
            raise EvaluationError("the truth names no subject of OUT; give the input of the run that wrote OUT")
    return [_figures_of_guess(name, guess, days) for name, guess in result.guesses.items()]


def _figures_of_guess(name: str, guess: Guess, days: np.ndarray[tuple[int], np.dtype[np.float64]] | None) -> Figures:
    left = guess.candidates_left()
    right, known = None, 0
    if days is not None:
        each = guess.right(days)
        right, known = float(np.nanmean(each)), int((~np.isnan(each)).sum())
    return Figures(
        name, float(np.nanmedian(left)), float(np.nanpercentile(left, 5)), float(np.nanmean(guess.best())), right, known
    )
