"""The workers of `redactor serve` spend one budget of LLM tokens, which is that of home."""

from __future__ import annotations

import json
import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from redactor.llm.ledger import FileLedger, read_totals
from tests.unit.llm.scripted_server import ScriptedServer
from tests.unit.run.test_llm_run import NOTES, clear_all
from tests.unit.service.serve_kit import Service, environment, eventually, served, workers_of

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")

BUDGET = 1_000_000
OPTIONS = ("--no-tokens", "--workers", "2")


def asking(folder: Path, keyring: Path, url: str) -> dict[str, str]:
    llm = {"base_url": url, "model": "m", "ask_above": 0.001, "ask_below": 0.6, "deadline_seconds": 1}
    return environment(folder, keyring) | {
        "REDACTOR_DETECTORS": '["patterns","known","student"]',
        "REDACTOR_LLM": json.dumps(llm | {"token_budget": BUDGET}),
    }


def read(service: Service, n: int) -> int:
    return service.ask("POST", "/v1/text", {"text": f"{NOTES[n % 3]} Visit {n}."}).status


@pytest.mark.slow
def test_all_workers_count_in_one_ledger_also_those_that_replace_others(tmp_path: Path, keyring_path: Path) -> None:
    with ScriptedServer(clear_all) as server:
        with served(tmp_path, asking(tmp_path, keyring_path, server.url), {}, *OPTIONS) as service:
            with ThreadPoolExecutor(4) as pool:
                assert set(pool.map(lambda n: read(service, n), range(8))) == {200}
            before = read_totals(tmp_path / "home" / "service-llm")
            assert before.requests == len(server.seen) > 0
            if sys.platform == "linux":
                killed = workers_of(service)
                for pid in killed:
                    os.kill(pid, signal.SIGKILL)
                assert eventually(lambda: len(workers_of(service)) == 2 and not {*killed} & {*workers_of(service)})
            assert [read(service, n) for n in range(8, 10)] == [200, 200]
        after = read_totals(tmp_path / "home" / "service-llm")
        assert after.requests == len(server.seen) > before.requests and after.spent > before.spent


@pytest.mark.slow
def test_what_a_home_has_spent_is_spent_for_the_next_service(tmp_path: Path, keyring_path: Path) -> None:
    FileLedger(tmp_path / "home" / "service-llm", None).reserve(BUDGET)
    with ScriptedServer(clear_all) as server:
        with served(tmp_path, asking(tmp_path, keyring_path, server.url), {}, "--no-tokens") as service:
            for _ in ("at the start", "after a text"):
                assert service.ask("GET", "/ready").json() == {"status": "ready", "degraded": ["llm-budget"]}
                assert read(service, 0) == 200
            metrics = service.ask("GET", "/metrics").body.decode()
            assert '\nredactor_llm_away{why="llm-budget"} 1.0\n' in metrics
            assert "\nredactor_llm_tokens_left 0.0\n" in metrics
            assert eventually(lambda: "llm.token_budget is spent" in service.told())
        assert not server.seen and read_totals(tmp_path / "home" / "service-llm").refused > 0
