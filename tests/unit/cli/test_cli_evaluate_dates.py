"""`redactor evaluate dates` as a person and as a program call it."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.unit.evaluate import planted_kit as planted
from tests.unit.evaluate import shifted_kit as kit


@pytest.fixture(scope="module")
def leaky(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An OUT with plan years of 12 subjects, and their true shifts in truth.json beside it."""
    root = tmp_path_factory.mktemp("dates")
    rng = random.Random(1)
    records = [record for i in range(12) for record in planted.plan_years(rng, f"p{i}")]
    shifts = kit.draw_shifts(records, 1)
    kit.released(records, root / "out", shifts)
    (root / "truth.json").write_text(json.dumps(shifts))
    return root


def test_figures_for_machines_and_the_bound(leaky: Path, in_process: Command) -> None:
    done = in_process("evaluate", "dates", leaky / "out", "--truth", leaky / "truth.json", "--json")
    assert done.returncode == 1, done.stderr
    told = json.loads(done.stdout)
    assert (told["level"], told["jitter"], told["subjects"], told["candidates"]) == ("intervals", 0, 12, 104)
    figures = {figure["name"]: figure for figure in told["figures"]}
    assert figures["together"]["right"] > 0.9
    assert figures["together"]["known"] == 12
    assert figures["holidays"]["left_median"] == 99
    done = in_process("evaluate", "dates", leaky / "out", "--bound", "1")
    assert done.returncode == 0
    assert "right" not in done.stdout


def test_regularities_are_left_out_by_name(leaky: Path, in_process: Command) -> None:
    done = in_process("evaluate", "dates", leaky / "out", "--without", "plan-years,months", "--json")
    assert done.returncode == 0
    assert "plan-years" not in {figure["name"] for figure in json.loads(done.stdout)["figures"]}
    done = in_process("evaluate", "dates", leaky / "out", "--only", "plan-years")
    assert done.returncode == 1
    assert "holidays" not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [(("--only", "moon"), "take names of"), (("--end", "soon"), "needs a day"), (("--level", "years"), "--level"),
     (("--truth", "nowhere"), "truth is not there")],
)  # fmt: skip
def test_what_cannot_run_exits_2(leaky: Path, arguments: tuple[str, ...], told: str, in_process: Command) -> None:
    done = in_process("evaluate", "dates", leaky / "out", *arguments)
    assert done.returncode == 2
    assert told in done.stderr


def test_a_folder_that_is_no_release_exits_2(tmp_path: Path, in_process: Command) -> None:
    assert in_process("evaluate", "dates", tmp_path).returncode == 2
    assert in_process("evaluate", "dates", tmp_path / "none").returncode == 2


def test_a_truth_that_is_no_input_of_the_run_is_refused(
    tmp_path: Path, in_process: Command, keyring_path: Path
) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    lines = [
        json.dumps({"resourceType": "Encounter", "id": f"e{i}", "status": "finished", "class": {"code": "AMB"},
                    "subject": {"reference": f"Patient/p{i % 3}"}, "period": {"start": f"2021-03-{i + 1:02d}"}})
        for i in range(20)
    ]  # fmt: skip
    (source / "e.ndjson").write_text("\n".join(lines))
    env = {"REDACTOR_HOME": str(tmp_path / "home"), "REDACTOR_DETECTORS": '["patterns"]'}
    keyed = env | {"REDACTOR_KEYRING": str(keyring_path)}
    assert in_process("run", source, out, "--profile", "hips", env=keyed).returncode == 0
    told = in_process("evaluate", "dates", out, "--truth", source, "--bound", "1", "--json", env=keyed)
    assert told.returncode == 0 and json.loads(told.stdout)["figures"][-1]["known"] == 3, told.stderr
    assert "set REDACTOR_KEYRING" in in_process("evaluate", "dates", out, "--truth", source, env=env).stderr
    (source / "e.ndjson").write_text("\n".join(reversed(lines)))
    done = in_process("evaluate", "dates", out, "--truth", source, env=keyed)
    assert done.returncode == 2 and "OUT was not made of IN as it is now" in " ".join(done.stderr.split())


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_a_plot_is_drawn(leaky: Path, suffix: str, tmp_path: Path, in_process: Command) -> None:
    pytest.importorskip("matplotlib")
    plot = tmp_path / f"dates.{suffix}"
    done = in_process("evaluate", "dates", leaky / "out", "--truth", leaky / "truth.json", "--plot", plot)
    assert done.returncode == 1, done.stderr
    assert plot.read_bytes()[:5] in (b"<?xml", b"\x89PNG\r")


def test_help_shows_an_example(in_process: Command) -> None:
    assert "redactor evaluate dates out" in in_process("evaluate", "dates", "--help").stdout
