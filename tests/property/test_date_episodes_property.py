"""Laws of the level `visits`: for every life, order stays, and intervals hold to what is stated."""

from __future__ import annotations

import datetime as dt
import itertools

from hypothesis import given
from hypothesis import strategies as st

from redactor.policy.date_levels import DateLevel, DatePolicy
from redactor.policy.date_shift import DateShift
from tests.unit.golden_pseudonyms import keyring

START = dt.date(2009, 3, 1)
STAY = 3
# Lives of courses: a pause, and so many events at one distance from each other.
COURSES = st.tuples(st.integers(1, 120), st.integers(1, 40), st.integers(0, 60))
LIVES = st.lists(COURSES, max_size=6).map(
    lambda courses: [
        START + dt.timedelta(days=n)
        for n in itertools.accumulate(
            (n for pause, step, times in courses for n in (pause, *[step] * times)), initial=0
        )
    ]
)
SUBJECTS = st.text("abc", min_size=1, max_size=3)


@st.composite
def policies(draw: st.DrawFn) -> DatePolicy:
    jitter, drift = draw(st.integers(0, 9)), draw(st.sampled_from((0, 1, 12, 26)))
    jitter += not jitter and not drift
    gap = draw(st.integers(jitter + 7, 90))
    return DatePolicy(DateLevel.VISITS, jitter, drift, 0, gap, draw(st.integers(28, 365)))


def went(days: list[dt.date], subject: str, policy: DatePolicy, known: list[dt.date] | None = None) -> list[dt.date]:
    """Where the days move, as far as `known` days are known (all)."""
    events = [day.isoformat() for day in (days if known is None else known)]
    shift = DateShift(keyring(2).pseudonym("shift", "r"), 52, policy, lambda _: events)
    return [shift.move(subject).day(day) for day in days]


@given(LIVES, SUBJECTS, policies())
def test_order_stays_and_intervals_hold_to_their_bounds(days: list[dt.date], subject: str, policy: DatePolicy) -> None:
    moved = went(days, subject, policy)
    base = DateShift(keyring(2).pseudonym("shift", "r"), 52, policy).days(subject)
    assert base % 7 == 0 and base
    by = [(after - before).days - base for before, after in zip(days, moved, strict=True)]
    assert all(one < other for one, other in itertools.pairwise(moved))
    assert all(-7 * policy.drift_weeks <= n <= 7 * policy.drift_weeks + policy.jitter_days for n in by)
    start, before = days[0], by[0]
    for i, day in enumerate(days):
        apart = (day - days[i - 1]).days
        ends = (day - start).days > policy.episode_days and apart > max(STAY, policy.jitter_days)
        if not i or apart > policy.gap_days or ends:
            steepest = (day - start).days * policy.drift_weeks / 52
            assert by[i] - before <= steepest + 7 + policy.jitter_days
            start, before = day, by[i]
            assert (day.weekday() < 5) == (moved[i].weekday() < 5)
        else:
            assert by[i] == by[i - 1]


@given(LIVES, SUBJECTS, policies(), st.data())
def test_a_move_depends_on_the_days_and_not_on_their_order(
    days: list[dt.date], subject: str, policy: DatePolicy, data: st.DataObject
) -> None:
    assert went(days, subject, policy) == went(days, subject, policy, data.draw(st.permutations(days)))


@given(LIVES, SUBJECTS, policies(), st.data())
def test_days_that_come_later_leave_earlier_ones_as_they_went(
    days: list[dt.date], subject: str, policy: DatePolicy, data: st.DataObject
) -> None:
    until = data.draw(st.integers(1, len(days)))
    assert went(days[:until], subject, policy) == went(days, subject, policy)[:until]
