"""Threads of the cascade."""

from __future__ import annotations

import gc
import threading
import weakref

import pytest

from redactor.detect.cascade.cascade import DaemonThreads


def _named(name: str) -> list[threading.Thread]:
    return [t for t in threading.enumerate() if t.name == name]


def test_calls_run_in_a_bounded_number_of_threads_that_end_with_their_process() -> None:
    threads = DaemonThreads(2, "bounded")
    both, go = threading.Barrier(3), threading.Event()

    def wait(n: int) -> int:
        both.wait(10)
        assert go.wait(10)
        return n

    first = [threads.submit(wait, n) for n in range(2)]
    last = threads.submit(lambda: 2)
    both.wait(10)
    assert len(_named("bounded")) == 2
    assert all(t.daemon for t in _named("bounded"))
    assert not last.done()
    go.set()
    assert [f.result(10) for f in (*first, last)] == [0, 1, 2]


def test_what_a_call_raises_is_raised_by_its_result_and_the_thread_goes_on() -> None:
    threads = DaemonThreads(1, "raising")
    broken = threads.submit(int, "x")
    with pytest.raises(ValueError, match="invalid literal"):
        broken.result(10)
    assert threads.submit(int, "7").result(10) == 7


def test_threads_end_with_their_owner_and_hold_nothing_of_a_call() -> None:
    class Notes:
        pass

    threads = DaemonThreads(3, "ended")
    notes = Notes()
    held = weakref.ref(notes)
    for _ in range(3):
        threads.submit(id, notes).result(10)
    running = _named("ended")
    assert running
    del notes, threads
    gc.collect()
    for thread in running:
        thread.join(10)
        assert not thread.is_alive()
    assert held() is None
