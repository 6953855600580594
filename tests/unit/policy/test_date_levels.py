"""Levels of the date policy: what a profile may say, and how far each level moves what."""

from __future__ import annotations

import datetime as dt
import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from redactor.cli.root import app
from redactor.entities import Entity
from redactor.errors import ProfileError
from redactor.policy.profiles import Profile, load_profile, parse_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import Action, Mention
from tests.each_row import each_row
from tests.unit.golden_pseudonyms import keyring

RING = keyring(2)
START = dt.date(2012, 1, 1)


def profile(**dates: Any) -> Profile:
    return parse_profile({"profile": "p", "version": "1", "default": "tag", "dates": dates})


def replacer(level: str, events: list[dt.date] | None = None, **more: Any) -> TagReplacer:
    days = [day.isoformat() for day in events or ()]
    return TagReplacer(profile(level=level, **more), RING, "r", as_of=dt.date(2024, 1, 1), event_days=lambda _: days)


def moved(made: TagReplacer, day: dt.date, subject: str = "s", entity: Entity = Entity.DATE) -> dt.date:
    (text,) = made.replace([Mention(day.isoformat(), entity, subject, where="Encounter.period.start")])
    return dt.date.fromisoformat(text)


@pytest.mark.parametrize("weeks", [13, 26, 104])
def test_what_follows_a_long_course_stays_behind_it(weeks: int) -> None:
    """A course moves by its first day, and the drift may fall by more weeks in its time than lie behind it."""
    days = [START + dt.timedelta(days=7 * n) for n in range(weeks)]
    days += [days[-1] + dt.timedelta(days=n) for n in (12, 30, 60)]
    made = replacer("visits", days)
    for n in range(60):
        went = [made.date_shift.move(f"s{n}").day(day) for day in days]
        assert all(one < other for one, other in itertools.pairwise(went))


def test_what_follows_a_long_course_is_not_needed_to_move_it() -> None:
    days = [START + dt.timedelta(days=7 * n) for n in range(60)] + [START + dt.timedelta(days=7 * 59 + 12)]
    for n in range(60):
        by = [replacer("visits", known).date_shift.move(f"s{n}").day(days[59]) for known in (days[:60], days)]
        assert by[0] == by[1]


def test_a_long_course_parts_and_a_stay_does_not() -> None:
    weekly, daily = ([START + dt.timedelta(days=n) for n in range(0, 365, step)] for step in (7, 1))
    parts = []
    for n in range(9):
        parted, held = (replacer("visits", days).date_shift.move(f"s{n}") for days in (weekly, daily))
        parts.append(len({parted.days(day) for day in weekly}))
        assert len({parted.days(day) for day in weekly[:13]}) == 1  # 84 days
        assert len({held.days(day) for day in daily}) == 1
    assert max(parts) > 1


def test_a_life_drifts_slowly_and_far_enough() -> None:
    days = [START + dt.timedelta(days=15 * n) for n in range(300)]
    made = replacer("visits", days, jitter_days=0, drift_weeks=12, gap_days=7)
    spread = []
    for n in range(40):
        by = [(made.date_shift.move(f"s{n}").day(day) - day).days for day in days]
        assert max(abs(one - other) for one, other in itertools.pairwise(by)) <= 7
        spread.append(max(by) - min(by))
    assert min(spread) >= 14 and max(spread) > 100


def test_a_month_moves_as_its_days() -> None:
    days = [START + dt.timedelta(days=20 * n) for n in range(200)]
    move = replacer("visits", days).date_shift.move("s")
    assert all(0 <= move.days(day) - move.coarse(day) <= 3 for day in days)


def test_a_birth_moves_with_the_childhood_and_else_as_its_subject() -> None:
    birth = dt.date(2010, 5, 6)
    child, adult = replacer("visits", [birth + dt.timedelta(days=60)]), replacer("visits", [dt.date(2015, 8, 3)])
    age = [(moved(child, birth + dt.timedelta(days=60), f"s{n}") - born(child, birth, f"s{n}")).days for n in range(60)]
    assert all(22 <= n <= 98 for n in age)
    assert all((born(adult, birth, f"s{n}") - birth).days == adult.date_shift.days(f"s{n}") for n in range(60))


def born(made: TagReplacer, day: dt.date, subject: str) -> dt.date:
    return moved(made, day, subject, Entity.BIRTH_DATE_TIME)


def test_visits_of_a_subject_move_by_different_amounts() -> None:
    days = [START + dt.timedelta(days=1 + 48 * n) for n in range(20)]
    made = replacer("visits", days)
    assert len({(moved(made, day) - day).days for day in days}) > 1


def test_a_visit_that_goes_on_moves_as_it_began() -> None:
    """Records of later days come later in a stream, and what has left is not taken back."""
    days = [dt.date(2015, 3, 2) + dt.timedelta(days=n) for n in (0, 1, 3, 4, 6, 40, 80, 92, 101, 130, 180, 230)]
    alone = [moved(replacer("visits", days[: n + 1]), day) for n, day in enumerate(days)]
    assert alone == [moved(replacer("visits", days), day) for day in days]


def test_a_day_of_a_text_moves_with_the_visit_beside_it() -> None:
    made = replacer("visits", [dt.date(2015, 3, 2), dt.date(2015, 4, 20)])
    assert moved(made, dt.date(2015, 3, 4)) - moved(made, dt.date(2015, 3, 2)) == dt.timedelta(days=2)
    assert moved(made, dt.date(2015, 4, 1)) - moved(made, dt.date(2015, 4, 20)) == dt.timedelta(days=-19)


def test_far_keeps_season_weekday_and_intervals_in_another_century() -> None:
    day, made = dt.date(2019, 3, 7), replacer("far", [dt.date(2019, 3, 7)])
    years = set()
    for n in range(200):
        went = moved(made, day, f"s{n}")
        assert went.weekday() == day.weekday()
        assert 2118 <= went.year <= 2171
        assert moved(made, day + dt.timedelta(days=400), f"s{n}") - went == dt.timedelta(days=400)
        assert min(abs((went - day.replace(year=went.year + n)).days) for n in (-1, 0, 1)) <= 6 * 7 + 4
        years.add(went.year)
    assert len(years) > 40
    assert moved(made, dt.date(1960, 5, 9), "s1", Entity.BIRTH_DATE_TIME).year > 2050


@pytest.mark.parametrize(("level", "expected"), [("years", "2019"), ("none", "[DATE]")])
def test_years_and_none(level: str, expected: str) -> None:
    assert replacer(level).replace([Mention("2019-03-07", Entity.DATE, "s", where="x")]) == [expected]


def test_the_clock_of_a_subject_moves_by_one_amount_and_never_over_midnight() -> None:
    made = replacer("intervals")
    values = ["2019-03-07T10:00:00-05:00", "2019-07-07T10:00:00-04:00", "03/07/2019 10:00 EST", "2019-03-07 10:00:00"]
    fhir, summer = made.replace([Mention(v, Entity.DATE, "s", where="x") for v in values[:2]])
    text, row = made.replace([Mention(v, Entity.DATE, "s") for v in values[2:]])
    clock = fhir[11:16]
    assert clock != "10:00" and fhir.endswith("Z") and summer[11:16] == clock
    assert text.endswith(f" {clock}") and row[11:16] == clock
    edges = [f"2019-03-07T{time}-05:00" for time in ("00:00:00", "00:05:00", "23:55:00")]
    out = [made.replace([Mention(v, Entity.DATE, f"s{n}", where="x")])[0] for n in range(40) for v in edges]
    assert all(v.endswith("T00:00:00Z") for v in out[::3])
    assert all(v[11:13] == "00" for v in out[1::3]) and all(v[11:13] == "23" for v in out[2::3])
    still = replacer("intervals", clock_minutes=0).replace([Mention(values[0], Entity.DATE, "s", where="x")])
    assert still[0].endswith("T10:00:00Z")


def test_an_imputed_day_alone_keeps_its_month_and_one_within_a_visit_its_day() -> None:
    first = dt.date(2019, 3, 1)
    alone = replacer("visits", [first, dt.date(2019, 4, 9)])
    assert len(alone.replace([Mention("2019-03-01", Entity.DATE, "s", where="x")])[0]) == len("2019-03")
    assert len(alone.replace([Mention("2019-01-01", Entity.DATE, "s", where="x")])[0]) == len("2019-01-01")
    within = replacer("visits", [first, dt.date(2019, 3, 2)])
    assert len(within.replace([Mention("2019-03-01", Entity.DATE, "s", where="x")])[0]) == len("2019-03-01")
    timed = TagReplacer(profile(level="visits"), RING, "r", event_days=lambda _: ["2019-03-01", "2019-03-01T"])
    assert len(timed.replace([Mention("2019-03-01", Entity.DATE, "s", where="x")])[0]) == len("2019-03-01")


WRONG: list[Any] = [
    {},
    {"level": "weeks"},
    {"level": ["visits"]},
    "visits",
    {"level": "visits", "jitter": 3},
    {"level": "visits", "jitter_days": 0, "drift_weeks": 0},
    {"level": "visits", "jitter_days": True},
    {"level": "visits", "jitter_days": 29},
    {"level": "visits", "drift_weeks": 27},
    {"level": "visits", "gap_days": 9},
    {"level": "visits", "gap_days": 91},
    {"level": "visits", "episode_days": 27},
    {"level": "far", "gap_days": 40},
    {"level": "far", "drift_weeks": 1},
    {"level": "far", "jitter_days": 3},
    {"level": "intervals", "clock_minutes": 30},
]


@each_row("dates", WRONG)
def test_a_wrong_policy_is_refused(dates: Any) -> None:
    with pytest.raises(ProfileError, match="dates"):
        parse_profile({"profile": "p", "version": "1", "default": "tag", "dates": dates})


def test_a_run_at_a_level_that_was_computed_says_so(
    tmp_path: Path, keyring_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.ndjson").write_text('{"resourceType": "Patient", "id": "p1"}\n')
    document = {"profile": "w", "version": "1", "default": "tag", "dates": {"level": "intervals"}}
    (tmp_path / "w.json").write_text(json.dumps(document))
    monkeypatch.setenv("REDACTOR_KEYRING", str(keyring_path))
    monkeypatch.setenv("REDACTOR_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("REDACTOR_DETECTORS", '["patterns"]')
    given = str(tmp_path / "w.json")
    CliRunner().invoke(app, ["schema", "approve", given, "--profile", "--by", "A"])
    for profile, is_told in ((given, True), ("hips", False)):
        done = CliRunner().invoke(
            app, ["run", str(tmp_path / "in"), str(tmp_path / f"out{is_told}"), "--profile", profile]
        )
        assert ("80 %" in done.output) == is_told, done.output


def test_actions_may_not_contradict_the_level() -> None:
    with pytest.raises(ProfileError, match="leave one of the two out"):
        parse_profile(
            {"profile": "p", "version": "1", "default": "tag", "dates": {"level": "years"}, "actions": {"DATE": "keep"}}
        )


@each_row("action", ["shift", "keep", "generalize", "surrogate"])
def test_dates_of_administration_never_leave_where_dates_shift(action: str) -> None:
    of_dates: dict[str, Any] = {"dates": {"level": "far"}}
    for document in (of_dates, {"actions": {"DATE": "shift"}}):
        made = parse_profile({"profile": "p", "version": "1", "default": "surrogate", **document})
        assert made.action(Entity.ADMINISTRATIVE_DATE) is Action.TAG
        actions = document.get("actions", {}) | {"ADMINISTRATIVE_DATE": action}
        with pytest.raises(ProfileError, match="ADMINISTRATIVE_DATE"):
            parse_profile({"profile": "p", "version": "1", "default": "surrogate", **document, "actions": actions})


def test_a_profile_without_the_field_shifts_as_its_actions_say() -> None:
    made = parse_profile({"profile": "p", "version": "1", "default": "tag", "actions": {"DATE": "shift"}})
    assert made.dates.level == "intervals" and made.dates.is_shifting and not made.dates.clock_minutes
    assert not load_profile("hipaa-safe-harbor").dates.is_shifting
    assert load_profile("hips").action(Entity.DEATH_DATE_TIME) is Action.SHIFT
