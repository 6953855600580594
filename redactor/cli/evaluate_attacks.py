"""The commands `redactor evaluate dates` and `redactor evaluate parrot` attack the shift of dates and the stand-ins
for names.
"""

from __future__ import annotations

import datetime as dt
import importlib.util
import math
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from redactor.cli.evaluate_tables import keyring_of_run, without_nan
from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.settings import load_settings

if TYPE_CHECKING:
    from redactor.evaluate.date_attack.report import Figures
    from redactor.evaluate.parrot import Attack, SetupResult
    from redactor.evaluate.relex_pairs import Rate

DATES_EPILOG = "Example: redactor evaluate dates out --truth ehr/records --plot dates.svg --bound 0.1"


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
    from redactor.evaluate.date_attack.report import attack_figures, is_list_of_shifts, read_attack

    if plot is not None and importlib.util.find_spec("matplotlib") is None:
        fail("--plot needs matplotlib; install it, or leave --plot out")
    if plot is not None and plot.suffix.lower() not in (".svg", ".png"):
        fail("--plot writes SVG or PNG; end the file's name with .svg or .png")
    settings = load_settings()
    limit = settings.max_record_bytes
    if truth is not None and truth.exists() and not is_list_of_shifts(truth):
        keyring_of_run(truth, out, None, settings)
    result = read_attack(
        out,
        limit,
        level=level,
        jitter=jitter,
        drift=drift,
        gap=gap,
        episode=episode,
        weeks=weeks,
        end=_parse_day(end),
        names=_evidence_names(only, without),
    )
    table = attack_figures(result, truth, out, limit)
    if json:
        summary = {"level": result.setup.level, "jitter": result.setup.jitter, "drift": result.setup.drift}
        summary |= {"subjects": len(result.subjects), "left_out": result.left_out, "candidates": result.candidates}
        print_json(summary | {"figures": [_dates_as_json(f) for f in table]})
    else:
        _print_dates(table, len(result.subjects), result.candidates)
        if result.left_out:
            console().print(f"{result.left_out:,} more subjects are left out: a drift is costly to follow")
    if plot is not None:
        _draw_dates(plot, table)
    together = table[-1]
    if (together.best if together.right is None else together.right) > bound:
        raise typer.Exit(1)


def _parse_day(end: str | None) -> dt.date | None:
    try:
        return None if end is None else dt.date.fromisoformat(end)
    except ValueError:
        fail("--end needs a day, as in 2026-06-30")


def _evidence_names(only: str | None, without: str | None) -> list[str]:
    from redactor.evaluate.date_attack.attack import EVIDENCES

    chosen = set(EVIDENCES if only is None else only.split(",")) - set((without or "").split(","))
    unknown = {*(only or "").split(","), *(without or "").split(",")} - {*EVIDENCES, ""}
    if unknown or not chosen:
        fail(f"--only and --without take names of: {', '.join(EVIDENCES)}; at least one must remain")
    return [name for name in EVIDENCES if name in chosen]


def _print_dates(table: list[Figures], subjects: int, candidates: int) -> None:
    rows = [
        [f.name, f"{f.left_median:.0f}", f"{f.left_low:.0f}", f"{f.best * 100:.1f}"]
        + ([] if f.right is None else [f"{f.right * 100:.1f}"])
        for f in table
    ]
    columns = ["from", "left, median", "left, 5th percentile", "best guess, %"]
    if table[-1].right is not None:
        columns.append("right, %")
    print_table(f"{subjects:,} subjects, {candidates:,} candidate shifts each", columns, rows)


def _dates_as_json(figure: Figures) -> dict[str, Any]:
    return {
        "name": figure.name, "left_median": figure.left_median, "left_5th_percentile": figure.left_low,
        "best_guess": figure.best, "right": figure.right, "known": figure.known,
    }  # fmt: skip


def _draw_dates(path: Path, table: list[Figures]) -> None:
    from redactor.distill import plots

    series = {"posterior of the best guess": [f.best for f in table]}
    if table[-1].right is not None:
        series["best guess is right"] = [f.right or 0.0 for f in table]
    plots.save_figure(plots.plot_rows("What tells the shift of dates", [f.name for f in table], series), path)


PARROT_EPILOG = "Example: redactor evaluate parrot --patients 120 --decoys 0.05"


@guarded
def parrot(
    patients: Annotated[int, typer.Option(min=2, help="Generated patients.")] = 120,
    seed: Annotated[int, typer.Option(help="Of the patients and of the misses; stand-ins differ with each call.")] = 7,
    missed: Annotated[str, typer.Option(help="Percentages of the names in notes that are left original.")] = "0.5,1,3",
    decoys: Annotated[float, typer.Option(min=0, max=1, help="The share relex.decoys of the second row.")] = 0.05,
    json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Attack stand-ins: a name in a note that structured records do not show is taken for an original.

    Precision: how many of the names taken were originals. Recall: how many of the originals were taken.
    """
    from redactor.evaluate.parrot import Attacker, AttackSetup, measure_setups

    try:
        shares = [float(part) / 100 for part in missed.split(",")]
    except ValueError:
        fail("--missed needs percentages with commas between them, as in 0.5,1,3")
    if not all(0 < share <= 1 for share in shares):
        fail("--missed needs percentages over 0, up to 100")
    setups = [AttackSetup("hips"), AttackSetup("hips", decoys), AttackSetup("hips-markov")]
    results = list(measure_setups(patients, setups if decoys else setups[::2], shares, seed))
    if json:
        print_json(without_nan([asdict(r) for r in results]))
        return
    print_table(
        f"{results[0].names:,} names in the notes of {patients:,} generated patients: precision at recall",
        ["profile", "missed", *Attacker],
        [
            [_setup_name(r), f"{share:.1%}", *map(_precision_at_recall, r.attacks[share].values())]
            for r in results
            for share in shares
        ],
    )
    print_table(
        "the price: names in notes",
        ["profile", "pairs of mentions of one name that agree", "coherence"],
        [[_setup_name(r), _rate_cell(r.consistency), _rate_cell(r.coherence)] for r in results],
    )


def _setup_name(result: SetupResult) -> str:
    return result.setup.profile + (f", decoys {result.setup.decoys:g}" if result.setup.decoys else "")


def _precision_at_recall(found: Attack) -> str:
    return f"{_rate_cell(found.precision)} at {found.recall.value:.3f}"


def _rate_cell(rate: Rate) -> str:
    return "-" if math.isnan(rate.value) else f"{rate.value:.3f} [{rate.low:.3f}, {rate.high:.3f}]"
