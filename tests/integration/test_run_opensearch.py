"""A whole run over a real OpenSearch: the same stand-ins as with the embedded index, for any number of workers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from redactor.keys import Keyring
from redactor.sample.sink import write_sink
from tests.conftest import Command
from tests.integration.opensearch_kit import Bench

pytestmark = [pytest.mark.services, pytest.mark.slow]


def released(out: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in sorted(out.iterdir()) if p.name != "manifest.json"}


def test_stand_ins_do_not_depend_on_the_store(bench: Bench, tmp_path: Path, in_process: Command) -> None:
    keys = tmp_path / "keys.json"
    Keyring.generate().save(keys)
    settings = {"KEYRING": str(keys), "HOME": str(tmp_path / "home"), "DETECTORS": '["patterns","known"]'}
    write_sink(tmp_path / "ehr", 2, 5)
    outs = []
    for name, workers, relex in (
        ("embedded", 1, {}),
        ("opensearch", 2, {"RELEX__INDEX": bench.url, "RELEX__INDEX_NAME": bench.name}),
        ("opensearch-again", 1, {"RELEX__INDEX": bench.url, "RELEX__INDEX_NAME": bench.name}),
    ):
        out = tmp_path / name
        done = in_process(
            "run", tmp_path / "ehr" / "records", out, "--profile", "hips", "--workers", workers, "--json",
            "--state", tmp_path / f"state-{name}",
            env={f"REDACTOR_{name}": value for name, value in {**settings, **relex}.items()},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["outcomes"].get("quarantined", 0) == 0
        outs.append(released(out))
    assert outs[0] == outs[1] == outs[2] and len(outs[0]) > 10
