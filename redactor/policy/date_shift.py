"""Derive how the dates of a subject move from the key, the level of the profile and the days of the subject's
events.
"""

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

_CACHED_SUBJECTS = 4_096
_DAYS_ALONE = 3  # days on each side of an imputed day in which the subject has no other event
_YEARS_AHEAD, _YEARS_FURTHER = 100, 50
_DAYS_A_YEAR = 365.2425
_SEASON_WEEKS = 6
_CHILDHOOD_DAYS = 5 * 365
_KNOT_DAYS = 104 * 7  # between the knots of a drift
_FRACTIONS_A_WEEK = 1_000
TIMED_SUFFIX = "T"
"""This suffix marks the day of an event whose time of day a record states: "2019-03-07T"."""


class EventDays:
    """The days on which a subject's records say that something happened, grouped into episodes.

    The first day identifies an episode. The episode of a day depends on earlier days alone, so that in a stream a
    released date stays right when later days become known.
    """

    def __init__(self, days: Iterable[str], policy: DatePolicy) -> None:
        """Group the days. days: ISO days such as "2019-03-07", with TIMED_SUFFIX where a time of day is known."""
        held = list(days)
        self._timed = {dt.date.fromisoformat(day[:10]).toordinal() for day in held if day.endswith(TIMED_SUFFIX)}
        self._days = sorted({dt.date.fromisoformat(day[:10]).toordinal() for day in held})
        self._starts = episode_starts(self._days, policy)
        self._gap = policy.gap_days

    def episode(self, day: dt.date) -> dt.date:
        """Return the first day of the episode that a day belongs to, which is the episode of the nearest event.

        A day near no event is an episode by itself. If no event is known, all days are one episode, since nothing tells
        them apart.
        """
        if not self._days:
            return dt.date.min
        at = day.toordinal()
        i = bisect_right(self._days, at)
        near = ((abs(at - self._days[k]), k) for k in (i - 1, i) if 0 <= k < len(self._days))
        apart, nearest = min(near)
        return dt.date.fromordinal(self._starts[nearest]) if apart <= self._gap else day

    def spans(self) -> Iterator[tuple[dt.date, dt.date]]:
        """Yield the first and the last day of each episode, in order."""
        for start, days in itertools.groupby(zip(self._starts, self._days, strict=True), key=itemgetter(0)):
            *_, (_, last) = days
            yield dt.date.fromordinal(start), dt.date.fromordinal(last)

    def follow(self, day: dt.date, within: int) -> bool:
        """Tell whether an event is known on a day or within so many days after it."""
        i = bisect_left(self._days, day.toordinal())
        return i < len(self._days) and self._days[i] - day.toordinal() <= within

    def is_alone(self, day: dt.date) -> bool:
        """Tell whether records name the day without a time of day, and name no other day near it."""
        at = day.toordinal()
        i = bisect_right(self._days, at)
        if not i or self._days[i - 1] != at or at in self._timed:
            return False
        before = i < 2 or at - self._days[i - 2] > _DAYS_ALONE
        return before and (i == len(self._days) or self._days[i] - at > _DAYS_ALONE)


def episode_starts(days: Sequence[int], policy: DatePolicy) -> list[int]:
    """Return, for each day, the first day of its episode. days: ordinals in order."""
    found: list[int] = []
    for i, day in enumerate(days):
        apart = day - days[i - 1]
        is_over = i > 0 and day - found[-1] > policy.episode_days and apart > policy.stay_days
        found.append(day if not i or apart > policy.gap_days or is_over else found[-1])
    return found


class DateShift:
    """The moves of all subjects, derived from the key.

    weeks: the largest shift in either direction. event_days: gives the event days of a subject, as `EventDays` takes
    them.

    Example:

        shift = DateShift(keyring.pseudonym("shift", recipient), weeks=52)
        shift_text("Mar 4, 2024", shift.move(subject))
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
        self._moves: OrderedDict[str, tuple[Iterable[str], Move, EventDays]] = OrderedDict()

    def days(self, subject: str) -> int:
        """Return the subject's shift in days before any jitter or drift: a whole number of weeks, never 0."""
        if self._policy.level is DateLevel.FAR:
            years = _YEARS_AHEAD + self._key.number(_YEARS_FURTHER + 1, "years", subject)
            weeks = self._key.number(2 * _SEASON_WEEKS + 1, "season", subject) - _SEASON_WEEKS
            return 7 * (round(_DAYS_A_YEAR * years / 7) + weeks)
        n = self._key.number(2 * self._weeks, subject)
        return 7 * (n - self._weeks if n < self._weeks else n - self._weeks + 1)

    def move(self, subject: str) -> Move:
        """Return how the subject's dates move."""
        return self._cached_move(subject)[1]

    def birth_move(self, subject: str, birth: dt.date) -> Move:
        """Return how a birth date moves: with the events of the following years if there are any, else without a drift.

        Without a drift of the birth date, ages are wrong by the drift of the event alone.
        """
        _, move, events = self._cached_move(subject)
        shift = self.days(subject)
        return move if events.follow(birth, _CHILDHOOD_DAYS) else constant_move(shift)

    def is_alone(self, subject: str, day: dt.date) -> bool:
        """Tell whether a day of the subject stands alone, as `EventDays.is_alone` does."""
        return self._cached_move(subject)[2].is_alone(day)

    def _cached_move(self, subject: str) -> tuple[Iterable[str], Move, EventDays]:
        days = () if self._event_days is None else self._event_days(subject)
        held = self._moves.get(subject)
        if held is None or held[0] is not days:
            events = EventDays(days, self._policy)
            held = self._moves[subject] = (days, self._derive_move(subject, events), events)
            if len(self._moves) > _CACHED_SUBJECTS:
                self._moves.popitem(last=False)
        self._moves.move_to_end(subject)
        return held

    def _derive_move(self, subject: str, events: EventDays) -> Move:
        shift, most = self.days(subject), 60 * self._policy.clock_minutes
        clock = self._key.number(2 * most + 1, "clock", subject) - most if most else 0
        if self._policy.level is not DateLevel.VISITS:
            return Move(lambda _: shift, lambda _: shift, clock)
        drift = _Drift(self._key, subject, self._policy)
        drift_by_episode = cache(lambda: drift.by_episode(events))

        def by(day: dt.date) -> int:
            first = events.episode(day)
            return drift_by_episode().get(first, drift.at(first))

        return Move(
            lambda day: shift + by(day) + self._jitter(subject, events.episode(day)),
            lambda middle: shift + by(middle),
            clock,
        )

    def _jitter(self, subject: str, first: dt.date) -> int:
        """Return the jitter of an episode in days, by its first day. A first day that is a working day stays one."""
        works = first.weekday() < 5
        allowed = [j for j in range(self._policy.jitter_days + 1) if ((first.weekday() + j) % 7 < 5) == works]
        return allowed[self._key.number(len(allowed), "jitter", subject, first.isoformat())]


class _Drift:
    """The drift of a subject, which is linear between amounts that the key draws for every 104 weeks."""

    def __init__(self, key: DerivedKey, subject: str, policy: DatePolicy) -> None:
        self._key, self._subject, self._policy = key, subject, policy
        self._phase = key.number(_KNOT_DAYS, "knots", subject)
        self._amounts: dict[int, int] = {}

    def at(self, day: dt.date) -> int:
        """Return the drift on a day: whole weeks, in days, rounded down. The steepest drift, 52 weeks in 104,
        changes every 14 days.
        """
        if not self._policy.drift_weeks:
            return 0
        knot, since = divmod(day.toordinal() + self._phase, _KNOT_DAYS)
        before, after = self._amount(knot), self._amount(knot + 1)
        return 7 * ((before * (_KNOT_DAYS - since) + after * since) // (_KNOT_DAYS * _FRACTIONS_A_WEEK))

    def by_episode(self, events: EventDays) -> dict[dt.date, int]:
        """Return the drift of each episode by its first day: the drift on that day, or the least that keeps the order
        of days.

        During an episode the drift may fall by more than the gap to the next episode. The gap always exceeds the
        jitter, so that the least drift never exceeds that of the episode before.
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
        """Return the amount of a knot, in fractions of a week."""
        if knot not in self._amounts:
            most = _FRACTIONS_A_WEEK * self._policy.drift_weeks
            self._amounts[knot] = self._key.number(2 * most + 1, "drift", self._subject, str(knot)) - most
        return self._amounts[knot]
