"""How the dates of a subject move: by the level of the profile, from the key, and around the days of its events."""

from __future__ import annotations

import datetime as dt
import itertools
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from operator import itemgetter

from redactor.dates.move import Move, by_days
from redactor.keys import DerivedKey
from redactor.policy.date_levels import DateLevel, DatePolicy

_REMEMBERED = 4_096
_ALONE = 3  # days around an imputed day without another event of the subject
_YEARS_AHEAD, _MORE_YEARS = 100, 50
_DAYS_OF_A_YEAR = 365.2425
_SEASON = 6  # weeks
_CHILDHOOD = 5 * 365  # days
_KNOTS = 104 * 7  # days between the knots of a drift
_FINE = 1_000  # fractions of a week
TIMED = "T"
"""Ends the day of an event whose time of day a record gives: "2019-03-07T"."""


class EventDays:
    """The days on which a subject's records say that something happened, in clusters. gap: days between clusters, more
    than which part two.
    """

    def __init__(self, days: Iterable[str], gap: int) -> None:
        """days: "2019-03-07", or with TIMED at their end."""
        held = list(days)
        self._timed = {dt.date.fromisoformat(day[:10]).toordinal() for day in held if day.endswith(TIMED)}
        self._days = sorted({dt.date.fromisoformat(day[:10]).toordinal() for day in held})
        self._starts: list[int] = []
        for i, day in enumerate(self._days):
            follows = i > 0 and day - self._days[i - 1] <= gap
            self._starts.append(self._starts[-1] if follows else day)
        self._gap = gap

    def cluster(self, day: dt.date) -> dt.date:
        """The first day of the cluster that a day belongs to. A day near no event is a cluster of its own; where no
        event is known, all days are one, since nothing says which belong together.
        """
        if not self._days:
            return dt.date.min
        at = day.toordinal()
        i = bisect_right(self._days, at)
        if i and at - self._days[i - 1] <= self._gap:
            return dt.date.fromordinal(self._starts[i - 1])
        if i < len(self._days) and self._days[i] - at <= self._gap:
            return dt.date.fromordinal(self._starts[i])
        return day

    def spans(self) -> Iterator[tuple[dt.date, dt.date]]:
        """The first and the last day of each cluster, in order."""
        for start, days in itertools.groupby(zip(self._starts, self._days, strict=True), key=itemgetter(0)):
            *_, (_, last) = days
            yield dt.date.fromordinal(start), dt.date.fromordinal(last)

    def follow(self, day: dt.date, within: int) -> bool:
        """Whether events are known within so many days of a day and after."""
        i = bisect_left(self._days, day.toordinal())
        return i < len(self._days) and self._days[i] - day.toordinal() <= within

    def is_alone(self, day: dt.date) -> bool:
        """Whether records name the day, none gives a time of it, and none names another day near it."""
        at = day.toordinal()
        i = bisect_right(self._days, at)
        if not i or self._days[i - 1] != at or at in self._timed:
            return False
        before = i < 2 or at - self._days[i - 2] > _ALONE
        return before and (i == len(self._days) or self._days[i] - at > _ALONE)


class DateShift:
    """The moves of each subject, derived from the key.

    weeks: the largest shift in either direction. event_days: of a subject, as `EventDays` takes them.
    """

    def __init__(
        self,
        key: DerivedKey,
        weeks: int,
        policy: DatePolicy = DatePolicy(DateLevel.INTERVALS),  # noqa: B008 (frozen)
        event_days: Callable[[str], Iterable[str]] | None = None,
    ) -> None:
        self._key, self._weeks, self._policy = key, weeks, policy
        self._event_days = event_days
        self._of: OrderedDict[str, tuple[Iterable[str], Move, EventDays]] = OrderedDict()

    def days(self, subject: str) -> int:
        """The subject's shift in days, before any jitter: a whole number of weeks, never 0."""
        if self._policy.level is DateLevel.FAR:
            years = _YEARS_AHEAD + self._key.number(_MORE_YEARS + 1, "years", subject)
            weeks = self._key.number(2 * _SEASON + 1, "season", subject) - _SEASON
            return 7 * (round(_DAYS_OF_A_YEAR * years / 7) + weeks)
        n = self._key.number(2 * self._weeks, subject)
        return 7 * (n - self._weeks if n < self._weeks else n - self._weeks + 1)

    def move(self, subject: str) -> Move:
        """How the subject's dates move."""
        return self._held(subject)[1]

    def birth_move(self, subject: str, birth: dt.date) -> Move:
        """How a birth date moves: with the events of the years after it where there are any, else without a drift, so
        that ages are off by the drift of the event alone.
        """
        _, move, clusters = self._held(subject)
        shift = self.days(subject)
        return move if clusters.follow(birth, _CHILDHOOD) else by_days(shift)

    def is_alone(self, subject: str, day: dt.date) -> bool:
        """As `EventDays.is_alone`."""
        return self._held(subject)[2].is_alone(day)

    def _held(self, subject: str) -> tuple[Iterable[str], Move, EventDays]:
        days = () if self._event_days is None else self._event_days(subject)
        held = self._of.get(subject)
        if held is None or held[0] is not days:
            clusters = EventDays(days, self._policy.cluster_days)
            held = self._of[subject] = (days, self._new_move(subject, clusters), clusters)
            if len(self._of) > _REMEMBERED:
                self._of.popitem(last=False)
        self._of.move_to_end(subject)
        return held

    def _new_move(self, subject: str, clusters: EventDays) -> Move:
        shift, most = self.days(subject), 60 * self._policy.clock_minutes
        clock = self._key.number(2 * most + 1, "clock", subject) - most if most else 0
        if self._policy.level is not DateLevel.VISITS:
            return Move(lambda _: shift, lambda _: shift, clock)
        drift = _Drift(self._key, subject, self._policy)
        by = cache(lambda: drift.of_clusters(clusters))
        return Move(
            lambda day: shift + self._of_cluster(subject, clusters.cluster(day), drift, by()),
            lambda middle: shift + drift.at(middle),
            clock,
        )

    def _of_cluster(self, subject: str, first: dt.date, drift: _Drift, by: Mapping[dt.date, int]) -> int:
        """By how many days a cluster moves beside its subject, by its first day; later days may yet come.

        by: the drift of the clusters of events. A first day that is a working day stays one.
        """
        works = first.weekday() < 5
        allowed = [j for j in range(self._policy.jitter_days + 1) if ((first.weekday() + j) % 7 < 5) == works]
        jitter = allowed[self._key.number(len(allowed), "jitter", subject, first.isoformat())]
        return jitter + by.get(first, drift.at(first))


class _Drift:
    """The drift of a subject: linear between amounts that the key draws for every 104 weeks."""

    def __init__(self, key: DerivedKey, subject: str, policy: DatePolicy) -> None:
        self._key, self._subject, self._policy = key, subject, policy
        self._phase = key.number(_KNOTS, "knots", subject)
        self._amounts: dict[int, int] = {}

    def at(self, day: dt.date) -> int:
        """Whole weeks, in days, rounded down. The steepest, of 24 weeks in 104, takes a step in 30 days."""
        if not self._policy.drift_weeks:
            return 0
        knot, since = divmod(day.toordinal() + self._phase, _KNOTS)
        before, after = self._amount(knot), self._amount(knot + 1)
        return 7 * ((before * (_KNOTS - since) + after * since) // (_KNOTS * _FINE))

    def of_clusters(self, clusters: EventDays) -> dict[dt.date, int]:
        """The drift of each cluster, by its first day: as it is there, or the least that keeps the order of days.

        Behind a short cluster the order stays anyway, since clusters lie further apart than the jitter and a step. In
        the time of a long one the drift may fall by more than lies between it and the next.
        """
        found: dict[dt.date, int] = {}
        last, held = None, 0
        for first, end in clusters.spans():
            drift = self.at(first)
            if last is not None:
                free = (first - last).days - 1 - self._policy.jitter_days
                drift = max(drift, held - free // 7 * 7)
            found[first] = held = drift
            last = end
        return found

    def _amount(self, knot: int) -> int:
        """Of a knot, in fractions of a week."""
        if knot not in self._amounts:
            most = _FINE * self._policy.drift_weeks
            self._amounts[knot] = self._key.number(2 * most + 1, "drift", self._subject, str(knot)) - most
        return self._amounts[knot]
