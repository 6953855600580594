"""The command `redactor llm check` tries the LLM of the settings before a run does."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from redactor.cli import llm_batch
from redactor.cli.common import price_option
from redactor.cli.llm_trials import Judged, judge_invented_notes, read_invented_notes
from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.cli.run_summary import money
from redactor.llm.endpoints import require_openai
from redactor.llm.ledger import Totals
from redactor.settings import LlmPrices, LlmSettings, load_settings

if TYPE_CHECKING:
    from redactor.llm.check import Report

app = typer.Typer(
    help="Try the LLM of the settings, or ask it in batches.",
    no_args_is_help=True,
    add_completion=False,
    epilog="Example: redactor llm check",
)


app.add_typer(llm_batch.batch, name="batch")


@app.command(epilog="Example: redactor llm check --notes 50000 --price-in 0.15 --price-out 0.60")
@guarded
def check(
    notes: Annotated[int, typer.Option(min=1, help="Notes of a run whose questions and cost are estimated.")] = 1000,
    words: Annotated[int, typer.Option(min=1, help="Words of such a note.")] = 250,
    price_in: Annotated[float | None, price_option("Of a million tokens of questions (llm.prices by default).")] = None,
    price_out: Annotated[float | None, price_option("Of a million tokens of answers (llm.prices by default).")] = None,
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
    chosen = {"asked": price_in, "answered": price_out}
    prices = settings.prices.model_copy(update={name: price for name, price in chosen.items() if price is not None})
    run = _estimate(notes * words, prices)
    read = [] if report.problems else read_invented_notes(settings)
    report.problems += [
        f"the model gives no usable answer about a note ({n.failure}): try a larger model, or see docs/guide/llm.md"
        for n in read
        if n.failure
    ]
    judged = None if report.problems else judge_invented_notes(settings)
    if judged is not None:
        report.problems += judged.problems()
        report.remarks += judged.remarks()
    report.remarks += [f"in an invented note the model does not find: {', '.join(n.missed)}" for n in read if n.missed]
    if json:
        told = {"notes": [asdict(n) for n in read], "run": run, "judged": None if judged is None else asdict(judged)}
        print_json(_report_as_json(report, settings) | told)
    else:
        print_table(f"{report.model} at {report.host}", ["what", "result"], _report_rows(report, settings, judged))
        for n, one in enumerate(read, 1):
            found = ", ".join(f"{text!r} ({entity})" for text, entity in one.found)
            console().print(f"note {n}: {found or 'nothing found'}", soft_wrap=True)
        cost = f", for {money(run['cost'])}" if prices.is_set() else ""
        console().print(
            f"a run of {notes:,} notes with {words:,} words each asks some {run['questions']:,} questions: "
            f"{run['tokens_asked']:,} tokens asked and {run['tokens_answered']:,} answered{cost}; "
            "`redactor run IN OUT --dry-run` counts those of your own notes",
            soft_wrap=True,
        )
        for remark in report.remarks:
            console().print(f"note: {remark}", soft_wrap=True)
    for problem in report.problems:
        typer.echo(f"error: {problem}", err=True)
    if report.problems:
        raise typer.Exit(2)


# Of the default `ask_above` and `ask_below`, for 1,000 words without notes that are read whole (docs/llm.md).
_QUESTIONS, _TOKENS_ASKED, _TOKENS_ANSWERED = 77, 19_800, 2_500


def _estimate(words: int, prices: LlmPrices) -> dict[str, Any]:
    """Return how much a run over notes with this many words would ask."""
    asked, answered = _TOKENS_ASKED * words // 1000, _TOKENS_ANSWERED * words // 1000
    return {
        "questions": _QUESTIONS * words // 1000,
        "tokens_asked": asked,
        "tokens_answered": answered,
        "cost": Totals(asked=asked, answered=answered).cost(prices),
    }


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
