"""The date shift of a subject: a whole number of weeks, so that weekdays stay correct."""

from __future__ import annotations

from redactor.keys import DerivedKey

_REMEMBERED = 100_000


class DateShift:
    """The shift of each subject, derived from the key. weeks: the largest shift in either direction."""

    def __init__(self, key: DerivedKey, weeks: int) -> None:
        self._key = key
        self._weeks = weeks
        self._days: dict[str, int] = {}

    def days(self, subject: str) -> int:
        """The subject's shift in days: a whole number of weeks within +-weeks, never 0."""
        shift = self._days.get(subject)
        if shift is None:
            n = self._key.number(2 * self._weeks, subject)
            shift = 7 * (n - self._weeks if n < self._weeks else n - self._weeks + 1)
            if len(self._days) > _REMEMBERED:
                self._days.clear()
            self._days[subject] = shift
        return shift
