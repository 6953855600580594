"""Batches that several threads give to the pool at once: results, failures, workers that die, and the end."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

import pytest

from redactor.errors import DetectorBuildError, RunError, StoppedError
from redactor.run.contracts import RawRecord
from redactor.run.intake.chunks import Chunk
from redactor.run.intake.files import InputFile
from redactor.run.pool import Pool, Stage
from redactor.run.worker_processes import WorkerProcesses


def build() -> int:
    return os.getpid()


def slow_build() -> int:
    time.sleep(0.5)
    return 0


def nap(worker: object, raws: Sequence[RawRecord]) -> list[bytes | str]:
    time.sleep(0.5)
    return [b"rested"] * len(raws)


def rest_and_mark(worker: object, raws: Sequence[RawRecord]) -> list[bytes | str]:
    time.sleep(5)
    Path(os.fsdecode(raws[0].data)).touch()
    return [b"rested"] * len(raws)


def no_build() -> int:
    raise DetectorBuildError("the model is missing")


def work(worker: object, raws: Sequence[RawRecord]) -> list[bytes | str]:
    done: list[bytes | str] = []
    for raw in raws:
        if raw.data == b"die":
            os.kill(os.getpid(), signal.SIGKILL)
        if raw.data.startswith(b"die once "):
            mark = Path(os.fsdecode(raw.data.removeprefix(b"die once ")))
            if not mark.exists():
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)
        if raw.data == b"raise":
            raise LookupError("John Doe")
        if raw.data == b"wait":
            time.sleep(60)
        if raw.data == b"hang":
            re.match(r"(a+)+$", "a" * 64 + "b")  # never returns, and holds the interpreter's lock
        done.append(raw.data.upper())
    return done


STAGE = Stage(build, work)


def batch(*data: bytes) -> list[RawRecord]:
    return [RawRecord(d, f"1:{i}") for i, d in enumerate(data)]


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with Pool(2, 1_000_000, threading.Event()) as pool:
        yield pool


def together(pool: Pool, batches: Sequence[Sequence[bytes]]) -> list[list[bytes | str]]:
    """What the batches give when all are in flight at once."""

    async def run() -> list[list[bytes | str]]:
        return await asyncio.gather(*(asyncio.to_thread(pool.call, STAGE, batch(*b)) for b in batches))

    return asyncio.run(run())


def test_only_the_record_that_fails_fails_and_a_worker_that_cannot_start_is_no_outcome(pool: Pool) -> None:
    assert pool.call(STAGE, batch(b"a", b"raise", b"b")) == [b"A", "LookupError", b"B"]
    assert pool.call(STAGE, []) == []
    with pytest.raises(RunError, match="the model is missing"):
        pool.call(Stage(no_build, work), batch(b"a"))


def test_only_the_record_that_kills_its_worker_is_lost_whatever_is_in_flight(pool: Pool, tmp_path: Path) -> None:
    once = b"die once " + os.fsencode(tmp_path / "mark")
    batches = [[b"a", b"die", b"b"], [b"c"], [b"d", once], [b"e"]]
    right: list[list[bytes | str]] = [["worker-died" if d == b"die" else d.upper() for d in b] for b in batches]
    assert together(pool, batches) == right
    assert pool._executor is not None
    for process in pool._executor.processes:  # as the kernel does when memory is short
        process.kill()
        process.join()
    assert together(pool, batches[1:]) == right[1:]


def test_workers_outlive_the_threads_that_call() -> None:
    with Pool(1, 1_000_000, threading.Event()) as pool:
        thread = threading.Thread(target=pool.call, args=(STAGE, batch(b"a")))
        thread.start()
        thread.join()
        assert pool._executor is not None
        assert not wait([process.sentinel for process in pool._executor.processes], 0.5)


@pytest.mark.parametrize("moment", ["before a batch", "as a batch comes", "as another starts"])
def test_workers_may_end_while_a_batch_is_handed_to_them(moment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stop = threading.Event()
    with Pool(2, 1_000_000, stop) as pool:
        assert pool.call(STAGE, batch(b"a")) == [b"A"]
        executor = pool._executor
        assert executor is not None

        def end_workers() -> None:
            for process in executor.processes:
                process.kill()
                process.join()

        if moment == "before a batch":
            end_workers()
        else:
            name = "_take" if moment == "as a batch comes" else "_run"
            real = getattr(WorkerProcesses, name)

            def late(self: WorkerProcesses, *args: Any) -> Any:
                monkeypatch.undo()
                end_workers()
                return real(self, *args)

            monkeypatch.setattr(WorkerProcesses, name, late)
        impatience = threading.Timer(20, stop.set)
        impatience.start()
        try:
            assert together(pool, [[b"b"], [b"c"]]) == [[b"B"], [b"C"]]
        finally:
            impatience.cancel()


LEAVING = """
import threading
from redactor.run.pool import Pool
from tests.unit.run.test_pool import STAGE, batch, together
if __name__ == "__main__":
    with Pool(2, 1_000_000, threading.Event()) as pool:
        together(pool, [[b"a"], [b"b"]])
        print("ready", flush=True)
        pool.call(STAGE, batch(b"wait"))
"""


def test_a_process_that_is_killed_leaves_nothing_behind(tmp_path: Path) -> None:
    """Neither semaphores, of which multiprocessing would warn after it, nor workers."""
    (tmp_path / "leaving.py").write_text(LEAVING)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(
        [sys.executable, tmp_path / "leaving.py"], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None and process.stdout.readline() == b"ready\n"
    process.kill()
    # Standard error ends when the last process that holds it has ended.
    assert process.communicate(timeout=60) == (b"", b"")


def test_a_record_that_hangs_is_ended_and_lost_alone(tmp_path: Path) -> None:
    with Pool(2, 1_000_000, threading.Event(), time_limit=0.3) as pool:
        assert together(pool, [[b"hang"], [b"c"]]) == [["timed-out"], [b"C"]]
        file = InputFile(1, tmp_path, "a", "ndjson", "", ".ndjson", 9, 0)
        chunks = [Chunk(file, tuple(batch(*data)), 9, 9) for data in ([b"a", b"hang"], [b"c"])]
        assert [found for _, found in pool.map(STAGE, chunks)] == [[b"A", "timed-out"], [b"C"]]


def test_the_time_limit_is_of_the_work_and_grows_with_the_batch() -> None:
    with Pool(1, 1_000_000, threading.Event(), time_limit=0.3) as pool:
        assert pool.call(Stage(slow_build, nap), batch(b"x" * 700)) == [b"rested"]


def test_a_stop_ends_what_is_in_flight_and_what_waits() -> None:
    stop = threading.Event()
    with pytest.raises(StoppedError), Pool(1, 1_000_000, stop) as pool:
        ended: list[type[BaseException]] = []

        def call(data: bytes) -> None:
            try:
                pool.call(STAGE, batch(data))
            except BaseException as e:
                ended.append(type(e))

        threads = [threading.Thread(target=call, args=(d,)) for d in (b"wait", b"wait", b"die")]
        for thread in threads:
            thread.start()
        time.sleep(0.5)
        stop.set()
        for thread in threads:
            thread.join(5)
        assert ended == [StoppedError] * 3
        closed = pool
        pool.call(STAGE, batch(b"a"))
    stop.clear()
    with pytest.raises(StoppedError):
        closed.call(STAGE, batch(b"a"))
    assert closed._executor is not None
    for _ in range(100):
        if not closed._executor.processes:
            break
        time.sleep(0.05)
    assert not closed._executor.processes, "and starts no process"


def test_a_pool_that_ends_after_a_stop_does_not_wait_for_what_nobody_wants(tmp_path: Path) -> None:
    """A service that a signal ends leaves without an exception, and has five seconds."""
    stop, mark = threading.Event(), tmp_path / "mark"

    def call(pool: Pool) -> None:
        with suppress(StoppedError):
            pool.call(Stage(build, rest_and_mark), batch(os.fsencode(mark)))

    with Pool(1, 1_000_000, stop) as pool:
        pool.call(Stage(build, work), batch(b"a"))
        thread = threading.Thread(target=call, args=(pool,))
        thread.start()
        time.sleep(0.5)
        stop.set()
        thread.join()
    assert not mark.exists()


def whose(worker: object) -> object:
    return worker, os.getpid()


def question(kind: str, worker: object) -> object:
    (done,) = work(worker, batch(kind.encode()))
    return done


def test_a_question_is_answered_by_the_worker_that_the_stage_has_built() -> None:
    with Pool(1, 1_000_000, threading.Event()) as pool:
        built, process = pool.ask(STAGE, whose, 60)  # type: ignore[misc]
        assert built == process != os.getpid()
        assert pool.call(STAGE, batch(b"a")) == [b"A"]
        assert pool.ask(STAGE, whose, 60) == (built, process)  # nothing was built anew
        with pytest.raises(LookupError):
            pool.ask(STAGE, partial(question, "raise"), 60)
        assert pool.ask(STAGE, whose, 60) == (built, process)
        with pytest.raises(DetectorBuildError):
            pool.ask(Stage(no_build, work), whose, 60)


@pytest.mark.parametrize("kind", [pytest.param("hang", marks=pytest.mark.slow), "die"])
def test_a_question_that_ends_its_process_costs_no_record(kind: str, tmp_path: Path) -> None:
    """Also not a record that waits behind it for the same process."""
    with Pool(1, 1_000_000, threading.Event()) as pool:
        pool.call(STAGE, batch(b"a"))
        ended: list[type[BaseException]] = []

        def ask() -> None:
            try:
                pool.ask(STAGE, partial(question, kind), 0.5)
            except RunError as e:
                ended.append(type(e))

        thread = threading.Thread(target=ask)
        thread.start()
        assert together(pool, [[b"b", b"raise"], [b"c"]]) == [[b"B", "LookupError"], [b"C"]]
        thread.join(30)
        assert ended == [RunError]
        with pytest.raises(RunError, match="more than 0 seconds"):
            pool.ask(STAGE, partial(question, kind), 0.3)
        assert pool.ask(STAGE, partial(question, "x"), 60) == b"X", "a question does not need a record to go on"
        assert pool.call(STAGE, batch(b"d")) == [b"D"]


def test_a_stop_ends_a_question() -> None:
    stop = threading.Event()
    with pytest.raises(StoppedError), Pool(1, 1_000_000, stop) as pool:
        pool.call(STAGE, batch(b"a"))
        threading.Timer(0.3, stop.set).start()
        pool.ask(STAGE, partial(question, "wait"), 60)
