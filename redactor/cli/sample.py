"""The command `redactor sample` writes a synthetic EHR sink with its gold."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from redactor.cli.messages import fail, guarded, print_json, print_table
from redactor.sample import write_sink

app = typer.Typer(add_completion=False)


@app.command(epilog="Example: redactor sample demo/ehr --patients 50 --seed 7")
@guarded
def sample(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="A folder that holds no sink yet; it is made.")],
    patients: Annotated[int, typer.Option(min=1, help="How many patients (about 55 resources each).")] = 50,
    seed: Annotated[int, typer.Option(help="The same seed gives the same bytes.")] = 7,
    calendar: Annotated[
        bool,
        typer.Option(
            "--calendar", help="Lives of 8 to 15 years by a real calendar, as `redactor evaluate dates` attacks them."
        ),
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="The summary as JSON on stdout.")] = False,
) -> None:
    """Write a synthetic EHR sink to OUT/records and every identifier planted in it to OUT/gold."""
    bar = Progress(
        TextColumn("patients"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=json,
    )
    try:
        with bar:
            task = bar.add_task("patients", total=patients)
            made = write_sink(out, patients, seed, lambda n: bar.advance(task, n), calendar=calendar)
    except FileExistsError:
        fail("OUT already holds records or gold, and nothing is overwritten; name an empty folder")
    except OSError as e:
        fail(f"cannot write to OUT: {e.strerror or type(e).__name__}; check path, permissions and free space")
    if json:
        print_json(
            {
                "out": str(out),
                "patients": made.patients,
                "resources": dict(made.resources),
                "bundles": made.bundles,
                "rows": dict(made.rows),
                "identifiers": made.identifiers,
            }
        )
        return
    rows: list[tuple[str, int]] = [*made.resources.items(), *made.rows.items()]
    rows += [("all records", made.total), ("patients sent as a Bundle", made.bundles)]
    rows.append(("planted identifiers", made.identifiers))
    print_table(f"Written to {out}", ("what", "count"), rows)
