"""`redactor distill train` and `export`: training of a student, and its export as a model for the runtime."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from redactor.cli.distill_calibrate import Price, print_thresholds
from redactor.cli.distill_label import bar, check_free, encoder_tokenizer, need_torch, read_validation, student_folder
from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.errors import MaterialError

TRAIN_EPILOG = "Example: redactor distill train runs/a --corpus train.jsonl --sequences 30000 --seed 1"
_MEASURED = 300  # texts from which ranges of activations are measured
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
    need_torch(encoder, *(["onnx"] if exported else []))
    from redactor.distill.train import TrainConfig
    from redactor.distill.train import train as trained
    from redactor.distill.training_corpus import Material, prepare

    material = Material(corpus, labels)
    tokenizer = encoder_tokenizer(encoder)
    with bar("reading", json) as progress:
        task = progress.add_task("reading", total=None)
        encoded, about = prepare(out, material, tokenizer, lambda n: progress.update(task, completed=n))
    entry: dict[str, float] = {}
    with bar("training", json) as progress:
        task = progress.add_task("training", total=sequences)

        def told(given: dict[str, float]) -> None:
            entry.update(given)
            progress.update(task, completed=int(given["shown"]))

        try:
            config = TrainConfig(encoder=encoder, sequences=sequences, seed=seed, rate=rate, keep=keep)
            folder = trained(config, encoded, out, told)
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
    check_free(out)
    need_torch(None, "onnx")
    import json as codec

    from redactor.distill import calibrate, clearing_threshold, drift_profile, model_card, training_corpus
    from redactor.distill import export as exporting

    source = student_folder(trained)
    held = read_validation(validation) if validation is not None else []
    kept = training_corpus.texts(source.parent)
    texts = kept[:_MEASURED] or [e.text for e in held]
    if not texts:
        fail("the run kept no texts for measurements; give annotated texts with --validation")
    name = name or out.resolve().name
    try:
        exporting.export(source, out, texts, name, release)
        chosen = calibrate.calibrate(out, held, price) if held else None
    except ValueError as e:
        fail(str(e))
    if chosen is not None:
        calibrate.apply(out, chosen)
        clearing_threshold.apply(out, clearing_threshold.clearing(out, held, price))
    try:
        profile = drift_profile.write_profile(out, [*kept, *(e.text for e in held)])
    except MaterialError as e:
        profile = None
        console().print(f"without drift.json: {e}")
    fidelity = exporting.fidelity(source, out, texts)
    about = codec.loads((source / "model.json").read_text(encoding="utf-8"))
    model_card.write(out, name, release, about, training_corpus.about(source.parent), fidelity, chosen)
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
