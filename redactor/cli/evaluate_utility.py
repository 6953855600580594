"""`redactor evaluate utility`: what de-identification takes away from clinical text, or makes up."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from redactor.cli.evaluate_tables import cells, context, without_nan
from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.evaluate.gold_files import read_gold
from redactor.evaluate.utility import Pair, utility_report

EPILOG = "Example: redactor evaluate utility notes.jsonl released.jsonl --show 20"


@guarded
def utility(
    before: Annotated[
        Path,
        typer.Argument(metavar="BEFORE.jsonl", help='Lines of {"id", "text", "spans"?}; spans may change.'),
    ],
    after: Annotated[Path, typer.Argument(metavar="AFTER.jsonl", help='The same texts de-identified: {"id", "text"}.')],
    show: Annotated[int, typer.Option(help="Print this many changes in context (PHI).")] = 0,
    json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Report doses, units, codes and words that are lost or made up, by kind.

    What the spans of BEFORE cover is not counted: it has to change.
    """
    released = {d.id: d.text for d in read_gold(after)}
    pairs = [
        Pair(d.id, d.text, released.get(d.id, ""), tuple((s.start, s.end) for s in d.gold)) for d in read_gold(before)
    ]
    if not pairs:
        fail(f"{before.name} holds no texts")
    if any(pair.id not in released for pair in pairs):
        fail(f"{after.name} lacks a text of {before.name}; give all of them under the same ids")
    report = utility_report(pairs)
    if json:
        lost = {kind: asdict(figure) for kind, figure in report.lost.items()}
        print_json(without_nan({"texts": report.texts, "lost": lost, "made_up": report.made_up}))
    else:
        print_table(
            f"{report.texts:,} texts before and after",
            ["", "lost, %", "95 %", "counts", "made up"],
            [[kind, *cells(figure), report.made_up.get(kind, "-")] for kind, figure in report.lost.items()],
        )
    texts = {pair.id: pair for pair in pairs}
    for change in report.changes[:show]:
        pair = texts[change.id]
        where = context(pair.after if change.made_up else pair.before, *change.at)
        console().print(f"{'made up' if change.made_up else 'lost'}, {change.kind}: {where}", markup=False)
