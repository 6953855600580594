"""The synthetic sink of lives by a real calendar: valid, with exact gold, and with the calendar's regularities."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from fhir.resources.R4B import get_fhir_model_class

from redactor.lexicon import public_dates
from redactor.sample import calendar_life, write_sink
from tests.unit.test_sample import Sink, at_path, decoded, read


@pytest.fixture(scope="module")
def sink(tmp_path_factory: pytest.TempPathFactory) -> Sink:
    root = tmp_path_factory.mktemp("calendar")
    return read(root, write_sink(root, 20, 3, calendar=True))


def of_kind(sink: Sink, kind: str) -> list[dict[str, Any]]:
    return [r for r in sink.resources() if r["resourceType"] == kind]


def day(value: str) -> dt.date:
    return dt.date.fromisoformat(value[:10])


def test_every_resource_is_valid_r4(sink: Sink) -> None:
    for resource in sink.resources():
        get_fhir_model_class(resource["resourceType"]).model_validate(resource)


def test_every_gold_value_is_at_its_gold_offsets(sink: Sink) -> None:
    for line in sink.gold():
        value, parent = at_path(sink.records[line["file"], line["record"]], line["path"])
        if line["start"] is not None:
            text = decoded(parent) if line["path"].endswith(".data") else value
            value = text[line["start"] : line["end"]]
        assert str(value) == line.get("surface", line["value"])


def test_lives_last_eight_to_fifteen_years(sink: Sink) -> None:
    seen: dict[str, list[dt.date]] = {}
    for encounter in of_kind(sink, "Encounter"):
        seen.setdefault(encounter["subject"]["reference"], []).append(day(encounter["period"]["start"]))
    assert len(seen) == 20
    assert sum(len(found) > 25 for found in seen.values()) > 15  # children and the dead have fewer
    assert sum((max(found) - min(found)).days > 6 * 365 for found in seen.values()) > 15
    assert max(max(found) for found in seen.values()) <= dt.date(2026, 6, 30)


def test_offices_rest_on_holidays_and_wards_do_not(sink: Sink) -> None:
    office, acute = [], []
    for encounter in of_kind(sink, "Encounter"):
        (office if encounter["class"]["code"] == "AMB" else acute).append(day(encounter["period"]["start"]))
    assert sum(d.weekday() > 4 for d in office) < 0.02 * len(office)
    assert 0.15 < sum(d.weekday() > 4 for d in acute) / len(acute) < 0.45
    closed = [d for d in office if public_dates.closed_days(d.year).get(d) == 1.0]
    assert len(closed) < 0.01 * len(office)  # of working days it is 2.6 %


def test_clock_times_follow_daylight_saving(sink: Sink) -> None:
    offsets: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    organisation = {}
    for encounter in of_kind(sink, "Encounter"):
        start = encounter["period"]["start"]
        site = encounter["serviceProvider"]["reference"]
        summer = public_dates.is_daylight(day(start))
        offsets[summer][start[-6:]] += 1
        organisation.setdefault((site, summer), set()).add(start[-6:])
    assert all(len(found) == 1 for found in organisation.values())
    assert all(
        int(next(iter(organisation[site, True]))[:3]) - int(next(iter(organisation[site, False]))[:3]) == 1
        for site, _ in organisation
    )


def test_what_is_entered_at_a_known_time_is_there(sink: Sink) -> None:
    starts = [day(c["period"]["start"]) for c in of_kind(sink, "Coverage")]
    assert sum((d.month, d.day) == (1, 1) for d in starts) > 0.75 * len(starts)
    lots = [day(i["expirationDate"]) for i in of_kind(sink, "Immunization")]
    assert all((d + calendar_life.DAY).day == 1 for d in lots)
    assert sum(d.month % 3 == 0 for d in lots) > 0.6 * len(lots)
    shots: Counter[int] = Counter()
    for shot in of_kind(sink, "Immunization"):
        code, given = shot["vaccineCode"]["coding"][0]["code"], day(shot["occurrenceDateTime"])
        if code in public_dates.FLU_VACCINES:
            shots[given.month] += 1
        if code in public_dates.COVID_VACCINES:
            assert given >= public_dates.COVID_VACCINES[code]
    assert sum(shots[m] for m in (9, 10, 11)) > 0.6 * sum(shots.values())
    for condition in of_kind(sink, "Condition"):
        new = day(condition["recordedDate"]) >= public_dates.ICD_10_SINCE
        for coding in condition["code"]["coding"]:
            assert coding["system"].endswith("icd-10-cm") <= new
            assert coding["system"].endswith("icd-9-cm") <= (not new)
            if coding["code"] == "U07.1":
                assert day(condition["recordedDate"]) >= public_dates.COVID_SINCE


def test_a_night_has_one_load_for_all_patients() -> None:
    night = dt.date(2019, 7, 4)
    assert (
        calendar_life.load_time(1, night, -5)
        == calendar_life.load_time(1, night, -5)
        != calendar_life.load_time(2, night, -5)
    )
    summer, winter = calendar_life.load_time(1, night, -5), calendar_life.load_time(1, dt.date(2019, 1, 4), -5)
    assert (summer.hour, winter.hour) == (6, 7)


def test_equal_seeds_give_equal_bytes(tmp_path: Path) -> None:
    def digest(name: str, seed: int) -> str:
        write_sink(tmp_path / name, 3, seed, calendar=True)
        files = sorted((tmp_path / name).rglob("*.*"))
        return hashlib.sha256(b"".join(f.read_bytes() for f in files)).hexdigest()

    assert digest("a", 1) == digest("b", 1) != digest("c", 2)
