"""Jobs of the FHIR interface: whose they are, what a kill leaves, what they hold on the disk, and their bounds."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.service.fhir import jobs as fhir_jobs
from redactor.service.fhir.jobs import KEPT_SECONDS, JobStore, Listed, Results
from redactor.service.refusals import RefusedError
from tests.conftest import Command
from tests.unit.service.fhir_kit import BROKEN, CONDITION, PATIENT, POLICY, bundle, outcome, post, valid
from tests.unit.service.serve_kit import PLANTED, Answer, Service, environment, served

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")
NAMES = ("one", "other")
ASYNC = f"$de-identify?policy={POLICY}"


# --- The store --------------------------------------------------------------------------------------------------------


@pytest.fixture
def keyring() -> Keyring:
    return Keyring.generate()


@pytest.fixture
def store(tmp_path: Path, keyring: Keyring) -> JobStore:
    return JobStore(tmp_path / "jobs", keyring, "p1", str)


def refusal(call: Callable[[], Any]) -> str:
    with pytest.raises(RefusedError) as raised:
        call()
    return raised.value.code


def finish(store: JobStore, job: str) -> None:
    store.complete(job, {"Patient.ndjson": b"{}\n"}, Results((Listed("Patient.ndjson", "Patient", 1, "output"),)))


def test_a_job_and_its_results_are_its_holders_alone(store: JobStore) -> None:
    job = store.create("a", "http://x/fhir/$de-identify", b"Vexholm")
    assert store.show(job, "a").results is None and store.pending() == [job]
    assert refusal(lambda: store.file(job, "a", "Patient.ndjson")) == "no-such-file"
    with store.claim(job) as data:
        assert data == b"Vexholm"
        finish(store, job)
    assert store.pending() == [] and store.file(job, "a", "Patient.ndjson") == b"{}\n"
    for call in (store.show, store.delete, lambda j, h: store.file(j, h, "Patient.ndjson")):
        assert refusal(lambda call=call: call(job, "b")) == "no-such-job"  # type: ignore[misc]
    for name in ("ticket", "results", "request", "../ticket", "errors.ndjson", ""):
        assert refusal(lambda name=name: store.file(job, "a", name)) == "no-such-file"  # type: ignore[misc]
    for other in ("", "..", "x" * 32, job[:-1], f"{job}/", ".new-" + job):
        assert refusal(lambda other=other: store.show(other, "a")) == "no-such-job"  # type: ignore[misc]
    store.delete(job, "a")
    assert refusal(lambda: store.show(job, "a")) == "no-such-job"


def test_the_disk_holds_nothing_that_can_be_read_without_the_keyring(
    store: JobStore, tmp_path: Path, keyring: Keyring
) -> None:
    job = store.create("a", "http://x", b"Tarquilla Vexholm")
    for path in (tmp_path / "jobs").rglob("*"):
        assert path.stat().st_mode & 0o077 == 0
        assert path.is_dir() or b"Vexholm" not in path.read_bytes()
    other = store.create("a", "http://x", b"other")
    folder = tmp_path / "jobs"
    (folder / other / "request").replace(folder / job / "request")  # sealed for another job
    with pytest.raises(Exception, match=r"changed|damaged"), store.claim(job):
        pass


def test_a_job_is_worked_on_by_one_process_until_that_ends(store: JobStore, tmp_path: Path, keyring: Keyring) -> None:
    job = store.create("a", "http://x", b"data")
    with store.claim(job) as mine, JobStore(tmp_path / "jobs", keyring, "p1", str).claim(job) as other:
        assert (mine, other) == (b"data", None)
    keyring.save(tmp_path / "keys.json")
    code = (
        "import os, sys; from pathlib import Path; from redactor.keys import Keyring\n"
        "from redactor.service.fhir.jobs import JobStore\n"
        "store = JobStore(Path(sys.argv[1]), Keyring.load(sys.argv[2]), 'p1', str)\n"
        "with store.claim(sys.argv[3]) as data:\n"
        "    print(data.decode(), flush=True); sys.stdin.read()\n"
    )
    told = [sys.executable, "-c", code, str(tmp_path / "jobs"), str(tmp_path / "keys.json"), job]
    with subprocess.Popen(told, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stdout.readline() == b"data\n"
        with store.claim(job) as found:
            assert found is None
        process.kill()
    with store.claim(job) as found:
        assert found == b"data"


def test_a_job_that_ends_its_process_again_and_again_fails(store: JobStore) -> None:
    job = store.create("a", "http://x", b"data")
    for _ in range(5):
        with store.claim(job) as data:
            assert data == b"data"  # and the process dies
    with pytest.raises(RunError, match=f"{job[:8]}"), store.claim(job):  # which the log tells
        pass
    shown = store.show(job, "a")
    assert shown.results is not None and shown.results.failure == "job-failed" and store.pending() == []
    with store.claim(job) as data:
        assert data is None


def test_a_job_that_could_not_be_worked_on_is_not_counted_as_failed(store: JobStore) -> None:
    job = store.create("a", "http://x", b"data")
    for _ in range(9):
        with store.claim(job) as data:
            assert data == b"data"
            store.unbegin(job)


def test_a_job_waits_for_a_process_with_the_profile_that_was_asked_for(
    store: JobStore, tmp_path: Path, keyring: Keyring
) -> None:
    job = store.create("a", "http://x", b"data")
    others = [JobStore(tmp_path / "jobs", *given, str) for given in ((keyring, "p2"), (Keyring.generate(), "p1", str))]
    assert store.pending() == [job] and [other.pending() for other in others] == [[], []]
    assert others[0].show(job, "a").results is None
    assert "profile" in others[0].show(job, "a").progress and store.show(job, "a").progress == ""


def test_results_of_a_deleted_job_are_not_kept(store: JobStore, tmp_path: Path) -> None:
    job = store.create("a", "http://x", b"data")
    with store.claim(job) as data:
        assert data
        store.delete(job, "a")
        with pytest.raises(FileNotFoundError):
            store.note(job, "1 of 2 steps")
        with pytest.raises(FileNotFoundError):
            finish(store, job)
    assert [p.name for p in (tmp_path / "jobs").iterdir()] == [".jobs.lock"]


def test_what_a_killed_process_left_is_completed_or_removed(store: JobStore, tmp_path: Path) -> None:
    job = store.create("a", "http://x", b"data")
    folder = tmp_path / "jobs"
    (folder / job / ".Patient.ndjson.1.part").write_bytes(b"half")  # killed while it wrote
    (folder / ".gone-x").mkdir()  # killed while it deleted
    (folder / ".gone-x" / "request").write_bytes(b"x")
    request = (folder / job / "request").read_bytes()
    with store.claim(job) as data:
        assert data
        finish(store, job)
    assert not (folder / job / ".Patient.ndjson.1.part").exists()
    (folder / job / "request").write_bytes(request)  # killed after the results, before the request was deleted
    store.expire()
    assert not (folder / job / "request").exists() and not (folder / ".gone-x").exists()
    assert store.file(job, "a", "Patient.ndjson") == b"{}\n"


def test_jobs_are_bounded_in_number_and_bytes_and_end_with_their_time(
    tmp_path: Path, keyring: Keyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [time.time()]
    store = JobStore(tmp_path / "jobs", keyring, "p1", str, lambda: now[0])
    monkeypatch.setattr(fhir_jobs, "MOST_JOBS", 3)
    jobs = [store.create("a", "http://x", b"data") for _ in range(3)]
    assert refusal(lambda: store.create("a", "http://x", b"data")) == "too-many-jobs"
    store.delete(jobs[0], "a")
    monkeypatch.setattr(fhir_jobs, "MOST_BYTES", 10_000)
    assert refusal(lambda: store.create("a", "http://x", b"x" * 10_000)) == "too-many-jobs"
    store.create("a", "http://x", b"data")
    now[0] += KEPT_SECONDS + 1
    assert refusal(lambda: store.show(jobs[1], "a")) == "no-such-job"
    assert store.pending() and not store.expire() and store.pending() == []  # type: ignore[func-returns-value]


# --- Over HTTP --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory, keyring_path: Path) -> dict[str, str]:
    return environment(tmp_path_factory.mktemp("jobs"), keyring_path)


@pytest.fixture(scope="module")
def tokens(env: dict[str, str], called: Command) -> dict[str, str]:
    return {n: called("serve", "tokens", "add", n, "--role", "submit", env=env).stdout.strip() for n in NAMES}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, env: dict[str, str], tokens: dict[str, str]) -> Iterator[Service]:
    with served(tmp_path_factory.mktemp("log"), env, tokens) as found:
        yield found


def begin(service: Service, body: Any) -> str:
    """Begin a job, and return the path of its state."""
    answer = post(service, body, ASYNC, token="one", Prefer="handling=lenient, respond-async")
    assert answer.status == 202 and answer.body == b"", answer
    return answer.headers["content-location"].removeprefix(f"http://127.0.0.1:{service.port}")


def ended(service: Service, path: str) -> Answer:
    while (answer := service.ask("GET", path, token="one")).status == 202:
        assert answer.headers["x-progress"] and int(answer.headers["retry-after"]) > 0
        time.sleep(0.05)
    return answer


def fetched(service: Service, file: dict[str, Any]) -> list[Any]:
    answer = service.ask("GET", file["url"].removeprefix(f"http://127.0.0.1:{service.port}"), token="one")
    assert (answer.status, answer.headers["content-type"]) == (200, "application/fhir+ndjson")
    assert not any(value.encode() in answer.body for value in PLANTED)
    rows = [valid(row) for row in answer.lines()]
    assert len(rows) == file["count"]
    return rows


def test_a_job_gives_what_the_operation_gives_and_is_gone_when_it_is_deleted(service: Service) -> None:
    sent = bundle(PATIENT, CONDITION, BROKEN, {**PATIENT, "id": "q2"}, kind="transaction")
    for entry in sent["entry"]:
        entry["request"] = {"method": "POST", "url": entry["resource"]["resourceType"]}
    sent["entry"].append({"request": {"method": "DELETE", "url": "Patient/Vexholm"}})
    sent["entry"].append({"request": {"method": "GET", "url": "Condition/c1"}})  # of which a job has nothing to list
    path = begin(service, sent)
    answer = ended(service, path)
    told = answer.json()
    assert answer.status == 200 and answer.headers["content-type"] == "application/json" and answer.headers["expires"]
    assert told["request"] == f"http://127.0.0.1:{service.port}/fhir/$de-identify"
    assert told["requiresAccessToken"] is True and told["transactionTime"].endswith("+00:00")
    found = {file["type"]: fetched(service, file) for file in told["output"]}
    entries = post(service, sent, ASYNC, token="one").json()["entry"]
    assert found == {
        "Condition": [entries[1]["resource"]], "Patient": [entries[0]["resource"], entries[3]["resource"]],
    }  # fmt: skip
    (notice,) = fetched(service, *told["deleted"])
    assert notice["entry"] == [entries[4]] and len(entries) == 6 and entries[5]["request"]["method"] == "GET"
    (wrong,) = fetched(service, *told["error"])
    assert wrong["issue"][0]["expression"] == ["Bundle.entry[2]"]
    assert wrong["issue"][0]["details"]["coding"][0]["code"] == "wrong-type"
    for found in (wrong, entries[2]["resource"]):  # not of a body, which the client would look at in vain
        assert found["issue"][0]["details"]["text"] == "an element has the wrong type; expression says where"
    for other in (path, f"{path}/Patient.ndjson"):
        assert outcome(service.ask("GET", other, token="other")) == "no-such-job"
        assert service.ask("GET", other, token=None).status == 401
    assert service.ask("DELETE", path, token="other").status == 404
    assert service.ask("DELETE", path, token="one").status == 202
    for other in (path, f"{path}/Patient.ndjson"):
        assert outcome(service.ask("GET", other, token="one")) == "no-such-job"


def test_a_job_whose_resource_must_not_leave_lists_an_error_and_no_output(service: Service) -> None:
    for sent in (BROKEN, {**bundle(PATIENT), "type": "Vexholm"}):
        told = ended(service, begin(service, sent)).json()
        assert told["output"] == [] and told["deleted"] == []
        assert {r["issue"][0]["details"]["coding"][0]["code"] for r in fetched(service, *told["error"])} == {
            "wrong-type"
        }


def test_a_request_that_cannot_be_read_makes_no_job(service: Service) -> None:
    for body, code in ((b"Vexholm", "malformed-json"), ({"resourceType": "Parameters"}, "no-resource")):
        operation = ASYNC if isinstance(body, bytes) else "$de-identify"
        answer = post(service, body, operation, token="one", Prefer="respond-async")
        assert (answer.status, outcome(answer)) == (400, code)


def test_processes_that_share_home_share_its_jobs(
    service: Service, env: dict[str, str], tokens: dict[str, str], tmp_path: Path
) -> None:
    with served(tmp_path, env, tokens) as other:
        begun = [begin(one, {**PATIENT, "id": f"s{n}"}) for n in range(4) for one in (service, other)]
        for path in begun:
            for one in (other, service):
                told = ended(one, path).json()
                assert [file["count"] for file in told["output"]] == [1] and told["error"] == []
                assert fetched(one, told["output"][0])[0]["resourceType"] == "Patient"
        assert service.ask("DELETE", begun[0], token="one").status == 202
        assert other.ask("GET", begun[0], token="one").status == 404


@pytest.mark.slow
def test_no_number_of_orderly_restarts_fails_a_job(keyring_path: Path, called: Command, tmp_path: Path) -> None:
    env = environment(tmp_path, keyring_path)
    tokens = {"one": called("serve", "tokens", "add", "one", "--role", "submit", env=env).stdout.strip()}
    sent = bundle(PATIENT, *({**CONDITION, "id": f"c{n}"} for n in range(2000)))
    path = ""
    for _ in range(7):
        with served(tmp_path, env, tokens) as service:
            path = path or begin(service, sent)
            lock = tmp_path / "home" / "fhir-jobs" / path.rpartition("/")[2] / "lock"
            while not lock.exists() or not lock.stat().st_size:
                assert service.ask("GET", path, token="one").status == 202
        assert lock.stat().st_size == 0
    with served(tmp_path, env, tokens) as service:
        told = ended(service, path).json()
        assert {file["type"]: file["count"] for file in told["output"]} == {"Condition": 2000, "Patient": 1}
        assert "error" not in service.told()


def test_a_job_survives_a_kill_and_is_complete_after_the_next_start(
    keyring_path: Path, called: Command, tmp_path: Path
) -> None:
    env = environment(tmp_path, keyring_path)
    tokens = {"one": called("serve", "tokens", "add", "one", "--role", "submit", env=env).stdout.strip()}
    sent = bundle(PATIENT, *({**CONDITION, "id": f"c{n}"} for n in range(700)))
    path, seen = "", ""
    with suppress(AssertionError), served(tmp_path, env, tokens) as service:
        path = begin(service, sent)
        while not seen.startswith("1"):
            with suppress(http.client.HTTPException, OSError):
                seen = service.ask("GET", path, token="one").headers["x-progress"]
        service.process.kill()
    assert seen.startswith("1")
    with served(tmp_path, env, tokens) as service:
        told = ended(service, path).json()
        counts = {file["type"]: file["count"] for file in told["output"]}
        assert counts == {"Condition": 700, "Patient": 1} and told["error"] == []
        (conditions,) = (fetched(service, f) for f in told["output"] if f["type"] == "Condition")
        assert len({row["id"] for row in conditions}) == 700
        assert json.dumps(conditions).count("[PERSON]") == 3 * 700
        begun = begin(service, sent)
        assert service.ask("DELETE", begun, token="one").status == 202  # while it runs
        assert service.ask("GET", begun, token="one").status == 404
        assert ended(service, begin(service, PATIENT)).status == 200
        assert "error" not in service.told()
