"""The attack where the shift drifts along a life: each year has a shift of its own, near those of the years beside it.

A year alone is attacked like a subject. Then each year hears the others: given its shift, theirs lies within the drift,
nearer for the next year than for those further off (`redactor.policy.date_shift`). What the years say is multiplied as
if they told of it apart, which errs towards too sure.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from redactor.evaluate.date_attack.calendar import Floats
from redactor.evaluate.date_attack.release import Life

_NEXT = 1  # years within which two shifts differ by at most the drift, and else by at most twice that
_LEAST = 1e-9


def name_of(subject: str, day: int) -> str:
    """The name of a year of a subject's life. day: proleptic ordinal, as released."""
    return f"{subject} {dt.date.fromordinal(day).year}"


def years_of(lives: Iterable[Life]) -> tuple[Life, ...]:
    """A life for each year of each subject in which something happened, under the name of both."""
    found: dict[str, Life] = {}
    for life in lives:
        for entry in life.entries:
            if entry.day is not None:
                name = name_of(life.subject, entry.day)
                found.setdefault(name, Life(name, kin=life.kin)).entries.append(entry)
    return tuple(found.values())


def coupled(posterior: Floats, names: Sequence[str], drift: int) -> Floats:
    """What all years of a life say of each.

    posterior: (years, candidates) of each year alone; candidates are successive weeks. names: as of `years_of`. drift:
    in weeks, in either direction.
    """
    alone = np.log(np.maximum(posterior, _LEAST))
    out = alone.copy()
    next_year, further = (_spread(posterior, width) for width in (drift, 2 * drift))
    by_subject: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for i, name in enumerate(names):
        subject, _, released = name.rpartition(" ")
        by_subject[subject].append((int(released), i))
    for years in by_subject.values():
        for year, i in years:
            out[i] += sum(
                (next_year if abs(other - year) <= _NEXT else further)[k] for other, k in years if other != year
            )
    found = np.exp(out - out.max(axis=1, keepdims=True))
    return np.asarray(found / found.sum(axis=1, keepdims=True))


def _spread(posterior: Floats, width: int) -> Floats:
    """The log of what a year says of another one's shift, which lies at most so many weeks away, and mostly near."""
    kernel = 1.0 - np.abs(np.arange(-width, width + 1)) / (width + 1.0)
    kernel /= kernel.sum()
    rows = [np.convolve(row, kernel, "full")[width : width + len(row)] for row in posterior]
    return np.asarray(np.log(np.maximum(np.array(rows), _LEAST)))
