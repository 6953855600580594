"""Workers of `redactor serve` are killed at any moment while clients ask, with retries: each request has one answer.

The answers are those of a service that nobody disturbs, before and after. `make proof` kills a hundred workers.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import signal
import sqlite3
import sys
import threading
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from tests.conftest import PROOF
from tests.unit.service.fhir_kit import FHIR
from tests.unit.service.serve_kit import NDJSON, PLANTED, Answer, Service, environment, eventually, served, workers_of

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc"),
]
KILLS = 100 if PROOF else 5
CLIENTS = 6
GIVEN, FAMILY = ("Tarquilla", "Borvanna", "Zeldrine"), ("Vexholm", "Quillstrand", "Ombrasq")


def request(n: int) -> tuple[str, bytes, str]:
    """A path, a body and its type. The same people come back in many requests."""
    name, subject = f"{GIVEN[n % 3]} {FAMILY[n // 3 % 3]}", f"p{n % 7}"
    note = f"{name}, MRN 7712{n % 40:04}, was seen by Dr. Emily {FAMILY[n % 3]} on 3/{n % 27 + 1}/2024. "
    if n % 5 == 0:
        return "/v1/text", json.dumps({"text": note * 20, "subject": subject}).encode(), "application/json"
    if n % 5 == 1:
        texts = [{"text": note + str(i), "subject": subject} for i in range(20)]
        return "/v1/texts", json.dumps({"texts": texts}).encode(), "application/json"
    if n % 5 == 2:
        return "/v1/detect", json.dumps({"text": note, "subject": subject}).encode(), "application/json"
    if n % 5 == 3:
        person = {"resourceType": "Patient", "id": f"f{n}", "name": [{"family": FAMILY[n % 3]}]}
        seen = {"resourceType": "Condition", "subject": {"reference": f"Patient/f{n}"}, "note": [{"text": note}]}
        sent = {"resourceType": "Bundle", "type": "collection", "entry": [{"resource": r} for r in (person, seen)]}
        return "/fhir/$de-identify?policy=hips", json.dumps(sent).encode(), FHIR
    patients = (
        {
            "resourceType": "Patient",
            "id": f"q{n}-{i}",
            "identifier": [{"system": "urn:mrn", "value": f"7712{n:05}{i}"}],
            "name": [{"family": FAMILY[i % 3], "given": [GIVEN[n % 3]]}],
        }
        for i in range(10)
    )
    return "/v1/records", b"".join(json.dumps(p).encode() + b"\n" for p in patients), NDJSON


def answered(service: Service, n: int, key: str | None) -> Answer:
    """The answer to a request, from a client that asks again until it has one."""
    path, body, kind = request(n)
    headers: Mapping[str, str | None] = {"Content_Type": kind} | ({} if key is None else {"Idempotency_Key": key})
    end = time.monotonic() + 180
    while time.monotonic() < end:
        with suppress(OSError, http.client.HTTPException):
            answer = service.ask("POST", path, body, **headers)
            if answer.status == 200:
                return answer
            assert answer.status in (409, 429, 503), answer.code
            assert answer.status != 409 or answer.code == "idempotency-in-progress"
        time.sleep(0.05)
    raise AssertionError(f"request {n} was lost")


def test_no_request_is_lost_or_answered_twice(tmp_path: Path, keyring_path: Path) -> None:
    chance = random.Random(os.getpid())
    env = environment(tmp_path, keyring_path) | {"REDACTOR_PROFILE": "hips"}
    killed, wanted = [0], threading.Event()
    answers: dict[int, set[bytes]] = {}
    done = dict.fromkeys(range(CLIENTS), 0)  # answers by client

    def client(service: Service, mine: int) -> None:
        n, luck = mine, random.Random(mine)
        while not wanted.is_set() or n < 20 * CLIENTS:
            bodies = answers.setdefault(n, set())
            while True:
                bodies.add(answered(service, n, f"key-{n}").body)
                done[mine] += 1
                if luck.random() > 0.3:
                    break  # else the client did not get its answer, and asks again
            n += CLIENTS

    with served(tmp_path, env, {}, "--no-tokens", "--workers", "2") as service:
        with ThreadPoolExecutor(CLIENTS) as pool:
            clients = [pool.submit(client, service, mine) for mine in range(CLIENTS)]
            try:
                while killed[0] < KILLS:
                    before = sum(done.values())
                    assert eventually(lambda before=before: sum(done.values()) > before)  # somebody answers
                    time.sleep(chance.uniform(0, 6))
                    for pid in chance.sample(found := workers_of(service), k=min(len(found), chance.choice((1, 1, 2)))):
                        os.kill(pid, signal.SIGKILL)
                        killed[0] += 1
            finally:
                wanted.set()
            for one in clients:
                one.result()
        assert eventually(lambda: len(workers_of(service)) == 2)
        for n, bodies in answers.items():  # nobody dies any more: the stored answers, and those without a key
            bodies.add(answered(service, n, f"key-{n}").body)
            bodies.add(answered(service, n, None).body)
        told = service.ask("GET", "/metrics").body.decode()
        stored = re.search(r'redactor_idempotency_total\{result="stored"\} (\d+)', told)
        # Fewer where a worker was killed after it had stored an answer and before it counted it, never more.
        assert stored and 0 < int(stored[1]) <= len(answers)
        assert not any(value in service.told() or value in told for value in PLANTED)
    db = sqlite3.connect(tmp_path / "home" / "service-answers.db")
    assert db.execute("SELECT count(*), count(answer) FROM answer").fetchone() == (len(answers), len(answers))
    db.close()
    with served(tmp_path, env | {"REDACTOR_HOME": str(tmp_path / "calm")}, {}, "--no-tokens") as service:
        for n, bodies in answers.items():
            bodies.add(answered(service, n, None).body)
    assert {n: len(bodies) for n, bodies in answers.items() if len(bodies) != 1} == {}
    print(f"{killed[0]} workers killed, {len(answers)} requests, each with one answer")
