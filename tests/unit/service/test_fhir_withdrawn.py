"""Jobs of the FHIR interface, and stored answers, after a patient opted out or was forgotten: nothing is handed out."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from redactor.keys import Keyring
from redactor.service.answers import Answer as StoredAnswer
from redactor.service.answers import AnswerStore, Claim
from redactor.service.fhir.jobs import JobStore, Listed, Results
from redactor.service.refusals import RefusedError
from redactor.steward.withdrawn import withdraw_all
from tests.conftest import Command
from tests.unit.service.fhir_kit import CONDITION, PATIENT, POLICY, bundle, outcome, post
from tests.unit.service.serve_kit import Answer, Service, environment, eventually, served

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")
ASYNC = f"$de-identify?policy={POLICY}"
KEYRING = Keyring.generate()
KEPT = {"ticket", "lock", "withdrawn"}


# --- The store --------------------------------------------------------------------------------------------------------


class State:
    now = "one"

    def __call__(self) -> str:
        return self.now


def opened(home: Path, state: State) -> JobStore:
    return JobStore(home / "fhir-jobs", KEYRING, "p1", state)


def finish(store: JobStore, job: str) -> None:
    store.complete(job, {"Patient.ndjson": b"{}\n"}, Results((Listed("Patient.ndjson", "Patient", 1, "output"),)))


def finished(store: JobStore) -> str:
    job = store.create("a", "http://x", b"Vexholm")
    with store.claim(job) as data:
        assert data
        finish(store, job)
    return job


def refusal(call: Callable[[], Any]) -> tuple[int, str]:
    with pytest.raises(RefusedError) as raised:
        call()
    return raised.value.status, raised.value.code


def names(home: Path, job: str) -> set[str]:
    return {path.name for path in (home / "fhir-jobs" / job).iterdir()}


def test_results_are_destroyed_by_whoever_sees_first_that_a_patient_was_withdrawn(tmp_path: Path) -> None:
    state = State()
    store = opened(tmp_path, state)
    jobs = [finished(store) for _ in range(3)]
    state.now = "two"
    assert refusal(lambda: store.file(jobs[0], "a", "Patient.ndjson")) == (410, "job-withdrawn")
    assert refusal(lambda: store.show(jobs[1], "a")) == (410, "job-withdrawn")
    store.expire()
    for job in jobs:
        assert names(tmp_path, job) <= KEPT
        assert refusal(lambda job=job: store.show(job, "a")) == (410, "job-withdrawn")  # type: ignore[misc]
        assert refusal(lambda job=job: store.show(job, "b")) == (404, "no-such-job")  # type: ignore[misc]
    state.now = "one"  # a list that is as it was brings nothing back
    assert refusal(lambda: store.show(jobs[0], "a")) == (410, "job-withdrawn")
    assert store.pending() == []
    store.delete(jobs[0], "a")
    assert refusal(lambda: store.show(jobs[0], "a")) == (404, "no-such-job")


def test_a_job_that_waits_or_runs_ends_too_and_its_request_is_destroyed(tmp_path: Path) -> None:
    state = State()
    store = opened(tmp_path, state)
    waits, runs, ends = (store.create("a", "http://x", b"Vexholm") for _ in range(3))
    with store.claim(runs) as data, store.claim(ends):
        assert data
        store.note(runs, "0 of 2 steps")
        state.now = "two"
        with pytest.raises(FileNotFoundError):  # before the next step
            store.note(runs, "1 of 2 steps")
        with pytest.raises(FileNotFoundError):  # after the last one
            finish(store, ends)
        store.expire()
        with pytest.raises(FileNotFoundError):
            finish(store, runs)
    for job in (waits, runs, ends):
        assert names(tmp_path, job) <= KEPT
        with store.claim(job) as data:
            assert data is None
    assert store.pending() == []


def test_what_is_withdrawn_leaves_room_for_the_same_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("redactor.service.fhir.jobs.MOST_JOBS", 2)
    state = State()
    store = opened(tmp_path, state)
    for _ in range(2):
        finished(store)
    state.now = "two"
    job = finished(store)
    assert store.file(job, "a", "Patient.ndjson") == b"{}\n"


def test_a_list_that_cannot_be_read_gives_nothing_and_destroys_nothing(tmp_path: Path) -> None:
    state = State()
    store = opened(tmp_path, state)
    job, waits = finished(store), store.create("a", "http://x", b"Vexholm")

    def unreadable() -> str:
        raise PermissionError

    blind = JobStore(tmp_path / "fhir-jobs", KEYRING, "p1", unreadable)
    calls: list[Callable[[], Any]] = [
        lambda: blind.show(job, "a"),
        lambda: blind.file(job, "a", "Patient.ndjson"),
        lambda: blind.create("a", "http://x", b"Vexholm"),
    ]
    for call in calls:
        with pytest.raises(Exception, match="opt_out"):
            call()
    blind.expire()
    assert store.file(job, "a", "Patient.ndjson") == b"{}\n" and store.pending() == [waits]


class KilledError(BaseException):
    """Stands for kill -9."""


STEPS = ("open", "unlink", "rename", "fsync", "replace", "mkdir", "rmdir")


def dies_at(monkeypatch: pytest.MonkeyPatch, turn: int) -> Callable[[], bool]:
    """Die at the nth call that changes a file; from then on every one fails, as nothing runs after a kill."""
    calls = 0

    def counted(real: Any) -> Any:
        def dying(*args: Any, **kwargs: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls >= turn:
                raise KilledError
            return real(*args, **kwargs)

        return dying

    for name in STEPS:
        monkeypatch.setattr(os, name, counted(getattr(os, name)))
    return lambda: calls >= turn


def killed_while_destroying(by: str, home: Path, turn: int) -> bool:
    """Withdraw jobs, and die at the nth step; check what is left. Return whether there was such a step."""
    state = State()
    store = opened(home, state)
    job, waits = finished(store), store.create("a", "http://x", b"Vexholm")
    state.now = "two"
    with pytest.MonkeyPatch.context() as patched, suppress(KilledError):
        has_died = dies_at(patched, turn)
        if by == "forget":
            withdraw_all(home)
        elif by == "expire":
            store.expire()
        else:
            refusal(lambda: store.show(job, "a"))
    after = opened(home, state)
    for call in (after.show, lambda job, holder: after.file(job, holder, "Patient.ndjson")):
        for one in (job, waits):
            assert refusal(partial(call, one, "a")) == (410, "job-withdrawn")
    after.expire()
    state.now = "one"
    assert names(home, job) <= KEPT and names(home, waits) <= KEPT
    assert refusal(lambda: after.file(job, "a", "Patient.ndjson")) == (410, "job-withdrawn")
    return has_died()


@pytest.mark.parametrize("by", ["expire", "forget", "show"])
def test_a_kill_at_any_step_of_destroying_leaves_nothing_that_is_given(by: str, tmp_path: Path) -> None:
    turns = 1
    while killed_while_destroying(by, tmp_path / str(turns), turns):
        turns += 1
    assert turns > 5


def test_a_forget_destroys_jobs_and_stored_answers_and_what_killed_processes_left(tmp_path: Path) -> None:
    state = State()
    store = opened(tmp_path, state)
    job = finished(store)
    (tmp_path / "fhir-jobs" / ".new-x").mkdir()
    (tmp_path / "fhir-jobs" / ".new-x" / "request").write_bytes(b"x")
    answers = AnswerStore(tmp_path, KEYRING, "", state, 1.0)
    kept, going = (answers.claim("h", key, "/r", b"b") for key in "ab")
    assert isinstance(kept, Claim) and isinstance(going, Claim)
    done = StoredAnswer(200, (), b"de-identified")
    answers.keep(kept, done)
    assert withdraw_all(tmp_path) == (1, 1) and withdraw_all(tmp_path) == (0, 0)
    assert names(tmp_path, job) <= KEPT and not (tmp_path / "fhir-jobs" / ".new-x").exists()
    assert answers.keep(going, done) == done  # it is answered, and not stored
    assert isinstance(answers.claim("h", "a", "/r", b"b"), Claim) and isinstance(
        answers.claim("h", "b", "/r", b"b"), Claim
    )
    assert withdraw_all(tmp_path / "empty") == (0, 0)


# --- Over HTTP --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("list") / "opt_out.txt"
    path.write_text("p9\n")
    return path


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory, keyring_path: Path, listed: Path) -> dict[str, str]:
    found = environment(tmp_path_factory.mktemp("withdrawn"), keyring_path)
    return found | {"REDACTOR_OPT_OUT": str(listed), "REDACTOR_SOURCE": "clinic"}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, env: dict[str, str], called: Command) -> Iterator[Service]:
    tokens = {"submit": called("serve", "tokens", "add", "one", "--role", "submit", env=env).stdout.strip()}
    with served(tmp_path_factory.mktemp("log"), env, tokens, "--workers", "2") as found:
        yield found


def begin(service: Service, body: Any) -> str:
    answer = post(service, body, ASYNC, Prefer="respond-async")
    assert answer.status == 202, answer
    return answer.headers["content-location"].removeprefix(f"http://127.0.0.1:{service.port}")


def ended(service: Service, path: str) -> Answer:
    while (answer := service.ask("GET", path)).status == 202:
        time.sleep(0.05)
    return answer


def is_withdrawn(service: Service, path: str) -> bool:
    answers = [service.ask("GET", f"{path}{file}") for file in ("", "/Patient.ndjson", "/Condition.ndjson")]
    return all((answer.status, outcome(answer)) == (410, "job-withdrawn") for answer in answers)


def test_results_outlive_neither_an_opt_out_nor_a_forget(
    service: Service, env: dict[str, str], listed: Path, called: Command
) -> None:
    folder = Path(env["REDACTOR_HOME"]) / "fhir-jobs"
    path = begin(service, bundle(PATIENT, CONDITION))
    assert ended(service, path).status == 200 and service.ask("GET", f"{path}/Patient.ndjson").status == 200
    with listed.open("a") as file:
        file.write("q1\n")
    assert is_withdrawn(service, path)
    again = begin(service, bundle(PATIENT, CONDITION, {**PATIENT, "id": "q2", "identifier": []}))
    told = ended(service, again).json()
    assert [(file["type"], file["count"]) for file in told["output"]] == [("Patient", 1)]
    assert [file["count"] for file in told["error"]] == [2]
    done = called("index", "forget", "--subject", "q2", "--yes", env=env)
    assert done.returncode in (0, 1), done.stderr
    assert {p.name for p in (folder / again.rpartition("/")[2]).iterdir()} <= KEPT  # before the service looked
    assert "FHIR jobs (1;" in done.stderr, done.stderr
    assert is_withdrawn(service, again)
    idle = begin(service, PATIENT)
    assert ended(service, idle).status == 200
    listed.write_text("p9\n")
    assert eventually(lambda: {p.name for p in (folder / idle.rpartition("/")[2]).iterdir()} <= KEPT)
    assert is_withdrawn(service, path) and "Traceback" not in service.told()
