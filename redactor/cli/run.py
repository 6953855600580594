"""The command `redactor run` de-identifies records, with progress bars and a summary."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from redactor.assemble.home import new_state
from redactor.assemble.runs import build_run
from redactor.cli.common import announced_settings, price_option, printable, printable_settings_file
from redactor.cli.messages import announce_stdin, console, guarded, print_json
from redactor.cli.run_summary import print_summary, summary_as_json
from redactor.policy.date_levels import MEASURED_RISK
from redactor.run.contracts import Progress as Step
from redactor.run.output.pipe import STAGED, PipeCopy
from redactor.run.runner import run as run_records
from redactor.settings import LlmPrices
from schemas.engine.records import Outcome

if TYPE_CHECKING:
    from rich.progress import Progress

app = typer.Typer(add_completion=False)
_PIPE = Path("-")


@app.command(epilog="Example: REDACTOR_KEYRING=keys.json redactor run ehr/records out --profile hips --workers 2")
@guarded
def run(
    source: Annotated[Path, typer.Argument(metavar="IN", help="A file, a folder, or - for stdin (NDJSON).")],
    out: Annotated[
        Path,
        typer.Argument(
            metavar="OUT", help="A folder for released records and a manifest, nothing else; or - for stdout (NDJSON)."
        ),
    ],
    profile: Annotated[str | None, typer.Option(help="Profile: a name, or an approved .json file.")] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes. The output is the same for any number.")] = 1,
    state: Annotated[
        Path | None, typer.Option(help="Journal, audit and quarantine of this run (by default under home).")
    ] = None,
    schema: Annotated[str | None, typer.Option(help="Schema of records that do not name one.")] = None,
    follow_links: Annotated[
        bool, typer.Option("--follow-links", help="Read files that links in IN lead to; they are refused otherwise.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Count what an LLM would be asked; send nothing and leave OUT alone.")
    ] = False,
    price_in: Annotated[
        float | None, price_option("Of a million tokens of questions, for --dry-run (llm.prices).")
    ] = None,
    price_out: Annotated[
        float | None, price_option("Of a million tokens of answers, for --dry-run (llm.prices).")
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="The summary as JSON on stdout; the last line of stderr if OUT is -.")
    ] = False,
) -> None:
    """De-identify a file, a folder or stdin. After an interruption, the same command resumes.

    With - for OUT, stdout holds each released record once if the exit code is 0 or 1. Otherwise throw away what came
    and repeat the command: it sends everything again, and with the --state that it prints it repeats no work.

    With --dry-run, IN is read as in a run, home learns its known values, and everything else is thrown away.
    """
    settings = announced_settings(profile=profile)
    where = source if source != _PIPE else None
    prices = settings.llm.prices if settings.llm is not None else LlmPrices()
    if dry_run:
        from redactor.cli.dry_run import count_questions, tell_count  # loads what asks LLMs

        chosen = {"asked": price_in, "answered": price_out}
        prices = prices.model_copy(update={name: price for name, price in chosen.items() if price is not None})
        with _progress(json) as report:
            summary = count_questions(settings, where, schema, workers, report, follow_links=follow_links)
        tell_count(summary, prices, json=json)
        return
    is_piped = out == _PIPE
    if is_piped:
        state = state or new_state(settings)
        out = state / STAGED
        console().print(f"state: {printable(str(state.absolute()))}", soft_wrap=True)
    config, callbacks = build_run(
        settings, where, out, state, schema, workers, follow_links=follow_links, as_lines=is_piped
    )
    if (moves := config.metadata.dates) is not None and moves.level in MEASURED_RISK:
        measured = f"dates leave at the level {moves.level}: {MEASURED_RISK[moves.level]}; see docs/guide/dates.md"
        console().print(f"warning: {measured}", soft_wrap=True)
    if where is None:
        announce_stdin("records, a line of JSON each")
    copy = PipeCopy(config.state, sys.stdout.buffer, is_live=where is None) if is_piped else None
    with _progress(json) as show:
        summary = run_records(config, callbacks, _reporter(copy, show))
    if copy is not None:
        copy.finish()
    if json:
        told = {"settings_file": printable_settings_file(), "reduced": settings.reduced()}
        print_json(summary_as_json(summary, prices) | told, err=is_piped)
    else:
        print_summary(replace(summary, out=Path("stdout")) if is_piped else summary, prices)
    if summary.outcomes.get(Outcome.QUARANTINED.value, 0) or summary.unmatched:
        raise typer.Exit(1)


def _reporter(copy: PipeCopy | None, show: Callable[[Step], None]) -> Callable[[Step], None]:
    """Return what is called after each commit: it sends what was committed, then shows the progress."""

    def report(step: Step) -> None:
        if copy is not None and step.phase == "process":
            copy.send_committed()
        show(step)

    return report


@contextmanager
def _progress(json: bool) -> Iterator[Callable[[Step], None]]:
    """Show bars on a terminal, and yield what is called with each step."""
    if json or not console().is_terminal:
        yield lambda step: None
        return
    with _progress_bar() as bar:
        bars = _PhaseBars(bar)
        yield bars
        bars.end()


def _progress_bar() -> Progress:
    from rich.progress import (  # takes 30 ms, and only a terminal shows bars
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    return Progress(
        TextColumn("{task.description:<22}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[done]:>25}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console(),
    )


class _PhaseBars:
    """This class updates one bar for each pass, with its rate. stdin has no total: its bar pulses until the end."""

    def __init__(self, bar: Progress) -> None:
        self._bar = bar
        self._tasks = {}
        self._begun: dict[str, tuple[float, Step]] = {}
        for phase, words in (("harvest", "learning known values"), ("process", "de-identifying")):
            self._tasks[phase] = bar.add_task(words, total=None, done="", visible=False)

    def __call__(self, step: Step) -> None:
        now = time.monotonic()
        begun, first = self._begun.setdefault(step.phase, (now, step))
        self._bar.update(
            self._tasks[step.phase],
            completed=step.done,
            total=step.total or None,
            done=progress_text(step, first, now - begun),
            visible=True,
        )

    def end(self) -> None:
        """Fill the bars, those without a total too."""
        for task in self._bar.tasks:
            self._bar.update(task.id, total=task.completed or 1, completed=task.completed or 1)


def progress_text(step: Step, first: Step, seconds: float) -> str:
    """Return what a pass has done and its rate since its first step, `seconds` ago: in records, or in bytes of input
    where records are not counted.
    """
    if not step.records:
        rate = (step.done - first.done) / 1e6 / seconds if seconds > 0 else 0.0
        return f"{step.done / 1e6:,.1f} MB" + (f", {rate:,.1f}/s" if rate else "")
    rate = (step.records - first.records) / seconds if seconds > 0 else 0.0
    return f"{step.records:,} records" + (f", {rate:,.0f}/s" if rate else "")
