"""One person is one stand-in across patients, and families share surnames, whatever says that they belong together."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from benchmarks.household_records import write_households
from redactor.assemble.runs import build_run
from redactor.evaluate.households import HouseholdReport, measure
from redactor.keys import Keyring
from redactor.run.runner import run
from redactor.settings import Settings, load_settings

HOUSEHOLDS = 42  # three of each way to say it


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("households")
    write_households(found, HOUSEHOLDS, seed=5, notes=3)
    Keyring.generate().save(found / "keys.json")
    return found


def settings(folder: Path, home: Path) -> Settings:
    detectors = ("patterns", "known")
    return load_settings(profile="hips", home=home, keyring=str(folder / "keys.json"), detectors=detectors)


@pytest.fixture(scope="module")
def report(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> HouseholdReport:
    return measure(folder, settings(folder, tmp_path_factory.mktemp("home")))


def share(pair: tuple[int, int]) -> float:
    return pair[0] / pair[1]


def test_a_person_has_one_stand_in_in_every_chart(report: HouseholdReport) -> None:
    assert report.quarantined == 0 and report.replaced > 3000 and report.across[1] > 90
    assert share(report.across) >= 0.98, report.faults
    assert share(report.people) >= 0.98, report.faults


def test_families_share_surnames_and_strangers_do_not(report: HouseholdReport) -> None:
    assert report.surnames[1] > 150 and share(report.surnames) >= 0.98, report.faults
    assert report.strangers[1] > 50 and report.strangers[0] == 0
    assert report.apart[1] > 200 and report.apart[0] == report.apart[1]


def test_the_release_does_not_depend_on_workers_and_batches(folder: Path, tmp_path: Path) -> None:
    released = []
    for workers, batch in ((1, 500), (2, 7)):
        here = settings(folder, tmp_path / f"home{workers}").model_copy(update={"batch_records": batch})
        run(*build_run(here, folder / "records", tmp_path / f"out{workers}", workers=workers))
        released.append({p.name: p.read_bytes() for p in sorted((tmp_path / f"out{workers}").glob("records-*"))})
    assert released[0] == released[1] and len(released[0]) > 5


def test_stand_ins_do_not_depend_on_the_order_of_records(folder: Path, tmp_path: Path) -> None:
    names = []
    for seed in (1, 2):
        lines = [
            line for path in sorted((folder / "records").iterdir()) for line in path.read_text("utf-8").splitlines()
        ]
        random.Random(seed).shuffle(lines)
        source = tmp_path / f"in{seed}"
        source.mkdir()
        (source / "all.ndjson").write_text("\n".join(lines), "utf-8")
        run(*build_run(settings(folder, tmp_path / f"home{seed}"), source, tmp_path / f"out{seed}"))
        text = (tmp_path / f"out{seed}").glob("records-*")
        found = (json.loads(line) for path in text for line in path.read_text("utf-8").splitlines())
        names.append(
            {r["id"]: r for r in found if r["resourceType"] in ("Patient", "RelatedPerson", "DocumentReference")}
        )
    assert names[0] == names[1] and len(names[0]) > 200
