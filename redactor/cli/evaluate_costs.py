"""The command `redactor evaluate costs` tells what runs have cost, by tier."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from redactor.cli.common import price_option
from redactor.cli.messages import console, counted, guarded, print_json, print_table
from redactor.cli.run_summary import money
from redactor.evaluate.costs import CostReport, Prices, TierCosts, read_runs
from redactor.settings import LlmPrices, load_settings

EPILOG = "Example: redactor evaluate costs out --price-in 0.15 --price-out 1.25 --price-cpu-hour 0.04"


@guarded
def costs(
    outs: Annotated[
        list[Path], typer.Argument(metavar="OUT...", help="The folders OUT of runs under home, or the states of runs.")
    ],
    price_in: Annotated[float | None, price_option("Of a million tokens of questions (by default llm.prices).")] = None,
    price_out: Annotated[float | None, price_option("Of a million tokens of answers (by default llm.prices).")] = None,
    price_cpu_hour: Annotated[float, price_option("Of an hour of one core.")] = 0.0,
    price_gpu_hour: Annotated[float, price_option("Of an hour of one GPU.")] = 0.0,
    json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Report CPU and GPU seconds, requests, tokens and money of each tier of detection, for 1,000 notes of 1 KB.

    The figures are those of the runs themselves, over all their processes and starts.
    """
    settings = load_settings()
    known = settings.llm.prices if settings.llm is not None else LlmPrices()
    prices = Prices(
        known.asked if price_in is None else price_in,
        known.answered if price_out is None else price_out,
        price_cpu_hour,
        price_gpu_hour,
    )
    report = read_runs(outs, settings.home, prices)
    if json:
        print_json(asdict(report))
        return
    shown = report.per_1000_notes or report.in_all
    print_table(
        f"{counted(report.runs, 'run')}, {counted(report.texts, 'text')} of {report.characters:,} characters: "
        + ("costs for 1,000 notes of 1,000 characters" if report.per_1000_notes else "costs in all"),
        ["tier", "CPU, s", "GPU, s", "requests", "tokens asked", "tokens answered", "money"],
        [[name, *_cells(tier)] for name, tier in shown.items()],
    )
    for remark in _remarks(report):
        console().print(remark, soft_wrap=True)


def _cells(tier: TierCosts) -> list[float | str]:
    counts = map(round, (tier.requests, tier.tokens_asked, tier.tokens_answered))
    return [round(tier.cpu_seconds, 1), round(tier.gpu_seconds, 1), *counts, money(tier.money)]


def _remarks(report: CostReport) -> Iterator[str]:
    """Yield what is not in the figures."""
    cause = "are under way, or were cut short" if report.running else "were cut short by a crash or a time limit"
    if report.unfinished:
        yield f"the CPU and GPU seconds of some batches are missing, since they {cause}: {report.unfinished:,}"
    if report.unanswered:
        yield f"the tokens of some requests are missing, since they {cause}: {report.unanswered:,}"
    if report.unsaid:
        yield f"the tokens of some requests are missing, since the endpoint did not tell them: {report.unsaid:,}"
