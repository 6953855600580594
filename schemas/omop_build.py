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
from typing import Any

from schemas.authoring.id_classes import class_of_key

# --- The rule of a column ---------------------------------------------------------------------------------------------

Json = dict[str, Any]

TABLES = (
    "person", "visit_occurrence", "condition_occurrence", "drug_exposure", "procedure_occurrence", "measurement",
    "observation", "death", "note", "location", "care_site", "provider",
)  # fmt: skip

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
_TIME = r"([01][0-9]|2[0-3]):[0-5][0-9](:([0-5][0-9]|60)(\.[0-9]{1,9})?)?"

_TEXT: Json = {"type": "string", "rule": "autoDeID"}
_DROP: Json = {"rule": "drop"}


def _passing_rule(pattern: str, json_type: str = "number") -> Json:
    return {"type": json_type, "rule": "passThrough", "pattern": pattern}


def _masked_rule(entity: str, role: str | None = None, json_type: str = "string", **more: Any) -> Json:
    return {"type": json_type, "rule": "mask", "entity": entity} | ({"role": role} if role else {}) | more


def _source_id_rule(id_class: str, entity: str = "ID", role: str | None = None, known: bool = False) -> Json:
    """Return the rule of the source's id of somebody or something, which can be a number, a name, or both."""
    found = {"type": "string", "rule": "hash", "entity": entity, "idClass": id_class}
    return found | ({"role": role} if role else {}) | ({} if known else {"known": False})


_COLUMNS: dict[str, Json] = {
    # person
    "person.year_of_birth": _masked_rule("BIRTH_DATE_TIME", "patient", "integer", part="year"),
    "person.month_of_birth": _masked_rule("BIRTH_DATE_TIME", "patient", "integer", part="month"),
    "person.day_of_birth": _masked_rule("BIRTH_DATE_TIME", "patient", "integer", part="day"),
    "person.birth_datetime": _masked_rule("BIRTH_DATE_TIME", "patient", format="dateTime"),
    "person.person_source_value": _source_id_rule("MRN", "MEDICAL_RECORD_NUMBER", "patient", known=True),
    "visit_occurrence.visit_source_value": _source_id_rule("visit_source", "FIN", "patient"),
    # events
    "death.death_date": _masked_rule("DEATH_DATE_TIME", "patient", format="date"),
    "death.death_datetime": _masked_rule("DEATH_DATE_TIME", "patient", format="dateTime"),
    "*.stop_reason": _TEXT,
    "drug_exposure.refills": _passing_rule(_COUNT),
    "*.quantity": _passing_rule(_COUNT),
    "drug_exposure.days_supply": _passing_rule(_COUNT),
    "drug_exposure.sig": _TEXT,
    "drug_exposure.lot_number": _masked_rule("DEVICE_ID", known=False),
    "measurement.measurement_time": _passing_rule(_TIME, "string") | {"format": "time"},
    "measurement.measurement_source_value": _TEXT | {"part": "question"},
    "measurement.value_as_number": _passing_rule(_MEASURE) | {"part": "answer"},
    "measurement.value_source_value": _TEXT | {"part": "answer"},
    "observation.observation_source_value": _TEXT | {"part": "question"},
    "observation.value_source_value": _TEXT | {"part": "answer"},
    "*.unit_source_value": _TEXT | {"part": "unit"},
    "*.unit_concept_id": _passing_rule(_CONCEPT) | {"part": "unit"},
    "measurement.range_low": _passing_rule(_MEASURE),
    "measurement.range_high": _passing_rule(_MEASURE),
    "observation.value_as_number": {"type": "number", "rule": "passThrough", "part": "answer"},
    "observation.value_as_string": _TEXT | {"part": "answer"},
    # notes
    "note.note_title": _TEXT,
    "note.note_text": _TEXT,
    "note.note_source_value": _source_id_rule("note_source"),
    # places and people
    "location.address_1": _masked_rule("STREET"),
    "location.address_2": _masked_rule("STREET"),
    "location.city": _masked_rule("CITY"),
    "location.state": _masked_rule("STATE"),
    "location.zip": _masked_rule("ZIP"),
    "location.county": _masked_rule("COUNTY"),
    "location.location_source_value": _source_id_rule("location_source"),
    "location.country_source_value": _masked_rule("COUNTRY"),
    "location.latitude": _DROP,
    "location.longitude": _DROP,
    "care_site.care_site_name": _masked_rule("HOSPITAL", "site"),
    "care_site.care_site_source_value": _source_id_rule("care_site_source"),
    "provider.provider_name": _masked_rule("DOCTOR", "clinician"),
    "provider.npi": _masked_rule("CERTIFICATE_NUMBER", "clinician"),
    "provider.dea": _masked_rule("CERTIFICATE_NUMBER", "clinician"),
    "provider.year_of_birth": _masked_rule("BIRTH_DATE_TIME", "clinician", "integer", known=False),
    "provider.provider_source_value": _source_id_rule("provider_source", "ID", "clinician", known=True),
}  # fmt: skip
_SOURCE_TEXTS = frozenset(
    "admitted_from cause condition condition_status discharged_to dose_unit drug ethnicity gender measurement modifier "  # noqa: SIM905
    "observation place_of_service procedure qualifier race route specialty unit value".split()
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
        return dict(named)
    if column.name.endswith("_concept_id"):
        return _passing_rule(_CONCEPT)
    if column.is_key or column.name.endswith("_event_id"):
        return _key_rule(column)
    if column.datatype in ("date", "datetime"):
        fmt = {"date": "date", "datetime": "dateTime"}[column.datatype]
        return _masked_rule("DATE", format=fmt, known=False)
    if column.name.removesuffix("_source_value") in _SOURCE_TEXTS:
        return dict(_TEXT)
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
            table, name = row["cdmTableName"].lower(), row["cdmFieldName"].lower()
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
        "subject": ["person_id"] if "person_id" in names else [],
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
