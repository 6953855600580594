"""The command `redactor run` de-identifies records, with progress bars and a summary."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from redactor.assemble.home import new_state
from redactor.assemble.runs import build_run
from redactor.cli.common import announced_settings, printable, printable_settings_file
from redactor.cli.messages import console, guarded, print_json
from redactor.cli.remedies import remedies
from redactor.entities import Entity
from redactor.llm.ledger import Totals
from redactor.policy.date_levels import MEASURED_RISK
from redactor.policy.profiles import ReleaseVoice
from redactor.run.contracts import Progress as Step
from redactor.run.contracts import Summary
from redactor.run.output.pipe import STAGED, PipeCopy
from redactor.run.runner import run as run_records
from redactor.settings import LlmPrices
from schemas.engine.records import Outcome, Reason

if TYPE_CHECKING:
    from rich.progress import Progress

app = typer.Typer(add_completion=False)
_PIPE = Path("-")
_SHOWN_FIELDS = 20  # fields of tables that lost values
_SHOWN_LINES = 20  # lines of a list that match no patient
_SHOWN_UNKNOWN = 10  # fields that no rule names


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
    json: Annotated[
        bool, typer.Option("--json", help="The summary as JSON on stdout; the last line of stderr if OUT is -.")
    ] = False,
) -> None:
    """De-identify a file, a folder or stdin. After an interruption, the same command resumes.

    With - for OUT, stdout holds each released record once if the exit code is 0 or 1. Otherwise throw away what came
    and repeat the command: it sends everything again, and with the --state that it prints it repeats no work.
    """
    settings = announced_settings(profile=profile)
    where = source if source != _PIPE else None
    prices = settings.llm.prices if settings.llm is not None else LlmPrices()
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
    copy = PipeCopy(config.state, sys.stdout.buffer, is_live=where is None) if is_piped else None
    if json or not console().is_terminal:
        summary = run_records(config, callbacks, _reporter(copy, lambda step: None))
    else:
        with _progress_bar() as bar:
            summary = run_records(config, callbacks, _reporter(copy, _PhaseBars(bar)))
    if copy is not None:
        copy.finish()
    if json:
        told = {"settings_file": printable_settings_file(), "reduced": settings.reduced()}
        print_json(_summary_as_json(summary, prices) | told, err=is_piped)
    else:
        _print_summary(summary, prices)
    if summary.outcomes.get(Outcome.QUARANTINED.value, 0) or summary.unmatched:
        raise typer.Exit(1)


def _reporter(copy: PipeCopy | None, show: Callable[[Step], None]) -> Callable[[Step], None]:
    """Return what is called after each commit: it sends what was committed, then shows the progress."""

    def report(step: Step) -> None:
        if copy is not None and step.phase == "process":
            copy.send_committed()
        show(step)

    return report


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
        TextColumn("{task.fields[done]:>17}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console(),
    )


class _PhaseBars:
    """This class updates one bar for each pass. stdin has no total, so that its bar pulses."""

    def __init__(self, bar: Progress) -> None:
        self._bar = bar
        self._tasks = {}
        for phase, words in (("harvest", "learning known values"), ("process", "de-identifying")):
            self._tasks[phase] = bar.add_task(words, total=None, done="", visible=False)

    def __call__(self, step: Step) -> None:
        done = f"{step.records:,} records" if step.records else ""
        self._bar.update(
            self._tasks[step.phase], completed=step.done, total=step.total or None, done=done, visible=True
        )


def _summary_as_json(summary: Summary, prices: LlmPrices) -> dict[str, object]:
    return {
        "records": summary.records,
        "outcomes": dict(summary.outcomes),
        "reasons": dict(summary.reasons),
        "entities": dict(summary.entities),
        "omitted": dict(summary.omitted),
        "emptied": dict(summary.emptied),
        "unknown_fields": dict(summary.unknown_fields),
        "llm": dict(summary.second),
        "llm_tokens": None if summary.spent is None else asdict(summary.spent) | {"cost": summary.spent.cost(prices)},
        "resource_types": dict(summary.resource_types),
        "retyped": dict(summary.retyped),
        "files": summary.files,
        "as_of": f"{summary.as_of.year:04d}"
        if summary.as_of
        else None,  # the year alone, since a derived day would show a shift
        "known_values": summary.harvested,
        "harvest_failed": summary.harvest_failed,
        "unresolved": summary.unresolved,
        "households": dict(summary.households),
        "known_left_out": summary.known_left_out,
        "notes": summary.notes,
        "notes_without_patient": summary.notes_without_patient,
        "unmatched": {name: list(lines) for name, lines in summary.unmatched.items()},
        "release_voice": None if summary.release_voice is None else asdict(summary.release_voice),
        "out": str(summary.out),
        "state": str(summary.state),
    }


def _reasons_of(summary: Summary, outcome: Outcome) -> str:
    """Return the reasons of an outcome with their counts."""
    withheld = {Reason.OPTED_OUT.value, Reason.RESTRICTED.value}
    if outcome not in (Outcome.QUARANTINED, Outcome.WITHHELD):
        return ""
    reasons = {r: n for r, n in summary.reasons.items() if (r in withheld) == (outcome is Outcome.WITHHELD)}
    return ", ".join(f"{reason} {n:,}" for reason, n in sorted(reasons.items()))


def _print_omitted(summary: Summary) -> None:
    """Print what was left out, by cause, and the fields of tables that lost values."""
    if summary.omitted:
        causes = ", ".join(f"{cause} {n:,}" for cause, n in sorted(summary.omitted.items()))
        console().print(f"values left out: {causes}", soft_wrap=True)
    if summary.unknown_fields:
        ranked = sorted(summary.unknown_fields.items(), key=lambda x: (-x[1], x[0]))[:_SHOWN_UNKNOWN]
        fields = ", ".join(f"{path} {n:,}" for path, n in ranked)
        console().print(f"most often dropped as unknown: {fields}", soft_wrap=True, markup=False)
    if summary.emptied:
        most = sorted(summary.emptied.items(), key=lambda x: (-x[1], x[0]))
        fields = ", ".join(f"{path} {n:,}" for path, n in most[:_SHOWN_FIELDS])
        more = f", and {len(most) - _SHOWN_FIELDS} more fields" if len(most) > _SHOWN_FIELDS else ""
        console().print(f"fields of tables left empty: {fields}{more}", soft_wrap=True, markup=False)
    if summary.retyped:
        columns = ", ".join(f"{name} {types}" for name, types in summary.retyped.items())
        console().print(f"columns of another type: {columns}", soft_wrap=True, markup=False)
    if summary.as_of is None and summary.omitted.get("masked") and summary.entities.get(Entity.BIRTH_DATE_TIME.value):
        console().print(
            "No field dates an event, so ages cannot be judged and birth dates are left out: give the day with the"
            " setting as_of.",
            soft_wrap=True,
        )


def _spending_text(spent: Totals, prices: LlmPrices) -> str:
    """Return what the LLM has cost the run, over all its starts."""
    text = f"LLM: {spent.requests:,} requests, {spent.asked:,} tokens asked, {spent.answered:,} answered"
    if spent.unknown:
        text += f"; of {spent.unknown:,} requests the endpoint did not say"
    if cost := spent.cost(prices):
        text += f"; cost {cost:,.2f}"
    if spent.refused:
        text += f"; {spent.refused:,} requests refused, because token_budget is spent"
    return text


def _unmatched_text(name: str, lines: Sequence[int]) -> str:
    """Return a warning about lines of a list that match no patient, by their numbers alone, since the lines hold ids
    of patients.
    """
    shown = ", ".join(map(str, lines[:_SHOWN_LINES])) + (
        f" and {len(lines) - _SHOWN_LINES:,} more" if len(lines) > _SHOWN_LINES else ""
    )
    effect = "nothing was withheld for that" if name == "opt_out" else "no id was replaced by that"
    return (
        f"warning: no patient of this input is named in line{'s' * (len(lines) > 1)} {shown} of {name}, and {effect};"
        " if one should be, write the id as the records have it: see docs/guide/policies.md"
    )


def _voice_text(voice: ReleaseVoice) -> str:
    return f"under this profile redactor audio releases sound, with the voices in it: {voice.by}; {voice.basis}"


def _print_summary(summary: Summary, prices: LlmPrices) -> None:
    from rich.table import Table  # not for --json

    table = Table(title=f"{summary.records:,} records from {summary.files:,} files", title_justify="left")
    table.add_column("outcome")
    table.add_column("records", justify="right")
    table.add_column("why")
    for outcome in Outcome:
        n = summary.outcomes.get(outcome.value, 0)
        if n or outcome in (Outcome.RELEASED, Outcome.QUARANTINED):
            table.add_row(outcome.value, f"{n:,}", _reasons_of(summary, outcome))
    console().print(table)
    found = Table(title="found and replaced", title_justify="left")
    found.add_column("entity")
    found.add_column("count", justify="right")
    for entity, n in sorted(summary.entities.items(), key=lambda x: (-x[1], x[0]))[:15]:
        found.add_row(entity, f"{n:,}")
    if summary.entities:
        console().print(found)
    _print_omitted(summary)
    if summary.second:
        counts = ", ".join(f"{name} {n:,}" for name, n in sorted(summary.second.items()))
        console().print(f"questions to the LLM: {counts}; see docs/guide/llm.md", soft_wrap=True)
    if summary.spent is not None:
        console().print(_spending_text(summary.spent, prices), soft_wrap=True)
    if any(summary.households.values()):
        counts = ", ".join(f"{name.replace('_', ' ')} {n:,}" for name, n in summary.households.items() if n)
        console().print(f"households: {counts}; see docs/guide/stand-ins.md", soft_wrap=True)
    if summary.known_left_out:
        console().print(
            f"warning: {summary.known_left_out:,} known values are not searched for, because a patient or the site has"
            " too many; see docs/guide/detection.md",
            soft_wrap=True,
        )
    if summary.unresolved:
        console().print(
            f"warning: {summary.unresolved:,} records name their patient by no id and by no identifier of one Patient,"
            " and are not searched for the patient's known values; refer to Patient/ID, or list the numbers in the"
            " crosswalk: see docs/guide/policies.md",
            soft_wrap=True,
        )
    for name, lines in summary.unmatched.items():
        console().print(_unmatched_text(name, lines), soft_wrap=True)
    if summary.notes_without_patient:
        console().print(
            f"warning: {summary.notes_without_patient:,} of {summary.notes:,} notes name no patient, and are not"
            " searched for the known values of one; set notes.name_pattern, which has to match the whole name, or"
            " notes.sidecar: see docs/guide/notes.md",
            soft_wrap=True,
        )
    if summary.release_voice is not None:
        console().print(_voice_text(summary.release_voice), soft_wrap=True, markup=False)
    if summary.harvested == "seen":
        console().print("From stdin, a note is searched for identifiers of the records before it, not of later ones.")
    year = summary.as_of.year if summary.as_of else "no date found"
    console().print(f"as of {year}; released: {summary.out}; journal, audit, quarantine: {summary.state}")
    if summary.outcomes.get(Outcome.QUARANTINED.value, 0):
        for remedy in remedies(summary.reasons):
            console().print(remedy, soft_wrap=True)
        console().print(f"to review quarantined records: redactor quarantine list --state {summary.state}")
