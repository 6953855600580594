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
    "observation_period": [
        {"observation_period_id": 9601, "person_id": 700_101, "observation_period_start_date": "2019-01-01",
         "observation_period_end_date": "2023-12-31", "period_type_concept_id": 32817},
    ],
    "visit_detail": [
        {"visit_detail_id": 5101, "person_id": 700_101, "visit_detail_concept_id": 32037,
         "visit_detail_start_date": "2024-03-05", "visit_detail_start_datetime": "2024-03-05T11:00:00",
         "visit_detail_end_date": "2024-03-06", "visit_detail_type_concept_id": 32817, "provider_id": 11,
         "care_site_id": 21, "visit_detail_source_value": "BED 4W-7731", "admitted_from_source_value": "Home",
         "preceding_visit_detail_id": 5100, "visit_occurrence_id": 5001},
    ],
    "device_exposure": [
        {"device_exposure_id": 7501, "person_id": 700_101, "device_concept_id": 4030875,
         "device_exposure_start_date": "2024-03-05", "device_type_concept_id": 32817,
         "unique_device_id": "(01)08717648200274(21)PJN5566778", "production_id": "PJN5566778", "quantity": 1,
         "visit_occurrence_id": 5001, "device_source_value": "dual chamber pacemaker", "unit_concept_id": 0},
    ],
    "note_nlp": [
        {"note_nlp_id": 4101, "note_id": 4001, "section_concept_id": 0,
         "snippet": "Seen by Dr. Ottoline Quackenbush. Metoprolol 25 mg", "offset": "96",
         "lexical_variant": "Metoprolol",
         "note_nlp_concept_id": 1307046, "nlp_system": "medspaCy", "nlp_date": "2024-03-05", "term_exists": "Y",
         "term_temporal": "Present", "term_modifiers": "Negation=false"},
    ],
    "specimen": [
        {"specimen_id": 9701, "person_id": 700_101, "specimen_concept_id": 4001225, "specimen_type_concept_id": 32817,
         "specimen_date": "2024-03-05", "quantity": 2.5, "unit_concept_id": 8587, "anatomic_site_concept_id": 4217585,
         "specimen_source_id": "S24-556677", "specimen_source_value": "whole blood", "unit_source_value": "mL",
         "anatomic_site_source_value": "left arm", "disease_status_source_value": "abnormal"},
    ],
    "fact_relationship": [
        {"domain_concept_id_1": 21, "fact_id_1": 9001, "domain_concept_id_2": 27, "fact_id_2": 9501,
         "relationship_concept_id": 44818759},
    ],
    "payer_plan_period": [
        {"payer_plan_period_id": 9801, "person_id": 700_101, "payer_plan_period_start_date": "2024-01-01",
         "payer_plan_period_end_date": "2024-12-31", "payer_source_value": "Larkspur Mutual",
         "plan_source_value": "Thistledown Mills Employees PPO", "sponsor_source_value": "Thistledown Mills",
         "family_source_value": "FAM-A98765", "stop_reason_source_value": "aged out"},
    ],
    "cost": [
        {"cost_id": 9901, "cost_event_id": 8001, "cost_domain_id": "Procedure", "cost_type_concept_id": 32814,
         "currency_concept_id": 44818668, "total_charge": 1250.5, "total_paid": 990.25, "payer_plan_period_id": 9801,
         "revenue_code_concept_id": 38003190, "revenue_code_source_value": "0324", "drg_source_value": "313"},
    ],
    "drug_era": [
        {"drug_era_id": 9911, "person_id": 700_101, "drug_concept_id": 1307046, "drug_era_start_date": "2024-03-05",
         "drug_era_end_date": "2024-03-12", "drug_exposure_count": 1, "gap_days": 0},
    ],
    "dose_era": [
        {"dose_era_id": 9921, "person_id": 700_101, "drug_concept_id": 1307046, "unit_concept_id": 8576,
         "dose_value": 50.0, "dose_era_start_date": "2024-03-05", "dose_era_end_date": "2024-03-12"},
    ],
    "condition_era": [
        {"condition_era_id": 9931, "person_id": 700_101, "condition_concept_id": 320128,
         "condition_era_start_date": "2024-03-05", "condition_era_end_date": "2024-03-05",
         "condition_occurrence_count": 1},
    ],
    "episode": [
        {"episode_id": 9941, "person_id": 700_101, "episode_concept_id": 32533, "episode_start_date": "2024-03-05",
         "episode_parent_id": 9940, "episode_number": 1, "episode_object_concept_id": 320128,
         "episode_type_concept_id": 32817, "episode_source_value": "first line"},
    ],
    "episode_event": [{"episode_id": 9941, "event_id": 6001, "episode_event_field_concept_id": 1147127}],
    "metadata": [
        {"metadata_id": 1, "metadata_concept_id": 0, "metadata_type_concept_id": 32817, "name": "row count",
         "value_as_string": "checked", "value_as_number": 4.0, "metadata_date": "2024-03-05"},
    ],
    "cdm_source": [
        {"cdm_source_name": "Larkspur Hollow Warehouse", "cdm_source_abbreviation": "LHC-4W",
         "cdm_holder": "Larkspur Hollow Clinic", "source_description": "Extract of the clinic",
         "cdm_etl_reference": "https://etl.larkspur.example/42.3732", "source_release_date": "2024-03-05",
         "cdm_release_date": "2024-03-05", "cdm_version": "5.4", "cdm_version_concept_id": 756265,
         "vocabulary_version": "v5.0"},
    ],
    "cohort": [
        {"cohort_definition_id": 51, "subject_id": 700_101, "cohort_start_date": "2024-03-05",
         "cohort_end_date": "2024-03-12"},
    ],
    "cohort_definition": [
        {"cohort_definition_id": 51, "cohort_definition_name": "hypertension",
         "cohort_definition_description": "Adults with hypertension", "definition_type_concept_id": 0,
         "subject_concept_id": 1147314, "cohort_initiation_date": "2024-03-05"},
    ],
}  # fmt: skip
# What must be in no output.
SECRETS = (
    "A98765", "B11223", "Quackenbush", "Ottoline", "Larkspur", "Thistledown", "Amherst", "01002", "Hampshire",
    "44556677", "1234567893", "BQ1234563", "QUACKO", "LHC-4W", "HNO-5566778", "LX99812", "42.3732", "72.5199",
    "700101", "700102", "2024-03-05", "1951-02-28", "1921", "Apt 5", "PJN5566778", "S24-556677", "7731",
    "08717648200274",
)  # fmt: skip


def columns(table: str) -> dict[str, Any]:
    """The columns of a table with their rules."""
    found: dict[str, Any] = json.loads((FOLDER / f"{table}.json").read_text("utf-8"))["properties"]
    return found


def rows(table: str) -> list[Row]:
    """The rows with all columns of the table."""
    return [{name: row.get(name) for name in columns(table)} for row in _ROWS[table]]
