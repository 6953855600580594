"""The same stand-ins from a run with one, two or three workers and from a stream, whoever meets which record first.

`make proof` holds it over 200 keyrings. The tests over a real Kafka (tests/integration/test_stream_output.py) and with
worker processes (test_sample_sink.py) compare a few.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import PROOF, Command
from tests.leak.sittings import Sitting, differences, keyring, read_once

__all__ = ["read_once"]
_PATIENTS, _SEED = (20, 5) if PROOF else (6, 8)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory, called: Command) -> Path:
    out = tmp_path_factory.mktemp("ehr")
    done = called("sample", out, "--patients", str(_PATIENTS), "--seed", str(_SEED))
    assert done.returncode == 0, done.stderr
    return out / "records"


@pytest.mark.usefixtures("read_once")
@pytest.mark.parametrize(
    "number", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, 200 if PROOF else 2))]
)
def test_stand_ins_do_not_depend_on_who_comes_first(source: Path, tmp_path: Path, called: Command, number: int) -> None:
    sitting = Sitting(source, tmp_path, keyring(number), number)
    sitting.keyring.save(sitting.keys)
    one = sitting.run(called, 1)
    assert sum(one.values()) > 40 * _PATIENTS
    for name, other in (
        ("two", sitting.run(called, 2)),
        ("three", sitting.run(called, 3)),
        ("stream", sitting.stream()),
    ):
        assert not differences(one, other), f"keyring {number}: {name} differ"
        assert not differences(other, one), f"keyring {number}: {name} differ"
