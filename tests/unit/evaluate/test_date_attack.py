"""The attack on shifted dates finds what is planted, nothing in random dates, and is as sure as it is right."""

from __future__ import annotations

import datetime as dt
import json
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from redactor.dates import shift_fhir
from redactor.errors import EvaluationError
from redactor.evaluate.date_attack.attack import EVIDENCES
from redactor.evaluate.date_attack.report import Figures, attack_figures, read_attack, shifts_of_units, true_shifts
from redactor.sample import write_sink
from redactor.sample.calendar_life import working_day
from tests.unit.evaluate import planted_kit as planted
from tests.unit.evaluate import shifted_kit as kit

LIMIT = 1 << 24
CHANCE = 1 / 104
SOFT = ("holidays", "covid", "flu-shots", "seasons", "icd")


def attacked(out: Path, shifts: dict[str, int], names: Sequence[str] = EVIDENCES, **more: object) -> dict[str, Figures]:
    truth = out.with_suffix(".json")
    truth.write_text(json.dumps(shifts))
    result = read_attack(out, LIMIT, names=names, **more)  # type: ignore[arg-type]
    return {figure.name: figure for figure in attack_figures(result, truth, out, LIMIT)}


def lives(root: Path, patients: int, seed: int) -> list[kit.Json]:
    write_sink(root, patients, seed, calendar=True)
    return kit.read(root / "records")


@pytest.mark.slow  # an attack by statistics
def test_a_leaky_release_gives_nearly_every_shift(tmp_path: Path) -> None:
    records = lives(tmp_path / "in", 24, 3)
    shifts = kit.draw_shifts(records, 1)
    found = attacked(kit.released(records, tmp_path / "out", shifts), shifts)
    together = found["together"]
    assert together.right is not None and together.right >= 0.95
    assert together.known == 24
    assert together.left_median == 1


def test_random_dates_give_no_shift(tmp_path: Path) -> None:
    rng = random.Random(5)
    records = []
    for i in range(60):
        for _ in range(60):
            moment = dt.datetime.combine(planted.any_day(rng), dt.time(rng.randrange(24), rng.randrange(60), 7))
            records.append(planted.observation(f"p{i}", f"{moment:%Y-%m-%dT%H:%M:%S}Z"))
            records.append(planted.condition(f"p{i}", f"{planted.any_day(rng)}", "http://snomed.info/sct", "38341003"))
    shifts = kit.draw_shifts(records, 2)
    found = attacked(
        kit.released(records, tmp_path / "out", shifts), shifts, [n for n in EVIDENCES if n != "last-days"]
    )
    together = found["together"]
    assert together.best < 3 * CHANCE
    assert together.right is not None and together.right < 0.06
    assert together.left_median > 80


@pytest.mark.parametrize("name", planted.PLANTED)
def test_each_evidence_alone_finds_its_regularity(name: str, tmp_path: Path) -> None:
    make, least = planted.PLANTED[name]
    rng = random.Random(name)
    records = [record for i in range(50) for record in make(rng, f"p{i}")]
    shifts = kit.draw_shifts(records, 4)
    out = kit.released(records, tmp_path / "out", shifts)
    found = attacked(out, shifts, [name])[name]
    assert found.right is not None and found.right >= least, found
    others = attacked(out, shifts, [n for n in ("plan-years", "flu-shots") if n != name])
    assert all(f.right is not None and f.right < 0.06 for f in others.values())


def test_written_offsets_tell_summer_from_winter(tmp_path: Path) -> None:
    rng = random.Random(1)
    shifts = {f"Patient/p{i}": 7 * rng.choice([w for w in range(-52, 53) if w]) for i in range(40)}
    lines = []
    for name, days in shifts.items():
        for _ in range(60):
            day = planted.any_day(rng)
            moved = planted.at(day, dt.time(9)).replace(f"{day}", f"{day + dt.timedelta(days)}")
            lines.append(json.dumps(planted.observation(name.partition("/")[2], moved)))
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "records-00001.ndjson").write_text("\n".join(lines))
    found = attacked(tmp_path / "out", shifts, ["offsets"])["offsets"]
    assert found.right is not None and found.right > 0.5


def test_a_missed_date_of_a_note_lies_as_far_away_as_the_shift(tmp_path: Path) -> None:
    rng = random.Random(1)
    shifts = {f"Patient/p{i}": 7 * rng.choice([w for w in range(-52, 53) if w]) for i in range(40)}
    lines = []
    for name, days in shifts.items():
        for i in range(5):
            day = planted.any_day(rng)
            told = kit.moved_text(f"Seen on {day}. Last labs of {day - dt.timedelta(rng.randrange(1, 400))}.", days)
            text = f"{told} Dictated {day}." if i < 2 else told
            moved = day + dt.timedelta(days)
            lines.append(json.dumps(planted.document(name.partition("/")[2], moved, text)))
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "records-00001.ndjson").write_text("\n".join(lines))
    found = attacked(tmp_path / "out", shifts, ["missed"])["missed"]
    assert found.right is not None and found.right > 0.8


def test_a_file_in_order_of_time_links_its_subjects(tmp_path: Path) -> None:
    rng = random.Random(1)
    names = [f"p{i}" for i in range(60)]
    days = sorted((planted.any_day(rng), rng.choice(names)) for _ in range(3000))
    records = [planted.observation(name, f"{day}") for day, name in days]
    shifts = kit.draw_shifts(records, 6)
    sorted_file = attacked(kit.released(records, tmp_path / "out", shifts), shifts, ["order"])["order"]
    assert sorted_file.right is not None and sorted_file.right > 0.12
    rng.shuffle(records)
    shuffled = attacked(kit.released(records, tmp_path / "shuffled", shifts), shifts, ["order"])["order"]
    assert shuffled.best == pytest.approx(CHANCE)


def test_clocks_that_are_moved_alike_link_nobody(tmp_path: Path) -> None:
    rng = random.Random(1)
    records = []
    for i in range(40):
        constant = rng.choice((133, 1033, 1933))  # seconds; slots of 15 minutes meet under each of them
        for _ in range(60):
            slot = dt.timedelta(hours=rng.randrange(8, 17), minutes=15 * rng.randrange(4), seconds=constant)
            moment = dt.datetime.combine(working_day(rng, planted.BEGIN, planted.END), dt.time()) + slot
            records.append(planted.encounter(f"p{i}", f"{moment.isoformat()}Z"))
    shifts = kit.draw_shifts(records, 1)
    found = attacked(kit.released(records, tmp_path / "out", shifts), shifts, ["shared"])["shared"]
    assert found.best == pytest.approx(CHANCE)


def test_last_days_of_a_live_record_lie_near_the_end_of_the_release(tmp_path: Path) -> None:
    rng = random.Random(1)
    records = [record for i in range(50) for record in planted.last_days(rng, f"p{i}")]
    shifts = kit.draw_shifts(records, 4)
    result = read_attack(kit.released(records, tmp_path / "out", shifts), LIMIT, names=["last-days"])
    guess = result.guesses["last-days"]
    mean = (guess.posterior * guess.shifts).sum(axis=1)
    away = [abs(mean[i] - shifts[subject]) for i, subject in enumerate(result.subjects)]
    assert np.median(away) < 70  # days; whoever knows nothing is 180 away


@pytest.mark.slow
@pytest.mark.parametrize("jitter", [0, 3])
def test_the_attack_is_as_sure_as_it_is_right(jitter: int, tmp_path: Path) -> None:
    best, right = [], []
    for seed in (41, 42):
        records = lives(tmp_path / f"in{seed}", 30, seed)
        shifts = kit.draw_shifts(records, seed)
        out = kit.released(records, tmp_path / f"out{seed}", shifts, withheld=True, jitter=jitter)
        found = attacked(out, shifts, SOFT, level="visits" if jitter else None, jitter=jitter)["together"]
        best.append(found.best)
        right.append(found.right)
    assert 0.1 < np.mean(best) < 0.9
    assert np.mean(best) == pytest.approx(np.mean(right), abs=0.15)  # 60 subjects: two standard deviations


@pytest.mark.slow
def test_a_shift_to_another_century_is_told_by_what_belongs_to_one_decade(tmp_path: Path) -> None:
    records = lives(tmp_path / "in", 12, 7)
    rng = random.Random(1)
    shifts = {s: 7 * (5218 + rng.randrange(1200)) for s in kit.draw_shifts(records, 1)}
    out = kit.released(records, tmp_path / "out", shifts)
    found = attacked(out, shifts, level="far", end=dt.date(2026, 6, 30))
    assert found["together"].right is not None and found["together"].right > 0.8
    kept = {s: d - round((d % 365.2425) / 7) * 7 for s, d in shifts.items()}
    out = kit.released(records, tmp_path / "kept", kept)
    found = attacked(out, kept, ["months"], level="far", end=dt.date(2026, 6, 30), weeks=1)
    assert found["months"].left_median < 40  # the season is known, the year is open


def test_the_manifest_names_level_and_jitter(tmp_path: Path) -> None:
    records = [planted.observation("p1", "2020-03-05")]
    out = kit.released(records, tmp_path / "out", {})
    told = {"level": "visits", "jitter_days": 3, "drift_weeks": 4, "gap_days": 20, "episode_days": 60}
    (out / "manifest.json").write_text(json.dumps({"dates": told}))
    setup = read_attack(out, LIMIT, names=["months"]).setup
    assert (setup.level, setup.jitter, setup.drift, setup.gap, setup.episode) == ("visits", 3, 4, 20, 60)
    assert read_attack(out, LIMIT, names=["months"], gap=30).setup.gap == 30
    (out / "manifest.json").write_text(json.dumps({"dates": {"level": "years"}}))
    with pytest.raises(EvaluationError, match="do not leave shifted at the level years"):
        read_attack(out, LIMIT)


@pytest.mark.slow
def test_a_drift_is_followed_along_the_life(tmp_path: Path) -> None:
    records = lives(tmp_path / "in", 16, 8)
    shifts = kit.draw_shifts(records, 1)
    out = kit.released(records, tmp_path / "out", shifts, withheld=True, jitter=3, drift=12, gap=40)
    names = ["months", "flu-shots", "covid"]

    def together(drift: int) -> Figures:
        result = read_attack(out, LIMIT, names=names, level="visits", jitter=3, drift=drift)
        return attack_figures(result, tmp_path / "in" / "records", out, LIMIT)[-1]

    followed, not_followed = together(12), together(0)
    assert followed.right is not None and not_followed.right is not None
    assert followed.right > 0.08 > 8 * CHANCE
    assert followed.best == pytest.approx(followed.right, abs=0.1)
    assert not_followed.best > not_followed.right + 0.15  # sure of one shift that no part of the life has


def test_truth_is_read_from_matched_dates(tmp_path: Path) -> None:
    records = lives(tmp_path / "in", 6, 9)
    shifts = kit.draw_shifts(records, 1)
    source = tmp_path / "in" / "records"
    out = kit.released(records, tmp_path / "out", shifts, jitter=3)
    result = read_attack(out, LIMIT, names=["births"])
    days = shifts_of_units(true_shifts(source, out, LIMIT), result.subjects, result.guesses["births"].units)
    assert dict(zip(result.subjects, days, strict=True)) == shifts


def test_rows_of_a_table_are_attacked_too(tmp_path: Path) -> None:
    rng = random.Random(1)
    shifts = {f"p{i}": 7 * rng.choice([w for w in range(-52, 53) if w]) for i in range(30)}
    lines = ["person_id,payer_plan_period_start_date"]
    for name, days in shifts.items():
        years = rng.sample(range(2012, 2026), k=5)
        lines += [f"{name},{shift_fhir(f'{year}-01-01', days)}" for year in years]
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "records-00001.csv").write_text("\n".join(lines))
    found = attacked(tmp_path / "out", shifts, ["plan-years"])["plan-years"]
    assert found.right is not None and found.right > 0.9


def test_an_out_without_dates_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match="no dates of subjects"):
        read_attack(tmp_path, LIMIT)
