"""The command `redactor evaluate GOLD` measures and compares what systems find in annotated notes."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from redactor.assemble.detectors import build_detectors
from redactor.cli.common import printable, require_evaluate_extra
from redactor.cli.evaluate_gold_tables import print_evaluation
from redactor.cli.evaluate_tables import batched, in_context, without_nan
from redactor.cli.label_options import counted_labels, read_label_map
from redactor.cli.messages import console, fail, guarded, print_json, remark
from redactor.engine import read_all
from redactor.evaluate.gold_files import read_gold, with_predictions
from redactor.evaluate.report import Evaluation, Run, as_plain, evaluate_systems
from redactor.evaluate.spans import Document, Match, unknown_labels, with_reading
from redactor.settings import load_settings
from redactor.text import Note

EPILOG = (
    "Examples: redactor evaluate gold.jsonl --by kind --show 20; redactor evaluate gold.jsonl --detectors patterns"
    " --detectors all=patterns,known,student --pred theirs=spans.jsonl --report figures"
)
_BATCH = 256
_MOST_GROUPS = 50


@guarded
def evaluate(
    gold: Annotated[
        Path,
        typer.Argument(
            metavar="GOLD.jsonl",
            help='Lines of {"id", "text", "spans": [...]}; or a file or folder of i2b2 2014 XML, brat, doccano,'
            " INCEpTION, Presidio, spaCy or CoNLL.",
        ),
    ],
    pred: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[NAME=]FILE",
            help="Predictions, of `redactor detect` or in a format of gold; give the option again for each system.",
        ),
    ] = None,
    detectors: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[NAME=]LIST",
            help="Detectors to run now (patterns,known,student); by default those of the settings. Repeatable.",
        ),
    ] = None,
    match: Annotated[
        Match,
        typer.Option(help="When a gold span counts as found: 80 % covered, exact, any overlap, or a similar text."),
    ] = "cover",
    labels: Annotated[
        Path | None, typer.Option(help='JSON {"GPE": "CITY", "NRP": null}: null leaves a label out.')
    ] = None,
    by: Annotated[str | None, typer.Option(help="Also report by this field of the gold, such as kind.")] = None,
    report: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write evaluation.html, a page with charts, and evaluation.json.")
    ] = None,
    with_text: Annotated[
        bool,
        typer.Option(
            "--with-text",
            help="Show misses and false alarms in context on the page. It holds PHI then, and is written under home"
            " unless --report names a folder.",
        ),
    ] = False,
    show: Annotated[
        int, typer.Option(min=0, help="Print this many misses and false alarms of the first system in context (PHI).")
    ] = 0,
    json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Report recall, precision, documents without a miss and false alarms, with 95 % intervals.

    Several systems are compared with the first: differences with intervals of a paired bootstrap, and p-values by Holm.
    """
    mapped = read_label_map(labels)
    documents = list(read_gold(gold, by, annotated=True, tell=remark))
    if not documents:
        fail(f"{gold.name} holds no documents")
    groups = {d.group for d in documents}
    if by is not None and groups == {""}:
        fail(f"no document of the gold has the field {printable(by)} of --by")
    if len(groups) > _MOST_GROUPS:
        fail(f"--by {printable(by or '')} gives {len(groups):,} groups; name a field with few values, such as kind")
    if match == "similar" and not all(d.text for d in documents):
        fail("--match similar compares texts, and a document of the gold has none")
    _check_labels(documents, mapped)
    runs = _runs(documents, pred or [], detectors or [])
    for run in runs.values():
        _check_labels(run.documents, mapped)
    evaluation = evaluate_systems(
        runs, match, mapped, by_group=by is not None, with_scores=report is not None or with_text
    )
    if json:
        print_json(without_nan(as_plain(evaluation)))
    else:
        print_evaluation(evaluation)
    if report is not None or with_text:
        _write_report(evaluation, report, documents if with_text else None)
    if show:
        texts = {d.id: d.text for d in documents}
        first = next(iter(evaluation.systems.values())).report
        for title, wrongs in (("missed", first.missed), ("false alarm", first.false)):
            for wrong in islice(wrongs, show):
                console().print(
                    printable(
                        f"{title} {wrong.span.label}: "
                        + in_context(texts[wrong.document], wrong.span.start, wrong.span.end)
                    )
                )


def _check_labels(documents: Sequence[Document], mapped: dict[str, str | None]) -> None:
    """Exit 2 if a label means nothing that is measured, since its spans would count as the wrong type."""
    if unknown := unknown_labels(documents, mapped):
        shown, first = counted_labels(unknown)
        fail(
            f"labels that are not known, with their spans: {shown}. Say what each means in a file, as in"
            f' {{{first}: null, "TOWN": "CITY"}} (null leaves a label out), and give it with --labels FILE; the labels'
            " to map to are in docs/guide/evaluation.md"
        )


def _runs(gold: Sequence[Document], pred: Sequence[str], detectors: Sequence[str]) -> dict[str, Run]:
    """Return what each system found, in the order: detectors, then predictions."""
    runs: dict[str, Run] = {}
    for given in detectors or ([] if pred else [""]):
        name, names = _named(given)
        _add(runs, name or names or "redactor", _detected(gold, names))
    for given in pred:
        name, file = ("", given) if Path(given).exists() else _named(given)
        unnamed = "predictions" if "predictions" not in runs else f"predictions {len(runs) + 1}"
        # The name of a file may be a patient's, so that it is not shown.
        _add(runs, name or unnamed, Run(with_predictions(gold, Path(file), remark)))
    return runs


def _named(given: str) -> tuple[str, str]:
    """Return the name and the rest of NAME=REST; the name is empty if there is none."""
    name, equals, rest = given.partition("=")
    return (name, rest) if equals else ("", given)


def _add(runs: dict[str, Run], name: str, run: Run) -> None:
    if name in runs:
        fail(f"two systems are called {printable(name)}; name them apart: --pred NAME=FILE, --detectors NAME=LIST")
    runs[name] = run


def _detected(gold: Sequence[Document], detectors: str) -> Run:
    built = build_detectors(load_settings(detectors=tuple(detectors.split(",")) if detectors else None))
    read_all(built, [Note("", "Seen by Dr. Vexholm.")])  # so that the time is that of notes, without the first use
    found: list[Document] = []
    seconds = 0.0
    for batch in batched(iter(gold), _BATCH):
        begun = time.process_time()
        readings = read_all(built, [Note(d.id, d.text) for d in batch])
        seconds += time.process_time() - begun
        if not all(r.complete for r in readings):
            fail("the detectors could not read a text in full, so that misses would not be counted")
        found.extend(map(with_reading, batch, readings))
    return Run(found, seconds)


def _write_report(evaluation: Evaluation, folder: Path | None, shown: Sequence[Document] | None) -> None:
    with require_evaluate_extra():
        from redactor.evaluate.report_page import write_report
    target = folder or load_settings().home / "evaluations" / datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    page = write_report(evaluation, target, shown)
    console().print(f"wrote {page}" + (", which holds PHI" if shown is not None else ""))
