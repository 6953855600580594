"""The base install is enough for a sample, its run and stand-ins; what needs an extra says which."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import packages_distributions
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from backports import zstd
from packaging.utils import canonicalize_name

from redactor.cli.root import COMMANDS
from tests.unit.base_packages import base_packages

Run = Callable[..., subprocess.CompletedProcess[str]]
OURS = {"clinical-redactor"}
SCRIPT = """
import json, sys
sys.modules.update(dict.fromkeys(json.loads(sys.argv[1])))  # importing one of them fails now
from redactor.cli import main
for command in sys.argv[2:]:
    sys.argv = ["redactor", *command.split()]
    try:
        main()
    except SystemExit as end:
        if end.code:
            raise
"""
NAMES = ("Vexholm", "Tarquilla", "Quillstrand")
"""No stand-in can be one of these by chance: the keyring of a test is random."""

RECORDS = (
    '{"resourceType":"Patient","id":"p1","name":[{"family":"Vexholm","given":["Tarquilla"]}]}\n'
    '{"resourceType":"Observation","id":"o1","status":"final","code":{"text":"x"},"subject":{"reference":"Patient/p1"},'
    '"note":[{"text":"Seen by Dr. Emily Quillstrand with Tarquilla Vexholm."}]}\n'
)


@pytest.fixture(scope="module")
def beyond_base() -> str:
    """The modules that only extras and the tools of development install."""
    base = base_packages() | OURS
    modules = packages_distributions().items()
    beyond = sorted(name for name, owners in modules if not base & {canonicalize_name(o) for o in owners})
    assert {"pyarrow", "faker", "fhir", "zstandard", "torch", "pytest"} <= {*beyond}
    assert not {"numpy", "backports", "onnxruntime", "redactor"} & {*beyond}
    return json.dumps(beyond)


@pytest.fixture
def redactor(beyond_base: str, tmp_path: Path) -> Run:
    """Runs commands one after another until one fails; the exit code is then that of the last."""
    env = {**os.environ, "REDACTOR_KEYRING": str(tmp_path / "keys.json"), "REDACTOR_HOME": str(tmp_path / "home")}

    def run(*commands: str) -> subprocess.CompletedProcess[str]:
        told = [sys.executable, "-c", SCRIPT, beyond_base, "keys init keys.json", *commands]
        return subprocess.run(told, env=env, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)

    return run


def test_a_sample_and_a_run_with_stand_ins_need_no_extra(redactor: Run, tmp_path: Path) -> None:
    (tmp_path / "records.ndjson.zst").write_bytes(zstd.compress(RECORDS.encode()))
    done = redactor(
        "sample ehr --patients 1 --seed 7", "run records.ndjson.zst out --profile hips", "verify out"
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "ehr" / "records" / "Patient.ndjson").is_file()
    released = (tmp_path / "out" / "records-00001.ndjson").read_text()
    assert "Seen by Dr." in released and not any(name in released for name in NAMES)


def test_every_command_loads_without_an_extra(redactor: Run, tmp_path: Path) -> None:
    (tmp_path / "in.ndjson").write_text(RECORDS)
    helps = (f"{command} --help" for command in COMMANDS)
    done = redactor(*helps, "run in.ndjson out", "quarantine list", "runs")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("command", ["run in out", "schema infer in/a.parquet"])
def test_a_parquet_file_names_its_extra_and_nothing_leaves(redactor: Run, tmp_path: Path, command: str) -> None:
    (tmp_path / "in").mkdir()
    pq.write_table(pa.table({"id": ["1"]}), tmp_path / "in" / "a.parquet")
    (tmp_path / "in" / "p.ndjson").write_text(RECORDS)
    done = redactor(command)
    assert done.returncode == 2 and "clinical-redactor[parquet]" in done.stderr, done.stderr
    assert not (tmp_path / "out").exists()
