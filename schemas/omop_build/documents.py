"""Generate the schema documents of OMOP tables from the definitions of the Common Data Model.

The definitions are its file of fields, a CSV (OHDSI, https://ohdsi.github.io/CommonDataModel, Apache-2.0). The
documents are committed, so that a person can read every rule; a test generates them again and compares.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path

from schemas.omop_build.column_rules import TABLES, Column, Json, rule_of

DIALECT = "https://json-schema.org/draft/2020-12/schema"
CDM = "5.4"
VERSION = "1.0.0"
_KINDS = {"person": "DateParts", "measurement": "AnswerRow", "observation": "AnswerRow"}
_NOTE_KEYS = {"noteType": "note_title", "noteDate": "note_date"}


def read_columns(definitions: Path) -> dict[str, list[Column]]:
    """The columns of each table that ships with a schema, in their order."""
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
    """The document of a table."""
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
    """All documents, by file name."""
    return {f"{table}.json": document(table, columns) for table, columns in read_columns(definitions).items()}


def render(made: Json) -> str:
    """The text of a document's file: one line for each column."""
    lines = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in made.items() if key != "properties"]
    columns = ",\n".join(f"  {json.dumps(name)}: {json.dumps(rule)}" for name, rule in made["properties"].items())
    return "{\n" + ",\n".join([*lines, ' "properties": {\n' + columns + "\n }"]) + "\n}\n"
