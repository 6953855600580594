"""The attack of `redactor evaluate dates` on lives by a real calendar, as `hips` releases them.

What bookkeeping tells is gone. What still tells (imputed dates, texts, seasons, daylight saving) is measured in
docs/benchmarks.md.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from redactor.evaluate.date_attack.report import Figures, figures, read_attack
from redactor.evaluate.date_attack.truth import true_shifts
from redactor.sample import write_sink
from tests.leak.conftest import Run
from tests.leak.reading import Release

LIMIT = 1 << 24
BOOKKEEPING = ("plan-years", "lots", "offsets", "load-hours", "order")


@pytest.fixture(scope="module")
def release(run_redactor: Run, tmp_path_factory: pytest.TempPathFactory) -> Release:
    root = tmp_path_factory.mktemp("lives")
    write_sink(root / "ehr", 8, 5, calendar=True)
    return run_redactor(root / "ehr" / "records", "hips", detectors='["patterns","known"]')


@pytest.fixture(scope="module")
def found(release: Release) -> dict[str, Figures]:
    result = read_attack(release.out, LIMIT)
    return {figure.name: figure for figure in figures(result, release.source, release.out, LIMIT)}


def test_every_record_of_the_calendar_is_released(release: Release) -> None:
    assert set(release.manifest["outcomes"]) == {"released"}


def test_shifts_are_whole_weeks_of_each_year_of_a_patient(release: Release) -> None:
    known = true_shifts(Path(release.source), release.out, LIMIT, by_year=True)
    assert len({name.split()[0] for name in known}) == 8 and len(known) > 60
    assert all(days % 7 == 0 and abs(days) <= 7 * (52 + 12) for days in known.values())


@pytest.mark.parametrize("name", BOOKKEEPING)
def test_bookkeeping_tells_nothing(found: dict[str, Figures], name: str) -> None:
    assert found[name].best < 0.02
    assert found[name].left_low >= 85


def test_most_weeks_of_events_stay_unknown(found: dict[str, Figures]) -> None:
    """Measured on more lives: docs/benchmarks.md. Here a defence that is off would give more than half."""
    together = found["together"]
    assert together.known > 60
    assert together.right is not None and together.right < 0.25
