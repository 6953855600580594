"""The true shifts of a release's subjects: read from a file, or from the original records beside it, without a key."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from redactor.errors import EvaluationError
from redactor.evaluate.date_attack.calendar import Floats
from redactor.evaluate.date_attack.release import subject_of
from redactor.evaluate.date_attack.stamps import read_stamp
from redactor.evaluate.date_attack.units import Units
from redactor.evaluate.record_pairs import record_pairs

WEEK = 7


Shifts = Mapping[str, Sequence[tuple[int | None, int]]]
"""Subject -> (day in OUT, days by which a date of that day lies later than in the original: whole weeks). The day is
None where the shift is known without one.
"""


def true_shifts(truth: Path, out: Path, max_record_bytes: int) -> Shifts:
    """The shifts of all dates that can be matched; a jitter of less than a week is taken off.

    truth: the input of the run, or a JSON object {"Patient/id in OUT": days}. Of an input, records are matched with
    those of OUT as `redactor.evaluate.record_pairs` does. Raises EvaluationError where nothing can be matched.
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
