"""Records that name patients by identifier, from runs with several workers and from a stream."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.leak.sittings import Sitting, differences, keyring
from tests.unit.run.identifier_kit import Json, day_of, mrn, name_of, patient, sink

_PATIENTS = 30


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """120 records by identifier, those of a few patients whom nothing tells, in files in which nothing is in order."""
    folder = tmp_path_factory.mktemp("ehr")
    people, records = sink(_PATIENTS)
    shared = [patient(40), patient(41, identifier=[mrn(41), mrn(40)])]
    everything: list[Json] = [*people, *records, *shared, *sink(42, 1)[1][40:]]
    random.Random(5).shuffle(everything)
    for n in range(3):
        (folder / f"{n}.ndjson").write_text("".join(json.dumps(r) + "\n" for r in everything[n::3]))
    return folder


def test_a_run_with_any_workers_and_a_stream_release_the_same(source: Path, tmp_path: Path, called: Command) -> None:
    sitting = Sitting(source, tmp_path, keyring(3), 3)
    sitting.keyring.save(sitting.keys)
    one, three, stream = sitting.run(called, 1), sitting.run(called, 3), sitting.stream()
    assert sum(one.values()) == 2 * _PATIENTS + 4 * _PATIENTS + 4
    assert not differences(one, three) and not differences(three, one)
    # A stream holds a record whose identifier two patients have.
    held = differences(one, stream)
    assert len(held) == 1 and not differences(stream, one)
    assert "20" not in json.loads(held[0])["note"][0]["text"]
    left = "\n".join(one)
    for n in (*range(_PATIENTS), 40, 41):
        assert name_of(n) not in left and mrn(n)["value"] not in left
        assert f'"{day_of(n, 0).year}"' not in left
