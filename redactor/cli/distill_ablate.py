"""`redactor distill ablate`: the effect of each part of the training and of the number of texts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from redactor.cli.distill_label import bar, encoder_tokenizer, need_torch, read_validation
from redactor.cli.messages import fail, guarded, print_json, print_table

if TYPE_CHECKING:
    from redactor.distill.ablate import Run

EPILOG = (
    "Example: redactor distill ablate runs/ablation --corpus train.jsonl --labels labels.jsonl "
    "--validation held-out.jsonl --sizes 500,1000,2000,5000"
)


@guarded
def ablate(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="A folder for the runs, the tables and the plots.")],
    corpus: Annotated[Path, typer.Option(help="Training examples, and the notes labelled by --labels.")],
    validation: Annotated[Path, typer.Option(help="Annotated texts that training never sees.")],
    labels: Annotated[Path | None, typer.Option(help="Soft labels; needed to measure their effect.")] = None,
    seeds: Annotated[int, typer.Option(min=1, help="Runs of each kind.")] = 3,
    sequences: Annotated[int, typer.Option(min=1, help="How many stretches of text each run is shown.")] = 20_000,
    sizes: Annotated[str, typer.Option(help="Numbers of training texts to try, besides all of them.")] = "",
    encoder: Annotated[str, typer.Option(help="minilm, or the folder of another pre-trained encoder.")] = "minilm",
    json: Annotated[bool, typer.Option("--json", help="The figures as JSON on stdout.")] = False,
) -> None:
    """Train with and without CRF, focal loss and soft labels, and on fewer texts; measure each on the validation.

    Writes ablation.json, ablation.md, ablation.svg and sizes.svg into OUT. The same command resumes an
    interrupted one.
    """
    numbers = [part.strip() for part in sizes.split(",") if part.strip()]
    if not all(n.isdecimal() and int(n) > 0 for n in numbers):
        fail("--sizes takes whole numbers with commas between them, such as 500,1000,2000")
    if not validation.is_file():
        fail("there is no file at the path given by --validation; check it")
    need_torch(encoder, "matplotlib")
    from redactor.distill import ablate as ablation
    from redactor.distill.train import TrainConfig
    from redactor.distill.training_corpus import Material, prepare

    held = read_validation(validation)
    tokenizer = encoder_tokenizer(encoder)
    with bar("reading", json) as progress:
        task = progress.add_task("reading", total=None)
        material = Material(corpus=corpus, labels=labels)
        encoded, _ = prepare(out, material, tokenizer, lambda n: progress.update(task, completed=n))
    todo = ablation.runs(len(encoded), labels is not None, seeds, [int(n) for n in numbers])
    with bar("sequences of all runs", json) as progress:
        task = progress.add_task("training", total=len(todo) * sequences)

        def told(run: Run, number: int, of: int, shown: int) -> None:
            progress.update(task, completed=number * sequences + min(shown, sequences))

        config = TrainConfig(encoder=encoder, sequences=sequences)
        try:
            summary = ablation.ablate(out, encoded, held, config, todo, told)
        except ValueError as e:
            fail(str(e))
        progress.update(task, completed=len(todo) * sequences)
    if json:
        print_json(summary)
        return
    columns = list(ablation.COLUMNS)
    heads = list(ablation.COLUMNS.values())
    print_table(
        f"{summary['examples']:,} training texts, {seeds} seeds, {len(held):,} texts to measure on: {out}",
        ["", *heads],
        [[name, *(ablation.cell(key, f[key]) for key in columns)] for name, f in summary["variants"].items()],
    )
    print_table(
        "by training texts",
        ["", *heads],
        [[f"{int(n):,}", *(ablation.cell(key, f[key]) for key in columns)] for n, f in summary["sizes"].items()],
    )
    if labels is None:
        typer.echo("no --labels given, so the row 'without soft labels' is skipped", err=True)
