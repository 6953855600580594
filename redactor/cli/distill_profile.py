"""`redactor distill profile`: what usual notes look like, for a model that has its weights already."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

import typer

from redactor.cli.distill_label import check_free
from redactor.cli.messages import fail, guarded, print_json, print_table
from redactor.errors import NotesError

EPILOG = "Example: redactor distill profile shipped models/ours --notes notes.jsonl"


@guarded
def profile(
    source: Annotated[str, typer.Argument(metavar="MODEL", help="A model folder, or shipped: the shipped student.")],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The new model folder, for the setting `student`.")],
    notes: Annotated[
        Path, typer.Option(metavar="IN", help='Usual notes: lines of {"id", "text"}, or a folder of .txt files.')
    ],
    json: Annotated[bool, typer.Option("--json", help="The summary as JSON on stdout.")] = False,
) -> None:
    """Write a model with a profile of usual notes (drift.json): notes unlike them count as out of domain.

    The profile holds shares of public words and the mean and covariance of the model's scores, and no text of a note.
    """
    check_free(out)
    from redactor.detect.student.card import CARD, TOKENIZER, WEIGHTS
    from redactor.detect.student.detector import SHIPPED
    from redactor.distill.drift_profile import write_profile
    from redactor.distill.note_sources import read_notes

    folder = SHIPPED if source == "shipped" else Path(source)
    if not (folder / CARD).is_file():
        fail("MODEL holds no student.json; give shipped, or a folder that `redactor distill export` wrote")
    try:
        texts = [note.text for note in read_notes(notes)]
    except NotesError as e:
        fail(str(e))
    out.mkdir(parents=True, exist_ok=True)
    for name in (WEIGHTS, TOKENIZER, "MODEL_CARD.md"):
        if (folder / name).is_file():
            shutil.copyfile(folder / name, out / name)
    made = write_profile(folder, texts, out)
    size = (out / "drift.json").stat().st_size
    if json:
        print_json({"model": str(out), "notes": made.notes, "words": len(made.shares), "bytes": size})
        return
    print_table(
        f"Profile of usual notes: {out}", ("what", "count"),
        [("notes", made.notes), ("words", len(made.shares)), ("kB", round(size / 1000))],
    )  # fmt: skip
