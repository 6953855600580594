"""`redactor distill calibrate`: new thresholds for a model, from annotated text and what a miss is worth."""

from __future__ import annotations

import shutil
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from redactor.cli.distill_label import check_free, need_torch, read_validation
from redactor.cli.messages import fail, guarded, print_json, print_table

if TYPE_CHECKING:
    from redactor.distill.calibrate import Calibration

EPILOG = "Example: redactor distill calibrate shipped models/ours --validation gold.jsonl --price 10 --release 5.1"

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
    check_free(out)
    need_torch(None, "onnx")
    from redactor.detect.student.detector import SHIPPED
    from redactor.distill import calibrate as calibration
    from redactor.distill import model_card

    folder = SHIPPED if source == "shipped" else Path(source)
    if not (folder / "student.json").is_file():
        fail("MODEL holds no student.json; give shipped, or a folder that `redactor distill export` wrote")
    held = read_validation(validation)
    chosen = calibration.calibrate(folder, held, price)
    shutil.copytree(folder, out, dirs_exist_ok=True)
    calibration.apply(out, chosen, release)
    model_card.write_thresholds(out, chosen)
    if json:
        print_json({"model": str(out), "calibration": asdict(chosen)})
        return
    print_thresholds(chosen)


def print_thresholds(chosen: Calibration) -> None:
    """The thresholds as a table: identifiers found, and spans that are right, by class."""
    print_table(
        f"thresholds at {chosen.price:g} false alarms for a miss, temperature {chosen.temperature:g}",
        ("class", "threshold", "found", "of", "right", "of "),
        [(kind, f.threshold, f.found, f.gold, f.right, f.made) for kind, f in chosen.classes.items()],
    )
