"""The costs of tiers: whose CPU counts for which, in which thread, and what a ledger keeps of it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from redactor.costs import (
    Cost,
    Costs,
    Tier,
    batch,
    count_texts,
    count_thread,
    current_tier,
    for_caller,
    holding_gpu,
    in_tier,
)
from redactor.llm.ledger import FileLedger, MemoryLedger, Usage, read_costs


class Clock:
    """CPU clocks of a process and of its threads, which stand still but for `work`."""

    def __init__(self) -> None:
        self.process = self.wall = 0.0
        self.threads: dict[int, float] = {}

    def work(self, seconds: float) -> None:
        from threading import get_ident

        self.process += seconds
        self.wall += seconds
        self.threads[get_ident()] = self.thread() + seconds

    def thread(self) -> float:
        from threading import get_ident

        return self.threads.get(get_ident(), 0.0)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(time, "process_time", lambda: made.process)
    monkeypatch.setattr(time, "thread_time", made.thread)
    monkeypatch.setattr(time, "perf_counter", lambda: made.wall)
    return made


def cpu(book: MemoryLedger | FileLedger) -> dict[str, int]:
    return {tier.value: cost.cpu for tier, cost in book.costs().tiers.items() if cost.cpu}


def test_each_tier_has_its_own_and_the_rest_is_other(clock: Clock) -> None:
    book = MemoryLedger()
    with batch(book):
        clock.work(1)
        in_tier("patterns", clock.work, 2)
        in_tier("known", clock.work, 3)
        in_tier("student", clock.work, 4)
        in_tier("site", clock.work, 5)  # of no tier
        count_texts(2, 100)
    assert cpu(book) == {"patterns": 2_000_000, "known": 3_000_000, "student": 4_000_000, "other": 6_000_000}
    costs = book.costs()
    assert (costs.begun, costs.done, costs.texts, costs.characters) == (1, 1, 2, 100)


def test_threads_count_for_whom_they_work_and_nobody_else(clock: Clock) -> None:
    book = MemoryLedger()

    def two_threads(pool: ThreadPoolExecutor) -> None:
        clock.work(1)
        for _ in pool.map(for_caller(clock.work), [2, 2]):
            pass

    with ThreadPoolExecutor(2) as pool, batch(book):
        in_tier("student", two_threads, pool)
        list(pool.map(clock.work, [8]))  # for no tier
    assert cpu(book) == {"student": 5_000_000, "other": 8_000_000}


def test_the_second_reader_counts_in_its_own_threads_and_not_twice(clock: Clock) -> None:
    book = MemoryLedger()

    def read() -> list[Tier]:
        clock.work(1)
        return [in_tier(Tier.QUESTIONS, asked, 2), in_tier(Tier.PASSES, asked, 4), current_tier()]

    def asked(seconds: float) -> Tier:
        clock.work(seconds)
        return current_tier()

    with ThreadPoolExecutor(1) as pool, batch(book):
        assert pool.submit(for_caller(read)).result() == [Tier.QUESTIONS, Tier.PASSES, Tier.OTHER]
    assert cpu(book) == {"questions": 2_000_000, "passes": 4_000_000, "other": 1_000_000}


def test_a_thread_that_serves_all_tiers_counts_for_who_asks(clock: Clock) -> None:
    book = MemoryLedger()

    def serve(seconds: float) -> None:
        clock.work(seconds)
        count_thread()

    with ThreadPoolExecutor(1) as pool, batch(book):
        import contextvars

        def served(seconds: float) -> None:  # as an event loop does, which copies the context of its caller
            pool.submit(contextvars.copy_context().run, serve, seconds).result()

        pool.submit(count_thread).result()
        in_tier(Tier.QUESTIONS, served, 3)
        in_tier(Tier.PASSES, served, 5)
    assert cpu(book) == {"questions": 3_000_000, "passes": 5_000_000}


def test_an_error_is_counted_and_passed_on(clock: Clock) -> None:
    book = MemoryLedger()

    def fail() -> None:
        clock.work(2)
        raise ValueError

    with pytest.raises(ValueError), batch(book):
        in_tier("patterns", fail)
    assert cpu(book) == {"patterns": 2_000_000} and book.costs().done == 1
    assert current_tier() is Tier.OTHER


def test_the_gpu_is_timed_for_the_tier_that_holds_it(clock: Clock) -> None:
    book = MemoryLedger()

    def score() -> None:
        with holding_gpu():
            clock.wall += 1.5

    with ThreadPoolExecutor(1) as pool, batch(book):
        in_tier("student", lambda: pool.submit(for_caller(score)).result())
    assert book.costs().of(Tier.STUDENT) == Cost(gpu=1_500_000)


def test_outside_of_a_batch_nothing_is_counted() -> None:
    count_texts(1, 1)
    count_thread()
    with holding_gpu():
        assert in_tier("student", current_tier) is Tier.OTHER
    work: Callable[[], None] = lambda: None  # noqa: E731
    assert for_caller(work) is work


def test_requests_and_tokens_count_for_the_tier_that_asks(tmp_path: Path) -> None:
    def ask(used: Usage | None) -> None:
        assert book.reserve(100)
        book.settle(100, used)

    with closing(FileLedger(tmp_path, None)) as book:
        with batch(book):
            in_tier(Tier.QUESTIONS, ask, Usage(10, 1))
            in_tier(Tier.QUESTIONS, ask, None)
            in_tier(Tier.PASSES, ask, Usage(30, 3))
            ask(Usage(7, 7))  # about stand-ins
            assert book.reserve(100)  # under way when the process dies
        costs, totals = book.costs(), book.totals()
    questions, passes, other = (costs.of(t) for t in (Tier.QUESTIONS, Tier.PASSES, Tier.OTHER))
    assert (questions.requests, questions.asked, questions.answered, questions.unknown) == (2, 10, 1, 1)
    assert (passes.requests, passes.asked, passes.answered, passes.unknown) == (1, 30, 3, 0)
    assert (other.requests, other.asked, other.answered) == (1, 7, 7)
    assert (costs.sent, totals.requests, totals.asked, totals.answered) == (5, 4, 47, 11)


def _work(state: Path, batches: int, then_die: bool) -> None:
    book = FileLedger(state, None)
    for _ in range(batches):
        with batch(book):
            count_texts(1, 10)
    if then_die:
        book.begin_batch()
        os.kill(os.getpid(), signal.SIGKILL)


def test_processes_add_up_and_a_killed_one_leaves_its_batch_begun(tmp_path: Path) -> None:
    context = multiprocessing.get_context("fork")
    workers = [context.Process(target=_work, args=(tmp_path, 20, die)) for die in (False, False, True)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    costs = read_costs(tmp_path)
    assert (costs.begun, costs.done, costs.texts, costs.characters) == (61, 60, 60, 600)
    with closing(FileLedger(tmp_path, None)) as book, batch(book):  # a resumed run goes on counting
        count_texts(1, 10)
    assert read_costs(tmp_path).texts == 61


def test_costs_add_up() -> None:
    one = Costs({Tier.STUDENT: Cost(1, 2, 3, 4, 5, 6)}, 1, 2, 3, 4, 5)
    two = one.plus(Costs({Tier.STUDENT: Cost(1, 1, 1, 1, 1, 1), Tier.KNOWN: Cost(cpu=9)}, 1, 1, 1, 1, 1))
    assert two.of(Tier.STUDENT) == Cost(2, 3, 4, 5, 6, 7) and two.of(Tier.KNOWN).cpu == 9
    assert (two.begun, two.done, two.texts, two.characters, two.sent) == (2, 3, 4, 5, 6)
