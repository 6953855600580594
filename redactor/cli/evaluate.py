"""`redactor evaluate GOLD.jsonl`: compares found spans with gold. The other reports are in modules of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import typer
from typer.core import TyperGroup

from redactor.assemble.detectors import build_detectors
from redactor.cli import evaluate_clean, evaluate_dates, evaluate_drift, evaluate_parrot, evaluate_utility
from redactor.cli.evaluate_tables import batched, cells, context, without_nan
from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.engine import read_all
from redactor.evaluate.gold_files import read_gold, read_predictions
from redactor.evaluate.spans import Difference, Document, Labelled, Report, compare
from redactor.evaluate.spans import evaluate as evaluated
from redactor.settings import load_settings
from redactor.text import Note


class _GoldByDefault(TyperGroup):
    """Runs `gold` where no command is named: `redactor evaluate GOLD.jsonl`. `--clean FILE` is `clean FILE`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] == "--clean":
            args = ["clean", *args[1:]]
        if args and args[0] not in self.commands and args[0] != "--help":
            args = ["gold", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=_GoldByDefault,
    help="Report recall, precision, documents without a miss and false alarms, with 95 % intervals.",
    epilog="Without a command: `redactor evaluate GOLD.jsonl ...` is `redactor evaluate gold GOLD.jsonl ...`.",
    no_args_is_help=True,
    add_completion=False,
)
app.command("clean", epilog=evaluate_clean.EPILOG)(evaluate_clean.clean)
app.command("dates", epilog=evaluate_dates.EPILOG)(evaluate_dates.dates)
app.command("drift", epilog=evaluate_drift.EPILOG)(evaluate_drift.drift)
app.command("parrot", epilog=evaluate_parrot.EPILOG)(evaluate_parrot.parrot)
app.command("utility", epilog=evaluate_utility.EPILOG)(evaluate_utility.utility)


@app.command(
    "gold", epilog="Example: redactor evaluate gold.jsonl --detectors patterns,known,student --by kind --show 20"
)
@guarded
def evaluate(
    gold: Annotated[Path, typer.Argument(metavar="GOLD.jsonl", help='Lines of {"id", "text", "spans": [...]}.')],
    pred: Annotated[Path | None, typer.Option(help="Predictions, as `redactor detect` writes them.")] = None,
    detectors: Annotated[str | None, typer.Option(help="Or detectors to run now: patterns,known,student.")] = None,
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
    if (pred is None) == (detectors is None):
        fail("name either --pred FILE or --detectors LIST")
    documents = list(_with_predictions(read_gold(gold, by), pred, detectors))
    if not documents:
        fail(f"{gold.name} holds no documents")
    mapped = _labels(labels) if labels else None
    report = evaluated(documents, match, mapped)
    groups = {
        name: evaluated([d for d in documents if d.group == name], match, mapped)
        for name in (sorted({d.group for d in documents}) if by else ())
    }
    gains = {}
    if against is not None:
        gains = compare(documents, list(_with_predictions(iter(documents), against, None)), match, mapped)
    if json:
        by_group = {"by": {k: _as_json(r) for k, r in groups.items()}} if by else {}
        gained = without_nan({"gains": {k: asdict(d) for k, d in gains.items()}}) if gains else {}
        print_json(_as_json(report) | by_group | gained)
    else:
        _print(report, groups, gains)
    if show:
        texts = {d.id: d.text for d in documents}
        for title, wrongs in (("missed", report.missed), ("false alarm", report.false)):
            for wrong in islice(wrongs, show):
                console().print(
                    f"{title} {wrong.span.label}: {context(texts[wrong.document], wrong.span.start, wrong.span.end)}"
                )


def _labels(path: Path) -> dict[str, str | None]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, str | None])
    except (msgspec.DecodeError, UnicodeDecodeError):
        fail(f"{path.name} is not a JSON object that maps labels to labels or null")


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
    built = build_detectors(load_settings(detectors=tuple((detectors or "").split(","))))
    for batch in batched(gold, 256):
        readings = read_all(built, [Note(d.id, d.text) for d in batch])
        if not all(r.complete for r in readings):
            fail("the detectors could not read a text in full, so that misses would not be counted")
        for d, r in zip(batch, readings, strict=True):
            yield replace(d, predicted=tuple(Labelled(s.start, s.end, s.entity.value) for s in r.spans))


_TITLES = {
    "recall": "recall",
    "precision": "precision",
    "typed_recall": "recall, of the right type",
    "typed_precision": "precision, of the right type",
    "character_recall": "recall of characters",
    "character_precision": "precision of characters",
    "whole": "documents without a miss",
    "alarms": "false alarms per 1,000 words",
}


def _print(report: Report, groups: dict[str, Report], gains: dict[str, Difference]) -> None:
    rows = [[title, *cells(getattr(report, name), _scale(name))] for name, title in _TITLES.items()]
    print_table(f"{report.documents:,} documents, match: {report.match}", ["", "value", "95 %", "counts"], rows)
    if gains:
        rows = [
            [_TITLES[name], *(f"{_scale(name) * part:+.2f}" for part in (d.value, d.low, d.high))]
            for name, d in gains.items()
        ]
        print_table("more than the other predictions (paired bootstrap)", ["", "points", "from", "to"], rows)
    print_table(
        "by label",
        ["label", "recall", "95 %", "counts", "typed", "precision", "95 %", "counts"],
        [[c, *cells(f["recall"]), cells(f["typed_recall"])[0], *cells(f["precision"])]
         for c, f in report.by_label.items()],
    )  # fmt: skip
    if groups:
        print_table(
            "by group",
            ["group", "documents", "recall", "precision", "whole", "alarms"],
            [[name or "-", r.documents, *(cells(f)[0] for f in (r.recall, r.precision, r.whole)),
              cells(r.alarms, 1)[0]] for name, r in groups.items()],
        )  # fmt: skip


def _scale(name: str) -> float:
    return 1 if name == "alarms" else 100


def _as_json(report: Report) -> dict[str, Any]:
    data = asdict(report)
    del data["missed"], data["false"]
    data |= {"f1": report.f1, "missed": len(report.missed), "false_alarms": len(report.false)}
    plain: dict[str, Any] = without_nan(data)
    return plain
