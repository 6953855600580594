"""What counts of the time that a record waits."""

from __future__ import annotations

import pytest

from streams.hold_clock import HoldClock


class Clocks:
    def __init__(self) -> None:
        self.wall = self.monotonic = 1_000.0

    def open(self, stored: str | None) -> HoldClock:
        return HoldClock(stored, lambda: self.wall, lambda: self.monotonic)

    def pass_by(self, seconds: float) -> None:
        self.wall += seconds
        self.monotonic += seconds


def test_time_counts_while_a_process_runs_and_up_to_an_hour_between_two() -> None:
    clocks = Clocks()
    clock = clocks.open(None)
    assert clock.now() == 0
    clocks.pass_by(7_200)
    assert clock.now() == 7_200
    stored = clock.stored()
    clocks.pass_by(600)
    clock = clocks.open(stored)
    assert clock.now() == 7_800
    stored = clock.stored()
    clocks.pass_by(86_400)
    assert clocks.open(stored).now() == 7_800 + 3_600


@pytest.mark.parametrize("jump", [1e12, -1e12, -1_000.0])
def test_a_wall_clock_that_jumps_lets_nothing_go_early(jump: float) -> None:
    clocks = Clocks()
    clock = clocks.open(None)
    clocks.wall += jump
    clocks.pass_by(10)
    assert clock.now() == 10
    again = clocks.open(clock.stored())
    assert again.now() == 10
    clocks.wall -= jump
    assert clocks.open(again.stored()).now() == 10
    clocks.wall += jump
    stored = again.stored()
    clocks.wall += 1e12
    assert clocks.open(stored).now() == 3_610


def test_a_process_that_is_killed_counts_no_time_twice() -> None:
    clocks = Clocks()
    clock = clocks.open(None)
    stored = clock.stored()
    clocks.pass_by(100)  # killed before it could note them
    assert clocks.open(stored).now() == 100
