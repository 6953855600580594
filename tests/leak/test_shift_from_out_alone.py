"""The attack of `redactor evaluate dates` on lives by a real calendar, as `hips` releases them.

What bookkeeping, imputed dates and texts tell is gone. What still tells (vaccines, seasons, the pandemic, coding
systems) is measured in docs/benchmarks.md.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from redactor.evaluate.date_attack.report import Figures, attack_figures, read_attack, true_shifts
from redactor.policy.profiles import load_profile
from redactor.sample import write_sink
from tests.each_row import each_row
from tests.leak.conftest import Run
from tests.leak.reading import Release

LIMIT = 1 << 24
GONE = ("plan-years", "lots", "offsets", "load-hours", "clock-hours", "order", "missed")
CHANCE = 1 / 104


@pytest.fixture(scope="module")
def release(run_redactor: Run, tmp_path_factory: pytest.TempPathFactory) -> Release:
    root = tmp_path_factory.mktemp("lives")
    write_sink(root / "ehr", 8, 5, calendar=True)
    return run_redactor(root / "ehr" / "records", "hips", detectors='["patterns","known"]')


@pytest.fixture(scope="module")
def found(release: Release) -> dict[str, Figures]:
    result = read_attack(release.out, LIMIT)
    return {figure.name: figure for figure in attack_figures(result, release.source, release.out, LIMIT)}


def test_every_record_of_the_calendar_is_released(release: Release) -> None:
    assert set(release.manifest["outcomes"]) == {"released"}


def test_the_shift_of_a_life_changes_along_it(release: Release) -> None:
    known = true_shifts(Path(release.source), release.out, LIMIT)
    lives = [{days // 7 for _, days in moved} for name, moved in known.items() if name.startswith("Patient/")]
    assert len(lives) == 8
    most = load_profile("hips").dates.drift_weeks
    assert all(max(weeks) - min(weeks) <= 2 * most + 1 for weeks in lives)
    assert sum(len(weeks) > 4 for weeks in lives) > 5


@pytest.mark.slow  # an attack by statistics
@each_row("name", GONE)
def test_it_tells_nothing(found: dict[str, Figures], name: str) -> None:
    assert found[name].best == pytest.approx(CHANCE, abs=0.003)
    assert found[name].left_low >= 95


@pytest.mark.slow  # of the attack above
def test_all_subjects_are_judged(found: dict[str, Figures]) -> None:
    assert found["together"].known == 8
