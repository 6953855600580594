"""The commands of `python -m corpus`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

app = typer.Typer(
    help="Write note types, and make the text that the student learns from.",
    no_args_is_help=True,
    add_completion=False,
)

MAKE_EPILOG = "Example: python -m corpus make train.jsonl --count 20000 --seed 1 --notes my-notes.jsonl"
HELD_OUT_EPILOG = "Example: python -m corpus held-out validation.jsonl --count 2000 --seed 1"
REALISTIC_EPILOG = "Example: python -m corpus realistic validation.jsonl --count 3000 --notes my-notes.jsonl"
PREVIEW_EPILOG = "Example: python -m corpus preview discharge_summary --seed 7 --count 2"
LINT_EPILOG = "Example: python -m corpus lint corpus/notes/letters/travel_letter.txt"
FIELDS_EPILOG = "Example: python -m corpus fields --entity TELEPHONE_NUMBER"
LAYOUTS_EPILOG = "Example: python -m corpus layouts"
DENSITY_EPILOG = "Example: python -m corpus density --count 4000 --notes my-notes.jsonl"
MINE_EPILOG = "Example: python -m corpus mine mined.jsonl --model redactor/models/student --notes my-notes.jsonl"
DIGEST_EPILOG = "Example: python -m corpus digest --write"

Out = Annotated[Path, typer.Argument(metavar="OUT", help="The JSONL file to write.")]
Notes = Annotated[
    Path | None,
    typer.Option(help='Real notes to insert invented identifiers into: lines of {"id", "text"}, or .txt files.'),
]
Prose = Annotated[
    Path | None, typer.Option(help="Prose with marked names: a folder of wikigold, btc, wnut17 and sec .jsonl.")
]
Terms = Annotated[
    Path | None, typer.Option("--terminology", help="Published terms: a folder of hl7_code_systems.json.gz and others.")
]


@app.command("preview", epilog=PREVIEW_EPILOG)
def preview(
    type_: Annotated[str, typer.Argument(metavar="TYPE", help="A type's name, or a note file with its types.")],
    seed: Annotated[int, typer.Option(help="The same seed writes the same notes.")] = 1,
    count: Annotated[int, typer.Option(min=1, help="Notes of each type.")] = 1,
) -> None:
    """Write notes of a type to the terminal, every mark visible: ⟦Ann Lee|PATIENT⟧."""
    from corpus.authoring.preview import UnknownTypeError, previews
    from corpus.engine.note_file import NoteFileError

    try:
        for name, note in previews(type_, seed, count):
            typer.secho(f"--- {name}", dim=True)
            typer.echo(note)
    except (UnknownTypeError, NoteFileError) as e:
        raise typer.BadParameter(str(e)) from None


@app.command("lint", epilog=LINT_EPILOG)
def lint(
    files: Annotated[list[Path] | None, typer.Argument(metavar="[FILE]...", help="By default all note files.")] = None,
) -> None:
    """Check note files: fields, layouts, sections, brackets, names of types, and values that look like identifiers."""
    from corpus.authoring.lint import lint as linted
    from corpus.engine.note_file import ROOT

    try:
        paths = [f.resolve().relative_to(ROOT).with_suffix("").as_posix() for f in files] if files else None
    except ValueError:
        raise typer.BadParameter(f"note files lie below {ROOT.name}/notes") from None
    findings = linted(paths)
    for finding in findings:
        typer.echo(finding)
    if findings:
        raise typer.Exit(1)
    typer.echo("nothing found", err=True)


@app.command("fields", epilog=FIELDS_EPILOG)
def fields(
    entity: Annotated[str | None, typer.Option(help="Only the fields that mark this entity.")] = None,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="The whole table as a page, for corpus/FIELDS.md.")
    ] = False,
) -> None:
    """List the fields of templates: entity, example, and which to prefer where several mean the same."""
    from corpus.authoring import tables

    if markdown:
        typer.echo(tables.markdown(), nl=False)
        return
    rows = [r for r in tables.field_rows() if entity is None or r.entity == entity.upper()]
    if not rows:
        raise typer.BadParameter(f"no field marks {entity}; run it without --entity to see all")
    table = Table("entity", "field", "example", "form", "specs", title="Prefer the fields without a form")
    for r in rows:
        table.add_row(r.entity, f"{{{r.name}}}", escape(r.example), r.form, escape(", ".join(r.specs)))
    Console().print(table)


@app.command("layouts", epilog=LAYOUTS_EPILOG)
def layouts() -> None:
    """List the layouts that a head can name, with their parameters."""
    from corpus.authoring import tables

    table = Table("layout", "parameters", "what it lays out", "used")
    for r in tables.layout_rows():
        table.add_row(r.name, escape(r.parameters), escape(r.about), str(r.uses))
    Console().print(table)


@app.command("digest", epilog=DIGEST_EPILOG)
def digest(
    write: Annotated[bool, typer.Option("--write", help="Record the digests, once the change is meant.")] = False,
) -> None:
    """Compare what every type writes with what was recorded. Exits 1 where something changed."""
    from corpus.authoring import digest as digests

    new = digests.of_catalogue()
    changes = digests.changed(digests.recorded(), new)
    for change in changes:
        typer.echo(change)
    if write:
        digests.record(new)
    elif changes:
        raise typer.Exit(1)


@app.command("make", epilog=MAKE_EPILOG)
def make(
    out: Out,
    count: Annotated[int, typer.Option(min=1, help="Examples to write.")] = 20_000,
    seed: Annotated[int, typer.Option(help="The same seed writes the same file.")] = 0,
    notes: Notes = None,
    prose: Prose = None,
    terminology: Terms = None,
    split: Annotated[
        Literal["train", "unseen"], typer.Option(help="unseen: the notes, prose and names that training leaves out.")
    ] = "train",
    processes: Annotated[int | None, typer.Option(min=1, help="By default one for each CPU.")] = None,
) -> None:
    """Write training examples: generated notes, real notes with inserted identifiers, prose, clinical fields."""
    from corpus.examples.mixture import write_corpus
    from redactor.errors import NotesError
    from redactor.process import usable_cpus

    try:
        written = write_corpus(out, count, seed, notes, prose, terminology, split, processes or usable_cpus())
    except NotesError as e:
        raise typer.BadParameter(str(e)) from None
    typer.echo(f"{written:,} examples: {out.name}", err=True)


@app.command("held-out", epilog=HELD_OUT_EPILOG)
def held_out(
    out: Out,
    count: Annotated[int, typer.Option(min=1, help="Notes to write.")] = 2000,
    seed: Annotated[int, typer.Option(help="The same seed writes the same file.")] = 1,
) -> None:
    """Write a validation set: notes of types that no training text is of."""
    from corpus.examples.held_out import validation
    from redactor.distill.examples import write_examples

    written = write_examples(out, validation(seed, count))
    typer.echo(f"{written:,} notes: {out.name}", err=True)


@app.command("realistic", epilog=REALISTIC_EPILOG)
def realistic(
    out: Out,
    count: Annotated[int, typer.Option(min=1, help="Texts to write.")] = 3000,
    seed: Annotated[int, typer.Option(help="The same seed writes the same file.")] = 1,
    notes: Notes = None,
    prose: Prose = None,
    terminology: Terms = None,
) -> None:
    """Write a validation set of realistic density: in half of the texts under 2 % of the words are in identifiers."""
    from corpus.examples.held_out import realistic as made
    from redactor.distill.examples import write_examples
    from redactor.errors import NotesError

    try:
        written = write_examples(out, made(seed, count, notes, prose, terminology))
    except NotesError as e:
        raise typer.BadParameter(str(e)) from None
    typer.echo(f"{written:,} texts: {out.name}", err=True)


@app.command("density", epilog=DENSITY_EPILOG)
def density(
    count: Annotated[int, typer.Option(min=1, help="Examples to measure.")] = 4000,
    seed: Annotated[int, typer.Option(help="The same seed measures the same examples.")] = 0,
    notes: Notes = None,
    prose: Prose = None,
    terminology: Terms = None,
) -> None:
    """Show by source which share of the training examples has under 2 % of its words in identifiers, or none."""
    from corpus.examples.density import shares
    from corpus.examples.mixture import corpus
    from redactor.errors import NotesError

    try:
        found = shares(corpus(seed, count, notes, prose, terminology=terminology))
    except NotesError as e:
        raise typer.BadParameter(str(e)) from None
    table = Table("source", "examples", "sparse", "without identifiers")
    for source, share in found.items():
        of = (f"{part / max(1, share.examples):.1%}" for part in (share.sparse, share.clean))
        table.add_row(source, f"{share.examples:,}", *of)
    Console().print(table)


@app.command("mine", epilog=MINE_EPILOG)
def mine(
    out: Out,
    model: Annotated[Path | None, typer.Option(help="The student's folder; the shipped one by default.")] = None,
    count: Annotated[int, typer.Option(min=1, help="Notes, and clinical fields, to generate.")] = 20_000,
    seed: Annotated[int, typer.Option(help="The same seed generates the same texts.")] = 0,
    notes: Notes = None,
    terminology: Terms = None,
    least: Annotated[float, typer.Option(min=0.01, max=1.0, help="The probability from which a mark counts.")] = 0.1,
    threads: Annotated[int | None, typer.Option(min=1, help="By default one for each CPU.")] = None,
) -> None:
    """Write what a student marks in texts that name nobody, as negatives to add to a training corpus."""
    from collections import Counter

    from corpus.examples import mining
    from redactor.detect.student.detector import Student
    from redactor.distill.examples import write_examples
    from redactor.errors import ModelError, NotesError

    sources = {"clean notes": mining.clean_notes(seed, count)}
    if terminology is not None:
        sources["displays"] = mining.published(terminology)
        sources["clinical fields"] = mining.clean_fields(terminology, seed, count)
    if notes is not None and notes.exists():
        sources["real notes"] = mining.real_notes(notes)
    found: Counter[str] = Counter(dict.fromkeys(sources, 0))
    try:
        student = Student(model, threads=threads, doubt=least)
        written = write_examples(out, mining.tallied(sources, student, least, found))
    except (ModelError, NotesError) as e:
        raise typer.BadParameter(str(e)) from None
    for source, number in found.items():
        typer.echo(f"{number:,} of {source}", err=True)
    typer.echo(f"{written:,} examples: {out.name}", err=True)
