"""One person is one stand-in across patients, and families share surnames, whatever says that they belong together."""

from __future__ import annotations

import base64
import json
import random
from pathlib import Path
from typing import Any

import pytest

from benchmarks.household_records import write_households
from redactor.assemble.runs import build_run
from redactor.evaluate.households import HouseholdReport, measure
from redactor.keyring_file import FORMAT
from redactor.run.runner import run
from redactor.settings import Settings, load_settings

pytestmark = pytest.mark.slow
WAYS = 14  # to say who belongs together
SECRET = base64.b64encode(bytes(32)).decode()
# The same stand-ins in every run.
KEYS = {
    "format": FORMAT,
    "pseudonym": [{"id": "p1", "epoch": 1, "secret": SECRET}],
    "encryption": [{"id": "e1", "secret": SECRET}],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("households")
    write_households(found, 3 * WAYS, seed=5, notes=1)
    return found


def settings(home: Path, **more: Any) -> Settings:
    # Open: with 4 of 12 keyrings two people of one household share the stand-in of a given name (1 pair of 784).
    told: dict[str, Any] = {"profile": "hips", "home": home, "keyring": json.dumps(KEYS), "recipient": "lab"}
    return load_settings(detectors=("patterns", "known"), **told, **more)


@pytest.fixture(scope="module")
def report(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> HouseholdReport:
    return measure(folder, settings(tmp_path_factory.mktemp("home")))


def share(pair: tuple[int, int]) -> float:
    return pair[0] / pair[1]


def test_a_person_has_one_stand_in_in_every_chart(report: HouseholdReport) -> None:
    assert report.quarantined == 0 and report.replaced > 1800 and report.across[1] > 90
    assert share(report.across) >= 0.98, report.faults
    assert share(report.people) >= 0.98, report.faults


def test_families_share_surnames_and_strangers_do_not(report: HouseholdReport) -> None:
    assert report.surnames[1] > 150 and share(report.surnames) >= 0.98, report.faults
    assert report.strangers[1] > 50 and report.strangers[0] == 0, "two households share a surname's stand-in"
    assert report.apart[1] > 200 and report.apart[0] == report.apart[1]


def test_stand_ins_do_not_depend_on_the_order_of_records_batches_and_workers(tmp_path: Path) -> None:
    write_households(tmp_path, WAYS, seed=6, notes=1)
    lines = [line for path in sorted((tmp_path / "records").iterdir()) for line in path.read_text("utf-8").splitlines()]
    released = []
    for seed, workers, batch in ((1, 1, 500), (2, 2, 40)):
        random.Random(seed).shuffle(lines)
        source, out = tmp_path / f"in{seed}", tmp_path / f"out{seed}"
        source.mkdir()
        (source / "all.ndjson").write_text("\n".join(lines), "utf-8")
        run(*build_run(settings(tmp_path / f"home{seed}", batch_records=batch), source, out, workers=workers))
        records = (json.loads(x) for path in out.glob("records-*") for x in path.read_text("utf-8").splitlines())
        # The place of a record in its file may show in ids that derive from it.
        released.append({r["id"]: r for r in records if r["resourceType"] != "Bundle"})
    assert released[0] == released[1] and len(released[0]) > 100
