"""The token budget of a run."""

from __future__ import annotations

import errno
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redactor.errors import RunError
from redactor.llm.ledger import NAME, FileLedger, Ledger, MemoryLedger, Totals, Usage
from redactor.settings import LlmPrices


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / NAME


@pytest.fixture(params=["memory", "file"])
def ledger(request: pytest.FixtureRequest, path: Path) -> Iterator[Ledger]:
    if request.param == "memory":
        yield MemoryLedger(1_000)
        return
    with closing(FileLedger(path.parent, 1_000)) as found:
        yield found


def test_a_reservation_past_the_budget_is_refused(ledger: Ledger) -> None:
    assert ledger.reserve(600) and ledger.reserve(400)
    assert not ledger.reserve(1) and ledger.reserve(0)
    assert ledger.totals() == Totals(spent=1_000, refused=1)


def test_settling_counts_what_was_used(ledger: Ledger) -> None:
    assert ledger.reserve(600)
    ledger.settle(600, Usage(100, 20))
    assert ledger.totals() == Totals(requests=1, asked=100, answered=20, spent=120)
    assert ledger.reserve(880) and not ledger.reserve(1)


def test_without_usage_the_estimate_stays(ledger: Ledger) -> None:
    assert ledger.reserve(600)
    ledger.settle(600, None)
    assert ledger.totals() == Totals(requests=1, unknown=1, spent=600)


def test_a_request_that_used_more_than_its_estimate_counts_in_full(ledger: Ledger) -> None:
    assert ledger.reserve(10)
    ledger.settle(10, Usage(5_000, 1))
    assert ledger.totals().spent == 5_001 and not ledger.reserve(1)


@pytest.mark.parametrize("used", [Usage(-5, -(10**30)), Usage(10**30, 10**30)])
def test_an_endpoint_that_counts_nonsense_breaks_nothing(ledger: Ledger, used: Usage) -> None:
    assert ledger.reserve(10)
    ledger.settle(10, used)
    assert ledger.totals().requests == 1 and ledger.totals().spent >= 0
    assert ledger.reserve(-100) is (used.asked < 0)


@pytest.mark.parametrize("made", [lambda path: MemoryLedger(), lambda path: FileLedger(path.parent, None)])
def test_without_a_budget_all_is_counted_and_nothing_refused(path: Path, made: type[MemoryLedger]) -> None:
    ledger = made(path)  # type: ignore[arg-type]
    assert ledger.reserve(10**9)
    ledger.settle(10**9, Usage(1, 2))
    assert ledger.totals() == Totals(requests=1, asked=1, answered=2, spent=3)


def test_cost_by_prices() -> None:
    assert Totals(asked=2_000_000, answered=500_000).cost(LlmPrices(asked=1.5, answered=4)) == pytest.approx(5.0)
    assert Totals(asked=2_000_000).cost(LlmPrices()) == 0


# -- a ledger in the state


def test_a_resumed_run_goes_on_counting_also_with_another_budget(path: Path) -> None:
    with closing(FileLedger(path.parent, 1_000)) as ledger:
        assert ledger.reserve(900)
    assert path.stat().st_mode & 0o777 == 0o600
    with closing(FileLedger(path.parent, 1_000)) as ledger:
        assert not ledger.reserve(200)
    with closing(FileLedger(path.parent, 2_000)) as ledger:
        assert ledger.reserve(200) and ledger.totals() == Totals(spent=1_100, refused=1)


def test_an_empty_file_of_a_process_that_was_killed_counts_from_zero(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    with closing(FileLedger(path.parent, 10)) as ledger:
        assert ledger.totals() == Totals()


@pytest.mark.parametrize("change", ["cut", "longer", "flipped", "other"])
def test_a_damaged_file_is_refused_and_lets_nothing_be_spent(path: Path, change: str) -> None:
    with closing(FileLedger(path.parent, 1_000)) as ledger:
        assert ledger.reserve(10)
        data = bytearray(path.read_bytes())
        data[40] ^= 1
        path.write_bytes(
            {"cut": data[:30], "longer": path.read_bytes() + b"\0", "flipped": data, "other": b"text"}[change]
        )
        assert not ledger.reserve(1)
        ledger.settle(10, Usage(1, 1))
        with pytest.raises(RunError, match="costs"):
            ledger.totals()
    with pytest.raises(RunError, match="damaged"):
        FileLedger(path.parent, 1_000)


def test_a_disk_that_fails_lets_nothing_be_spent(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> int:
        raise OSError(errno.EIO, "")

    with closing(FileLedger(path.parent, 1_000)) as ledger:
        assert ledger.reserve(100)
        with monkeypatch.context() as m:
            m.setattr(os, "pwrite", fail)
            assert not ledger.reserve(1)
            ledger.settle(100, Usage(0, 0))
        assert ledger.totals() == Totals(spent=100)


def spend(path: Path, budget: int, estimates: list[int]) -> None:
    with closing(FileLedger(path.parent, budget)) as ledger:
        for estimate in estimates:
            if ledger.reserve(estimate) and estimate % 3 == 0:
                ledger.settle(estimate, Usage(estimate // 2, estimate // 4))
        os.kill(os.getpid(), signal.SIGKILL)


def test_processes_share_a_budget_and_a_killed_one_leaves_its_reservations(path: Path) -> None:
    context = multiprocessing.get_context("fork")
    workers = [context.Process(target=spend, args=(path, 2_000, [1, 2, 4] * 150)) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert [worker.exitcode for worker in workers] == [-signal.SIGKILL] * 3
    with closing(FileLedger(path.parent, 2_000)) as ledger:
        totals = ledger.totals()
        assert totals.spent == 2_000 and totals.refused > 0  # of 3,150 that were wanted


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 400), st.integers(0, 100)), max_size=12), st.integers(1, 2_000))
def test_concurrent_reservations_never_exceed_the_budget(
    tmp_path_factory: pytest.TempPathFactory, wanted: list[tuple[int, int]], budget: int
) -> None:
    """wanted: the estimate of a request, and the share of it, in percent, that it uses."""
    path = tmp_path_factory.mktemp("state") / NAME
    seen: list[int] = []

    def work(ledger: FileLedger, requests: list[tuple[int, int]]) -> None:
        for estimate, share in requests:
            if ledger.reserve(estimate):
                seen.append(ledger.totals().spent)
                if share < 90:
                    ledger.settle(estimate, Usage(estimate * share // 100, 0))

    ledgers = [FileLedger(path.parent, budget) for _ in range(3)]  # as three processes hold
    threads = [threading.Thread(target=work, args=(ledgers[n % 3], wanted)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    totals = ledgers[0].totals()
    for ledger in ledgers:
        ledger.close()
    assert max((*seen, totals.spent)) <= budget
    unsettled = [e for e, share in wanted if share >= 90]
    if not totals.refused:
        assert totals.spent == 4 * (sum(unsettled) + sum(e * s // 100 for e, s in wanted if s < 90))
