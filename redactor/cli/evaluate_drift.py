"""`redactor evaluate drift`: how far notes are from those that the student learnt from."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from redactor.assemble.detectors import build_student
from redactor.cli.evaluate_tables import batched, cells, without_nan
from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.detect.student import Student
from redactor.evaluate.drift import DriftReport, NoteDrift, drift_report, read_drift
from redactor.evaluate.gold_files import read_gold
from redactor.settings import load_settings

EPILOG = "Example: redactor evaluate drift notes.jsonl --by kind --plot drift.svg --at-most 5"


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
        read.extend(read_drift(built, profile, [(d.id, d.text, d.group) for d in batch]))
    if not read:
        fail(f"{notes.name} holds no notes")
    report = drift_report(profile, read)
    groups = {
        name: drift_report(profile, [n for n in read if n.group == name])
        for name in (sorted({n.group for n in read}) if by else ())
    }
    strangest = sorted((n for n in read if n.fraction is not None), key=lambda n: -(n.fraction or 0))[:show]
    if json:
        shown = [{"id": n.id, "words": n.cost, "emissions": n.distance} for n in strangest]
        print_json(
            _as_json(report)
            | {"profile": profile.version, "profile_notes": profile.notes}
            | ({"by": {name: _as_json(r) for name, r in groups.items()}} if by else {})
            | ({"strangest": shown} if show else {})
        )
    else:
        _print(report, groups, profile.notes)
        for n in strangest:
            console().print(f"{n.fraction:.2f} of the threshold: {n.id}")
    if plot is not None:
        _draw(plot, read)
    if at_most is not None and report.strange.value * 100 > at_most:
        raise typer.Exit(1)


def _as_json(report: DriftReport) -> dict[str, Any]:
    plain: dict[str, Any] = without_nan(asdict(report))
    return plain


def _print(report: DriftReport, groups: dict[str, DriftReport], known: int) -> None:
    rows = [
        ["notes out of domain, %", *cells(report.strange)],
        ["  by their words", "", "", f"{report.by_words:,}"],
        ["  by the student's scores", "", "", f"{report.by_emissions:,}"],
        ["too short to be judged", "", "", f"{report.short:,}"],
        ["divergence of words, bits", _number(report.divergence), "", ""],
        ["Frechet distance of scores", _number(report.frechet), "", ""],
    ]
    print_table(f"{report.notes:,} notes beside {known:,} of training", ["", "value", "95 %", "counts"], rows)
    if groups:
        print_table(
            "by group",
            ["group", "notes", "out of domain, %", "95 %", "divergence", "Frechet"],
            [[name or "-", r.notes, *cells(r.strange)[:2], _number(r.divergence), _number(r.frechet)]
             for name, r in groups.items()],
        )  # fmt: skip


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _draw(path: Path, notes: Sequence[NoteDrift]) -> None:
    from redactor.distill import plots

    series = {
        "words": [n.cost for n in notes if n.cost is not None],
        "scores of the student": [n.distance for n in notes if n.distance is not None],
    }
    if not any(series.values()):
        console().print("no note is long enough to be judged: nothing is drawn")
        return
    figure = plots.plot_histograms("Notes by their distance from training", "distance, in thresholds", series)
    plots.save_svg(figure, path)
