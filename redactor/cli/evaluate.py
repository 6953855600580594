"""The group `redactor evaluate` lists all reports; without a command it measures gold."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperGroup

from redactor.cli import (
    evaluate_attacks,
    evaluate_convert,
    evaluate_costs,
    evaluate_divergence,
    evaluate_downstream,
    evaluate_gold,
    evaluate_release,
    evaluate_texts,
    evaluate_utility,
)


class _GoldByDefault(TyperGroup):
    """This group runs `gold` if no command is named: `redactor evaluate GOLD.jsonl`. `--clean FILE` stands for
    `clean FILE`.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] == "--clean":
            args = ["clean", *args[1:]]
        if args and args[0] not in self.commands and args[0] != "--help":
            args = ["gold", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=_GoldByDefault,
    help="Report recall, precision, documents without a miss and false alarms, with 95 % intervals.",
    epilog="Without a command: `redactor evaluate GOLD.jsonl ...` is `redactor evaluate gold GOLD.jsonl ...`.",
    no_args_is_help=True,
    add_completion=False,
)

# The commands are listed in this order by --help.
app.command("clean", epilog=evaluate_texts.CLEAN_EPILOG)(evaluate_texts.clean)
app.command("convert", epilog=evaluate_convert.EPILOG)(evaluate_convert.convert)
app.command("costs", epilog=evaluate_costs.EPILOG)(evaluate_costs.costs)
app.command("dates", epilog=evaluate_attacks.DATES_EPILOG)(evaluate_attacks.dates)
app.command("divergence", epilog=evaluate_divergence.EPILOG)(evaluate_divergence.divergence)
app.command("downstream", epilog=evaluate_downstream.EPILOG)(evaluate_downstream.downstream)
app.command("drift", epilog=evaluate_texts.DRIFT_EPILOG)(evaluate_texts.drift)
app.command("parrot", epilog=evaluate_attacks.PARROT_EPILOG)(evaluate_attacks.parrot)
app.command("release", epilog=evaluate_release.EPILOG)(evaluate_release.release)
app.command("utility", epilog=evaluate_utility.EPILOG)(evaluate_utility.utility)
app.command("gold", epilog=evaluate_gold.EPILOG)(evaluate_gold.evaluate)
