"""A worker of `redactor serve` that lives and does nothing any more is replaced, and a slow machine is no reason."""

from __future__ import annotations

import http.client
import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.unit.service.serve_kit import NOTE, PLANTED, Service, environment, eventually, served, workers_of

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")

from redactor.service.pulse import Steps

HUNG = 3  # seconds
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="the tests look at /proc")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("stuck")


@pytest.fixture(scope="module")
def service(folder: Path, keyring_path: Path, called: Command) -> Iterator[Service]:
    env = environment(folder, keyring_path) | {
        "REDACTOR_SERVICE__HUNG_SECONDS": str(HUNG),
        "REDACTOR_SERVICE__ENGINE_SECONDS": "2",
        "STUCK": str(folder),
    }
    token = called("serve", "tokens", "add", "a", "--role", "submit", env=env).stdout.strip()
    program = ("-m", "tests.unit.service.stuck_serve")
    with served(folder, env, {"submit": token}, program=program) as found:
        yield found


def answered(service: Service, text: str, **headers: str) -> bool:
    try:
        return service.ask("POST", "/v1/text", {"text": text}, **headers).status == 200
    except (OSError, http.client.HTTPException):
        return False


def has_other_worker(service: Service, than: int) -> bool:
    found = workers_of(service)
    return len(found) == 1 and found != [than]


@on_linux
def test_a_worker_that_is_stopped_is_killed_and_replaced(service: Service) -> None:
    (stopped,) = workers_of(service)
    os.kill(stopped, signal.SIGSTOP)
    assert eventually(lambda: has_other_worker(service, stopped))
    assert re.search(r"worker 0 hangs: nothing was heard of it for \d+ seconds; it is killed", service.told())
    assert eventually(lambda: answered(service, "Stable."))


@pytest.mark.slow
@on_linux
def test_an_engine_that_never_ends_is_replaced_and_its_request_can_be_sent_again(service: Service) -> None:
    assert eventually(lambda: answered(service, "Stable."))
    (stuck,), file, key = workers_of(service), Path(service.log.parent) / "stuck", {"Idempotency_Key": "once"}
    file.touch()
    first = service.ask("POST", "/v1/text", {"text": f"STUCK {NOTE}"}, **key)
    assert first.status == 503 and first.code == "timed-out"
    seen = set()

    def is_replaced() -> bool:
        with suppress(OSError, http.client.HTTPException):
            seen.update((path, service.ask("GET", path).status) for path in ("/health", "/ready"))
        return has_other_worker(service, stuck)

    assert eventually(is_replaced)
    assert {("/health", 503), ("/ready", 503)} <= seen  # before the supervisor ended it
    file.unlink()
    told = service.told()
    assert re.search(r"worker 0 hangs: its engine is \d+ seconds over the time of a piece of work; it is killed", told)
    assert not any(value in told for value in PLANTED)
    assert eventually(lambda: answered(service, f"STUCK {NOTE}", **key))
    assert eventually(lambda: service.ask("GET", "/health").status == 200)


@pytest.mark.slow
@on_linux
def test_workers_that_hang_again_and_again_are_replaced_later_each_time(service: Service) -> None:
    for _ in range(2):
        assert eventually(lambda: answered(service, "Stable."))
        (stopped,) = workers_of(service)
        os.kill(stopped, signal.SIGSTOP)
        assert eventually(lambda pid=stopped: has_other_worker(service, pid))
    assert re.search(r"ended by signal 9, and is replaced in \d+ seconds?, because it did not last", service.told())


@pytest.mark.slow
@on_linux
def test_nobody_is_killed_where_all_processes_slept(service: Service) -> None:
    assert eventually(lambda: answered(service, "Stable."))
    before, told = workers_of(service), service.told()
    every = [*before, service.process.pid]
    for pid in every:
        os.kill(pid, signal.SIGSTOP)
    time.sleep(2 * HUNG)
    for pid in reversed(every):  # the supervisor first: it has heard nothing of its worker
        os.kill(pid, signal.SIGCONT)
        time.sleep(0.5)
    assert eventually(lambda: answered(service, "Stable."))
    time.sleep(2)
    assert workers_of(service) == before and service.told() == told


def test_a_step_of_the_clock_counts_for_two_seconds_at_most() -> None:
    clock = iter([10.0, 10.5, 11.5, 3611.5, 3612.5, 3612.5])
    steps = Steps(lambda: next(clock))
    assert [steps.step() for _ in range(5)] == [0.5, 1.0, 2.0, 1.0, 0.0]
