"""`redactor evaluate dates`: how far the shift of each subject's dates can be told from a release alone."""

from __future__ import annotations

import datetime as dt
import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.settings import load_settings

if TYPE_CHECKING:
    from redactor.evaluate.date_attack.report import Figures

EPILOG = "Example: redactor evaluate dates out --truth ehr/records --plot dates.svg --bound 0.1"


@guarded
def dates(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The folder OUT of a run.")],
    truth: Annotated[
        Path | None,
        typer.Option(help='The run\'s input, or JSON {"Patient/id in OUT": days}: also tell which guesses are right.'),
    ] = None,
    only: Annotated[str | None, typer.Option(help="Regularities to use, with commas between them.")] = None,
    without: Annotated[str | None, typer.Option(help="Regularities to leave out, such as holidays,covid.")] = None,
    level: Annotated[
        str | None, typer.Option(help="intervals, visits or far; by default as OUT's manifest says, else intervals.")
    ] = None,
    jitter: Annotated[
        int | None,
        typer.Option(min=0, max=30, help="Days by which events move beside the shift; by default as OUT says."),
    ] = None,
    drift: Annotated[
        int | None,
        typer.Option(min=0, max=52, help="Weeks by which a shift drifts along a life; by default as OUT says."),
    ] = None,
    gap: Annotated[
        int | None,
        typer.Option(min=0, max=365, help="Days between events that drift together, at most; by default as OUT says."),
    ] = None,
    episode: Annotated[
        int | None,
        typer.Option(min=0, max=3650, help="Days for which events drift together; by default as OUT says."),
    ] = None,
    weeks: Annotated[
        int | None,
        typer.Option(
            min=1, max=520, help="The largest shift in weeks (52), at far how much it differs from whole years (any)."
        ),
    ] = None,
    end: Annotated[
        str | None,
        typer.Option(
            metavar="YYYY-MM-DD", help="The day after which nothing in OUT happened; for far, by default OUT's own."
        ),
    ] = None,
    bound: Annotated[
        float,
        typer.Option(
            min=0, max=1, help="Exit with 1 above it: the share of right guesses, without --truth the mean posterior."
        ),
    ] = 0.1,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE.svg", help="Also draw the figures; .png works too.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Attack the shift of dates: from OUT alone, without key or list, guess how far each subject's dates were moved.

    Each regularity of the calendar (holidays, plan years, daylight saving, the pandemic, what subjects share ...) is
    tried alone, and all of them together.
    """
    from redactor.evaluate.date_attack.report import figures, read_attack

    if plot is not None and importlib.util.find_spec("matplotlib") is None:
        fail("--plot needs matplotlib; install it, or leave --plot out")
    if plot is not None and plot.suffix.lower() not in (".svg", ".png"):
        fail("--plot writes SVG or PNG; end the file's name with .svg or .png")
    limit = load_settings().max_record_bytes
    result = read_attack(
        out,
        limit,
        level=level,
        jitter=jitter,
        drift=drift,
        gap=gap,
        episode=episode,
        weeks=weeks,
        end=_day(end),
        names=_names(only, without),
    )
    table = figures(result, truth, out, limit)
    if json:
        told = {"level": result.setup.level, "jitter": result.setup.jitter, "drift": result.setup.drift}
        told |= {"subjects": len(result.subjects), "left_out": result.left_out, "candidates": result.candidates}
        print_json(told | {"figures": [_as_json(f) for f in table]})
    else:
        _print(table, len(result.subjects), result.candidates)
        if result.left_out:
            console().print(f"{result.left_out:,} more subjects are left out: a drift is costly to follow")
    if plot is not None:
        _draw(plot, table)
    together = table[-1]
    if (together.best if together.right is None else together.right) > bound:
        raise typer.Exit(1)


def _day(end: str | None) -> dt.date | None:
    try:
        return None if end is None else dt.date.fromisoformat(end)
    except ValueError:
        fail("--end needs a day, as in 2026-06-30")


def _names(only: str | None, without: str | None) -> list[str]:
    from redactor.evaluate.date_attack.attack import EVIDENCES

    chosen = set(EVIDENCES if only is None else only.split(",")) - set((without or "").split(","))
    unknown = {*(only or "").split(","), *(without or "").split(",")} - {*EVIDENCES, ""}
    if unknown or not chosen:
        fail(f"--only and --without take names of: {', '.join(EVIDENCES)}; at least one must remain")
    return [name for name in EVIDENCES if name in chosen]


def _print(table: list[Figures], subjects: int, candidates: int) -> None:
    rows = [
        [f.name, f"{f.left_median:.0f}", f"{f.left_low:.0f}", f"{f.best * 100:.1f}"]
        + ([] if f.right is None else [f"{f.right * 100:.1f}"])
        for f in table
    ]
    columns = ["from", "left, median", "left, 5th percentile", "best guess, %"]
    if table[-1].right is not None:
        columns.append("right, %")
    print_table(f"{subjects:,} subjects, {candidates:,} candidate shifts each", columns, rows)


def _as_json(figure: Figures) -> dict[str, Any]:
    return {
        "name": figure.name, "left_median": figure.left_median, "left_5th_percentile": figure.left_low,
        "best_guess": figure.best, "right": figure.right, "known": figure.known,
    }  # fmt: skip


def _draw(path: Path, table: list[Figures]) -> None:
    from redactor.distill import plots

    series = {"posterior of the best guess": [f.best for f in table]}
    if table[-1].right is not None:
        series["best guess is right"] = [f.right or 0.0 for f in table]
    plots.save(plots.plot_rows("What tells the shift of dates", [f.name for f in table], series), path)
