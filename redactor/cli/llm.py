"""The command `redactor llm check` tries the LLM of the settings before a run does."""

from __future__ import annotations

import os
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.detect.cascade.passes import PROMPT, PassOptions, find_more
from redactor.keys import DerivedKey
from redactor.llm.cache import MemoryAnswers
from redactor.llm.client import Client
from redactor.llm.endpoints import require_openai
from redactor.llm.ledger import MemoryLedger
from redactor.llm.prompts import load_prompt
from redactor.settings import LlmSettings, load_settings
from redactor.text import BY_LLM, Note

if TYPE_CHECKING:
    from redactor.llm.check import Report

# Each note stands with the identifiers in it.
_INVENTED_NOTES = (
    (
        "Margaret Holloway, 76 years old, was admitted to Saint Brannoc Hospital on 14 March 2024 with pneumonia."
        " She was given 76 mg of enoxaparin. Her daughter can be reached at (415) 555-0132. Dr. Tobias Lindqvist",
        ("Margaret Holloway", "76", "14 March 2024", "(415) 555-0132", "Tobias Lindqvist"),
    ),
    (
        "pt walked in w/ his brother osgood, works as a ferry pilot. MRN 00417733. Parkinson disease, stable on"
        " levodopa 100 mg three times a day.",
        ("osgood", "00417733"),
    ),
)


@dataclass(frozen=True, slots=True)
class NoteRead:
    """The result of reading a note.

    found: texts with their entities. missed: identifiers of the note that were not found. failure: why the note was not
    read whole.
    """

    found: tuple[tuple[str, str], ...]
    missed: tuple[str, ...]
    failure: str | None


def read_invented_notes(settings: LlmSettings) -> list[NoteRead]:
    """Let the model read two invented notes as a run lets it read notes, and return what it finds."""
    notes = [Note(str(n), text, hints=BY_LLM) for n, (text, _) in enumerate(_INVENTED_NOTES)]
    options = PassOptions(
        DerivedKey(os.urandom(32)), load_prompt(PROMPT), passes=settings.passes, chunk_words=settings.chunk_words
    )
    with closing(Client(settings, MemoryLedger())) as client:
        results = find_more(client, MemoryAnswers(), notes, [()] * len(notes), options)
    read = []
    for note, (_, held), result in zip(notes, _INVENTED_NOTES, results, strict=True):
        found = tuple((note.text[s.start : s.end], s.entity.value) for s in result.spans)
        missed = tuple(value for value in held if not any(value in text for text, _ in found))
        read.append(NoteRead(found, missed, None if result.failure is None else result.failure.value))
    return read


app = typer.Typer(
    help="Try the LLM of the settings.",
    no_args_is_help=True,
    add_completion=False,
    epilog="Example: redactor llm check",
)


@app.callback()
def group() -> None:
    """Make `check` a command: typer takes the only command of an app for the app itself."""


@app.command(epilog="Example: REDACTOR_CONFIG=redactor.toml redactor llm check --json")
@guarded
def check(
    json: Annotated[bool, typer.Option("--json", help="For machines: the report as JSON.")] = False,
) -> None:
    """Ask the endpoint of the settings what a run would ask of it: whether it answers, knows the model, keeps to a JSON
    Schema and reads long requests, and how fast it is. Two invented notes are read. No text of a patient is sent, and
    the key is never shown. Costs about as many tokens as context_tokens. Exit code 2 if a run would not work, with what
    to do.
    """
    settings = load_settings().llm
    if settings is None:
        fail("no LLM is set: add [llm] with base_url and model to redactor.toml; see docs/guide/llm.md")
    report = _try_endpoint(settings)
    notes = [] if report.problems else read_invented_notes(settings)
    report.problems += [
        f"the model gives no usable answer about a note ({n.failure}): try a larger model, or see docs/guide/llm.md"
        for n in notes
        if n.failure
    ]
    report.remarks += [f"in an invented note the model does not find: {', '.join(n.missed)}" for n in notes if n.missed]
    if json:
        print_json(_report_as_json(report, settings) | {"notes": [asdict(n) for n in notes]})
    else:
        print_table(f"{report.model} at {report.host}", ["what", "result"], _report_rows(report, settings))
        for n, read in enumerate(notes, 1):
            found = ", ".join(f"{text!r} ({entity})" for text, entity in read.found)
            console().print(f"note {n}: {found or 'nothing found'}", soft_wrap=True)
        for remark in report.remarks:
            console().print(f"note: {remark}", soft_wrap=True)
    for problem in report.problems:
        typer.echo(f"error: {problem}", err=True)
    if report.problems:
        raise typer.Exit(2)


def _try_endpoint(settings: LlmSettings) -> Report:
    require_openai()
    from redactor.llm.check import check_endpoint as try_endpoint  # loads openai

    return try_endpoint(settings)


def _report_rows(report: Report, settings: LlmSettings) -> list[tuple[str, str]]:
    listed = {None: "the endpoint does not list models", True: "listed", False: "not listed"}[report.listed]
    others = f"; listed: {', '.join(report.others)}" if report.others and not report.listed else ""
    told = "not told" if report.context_told is None else f"{report.context_told:,} tokens"
    return [
        ("model", f"{listed}{others}"),
        ("JSON Schema", report.structured or "not tried"),
        ("a short answer", _formatted(report.seconds, "{:.2f} s")),
        ("speed", _formatted(report.tokens_per_second, "{:,.0f} tokens a second")),
        ("context", f"{told}; in the settings {settings.context_tokens:,}"),
        ("a long request", {None: "not tried", True: "read whole", False: "not read whole"}[report.context_read]),
    ]


def _formatted(number: float | None, form: str) -> str:
    return "not tried" if number is None else form.format(number)


def _report_as_json(report: Report, settings: LlmSettings) -> dict[str, Any]:
    return {
        "endpoint": report.host,
        "model": report.model,
        "listed": report.listed,
        "others": list(report.others),
        "structured": report.structured,
        "seconds": report.seconds,
        "tokens_per_second": report.tokens_per_second,
        "context": {"told": report.context_told, "set": settings.context_tokens, "read": report.context_read},
        "problems": report.problems,
        "remarks": report.remarks,
    }
