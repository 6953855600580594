"""A whole run over a real OpenSearch: the same stand-ins as with the embedded index, for any number of workers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from redactor.keys import Keyring
from tests.integration.opensearch_kit import Bench

pytestmark = pytest.mark.services


def redactor(*args: str | Path, **settings: str) -> dict[str, Any]:
    env = {"PATH": "/usr/bin:/bin", "HOME": settings["HOME"]} | {
        f"REDACTOR_{name}": value for name, value in settings.items() if name != "HOME"
    }
    done = subprocess.run(
        [sys.executable, "-m", "redactor", *map(str, args)], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout) if "--json" in args else {}


def released(out: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in sorted(out.iterdir()) if p.name != "manifest.json"}


def test_stand_ins_do_not_depend_on_the_store(bench: Bench, tmp_path: Path) -> None:
    keys = tmp_path / "keys.json"
    Keyring.generate().save(keys)
    settings = {"HOME": str(tmp_path), "KEYRING": str(keys), "DETECTORS": '["patterns","known"]'}
    redactor("sample", tmp_path / "ehr", "--patients", "4", "--seed", "5", **settings)
    outs = []
    for name, workers, relex in (
        ("embedded", 1, {}),
        ("opensearch", 2, {"RELEX__INDEX": bench.url, "RELEX__INDEX_NAME": bench.name}),
        ("opensearch-again", 1, {"RELEX__INDEX": bench.url, "RELEX__INDEX_NAME": bench.name}),
    ):
        out = tmp_path / name
        told = redactor(
            "run", tmp_path / "ehr" / "records", out, "--profile", "hips", "--workers", str(workers), "--json",
            "--state", tmp_path / f"state-{name}", **settings, **relex,
        )  # fmt: skip
        assert told["outcomes"].get("quarantined", 0) == 0
        outs.append(released(out))
    assert outs[0] == outs[1] == outs[2] and len(outs[0]) > 10
