"""Idempotency keys of `redactor serve`: a request is answered once, however often it is sent and whoever dies."""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.unit.service.fhir_kit import BROKEN, CONDITION, FHIR, PATIENT, POLICY, bundle, outcome, post
from tests.unit.service.serve_kit import NOTE, PLANTED, Answer, Service, environment, eventually, served, workers_of

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")
LINE = b'{"resourceType":"Patient","id":"q1","gender":"female"}\n'
TEXT = {"text": NOTE, "subject": "p1"}
KEYS = 50


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, keyring_path: Path, called: Command) -> Iterator[Service]:
    env = environment(tmp_path_factory.mktemp("keyed"), keyring_path)
    env |= {"REDACTOR_SERVICE__BODY_BYTES": "200000", "REDACTOR_MAX_TEXT_CHARS": "1000"}
    tokens = {
        name: called("serve", "tokens", "add", name, "--role", "submit", env=env).stdout.strip()
        for name in ("submit", "another")
    }
    with served(tmp_path_factory.mktemp("log"), env, tokens, "--workers", "2") as found:
        yield found


def is_repeated(answer: Answer) -> bool:
    return answer.headers.get("idempotent-replayed") == "true"


@pytest.mark.parametrize(
    ("path", "body"),
    [("/v1/text", TEXT), ("/v1/texts", {"texts": [TEXT, {"text": "Stable."}]}), ("/v1/detect", TEXT)],
)
def test_the_same_request_has_the_same_answer(service: Service, path: str, body: object) -> None:
    key = f"same{path}"
    first = service.ask("POST", path, body, Idempotency_Key=key)
    plain = service.ask("POST", path, body)
    assert first.status == 200 and first.body == plain.body and not is_repeated(first)
    for _ in range(6):
        again = service.ask("POST", path, body, Idempotency_Key=key)
        assert (again.status, again.body, again.headers["content-type"]) == (200, first.body, "application/json")
        assert is_repeated(again) and again.headers["cache-control"] == "no-store"


def test_another_body_route_or_token_is_another_request(service: Service) -> None:
    assert service.ask("POST", "/v1/text", TEXT, Idempotency_Key="k1").status == 200
    for path, body in (("/v1/text", {"text": NOTE}), ("/v1/detect", TEXT)):
        answer = service.ask("POST", path, body, Idempotency_Key="k1")
        assert (answer.status, answer.code) == (422, "idempotency-key-reused")
        assert not any(value.encode() in answer.body for value in PLANTED)
    other = service.ask("POST", "/v1/text", {"text": "Stable."}, token="another", Idempotency_Key="k1")
    assert other.status == 200 and not is_repeated(other)


def test_records_are_answered_whole_and_once(service: Service) -> None:
    lines = LINE * 100 + b"no JSON\n"
    first = service.records(lines, Idempotency_Key="r1")
    assert first.status == 200 and first.body == service.records(lines).body and len(first.lines()) == 101
    again = service.records(lines, Idempotency_Key="r1")
    assert is_repeated(again) and again.body == first.body and again.headers["content-type"] == "application/x-ndjson"


def test_records_with_a_key_have_a_length_within_the_limit(service: Service) -> None:
    answer = service.records(b"\n" * 200_001, Idempotency_Key="r2")
    assert (answer.status, answer.code) == (413, "idempotency-length")
    connection = service.connect()
    told = {"Content-Type": "application/x-ndjson", "Authorization": f"Bearer {service.tokens['submit']}"}
    connection.request("POST", "/v1/records", iter([LINE]), told | {"Idempotency-Key": "r3"}, encode_chunked=True)
    found = connection.getresponse()
    assert found.status == 411 and b"idempotency-length" in found.read()
    connection.close()
    assert service.records(b"\n" * 200_001).status == 200


@pytest.mark.parametrize("key", ["", "a b", "a\tb", "ä", "k" * 256, "a\x7f"])
def test_what_is_no_key_is_refused(service: Service, key: str) -> None:
    answer = service.ask("POST", "/v1/text", TEXT, Idempotency_Key=key)
    assert (answer.status, answer.code) == (400, "idempotency-key")


def test_the_longest_key_counts_to_its_last_character(service: Service) -> None:
    for end in "ab":
        assert not is_repeated(service.ask("POST", "/v1/text", TEXT, Idempotency_Key="k" * 254 + end))
    assert is_repeated(service.ask("POST", "/v1/text", TEXT, Idempotency_Key="k" * 254 + "a"))


def test_two_keys_in_one_request_are_none(service: Service) -> None:
    head = (
        f"POST /v1/text HTTP/1.1\r\nHost: 127.0.0.1:{service.port}\r\nContent-Type: application/json\r\n"
        f"Authorization: Bearer {service.tokens['submit']}\r\nContent-Length: 18\r\n"
        "Idempotency-Key: a\r\nIdempotency-Key: a\r\n\r\n"
    )
    assert b"idempotency-key" in service.raw(head.encode() + b'{"text":"Stable."}')


def test_an_error_of_the_request_is_stored_too(service: Service) -> None:
    long = {"text": "Vexholm " * 200}
    first = service.ask("POST", "/v1/text", long, Idempotency_Key="long")
    assert (first.status, first.code) == (422, "text-too-long")
    again = service.ask("POST", "/v1/text", long, Idempotency_Key="long")
    assert again.status == 422 and is_repeated(again) and again.body == first.body


def test_requests_at_the_same_time_are_answered_once(service: Service) -> None:
    body = {"texts": [{"text": f"Stable on day {n}. " * 20} for n in range(100)]}
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda _: service.ask("POST", "/v1/texts", body, Idempotency_Key="together"), range(12)))
    assert sum(answer.status == 200 and not is_repeated(answer) for answer in found) == 1
    assert len({answer.body for answer in found if answer.status == 200}) == 1
    for answer in found:
        if answer.status != 200:
            assert (answer.status, answer.code) == (409, "idempotency-in-progress") and answer.headers["retry-after"]


@pytest.mark.skipif(sys.platform != "linux", reason="the test looks at /proc")
def test_a_request_whose_worker_died_is_answered_by_another(service: Service) -> None:
    body = {"texts": [{"text": f"Stable on day {n}, {'well ' * 150}."} for n in range(200)]}
    plain = service.ask("POST", "/v1/texts", body)
    for key in ("died-1", "died-2", "died-3"):
        lost = service.connect()
        told = {"Authorization": f"Bearer {service.tokens['submit']}", "Content-Type": "application/json"}
        lost.request("POST", "/v1/texts", json.dumps(body), told | {"Idempotency-Key": key})
        assert eventually(lambda: b"redactor_active_requests 1.0" in service.ask("GET", "/metrics").body)
        if service.ask("POST", "/v1/texts", body, Idempotency_Key=key).status == 409:
            break
        lost.close()
    else:
        raise AssertionError("the engine was too fast")
    for pid in workers_of(service):
        os.kill(pid, signal.SIGKILL)
    with closing(lost), pytest.raises((OSError, http.client.HTTPException)):
        lost.getresponse()
    again = service.ask("POST", "/v1/texts", body, Idempotency_Key=key)
    assert (again.status, again.body) == (200, plain.body) and not is_repeated(again)
    assert service.ask("POST", "/v1/texts", body, Idempotency_Key=key).body == plain.body
    metrics = service.ask("GET", "/metrics").body.decode()
    assert 'redactor_idempotency_total{result="in-progress"}' in metrics
    assert not any(value in metrics or value in service.told() for value in PLANTED)


# --- FHIR -------------------------------------------------------------------------------------------------------------


def fhir(service: Service, key: str, body: object, **more: str) -> Answer:
    return post(service, body, f"$de-identify?policy={POLICY}", Idempotency_Key=key, **more)


def test_an_operation_is_answered_once(service: Service) -> None:
    sent = bundle(PATIENT, CONDITION)
    first = fhir(service, "f1", sent)
    assert first.status == 200 and first.body == post(service, sent, f"$de-identify?policy={POLICY}").body
    for _ in range(4):
        again = fhir(service, "f1", sent)
        assert is_repeated(again) and (again.status, again.body) == (200, first.body)
        assert again.headers["content-type"] == FHIR
    for changed in (bundle(PATIENT), "no JSON"):
        answer = fhir(service, "f1", changed)
        assert (answer.status, outcome(answer)) == (422, "idempotency-key-reused")
    answer = fhir(service, "f1", sent, Prefer="respond-async")  # a job is another answer
    assert (answer.status, outcome(answer)) == (422, "idempotency-key-reused")
    assert outcome(fhir(service, "a b", sent)) == "idempotency-key"
    wrong = fhir(service, "f2", BROKEN)
    again = fhir(service, "f2", BROKEN)
    assert wrong.status == 422 and is_repeated(again) and again.body == wrong.body


def test_the_same_key_gives_the_same_job(service: Service) -> None:
    sent = bundle(PATIENT, *({**CONDITION, "id": f"c{n}"} for n in range(200)))
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: fhir(service, "j1", sent, Prefer="respond-async"), range(8)))
    assert {answer.status for answer in found} <= {202, 409}
    (place,) = {answer.headers["content-location"] for answer in found if answer.status == 202}
    path = place.removeprefix(f"http://127.0.0.1:{service.port}")
    assert eventually(lambda: service.ask("GET", path).status == 200)
    assert fhir(service, "j1", sent, Prefer="respond-async").headers["content-location"] == place
    other = fhir(service, "j2", sent, Prefer="respond-async").headers["content-location"]
    mine = fhir(service, "j1", sent, token="another", Prefer="respond-async").headers["content-location"]
    assert len({place, other, mine}) == 3


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the test looks at /proc")
def test_no_kill_doubles_a_job_with_a_key(tmp_path: Path, keyring_path: Path, called: Command) -> None:
    env = environment(tmp_path, keyring_path)
    token = called("serve", "tokens", "add", "a", "--role", "submit", env=env).stdout.strip()
    chance, places = random.Random(5), dict[str, set[str]]()
    with served(tmp_path, env, {"submit": token}, "--workers", "2") as service:
        for n in range(KEYS):
            if n % 10 == 9:
                threading.Timer(chance.random() / 50, kill_one, (service,)).start()
            key, sent = f"k{n}", {**PATIENT, "id": f"q{n}"}
            while key not in places:
                with suppress(OSError, http.client.HTTPException):
                    answer = fhir(service, key, sent, Prefer="respond-async")
                    if answer.status == 202:
                        places[key] = {answer.headers["content-location"].rpartition("/")[2]}
        for n in range(KEYS):
            answer = fhir(service, f"k{n}", {**PATIENT, "id": f"q{n}"}, Prefer="respond-async")
            assert is_repeated(answer)
            places[f"k{n}"].add(answer.headers["content-location"].rpartition("/")[2])
    assert all(len(found) == 1 for found in places.values())
    jobs = {path.name for path in (tmp_path / "home" / "fhir-jobs").iterdir() if not path.name.startswith(".")}
    assert jobs == {job for found in places.values() for job in found}


def kill_one(service: Service) -> None:
    os.kill(workers_of(service)[0], signal.SIGKILL)


def test_no_stored_answer_outlives_an_opt_out_or_a_forget(tmp_path: Path, keyring_path: Path, called: Command) -> None:
    env = environment(tmp_path, keyring_path)
    listed = tmp_path / "opt_out.txt"
    listed.write_text("p9\n")
    env |= {"REDACTOR_OPT_OUT": str(listed), "REDACTOR_SOURCE": "clinic"}
    token = called("serve", "tokens", "add", "a", "--role", "submit", env=env).stdout.strip()
    with served(tmp_path, env, {"submit": token}, "--workers", "2") as service:

        def repeats() -> list[bool]:
            answers = [service.ask("POST", "/v1/text", TEXT, Idempotency_Key="k") for _ in range(4)]
            return [is_repeated(answer) for answer in answers]

        assert repeats() == [False, True, True, True] and repeats() == [True] * 4
        os.utime(listed)
        assert repeats() == [True] * 4  # the list is the same
        with listed.open("a") as file:
            file.write("p1\n")
        assert repeats() == [False, True, True, True]
        assert service.ask("POST", "/v1/text", TEXT, Idempotency_Key="k").code == "opted-out"
        called("index", "forget", "--subject", "p1", "--yes", env=env)
        assert repeats() == [False, True, True, True]
        listed.unlink()
        answer = service.ask("POST", "/v1/text", TEXT, Idempotency_Key="k")
        assert (answer.status, answer.code) == (503, "withdrawals-unreadable")
        listed.write_text("p9\n")
        assert repeats() == [False, True, True, True]
