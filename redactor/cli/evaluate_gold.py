"""The command `redactor evaluate GOLD` measures what detectors find in annotated notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import typer

from redactor.assemble.detectors import build_detectors
from redactor.cli.common import printable
from redactor.cli.evaluate_tables import batched, figure_cells, in_context, without_nan
from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.engine import read_all
from redactor.evaluate.gold_files import read_gold, read_predictions
from redactor.evaluate.spans import Difference, Document, Labelled, Report, compare_predictions, unknown_labels
from redactor.evaluate.spans import evaluate_documents as evaluated
from redactor.settings import load_settings
from redactor.text import Note

EPILOG = "Example: redactor evaluate gold.jsonl --by kind --show 20"
_SHOWN_LABELS = 30
_LONGEST_LABEL = 40


@guarded
def evaluate(
    gold: Annotated[
        Path,
        typer.Argument(
            metavar="GOLD.jsonl",
            help='Lines of {"id", "text", "spans": [...]}; or a file or folder of i2b2 2014 XML, brat, doccano,'
            " Presidio, spaCy or CoNLL.",
        ),
    ],
    pred: Annotated[Path | None, typer.Option(help="Predictions, as `redactor detect` writes them.")] = None,
    detectors: Annotated[
        str | None,
        typer.Option(help="Detectors to run now (patterns,known,student); by default those of the settings."),
    ] = None,
    against: Annotated[
        Path | None, typer.Option(help="Other predictions, to report what these gain over them.")
    ] = None,
    match: Annotated[
        Literal["cover", "exact", "overlap"],
        typer.Option(help="When a gold span counts as found: 80 % covered, exact, or any overlap."),
    ] = "cover",
    labels: Annotated[
        Path | None, typer.Option(help='JSON {"GPE": "CITY", "NRP": null}: null leaves a label out.')
    ] = None,
    by: Annotated[str | None, typer.Option(help="Also report by this field of the gold, such as kind.")] = None,
    show: Annotated[int, typer.Option(help="Print this many misses and false alarms in context (PHI).")] = 0,
    json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Report recall, precision, documents without a miss and false alarms, with 95 % intervals."""
    if pred is not None and detectors is not None:
        fail("name either --pred FILE or --detectors LIST, not both")
    mapped = _read_label_map(labels) if labels else None
    annotated = list(read_gold(gold, by, annotated=True))
    if not annotated:
        fail(f"{gold.name} holds no documents")
    _check_labels(annotated, mapped)
    documents = list(_with_predictions(iter(annotated), pred, detectors))
    _check_labels(documents, mapped)
    report = evaluated(documents, match, mapped)
    groups = {
        name: evaluated([d for d in documents if d.group == name], match, mapped)
        for name in (sorted({d.group for d in documents}) if by else ())
    }
    gains = {}
    if against is not None:
        gains = compare_predictions(documents, list(_with_predictions(iter(documents), against, None)), match, mapped)
    if json:
        by_group = {"by": {k: _report_as_json(r) for k, r in groups.items()}} if by else {}
        gained = without_nan({"gains": {k: asdict(d) for k, d in gains.items()}}) if gains else {}
        print_json(_report_as_json(report) | by_group | gained)
    else:
        _print_report(report, groups, gains)
    if show:
        texts = {d.id: d.text for d in documents}
        for title, wrongs in (("missed", report.missed), ("false alarm", report.false)):
            for wrong in islice(wrongs, show):
                console().print(
                    f"{title} {wrong.span.label}: {in_context(texts[wrong.document], wrong.span.start, wrong.span.end)}"
                )


def _read_label_map(path: Path) -> dict[str, str | None]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, str | None])
    except (msgspec.DecodeError, UnicodeDecodeError):
        fail(f"{path.name} is not a JSON object that maps labels to labels or null")


def _check_labels(documents: Sequence[Document], mapped: dict[str, str | None] | None) -> None:
    """Exit 2 if a label means nothing that is measured, since its spans would count as the wrong type."""
    if unknown := unknown_labels(documents, mapped):
        most = sorted(unknown.items(), key=lambda x: (-x[1], x[0]))
        shown = ", ".join(f"{printable(label[:_LONGEST_LABEL])} {n:,}" for label, n in most[:_SHOWN_LABELS])
        more = f" and {len(most) - _SHOWN_LABELS:,} more" if len(most) > _SHOWN_LABELS else ""
        example = msgspec.json.encode({most[0][0][:_LONGEST_LABEL]: None}).decode()
        fail(
            f"labels that are not known, with their spans: {shown}{more}. Say what each means in a file, as in"
            f' {example[:-1]}, "TOWN": "CITY"}} (null leaves a label out), and give it with --labels FILE; the labels'
            " to map to are in docs/guide/detection.md"
        )


def _with_predictions(gold: Iterator[Document], pred: Path | None, detectors: str | None) -> Iterator[Document]:
    if pred is not None:
        found = read_predictions(pred)
        for d in gold:
            if d.id not in found:
                fail(f"{pred.name} lacks a document of the gold; give predictions for all of them")
            if d.text and any(s.end > len(d.text) for s in found[d.id]):
                fail(
                    f"{pred.name} has a span outside its text (offsets are characters); does it belong to these notes?"
                )
            yield replace(d, predicted=found[d.id])
        return
    built = build_detectors(load_settings(detectors=tuple(detectors.split(",")) if detectors else None))
    for batch in batched(gold, 256):
        readings = read_all(built, [Note(d.id, d.text) for d in batch])
        if not all(r.complete for r in readings):
            fail("the detectors could not read a text in full, so that misses would not be counted")
        for d, r in zip(batch, readings, strict=True):
            yield replace(d, predicted=tuple(Labelled(s.start, s.end, s.entity.value) for s in r.spans))


_FIGURE_TITLES = {
    "recall": "recall",
    "precision": "precision",
    "typed_recall": "recall, of the right type",
    "typed_precision": "precision, of the right type",
    "character_recall": "recall of characters",
    "character_precision": "precision of characters",
    "whole": "documents without a miss",
    "alarms": "false alarms per 1,000 words",
}


def _print_report(report: Report, groups: dict[str, Report], gains: dict[str, Difference]) -> None:
    rows = [
        [title, *figure_cells(getattr(report, name), _figure_scale(name))] for name, title in _FIGURE_TITLES.items()
    ]
    print_table(f"{report.documents:,} documents, match: {report.match}", ["", "value", "95 %", "counts"], rows)
    if gains:
        rows = [
            [_FIGURE_TITLES[name], *(f"{_figure_scale(name) * part:+.2f}" for part in (d.value, d.low, d.high))]
            for name, d in gains.items()
        ]
        print_table("more than the other predictions (paired bootstrap)", ["", "points", "from", "to"], rows)
    print_table(
        "by label",
        ["label", "recall", "95 %", "counts", "typed", "precision", "95 %", "counts"],
        [[c, *figure_cells(f["recall"]), figure_cells(f["typed_recall"])[0], *figure_cells(f["precision"])]
         for c, f in report.by_label.items()],
    )  # fmt: skip
    if groups:
        print_table(
            "by group",
            ["group", "documents", "recall", "precision", "whole", "alarms"],
            [[name or "-", r.documents, *(figure_cells(f)[0] for f in (r.recall, r.precision, r.whole)),
              figure_cells(r.alarms, 1)[0]] for name, r in groups.items()],
        )  # fmt: skip


def _figure_scale(name: str) -> float:
    return 1 if name == "alarms" else 100


def _report_as_json(report: Report) -> dict[str, Any]:
    data = asdict(report)
    del data["missed"], data["false"]
    data |= {"f1": report.f1, "missed": len(report.missed), "false_alarms": len(report.false)}
    plain: dict[str, Any] = without_nan(data)
    return plain
