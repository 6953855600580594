"""The commands `redactor evaluate GOLD.jsonl`, `clean` and `drift` measure what detectors find in notes; the group
lists all reports.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import typer
from typer.core import TyperGroup

from redactor.assemble.detectors import build_detectors, build_student
from redactor.cli import evaluate_attacks, evaluate_utility
from redactor.cli.common import printable
from redactor.cli.evaluate_tables import batched, figure_cells, in_context, without_nan
from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.detect.student import Student
from redactor.engine import read_all
from redactor.evaluate.clean import Cause, CleanReport, CleanText, alarm_cause, count_false_alarms
from redactor.evaluate.drift import DriftReport, NoteDrift, measure_notes, summarize_drift
from redactor.evaluate.gold_files import read_gold, read_predictions
from redactor.evaluate.spans import Difference, Document, Labelled, Report, compare_predictions, unknown_labels
from redactor.evaluate.spans import evaluate_documents as evaluated
from redactor.settings import load_settings
from redactor.text import Note


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
GOLD_EPILOG = "Example: redactor evaluate gold.jsonl --by kind --show 20"
_SHOWN_LABELS = 30
_LONGEST_LABEL = 40


@guarded
def evaluate(
    gold: Annotated[
        Path,
        typer.Argument(
            metavar="GOLD.jsonl",
            help='Lines of {"id", "text", "spans": [...]}; or a file or folder of i2b2 2014 XML, brat, doccano,'
            " Presidio, spaCy or CoNLL.",
        ),
    ],
    pred: Annotated[Path | None, typer.Option(help="Predictions, as `redactor detect` writes them.")] = None,
    detectors: Annotated[
        str | None,
        typer.Option(help="Detectors to run now (patterns,known,student); by default those of the settings."),
    ] = None,
    against: Annotated[
        Path | None, typer.Option(help="Other predictions, to report what these gain over them.")
    ] = None,
    match: Annotated[
        Literal["cover", "exact", "overlap"],
        typer.Option(help="When a gold span counts as found: 80 % covered, exact, or any overlap."),
    ] = "cover",
    labels: Annotated[
        Path | None, typer.Option(help='JSON {"GPE": "CITY", "NRP": null}: null leaves a label out.')
    ] = None,
    by: Annotated[str | None, typer.Option(help="Also report by this field of the gold, such as kind.")] = None,
    show: Annotated[int, typer.Option(help="Print this many misses and false alarms in context (PHI).")] = 0,
    json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Report recall, precision, documents without a miss and false alarms, with 95 % intervals."""
    if pred is not None and detectors is not None:
        fail("name either --pred FILE or --detectors LIST, not both")
    mapped = _read_label_map(labels) if labels else None
    annotated = list(read_gold(gold, by, annotated=True))
    if not annotated:
        fail(f"{gold.name} holds no documents")
    _check_labels(annotated, mapped)
    documents = list(_with_predictions(iter(annotated), pred, detectors))
    _check_labels(documents, mapped)
    report = evaluated(documents, match, mapped)
    groups = {
        name: evaluated([d for d in documents if d.group == name], match, mapped)
        for name in (sorted({d.group for d in documents}) if by else ())
    }
    gains = {}
    if against is not None:
        gains = compare_predictions(documents, list(_with_predictions(iter(documents), against, None)), match, mapped)
    if json:
        by_group = {"by": {k: _report_as_json(r) for k, r in groups.items()}} if by else {}
        gained = without_nan({"gains": {k: asdict(d) for k, d in gains.items()}}) if gains else {}
        print_json(_report_as_json(report) | by_group | gained)
    else:
        _print_report(report, groups, gains)
    if show:
        texts = {d.id: d.text for d in documents}
        for title, wrongs in (("missed", report.missed), ("false alarm", report.false)):
            for wrong in islice(wrongs, show):
                console().print(
                    f"{title} {wrong.span.label}: {in_context(texts[wrong.document], wrong.span.start, wrong.span.end)}"
                )


def _read_label_map(path: Path) -> dict[str, str | None]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, str | None])
    except (msgspec.DecodeError, UnicodeDecodeError):
        fail(f"{path.name} is not a JSON object that maps labels to labels or null")


def _check_labels(documents: Sequence[Document], mapped: dict[str, str | None] | None) -> None:
    """Exit 2 if a label means nothing that is measured, since its spans would count as the wrong type."""
    if unknown := unknown_labels(documents, mapped):
        most = sorted(unknown.items(), key=lambda x: (-x[1], x[0]))
        shown = ", ".join(f"{printable(label[:_LONGEST_LABEL])} {n:,}" for label, n in most[:_SHOWN_LABELS])
        more = f" and {len(most) - _SHOWN_LABELS:,} more" if len(most) > _SHOWN_LABELS else ""
        example = msgspec.json.encode({most[0][0][:_LONGEST_LABEL]: None}).decode()
        fail(
            f"labels that are not known, with their spans: {shown}{more}. Say what each means in a file, as in"
            f' {example[:-1]}, "TOWN": "CITY"}} (null leaves a label out), and give it with --labels FILE; the labels'
            " to map to are in docs/guide/detection.md"
        )


def _with_predictions(gold: Iterator[Document], pred: Path | None, detectors: str | None) -> Iterator[Document]:
    if pred is not None:
        found = read_predictions(pred)
        for d in gold:
            if d.id not in found:
                fail(f"{pred.name} lacks a document of the gold; give predictions for all of them")
            if d.text and any(s.end > len(d.text) for s in found[d.id]):
                fail(
                    f"{pred.name} has a span outside its text (offsets are characters); does it belong to these notes?"
                )
            yield replace(d, predicted=found[d.id])
        return
    built = build_detectors(load_settings(detectors=tuple(detectors.split(",")) if detectors else None))
    for batch in batched(gold, 256):
        readings = read_all(built, [Note(d.id, d.text) for d in batch])
        if not all(r.complete for r in readings):
            fail("the detectors could not read a text in full, so that misses would not be counted")
        for d, r in zip(batch, readings, strict=True):
            yield replace(d, predicted=tuple(Labelled(s.start, s.end, s.entity.value) for s in r.spans))


_FIGURE_TITLES = {
    "recall": "recall",
    "precision": "precision",
    "typed_recall": "recall, of the right type",
    "typed_precision": "precision, of the right type",
    "character_recall": "recall of characters",
    "character_precision": "precision of characters",
    "whole": "documents without a miss",
    "alarms": "false alarms per 1,000 words",
}


def _print_report(report: Report, groups: dict[str, Report], gains: dict[str, Difference]) -> None:
    rows = [
        [title, *figure_cells(getattr(report, name), _figure_scale(name))] for name, title in _FIGURE_TITLES.items()
    ]
    print_table(f"{report.documents:,} documents, match: {report.match}", ["", "value", "95 %", "counts"], rows)
    if gains:
        rows = [
            [_FIGURE_TITLES[name], *(f"{_figure_scale(name) * part:+.2f}" for part in (d.value, d.low, d.high))]
            for name, d in gains.items()
        ]
        print_table("more than the other predictions (paired bootstrap)", ["", "points", "from", "to"], rows)
    print_table(
        "by label",
        ["label", "recall", "95 %", "counts", "typed", "precision", "95 %", "counts"],
        [[c, *figure_cells(f["recall"]), figure_cells(f["typed_recall"])[0], *figure_cells(f["precision"])]
         for c, f in report.by_label.items()],
    )  # fmt: skip
    if groups:
        print_table(
            "by group",
            ["group", "documents", "recall", "precision", "whole", "alarms"],
            [[name or "-", r.documents, *(figure_cells(f)[0] for f in (r.recall, r.precision, r.whole)),
              figure_cells(r.alarms, 1)[0]] for name, r in groups.items()],
        )  # fmt: skip


def _figure_scale(name: str) -> float:
    return 1 if name == "alarms" else 100


def _report_as_json(report: Report) -> dict[str, Any]:
    data = asdict(report)
    del data["missed"], data["false"]
    data |= {"f1": report.f1, "missed": len(report.missed), "false_alarms": len(report.false)}
    plain: dict[str, Any] = without_nan(data)
    return plain


CLEAN_EPILOG = "Example: redactor evaluate clean notes.jsonl --by kind --show 20"


@guarded
def clean(
    texts: Annotated[Path, typer.Argument(metavar="TEXTS.jsonl", help='Lines of {"id", "text"} without identifiers.')],
    detectors: Annotated[str | None, typer.Option(help="Those to run; by default those of the settings.")] = None,
    by: Annotated[str | None, typer.Option(help="Also report by this field of the texts, such as kind.")] = None,
    show: Annotated[int, typer.Option(help="Print this many false alarms in context.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Report false alarms per 1,000 words by detector, rule and entity on text that holds no identifier."""
    settings = load_settings(detectors=tuple(detectors.split(",")) if detectors else None)
    built = build_detectors(settings)
    found: list[CleanText] = []
    for batch in batched(read_gold(texts, by), 256):
        if any(d.gold for d in batch):
            fail(f"{texts.name} has spans; text with identifiers is for `redactor evaluate GOLD.jsonl`")
        readings = read_all(built, [Note(d.id, d.text) for d in batch])
        found.extend(CleanText(d.id, d.text, r.spans, d.group) for d, r in zip(batch, readings, strict=True))
    if not found:
        fail(f"{texts.name} holds no texts")
    report = count_false_alarms(found)
    groups = {
        name: count_false_alarms(r for r in found if r.group == name)
        for name in (sorted({r.group for r in found}) if by else ())
    }
    if json:
        print_json(_clean_as_json(report) | ({"by": {k: _clean_as_json(r) for k, r in groups.items()}} if by else {}))
    else:
        _print_clean(report, groups)
    alarms = ((read, span) for read in found for span in read.spans)
    for (read, span), _ in zip(alarms, range(show), strict=False):
        console().print(f"{_cause_name(alarm_cause(span))}: {in_context(read.text, span.start, span.end)}")


def _clean_as_json(report: CleanReport) -> dict[str, Any]:
    plain: dict[str, Any] = without_nan(asdict(report))
    plain["causes"] = [asdict(cause) | {"alarms": n} for cause, n in report.causes]
    return plain


def _cause_name(cause: Cause) -> str:
    return " ".join(filter(None, (cause.detectors, cause.rule, cause.entity)))


def _print_clean(report: CleanReport, groups: dict[str, CleanReport]) -> None:
    rows = [
        ["false alarms per 1,000 words", *figure_cells(report.alarms, 1)],
        ["words marked per 1,000", *figure_cells(report.words_marked, 1)],
        ["texts without an alarm, %", *figure_cells(report.untouched)],
    ]
    print_table(f"{report.documents:,} texts without identifiers", ["", "value", "95 %", "counts"], rows)
    words = report.alarms.below
    print_table(
        "by detector, rule and entity",
        ["detectors", "rule", "entity", "alarms", "per 1,000 words"],
        [[c.detectors, c.rule or "-", c.entity, n, f"{n / words * 1000:.2f}"] for c, n in report.causes],
    )
    if groups:
        print_table(
            "by group",
            ["group", "texts", "alarms", "per 1,000 words"],
            [[name or "-", r.documents, r.alarms.above, figure_cells(r.alarms, 1)[0]] for name, r in groups.items()],
        )


DRIFT_EPILOG = "Example: redactor evaluate drift notes.jsonl --by kind --plot drift.svg --at-most 5"


@guarded
def drift(
    notes: Annotated[Path, typer.Argument(metavar="NOTES.jsonl", help='Lines of {"id", "text"}.')],
    student: Annotated[Path | None, typer.Option(help="A model folder; by default that of the settings.")] = None,
    by: Annotated[str | None, typer.Option(help="Also report by this field of the notes, such as kind.")] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE.svg", help="Also draw the distances.")] = None,
    show: Annotated[int, typer.Option(min=0, help="Print the ids of this many notes, the strangest first.")] = 0,
    at_most: Annotated[
        float | None, typer.Option(min=0, max=100, help="Exit with 1 if a larger share of the notes is strange, in %.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Report which share of notes is unlike those that the student learnt from, by their words and its scores.

    Of notes like those of training, about 1 % is.
    """
    if plot is not None and importlib.util.find_spec("matplotlib") is None:
        fail("--plot needs matplotlib; install it, or leave --plot out")
    settings = load_settings(student=student).model_copy(update={"students": {}})
    built = build_student(settings, drift=True)
    if not isinstance(built, Student) or (profile := built.profile) is None:
        fail("the student has no drift.json; write one with `redactor distill profile`")
    read: list[NoteDrift] = []
    for batch in batched(read_gold(notes, by), 256):
        read.extend(measure_notes(built, profile, [(d.id, d.text, d.group) for d in batch]))
    if not read:
        fail(f"{notes.name} holds no notes")
    report = summarize_drift(profile, read)
    groups = {
        name: summarize_drift(profile, [n for n in read if n.group == name])
        for name in (sorted({n.group for n in read}) if by else ())
    }
    strangest = sorted((n for n in read if n.worst_fraction is not None), key=lambda n: -(n.worst_fraction or 0))[:show]
    if json:
        shown = [{"id": n.id, "words": n.cost, "emissions": n.distance} for n in strangest]
        print_json(
            _drift_as_json(report)
            | {"profile": profile.version, "profile_notes": profile.notes}
            | ({"by": {name: _drift_as_json(r) for name, r in groups.items()}} if by else {})
            | ({"strangest": shown} if show else {})
        )
    else:
        _print_drift(report, groups, profile.notes)
        for n in strangest:
            console().print(f"{n.worst_fraction:.2f} of the threshold: {n.id}")
    if plot is not None:
        _draw_drift(plot, read)
    if at_most is not None and report.strange.value * 100 > at_most:
        raise typer.Exit(1)


def _drift_as_json(report: DriftReport) -> dict[str, Any]:
    plain: dict[str, Any] = without_nan(asdict(report))
    return plain


def _print_drift(report: DriftReport, groups: dict[str, DriftReport], known: int) -> None:
    rows = [
        ["notes out of domain, %", *figure_cells(report.strange)],
        ["  by their words", "", "", f"{report.by_words:,}"],
        ["  by the student's scores", "", "", f"{report.by_emissions:,}"],
        ["too short to be judged", "", "", f"{report.short:,}"],
        ["divergence of words, bits", _number_cell(report.divergence), "", ""],
        ["Frechet distance of scores", _number_cell(report.frechet), "", ""],
    ]
    print_table(f"{report.notes:,} notes beside {known:,} of training", ["", "value", "95 %", "counts"], rows)
    if groups:
        print_table(
            "by group",
            ["group", "notes", "out of domain, %", "95 %", "divergence", "Frechet"],
            [[name or "-", r.notes, *figure_cells(r.strange)[:2], _number_cell(r.divergence), _number_cell(r.frechet)]
             for name, r in groups.items()],
        )  # fmt: skip


def _number_cell(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _draw_drift(path: Path, notes: Sequence[NoteDrift]) -> None:
    from redactor.distill import plots

    series = {
        "words": [n.cost for n in notes if n.cost is not None],
        "scores of the student": [n.distance for n in notes if n.distance is not None],
    }
    if not any(series.values()):
        console().print("no note is long enough to be judged: nothing is drawn")
        return
    figure = plots.plot_histograms("Notes by their distance from training", "distance, in thresholds", series)
    plots.save_svg(figure, path)


# The commands are listed in this order by --help.
app.command("clean", epilog=CLEAN_EPILOG)(clean)
app.command("dates", epilog=evaluate_attacks.DATES_EPILOG)(evaluate_attacks.dates)
app.command("drift", epilog=DRIFT_EPILOG)(drift)
app.command("parrot", epilog=evaluate_attacks.PARROT_EPILOG)(evaluate_attacks.parrot)
app.command("utility", epilog=evaluate_utility.EPILOG)(evaluate_utility.utility)
app.command("gold", epilog=GOLD_EPILOG)(evaluate)
