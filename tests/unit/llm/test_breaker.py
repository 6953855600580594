"""When nothing is sent for a while."""

from __future__ import annotations

from redactor.llm.retries import FAILURES, FIRST_PAUSE, LONGEST_PAUSE, Admission, Breaker


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def opened(clock: Clock) -> Breaker:
    breaker = Breaker(clock)
    for _ in range(FAILURES):
        assert breaker.admit() is Admission.YES
        breaker.failed(Admission.YES)
    return breaker


def test_it_opens_after_failures_in_a_row_alone() -> None:
    breaker = Breaker(Clock())
    for _ in range(3 * FAILURES):
        breaker.failed(breaker.admit())
        breaker.succeeded()
    assert not breaker.open
    breaker = opened(Clock())
    assert breaker.open
    assert breaker.admit() is Admission.NO


def test_after_the_pause_one_request_probes() -> None:
    clock = Clock()
    breaker = opened(clock)
    clock.now = FIRST_PAUSE
    assert [breaker.admit(), breaker.admit()] == [Admission.PROBE, Admission.NO]
    breaker.succeeded()
    assert breaker.admit() is Admission.YES


def test_each_failed_probe_doubles_the_pause_up_to_an_end() -> None:
    clock = Clock()
    breaker = opened(clock)
    pause = FIRST_PAUSE
    for _ in range(10):
        clock.now += pause - 0.001
        assert breaker.admit() is Admission.NO
        clock.now += 0.002
        assert breaker.admit() is Admission.PROBE
        breaker.failed(Admission.PROBE)
        pause = min(2 * pause, LONGEST_PAUSE)


def test_requests_that_were_under_way_change_nothing() -> None:
    clock = Clock()
    breaker = opened(clock)
    clock.now = FIRST_PAUSE
    probe = breaker.admit()
    breaker.failed(Admission.YES)
    assert breaker.admit() is Admission.NO
    breaker.let_go(Admission.YES)
    assert breaker.admit() is Admission.NO
    breaker.let_go(probe)
    assert breaker.admit() is Admission.PROBE
