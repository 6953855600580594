"""OMOP tables through a whole run: every row and column leaves, ids join, and dates shift together."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from redactor.run.state.unchecked_journal import inputs_of
from schemas.documents.row_schemas import standard_table
from tests.unit.run.omop_rows import SECRETS, TABLES, Row, columns, rows
from tests.unit.run.out_kit import released_of
from tests.unit.run.table_kit import Desk

Tables = dict[str, list[Row]]


@pytest.fixture
def desk(tmp_path: Path, keyring_path: Path) -> Desk:
    return Desk(tmp_path, keyring_path)


def _csv(desk: Desk, tables: Tables) -> Tables:
    """Upper-case columns, as some warehouses export them."""
    for table, held in tables.items():
        with (desk.source / f"{table}.csv").open("w", newline="", encoding="utf-8") as f:
            out = csv.DictWriter(f, [name.upper() for name in held[0]])
            out.writeheader()
            out.writerows({name.upper(): value for name, value in row.items()} for row in held)
    return tables


def _ndjson(desk: Desk, tables: Tables) -> Tables:
    """Without the columns that are empty."""
    for table, held in tables.items():
        lines = (json.dumps({name: value for name, value in row.items() if value is not None}) for row in held)
        (desk.source / f"{table}.ndjson").write_text("".join(line + "\n" for line in lines))
    return tables


def _parquet(desk: Desk, tables: Tables) -> Tables:
    for table, held in tables.items():
        pq.write_table(pa.Table.from_pylist(held), desk.source / f"{table}.parquet")
    return tables


def _read(desk: Desk, tables: Tables) -> Tables:
    """What a run released, by table, with the columns in small letters."""
    found: Tables = {}
    for number, table in enumerate(sorted(tables), 1):
        path = released_of(desk.out, desk.state, number)
        if path.suffix == ".csv":
            with path.open(encoding="utf-8", newline="") as f:
                held: list[Row] = [
                    {name.lower(): value or None for name, value in row.items()} for row in csv.DictReader(f)
                ]
        elif path.suffix == ".parquet":
            held = pq.read_table(path).to_pylist()
        else:
            held = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        found[table] = held
    return found


ALL: Tables = {table: rows(table) for table in TABLES}
WRITERS: list[Callable[[Desk, Tables], Tables]] = [_csv, _ndjson, _parquet]


def test_all_tables_but_those_of_the_vocabulary_ship() -> None:
    assert len(TABLES) == 29 and set(ALL) == set(TABLES)
    assert [standard_table(f"CDM/{table.upper()}.csv.gz") for table in TABLES] == [*TABLES]


@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize("profile", ["hipaa-safe-harbor", "hips", "redactor"])
def test_every_row_leaves_without_what_identifies(
    desk: Desk, write: Callable[[Desk, Tables], Tables], profile: str
) -> None:
    summary = desk.run(profile) if write(desk, ALL) else None
    assert summary is not None and summary.outcomes == {"released": sum(map(len, ALL.values()))}
    assert str(summary.as_of) == "2024-03-12"
    assert not {"not-allowed", "unknown-field", "known-value"} & summary.omitted.keys()
    got = _read(desk, ALL)
    assert {table: len(held) for table, held in got.items()} == {table: len(held) for table, held in ALL.items()}
    released = json.dumps(got, default=str)
    assert [secret for secret in SECRETS if secret in released] == []


@pytest.mark.parametrize("write", [_csv, _parquet])
def test_every_column_leaves_but_the_position_on_the_map(desk: Desk, write: Callable[[Desk, Tables], Tables]) -> None:
    write(desk, ALL)
    desk.run()
    for table, held in _read(desk, ALL).items():
        assert list(held[0]) == [name for name in columns(table) if name not in ("latitude", "longitude")]


@pytest.mark.parametrize("write", WRITERS)
def test_ids_join_across_tables_within_their_class_alone(desk: Desk, write: Callable[[Desk, Tables], Tables]) -> None:
    write(desk, ALL)
    desk.run()
    got = _read(desk, ALL)
    person = got["person"][0]["person_id"]
    assert {row["person_id"] for t in ALL for row in got[t] if "person_id" in row} == {
        person,
        got["person"][1]["person_id"],
    }
    assert got["death"][0]["person_id"] == got["person"][1]["person_id"]
    first, second = got["visit_occurrence"]
    for table in ("condition_occurrence", "drug_exposure", "procedure_occurrence", "note"):
        assert got[table][0]["visit_occurrence_id"] == first["visit_occurrence_id"]
    assert second["preceding_visit_occurrence_id"] == first["visit_occurrence_id"]
    assert got["note"][0]["provider_id"] == got["provider"][0]["provider_id"] == got["person"][0]["provider_id"]
    assert got["provider"][0]["care_site_id"] == got["care_site"][0]["care_site_id"]
    assert got["care_site"][0]["location_id"] == got["location"][0]["location_id"] == got["person"][0]["location_id"]


def test_equal_numbers_of_two_classes_get_two_tokens(desk: Desk) -> None:
    row = rows("visit_occurrence")[0] | {"visit_occurrence_id": 7, "person_id": 7, "provider_id": 7, "care_site_id": 7}
    _ndjson(desk, {"visit_occurrence": [row]})
    desk.run()
    (got,) = _read(desk, {"visit_occurrence": []})["visit_occurrence"]
    names = ("visit_occurrence_id", "person_id", "provider_id", "care_site_id")
    assert len({got[name] for name in names}) == 4


def _kept(table: str) -> list[str]:
    return [name for name, rule in columns(table).items() if rule["rule"] in ("passThrough", "autoDeID")]


@pytest.mark.parametrize("write", WRITERS)
def test_concepts_values_and_source_codes_leave_as_they_came(
    desk: Desk, write: Callable[[Desk, Tables], Tables]
) -> None:
    write(desk, ALL)
    desk.run("hips")
    got = _read(desk, ALL)
    for table, held in ALL.items():
        for before, after in zip(held, got[table], strict=True):
            for name in _kept(table):
                if name in ("note_text", "value_as_string", "snippet") or before[name] is None:
                    continue
                assert after[name] in (before[name], str(before[name])), f"{table}.{name}"


def test_dates_of_a_person_shift_together_and_the_parts_of_the_birth_date_agree(desk: Desk) -> None:
    _ndjson(desk, ALL)
    desk.run("hips")
    got = _read(desk, ALL)
    person = got["person"][0]
    assert person["birth_datetime"] == (
        f"{person['year_of_birth']}-{person['month_of_birth']:02d}-{person['day_of_birth']:02d}T00:00:00"
    )
    assert person["birth_datetime"] != "1951-02-28T00:00:00"
    assert got["note"][0]["note_date"] == got["measurement"][0]["measurement_date"] != "2024-03-05"
    text = got["note"][0]["note_text"]
    assert f"{person['month_of_birth']:02d}/{person['day_of_birth']:02d}/{person['year_of_birth']}" in text
    assert "Metoprolol 25 mg b.i.d., BP 128/76." in text
    name = got["provider"][0]["provider_name"]
    assert name in text and got["care_site"][0]["care_site_name"] in text


def test_safe_harbor_keeps_the_year_of_birth_alone_and_none_of_people_over_89(desk: Desk) -> None:
    _parquet(desk, ALL)
    summary = desk.run()
    young, old = _read(desk, ALL)["person"]
    assert (young["year_of_birth"], young["month_of_birth"], young["day_of_birth"]) == (1951, None, None)
    assert (old["year_of_birth"], old["month_of_birth"], old["birth_datetime"]) == (None, None, "90+")
    assert summary.emptied["omop_person.year_of_birth"] == 1
    limited = desk.run("limited-dataset")
    assert "omop_person.year_of_birth" not in limited.emptied
    assert _read(desk, ALL)["person"][0]["day_of_birth"] == 28


HOSTILE: list[tuple[str, Row, str]] = [
    ("person", {"year_of_birth": "Zebulon Quimby"}, "Quimby"),
    ("person", {"year_of_birth": 1951, "month_of_birth": 13}, "13"),
    ("person", {"year_of_birth": 1951, "month_of_birth": None, "day_of_birth": 28}, "28"),
    ("person", {"year_of_birth": "", "month_of_birth": 2}, "month_of_birth\":2,"),
    ("person", {"gender_concept_id": 6175551234}, "6175551234"),
    ("person", {"race_concept_id": "Zebulon"}, "Zebulon"),
    ("person", {"person_source_value": "Quimby, Zebulon"}, "Quimby"),
    ("condition_occurrence", {"condition_source_value": "Seen by Dr. Zebulon Quimby"}, "Quimby"),
    ("condition_occurrence", {"condition_source_value": "MRN: 87654321"}, "87654321"),
    ("condition_occurrence", {"stop_reason": "call 617-555-0134"}, "617-555-0134"),
    ("measurement", {"value_as_number": 6175551234}, "6175551234"),
    ("measurement", {"value_as_number": -71.05891}, "71.05891"),
    ("measurement", {"value_as_number": 20240305}, "20240305"),
    ("measurement", {"measurement_time": "Zebulon"}, "Zebulon"),
    ("measurement", {"value_source_value": "Dr. Zebulon Quimby"}, "Quimby"),
    ("observation", {"value_as_number": 87654321}, "87654321"),
    ("observation", {"value_as_string": "Mother is Mrs. Zelda Quimby"}, "Quimby"),
    ("drug_exposure", {"sig": "per Dr. Zebulon Quimby 617-555-0134"}, "617-555-0134"),
    ("drug_exposure", {"quantity": 87654321}, "87654321"),
    ("location", {"state": "Zebulon Quimby 12345"}, "Quimby"),
    ("location", {"zip": "Zebulon"}, "Zebulon"),
    ("location", {"country_source_value": "617-555-0134"}, "617-555-0134"),
    ("provider", {"year_of_birth": 1921}, "1921"),
    ("provider", {"specialty_source_value": "Dr. Zebulon Quimby"}, "Quimby"),
    ("care_site", {"care_site_source_value": "Quimby Pavilion"}, "Quimby"),
    ("note", {"note_title": "Letter to Mrs. Zelda Quimby"}, "Quimby"),
    ("note", {"note_date": "Zebulon Quimby"}, "Quimby"),
    ("visit_occurrence", {"visit_source_value": "Quimby"}, "Quimby"),
]  # fmt: skip


@pytest.mark.parametrize("write", [_csv, _ndjson])
@pytest.mark.parametrize("profile", ["hipaa-safe-harbor", "hips"])
def test_what_does_not_belong_into_a_column_does_not_leave(
    desk: Desk, write: Callable[[Desk, Tables], Tables], profile: str
) -> None:
    for number, (table, change, _) in enumerate(HOSTILE):
        write(desk, {f"{table}_{number:02d}": [rows(table)[0] | change]})
    summary = desk.run(profile)
    assert summary.outcomes == {"released": len(HOSTILE)}
    shown = {n: path.read_text("utf-8") for n, path in enumerate(_released(desk))}
    by_name = sorted(f"{table}_{n:02d}" for n, (table, _, _) in enumerate(HOSTILE))
    leaked = [name for n, name in enumerate(by_name) if HOSTILE[int(name[-2:])][2] in _without_ids(shown[n])]
    assert leaked == []


def _released(desk: Desk) -> list[Path]:
    found = inputs_of(desk.state)
    return sorted(desk.out.glob("records-*"), key=lambda path: found[path.name])


def _without_ids(text: str) -> str:
    """Without tokens, which hold any two digits now and then, and without concepts, dates and times."""
    text = re.sub(r'"?[A-Za-z_]+_concept_id"?: ?[0-9.]+,?', "", text)
    return re.sub(r"\b[a-z2-7]{32}\b|\b[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:]+)?", "", text)


def test_ids_of_tables_with_nulls_join_as_whole_numbers(desk: Desk) -> None:
    visit = rows("visit_occurrence")[0]
    note = rows("note")[0] | {"visit_occurrence_id": 5001.0, "person_id": 700_101.0, "note_class_concept_id": 706391.0}
    person = rows("person")[0] | {"year_of_birth": 1951.0, "month_of_birth": 2.0, "day_of_birth": 28.0}
    tables = _ndjson(desk, {"note": [note], "person": [person], "visit_occurrence": [visit]})
    desk.run("hips")
    got = _read(desk, tables)
    assert got["note"][0]["visit_occurrence_id"] == got["visit_occurrence"][0]["visit_occurrence_id"]
    assert got["note"][0]["person_id"] == got["person"][0]["person_id"]
    assert got["note"][0]["note_date"] == got["visit_occurrence"][0]["visit_start_date"]
    assert got["note"][0]["note_class_concept_id"] == 706391.0
    assert isinstance(got["person"][0]["month_of_birth"], int)


def test_empty_cells_are_neither_filled_nor_counted(desk: Desk) -> None:
    _csv(desk, {"provider": [dict.fromkeys(columns("provider"), "") | {"provider_id": "12"}]})
    summary = desk.run()
    (got,) = _read(desk, {"provider": []})["provider"]
    assert {name for name, value in got.items() if value} == {"provider_id"}
    assert summary.omitted == {} and summary.emptied == {}


def test_surrogate_keys_and_dates_of_events_are_no_known_values(desk: Desk) -> None:
    """A platelet count that equals the number of some visit stays."""
    visit = rows("visit_occurrence")[0] | {"visit_occurrence_id": 250_000, "provider_id": 150_000}
    count = rows("measurement")[0] | {"value_as_number": 250_000, "range_low": 150_000, "measurement_id": 450_000}
    tables = _ndjson(desk, {"measurement": [count], "visit_occurrence": [visit]})
    summary = desk.run()
    got: dict[str, Any] = _read(desk, tables)["measurement"][0]
    assert (got["value_as_number"], got["range_low"]) == (250_000, 150_000)
    assert "known-value" not in summary.omitted


def _answers(desk: Desk, profile: str, *changes: Row) -> list[Row]:
    for table in ("measurement", "observation"):
        held = [
            rows(table)[0] | {name: v for name, v in change.items() if name in columns(table)} | {f"{table}_id": n}
            for n, change in enumerate(changes)
        ]
        _ndjson(desk, {table: held})
    desk.run(profile)
    got = _read(desk, {"measurement": [], "observation": []})
    return [m | o for m, o in zip(got["measurement"], got["observation"], strict=True)]


def _age(source: str, number: float, unit: str = "", concept: int = 0, text: str = "") -> Row:
    of_question = {"measurement_source_value": source, "observation_source_value": source}
    return of_question | {
        "value_as_number": number, "unit_source_value": unit, "unit_concept_id": concept, "value_source_value": text,
        "value_as_string": text,
    }  # fmt: skip


OLD = [
    _age("30525-0", 94), _age("LOINC:30525-0", 94), _age("Age", 94, text="94"),
    _age("AGE_AT_VISIT", 91.5, text="91.5 y"),
    _age("Patient age", 94, "years"), _age("custom", 94, "yr"), _age("custom", 94.0, "", 9448),
    _age("Age in months", 1130, "months"), _age("home latitude", 42.37), _age("Birth year", 1931),
]  # fmt: skip
ORDINARY = [
    _age("8480-6", 128, "mm[Hg]", 8876, "128"), _age("Heart rate", 94, "/min"),
    _age("Age", 45, "years", text="45 years"),
    _age("Age", 8, "months"), _age("Gestational age", 280, "days"), _age("Bone age", 130, "months"),
    _age("BMI percentile per age and sex", 95, "%", text="95"), _age("Pack years", 120, "{PackYears}"),
    _age("Duration", 100, "d", 8512), _age("custom", 8.0, "", 9448),
    _age("Date of last visit", 3), _age("Platelets", 250000),
]  # fmt: skip


@pytest.mark.parametrize("profile", ["hipaa-safe-harbor", "hips"])
def test_ages_of_90_and_more_positions_and_birth_years_are_no_measurements(desk: Desk, profile: str) -> None:
    for asked, got in zip(OLD, _answers(desk, profile, *OLD), strict=True):
        assert got["value_as_number"] is None, asked
        assert "9" not in (got["value_source_value"] or "") and "9" not in (got["value_as_string"] or ""), asked


def test_what_is_measured_stays_whatever_the_word_age_stands_beside(desk: Desk) -> None:
    for asked, got in zip(ORDINARY, _answers(desk, "hips", *ORDINARY), strict=True):
        assert got["value_as_number"] == asked["value_as_number"], asked
        assert (got["value_source_value"], got["unit_source_value"]) == (
            asked["value_source_value"],
            asked["unit_source_value"],
        )


def test_an_answer_to_a_question_for_a_name_or_a_birth_date_is_masked(desk: Desk) -> None:
    asked = [_age("Mother's maiden name", 1, text="Quimby"), _age("Date of birth", 1, text="1951-02-28")]
    name, born = _answers(desk, "hipaa-safe-harbor", *asked)
    assert (name["value_as_string"], name["value_source_value"]) == ("[PERSON]", "[PERSON]")
    assert (born["value_as_string"], born["value_source_value"]) == ("1951", "1951")


CODES = [
    ("drug_exposure", "drug_source_value", "00093-7146-01|0093-7146-01|NDC 00071015523|313782|1049502|RXNORM:313782"),
    ("condition_occurrence", "condition_source_value", "44054006|I10|E11.9|401.9|SNOMED:44054006|V58.61"),
    ("measurement", "value_source_value", "1250000|<20|128|-0.5|>=250,000|7.40|4500000"),
    ("procedure_occurrence", "procedure_source_value", "71046|CPT4:99213|0DTJ4ZZ"),
]


def test_codes_and_numbers_of_the_source_stay_unless_they_are_known(desk: Desk) -> None:
    for table, column, texts in CODES:
        held = [rows(table)[0] | {column: v, f"{table}_id": n} for n, v in enumerate(texts.split("|"))]
        _ndjson(desk, {table: held})
    _ndjson(desk, {"person": rows("person")[:1]})
    desk.run()
    names: Tables = {table: [] for table, _, _ in CODES} | {"person": []}
    for table, column, texts in CODES:
        assert [row[column] for row in _read(desk, names)[table]] == texts.split("|")


def test_a_source_code_that_is_the_patients_number_is_withheld(desk: Desk) -> None:
    tables = {
        "person": [rows("person")[0] | {"person_source_value": "44054006"}],
        "condition_occurrence": [rows("condition_occurrence")[0] | {"condition_source_value": "44054006"}],
    }
    _ndjson(desk, tables)
    summary = desk.run()
    got = _read(desk, tables)
    assert got["condition_occurrence"][0]["condition_source_value"] is None and summary.omitted["known-value"] == 1


def test_the_login_of_a_provider_leaves_in_no_source_value(desk: Desk) -> None:
    tables = {
        "provider": [rows("provider")[0] | {"provider_source_value": "QMARSBECK"}],
        "measurement": [rows("measurement")[0] | {"value_source_value": "signed QMARSBECK at 10"}],
        "person": rows("person")[:1],
    }
    _ndjson(desk, tables)
    desk.run()
    assert "QMARSBECK" not in str(_read(desk, tables))


def test_further_columns_of_a_table_are_dropped_and_counted_by_the_name_of_its_file(desk: Desk) -> None:
    held = [{**rows("person")[0], "MY Name": "Zebulon Quimby"}]
    _parquet(desk, {"person": held, "visit of Zebulon": held})
    summary = desk.run()
    assert summary.outcomes == {"released": 1, "quarantined": 1} and summary.reasons == {"no-schema": 1}
    assert summary.omitted["unknown-field"] == 1
    (got,) = pq.read_table(desk.out / "records-00001.parquet").to_pylist()
    assert list(got) == list(columns("person"))


def test_a_row_that_stands_in_two_files_leaves_once(desk: Desk) -> None:
    _ndjson(desk, {"person": rows("person"), "person_again": rows("person"), "note": rows("note") * 2})
    summary = desk.run()
    assert summary.outcomes == {"released": 3, "duplicate": 3}
