"""The commands `redactor schema infer` and `redactor schema lint` propose and check a schema by samples of records."""

from __future__ import annotations

import json as json_module
import os
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from redactor.assemble.detectors import build_detectors
from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.files.own_files import check_no_links, check_own_folder, make_own_folder
from redactor.settings import Settings, load_settings
from redactor.steward.schema_drafts import FILE_NAME, draft_path, keep_samples
from redactor.steward.schema_samples import DetectorReader, read_samples
from schemas.authoring.infer import infer as infer_document
from schemas.authoring.lint import lint as lint_schema
from schemas.authoring.number_fates import number_fates
from schemas.documents.compile import compile_document
from schemas.documents.registry import Registry

AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="A schema's name, as in `schema list`.")]
Output = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write the document to a new file.")
]
INFER_EPILOG = "Example: redactor schema infer notes.csv --name records/ourNotes"


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
    draft: Annotated[
        bool, typer.Option("--draft", help="Write a draft, which no run reads; the console shows it.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Propose a schema for records from key names and values. A person must review and approve it.

    It is written to home, where `schema approve` and runs find it. With --json and without -o it is only printed.
    """
    if draft and output is not None:
        fail("a draft lies in home: give --draft or -o, not both")
    settings = load_settings()
    read = read_samples(samples, settings.max_record_bytes)
    document = infer_document(read.records, name=name, detector=DetectorReader(build_detectors(settings)).finds_phi)
    compile_document(document, _reject_reference)
    if read.skipped:
        console().print(f"{read.skipped} of {read.skipped + len(read.records)} samples could not be read")
    if draft:
        output = draft_path(settings, name)
        make_own_folder(output.parent)
        write_document(document, output, mode=0o600)
        keep_samples(output, samples)
    elif output is not None or not json:
        output = output or _file_in_home(settings, name)
        write_document(document, output)
    if json:
        print_json(document)
        return
    assert output is not None
    console().print(f"proposed from {len(read.records)} records: {output}", soft_wrap=True)
    if draft:
        console().print(
            f"no run reads it; look at it in the console, or: redactor schema approve {name} --draft --by NAME "
            "--reason TEXT",
            soft_wrap=True,
        )
        return
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
    if not FILE_NAME.fullmatch(name):
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


def write_document(document: Mapping[str, Any], output: Path, *, mode: int = 0o666) -> None:
    """Write a document to a new file. An existing file, which may be reviewed, is never overwritten.

    mode: of the file, less the umask.
    """
    output.parent.mkdir(parents=True, exist_ok=True)
    try:
        with open(output, "x", encoding="utf-8", opener=lambda path, flags: os.open(path, flags, mode)) as f:
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
    records = read.of_schema(schema)
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
