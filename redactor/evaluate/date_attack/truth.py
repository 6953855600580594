"""The true shifts of a release's subjects: read from a file, or from the original records beside it, without a key."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from redactor.errors import EvaluationError
from redactor.evaluate.date_attack.drift import name_of
from redactor.evaluate.date_attack.release import subject_of
from redactor.evaluate.date_attack.stamps import DAY, Stamp, read_stamp
from redactor.evaluate.record_pairs import record_pairs

WEEK = 7


def true_shifts(truth: Path, out: Path, max_record_bytes: int, *, by_year: bool = False) -> dict[str, int]:
    """Subject -> days by which its dates lie later in OUT than in the original; whole weeks.

    truth: the input of the run, or a JSON object {"Patient/id in OUT": days}. Of an input, records are matched with
    those of OUT as `redactor.evaluate.record_pairs` does, and each subject's shift is the median of its dates'.
    by_year: of each year of a subject, under the names of `redactor.evaluate.date_attack.drift`. Raises EvaluationError
    where nothing can be matched.
    """
    if truth.is_file() and truth.suffix == ".json":
        return _from_json(truth)
    if not truth.exists():
        raise EvaluationError("the truth is not there; give the input of the run, or a JSON file of days by subject")
    apart: dict[str, Counter[int]] = defaultdict(Counter)
    for pair in record_pairs(truth, out, max_record_bytes, with_parts=True):
        if pair.after is None or len(pair.before.parts) != len(pair.after.parts):
            continue
        for before, after in zip(pair.before.parts, pair.after.parts, strict=True):
            if not isinstance(before, Mapping) or not isinstance(after, Mapping):
                continue
            subject = subject_of(after)
            if subject is None:
                continue
            for day, weeks in _weeks(before, after):
                apart[name_of(subject, day) if by_year else subject][weeks] += 1
    found = {subject: _median(weeks) * WEEK for subject, weeks in apart.items() if weeks}
    if not found:
        raise EvaluationError("no date of the input has its like in OUT; give the input of the run that wrote OUT")
    return found


def _from_json(path: Path) -> dict[str, int]:
    try:
        read = msgspec.json.decode(path.read_bytes(), type=dict[str, int])
    except (msgspec.DecodeError, msgspec.ValidationError):
        raise EvaluationError(f"{path.name} is no JSON object of days by subject") from None
    return {name if "/" in name or "?" in name else f"Patient/{name}": days for name, days in read.items()}


def _median(weeks: Counter[int]) -> int:
    ordered = sorted(weeks.elements())
    return ordered[len(ordered) // 2]


def _weeks(before: Mapping[str, Any], after: Mapping[str, Any], path: str = "") -> Iterator[tuple[int, int]]:
    """Each day as released, and its distance from the same element of the other record in whole weeks."""
    for key, value in after.items():
        other = before.get(key)
        ours = value if isinstance(value, list) else [value]
        theirs = other if isinstance(other, list) else [other]
        if len(ours) != len(theirs):
            continue
        for one, two in zip(theirs, ours, strict=True):
            if isinstance(one, Mapping) and isinstance(two, Mapping):
                yield from _weeks(one, two, f"{path}.{key}")
            elif isinstance(one, str) and isinstance(two, str):
                a, b = read_stamp(one, path), read_stamp(two, path)
                if a is not None and b is not None and a.precision == b.precision and a.precision > 2:
                    yield b.day, round(_days(a, b) / WEEK)


def _days(before: Stamp, after: Stamp) -> float:
    if before.precision == 4:
        return (after.moment - before.moment) / DAY
    return after.day - before.day
