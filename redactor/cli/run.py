"""`redactor run`: de-identifies records, with progress bars and a summary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from redactor.assemble.runs import build_run
from redactor.cli.common import announced_settings, printable_settings_file
from redactor.cli.messages import console, guarded, print_json
from redactor.cli.remedies import remedies
from redactor.entities import Entity
from redactor.llm.ledger import Totals
from redactor.policy.date_levels import MEASURED_RISK
from redactor.policy.profiles import ReleaseVoice
from redactor.run.contracts import Progress as Step
from redactor.run.contracts import Summary
from redactor.run.runner import run as run_records
from redactor.settings import LlmPrices
from schemas.engine.records import Outcome, Reason

if TYPE_CHECKING:
    from rich.progress import Progress

app = typer.Typer(add_completion=False)
_FIELDS = 20  # that the summary names
_LINES = 20  # of a list that match nothing
_UNKNOWN = 10  # of those that no rule names


@app.command(epilog="Example: REDACTOR_KEYRING=keys.json redactor run ehr/records out --profile hips --workers 2")
@guarded
def run(
    source: Annotated[Path, typer.Argument(metavar="IN", help="A file, a folder, or - for stdin (NDJSON).")],
    out: Annotated[
        Path, typer.Argument(metavar="OUT", help="A folder for released records and a manifest, nothing else.")
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
    json: Annotated[bool, typer.Option("--json", help="The summary as JSON on stdout.")] = False,
) -> None:
    """De-identify a file, a folder or stdin. After an interruption, the same command resumes."""
    settings = announced_settings(profile=profile)
    where = source if source != Path("-") else None
    prices = settings.llm.prices if settings.llm is not None else LlmPrices()
    config, callbacks = build_run(settings, where, out, state, schema, workers, follow_links=follow_links)
    if (moves := config.metadata.dates) is not None and moves.level in MEASURED_RISK:
        measured = f"dates leave at the level {moves.level}: {MEASURED_RISK[moves.level]}; see docs/guide/dates.md"
        console().print(f"warning: {measured}", soft_wrap=True)
    if json or not console().is_terminal:
        summary = run_records(config, callbacks, lambda step: None)
    else:
        with _bar() as bar:
            summary = run_records(config, callbacks, _Progress(bar))
    if json:
        told = {"settings_file": printable_settings_file(), "reduced": settings.reduced()}
        print_json(_as_json(summary, prices) | told)
    else:
        _print(summary, prices)
    if summary.outcomes.get(Outcome.QUARANTINED.value, 0) or summary.unmatched:
        raise typer.Exit(1)


def _bar() -> Progress:
    from rich.progress import (  # 30 ms, and only a terminal shows bars
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


class _Progress:
    """One bar per pass. stdin has no total, so that its bar pulses."""

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


def _as_json(s: Summary, prices: LlmPrices) -> dict[str, object]:
    return {
        "records": s.records,
        "outcomes": dict(s.outcomes),
        "reasons": dict(s.reasons),
        "entities": dict(s.entities),
        "omitted": dict(s.omitted),
        "emptied": dict(s.emptied),
        "unknown_fields": dict(s.unknown_fields),
        "llm": dict(s.second),
        "llm_tokens": None if s.spent is None else asdict(s.spent) | {"cost": s.spent.cost(prices)},
        "resource_types": dict(s.resource_types),
        "retyped": dict(s.retyped),
        "files": s.files,
        "as_of": f"{s.as_of.year:04d}" if s.as_of else None,  # a day that was derived tells a shift
        "known_values": s.harvested,
        "harvest_failed": s.harvest_failed,
        "unresolved": s.unresolved,
        "households": dict(s.households),
        "known_left_out": s.known_left_out,
        "notes": s.notes,
        "notes_without_patient": s.notes_without_patient,
        "unmatched": {name: list(lines) for name, lines in s.unmatched.items()},
        "release_voice": None if s.release_voice is None else asdict(s.release_voice),
        "out": str(s.out),
        "state": str(s.state),
    }


def _why(s: Summary, outcome: Outcome) -> str:
    """The reasons of an outcome, with their counts."""
    withheld = {Reason.OPTED_OUT.value, Reason.RESTRICTED.value}
    if outcome not in (Outcome.QUARANTINED, Outcome.WITHHELD):
        return ""
    own = {r: n for r, n in s.reasons.items() if (r in withheld) == (outcome is Outcome.WITHHELD)}
    return ", ".join(f"{reason} {n:,}" for reason, n in sorted(own.items()))


def _print_omitted(s: Summary) -> None:
    """What was left out, by cause, and the fields of tables that lost values."""
    if s.omitted:
        causes = ", ".join(f"{cause} {n:,}" for cause, n in sorted(s.omitted.items()))
        console().print(f"values left out: {causes}", soft_wrap=True)
    if s.unknown_fields:
        ranked = sorted(s.unknown_fields.items(), key=lambda x: (-x[1], x[0]))[:_UNKNOWN]
        fields = ", ".join(f"{path} {n:,}" for path, n in ranked)
        console().print(f"most often dropped as unknown: {fields}", soft_wrap=True, markup=False)
    if s.emptied:
        most = sorted(s.emptied.items(), key=lambda x: (-x[1], x[0]))
        fields = ", ".join(f"{path} {n:,}" for path, n in most[:_FIELDS])
        more = f", and {len(most) - _FIELDS} more fields" if len(most) > _FIELDS else ""
        console().print(f"fields of tables left empty: {fields}{more}", soft_wrap=True, markup=False)
    if s.retyped:
        columns = ", ".join(f"{name} {types}" for name, types in s.retyped.items())
        console().print(f"columns of another type: {columns}", soft_wrap=True, markup=False)
    if s.as_of is None and s.omitted.get("masked") and s.entities.get(Entity.BIRTH_DATE_TIME.value):
        console().print(
            "No field dates an event, so ages cannot be judged and birth dates are left out: give the day with the"
            " setting as_of.",
            soft_wrap=True,
        )


def _spending(spent: Totals, prices: LlmPrices) -> str:
    """What the LLM has cost the run, over all its starts."""
    told = f"LLM: {spent.requests:,} requests, {spent.asked:,} tokens asked, {spent.answered:,} answered"
    if spent.unknown:
        told += f"; of {spent.unknown:,} requests the endpoint did not say"
    if cost := spent.cost(prices):
        told += f"; cost {cost:,.2f}"
    if spent.refused:
        told += f"; {spent.refused:,} requests refused, because token_budget is spent"
    return told


def _unmatched(name: str, lines: Sequence[int]) -> str:
    """By numbers alone: what the lines hold are ids of patients."""
    shown = ", ".join(map(str, lines[:_LINES])) + (f" and {len(lines) - _LINES:,} more" if len(lines) > _LINES else "")
    effect = "nothing was withheld for that" if name == "opt_out" else "no id was replaced by that"
    return (
        f"warning: no patient of this input is named in line{'s' * (len(lines) > 1)} {shown} of {name}, and {effect};"
        " if one should be, write the id as the records have it: see docs/guide/policies.md"
    )


def _voice(voice: ReleaseVoice) -> str:
    return f"under this profile redactor audio releases sound, with the voices in it: {voice.by}; {voice.basis}"


def _print(s: Summary, prices: LlmPrices) -> None:
    from rich.table import Table  # not for --json

    table = Table(title=f"{s.records:,} records from {s.files:,} files", title_justify="left")
    table.add_column("outcome")
    table.add_column("records", justify="right")
    table.add_column("why")
    for outcome in Outcome:
        n = s.outcomes.get(outcome.value, 0)
        if n or outcome in (Outcome.RELEASED, Outcome.QUARANTINED):
            table.add_row(outcome.value, f"{n:,}", _why(s, outcome))
    console().print(table)
    found = Table(title="found and replaced", title_justify="left")
    found.add_column("entity")
    found.add_column("count", justify="right")
    for entity, n in sorted(s.entities.items(), key=lambda x: (-x[1], x[0]))[:15]:
        found.add_row(entity, f"{n:,}")
    if s.entities:
        console().print(found)
    _print_omitted(s)
    if s.second:
        counts = ", ".join(f"{name} {n:,}" for name, n in sorted(s.second.items()))
        console().print(f"questions to the LLM: {counts}; see docs/guide/llm.md", soft_wrap=True)
    if s.spent is not None:
        console().print(_spending(s.spent, prices), soft_wrap=True)
    if any(s.households.values()):
        counts = ", ".join(f"{name.replace('_', ' ')} {n:,}" for name, n in s.households.items() if n)
        console().print(f"households: {counts}; see docs/guide/stand-ins.md", soft_wrap=True)
    if s.known_left_out:
        console().print(
            f"warning: {s.known_left_out:,} known values are not searched for, because a patient or the site has too"
            " many; see docs/guide/detection.md",
            soft_wrap=True,
        )
    if s.unresolved:
        console().print(
            f"warning: {s.unresolved:,} records name their patient by no id and by no identifier of one Patient, and"
            " are not searched for the patient's known values; refer to Patient/ID, or list the numbers in the"
            " crosswalk: see docs/guide/policies.md",
            soft_wrap=True,
        )
    for name, lines in s.unmatched.items():
        console().print(_unmatched(name, lines), soft_wrap=True)
    if s.notes_without_patient:
        console().print(
            f"warning: {s.notes_without_patient:,} of {s.notes:,} notes name no patient, and are not searched for the"
            " known values of one; set notes.name_pattern, which has to match the whole name, or notes.sidecar: see"
            " docs/guide/notes.md",
            soft_wrap=True,
        )
    if s.release_voice is not None:
        console().print(_voice(s.release_voice), soft_wrap=True, markup=False)
    if s.harvested == "seen":
        console().print("From stdin, a note is searched for identifiers of the records before it, not of later ones.")
    year = s.as_of.year if s.as_of else "no date found"
    console().print(f"as of {year}; released: {s.out}; journal, audit, quarantine: {s.state}")
    if s.outcomes.get(Outcome.QUARANTINED.value, 0):
        for remedy in remedies(s.reasons):
            console().print(remedy, soft_wrap=True)
        console().print(f"to review quarantined records: redactor quarantine list --state {s.state}")
