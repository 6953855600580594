"""A run that is killed at six random points (twenty under PROOF=1) and resumed gives the result of one never killed."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from redactor.keys import Keyring
from redactor.run.state.lookup_rows import LookupRows
from redactor.run.state.quarantine import QuarantineStore
from tests.conftest import PROOF

CHILD = Path(__file__).with_name("crash_child.py")
KILLS = 20 if PROOF else 6
RECORDS = 3000


def _input(folder: Path) -> None:
    rng = random.Random(5)
    folder.mkdir()
    rows = [
        {"id": str(rng.randrange(RECORDS)), "v": "x" * rng.randrange(80), "bad": i % 23 == 0, "gone": i % 101 == 0}
        for i in range(RECORDS)
    ]
    half = RECORDS // 2
    (folder / "a.ndjson").write_text("".join(json.dumps(r) + "\n" for r in rows[:half]) + "{broken\n")
    (folder / "b.json").write_text(json.dumps(rows[half : half + half // 2]))
    entries = [{"fullUrl": f"urn:{i}", "resource": r} for i, r in enumerate(rows[half + half // 2 :])]
    entries[5:5] = [{"request": {"method": "DELETE", "url": "Patient/9"}}]
    middle = len(entries) // 2
    parts = [entries[:middle], entries[middle // 2 :], entries[:middle]]  # two that share entries; the first again
    bundles = [{"resourceType": "Bundle", "type": "transaction", "entry": part} for part in parts]
    (folder / "c.ndjson").write_text("".join(json.dumps(b) + "\n" for b in bundles))


def _start(root: Path, name: str, *, pause: float = 0.0, careless: bool = False) -> subprocess.Popen[bytes]:
    env = dict(os.environ) | {"CRASH_TEST_PAUSE": str(pause)}
    if careless:
        env["CRASH_TEST_IGNORE_JOURNAL"] = "1"
    places = [str(root / "in"), str(root / name / "out"), str(root / name / "state"), str(root / "keys.json")]
    return subprocess.Popen([sys.executable, str(CHILD), *places], env=env, stderr=subprocess.PIPE)


def _finish(process: subprocess.Popen[bytes]) -> None:
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0, err.decode()


def _all(root: Path, name: str) -> dict[str, object]:
    """The result of a run: the bytes of OUT and audit, and the quarantine and rows for lookups, decrypted."""
    got: dict[str, object] = {p.name: p.read_bytes() for p in (root / name / "out").iterdir()}
    got["audit"] = (root / name / "state" / "audit.ndjson").read_bytes()
    store = QuarantineStore(root / name / "state", Keyring.load(root / "keys.json"))
    got["quarantine"] = [(h, store.show(h.id) if h.bytes else b"") for h in store.list()]
    store.close()
    with closing(LookupRows(root / name / "state", Keyring.load(root / "keys.json"))) as rows:
        got["lookup"] = list(rows.read())
    return got


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("crash")
    Keyring.generate().save(root / "keys.json")
    _input(root / "in")
    _finish(_start(root, "whole"))
    return root


def _kill_and_go_on(root: Path, name: str, kills: int, *, careless: bool = False) -> int:
    """Start the run, wait until it has written something new, wait a random moment, send SIGKILL, then let a second run
    finish.
    """
    rng = random.Random(11)
    killed = 0
    state = root / name / "state"
    for _ in range(kills):
        process = _start(root, name, pause=0.002, careless=careless)
        audit, begun = state / "audit.ndjson", time.monotonic()
        size = audit.stat().st_size if audit.exists() else 0
        while process.poll() is None and time.monotonic() - begun < 20:
            if audit.exists() and audit.stat().st_size != size:
                time.sleep(rng.random() * 0.04)
                break
            time.sleep(0.001)
        if process.poll() is None:
            process.kill()
            killed += 1
        process.communicate()
    _finish(_start(root, name, careless=careless))
    return killed


def test_a_run_killed_many_times_loses_and_duplicates_nothing(root: Path) -> None:
    assert _kill_and_go_on(root, "killed", KILLS) == KILLS
    whole, killed = _all(root, "whole"), _all(root, "killed")
    rows = whole["lookup"]
    assert isinstance(rows, list) and len(rows) > RECORDS / 2
    assert whole.keys() == killed.keys()
    for name, content in whole.items():
        assert content == killed[name], f"{name} differs from the run that was not killed"


@pytest.mark.slow  # the mutant changes when the journal does
def test_without_the_journaled_offsets_records_are_duplicated(root: Path) -> None:
    """The test above can fail: appending at the end of the files, ignoring the journal, duplicates records."""
    _kill_and_go_on(root, "careless", 6, careless=True)
    assert _all(root, "careless") != _all(root, "whole")
