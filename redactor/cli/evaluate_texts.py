"""The commands `redactor evaluate clean` and `drift` measure notes that nobody annotated."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from redactor.assemble.detectors import build_detectors, build_student
from redactor.cli.evaluate_tables import batched, figure_cells, in_context, without_nan
from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.detect.student import Student
from redactor.engine import read_all
from redactor.evaluate.clean import Cause, CleanReport, CleanText, alarm_cause, count_false_alarms
from redactor.evaluate.drift import DriftReport, NoteDrift, measure_notes, summarize_drift
from redactor.evaluate.gold_files import read_gold
from redactor.settings import load_settings
from redactor.text import Note

CLEAN_EPILOG = "Example: redactor evaluate clean notes.jsonl --by kind --show 20"


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
    found: list[CleanText] = []
    for batch in batched(read_gold(texts, by), 256):
        if any(d.gold for d in batch):
            fail(f"{texts.name} has spans; text with identifiers is for `redactor evaluate GOLD.jsonl`")
        readings = read_all(built, [Note(d.id, d.text) for d in batch])
        found.extend(CleanText(d.id, d.text, r.spans, d.group) for d, r in zip(batch, readings, strict=True))
    if not found:
        fail(f"{texts.name} holds no texts")
    report = count_false_alarms(found)
    groups = {
        name: count_false_alarms(r for r in found if r.group == name)
        for name in (sorted({r.group for r in found}) if by else ())
    }
    if json:
        print_json(_clean_as_json(report) | ({"by": {k: _clean_as_json(r) for k, r in groups.items()}} if by else {}))
    else:
        _print_clean(report, groups)
    alarms = ((read, span) for read in found for span in read.spans)
    for (read, span), _ in zip(alarms, range(show), strict=False):
        console().print(f"{_cause_name(alarm_cause(span))}: {in_context(read.text, span.start, span.end)}")


def _clean_as_json(report: CleanReport) -> dict[str, Any]:
    plain: dict[str, Any] = without_nan(asdict(report))
    plain["causes"] = [asdict(cause) | {"alarms": n} for cause, n in report.causes]
    return plain


def _cause_name(cause: Cause) -> str:
    return " ".join(filter(None, (cause.detectors, cause.rule, cause.entity)))


def _print_clean(report: CleanReport, groups: dict[str, CleanReport]) -> None:
    rows = [
        ["false alarms per 1,000 words", *figure_cells(report.alarms, 1)],
        ["words marked per 1,000", *figure_cells(report.words_marked, 1)],
        ["texts without an alarm, %", *figure_cells(report.untouched)],
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
            [[name or "-", r.documents, r.alarms.above, figure_cells(r.alarms, 1)[0]] for name, r in groups.items()],
        )


DRIFT_EPILOG = "Example: redactor evaluate drift notes.jsonl --by kind --plot drift.svg --at-most 5"


@guarded
def drift(
    notes: Annotated[Path, typer.Argument(metavar="NOTES.jsonl", help='Lines of {"id", "text"}.')],
    student: Annotated[Path | None, typer.Option(help="A model folder; by default that of the settings.")] = None,
    by: Annotated[str | None, typer.Option(help="Also report by this field of the notes, such as kind.")] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE.svg", help="Also draw the distances.")] = None,
    show: Annotated[int, typer.Option(min=0, help="Print the ids of this many notes, the strangest first.")] = 0,
    at_most: Annotated[
        float | None, typer.Option(min=0, max=100, help="Exit with 1 if a larger share of the notes is strange, in %.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Report which share of notes is unlike those that the student learnt from, by their words and its scores.

    Of notes like those of training, about 1 % is.
    """
    if plot is not None and importlib.util.find_spec("matplotlib") is None:
        fail("--plot needs matplotlib; install it, or leave --plot out")
    settings = load_settings(student=student).model_copy(update={"students": {}})
    built = build_student(settings, drift=True)
    if not isinstance(built, Student) or (profile := built.profile) is None:
        fail("the student has no drift.json; write one with `redactor distill profile`")
    read: list[NoteDrift] = []
    for batch in batched(read_gold(notes, by), 256):
        read.extend(measure_notes(built, profile, [(d.id, d.text, d.group) for d in batch]))
    if not read:
        fail(f"{notes.name} holds no notes")
    report = summarize_drift(profile, read)
    groups = {
        name: summarize_drift(profile, [n for n in read if n.group == name])
        for name in (sorted({n.group for n in read}) if by else ())
    }
    strangest = sorted((n for n in read if n.worst_fraction is not None), key=lambda n: -(n.worst_fraction or 0))[:show]
    if json:
        shown = [{"id": n.id, "words": n.cost, "emissions": n.distance} for n in strangest]
        print_json(
            _drift_as_json(report)
            | {"profile": profile.version, "profile_notes": profile.notes}
            | ({"by": {name: _drift_as_json(r) for name, r in groups.items()}} if by else {})
            | ({"strangest": shown} if show else {})
        )
    else:
        _print_drift(report, groups, profile.notes)
        for n in strangest:
            console().print(f"{n.worst_fraction:.2f} of the threshold: {n.id}")
    if plot is not None:
        _draw_drift(plot, read)
    if at_most is not None and report.strange.value * 100 > at_most:
        raise typer.Exit(1)


def _drift_as_json(report: DriftReport) -> dict[str, Any]:
    plain: dict[str, Any] = without_nan(asdict(report))
    return plain


def _print_drift(report: DriftReport, groups: dict[str, DriftReport], known: int) -> None:
    rows = [
        ["notes out of domain, %", *figure_cells(report.strange)],
        ["  by their words", "", "", f"{report.by_words:,}"],
        ["  by the student's scores", "", "", f"{report.by_emissions:,}"],
        ["too short to be judged", "", "", f"{report.short:,}"],
        ["divergence of words, bits", _number_cell(report.divergence), "", ""],
        ["Frechet distance of scores", _number_cell(report.frechet), "", ""],
    ]
    print_table(f"{report.notes:,} notes beside {known:,} of training", ["", "value", "95 %", "counts"], rows)
    if groups:
        print_table(
            "by group",
            ["group", "notes", "out of domain, %", "95 %", "divergence", "Frechet"],
            [[name or "-", r.notes, *figure_cells(r.strange)[:2], _number_cell(r.divergence), _number_cell(r.frechet)]
             for name, r in groups.items()],
        )  # fmt: skip


def _number_cell(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _draw_drift(path: Path, notes: Sequence[NoteDrift]) -> None:
    from redactor.distill import plots
    from redactor.evaluate.charts import save_svg

    series = {
        "words": [n.cost for n in notes if n.cost is not None],
        "scores of the student": [n.distance for n in notes if n.distance is not None],
    }
    if not any(series.values()):
        console().print("no note is long enough to be judged: nothing is drawn")
        return
    figure = plots.plot_histograms("Notes by their distance from training", "distance, in thresholds", series)
    save_svg(figure, path)
