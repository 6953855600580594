"""`redactor run`, killed at twenty random points and resumed, gives the result of a run that was never killed."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from redactor.keys import Keyring
from redactor.run.state.quarantine import QuarantineStore
from tests.crash.warm_command import Forked, WarmCommand

pytestmark = pytest.mark.slow
KILLS = 20
BROKEN = '{"resourceType":"Patient","id":"x"\n{"resourceType":"Nothing","id":"y"}\n[1]\n' * 5


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory, called) -> Path:  # type: ignore[no-untyped-def]
    root = tmp_path_factory.mktemp("crash-cli")
    made = called("sample", root / "ehr", "--patients", "8", "--seed", "5")
    assert made.returncode == 0, made.stderr
    (root / "ehr" / "records" / "bundles" / "a-broken.ndjson").write_text(BROKEN)
    Keyring.generate().save(root / "keys.json")
    return root


@pytest.fixture(scope="module")
def warm(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WarmCommand]:
    """Has run the command over the first record of each file."""
    place = tmp_path_factory.mktemp("warm")
    (place / "ehr" / "records").mkdir(parents=True)
    for file in sorted((root / "ehr" / "records").glob("*.ndjson")):
        with file.open(encoding="utf-8") as lines:
            (place / "ehr" / "records" / file.name).write_text("".join(islice(lines, 1)), "utf-8")
    Keyring.generate().save(place / "keys.json")
    command = WarmCommand(_args(place, "first"), _env(place, "first"), place / "stderr")
    yield command
    command.close()


def _env(root: Path, name: str) -> dict[str, str]:
    clean = {k: v for k, v in os.environ.items() if not k.startswith("REDACTOR_")}
    return clean | {
        "REDACTOR_KEYRING": str(root / "keys.json"),
        "REDACTOR_HOME": str(root / name / "home"),
        "REDACTOR_BATCH_RECORDS": "8",
        "REDACTOR_DETECTORS": '["patterns", "known"]',  # only the run is under test; the student would take time
    }


def _args(root: Path, name: str, workers: int = 1) -> list[str]:
    place = [str(root / "ehr" / "records"), str(root / name / "out"), "--state", str(root / name / "state")]
    return ["run", *place, "--profile", "hips", "--workers", str(workers), "--json"]


def _start(root: Path, name: str, workers: int = 1) -> subprocess.Popen[bytes]:
    args = [sys.executable, "-m", "redactor", *_args(root, name, workers)]
    return subprocess.Popen(args, env=_env(root, name), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def _finish(process: subprocess.Popen[bytes] | Forked) -> None:
    _, err = process.communicate(timeout=120)
    assert process.returncode == 1, err.decode()  # 1: something is in quarantine


def _left(root: Path, name: str) -> dict[str, object]:
    """The bytes of OUT and audit, and the quarantine with decrypted payloads."""
    got: dict[str, object] = {p.name: p.read_bytes() for p in (root / name / "out").iterdir()}
    got["audit"] = (root / name / "state" / "audit.ndjson").read_bytes()
    store = QuarantineStore(root / name / "state", Keyring.load(root / "keys.json"), create=False)
    got["quarantine"] = [(h, store.show(h.id)) for h in store.list()]
    store.close()
    return got


@pytest.fixture(scope="module")
def whole(root: Path) -> dict[str, object]:
    """The result of a run that was never killed."""
    _finish(_start(root, "whole"))
    return _left(root, "whole")


def _size(audit: Path) -> int:
    return audit.stat().st_size if audit.exists() else 0


def test_a_command_killed_twenty_times_gives_the_uninterrupted_result(
    root: Path, whole: dict[str, object], warm: WarmCommand
) -> None:
    """Where a kill is to come before the run writes, the command starts anew; else it is a fork, with all imported."""
    rng = random.Random(23)
    audit = root / "killed" / "state" / "audit.ndjson"
    killed, grown = 0, []
    for n in range(KILLS):
        early, workers = n % 5 == 0, 2 if n % 8 == 7 else 1
        process: subprocess.Popen[bytes] | Forked = (
            _start(root, "killed", workers)
            if early
            else warm.start(_args(root, "killed", workers), _env(root, "killed"))
        )
        before, begun = _size(audit), time.monotonic()
        if early:
            # At any point: during imports, while the state is opened, within the first pass.
            time.sleep(0.3 + rng.random())
        else:
            while process.poll() is None and _size(audit) == before and time.monotonic() - begun < 30:
                time.sleep(0.002)
            time.sleep(rng.random() * 0.05)
        if process.poll() is None:
            process.kill()
            killed += 1
        process.communicate()
        grown.append(_size(audit) - before)
    assert killed == KILLS, "the run was over before it could be killed so often"
    assert sum(g > 0 for g in grown) > KILLS // 2, "most kills came before anything was written"
    _finish(_start(root, "killed"))
    left = _left(root, "killed")
    assert whole.keys() == left.keys()
    for name, content in whole.items():
        assert content == left[name], f"{name} differs from the run that was not killed"


def test_a_finished_run_started_again_changes_nothing(root: Path, whole: dict[str, object], warm: WarmCommand) -> None:
    _finish(warm.start(_args(root, "whole"), _env(root, "whole")))
    assert _left(root, "whole") == whole
