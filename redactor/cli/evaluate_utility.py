"""The command `redactor evaluate utility` measures what de-identification takes away from texts or records, or makes
up.
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from redactor.cli.evaluate_tables import figure_cells, in_context, keyring_of_run, without_nan
from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.evaluate.gold_files import read_gold
from redactor.evaluate.record_utility import RecordUtility, compare_records
from redactor.evaluate.release_pairs import names_of_notes, note_pairs, record_pairs
from redactor.evaluate.utility import TextPair, UtilityReport, compare_texts
from redactor.run.intake.files import list_inputs
from redactor.run.note_names import note_order
from redactor.settings import load_settings

EPILOG = "Example: redactor evaluate utility ehr/records out --audit home/runs/out/audit.ndjson"


_MOST_FIELDS = 20  # rows in the table of fields
_KINDS_WITHOUT_RECORDS = frozenset({"note", "unreadable", "link"})  # kinds of input files that hold no records


@guarded
def utility(
    before: Annotated[
        Path,
        typer.Argument(
            metavar="BEFORE", help='Lines of {"id", "text", "spans"?}; spans may change. Or a run\'s input.'
        ),
    ],
    after: Annotated[
        Path, typer.Argument(metavar="AFTER", help='The same texts de-identified: {"id", "text"}. Or the run\'s OUT.')
    ],
    audit: Annotated[
        Path | None, typer.Option(help="The run's audit.ndjson, to match records where some were withheld.")
    ] = None,
    show: Annotated[int, typer.Option(help="Print this many changes in context (PHI).")] = 0,
    json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Report doses, units, codes and words that are lost or made up, by kind: of texts, or of a run.

    What the spans of BEFORE cover is not counted: it has to change.
    """
    if after.is_dir():
        _report_on_run(before, after, audit, show, as_json=json)
        return
    released = {d.id: d.text for d in read_gold(after)}
    pairs = [
        TextPair(d.id, d.text, released.get(d.id, ""), tuple((s.start, s.end) for s in d.gold))
        for d in read_gold(before)
    ]
    if not pairs:
        fail(f"{before.name} holds no texts")
    if any(pair.id not in released for pair in pairs):
        fail(f"{after.name} lacks a text of {before.name}; give all of them under the same ids")
    report = compare_texts(pairs)
    if json:
        print_json(without_nan(_texts_as_json(report)))
    else:
        _print_texts(report)
    _print_changes(report, pairs, show)


def _texts_as_json(report: UtilityReport) -> dict[str, Any]:
    lost = {kind: asdict(figure) for kind, figure in report.lost.items()}
    return {"texts": report.texts, "lost": lost, "made_up": report.made_up}


def _print_texts(report: UtilityReport) -> None:
    print_table(
        f"{report.texts:,} texts before and after",
        ["", "lost, %", "95 %", "counts", "made up"],
        [[kind, *figure_cells(figure), report.made_up.get(kind, "-")] for kind, figure in report.lost.items()],
    )


def _print_changes(report: UtilityReport, pairs: list[TextPair], show: int) -> None:
    texts = {pair.id: pair for pair in pairs}
    for change in report.changes[:show]:
        pair = texts[change.id]
        where = in_context(pair.after if change.made_up else pair.before, *change.at)
        console().print(f"{'made up' if change.made_up else 'lost'}, {change.kind}: {where}", markup=False)


def _report_on_run(before: Path, after: Path, audit: Path | None, show: int, *, as_json: bool) -> None:
    """Report on the records and the notes of a run's input and of its OUT."""
    if not before.exists():
        fail("BEFORE is not a file or folder; give the input of the run")
    settings = load_settings()
    keyring, recipient = keyring_of_run(before, after, audit, settings)
    limit, names = settings.max_record_bytes, names_of_notes(settings)
    kinds = [file.kind for file in list_inputs(before, names)]
    notes = kinds.count("note")
    records = None
    if not notes or not _KINDS_WITHOUT_RECORDS.issuperset(kinds):
        records = compare_records(record_pairs(before, after, limit, audit), show)
    pairs: list[TextPair] = []
    texts = None
    if notes:
        pairs = list(note_pairs(before, after, limit, names, note_order(keyring, recipient), audit))
        texts = compare_texts(pairs)
    if as_json:
        records_json = {} if records is None else _records_as_json(records)
        notes_json = {} if texts is None else {"notes": _texts_as_json(texts)}
        print_json(without_nan(records_json | notes_json))
    else:
        if records is not None:
            _print_records(records)
        if texts is not None:
            _print_texts(texts)
    for change in records.changes if records is not None else ():
        text = f"{change.at}, {change.kind}, {change.path}: {list(change.lost)} became {list(change.new)}"
        console().print(text, markup=False)
    if texts is not None:
        _print_changes(texts, pairs, show)


def _records_as_json(report: RecordUtility) -> dict[str, Any]:
    lost = {kind: asdict(figure) for kind, figure in report.lost.items()}
    fields = [{"kind": kind, "field": field, "lost": n} for (kind, field), n in report.fields.items()]
    counts = {"records": report.records, "released": report.released}
    return {**counts, "lost": lost, "changed": report.changed, "fields": fields}


def _print_records(report: RecordUtility) -> None:
    print_table(
        f"{report.released:,} of {report.records:,} records before and after",
        ["", "lost, %", "95 %", "counts", "changed"],
        [[kind, *figure_cells(figure), report.changed[kind]] for kind, figure in report.lost.items() if figure.below],
    )
    rows = [[kind, field, n] for (kind, field), n in list(report.fields.items())[:_MOST_FIELDS]]
    if rows:
        print_table("fields with the most losses", ["", "field", "lost"], rows)
