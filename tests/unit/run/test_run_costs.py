"""What a run keeps of its costs by tier: over tiers, workers, starts that failed, and apart from OUT."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from redactor.cli.run_summary import money, summary_as_json
from redactor.costs import Cost, Costs, Tier
from redactor.errors import EndpointRefusedError
from redactor.evaluate.costs import ALL, Prices, report_costs
from redactor.llm.ledger import NAME, FileLedger, read_costs
from redactor.settings import LlmPrices
from tests.conftest import Command
from tests.unit.llm.obliging import oblige
from tests.unit.llm.scripted_server import Reply, ScriptedServer, error, question
from tests.unit.run.test_llm_run import NOTES, Desk


@pytest.fixture
def desk(tmp_path: Path, keyring_path: Path) -> Desk:
    return Desk(tmp_path, keyring_path)


def test_tiers_have_their_requests_and_tokens_and_no_work_is_nobodys(desk: Desk) -> None:
    asked: dict[str, int] = {"questions": 0, "passes": 0}

    def script(request: Mapping[str, Any]) -> Reply:
        asked["passes" if "<note-" in question(request) else "questions"] += 1
        return oblige(request)

    letter = {"contentType": "text/plain", "data": base64.b64encode(NOTES[0].encode()).decode()}
    document = {"resourceType": "DocumentReference", "id": "d", "status": "current", "type": {"text": "Letter"},
                "subject": {"reference": "Patient/p0"}, "content": [{"attachment": letter}]}  # fmt: skip
    (desk.root / "in" / "d.ndjson").write_text(json.dumps(document))
    with ScriptedServer(script) as server:
        done = desk.run("out", server.url, always=["letter"])
    costs, spent = done.costs, done.spent
    assert spent is not None and {t.value: costs.of(t).requests for t in (Tier.QUESTIONS, Tier.PASSES)} == asked
    assert min(asked.values()) > 0 and costs.sent == spent.requests == sum(asked.values())
    assert sum(costs.of(t).asked for t in Tier) == spent.asked
    assert sum(costs.of(t).answered for t in Tier) == spent.answered
    assert all(costs.of(tier).cpu > 0 for tier in Tier) and not any(costs.of(tier).gpu for tier in Tier)
    assert costs.begun == costs.done > 0 and costs.characters >= sum(map(len, NOTES))
    told: Any = summary_as_json(done, LlmPrices(asked=1e6))["costs"]
    assert told["in_all"]["all"]["money"] == spent.asked


def test_processes_add_up_and_out_holds_nothing_of_it(desk: Desk) -> None:
    with ScriptedServer(oblige) as server:
        one = desk.run("one", server.url)
        two = desk.run("two", server.url, workers=2, home="other")
    for tier in (Tier.QUESTIONS, Tier.PASSES):
        assert one.costs.of(tier).requests == two.costs.of(tier).requests
    assert (one.costs.texts, one.costs.characters) == (two.costs.texts, two.costs.characters)
    assert two.costs.begun == two.costs.done >= 3
    first, second = desk.files("one"), desk.files("two")
    for files in (first, second):
        told = json.loads(files.pop("manifest.json"))
        assert "costs" not in told and not {"cpu", "cpu_seconds"} & set(told)
    assert first == second


def test_a_start_that_failed_counts_with_the_one_that_resumes(desk: Desk) -> None:
    refuses = True

    def script(request: dict[str, Any]) -> Reply:
        return error(401) if refuses else oblige(request)

    with ScriptedServer(script) as server:
        with pytest.raises(EndpointRefusedError):
            desk.run("out", server.url, batch_records=1)
        failed = read_costs(desk.root / "out-state")
        refuses = False
        done = desk.run("out", server.url, batch_records=1)
    assert failed.begun == failed.done > 0 and failed.of(Tier.STUDENT).cpu > 0
    assert done.costs.done > failed.done and done.costs.of(Tier.STUDENT).cpu > failed.of(Tier.STUDENT).cpu
    again = desk.run("out", "http://127.0.0.1:9/v1", batch_records=1)
    assert again.costs == done.costs, "nothing was left to read"


@pytest.fixture
def measured(desk: Desk, keyring_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A run, whose home is that of the settings."""
    monkeypatch.setenv("REDACTOR_KEYRING", str(keyring_path))
    monkeypatch.setenv("REDACTOR_HOME", str(desk.root / "home"))
    (desk.root / "home" / "runs").mkdir(parents=True)
    with ScriptedServer(oblige) as server:
        desk.run("out", server.url)
    (desk.root / "out-state").rename(desk.root / "home" / "runs" / "one")
    return desk


def test_the_command_finds_the_run_of_out_and_counts_it_once(measured: Desk, in_process: Command) -> None:
    state = measured.root / "home" / "runs" / "one"
    kept = read_costs(state)
    done = in_process("evaluate", "costs", measured.root / "out", state, "--json", "--price-in", "2000000",
                      "--price-cpu-hour", "3600")  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["runs"], told["characters"], told["unfinished"]) == (1, kept.characters, 0)
    everything = told["in_all"][ALL]
    assert everything["tokens_asked"] == sum(kept.of(t).asked for t in Tier) > 0
    assert everything["money"] == pytest.approx(2 * everything["tokens_asked"] + everything["cpu_seconds"])
    per_note = everything["cpu_seconds"] / kept.characters * 1e6
    assert told["per_1000_notes"][ALL]["cpu_seconds"] == pytest.approx(per_note)
    shown = in_process("evaluate", "costs", measured.root / "out")
    assert shown.returncode == 0 and "student" in shown.stdout and "missing" not in shown.stderr


def test_fractions_of_a_cent_are_shown(measured: Desk, in_process: Command) -> None:
    given = ("evaluate", "costs", measured.root / "out", "--price-cpu-hour", "0.04")
    kept = json.loads(in_process(*given, "--json").stdout)["per_1000_notes"]
    shown = {cells[1].strip(): cells[-2].strip() for line in in_process(*given).stdout.splitlines()
             if len(cells := line.split("│")) > 2}  # fmt: skip
    for name in ("student", ALL):
        assert 0 < float(shown[name]) < 1
        assert float(shown[name]) == pytest.approx(kept[name]["money"], rel=0.005)


@pytest.mark.parametrize(
    ("amount", "told"),
    [(0, "0.00"), (0.0000001, "<0.000001"), (0.00031249, "0.000312"), (0.0456, "0.0456"), (0.9999, "1.000"),
     (1, "1.00"), (1234.567, "1,234.57")],
)  # fmt: skip
def test_money_shows_the_digits_that_count(amount: float, told: str) -> None:
    assert money(amount) == told


@pytest.mark.parametrize("option", ["--price-in", "--price-out", "--price-cpu-hour", "--price-gpu-hour"])
@pytest.mark.parametrize("given", ["inf", "1e308", "nan", "-1", "1000000001", "free"])
def test_a_price_is_finite_and_bounded(option: str, given: str, tmp_path: Path, in_process: Command) -> None:
    done = in_process("evaluate", "costs", tmp_path, f"{option}={given}")
    assert (done.returncode, done.stdout) == (2, "")
    assert "1,000,000,000" in done.stderr


def test_the_highest_prices_give_numbers(measured: Desk, in_process: Command) -> None:
    most = ("--price-in", "1e9", "--price-out", "1e9", "--price-cpu-hour", "1e9", "--price-gpu-hour", "1e9")
    done = in_process("evaluate", "costs", measured.root / "out", *most, "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout, parse_constant=lambda name: pytest.fail(name))
    assert told["per_1000_notes"][ALL]["money"] > 1


def test_what_a_crash_cut_short_is_told(measured: Desk, in_process: Command) -> None:
    ledger = FileLedger(measured.root / "home" / "runs" / "one", None)
    ledger.begin_batch()
    ledger.reserve(10)
    shown = in_process("evaluate", "costs", measured.root / "out")
    assert (
        "seconds of some batches are missing, since they were cut short by a crash or a time limit: 1" in shown.stderr
    )
    assert (
        "tokens of some requests are missing, since they were cut short by a crash or a time limit: 1" in shown.stderr
    )


def test_an_out_of_nobody_and_a_state_without_costs_say_what_to_do(
    measured: Desk, tmp_path: Path, in_process: Command
) -> None:
    state = measured.root / "home" / "runs" / "one"
    (state / NAME).unlink()
    done = in_process("evaluate", "costs", state)
    assert done.returncode == 2 and "this state holds no costs" in done.stderr
    done = in_process("evaluate", "costs", measured.root / "out")
    assert done.returncode == 2 and "redactor runs lists them" in done.stderr
    (state / NAME).write_bytes(b"costs")
    done = in_process("evaluate", "costs", measured.root / "out")
    assert done.returncode == 2 and "damaged" in done.stderr
    assert in_process("evaluate", "costs", tmp_path / "nowhere").returncode == 2


def test_prices_by_hand() -> None:
    """2 s of CPU at 36 an hour are 0.02, 10 s of a GPU at 3.6 are 0.01; 3,000 tokens asked at 10 a million 0.03."""
    costs = Costs({Tier.STUDENT: Cost(2_000_000, 10_000_000), Tier.QUESTIONS: Cost(0, 0, 4, 3_000, 500, 1)}, 3, 2, 7,
                  2_000_000, 5)  # fmt: skip
    report = report_costs(costs, Prices(10, 100, 36, 3.6))
    assert report.in_all["student"].money == pytest.approx(0.03)
    assert report.in_all["questions"].money == pytest.approx(0.03 + 0.05)
    assert report.in_all[ALL].money == pytest.approx(0.11)
    assert report.per_1000_notes[ALL].cpu_seconds == pytest.approx(1.0), "2,000 notes of 1,000 characters"
    assert (report.unfinished, report.unanswered, report.unsaid) == (1, 1, 1)
    assert report_costs(Costs(), Prices()).per_1000_notes == {}
