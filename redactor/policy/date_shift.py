"""How the dates of a subject move: by the level of the profile, from the key, and around the days of its events."""

from __future__ import annotations

import datetime as dt
import itertools
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from operator import itemgetter

from redactor.dates.move import Move, constant_move
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
    """The days on which a subject's records say that something happened, in episodes.

    An episode is known by its first day. Which episode a day belongs to depends on the days before it alone: what has
    left in a stream does not change when later days become known.
    """

    def __init__(self, days: Iterable[str], policy: DatePolicy) -> None:
        """days: "2019-03-07", or with TIMED at their end."""
        held = list(days)
        self._timed = {dt.date.fromisoformat(day[:10]).toordinal() for day in held if day.endswith(TIMED)}
        self._days = sorted({dt.date.fromisoformat(day[:10]).toordinal() for day in held})
        self._starts = episode_starts(self._days, policy)
        self._gap = policy.gap_days

    def episode(self, day: dt.date) -> dt.date:
        """The first day of the episode that a day belongs to: that of the nearest event. A day near no event is an
        episode of its own; where no event is known, all days are one, since nothing says which belong together.
        """
        if not self._days:
            return dt.date.min
        at = day.toordinal()
        i = bisect_right(self._days, at)
        near = ((abs(at - self._days[k]), k) for k in (i - 1, i) if 0 <= k < len(self._days))
        apart, nearest = min(near)
        return dt.date.fromordinal(self._starts[nearest]) if apart <= self._gap else day

    def spans(self) -> Iterator[tuple[dt.date, dt.date]]:
        """The first and the last day of each episode, in order."""
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


def episode_starts(days: Sequence[int], policy: DatePolicy) -> list[int]:
    """The first day of the episode of each day. days: as ordinals, in order."""
    found: list[int] = []
    for i, day in enumerate(days):
        apart = day - days[i - 1]
        is_over = i > 0 and day - found[-1] > policy.episode_days and apart > policy.stay_days
        found.append(day if not i or apart > policy.gap_days or is_over else found[-1])
    return found


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
        _, move, events = self._held(subject)
        shift = self.days(subject)
        return move if events.follow(birth, _CHILDHOOD) else constant_move(shift)

    def is_alone(self, subject: str, day: dt.date) -> bool:
        """As `EventDays.is_alone`."""
        return self._held(subject)[2].is_alone(day)

    def _held(self, subject: str) -> tuple[Iterable[str], Move, EventDays]:
        days = () if self._event_days is None else self._event_days(subject)
        held = self._of.get(subject)
        if held is None or held[0] is not days:
            events = EventDays(days, self._policy)
            held = self._of[subject] = (days, self._new_move(subject, events), events)
            if len(self._of) > _REMEMBERED:
                self._of.popitem(last=False)
        self._of.move_to_end(subject)
        return held

    def _new_move(self, subject: str, events: EventDays) -> Move:
        shift, most = self.days(subject), 60 * self._policy.clock_minutes
        clock = self._key.number(2 * most + 1, "clock", subject) - most if most else 0
        if self._policy.level is not DateLevel.VISITS:
            return Move(lambda _: shift, lambda _: shift, clock)
        drift = _Drift(self._key, subject, self._policy)
        of_episodes = cache(lambda: drift.of_episodes(events))

        def by(day: dt.date) -> int:
            first = events.episode(day)
            return of_episodes().get(first, drift.at(first))

        return Move(
            lambda day: shift + by(day) + self._jitter(subject, events.episode(day)),
            lambda middle: shift + by(middle),
            clock,
        )

    def _jitter(self, subject: str, first: dt.date) -> int:
        """The days of an episode of its own, by its first day. A first day that is a working day stays one."""
        works = first.weekday() < 5
        allowed = [j for j in range(self._policy.jitter_days + 1) if ((first.weekday() + j) % 7 < 5) == works]
        return allowed[self._key.number(len(allowed), "jitter", subject, first.isoformat())]


class _Drift:
    """The drift of a subject: linear between amounts that the key draws for every 104 weeks."""

    def __init__(self, key: DerivedKey, subject: str, policy: DatePolicy) -> None:
        self._key, self._subject, self._policy = key, subject, policy
        self._phase = key.number(_KNOTS, "knots", subject)
        self._amounts: dict[int, int] = {}

    def at(self, day: dt.date) -> int:
        """Whole weeks, in days, rounded down. The steepest, of 52 weeks in 104, takes a step in 14 days."""
        if not self._policy.drift_weeks:
            return 0
        knot, since = divmod(day.toordinal() + self._phase, _KNOTS)
        before, after = self._amount(knot), self._amount(knot + 1)
        return 7 * ((before * (_KNOTS - since) + after * since) // (_KNOTS * _FINE))

    def of_episodes(self, events: EventDays) -> dict[dt.date, int]:
        """The drift of each episode, by its first day: as it is there, or the least that keeps the order of days.

        In the time of an episode the drift may fall by more than lies between it and the next. More than the jitter
        always does, so that the least never exceeds what the episode before has.
        """
        found: dict[dt.date, int] = {}
        last, held = None, 0
        for first, end in events.spans():
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
