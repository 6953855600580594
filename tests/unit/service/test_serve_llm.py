"""What `redactor serve` shows where its LLM does not answer, refuses every request, or has spent its tokens."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.unit.llm.scripted_server import Reply, ScriptedServer, error
from tests.unit.run.test_llm_run import NOTES, clear_all
from tests.unit.service.fhir_kit import parameters, post
from tests.unit.service.serve_kit import Service, environment, eventually, served

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")

from redactor.service.supervisor import Supervisor
from redactor.service.worker import LlmState

BUDGET = 1_000_000
HANGS = 0  # in place of a status


class Endpoint:
    """An endpoint whose answers a test changes. It answers at first."""

    def __init__(self) -> None:
        self.status, self.notes = 200, 0

    def __call__(self, request: dict[str, Any]) -> Reply:
        if self.status == HANGS:
            return Reply(before=30)
        return error(self.status, "Vexholm") if self.status != 200 else clear_all(request)

    def note(self) -> str:
        """A note with questions that nobody has asked yet."""
        self.notes += 1
        return f"{NOTES[self.notes % 3]} Visit {self.notes}."


def asking(folder: Path, keyring: Path, url: str, **more: Any) -> dict[str, str]:
    llm = {"base_url": url, "model": "m", "ask_above": 0.001, "ask_below": 0.6, "deadline_seconds": 1}
    return environment(folder, keyring) | {
        "REDACTOR_DETECTORS": '["patterns","known","student"]',
        "REDACTOR_MCP__HTTP": "true",
        "REDACTOR_LLM": json.dumps(llm | {"token_budget": BUDGET} | more),
    }


def figures(service: Service, name: str) -> dict[str, float]:
    """The values of a metric, by its labels as they are written."""
    text = service.ask("GET", "/metrics").body.decode()
    return {labels: float(value) for labels, value in re.findall(rf"^{name}(?:\{{(.*)\}})? (\S+)$", text, re.M)}


def degraded(service: Service) -> list[str]:
    answer = service.ask("GET", "/ready")
    assert answer.status == 200 and answer.json()["status"] == "ready"
    return list(answer.json().get("degraded", []))


@pytest.fixture(scope="module")
def endpoint() -> Endpoint:
    return Endpoint()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, keyring_path: Path, endpoint: Endpoint) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("llm")
    with (
        ScriptedServer(endpoint) as server,
        served(folder, asking(folder, keyring_path, server.url), {}, "--no-tokens", "--workers", "2") as found,
    ):
        yield found


def read(service: Service, endpoint: Endpoint) -> Any:
    return service.ask("POST", "/v1/text", {"text": endpoint.note()})


def test_counts_are_there_before_anybody_asks(service: Service) -> None:
    assert degraded(service) == []
    for name in ("requests", "questions", "open_questions"):
        assert figures(service, f"redactor_llm_{name}_total") == {"": 0}
    assert set(figures(service, "redactor_llm_away").values()) == {0.0}
    assert figures(service, "redactor_llm_failures_total")['failure="llm-down"'] == 0
    assert figures(service, "redactor_llm_tokens_left") == {"": BUDGET}


def test_an_outage_is_seen_at_every_worker_until_it_ends(service: Service, endpoint: Endpoint) -> None:
    for endpoint.status in (503, HANGS):  # fewer than open a breaker
        assert read(service, endpoint).status == 200
    assert {tuple(degraded(service)) for _ in range(12)} == {("llm-down",)}
    assert figures(service, "redactor_llm_failures_total")['failure="llm-down"'] >= 2
    assert figures(service, "redactor_llm_open_questions_total")[""] >= 2
    assert figures(service, "redactor_llm_away")['why="llm-down"'] == 1
    assert figures(service, "redactor_llm_tokens_total") == {'kind="asked"': 0, 'kind="answered"': 0}
    assert eventually(lambda: "the LLM does not answer" in service.told()) and "again" not in service.told()

    endpoint.status = 200
    before = figures(service, "redactor_llm_open_questions_total")
    assert {read(service, endpoint).status for _ in range(8)} == {200}  # by both workers
    assert degraded(service) == [] and set(figures(service, "redactor_llm_away").values()) == {0.0}
    assert eventually(lambda: "the LLM answers again" in service.told())
    assert service.told().count("the LLM does not answer") == service.told().count("the LLM answers again") == 1
    tokens, left_over = figures(service, "redactor_llm_tokens_total"), figures(service, "redactor_llm_tokens_left")
    assert tokens['kind="asked"'] >= 8 * 70 and tokens['kind="answered"'] >= 8 * 7
    assert left_over[""] <= BUDGET - sum(tokens.values())
    asked, still_open = (figures(service, f"redactor_llm_{name}_total")[""] for name in ("questions", "open_questions"))
    assert still_open - before[""] < asked - before[""]
    assert not any(name in service.told() for name in ("Marlowe", "Whitcombe", "Juniper"))


def test_a_revoked_key_is_unavailable_and_the_log_says_what_to_set(service: Service, endpoint: Endpoint) -> None:
    endpoint.status = 401
    answers = [read(service, endpoint) for _ in range(8)]  # by both workers, before and after their breakers open
    for answer in answers:
        assert (answer.status, answer.code, answer.headers["retry-after"]) == (503, "service-unavailable", "10")
    assert degraded(service) == ["llm-refuses"]
    assert service.ask("POST", "/v1/text", {"text": "BP 120/80."}).status == 200
    assert eventually(lambda: "HTTP 401" in service.told())
    assert service.told().count("HTTP 401") == 1
    assert "api_key_env" in service.told() and "start the service again" in service.told()
    assert "Vexholm" not in service.told() and "unexpected" not in service.told()
    away = figures(service, "redactor_llm_away")
    assert away['why="llm-refuses"'] == 1 and sum(away.values()) == 1
    assert figures(service, "redactor_llm_breaker_open")[""] >= 1
    assert figures(service, "redactor_llm_failures_total")['failure="llm-refused"'] >= 8
    assert figures(service, "redactor_outcomes_total")['outcome="quarantined",reason="internal-error"'] == 0


def test_other_routes_say_so_too(service: Service, endpoint: Endpoint) -> None:
    texts = service.ask("POST", "/v1/texts", {"texts": [{"text": endpoint.note()}, {"text": endpoint.note()}]})
    assert (texts.status, texts.code) == (503, "service-unavailable")
    note = {
        "resourceType": "Observation", "id": "o1", "status": "final", "code": {"text": "note"},
        "note": [{"text": endpoint.note()}],
    }  # fmt: skip
    (line,) = service.records(json.dumps(note).encode()).lines()
    assert (line["outcome"], line["reason"]) == ("quarantined", "service-unavailable")
    fhir = post(service, parameters(note))
    assert (fhir.status, fhir.code) == (503, "service-unavailable")
    call = {"name": "deidentify_text", "arguments": {"text": endpoint.note()}}
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    mcp = service.ask("POST", "/mcp", asked, Accept="application/json, text/event-stream")
    assert mcp.status == 200 and "not-possible" in mcp.body.decode()  # the log has said what to do


@pytest.mark.slow
def test_an_endpoint_that_takes_the_key_again_is_asked_again(service: Service, endpoint: Endpoint) -> None:
    """The breaker of a worker pauses for 15 seconds, and doubles that where the key is refused again."""
    endpoint.status = 401
    assert read(service, endpoint).status == 503 and degraded(service) == ["llm-refuses"]
    endpoint.status = 200
    breakers = "redactor_llm_breaker_open"
    assert eventually(lambda: read(service, endpoint).status == 200 and not figures(service, breakers)[""])
    assert read(service, endpoint).status == 200 and degraded(service) == []
    assert set(figures(service, "redactor_llm_away").values()) == {0.0}


def test_each_state_is_told_once_in_a_while_at_most(tmp_path: Path) -> None:
    told: list[str] = []
    plan = SimpleNamespace(workers=0, metrics=tmp_path)
    found = Supervisor(cast(Any, plan), cast(Any, None), print, print, print, told.append)
    for now, state in enumerate(("", "down", "down", "", "down", "", "refuses", "down", "refuses")):
        found._llm = LlmState(state, f"{state} {now}")
        found._tell_of_state(float(now))
    assert told == ["down 1", " 3", "refuses 6"]
    found._llm = LlmState("down", "down again")
    found._tell_of_state(60.0)
    assert len(told) == 3
    found._tell_of_state(61.5)  # nothing new was said meanwhile
    assert told[3:] == ["down again"]


def test_the_worker_that_asked_last_knows_best_also_when_others_start(tmp_path: Path) -> None:
    """Workers are other processes, of which each counts in files of the folder."""
    program = """
import sys
from pathlib import Path
from redactor.service.metrics import share_metrics, Metrics
share_metrics(Path(sys.argv[1]), int(sys.argv[2]))
metrics = Metrics()
metrics.begin_llm(7)
if sys.argv[3] != "start":
    metrics.llm_state(sys.argv[3], held_back=bool(sys.argv[3]))
text = metrics.exposition().decode()
print(metrics.llm_away(), *(line for line in text.splitlines() if line.startswith("redactor_llm_breaker")))
"""

    def worker(slot: int, state: str) -> str:
        given = [sys.executable, "-c", program, str(tmp_path), str(slot), state]
        return subprocess.run(given, capture_output=True, check=True, text=True).stdout.strip()

    assert worker(0, "start") == "redactor_llm_breaker_open 0.0"
    assert worker(0, "llm-down") == "llm-down redactor_llm_breaker_open 1.0"
    assert worker(1, "start") == "llm-down redactor_llm_breaker_open 1.0"
    assert worker(1, "llm-refuses") == "llm-refuses redactor_llm_breaker_open 2.0"
    assert worker(0, "") == "redactor_llm_breaker_open 1.0"
