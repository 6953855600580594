"""The commands `redactor schema infer` and `redactor schema lint` propose and check a schema by samples of records."""

from __future__ import annotations

import json as json_module
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer

from redactor.assemble.detectors import build_detectors
from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.detect import Detector
from redactor.detect.resolver import resolve
from redactor.files.own_files import check_no_links, check_own_folder, make_own_folder
from redactor.run.intake.files import list_inputs
from redactor.run.intake.raw_records import Reader
from redactor.settings import Settings, load_settings
from redactor.text import Note, Reading
from schemas.authoring.infer import infer as infer_document
from schemas.authoring.lint import lint as lint_schema
from schemas.authoring.number_fates import number_fates
from schemas.documents.compile import compile_document
from schemas.documents.registry import Registry
from schemas.engine.compiled_schema import CompiledSchema
from schemas.engine.json_codec import parse
from schemas.engine.records import RecordError

AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="A schema's name, as in `schema list`.")]
Output = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write the document to a new file.")
]
MAX_SAMPLES = 2000


@dataclass(frozen=True, slots=True)
class Samples:
    """At most MAX_SAMPLES records, and the number of records that could not be read."""

    records: list[dict[str, Any]]
    skipped: int


def read_samples(source: Path, max_record_bytes: int) -> Samples:
    """Read the first records of a file or folder of any readable form. Exits 2 if there are none."""
    if not source.exists():
        fail(
            "SAMPLES is not a file or folder; give one that holds records (JSON, NDJSON, CSV, Parquet, .xlsx or SQLite)"
        )
    records: list[dict[str, Any]] = []
    skipped = 0
    for record in islice(_sample_records(source, max_record_bytes), MAX_SAMPLES):
        if record is None:
            skipped += 1
        else:
            records.append(record)
    if not records:
        fail("SAMPLES holds no readable record; give JSON, NDJSON, CSV, Parquet, .xlsx or SQLite with a record")
    return Samples(records, skipped)


def _sample_records(source: Path, max_record_bytes: int) -> Iterator[dict[str, Any] | None]:
    """Yield the records, with None for each that cannot be read. A Bundle yields its entries; files of notes are
    left out.
    """
    for file in list_inputs(source):
        if file.kind == "note":
            continue
        for raw in Reader(file, max_record_bytes).records():
            if raw.error is not None:
                yield None
            elif raw.data and raw.part != "bundle":
                try:
                    yield parse(raw.data)
                except RecordError:
                    yield None


class DetectorReader:
    """This reader reads notes with all detectors and the resolver. It replaces nothing, so that it needs no keyring."""

    def __init__(self, detectors: Sequence[Detector]) -> None:
        self._detectors = detectors

    def read(self, notes: list[Note]) -> list[Reading]:
        """Return one resolved reading for each note, in order."""
        readings = [d.detect(notes) for d in self._detectors]
        return [
            Reading(
                resolve(note.text, [s for r in readings for s in r[i].spans]),
                complete=all(r[i].complete for r in readings),
            )
            for i, note in enumerate(notes)
        ]

    def finds_phi(self, texts: Sequence[str]) -> list[bool]:
        """Tell for each text whether it holds PHI or could not be read in whole."""
        readings = self.read([Note(str(i), text) for i, text in enumerate(texts)])
        return [bool(r.spans) or not r.complete for r in readings]


INFER_EPILOG = "Example: redactor schema infer notes.csv --name records/ourNotes"
_FILE_NAME = re.compile(r"[A-Za-z0-9_-]+(?:/[A-Za-z0-9_-]+)*")


@guarded
def infer(
    samples: Annotated[
        Path, typer.Argument(metavar="SAMPLES", help="A file or folder of records (at most 2,000 are read).")
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="A new file; by default one of the folder schemas in home."
        ),
    ] = None,
    name: Annotated[
        str, typer.Option(help="The schema's name; its last part becomes the dataType.")
    ] = "records/proposed",
    json: AsJson = False,
) -> None:
    """Propose a schema for records from key names and values. A person must review and approve it.

    It is written to home, where `schema approve` and runs find it. With --json and without -o it is only printed.
    """
    settings = load_settings()
    read = read_samples(samples, settings.max_record_bytes)
    document = infer_document(read.records, name=name, detector=DetectorReader(build_detectors(settings)).finds_phi)
    compile_document(document, _reject_reference)
    if read.skipped:
        console().print(f"{read.skipped} of {read.skipped + len(read.records)} samples could not be read")
    if output is not None or not json:
        output = output or _file_in_home(settings, name)
        write_document(document, output)
    if json:
        print_json(document)
        return
    assert output is not None
    console().print(f"proposed from {len(read.records)} records: {output}", soft_wrap=True)
    if not any(folder.resolve() in output.resolve().parents for folder in settings.schema_folders):
        console().print(
            f"its folder is not one of schema_dirs: add it there (REDACTOR_SCHEMA_DIRS='[\"{output.parent}\"]'), or"
            " leave -o out, so that approve and runs find the schema",
            soft_wrap=True,
        )
    console().print(
        f'review every rule; then: redactor schema lint {name} {samples}, and redactor schema approve {name} --by "YOUR'
        ' NAME"',
        soft_wrap=True,
    )


def _file_in_home(settings: Settings, name: str) -> Path:
    """Return the file of home for a schema of this name, in a folder that only this user can change."""
    if not _FILE_NAME.fullmatch(name):
        fail("--name has other characters than letters, digits, _, - and /; name another, or a file with -o")
    own = settings.own_schemas
    check_own_folder(own, "the folder of schemas in home")
    if own.is_dir():
        check_no_links(own, "the folder of schemas in home")
    path = own / f"{name}.json"
    make_own_folder(path.parent)
    return path


def _reject_reference(name: str) -> dict[str, Any]:
    raise AssertionError("a proposed schema refers to no other document")


def write_document(document: Mapping[str, Any], output: Path) -> None:
    """Write a document to a new file. An existing file, which may be reviewed, is never overwritten."""
    output.parent.mkdir(parents=True, exist_ok=True)
    try:
        with output.open("x", encoding="utf-8") as f:
            json_module.dump(document, f, indent=2, ensure_ascii=False)
            f.write("\n")
    except FileExistsError:
        fail(f"{output} exists already and is not overwritten; choose another file")


LINT_EPILOG = "Example: redactor schema lint records/ourNotes notes.csv"


@guarded
def lint(
    name: Name,
    samples: Annotated[
        Path, typer.Argument(metavar="SAMPLES", help="A file or folder of records (at most 2,000 are read).")
    ],
    json: AsJson = False,
) -> None:
    """Check what a schema lets through, omits or drops in samples. Shows paths and counts; exits 1 on findings."""
    settings = load_settings()
    schema = Registry(settings.schema_folders).compiled(name)
    read = read_samples(samples, settings.max_record_bytes)
    records = [r for r in read.records if _is_of_schema(schema, r)]
    if not records:
        fail(f"none of the samples is a record for {schema.name}; give samples of that type")
    findings = lint_schema(schema, records, DetectorReader(build_detectors(settings)))
    rows = [
        {"path": f.path, "problem": f.problem.value, "count": f.count, "share": round(f.share, 4)} for f in findings
    ]
    fates = number_fates(schema, records)
    if json:
        print_json({"records": len(records), "findings": rows, "numbers": [asdict(f) for f in fates]})
        raise typer.Exit(1 if rows else 0)
    if fates:
        print_table(
            "numbers in the samples: what a run does with them",
            ["field", "rule", "what a run does", "values", "left out for their form"],
            [[f.path, f.rule, f.fate, f.values, f.left_out] for f in fates],
        )
    if rows:
        table = [[r["path"], r["problem"], r["count"], f"{r['share']:.0%}"] for r in rows]
        print_table(f"{len(rows)} findings in {len(records)} records", ["field", "problem", "values", "share"], table)
    else:
        console().print(f"nothing found in {len(records)} records; this does not prove that the schema is safe")
    if rows:
        raise typer.Exit(1)


def _is_of_schema(schema: CompiledSchema, record: Mapping[str, Any]) -> bool:
    """Tell whether the record is of the schema's type; a folder may hold records of several types."""
    resource_type = record.get("resourceType")
    if schema.resource_type is not None:
        return resource_type == schema.resource_type
    return resource_type is None and record.get("dataType", schema.data_type) == schema.data_type
