"""`redactor serve` with worker processes: they share the port, home and the metrics, and any of them may be killed."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.unit.service.fhir_kit import POLICY, bundle, post
from tests.unit.service.serve_kit import NOTE, PLANTED, Service, environment, eventually, served, workers_of

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the tests look at /proc")


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory, keyring_path: Path) -> dict[str, str]:
    return environment(tmp_path_factory.mktemp("shared"), keyring_path) | {"REDACTOR_PROFILE": "hips"}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, env: dict[str, str], called: Command) -> Iterator[Service]:
    token = called("serve", "tokens", "add", "a", "--role", "submit", env=env).stdout.strip()
    with served(tmp_path_factory.mktemp("log"), env, {"submit": token}, "--workers", "2") as found:
        yield found


def counted(service: Service) -> tuple[int, int]:
    """The texts released, by the metrics, and the requests of /v1/text answered with 200."""
    told = service.ask("GET", "/metrics").body.decode()
    outcomes = re.search(r'redactor_outcomes_total\{outcome="released",reason=""\} (\d+)', told)
    answered = re.search(r'redactor_requests_total\{method="POST",route="/v1/text",status="200"\} (\d+)', told)
    return int(outcomes[1]) if outcomes else 0, int(answered[1]) if answered else 0


def settled(service: Service) -> tuple[int, int]:
    """What is counted once no answer is left that was sent and is not counted yet."""
    before, found = None, counted(service)
    while found != before:
        time.sleep(0.2)
        before, found = found, counted(service)
    return found


def ask_until_answered(service: Service, body: object) -> object:
    """Ask as a client does that tries again where a worker died."""
    for _ in range(50):
        try:
            answer = service.ask("POST", "/v1/text", body)
        except (OSError, http.client.HTTPException):
            continue
        if answer.status == 200:
            return answer.json()
        assert answer.status in (429, 503)
        time.sleep(0.05)
    raise AssertionError


def test_all_workers_answer_and_any_of_them_counts_for_all(service: Service) -> None:
    assert len(workers_of(service)) == 2
    before = counted(service)
    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(lambda n: ask_until_answered(service, {"text": f"Stable on day {n}."}), range(40)))
    assert eventually(lambda: {counted(service) for _ in range(12)} == {(before[0] + 40, before[1] + 40)})


def test_the_same_value_has_the_same_stand_in_from_all_workers(service: Service) -> None:
    names = [f"{given} Vexholm" for given in ("Tarquilla", "Quillstrand", "Borvanna", "Zeldrine")]
    asked = [{"text": f"Patient: {name}, seen.", "subject": f"p{n}"} for n in range(4) for name in names] * 6
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda body: ask_until_answered(service, body)["text"], asked))  # type: ignore[index]
    found = defaultdict(set)
    for body, text in zip(asked, answers, strict=True):
        assert "Vexholm" not in text
        found[body["subject"], body["text"]].add(text)
    assert len(found) == 16 and all(len(texts) == 1 for texts in found.values())


def test_a_worker_that_is_killed_is_replaced_and_nothing_counted_is_lost(service: Service) -> None:
    ask_until_answered(service, {"text": "Stable."})
    before, killed = settled(service), workers_of(service)[0]
    os.kill(killed, signal.SIGKILL)
    ask_until_answered(service, {"text": NOTE})
    assert eventually(lambda: counted(service) == (before[0] + 1, before[1] + 1))  # after the answer was sent
    assert eventually(lambda: len(workers_of(service)) == 2 and killed not in workers_of(service))
    assert "ended by signal 9, and is replaced" in service.told()
    assert not any(value in service.told() for value in PLANTED)


@pytest.mark.slow
def test_no_worker_outlives_its_supervisor(tmp_path: Path, keyring_path: Path) -> None:
    env = environment(tmp_path, keyring_path)
    with pytest.raises(AssertionError), served(tmp_path, env, {}, "--no-tokens", "--workers", "2") as service:
        workers = workers_of(service)
        assert service.ask("GET", "/health").status == 200
        service.process.kill()
        assert eventually(lambda: not any(Path(f"/proc/{pid}/exe").exists() for pid in workers))
        with pytest.raises(OSError):
            service.ask("GET", "/health")


@pytest.mark.slow
def test_settings_that_change_start_no_worker_of_another_kind(
    tmp_path: Path, keyring_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two workers under different settings would give different answers to the same request."""
    file = tmp_path / "redactor.toml"
    file.write_text('recipient = "lab"\n')
    env = environment(tmp_path, keyring_path) | {"REDACTOR_CONFIG": str(file)}
    with served(tmp_path, env, {}, "--no-tokens", "--workers", "2") as service:
        file.write_text('recipient = "elsewhere"\n')
        os.kill(workers_of(service)[0], signal.SIGKILL)
        assert eventually(lambda: "settings have changed since the service was started" in service.told())
        assert service.ask("GET", "/health").status == 200  # by the other one


@pytest.mark.parametrize(
    ("setting", "told"),
    [("MEMORY_MB=64", "memory_mb is less than an engine needs"), ("WORKERS=0", "service.workers")],
)
def test_what_cannot_work_stops_the_start(setting: str, told: str, tmp_path: Path, keyring_path: Path) -> None:
    name, _, value = setting.partition("=")
    env = environment(tmp_path, keyring_path) | {f"REDACTOR_SERVICE__{name}": value}
    with pytest.raises(AssertionError, match="ended with 2") as raised, served(tmp_path, env, {}, "--no-tokens"):
        pass
    assert told in str(raised.value)


@pytest.mark.slow
def test_a_fhir_job_that_takes_too_much_memory_fails_after_five_workers(tmp_path: Path, keyring_path: Path) -> None:
    env = environment(tmp_path, keyring_path)
    with served(tmp_path, env, {}, "--no-tokens") as service:
        (worker,) = workers_of(service)
        grown = int(Path(f"/proc/{worker}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20
    env |= {"REDACTOR_SERVICE__MEMORY_MB": str(grown + 24)}
    with served(tmp_path, env, {}, "--no-tokens") as service:
        resource = {"resourceType": "Observation", "status": "final", "code": {"text": "note"}}
        sent = bundle(*({**resource, "id": f"o{n}", "note": [{"text": "Stable. " + "x " * 400}]} for n in range(7000)))
        answer = post(service, sent, f"$de-identify?policy={POLICY}", Prefer="respond-async")
        path = answer.headers["content-location"].partition(f":{service.port}")[2]

        def failed() -> bool:
            with suppress(http.client.HTTPException, OSError):
                return service.ask("GET", path).status == 500
            return False

        assert eventually(failed) or eventually(failed), service.told()  # five workers start
        assert "a FHIR job failed 5 times; its data are deleted" in service.told()


@pytest.mark.slow
def test_a_worker_that_grows_is_replaced(tmp_path: Path, keyring_path: Path) -> None:
    env = environment(tmp_path, keyring_path)
    with served(tmp_path, env, {}, "--no-tokens") as service:
        (worker,) = workers_of(service)
        grown = int(Path(f"/proc/{worker}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20
    env |= {"REDACTOR_SERVICE__MEMORY_MB": str(grown + 24), "REDACTOR_SERVICE__BODY_BYTES": str(32 << 20)}
    with served(tmp_path, env, {}, "--no-tokens") as service:
        (worker,) = workers_of(service)
        many = {"texts": [{"text": f"Stable {n}. " + "x " * 4000} for n in range(1000)]}
        connection = service.connect()
        connection.request("POST", "/v1/texts", json.dumps(many), {"Content-Type": "application/json"})
        assert eventually(lambda: "has more memory than service.memory_mb, and is replaced" in service.told())
        connection.close()
        assert eventually(lambda: worker not in workers_of(service) and len(workers_of(service)) == 1)
        assert ask_until_answered(service, {"text": "Stable."}) == {"text": "Stable."}


def test_a_token_that_was_right_at_one_worker_goes_on_at_all_from_a_locked_address(
    service: Service, env: dict[str, str], called: Command
) -> None:
    token = called("serve", "tokens", "add", "b", "--role", "submit", env=env).stdout.strip()
    assert service.ask("GET", "/v1/profiles", token=token).status == 200
    refused = 0
    for n in range(1000):
        refused = refused + 1 if service.ask("GET", "/v1/profiles", token=f"wrong{n}").status == 429 else 0
        if refused == 16:
            break
    assert [service.ask("GET", "/v1/profiles", token=token).status for _ in range(16)] == [200] * 16
