"""`redactor llm batch`: requests go into a file once, and results that belong to them are answers of the next run.

The provider is a fake: it answers the file of requests with the same script as the scripted server.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from redactor.llm import batches as llm_batches
from tests.conftest import Command
from tests.unit.llm.scripted_server import ScriptedServer
from tests.unit.run.test_llm_run import NOTES, Desk, clear_all, desk  # noqa: F401

Line = dict[str, Any]
NOWHERE = "http://127.0.0.1:9/v1"


class Batches:
    def __init__(self, of: Desk, command: Command, keyring: Path) -> None:
        self.desk, self._command, self._keyring = of, command, keyring

    def __call__(self, *args: str, url: str = NOWHERE, **llm: Any) -> Any:
        told = {"base_url": url, "model": "m", "ask_above": 0.001, "ask_below": 0.6, **llm}
        env = {"REDACTOR_LLM": json.dumps(told), "REDACTOR_KEYRING": str(self._keyring)}
        env["REDACTOR_HOME"] = str(self.desk.root / "home")
        return self._command("llm", "batch", *args, env=env)

    def write(self, name: str, *args: str, **llm: Any) -> tuple[dict[str, int], list[Line]]:
        file = self.desk.root / name
        done = self("write", str(self.desk.root / "in"), str(file), "--json", *args, **llm)
        assert done.returncode == 0, done.stderr
        lines = file.read_text().splitlines() if file.exists() else []
        return json.loads(done.stdout), [json.loads(line) for line in lines]

    def collect(self, results: list[Any]) -> dict[str, int]:
        file = self.desk.root / "results.jsonl"
        file.write_text("".join(f"{one if isinstance(one, str) else json.dumps(one)}\n" for one in results))
        done = self("collect", str(self.desk.root / "in"), str(file), "--json")
        assert done.returncode == 0, done.stderr
        counts: dict[str, int] = json.loads(done.stdout)
        return counts


@pytest.fixture
def batches(desk: Desk, in_process: Command, keyring_path: Path) -> Batches:  # noqa: F811
    return Batches(desk, in_process, keyring_path)


def fake_result(line: Line, script: Callable[[Line], Any] = clear_all) -> Line:
    """What the fake provider makes of a request."""
    body = json.loads(script(line["body"]).body)
    return {"custom_id": line["custom_id"], "response": {"status_code": 200, "body": body}, "error": None}


def test_a_run_finds_the_answers_of_a_batch(batches: Batches) -> None:
    with ScriptedServer(clear_all) as server:
        counts, lines = batches.write("batch.jsonl", url=server.url)
        collected = batches.collect([fake_result(line) for line in reversed(lines)])
        assert not server.connections
    assert counts == {"requests_written": len(lines), "left_for_the_next_file": 0, "written_before": 0, "held_back": 0}
    assert lines and collected["used"] == collected["results"] == len(lines)
    file = batches.desk.root / "batch.jsonl"
    assert file.stat().st_mode & 0o777 == 0o600 and sorted(lines, key=lambda x: x["custom_id"]) == lines
    assert {(x["method"], x["url"]) for x in lines} == {("POST", "/v1/chat/completions")}
    ids = "".join(x["custom_id"] for x in lines)
    assert ids.isalnum() and all(len(x["custom_id"]) <= 64 for x in lines)
    done = batches.desk.run("out", NOWHERE)  # the endpoint is down
    assert done.spent is not None and done.spent.requests == 0
    assert done.outcomes == {"released": 3} and done.second["cleared"] == done.second["asked"] > 0
    with ScriptedServer(clear_all) as server:  # what a run sends is what was written
        batches.desk.run("live", server.url, home="other")
        live = {x.json["messages"][1]["content"] for x in server.seen}
    assert len(live) == len(lines)
    assert not [*(batches.desk.root / "home" / "runs").glob("*/stdout")]


def test_no_request_is_written_twice(batches: Batches) -> None:
    _, first = batches.write("a.jsonl")
    counts, again = batches.write("b.jsonl", "--workers", "2")
    assert again == [] and counts["requests_written"] == 0 and counts["written_before"] == len(first)
    done = batches("write", str(batches.desk.root / "in"), str(batches.desk.root / "a.jsonl"))
    assert done.returncode == 2 and "FILE exists" in done.stderr
    assert {p.name for p in batches.desk.root.iterdir()} == {"in", "home", "a.jsonl"}


def test_a_kill_before_the_file_appears_writes_nothing_twice(batches: Batches, monkeypatch: pytest.MonkeyPatch) -> None:
    """The marks are durable before the name is: what no file holds is left to the run."""

    def die(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Path, "hardlink_to", die)
        assert batches("write", str(batches.desk.root / "in"), str(batches.desk.root / "a.jsonl")).returncode != 0
    assert not (batches.desk.root / "a.jsonl").exists()
    assert batches.write("b.jsonl")[1] == []


def test_a_file_has_a_limit_and_the_next_one_holds_the_rest(batches: Batches, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(llm_batches, "MOST_REQUESTS", 1)
    counts, first = batches.write("a.jsonl")
    assert len(first) == 1 and counts["left_for_the_next_file"] > 0
    _, second = batches.write("b.jsonl")
    assert len(second) == 1 and first != second


def test_hostile_results_count_for_nothing(batches: Batches) -> None:
    _, lines = batches.write("batch.jsonl")
    assert len(lines) == len(NOTES)
    good, twice, expired = (fake_result(line) for line in lines)
    other = json.loads(json.dumps(twice))
    other["response"]["body"]["choices"][0]["message"]["content"] = '{"answers": []}'
    late = {"custom_id": expired["custom_id"], "response": None, "error": {"code": "batch_expired", "message": "no"}}
    foreign = good | {"custom_id": "a" * 32}
    collected = batches.collect(
        [good, twice, other, late, foreign, "{not json", "[]", "7", {"custom_id": 7, "response": {}}, ""]
    )
    assert collected["used"] == 1
    done = batches.desk.run("out", NOWHERE, on_outage="quarantine")
    assert done.outcomes == {"quarantined": 2, "released": 1}
    assert batches.write("b.jsonl")[1] == [], "what has no answer is left to the run"


def test_half_of_the_results_may_be_missing_and_a_refusal_clears_nothing(batches: Batches) -> None:
    _, lines = batches.write("batch.jsonl")
    refused = fake_result(lines[0])
    refused["response"]["status_code"] = 500
    cut = fake_result(lines[1])
    cut["response"]["body"]["choices"][0]["finish_reason"] = "length"
    collected = batches.collect([refused, cut])
    assert (collected["results"], collected["used"], collected["useless"]) == (1, 0, 1)
    done = batches.desk.run("out", NOWHERE)
    assert "cleared" not in done.second and done.second["unsure"] == done.second["asked"]


def test_privacy_and_budget_hold(batches: Batches) -> None:
    counts, lines = batches.write("budget.jsonl", token_budget=100)
    assert (lines, counts["held_back"]) == ([], len(NOTES))
    done = batches("write", str(batches.desk.root / "in"), str(batches.desk.root / "x"), url="https://llm.example/v1")
    assert done.returncode == 2 and "allow_hosts" in done.stderr and not (batches.desk.root / "x").exists()
    inside = batches("write", str(batches.desk.root / "in"), str(batches.desk.root / "in" / "x.jsonl"))
    assert inside.returncode == 2 and "lies in IN" in inside.stderr
    home = b"".join(p.read_bytes() for p in (batches.desk.root / "home").rglob("*") if p.is_file())
    batches.write("a.jsonl")
    assert not [name for name in (b"Marlowe", b"Hadley", b"Juniper") if name in home]
    assert [p.name for p in (batches.desk.root / "in").iterdir()] == ["o.ndjson"]


def test_results_that_cannot_be_read(batches: Batches) -> None:
    for name in ("missing.jsonl", "in"):
        done = batches("collect", str(batches.desk.root / "in"), str(batches.desk.root / name))
        assert done.returncode == 2 and "the file of results cannot be read" in done.stderr


def test_help_has_examples(in_process: Command) -> None:
    for args in ((), ("write",), ("collect",)):
        assert "Example: redactor llm batch" in in_process("llm", "batch", *args, "--help").stdout
