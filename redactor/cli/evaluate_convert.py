"""The command `redactor evaluate convert` writes gold or predictions in the format of another tool."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import typer

from redactor.cli.common import printable
from redactor.cli.label_options import counted_labels, read_label_map
from redactor.cli.messages import console, counted, fail, guarded, print_json, remark
from redactor.evaluate.convert import WITHOUT_OVERLAPS, Format, map_labels, without_overlaps, write
from redactor.evaluate.formats.annotated import Offsets
from redactor.evaluate.gold_files import read_gold, with_predictions
from redactor.evaluate.label_maps import Vocabulary
from redactor.evaluate.spans import Document
from redactor.steward.phi_file import check_new_file

EPILOG = "Example: redactor evaluate convert project.zip gold.jsonl --to jsonl"


@guarded
def convert(
    source: Annotated[
        Path,
        typer.Argument(metavar="IN", help="Gold, or predictions of `redactor detect`, in any format that is read."),
    ],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="A new file; a new folder for brat, i2b2 and inception.")],
    to: Annotated[Format, typer.Option("--to", help="The format of OUT.")],
    labels: Annotated[
        Path | None, typer.Option(help='JSON {"GPE": "CITY", "NRP": null}: null leaves the spans of a label out.')
    ] = None,
    vocabulary: Annotated[
        Vocabulary | None,
        typer.Option(help="Call labels as these do, after --labels; one without a counterpart fails."),
    ] = None,
    offsets: Annotated[
        Offsets | None,
        typer.Option(help="What offsets of IN count; crlf and lf: characters, with other line ends than IN."),
    ] = None,
    texts: Annotated[Path | None, typer.Option(help="The texts of IN, if it has none: gold or notes with ids.")] = None,
    layer: Annotated[
        str | None, typer.Option(help="INCEpTION: the layer with the labels, as TYPE:FEATURE, if there are several.")
    ] = None,
    overlaps: Annotated[
        Literal["error", "longest"],
        typer.Option(help="CoNLL and spaCy hold no overlapping spans: fail, or keep the longest."),
    ] = "error",
    json: Annotated[bool, typer.Option("--json", help="Print the counts as JSON.")] = False,
) -> None:
    """Write annotated texts in the format of another tool, for you alone to read: they are PHI.

    brat, i2b2 and inception get a folder with files named by id. CoNLL keeps words, line ends and labels; blanks and
    ids are lost, and spaCy's JSON has no ids.
    """
    check_new_file(out)
    documents = _read(source, texts, offsets, layer)
    if not documents:
        fail(f"{source.name} holds no documents")
    documents, left_out, unknown = map_labels(documents, read_label_map(labels), vocabulary)
    if unknown:
        shown, first = counted_labels(unknown)
        fail(
            f"labels without a counterpart in {vocabulary}, with their spans: {shown}. Map them, or leave them out as"
            f" in {{{first}: null}}, in a file that --labels names"
        )
    overlapping = 0
    if to in WITHOUT_OVERLAPS:
        documents, overlapping = _without_overlaps(documents, to, overlaps)
    write(documents, out, to)
    spans = sum(len(d.gold) for d in documents)
    if json:
        print_json(
            {
                "documents": len(documents),
                "spans": spans,
                "left_out_by_label": left_out,
                "left_out_overlapping": overlapping,
            }
        )
        return
    left = [(left_out, "by their label"), (overlapping, "because they overlap longer ones")]
    told = "".join(f"; {counted(n, 'span')} left out {why}" for n, why in left if n)
    console().print(
        f"{counted(len(documents), 'document')} with {counted(spans, 'span')} in {printable(str(out))}{told}; it holds"
        " PHI, and you alone can read it",
        soft_wrap=True,
    )


def _read(source: Path, texts: Path | None, offsets: Offsets | None, layer: str | None) -> list[Document]:
    if texts is None:
        return list(read_gold(source, annotated=True, offsets=offsets, layer=layer, tell=remark))
    of_texts = [replace(d, gold=()) for d in read_gold(texts)]
    paired = with_predictions(of_texts, source, remark, offsets=offsets, layer=layer)
    return [replace(d, gold=d.predicted, predicted=()) for d in paired]


def _without_overlaps(
    documents: Sequence[Document], to: Format, overlaps: Literal["error", "longest"]
) -> tuple[list[Document], int]:
    reduced = [without_overlaps(d) for d in documents]
    lost = [len(d.gold) - len(r.gold) for d, r in zip(documents, reduced, strict=True)]
    if sum(lost) and overlaps == "error":
        fail(
            f"{to} holds no overlapping spans; those that overlap a longer one: {sum(lost):,}, in"
            f" {counted(sum(map(bool, lost)), 'document')}. Leave them out with --overlaps longest, or write"
            " another format"
        )
    return reduced, sum(lost)
