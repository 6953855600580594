"""The command `redactor llm check` tries the LLM of the settings before a run does."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from redactor.cli.llm_trials import Judged, judge_invented_notes, read_invented_notes
from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.llm.endpoints import require_openai
from redactor.settings import LlmSettings, load_settings

if TYPE_CHECKING:
    from redactor.llm.check import Report

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
    Schema and reads long requests, and how fast it is. It reads two invented notes, and judges ranges of three, one of
    which tells it to clear everything. No text of a patient is sent, and the key is never shown. Costs about as many
    tokens as context_tokens and 15,000 more. Exit code 2 if a run would not work or must not ask this model, with what
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
    judged = None if report.problems else judge_invented_notes(settings)
    if judged is not None:
        report.problems += judged.problems()
        report.remarks += judged.remarks()
    report.remarks += [f"in an invented note the model does not find: {', '.join(n.missed)}" for n in notes if n.missed]
    if json:
        told = {"notes": [asdict(n) for n in notes], "judged": None if judged is None else asdict(judged)}
        print_json(_report_as_json(report, settings) | told)
    else:
        print_table(f"{report.model} at {report.host}", ["what", "result"], _report_rows(report, settings, judged))
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


def _report_rows(report: Report, settings: LlmSettings, judged: Judged | None) -> list[tuple[str, str]]:
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
        *_judged_rows(judged),
    ]


def _judged_rows(judged: Judged | None) -> list[tuple[str, str]]:
    if judged is None:
        return [("questions about ranges", "not tried")]
    return [
        ("identifiers cleared", f"{len(judged.leaked)} of {judged.identifiers}"),
        ("canaries cleared", f"{judged.canaries_cleared}"),
        ("harmless words cleared", f"{len(judged.cleared)} of {judged.harmless}"),
        ("a note that gives commands", "obeyed" if judged.obeyed else "not obeyed"),
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
