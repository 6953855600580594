"""Kills at any moment, while jobs of the FHIR interface are asked for and run: none that was accepted is lost."""

from __future__ import annotations

import http.client
import random
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.unit.service.fhir_kit import CONDITION, PATIENT, POLICY, bundle, post
from tests.unit.service.serve_kit import environment, served

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")


@pytest.mark.slow
def test_no_kill_loses_a_job_that_was_accepted_or_doubles_a_record(
    tmp_path: Path, keyring_path: Path, called: Command
) -> None:
    env = environment(tmp_path, keyring_path)
    tokens = {"submit": called("serve", "tokens", "add", "one", "--role", "submit", env=env).stdout.strip()}
    chance, accepted = random.Random(7), dict[str, int]()
    for turn in range(12):
        with suppress(AssertionError), served(tmp_path, env, tokens) as service:
            end = time.monotonic() + chance.random()
            while time.monotonic() < end and len(accepted) < 4 * (turn + 1):
                size = chance.randrange(1, 150)
                sent = bundle(PATIENT, *({**CONDITION, "id": f"t{turn}-{n}"} for n in range(size)))
                with suppress(http.client.HTTPException, OSError):
                    answer = post(service, sent, f"$de-identify?policy={POLICY}", Prefer="respond-async")
                    accepted[answer.headers["content-location"].rpartition("/")[2]] = size
            service.process.kill()
    assert len(accepted) > 12
    with served(tmp_path, env, tokens) as service:
        for job, size in accepted.items():
            while (answer := service.ask("GET", f"/fhir/jobs/{job}")).status == 202:
                time.sleep(0.05)
            told = answer.json()
            counts = {file["type"]: file["count"] for file in told["output"]}
            assert counts == {"Condition": size, "Patient": 1} and told["error"] == []
            lines = service.ask("GET", f"/fhir/jobs/{job}/Condition.ndjson").lines()
            assert len({line["id"] for line in lines}) == size
        left = [path.name for path in (tmp_path / "home" / "fhir-jobs").rglob("*")]
        assert "request" not in left and not any(name.endswith(".part") for name in left)
        assert "Traceback" not in service.told()
