from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from audio.intervals import Coverage, Interval, joined, total, within, without

bounds = st.tuples(st.integers(0, 60), st.integers(0, 60))
sets = st.lists(bounds, max_size=12)


def members(intervals: list[Interval]) -> set[int]:
    return {sample for start, end in intervals for sample in range(start, end)}


@given(sets, sets)
def test_arithmetic_agrees_with_sets_of_samples(left: list[Interval], right: list[Interval]) -> None:
    assert members(joined(left)) == members(left)
    assert members(without(left, right)) == members(left) - members(right)
    assert members(within(left, right)) == members(left) & members(right)
    assert total(joined(left)) == len(members(left))


@given(sets, sets, st.integers(0, 9))
def test_results_are_in_order_and_disjoint(left: list[Interval], right: list[Interval], gap: int) -> None:
    for result in (joined(left, gap), without(left, right), within(left, right)):
        assert all(start < end for start, end in result)
        assert all(before[1] < after[0] for before, after in pairwise(result))


@given(sets, st.integers(0, 9))
def test_joining_is_idempotent_and_closes_only_short_gaps(intervals: list[Interval], gap: int) -> None:
    once = joined(intervals, gap)
    assert joined(once, gap) == once
    assert joined(reversed(intervals), gap) == once
    assert members(joined(intervals)) <= members(once)
    assert all(after[0] - before[1] >= gap for before, after in pairwise(once))


@given(sets, bounds.map(lambda pair: (min(pair), max(pair))))
def test_coverage_counts_the_samples_in_a_set(intervals: list[Interval], interval: Interval) -> None:
    assert Coverage(intervals).held(interval) == len(members(intervals) & members([interval]))
