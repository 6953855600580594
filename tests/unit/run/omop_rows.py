"""Made-up rows of the OMOP tables: two people, two clinicians, one clinic."""

from __future__ import annotations

import json
from typing import Any

from schemas.documents.schema_files import DOCUMENTS

FOLDER = DOCUMENTS / "omop" / "5.4"
TABLES = tuple(sorted(path.stem for path in FOLDER.glob("*.json")))
Row = dict[str, Any]

NOTE = (
    "Seen by Dr. Ottoline Quackenbush at Larkspur Hollow Clinic. MRN A98765-X. Born 02/28/1951. "
    "Metoprolol 25 mg b.i.d., BP 128/76. Follow-up with Quackenbush on 03/20/2024."
)
_ROWS: dict[str, list[Row]] = {
    "person": [
        {"person_id": 700_101, "gender_concept_id": 8507, "year_of_birth": 1951, "month_of_birth": 2,
         "day_of_birth": 28, "birth_datetime": "1951-02-28T00:00:00", "race_concept_id": 8527,
         "ethnicity_concept_id": 38003564, "location_id": 31, "provider_id": 11, "care_site_id": 21,
         "person_source_value": "A98765-X", "gender_source_value": "M", "race_source_value": "White",
         "ethnicity_source_value": "Not Hispanic"},
        {"person_id": 700_102, "gender_concept_id": 8532, "year_of_birth": 1921, "month_of_birth": 7, "day_of_birth": 4,
         "birth_datetime": "1921-07-04T00:00:00", "race_concept_id": 0, "ethnicity_concept_id": 0,
         "person_source_value": "B11223-Y"},
    ],
    "visit_occurrence": [
        {"visit_occurrence_id": 5001, "person_id": 700_101, "visit_concept_id": 9202, "visit_start_date": "2024-03-05",
         "visit_start_datetime": "2024-03-05T09:30:00", "visit_end_date": "2041-01-01", "visit_type_concept_id": 32817,
         "provider_id": 11, "care_site_id": 21, "visit_source_value": "CSN 44556677", "admitted_from_concept_id": 0,
         "admitted_from_source_value": "Home"},
        {"visit_occurrence_id": 5002, "person_id": 700_101, "visit_concept_id": 9202, "visit_start_date": "2024-03-12",
         "visit_end_date": "2024-03-12", "visit_type_concept_id": 32817, "preceding_visit_occurrence_id": 5001},
    ],
    "condition_occurrence": [
        {"condition_occurrence_id": 6001, "person_id": 700_101, "condition_concept_id": 320128,
         "condition_start_date": "2024-03-05", "condition_type_concept_id": 32817, "visit_occurrence_id": 5001,
         "provider_id": 11, "condition_source_value": "I10", "condition_source_concept_id": 35207668,
         "stop_reason": "resolved"},
    ],
    "drug_exposure": [
        {"drug_exposure_id": 7001, "person_id": 700_101, "drug_concept_id": 1307046,
         "drug_exposure_start_date": "2024-03-05", "drug_exposure_end_date": "2024-04-04",
         "verbatim_end_date": "2041-05-05", "drug_type_concept_id": 32838, "refills": 3, "quantity": 60.0,
         "days_supply": 30, "sig": "Take 1 tablet by mouth twice daily", "lot_number": "LX99812",
         "drug_source_value": "metoprolol tartrate 25 MG Oral Tablet", "route_source_value": "oral",
         "dose_unit_source_value": "mg", "visit_occurrence_id": 5001},
    ],
    "procedure_occurrence": [
        {"procedure_occurrence_id": 8001, "person_id": 700_101, "procedure_concept_id": 4163872,
         "procedure_date": "2024-03-05", "procedure_type_concept_id": 32817, "quantity": 1,
         "procedure_source_value": "71046", "modifier_source_value": "26", "visit_occurrence_id": 5001},
    ],
    "measurement": [
        {"measurement_id": 9001, "person_id": 700_101, "measurement_concept_id": 3004249,
         "measurement_date": "2024-03-05", "measurement_datetime": "2024-03-05T09:41:00",
         "measurement_time": "09:41:00", "measurement_type_concept_id": 32817, "operator_concept_id": 4172703,
         "value_as_number": 128.0, "unit_concept_id": 8876, "range_low": 90.0, "range_high": 140.5,
         "measurement_source_value": "8480-6",
         "unit_source_value": "mm[Hg]", "value_source_value": "128 mmHg", "visit_occurrence_id": 5001},
        {"measurement_id": 9002, "person_id": 700_101, "measurement_concept_id": 3000000,
         "measurement_date": "2024-03-06", "measurement_type_concept_id": 32817, "value_as_number": 1_250_000.0,
         "unit_source_value": "copies/mL", "value_source_value": "1250000"},
    ],
    "observation": [
        {"observation_id": 9501, "person_id": 700_101, "observation_concept_id": 4275495,
         "observation_date": "2024-03-05", "observation_type_concept_id": 32817, "value_as_number": 20.5,
         "value_as_string": "Former smoker, quit with help of Dr. Quackenbush", "unit_source_value": "pack years",
         "observation_source_value": "72166-2", "observation_event_id": 6001},
    ],
    "death": [
        {"person_id": 700_102, "death_date": "2023-11-20", "death_datetime": "2023-11-20T04:12:00",
         "death_type_concept_id": 32817, "cause_concept_id": 321588, "cause_source_value": "I50.9"},
    ],
    "note": [
        {"note_id": 4001, "person_id": 700_101, "note_date": "2024-03-05", "note_datetime": "2024-03-05T10:00:00",
         "note_type_concept_id": 32831, "note_class_concept_id": 706391, "note_title": "Progress note",
         "note_text": NOTE, "encoding_concept_id": 32678, "language_concept_id": 4180186, "provider_id": 11,
         "visit_occurrence_id": 5001, "note_source_value": "HNO-5566778"},
    ],
    "location": [
        {"location_id": 31, "address_1": "412 Thistledown Lane", "address_2": "Apt 5", "city": "Amherst",
         "state": "MA", "zip": "010021234", "county": "Hampshire", "location_source_value": "LOC-A98765",
         "country_concept_id": 4330442, "country_source_value": "United States", "latitude": 42.3732,
         "longitude": -72.5199},
    ],
    "care_site": [
        {"care_site_id": 21, "care_site_name": "Larkspur Hollow Clinic", "place_of_service_concept_id": 8940,
         "location_id": 31, "care_site_source_value": "LHC-4W", "place_of_service_source_value": "Office"},
    ],
    "provider": [
        {"provider_id": 11, "provider_name": "Ottoline Quackenbush", "npi": "1234567893", "dea": "BQ1234563",
         "specialty_concept_id": 38004456, "care_site_id": 21, "year_of_birth": 1970, "gender_concept_id": 8532,
         "provider_source_value": "QUACKO", "specialty_source_value": "Internal Medicine", "gender_source_value": "F"},
        {"provider_id": 12},
    ],
}  # fmt: skip
# What must be in no output.
SECRETS = (
    "A98765", "B11223", "Quackenbush", "Ottoline", "Larkspur", "Thistledown", "Amherst", "01002", "Hampshire",
    "44556677", "1234567893", "BQ1234563", "QUACKO", "LHC-4W", "HNO-5566778", "LX99812", "42.3732", "72.5199",
    "700101", "700102", "2024-03-05", "1951-02-28", "1921", "Apt 5",
)  # fmt: skip


def columns(table: str) -> dict[str, Any]:
    """The columns of a table with their rules."""
    found: dict[str, Any] = json.loads((FOLDER / f"{table}.json").read_text("utf-8"))["properties"]
    return found


def rows(table: str) -> list[Row]:
    """The rows with all columns of the table."""
    return [{name: row.get(name) for name in columns(table)} for row in _ROWS[table]]
