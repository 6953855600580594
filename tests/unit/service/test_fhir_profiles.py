"""What the FHIR interface offers under each profile, and what becomes of patients who opted out."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any

import pytest

from redactor.policy.profiles import load_profile
from tests.unit.service.fhir_kit import CONDITION, FHIR, PATIENT, bundle, outcome, post, valid
from tests.unit.service.serve_kit import PLANTED, Service, environment, served

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")

from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.service.fhir.jobs import JobStore
from redactor.service.fhir.operations import capability_statement, definition, definitions, offered
from redactor.service.fhir.runner import JobRunner
from redactor.service.fhir.sources import Sources
from redactor.service.metrics import Metrics


@pytest.mark.parametrize(
    ("profile", "code", "policies"),
    [
        ("hipaa-safe-harbor", "de-identify", ("hipaa-safe-harbor", "HHS_SAFE_HARBOR_DETERMINISTIC_METHOD")),
        ("hips", "de-identify", ("hips",)),
        ("hips-markov", "de-identify", ("hips-markov",)),
        ("limited-dataset", "psuedonymize", ()),
        ("redactor", None, ()),
    ],
)
def test_the_claim_of_a_profile_decides_what_is_offered(profile: str, code: str | None, policies: Any) -> None:
    found, base = load_profile(profile, ()), "http://127.0.0.1:1/fhir"
    operation = offered(found)
    statement = valid(capability_statement(operation, found, base))
    assert found.name in statement["rest"][0]["documentation"]
    assert valid(definitions(operation, base, None, fetches=False))["total"] == (code is not None)
    if operation is None:
        assert code is None and "operation" not in statement["rest"][0]
        return
    assert (operation.code, operation.policies) == (code, policies)
    assert found.claim in valid(definition(operation, base, fetches=False))["description"]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, keyring_path: Path) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("limited")
    (folder / "opt-out.txt").write_text("q9\n")
    env = environment(folder, keyring_path) | {"REDACTOR_OPT_OUT": str(folder / "opt-out.txt")}
    with served(folder, env, {}, "--no-tokens", "--profile", "limited-dataset") as found:
        yield found


def test_a_limited_data_set_is_offered_as_pseudonymized_data_without_a_key_of_the_client(service: Service) -> None:
    data = {"name": "identifiableData", "resource": bundle({**PATIENT, "birthDate": "1980-02-03"})}
    asked = {"resourceType": "Parameters", "parameter": [data]}
    for spelling in ("$pseudonymize", "$psuedonymize"):
        (out,) = valid(post(service, asked, spelling).json())["parameter"]
        (entry,) = out["resource"]["entry"]
        assert out["name"] == "psuedonymizedData" and entry["resource"]["birthDate"] == "1980-02-03"
        assert not any(value in str(out) for value in PLANTED)
    for name in ("key", "algorithm"):
        asked["parameter"] = [data, {"name": name, "valueString": "Vexholm"}]
        answer = post(service, asked, "$psuedonymize")
        assert (answer.status, outcome(answer)) == (422, "no-client-key")
    asked["parameter"] = [data, {"name": "policy", "valueString": "limited-dataset"}]
    assert outcome(post(service, asked, "$psuedonymize")) == "unknown-parameter"
    assert outcome(post(service, bundle(PATIENT), "$de-identify?policy=limited-dataset")) == "not-offered"
    operations = service.ask("GET", "/fhir/metadata").json()["rest"][0]["operation"]
    assert [o["name"] for o in operations] == ["psuedonymize", "pseudonymize"]


def test_who_opted_out_is_withheld_in_place_without_saying_why(service: Service) -> None:
    gone = {"resourceType": "Patient", "id": "q9", "name": [{"family": "Vexholm"}]}
    answer = post(
        service, bundle(PATIENT, gone, {**CONDITION, "subject": {"reference": "Patient/q9"}}), "$pseudonymize"
    )
    kept, *withheld = (entry["resource"] for entry in valid(answer.json())["entry"])
    assert kept["resourceType"] == "Patient" and b"opted" not in answer.body
    codes = [one["issue"][0]["details"]["coding"][0]["code"] for one in withheld]
    assert codes == ["withheld", "withheld"]
    requests = [{"method": "DELETE", "url": url} for url in ("Patient/q9", "Patient?identifier=urn:x|77120934")]
    sent = {"resourceType": "Bundle", "type": "transaction", "entry": [{"request": one} for one in requests]}
    left = post(service, sent, "$pseudonymize")  # so that the recipient deletes what it has
    urls = [entry["request"]["url"] for entry in valid(left.json())["entry"]]
    assert all("q9" not in url and "77120934" not in url and url.startswith("Patient") for url in urls), urls
    single = post(service, gone, "$pseudonymize")
    assert (single.status, outcome(single)) == (422, "withheld")


def test_jobs_without_tokens_are_everybodys_of_this_machine(service: Service) -> None:
    answer = post(service, PATIENT, "$pseudonymize", Prefer="respond-async")
    path = answer.headers["content-location"].removeprefix(f"http://127.0.0.1:{service.port}")
    while (found := service.ask("GET", path, Accept=FHIR)).status == 202:
        pass
    assert found.json()["requiresAccessToken"] is False and found.json()["output"][0]["count"] == 1


class _Engine:
    """An engine thread whose steps fail."""

    is_closed = False

    def call(self, step: Any) -> None:
        raise RuntimeError("Vexholm")


def test_a_job_that_cannot_be_run_does_not_hold_up_the_others(tmp_path: Path) -> None:
    store, engine, told = JobStore(tmp_path / "jobs", Keyring.generate(), "p1", str), _Engine(), list[BaseException]()
    damaged, failing, other = (store.create("a", "http://x", b'{"resourceType":"Patient"}') for _ in range(3))
    (tmp_path / "jobs" / damaged / "request").write_bytes(b"Vexholm")
    seen = threading.Event()

    def tell(error: BaseException) -> None:
        told.append(error)
        if store.show(other, "a").results is not None:
            engine.is_closed = True
            seen.set()

    runner = JobRunner(store, engine, Metrics(), Sources(()), tell)  # type: ignore[arg-type]
    runner.start()
    while not seen.wait(0.1):
        runner.kick()
    assert {store.show(job, "a").results.failure for job in (failing, other)} == {"job-failed"}  # type: ignore[union-attr]
    assert store.show(damaged, "a").results is None
    assert {type(e).__name__ for e in told} == {"RuntimeError", "KeyringError", "RunError"}
    gave_up = [str(e) for e in told if isinstance(e, RunError)]  # the log says which job is lost
    assert [job[:8] in line for job, line in zip((failing, other), gave_up, strict=True)] == [True, True]


class _Held:
    """An engine thread whose step never ends, as one that a process leaves behind."""

    is_closed = False

    def __init__(self) -> None:
        self.began = threading.Semaphore(0)
        self.end = threading.Event()

    def call(self, step: Any) -> None:
        self.began.release()
        self.end.wait(60)
        raise CancelledError


def test_an_orderly_end_in_a_step_is_no_try_of_a_job_however_often(tmp_path: Path) -> None:
    keyring, told = Keyring.generate(), list[BaseException]()
    job = JobStore(tmp_path / "jobs", keyring, "p1", str).create("a", "http://x", b'{"resourceType":"Patient"}')
    for _ in range(8):
        engine, store = _Held(), JobStore(tmp_path / "jobs", keyring, "p1", str)
        runner = JobRunner(store, engine, Metrics(), Sources(()), told.append)  # type: ignore[arg-type]
        runner.start()
        assert engine.began.acquire(timeout=30)
        engine.is_closed = True
        runner.close()
        assert (tmp_path / "jobs" / job / "lock").read_bytes() == b""  # though the step goes on
        engine.end.set()  # in place of the end of the process
        while not _is_free(store, job):
            time.sleep(0.01)
        assert (tmp_path / "jobs" / job / "lock").read_bytes() == b""  # counted once
    assert store.show(job, "a").results is None and told == []


def _is_free(store: JobStore, job: str) -> bool:
    with store.claim(job) as data:
        if data is not None:
            store.unbegin(job)
        return data is not None
