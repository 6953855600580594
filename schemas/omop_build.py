"""Generates the schema documents of OMOP tables: python -m schemas.omop_build FIELD_LEVEL.csv OUT

The definitions are its file of fields, a CSV (OHDSI, https://ohdsi.github.io/CommonDataModel, Apache-2.0). The
documents are committed, so that a person can read every rule; a test generates them again and compares. Ids, concepts
and dates go by the definitions' types and keys. Any other column is named here, so that a new column needs a person's
decision.
"""

from __future__ import annotations

import csv
import json
import sys
from dataclasses import dataclass
from pathlib import Path

from schemas.authoring.id_classes import class_of_key
from schemas.build_rules import TEXT, Json, hashed, masked, passing

# --- The rule of a column ---------------------------------------------------------------------------------------------

TABLES = (
    "person", "visit_occurrence", "condition_occurrence", "drug_exposure", "procedure_occurrence", "measurement",
    "observation", "death", "note", "location", "care_site", "provider", "observation_period", "visit_detail",
    "device_exposure", "note_nlp", "specimen", "fact_relationship", "payer_plan_period", "cost", "drug_era", "dose_era",
    "condition_era", "episode", "episode_event", "metadata", "cdm_source", "cohort", "cohort_definition",
)  # fmt: skip
"""These tables are all of 5.4 but those of the vocabulary, which OHDSI publishes and which hold no patient."""

# Public concepts have up to eight digits; a site numbers its own from 2,000,000,000, and telephone numbers do not begin
# with 200. A table that holds nulls makes its integers decimals.
_CONCEPT = r"([0-9]{1,8}|200[0-9]{7})(\.0)?"
# Up to seven digits, or some with zeros behind them (a viral load); no date, social security or telephone number, and
# no longitude of the west.
_MEASURE = (
    r"[0-9]{1,6}(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,2})?|[1-9][0-9]{6}(\.0)?|[1-9][0-9]{0,3}0{4,9}(\.0)?"
    r"|-[0-2]?[0-9](\.[0-9]{1,20})?|-[0-9]{2,6}(\.[0-9]{1,3})?"
)
_COUNT = r"[0-9]{1,6}(\.[0-9]{1,6})?"
_AMOUNT = r"-?[0-9]{1,6}(\.[0-9]{1,4})?"  # of money
_TIME = r"([01][0-9]|2[0-3]):[0-5][0-9](:([0-5][0-9]|60)(\.[0-9]{1,9})?)?"

_DROP: Json = {"rule": "drop"}
# Of plan years, of extracts and of ETL: the same for many patients, so that a shift could be read from them.
_BOOKED: Json = {"type": "string", "rule": "mask", "entity": "ADMINISTRATIVE_DATE", "known": False}
_DOMAINS = (
    "Condition", "Cost", "Death", "Device", "Drug", "Episode", "Measurement", "Note", "Observation", "Payer", "Person",
    "Procedure", "Specimen", "Visit",
)  # fmt: skip


def _number(pattern: str) -> Json:
    return passing(pattern, "number")


def _joined_rule(id_class: str) -> Json:
    """Return the rule of a number that joins tables, which the definitions do not mark as a key."""
    return {"type": "integer", "rule": "hash", "idClass": id_class, "known": False}


_COSTS = (
    "total_charge", "total_cost", "total_paid", "paid_by_payer", "paid_by_patient", "paid_patient_copay",
    "paid_patient_coinsurance", "paid_patient_deductible", "paid_by_primary", "paid_ingredient_cost",
    "paid_dispensing_fee", "amount_allowed",
)  # fmt: skip
_COLUMNS: dict[str, Json] = {
    # person
    "person.year_of_birth": masked("BIRTH_DATE_TIME", "patient", type="integer", part="year"),
    "person.month_of_birth": masked("BIRTH_DATE_TIME", "patient", type="integer", part="month"),
    "person.day_of_birth": masked("BIRTH_DATE_TIME", "patient", type="integer", part="day"),
    "person.birth_datetime": masked("BIRTH_DATE_TIME", "patient", format="dateTime"),
    "person.person_source_value": hashed("MRN", "MEDICAL_RECORD_NUMBER", "patient", known=True),
    "visit_occurrence.visit_source_value": hashed("visit_source", "FIN", "patient"),
    # events
    "death.death_date": masked("DEATH_DATE_TIME", "patient", format="date"),
    "death.death_datetime": masked("DEATH_DATE_TIME", "patient", format="dateTime"),
    "*.stop_reason": TEXT,
    "drug_exposure.refills": _number(_COUNT),
    "*.quantity": _number(_COUNT),
    "drug_exposure.days_supply": _number(_COUNT),
    "drug_exposure.sig": TEXT,
    "drug_exposure.lot_number": masked("DEVICE_ID", known=False),
    "measurement.measurement_time": passing(_TIME) | {"format": "time"},
    "measurement.measurement_source_value": TEXT | {"part": "question"},
    "measurement.value_as_number": _number(_MEASURE) | {"part": "answer"},
    "measurement.value_source_value": TEXT | {"part": "answer"},
    "observation.observation_source_value": TEXT | {"part": "question"},
    "observation.value_source_value": TEXT | {"part": "answer"},
    "*.unit_source_value": TEXT | {"part": "unit"},
    "*.unit_concept_id": _number(_CONCEPT) | {"part": "unit"},
    "measurement.range_low": _number(_MEASURE),
    "measurement.range_high": _number(_MEASURE),
    "observation.value_as_number": {"type": "number", "rule": "passThrough", "part": "answer"},
    "observation.value_as_string": TEXT | {"part": "answer"},
    # notes
    "note.note_title": TEXT,
    "note.note_text": TEXT,
    "note.note_source_value": hashed("note_source"),
    # places and people
    "location.address_1": masked("STREET"),
    "location.address_2": masked("STREET"),
    "location.city": masked("CITY"),
    "location.state": masked("STATE"),
    "location.zip": masked("ZIP"),
    "location.county": masked("COUNTY"),
    "location.location_source_value": hashed("location_source"),
    "location.country_source_value": masked("COUNTRY"),
    "location.latitude": _DROP,
    "location.longitude": _DROP,
    "care_site.care_site_name": masked("HOSPITAL", "site"),
    "care_site.care_site_source_value": hashed("care_site_source"),
    "provider.provider_name": masked("DOCTOR", "clinician"),
    "provider.npi": masked("CERTIFICATE_NUMBER", "clinician"),
    "provider.dea": masked("CERTIFICATE_NUMBER", "clinician"),
    "provider.year_of_birth": masked("BIRTH_DATE_TIME", "clinician", type="integer", known=False),
    "provider.provider_source_value": hashed("provider_source", "ID", "clinician", known=True),
    # devices and specimens: texts quote serial and accession numbers
    "device_exposure.unique_device_id": hashed("unique_device", "DEVICE_ID", "patient", known=True),
    "device_exposure.production_id": hashed("device_production", "DEVICE_ID", "patient", known=True),
    "specimen.specimen_source_id": hashed("specimen_source", "ID", "patient", known=True),
    "visit_detail.visit_detail_source_value": hashed("visit_detail_source", "FIN", "patient"),
    # what a program found in notes
    "note_nlp.note_id": _joined_rule("note"),
    "note_nlp.snippet": TEXT,
    "note_nlp.offset": passing("[0-9]{1,6}"),
    "note_nlp.lexical_variant": TEXT,
    "note_nlp.nlp_system": TEXT,
    "note_nlp.nlp_date": _BOOKED | {"format": "date"},
    "note_nlp.nlp_datetime": _BOOKED | {"format": "dateTime"},
    "note_nlp.term_exists": passing("[A-Za-z0-9]"),
    "note_nlp.term_temporal": TEXT,
    "note_nlp.term_modifiers": TEXT,
    # who pays: plans and sponsors name employers
    "payer_plan_period.payer_plan_period_start_date": _BOOKED | {"format": "date"},
    "payer_plan_period.payer_plan_period_end_date": _BOOKED | {"format": "date"},
    "payer_plan_period.payer_source_value": masked("ORGANIZATION", "payer", known=False),
    "payer_plan_period.plan_source_value": masked("ORGANIZATION", "payer", known=False),
    "payer_plan_period.sponsor_source_value": masked("ORGANIZATION", "other", known=False),
    "payer_plan_period.family_source_value": hashed("family_source", "HEALTH_PLAN_ID", "patient", known=True),
    "cost.cost_domain_id": {"type": "string", "rule": "passThrough", "enum": [*_DOMAINS]},
    "cost.payer_plan_period_id": _joined_rule("payer_plan_period"),
    **{f"cost.{name}": _number(_AMOUNT) for name in _COSTS},
    # periods, eras and episodes
    "observation_period.observation_period_start_date": _BOOKED | {"format": "date"},
    "observation_period.observation_period_end_date": _BOOKED | {"format": "date"},
    "*.drug_exposure_count": _number(_COUNT),
    "*.condition_occurrence_count": _number(_COUNT),
    "*.gap_days": _number(_COUNT),
    "*.dose_value": _number(_MEASURE),
    "*.episode_number": _number(_COUNT),
    "*.episode_parent_id": _joined_rule("episode"),
    "episode_event.event_id": _joined_rule("event"),
    "fact_relationship.domain_concept_id_1": _number(_CONCEPT),
    "fact_relationship.domain_concept_id_2": _number(_CONCEPT),
    "fact_relationship.fact_id_1": _joined_rule("fact"),
    "fact_relationship.fact_id_2": _joined_rule("fact"),
    # the database, and cohorts
    "metadata.name": TEXT,
    "metadata.value_as_string": TEXT,
    "metadata.value_as_number": _number(_MEASURE),
    "metadata.metadata_date": _BOOKED | {"format": "date"},
    "metadata.metadata_datetime": _BOOKED | {"format": "dateTime"},
    "cdm_source.cdm_source_name": masked("HOSPITAL", "site"),
    "cdm_source.cdm_source_abbreviation": masked("HOSPITAL", "site", known=False),
    "cdm_source.cdm_holder": masked("HOSPITAL", "site"),
    "cdm_source.source_description": TEXT,
    "cdm_source.source_documentation_reference": masked("URL", "site", known=False),
    "cdm_source.cdm_etl_reference": masked("URL", "site", known=False),
    "cdm_source.source_release_date": _BOOKED | {"format": "date"},
    "cdm_source.cdm_release_date": _BOOKED | {"format": "date"},
    "cdm_source.cdm_version": passing(r"[vV]?[0-9](\.[0-9]{1,2}){0,3}"),
    "cdm_source.vocabulary_version": TEXT,
    "cohort.subject_id": _joined_rule("Patient") | {"entity": "ID", "role": "patient"},
    "*.cohort_definition_id": _joined_rule("cohort_definition"),
    "cohort_definition.cohort_definition_name": TEXT,
    "cohort_definition.cohort_definition_description": TEXT,
    "cohort_definition.cohort_definition_syntax": TEXT,
    "cohort_definition.cohort_initiation_date": _BOOKED | {"format": "date"},
}  # fmt: skip
_SOURCE_TEXTS = frozenset(
    "admitted_from anatomic_site cause condition condition_status device discharged_to disease_status dose_unit drg "  # noqa: SIM905
    "drug episode ethnicity gender measurement modifier observation place_of_service procedure qualifier race "
    "revenue_code route specialty specimen stop_reason unit value".split()
)


@dataclass(frozen=True, slots=True)
class Column:
    """A column as the definitions give it, with a lower-case datatype ("varchar(50)"); `is_key` marks primary and
    foreign keys.
    """

    table: str
    name: str
    datatype: str
    is_required: bool
    is_key: bool
    references: str


def rule_of(column: Column) -> Json:
    """Return the schema of a column. Raises KeyError for a column without a decision."""
    named = _COLUMNS.get(f"{column.table}.{column.name}") or _COLUMNS.get(f"*.{column.name}")
    if named is not None:
        return {k: v for k, v in named.items() if k != "part" or column.table in _KINDS}
    if column.name.endswith("_concept_id"):
        return _number(_CONCEPT)
    if column.is_key or column.name.endswith("_event_id"):
        return _key_rule(column)
    if column.datatype in ("date", "datetime"):
        fmt = {"date": "date", "datetime": "dateTime"}[column.datatype]
        return masked("DATE", format=fmt, known=False)
    if column.name.removesuffix("_source_value") in _SOURCE_TEXTS:
        return dict(TEXT)
    raise KeyError(f"{column.table}.{column.name} has no rule in {__name__}")


def _key_rule(column: Column) -> Json:
    """Return the rule of a key that joins tables; a person's may be the source's number, and texts hold none of the
    others.
    """
    referred = f"{column.references}_id" if column.references else column.name
    found: Json = {"type": "integer", "rule": "hash", "idClass": class_of_key(referred)}
    if referred == "person_id":
        return found | {"entity": "ID", "role": "patient"}
    return found | {"known": False}


# --- Documents --------------------------------------------------------------------------------------------------------

DIALECT = "https://json-schema.org/draft/2020-12/schema"
CDM = "5.4"
VERSION = "1.0.0"
_KINDS = {"person": "DateParts", "measurement": "AnswerRow", "observation": "AnswerRow"}
_NOTE_KEYS = {"noteType": "note_title", "noteDate": "note_date"}


def read_columns(definitions: Path) -> dict[str, list[Column]]:
    """Return the columns of each table that ships with a schema, in their order."""
    found: dict[str, list[Column]] = {table: [] for table in TABLES}
    with definitions.open(encoding="utf-8", newline="") as f:
        for row in csv.DictReader(f):
            table, name = row["cdmTableName"].lower(), row["cdmFieldName"].lower().strip('"')  # "offset" is quoted
            if table not in found:
                continue
            is_own, is_foreign = (row[key].lower() == "yes" for key in ("isPrimaryKey", "isForeignKey"))
            references = row["fkTableName"].lower() if is_foreign else ""
            is_required = row["isRequired"].lower() == "yes"
            column = Column(table, name, row["cdmDatatype"].lower(), is_required, is_own or is_foreign, references)
            found[table].append(column)
    return found


def document(table: str, columns: list[Column]) -> Json:
    """Return the document of a table."""
    names = [c.name for c in columns]
    own = f"{table}_id"
    head: Json = {
        "$schema": DIALECT,
        "title": f"omop/{CDM}/{table}",
        "version": VERSION,
        "description": f"A row of the table {table} of the OMOP Common Data Model {CDM}",
        "dataType": f"omop_{table}",
        "subject": [name for name in ("person_id", "subject_id") if name in names],
    }
    if own in names:
        head["id"] = own
    head |= _NOTE_KEYS if table == "note" else {}
    head |= {"kind": _KINDS[table]} if table in _KINDS else {}
    head |= {"required": [c.name for c in columns if c.is_required], "type": "object"}
    return head | {"properties": {c.name: rule_of(c) for c in columns}}


def make_documents(definitions: Path) -> dict[str, Json]:
    """Return all documents, by file name."""
    return {f"{table}.json": document(table, columns) for table, columns in read_columns(definitions).items()}


def render(made: Json) -> str:
    """Return the text of a document's file, with one line for each column."""
    lines = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in made.items() if key != "properties"]
    columns = ",\n".join(f"  {json.dumps(name)}: {json.dumps(rule)}" for name, rule in made["properties"].items())
    return "{\n" + ",\n".join([*lines, ' "properties": {\n' + columns + "\n }"]) + "\n}\n"


def main(arguments: list[str]) -> int:
    """Write the documents into a folder and return the exit status."""
    if len(arguments) != 2:
        sys.stderr.write("usage: python -m schemas.omop_build FIELD_LEVEL.csv OUT\n")
        return 2
    out = Path(arguments[1])
    out.mkdir(parents=True, exist_ok=True)
    for name, document in make_documents(Path(arguments[0])).items():
        (out / name).write_text(render(document), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
