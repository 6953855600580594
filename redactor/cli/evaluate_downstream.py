"""The command `redactor evaluate downstream` asks whether a classifier learns from released notes what it learns from
originals.
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from redactor.cli.common import require_evaluate_extra
from redactor.cli.evaluate_tables import keyring_of_run, without_nan
from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.errors import EvaluationError
from redactor.evaluate.downstream_tasks import Task, task_of_texts, tasks_of_run, without_first_line
from redactor.evaluate.release_pairs import record_pairs
from redactor.settings import load_settings

if TYPE_CHECKING:
    from redactor.evaluate.downstream import TaskReport
    from redactor.evaluate.downstream_metrics import Interval

EPILOG = "Example: redactor evaluate downstream ehr/records out --audit home/runs/out/audit.ndjson"


@guarded
def downstream(
    before: Annotated[
        Path,
        typer.Argument(metavar="IN", help='A run\'s input. Or lines of {"id", "text"} with a label and a patient.'),
    ],
    after: Annotated[
        Path, typer.Argument(metavar="OUT", help='The run\'s OUT. Or the same texts de-identified: {"id", "text"}.')
    ],
    label: Annotated[
        str | None, typer.Option(help="With lines of texts: the field of IN that holds the label.")
    ] = None,
    group: Annotated[
        str | None,
        typer.Option(help="The field of IN that names the patient; without it each text is a patient of its own."),
    ] = None,
    audit: Annotated[
        Path | None, typer.Option(help="The run's audit.ndjson, to match records where some were withheld.")
    ] = None,
    days: Annotated[
        int, typer.Option(min=1, max=3650, help="Of a run: the days in which the next visit has to follow.")
    ] = 90,
    json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Report whether a classifier that is trained on released notes does as well as one that is trained on originals.

    Of a run on FHIR: the type of a note, the problem list of a patient, and whether a visit follows. Trained and tested
    on different patients.
    """
    tasks = _tasks(before, after, label, group, audit, days)
    with require_evaluate_extra():
        from redactor.evaluate.downstream import measure_task
    reports: list[TaskReport] = []
    refused: list[str] = []
    for task in tasks:
        try:
            reports.append(measure_task(task))
        except EvaluationError as error:
            refused.append(str(error))
    if not reports:
        fail("; ".join(refused))
    if json:
        print_json(without_nan({"tasks": [asdict(report) for report in reports], "refused": refused}))
        return
    _print_scores(reports)
    _print_words(reports)
    for text in refused:
        console().print(f"not measured: {text}", markup=False)


def _tasks(
    before: Path, after: Path, label: str | None, group: str | None, audit: Path | None, days: int
) -> list[Task]:
    for path, name in ((before, "IN"), (after, "OUT")):
        if not path.exists():
            fail(f"{name} is not a file or folder")
    if after.is_dir():
        if label is not None or group is not None:
            fail("--label and --group belong to lines of texts; the labels of a run come from its records")
        settings = load_settings()
        keyring_of_run(before, after, audit, settings)
        records = record_pairs(before, after, settings.max_record_bytes, audit, with_parts=True)
        types, *others = tasks_of_run(records, days)
        return [types, without_first_line(types), *others]
    if before.is_dir():
        fail("IN is a folder and OUT is a file; give the OUT of a run, or two files of texts")
    if label is None:
        fail("lines of texts need --label FIELD, which names the field of IN that holds the label")
    if audit is not None:
        fail("--audit belongs to a run's OUT; texts are matched by their ids")
    return [task_of_texts(before, after, label, group)]


def _print_scores(reports: list[TaskReport]) -> None:
    rows = []
    for report in reports:
        first, *others = (
            [metric, f"{s.baseline:.3f}", _cell(s.original), _cell(s.released), _cell(s.released_difference, "+")]
            for metric, s in report.scores.items()
        )
        rows += [[report.name, *first, report.verdict], *(["", *other, ""] for other in others)]
    columns = ["task", "", "baseline", "on originals", "on released notes", "difference", "verdict"]
    print_table("A classifier trained and tested on originals, and on released notes", columns, rows)
    for report in reports:
        remarks = [f"{report.examples:,} examples of {report.patients:,} patients"]
        if report.emptied:
            remarks.append(f"{report.emptied:,} of them have no text any more, since the release emptied it")
        if not report.changed:
            remarks.append("no text differs: is OUT the same as IN?")
        remarks += [f"{n:,} left out, {reason}" for reason, n in report.left_out.items() if n]
        if report.rare:
            remarks.append(f"{report.rare:,} labels that too few patients have or lack")
        if report.labels_kept is not None:
            remarks.append(f"released records give the same labels for {report.labels_kept:.1%}")
        console().print(f"{report.name}: {'; '.join(remarks)}", markup=False)


def _print_words(reports: list[TaskReport]) -> None:
    rows = []
    for report in reports:
        metric, scores = next(iter(report.scores.items()))
        words = (scores.replaced_words, scores.new_words)
        transfer = (_cell(scores.transfer), _cell(scores.transfer_difference, "+"))
        rows.append([report.name, metric, *transfer, *map(_cell, words)])
    columns = ["task", "", "on originals", "difference", "words taken out alone", "words put in alone"]
    print_table("The same trained on released notes; and what words alone tell of the label", columns, rows)


def _cell(interval: Interval, sign: str = "") -> str:
    return f"{interval.value:{sign}.3f} [{interval.low:{sign}.3f}, {interval.high:{sign}.3f}]"
