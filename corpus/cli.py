"""The commands of `python -m corpus`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal

import typer

app = typer.Typer(help="Make the text that the student learns from.", no_args_is_help=True, add_completion=False)

MAKE_EPILOG = "Example: python -m corpus make train.jsonl --count 20000 --seed 1 --notes my-notes.jsonl"
HELD_OUT_EPILOG = "Example: python -m corpus held-out validation.jsonl --count 2000 --seed 1"

Out = Annotated[Path, typer.Argument(metavar="OUT", help="The JSONL file to write.")]


@app.command("make", epilog=MAKE_EPILOG)
def make(
    out: Out,
    count: Annotated[int, typer.Option(min=1, help="Examples to write.")] = 20_000,
    seed: Annotated[int, typer.Option(help="The same seed writes the same file.")] = 0,
    notes: Annotated[
        Path | None,
        typer.Option(help='Real notes to insert invented identifiers into: lines of {"id", "text"}, or .txt files.'),
    ] = None,
    prose: Annotated[
        Path | None, typer.Option(help="Prose with marked names: a folder of wikigold, btc, wnut17 and sec .jsonl.")
    ] = None,
    split: Annotated[
        Literal["train", "unseen"], typer.Option(help="unseen: the notes, prose and names that training leaves out.")
    ] = "train",
    processes: Annotated[int | None, typer.Option(min=1, help="By default one for each CPU.")] = None,
) -> None:
    """Write training examples: generated notes, real notes with inserted identifiers, and annotated prose."""
    from corpus.examples.write import write_corpus
    from redactor.errors import NotesError

    try:
        written = write_corpus(out, count, seed, notes, prose, split, processes or len(os.sched_getaffinity(0)))
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
