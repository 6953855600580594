"""Tell what a run did: tables with one fact in each row, then warnings with what to do about them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from itertools import islice
from math import floor, log10
from pathlib import Path

from redactor.cli.common import as_argument
from redactor.cli.messages import console, counted
from redactor.cli.remedies import remedies
from redactor.entities import Entity
from redactor.evaluate.costs import ALL, Prices, report_costs
from redactor.llm.ledger import Totals
from redactor.run.contracts import Summary
from redactor.settings import LlmPrices
from schemas.engine.records import Outcome, Reason

_SHOWN_ENTITIES = 15
_SHOWN_FIELDS = 20  # fields of tables that lost values
_SHOWN_LINES = 20  # lines of a list that match no patient
_LEAST_MONEY = 0.000001  # in the currency of the prices
_SHOWN_UNKNOWN = 10  # fields that no rule names
Fact = tuple[str, str]


def summary_as_json(summary: Summary, prices: LlmPrices) -> dict[str, object]:
    """Return the summary for machines."""
    return {
        "records": summary.records,
        "outcomes": dict(summary.outcomes),
        "reasons": dict(summary.reasons),
        "entities": dict(summary.entities),
        "omitted": dict(summary.omitted),
        "emptied": dict(summary.emptied),
        "unknown_fields": dict(summary.unknown_fields),
        "llm": dict(summary.second),
        "llm_share": round(_share_asked(summary), 4),
        "llm_tokens": None if summary.spent is None else asdict(summary.spent) | {"cost": summary.spent.cost(prices)},
        "costs": asdict(report_costs(summary.costs, Prices(prices.asked, prices.answered))),
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
        "guessed_tables": summary.guessed_tables,
        "unmatched": {name: list(lines) for name, lines in summary.unmatched.items()},
        "release_voice": None if summary.release_voice is None else asdict(summary.release_voice),
        "out": str(summary.out),
        "state": str(summary.state),
    }


def print_summary(summary: Summary, prices: LlmPrices) -> None:
    """Print the summary for people on stderr. It holds no names of input files."""
    outcomes = [
        (outcome.value, f"{summary.outcomes.get(outcome.value, 0):,}", _reasons_of(summary, outcome))
        for outcome in Outcome
        if summary.outcomes.get(outcome.value) or outcome in (Outcome.RELEASED, Outcome.QUARANTINED)
    ]
    _print_table(
        f"{counted(summary.records, 'record')} from {counted(summary.files, 'file')}",
        ("outcome", "records", "why"),
        outcomes,
        number=1,
    )
    found = [(entity, f"{n:,}") for entity, n in _most(summary.entities, _SHOWN_ENTITIES)]
    if found:
        _print_table("found and replaced", ("entity", "count"), found, number=1)
    print_facts(_facts(summary, prices))
    for warning in _warnings(summary):
        console().print(f"warning: {warning}", soft_wrap=True)
    if summary.harvested == "seen":
        console().print("From stdin, a note is searched for identifiers of the records before it, not of later ones.")
    if summary.outcomes.get(Outcome.QUARANTINED.value, 0):
        for remedy in remedies(summary.reasons):
            console().print(remedy, soft_wrap=True)
        console().print(
            f"to review quarantined records: redactor quarantine list --state {as_argument(summary.state)}",
            soft_wrap=True,
        )


def print_facts(facts: Iterable[Fact]) -> None:
    """Print a table on stderr with one fact in each row."""
    _print_table("this run", ("what", "value"), list(facts))


def places(out: Path, state: Path) -> list[Fact]:
    """Return where the released files and the state of a run lie."""
    return [("OUT", str(out)), ("state: journal, audit, quarantine", str(state))]


def money(amount: float) -> str:
    """Return an amount with two digits behind the point, and of less than a unit with three digits that count."""
    if not amount or amount >= 1:
        return f"{amount:,.2f}"
    if amount < _LEAST_MONEY:
        return f"<{_LEAST_MONEY:f}"
    return f"{amount:.{2 - floor(log10(amount))}f}"


def priced(amount: float, prices: LlmPrices) -> str:
    """Return what something costs at these prices, or that there are none."""
    return money(amount) if prices.is_set() else "no prices are set"


def _print_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], number: int | None = None) -> None:
    """Print a table. number: the column that holds numbers."""
    from rich.table import Table  # not for --json

    table = Table(title=title, title_justify="left")
    for i, name in enumerate(columns):
        table.add_column(name, justify="right" if i == number else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    console().print(table)


def _most(counts: Mapping[str, int], most: int) -> Iterable[tuple[str, int]]:
    return islice(sorted(counts.items(), key=lambda x: (-x[1], x[0])), most)


def _reasons_of(summary: Summary, outcome: Outcome) -> str:
    """Return the reasons of an outcome with their counts."""
    withheld = {Reason.OPTED_OUT.value, Reason.RESTRICTED.value}
    if outcome not in (Outcome.QUARANTINED, Outcome.WITHHELD):
        return ""
    reasons = {r: n for r, n in summary.reasons.items() if (r in withheld) == (outcome is Outcome.WITHHELD)}
    return ", ".join(f"{reason} {n:,}" for reason, n in sorted(reasons.items()))


def _facts(summary: Summary, prices: LlmPrices) -> Iterable[Fact]:
    """Yield one fact for each row."""
    yield from places(summary.out, summary.state)
    # The year alone, since a derived day would show a shift.
    none = "no date: stdin is read once" if summary.harvested == "seen" else "no date found"
    yield "ages are judged at (as_of)", f"{summary.as_of.year:04d}" if summary.as_of else none
    for cause, n in sorted(summary.omitted.items()):
        yield f"values left out: {cause}", f"{n:,}"
    for path, n in _most(summary.unknown_fields, _SHOWN_UNKNOWN):
        yield f"dropped as unknown: {path}", f"{n:,}"
    for path, n in _most(summary.emptied, _SHOWN_FIELDS):
        yield f"left empty: {path}", f"{n:,}"
    if len(summary.emptied) > _SHOWN_FIELDS:
        yield "left empty: further fields", f"{len(summary.emptied) - _SHOWN_FIELDS:,}"
    for column, types in summary.retyped.items():
        yield f"column of another type: {column}", types
    if asked := summary.second.get("records"):
        yield "records that depend on the LLM", f"{asked:,} of {_read(summary):,} ({_share_asked(summary):.0%})"
    for name, n in sorted(summary.second.items()):
        if name != "records":
            yield f"questions to the LLM: {name}", f"{n:,}"
    if summary.spent is not None:
        yield from _spending(summary.spent, prices)
    spent = report_costs(summary.costs, Prices()).in_all
    if spent[ALL].cpu_seconds:
        yield "CPU seconds", ", ".join(f"{name} {tier.cpu_seconds:,.1f}" for name, tier in spent.items())
    if spent[ALL].gpu_seconds:
        yield "GPU seconds", f"{spent[ALL].gpu_seconds:,.1f}"
    for name, n in summary.households.items():
        if n:
            yield f"households: {name.replace('_', ' ')}", f"{n:,}"
    if (voice := summary.release_voice) is not None:
        yield "redactor audio releases voices, decided by", voice.by
        yield "redactor audio releases voices, on this basis", voice.basis


def _read(summary: Summary) -> int:
    """Return the number of records that were released or quarantined."""
    return sum(summary.outcomes.get(outcome.value, 0) for outcome in (Outcome.RELEASED, Outcome.QUARANTINED))


def _share_asked(summary: Summary) -> float:
    """Return which share of the records was asked about, or read whole, by the LLM."""
    return summary.second.get("records", 0) / max(1, _read(summary))


def _spending(spent: Totals, prices: LlmPrices) -> Iterable[Fact]:
    """Yield what the LLM has cost the run, over all its starts."""
    yield "LLM: requests", f"{spent.requests:,}"
    yield "LLM: tokens asked", f"{spent.asked:,}"
    yield "LLM: tokens answered", f"{spent.answered:,}"
    if spent.unknown:
        yield "LLM: requests whose tokens the endpoint did not say", f"{spent.unknown:,}"
    if prices.is_set():
        yield "LLM: cost", money(spent.cost(prices))
    if spent.refused:
        yield "LLM: requests refused, because token_budget is spent", f"{spent.refused:,}"


def _warnings(summary: Summary) -> Iterable[str]:
    """Yield what a person should know and can change."""
    if summary.as_of is None and summary.omitted.get("masked") and summary.entities.get(Entity.BIRTH_DATE_TIME.value):
        why = "stdin is read once, without a day" if summary.harvested == "seen" else "no field dates an event"
        yield (
            f"{why}, so that ages cannot be judged and birth dates are left out; give the day with the"
            ' setting as_of: as_of = "2025-06-30" in redactor.toml, or REDACTOR_AS_OF=2025-06-30'
        )
    if not summary.records and summary.harvested == "seen":
        yield "stdin held no record; did the command before it in the pipe fail?"
    if summary.guessed_tables:
        yield (
            f"tables that are not Unicode: {summary.guessed_tables:,}; they were read in the encoding of the setting"
            " notes.encoding (windows-1252 by default); look at accented letters, and convert the tables to UTF-8 or"
            " name their encoding if they are wrong"
        )
    if redacted := summary.second.get("redacted"):
        causes = ", ".join(f"{name} {n:,}" for name, n in sorted(summary.second.items()) if name.startswith("llm-"))
        yield (
            f"texts that left with every open question redacted, since the LLM gave no answer: {redacted:,} ({causes});"
            " try `redactor llm check`; to hold such texts, set llm.on_outage or llm.on_unsure to quarantine"
        )
    if summary.known_left_out:
        yield (
            f"{summary.known_left_out:,} known values are not searched for, because a patient or the site has too many;"
            " see docs/guide/detection.md"
        )
    if summary.unresolved:
        yield (
            f"{summary.unresolved:,} records name their patient by no id and by no identifier of one Patient, and are"
            " not searched for the patient's known values; refer to Patient/ID, or list the numbers in the crosswalk:"
            " see docs/guide/policies.md"
        )
    for name, lines in summary.unmatched.items():
        yield _unmatched_text(name, lines)
    if summary.notes_without_patient:
        yield (
            f"{summary.notes_without_patient:,} of {summary.notes:,} notes name no patient, and are not searched for"
            " the known values of one; set notes.name_pattern, which has to match the whole name, or notes.sidecar: see"
            " docs/guide/notes.md"
        )


def _unmatched_text(name: str, lines: Sequence[int]) -> str:
    """Return what to know of lines of a list that match no patient, by their numbers alone, since the lines hold ids
    of patients.
    """
    shown = ", ".join(map(str, lines[:_SHOWN_LINES])) + (
        f" and {len(lines) - _SHOWN_LINES:,} more" if len(lines) > _SHOWN_LINES else ""
    )
    effect = "nothing was withheld for that" if name == "opt_out" else "no id was replaced by that"
    return (
        f"no patient of this input is named in line{'s' * (len(lines) > 1)} {shown} of {name}, and {effect};"
        " if one should be, write the id as the records have it: see docs/guide/policies.md"
    )
