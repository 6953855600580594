"""A host packs the values of its site now and then, and never for long."""

from __future__ import annotations

import pytest

from redactor.run.state import site_tables
from streams.known_replica import SitePacking


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


class Store:
    """Each step takes a second. steps: how many change anything."""

    def __init__(self, clock: Clock, steps: int) -> None:
        self.clock, self.steps, self.calls = clock, steps, 0

    def pack_site(self, scope: str, unpacked: int, largest: int | None) -> bool:
        assert (scope, unpacked) == ("site:s", site_tables.FEW) and largest is not None
        self.calls += 1
        if self.calls > self.steps:
            return False
        self.clock.now += 1
        return True


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_what_an_earlier_process_left_is_packed_first_and_then_what_commits_bring(clock: Clock) -> None:
    packing, store = SitePacking("site:s", clock), Store(clock, 0)
    assert packing.is_due()
    packing.step(store)
    clock.now += 1_000
    assert not packing.is_due()
    packing.note_commit()
    assert packing.is_due()


def test_packing_takes_at_most_a_fifth_of_the_time(clock: Clock) -> None:
    packing, store = SitePacking("site:s", clock), Store(clock, 20)
    begin = clock.now
    while store.calls < 20:
        if packing.is_due():
            packing.step(store)
        else:
            clock.now += 0.1
        packing.note_commit()
    assert 20 / (clock.now - begin) <= 0.21


def test_steps_go_on_without_messages_until_nothing_is_left(clock: Clock) -> None:
    packing, store = SitePacking("site:s", clock), Store(clock, 3)
    while clock.now < 200:
        if packing.is_due():
            packing.step(store)
        clock.now += 1
    assert store.calls == 4
