"""`redactor run --dry-run`: what a run would ask an LLM."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Command
from tests.unit.llm.scripted_server import ScriptedServer
from tests.unit.run.test_llm_run import Desk, clear_all, desk  # noqa: F401


def test_a_dry_run_counts_what_a_run_asks_and_connects_to_nobody(
    desk: Desk,  # noqa: F811
    in_process: Command,
    keyring_path: Path,
) -> None:
    def dry(url: str, *args: str) -> Any:
        llm = {"base_url": url, "model": "m", "ask_above": 0.001, "prices": {"asked": 2, "answered": 8}}
        env = {"REDACTOR_LLM": json.dumps(llm), "REDACTOR_KEYRING": str(keyring_path)}
        env["REDACTOR_HOME"] = str(desk.root / "home")
        done = in_process("run", str(desk.root / "in"), str(desk.root / "out"), "--dry-run", *args, env=env)
        assert done.returncode == 0, done.stderr
        return done

    with ScriptedServer(clear_all) as server:
        counted = json.loads(dry(server.url, "--json").stdout)
        by_two = json.loads(dry(server.url, "--json", "--workers", "2", "--price-in", "0").stdout)
        shown = dry(server.url, "--profile", "hips")
        assert server.connections == 0
        assert not (desk.root / "out").exists() and not [*(desk.root / "home" / "runs").iterdir()]
        assert not (desk.root / "home" / "stand-ins.db").exists()
        done = desk.run("out", server.url)
        assert len(server.seen) == counted["requests"] > 0
        again = json.loads(dry(server.url, "--json").stdout)
        nothing = dry(server.url)
        unpriced = dry(server.url, "--price-in", "0", "--price-out", "0")
    assert counted["questions"] == done.second["asked"] and counted["records"] == 3
    assert counted["cost"] == (2 * counted["tokens_asked"] + 8 * counted["tokens_answered"]) / 1e6
    assert by_two == counted | {"cost": 8 * counted["tokens_answered"] / 1e6}
    assert "would be sent: requests" in shown.stderr
    assert again["requests"] == 0, "all answers are stored"
    assert "0.00" in nothing.stderr and "no prices are set" not in nothing.stderr
    assert "no prices are set" in unpriced.stderr


def test_a_dry_run_without_an_llm_says_so(desk: Desk, in_process: Command, keyring_path: Path) -> None:  # noqa: F811
    done = in_process(
        "run", str(desk.root / "in"), str(desk.root / "out"), "--dry-run", env={"REDACTOR_KEYRING": str(keyring_path)}
    )
    assert done.returncode == 2 and "add [llm]" in done.stderr


@pytest.mark.parametrize("price", [float("inf"), 1e308, float("nan"), -1])
def test_a_price_without_bound_is_refused(
    desk: Desk,  # noqa: F811
    in_process: Command,
    keyring_path: Path,
    price: float,
) -> None:
    llm = {"base_url": "http://127.0.0.1:9/v1", "model": "m", "prices": {"asked": 1, "answered": price}}
    env = {"REDACTOR_LLM": json.dumps(llm), "REDACTOR_KEYRING": str(keyring_path)}
    given = ("run", desk.root / "in", desk.root / "out", "--dry-run", "--json")
    done = in_process(*given, env=env)
    assert (done.returncode, done.stdout) == (2, "")
    assert "llm.prices.answered" in done.stderr
    del llm["prices"]
    done = in_process(*given, f"--price-out={price}", env=env | {"REDACTOR_LLM": json.dumps(llm)})
    assert (done.returncode, done.stdout) == (2, "")
    assert "a price is a number from 0 to 1,000,000,000" in " ".join(done.stderr.replace("│", " ").split())
