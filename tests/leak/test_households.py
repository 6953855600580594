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
from redactor.evaluate.households import HouseholdReport, measure_households
from redactor.keys.keyring_file import FORMAT
from redactor.run.runner import run
from redactor.settings import Settings, load_settings

WAYS = 14  # to say who belongs together
# Under a few keyrings, and under more of them in make slow, since each costs a second and a half.
KEYRINGS = [pytest.param(range(3), id="3"), pytest.param(range(3, 8), id="5", marks=pytest.mark.slow)]


def keyring(number: int) -> str:
    """One of a few keyrings, with the same stand-ins in every run."""
    secret = base64.b64encode(bytes([number]) * 32).decode()
    return json.dumps({
        "format": FORMAT,
        "pseudonym": [{"id": "p1", "epoch": 1, "secret": secret}],
        "encryption": [{"id": "e1", "secret": secret}],
    })  # fmt: skip


def settings(home: Path, number: int = 0, **more: Any) -> Settings:
    return load_settings(profile="hips", home=home, keyring=keyring(number), detectors=("patterns", "known"), **more)


@pytest.fixture(scope="module", params=KEYRINGS)
def reports(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> list[HouseholdReport]:
    """The same households under several keyrings."""
    folder = tmp_path_factory.mktemp("households")
    write_households(folder, 3 * WAYS, seed=5, notes=1)
    return [measure_households(folder, settings(tmp_path_factory.mktemp("home"), number)) for number in request.param]


def share(pair: tuple[int, int]) -> float:
    return pair[0] / pair[1]


def test_a_person_has_one_stand_in_in_every_chart(reports: list[HouseholdReport]) -> None:
    for report in reports:
        assert report.quarantined == 0 and report.replaced > 1800 and report.across[1] > 90
        assert share(report.across) >= 0.98, report.faults
        assert share(report.people) >= 0.98, report.faults


def test_families_share_surnames_and_no_two_of_them_a_given_name(reports: list[HouseholdReport]) -> None:
    """A short form of a name is the name: who becomes "Greg" is no brother of who becomes "Gregory"."""
    for report in reports:
        assert report.surnames[1] > 150 and share(report.surnames) >= 0.98, report.faults
        assert report.apart[1] > 200 and report.apart[0] == report.apart[1]


def test_a_surname_that_strangers_have_in_common_says_nothing_of_their_stand_ins(
    reports: list[HouseholdReport],
) -> None:
    """Households draw independently. Two of them that have a surname in common have a stand-in in common by chance.

    That is one pair of households in 250, and a pair of households counts for up to nine pairs of people.
    """
    pairs = [report.strangers for report in reports]
    assert all(counted > 50 for _, counted in pairs)
    assert sum(same for same, _ in pairs) / sum(counted for _, counted in pairs) < 0.04


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
