"""Selects the schemas of table rows by their columns, in whatever letters these are written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import PurePath

from schemas.engine.compiled_schema import Branch, CompiledSchema

Path = tuple[str, ...]

_OMOP_TABLES = frozenset(
    "care_site cdm_source cohort cohort_definition condition_era condition_occurrence cost death device_exposure "  # noqa: SIM905
    "dose_era drug_era drug_exposure episode episode_event fact_relationship location measurement metadata note "
    "note_nlp observation observation_period payer_plan_period person procedure_occurrence provider specimen "
    "visit_detail visit_occurrence".split()
)


def schema_of_columns(columns: Collection[str], schemas: Iterable[CompiledSchema]) -> CompiledSchema | None:
    """Return the one schema that fits the columns of a row that names no type, or None where none or several do.

    A schema fits that declares exactly these columns, else a schema that declares all of them and requires no others.
    Upper and lower case do not count.
    """
    wanted = {name.lower() for name in columns}
    if len(wanted) != len(columns):
        return None
    exact, loose = [], []
    for schema in schemas:
        declared = {name.lower() for name in schema.root.children} - {"datatype"}
        if declared == wanted:
            exact.append(schema)
        elif wanted <= declared and schema.required and has_required(wanted, schema):
            loose.append(schema)
    found = exact or loose
    return found[0] if len(found) == 1 else None


def has_required(columns: Collection[str], schema: CompiledSchema) -> bool:
    """Tell whether a row has all columns that its schema requires, in whatever letters."""
    return {name.lower() for name in schema.required} <= {name.lower() for name in columns}


def standard_table(name: str) -> str:
    """Return the OMOP table that a file is named after ("person.csv", "cdm/PERSON.csv.gz"), or ""."""
    stem = PurePath(name).name.partition(".")[0].lower()
    return stem if stem in _OMOP_TABLES else ""


def data_type_of(table: str) -> str:
    """Return the dataType of the rows of a standard table."""
    return f"omop_{table}"


def spelled_as(schema: CompiledSchema, columns: Collection[str]) -> CompiledSchema:
    """Return the schema with its columns in the letters of a row: PERSON_ID where it declares person_id.

    A column that the schema declares as the row writes it, and a column that two names of the row or of the schema
    could mean, keep their letters.
    """
    children = schema.root.children
    strange = [name for name in columns if name not in children]
    if not strange:
        return schema
    free = [name for name in children if name not in columns]
    counts = Counter(name.lower() for name in (*strange, *free))
    declared = {name.lower(): name for name in free}
    as_written = {
        declared[name.lower()]: name for name in strange if name.lower() in declared and counts[name.lower()] == 2
    }
    if not as_written:
        return schema
    root = schema.root
    spelled = Branch(
        root.path,
        {as_written.get(name, name): child for name, child in children.items()},
        root.kind,
        root.entity,
        root.role,
        root.targets,
        root.is_array,
    )
    return replace(
        schema,
        root=spelled,
        subject=tuple(_respelled(path, as_written) for path in schema.subject),
        note_type=_respelled_if_given(schema.note_type, as_written),
        note_date=_respelled_if_given(schema.note_date, as_written),
        id_path=_respelled_if_given(schema.id_path, as_written),
    )


def _respelled(path: Path, as_written: Mapping[str, str]) -> Path:
    return (as_written.get(path[0], path[0]), *path[1:])


def _respelled_if_given(path: Path | None, as_written: Mapping[str, str]) -> Path | None:
    return None if path is None else _respelled(path, as_written)
