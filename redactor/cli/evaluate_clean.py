"""`redactor evaluate clean`: what detectors find in text without identifiers."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from redactor.assemble.detectors import build_detectors
from redactor.cli.evaluate_tables import batched, cells, context, without_nan
from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.engine import read_all
from redactor.evaluate.clean import Cause, CleanReport, Read, cause_of, clean_report
from redactor.evaluate.gold_files import read_gold
from redactor.settings import load_settings
from redactor.text import Note

EPILOG = "Example: redactor evaluate clean notes.jsonl --by kind --show 20"


@guarded
def clean(
    texts: Annotated[Path, typer.Argument(metavar="TEXTS.jsonl", help='Lines of {"id", "text"} without identifiers.')],
    detectors: Annotated[str | None, typer.Option(help="Those to run; by default those of the settings.")] = None,
    by: Annotated[str | None, typer.Option(help="Also report by this field of the texts, such as kind.")] = None,
    show: Annotated[int, typer.Option(help="Print this many false alarms in context.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Report false alarms per 1,000 words by detector, rule and entity on text that holds no identifier."""
    settings = load_settings(detectors=tuple(detectors.split(",")) if detectors else None)
    built = build_detectors(settings)
    found: list[Read] = []
    for batch in batched(read_gold(texts, by), 256):
        if any(d.gold for d in batch):
            fail(f"{texts.name} has spans; text with identifiers is for `redactor evaluate GOLD.jsonl`")
        readings = read_all(built, [Note(d.id, d.text) for d in batch])
        found.extend(Read(d.id, d.text, r.spans, d.group) for d, r in zip(batch, readings, strict=True))
    if not found:
        fail(f"{texts.name} holds no texts")
    report = clean_report(found)
    groups = {
        name: clean_report(r for r in found if r.group == name)
        for name in (sorted({r.group for r in found}) if by else ())
    }
    if json:
        print_json(_as_json(report) | ({"by": {k: _as_json(r) for k, r in groups.items()}} if by else {}))
    else:
        _print(report, groups)
    alarms = ((read, span) for read in found for span in read.spans)
    for (read, span), _ in zip(alarms, range(show), strict=False):
        console().print(f"{_name(cause_of(span))}: {context(read.text, span.start, span.end)}")


def _as_json(report: CleanReport) -> dict[str, Any]:
    plain: dict[str, Any] = without_nan(asdict(report))
    plain["causes"] = [asdict(cause) | {"alarms": n} for cause, n in report.causes]
    return plain


def _name(cause: Cause) -> str:
    return " ".join(filter(None, (cause.detectors, cause.rule, cause.entity)))


def _print(report: CleanReport, groups: dict[str, CleanReport]) -> None:
    rows = [
        ["false alarms per 1,000 words", *cells(report.alarms, 1)],
        ["words marked per 1,000", *cells(report.words_marked, 1)],
        ["texts without an alarm, %", *cells(report.untouched)],
    ]
    print_table(f"{report.documents:,} texts without identifiers", ["", "value", "95 %", "counts"], rows)
    words = report.alarms.below
    print_table(
        "by detector, rule and entity",
        ["detectors", "rule", "entity", "alarms", "per 1,000 words"],
        [[c.detectors, c.rule or "-", c.entity, n, f"{n / words * 1000:.2f}"] for c, n in report.causes],
    )
    if groups:
        print_table(
            "by group",
            ["group", "texts", "alarms", "per 1,000 words"],
            [[name or "-", r.documents, r.alarms.above, cells(r.alarms, 1)[0]] for name, r in groups.items()],
        )
