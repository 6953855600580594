"""Write MODEL_CARD.md: the training data, training and figures of an exported student, generated from its files.

The figures stand between two markers. The text around them (sources and their licences, limits, intended use) is
written by people and is kept when the model is exported again.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from redactor.distill.calibrate import Calibration
from redactor.distill.export import Fidelity
from redactor.files.atomic_file import write_text

FILE = "MODEL_CARD.md"
_THRESHOLDS_HEADING = "## Thresholds"
BEGIN, END = "<!-- figures: written by the export -->", "<!-- end of figures -->"

_TEXT_BY_PEOPLE = """
## Sources and licences

List the sources of the training texts and their licences here.

## Limits

A model can reveal its training text. A model that saw only invented and public names may be distributed. Keep a model
trained on notes of real patients where those notes are kept.
"""


def write_model_card(
    folder: Path,
    name: str,
    version: str,
    trained: Mapping[str, Any],
    corpus: Mapping[str, Any] | None,
    fidelity: Fidelity,
    calibration: Calibration | None,
) -> None:
    """Write the figures into the card of the model folder.

    trained: the card of the trained folder. corpus: the summary by `training_corpus.prepare_corpus`, if it is known.
    """
    path = folder / FILE
    figures = "\n".join(
        [
            BEGIN,
            "",
            *_training_rows(trained, corpus),
            "",
            *_export_rows(fidelity),
            "",
            *_threshold_rows(calibration),
            "",
            END,
        ]
    )
    text = (
        path.read_text(encoding="utf-8")
        if path.is_file()
        else f"# {name} {version}\n\n{BEGIN}\n{END}\n{_TEXT_BY_PEOPLE}"
    )
    before, _, rest = text.partition(BEGIN)
    _, found, after = rest.partition(END)
    text = f"{before}{figures}{after}" if found else f"{text.rstrip()}\n\n{figures}\n"
    write_text(path, text)


def write_thresholds(folder: Path, calibration: Calibration) -> None:
    """Replace the thresholds in the card of the model folder; a folder without a card gets none."""
    path = folder / FILE
    if path.is_file():
        before, found, rest = path.read_text(encoding="utf-8").partition(_THRESHOLDS_HEADING + "\n")
        _, end, after = rest.partition(END)
        if found and end:
            figures = "\n".join(_threshold_rows(calibration))
            write_text(path, f"{before}{figures}\n\n{END}{after}")


def _training_rows(trained: Mapping[str, Any], corpus: Mapping[str, Any] | None) -> list[str]:
    config = trained.get("config", {})
    rows = ["## Training", "", f"- Encoder: {Path(str(trained.get('encoder', 'unknown'))).name}"]
    if corpus is not None:
        parts = ", ".join(f"{count:,} {source}" for source, count in corpus["by_source"].items())
        rows.append(f"- Texts: {corpus['examples']:,} ({parts}), {corpus['pieces']:,} word pieces")
        rows.append(f"- Of these with soft labels of a teacher: {corpus['with_soft_labels']:,}")
        if corpus["made_of"]["corpus"] is None:
            rows.append(f"- Made with seed {corpus['made_of']['seed']}")
    rows.append(f"- Shown: {trained.get('shown', 0):,} sequences in {trained.get('steps', 0):,} steps")
    chosen = ("seed", "rate", "budget", "gamma", "crf", "dropout", "average")
    rows.append("- Settings: " + ", ".join(f"{key} {config[key]}" for key in chosen if key in config))
    return rows


def _export_rows(fidelity: Fidelity) -> list[str]:
    return [
        "## Export",
        "",
        f"- {fidelity.megabytes} MB in int8",
        f"- {fidelity.decoded:.2%} of {fidelity.pieces:,} pieces, and {fidelity.found:.2%} of those in an entity, are "
        "labelled as by the model in float32",
    ]


def _threshold_rows(calibration: Calibration | None) -> list[str]:
    if calibration is None:
        return [_THRESHOLDS_HEADING, "", "Not calibrated: every class counts from a probability of a half on."]
    return [
        _THRESHOLDS_HEADING,
        "",
        f"Chosen on held-out texts where misses, each worth {calibration.price:g} false alarms, and false alarms cost "
        "least, temperature "
        f"{calibration.temperature:g} (-log P of a piece {calibration.loss_before:.4f} before, "
        f"{calibration.loss_after:.4f} after). Recall: identifiers of which at least 80 % is covered by any spans. "
        "Precision: spans of which at least half lies on an identifier.",
        "",
        "| class | threshold | recall | precision | identifiers | missed | spans | false alarms |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
        *(
            f"| {kind}{'' if f.calibrated else ' (too few to choose by)'} | {f.threshold:g} | "
            f"{_percentage(f.found, f.gold)} | {_percentage(f.right, f.made)} | {f.gold:,} | {f.gold - f.found:,} | "
            f"{f.made:,} | {f.made - f.right:,} |"
            for kind, f in calibration.classes.items()
        ),
    ]


def _percentage(above: int, below: int) -> str:
    return f"{above / below:.1%}" if below else "-"
