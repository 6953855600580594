"""The command `redactor runs` lists the runs of a home."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from redactor.cli.common import printable
from redactor.cli.messages import console, guarded, print_json, print_table
from redactor.keys import Keyring
from redactor.run.state.run_facts import RunFacts, list_runs
from redactor.settings import load_settings

app = typer.Typer(add_completion=False)


@app.command(epilog="Example: redactor runs --json")
@guarded
def runs(
    sources: Annotated[
        bool, typer.Option("--sources", help="Show the input folders in a pipe too; their names may be PHI.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """List the runs under home: where their state is, for whom, when, and what became of their records.

    The folder of the input is shown on a terminal alone, unless --sources asks for it; the name of a single file never.
    """
    settings = load_settings()
    found = list_runs(settings.home, Keyring.load(settings.keyring))
    shown = sources or (not json and _is_terminal())
    if json:
        print_json([_as_json(run, with_source=shown) for run in found])
        return
    if not found:
        console().print(f"no run under home ({settings.home}); set REDACTOR_HOME to that of the runs", soft_wrap=True)
        return
    columns = ["began (UTC)", "ended", "status", "kind", "recipient", "profile", "records", "state", "out"]
    rows = [_row(run) for run in found]
    if shown:
        columns.append("source")
        rows = [[*row, printable(run.source)] for row, run in zip(rows, found, strict=True)]
    print_table("runs", columns, rows)
    if sealed := sum(bool(run.began and not run.profile) for run in found):
        console().print(
            f"of {sealed:,} runs this keyring cannot read profile, input and OUT; set REDACTOR_KEYRING to theirs",
            soft_wrap=True,
        )


def _is_terminal() -> bool:
    return sys.stdout.isatty()


def _row(run: RunFacts) -> list[object]:
    counts = ", ".join(f"{name} {n:,}" for name, n in run.outcomes.items())
    began, ended = (time[:16].replace("T", " ") for time in (run.began, run.ended))
    facts = (began, ended, run.status, run.kind, run.recipient, run.profile)
    return [*facts, counts, printable(str(run.state)), printable(run.out)]


def _as_json(run: RunFacts, *, with_source: bool) -> dict[str, object]:
    return {
        "state": printable(str(run.state)),
        **({"source": printable(run.source)} if with_source else {}),
        "out": printable(run.out),
        "kind": run.kind,
        "recipient": run.recipient,
        "profile": run.profile,
        "began": run.began or None,
        "ended": run.ended or None,
        "status": run.status,
        "outcomes": dict(run.outcomes),
        "lookup": run.has_rows,
    }
