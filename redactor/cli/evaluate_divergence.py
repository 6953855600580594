"""The command `redactor evaluate divergence` measures how far two corpora are apart, or what a run left of texts."""

from __future__ import annotations

import math
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from redactor.cli.common import require_evaluate_extra
from redactor.cli.evaluate_tables import keyring_of_run, without_nan
from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.evaluate.gold_files import read_gold
from redactor.evaluate.release_pairs import names_of_notes, note_pairs
from redactor.evaluate.utility import TextPair
from redactor.run.note_names import note_order
from redactor.settings import load_settings

if TYPE_CHECKING:
    from redactor.evaluate.corpora import CorporaReport
    from redactor.evaluate.divergence import Estimate

EPILOG = "Example: redactor evaluate divergence notes.jsonl released.jsonl --paired"
_FIGURES = {
    "ftd": "FTD",
    "mean_shift": "  mean shift",
    "spread": "  covariances",
    "jsd": "JSD of words, nats",
    "jsd_weighted": "JSD, weighted by words",
}
_PAIRED_FIGURES = {
    "cosine": "cosine of a text before and after",
    "neighbours": "nearest 10 texts that stay",
    "wasserstein": "Wasserstein distance, sliced",
}


@guarded
def divergence(
    one: Annotated[Path, typer.Argument(metavar="A", help='Lines of {"id", "text"}, or any file or folder of gold.')],
    other: Annotated[Path, typer.Argument(metavar="B", help="The other corpus, in any of these formats.")],
    paired: Annotated[
        bool,
        typer.Option(
            "--paired", help="A and B hold the same texts before and after, by id; or are IN and OUT of a run on notes."
        ),
    ] = False,
    audit: Annotated[
        Path | None, typer.Option(help="With OUT of a run: its audit.ndjson, to match notes where some were withheld.")
    ] = None,
    encoder: Annotated[
        str | None,
        typer.Option(
            help="minilm, student, or a folder of sentence-transformers; by default minilm where it is installed."
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Report how far two corpora are apart, by embeddings (FTD) and by words (JSD), with 95 % intervals.

    With --paired also what de-identification leaves of the meaning of texts: their cosines, their nearest texts, and
    the Wasserstein distance.
    """
    with require_evaluate_extra():
        from redactor.evaluate.corpora import compare_corpora, compare_pairs
    from redactor.evaluate.embeddings import find_encoder

    if audit is not None and not paired:
        fail("--audit belongs to a run's OUT; add --paired")
    if paired:
        pairs = _run_pairs(one, other, audit) if _is_out(other) else _file_pairs(one, other)
        report = compare_pairs(pairs, find_encoder(encoder))
    else:
        texts, others = ([d.text for d in read_gold(path)] for path in (one, other))
        report = compare_corpora(texts, others, find_encoder(encoder))
    if json:
        print_json(without_nan(asdict(report)))
    else:
        _print_report(report)


def _is_out(folder: Path) -> bool:
    """Return whether a folder is OUT of a run on notes. Exits if it is OUT of a run on records alone."""
    if not folder.is_dir():
        return False
    suffixes = {path.suffix for path in folder.glob("records-[0-9]*")}
    if suffixes and ".txt" not in suffixes:
        fail("B is OUT of a run on records and holds no notes in files; redactor evaluate utility compares records")
    return ".txt" in suffixes


def _run_pairs(source: Path, out: Path, audit: Path | None) -> list[TextPair]:
    """Return the notes of a run's input, each with what the run released of it."""
    settings = load_settings()
    keyring, recipient = keyring_of_run(source, out, audit, settings)
    names, order = names_of_notes(settings), note_order(keyring, recipient)
    return list(note_pairs(source, out, settings.max_record_bytes, names, order, audit))


def _file_pairs(one: Path, other: Path) -> list[TextPair]:
    """Return the texts of two files or folders that have the same ids. Exits if the ids differ."""
    before, after = ({d.id: d.text for d in read_gold(path)} for path in (one, other))
    alone = len(before.keys() - after.keys()), len(after.keys() - before.keys())
    if any(alone):
        fail(
            f"{alone[0]:,} texts of A have no text in B with their id, and {alone[1]:,} of B none in A; give the same "
            "ids on both sides, or leave out --paired to compare the corpora as wholes"
        )
    return [TextPair(id, text, after[id]) for id, text in before.items()]


def _print_report(report: CorporaReport) -> None:
    figures = [(name, getattr(report.divergence, key)) for key, name in _FIGURES.items()]
    if report.preservation is not None:
        figures += [(name, getattr(report.preservation, key)) for key, name in _PAIRED_FIGURES.items()]
    (texts, others), (words, other_words) = report.texts, report.words
    rows = [[name, *_cells(estimate)] for name, estimate in figures]
    if report.emptied:
        all_texts = texts + report.emptied
        rows.insert(0, ["texts that were emptied", f"{report.emptied:,} of {all_texts:,}", "", "", ""])
    print_table(
        f"A: {texts:,} texts of {words:,} words; B: {others:,} of {other_words:,}",
        ["", "value", "95 %", "on all texts", "by chance"],
        rows,
    )
    if report.emptied:
        console().print(
            f"{report.emptied:,} texts have words in A and none in B: they count as cosine 0, and keep none of their "
            "nearest texts; all other figures are of the texts that are left",
            soft_wrap=True,
        )
    for remark in report.remarks:
        console().print(remark, soft_wrap=True)
    console().print(f"embeddings: {report.encoder}, {report.dimensions} numbers each", markup=False)
    for name, blank in zip("AB", report.blank, strict=True):
        if blank:
            console().print(f"{name}: {blank:,} texts have no word and are left out")


def _cells(estimate: Estimate | None) -> list[str]:
    if estimate is None:
        return ["-"] * 4
    value, low, high, on_all, chance = (
        "-" if math.isnan(x) else f"{x:.4g}"
        for x in (estimate.value, estimate.low, estimate.high, estimate.on_all, estimate.by_chance)
    )
    return [value, f"{low}-{high}", on_all, chance]
