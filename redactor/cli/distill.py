"""`redactor distill`: sampling of notes and training of a student. Heavy libraries are imported when needed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from redactor.cli import distill_ablate, distill_calibrate, distill_label, distill_profile, distill_train
from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.files.atomic_file import atomic

app = typer.Typer(
    help="Train your own student: choose notes, label, train, export.", no_args_is_help=True, add_completion=False
)
app.command("label", epilog=distill_label.EPILOG)(distill_label.label)
app.command("train", epilog=distill_train.TRAIN_EPILOG)(distill_train.train)
app.command("export", epilog=distill_train.EXPORT_EPILOG)(distill_train.export)
app.command("calibrate", epilog=distill_calibrate.EPILOG)(distill_calibrate.calibrate)
app.command("profile", epilog=distill_profile.EPILOG)(distill_profile.profile)
app.command("ablate", epilog=distill_ablate.EPILOG)(distill_ablate.ablate)

SAMPLE_EPILOG = "Example: redactor distill sample notes.jsonl chosen.jsonl --count 500 --by note_type --by department"


@app.command("sample", epilog=SAMPLE_EPILOG)
@guarded
def sample(
    source: Annotated[Path, typer.Argument(metavar="IN", help='Lines of {"id", "text", ...}, or a folder of .txt.')],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="The chosen notes, as lines of JSON.")],
    count: Annotated[int, typer.Option(min=1, help="How many notes to choose.")],
    seed: Annotated[int, typer.Option(help="The same seed chooses the same notes.")] = 7,
    method: Annotated[
        Literal["outliers", "cover"],
        typer.Option(help="outliers: 90 % stratified, 10 % unusual notes; cover: every stratum, the rare ones first."),
    ] = "outliers",
    by: Annotated[
        list[str] | None,
        typer.Option(help="A field whose values define the strata; repeatable. Default: fields for type and origin."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="The summary as JSON on stdout.")] = False,
) -> None:
    """Choose the notes that are worth annotating. The notes are copied to OUT unchanged, with their PHI."""
    from redactor.distill import greedy_cover, sampling
    from redactor.distill.note_sources import read_notes
    from redactor.errors import NotesError

    if target.exists():
        fail("OUT exists, and nothing is overwritten; name a new file")
    try:
        notes = read_notes(source)
    except NotesError as e:
        fail(str(e))
    axes = tuple(by) if by else sampling.type_fields(notes)
    missing = [name for name in axes if all(name not in note.fields for note in notes)]
    if missing:
        fail(f"no note has a field {missing[0]!r}; use a field that the notes contain")
    bar = Progress(
        TextColumn("reading"), BarColumn(), TimeRemainingColumn(), console=console(), disable=json, transient=True
    )
    summary: dict[str, int]
    with bar:
        readings = 4 if method == "outliers" else 1
        task = bar.add_task("reading", total=readings * len(notes))
        if method == "outliers":
            found = sampling.sample(notes, count, seed, axes, lambda: bar.advance(task))
            chosen = found.chosen
            summary = {"outliers": len(found.outliers), "outliers_in_all": found.flagged, "strata": found.strata}
        else:
            held = greedy_cover.cover(notes, count, seed, axes, lambda: bar.advance(task))
            chosen = tuple(sorted(held.chosen))
            summary = {"strata": held.strata, "strata_held": held.covered}
    with atomic(target) as part, part.open("wb") as out:
        for i in chosen:
            line = notes.line(i)
            out.write(line if line.endswith(b"\n") else line + b"\n")
    summary = {"notes": len(notes), "chosen": len(chosen)} | summary | {"unreadable": notes.skipped}
    if json:
        print_json(summary | {"method": method, "by": list(axes), "seed": seed})
    else:
        rows: list[tuple[str, object]] = [(name.replace("_", " "), n) for name, n in summary.items()]
        print_table(f"Chosen by {method}, strata by {', '.join(axes) or 'nothing'}", ("what", "count"), rows)
    if notes.skipped:
        raise typer.Exit(1)
