"""Print an evaluation as tables: the figures of one system, or several systems side by side."""

from __future__ import annotations

from redactor.cli.common import printable
from redactor.cli.evaluate_tables import figure_cells
from redactor.cli.messages import print_table, warn
from redactor.evaluate.comparison import Comparison
from redactor.evaluate.figures import FEW_DOCUMENTS, FIGURE_TITLES, Average, Report
from redactor.evaluate.report import Evaluation, SystemReport


def print_evaluation(evaluation: Evaluation) -> None:
    """Print each system's figures, and the differences from the first."""
    if evaluation.documents < FEW_DOCUMENTS:
        warn("intervals and p-values over so few documents say little", event="few-documents")
    system, *others = evaluation.systems.values()
    if others:
        rows = [
            [
                title,
                *(figure_cells(getattr(s.report, name), scale)[0] for s in evaluation.systems.values()),
            ]
            for name, (title, scale) in FIGURE_TITLES.items()
        ]
        rows.append(["CPU seconds", *(_seconds_cell(s) for s in evaluation.systems.values())])
        title = f"{evaluation.documents:,} documents, match: {evaluation.match}"
        print_table(title, ["", *evaluation.systems], rows)
        for comparison in evaluation.comparisons:
            _print_comparison(comparison)
    else:
        _print_report(system.report)
    for name, one in evaluation.systems.items():
        suffix = f", {name}" if others else ""
        _print_labels(one.report, suffix)
        if one.groups:
            _print_groups(one, suffix)


def _print_report(report: Report) -> None:
    rows = [[title, *figure_cells(getattr(report, name), scale)] for name, (title, scale) in FIGURE_TITLES.items()]
    rows += [[f"{name}, mean of the types", *_average_cells(a), ""] for name, a in report.macro.items()]
    print_table(f"{report.documents:,} documents, match: {report.match}", ["", "value", "95 %", "counts"], rows)


def _average_cells(a: Average) -> list[str]:
    if a.value != a.value:  # NaN
        return ["-", ""]
    return [f"{a.value * 100:.2f}", "" if a.low != a.low else f"{a.low * 100:.1f}-{a.high * 100:.1f}"]


def _seconds_cell(system: SystemReport) -> str:
    return "-" if system.cpu_seconds is None else f"{system.cpu_seconds:.2f}"


def _print_comparison(comparison: Comparison) -> None:
    rows = [
        [FIGURE_TITLES[name][0], *(f"{FIGURE_TITLES[name][1] * part:+.2f}" for part in (d.value, d.low, d.high)),
         f"{d.p:.2g}", f"{d.adjusted:.2g}"]
        for name, d in comparison.figures.items()
    ]  # fmt: skip
    print_table(
        f"{comparison.system}: more than {comparison.reference} (intervals by bootstrap, p by swaps)",
        ["", "difference", "from", "to", "p", "p by Holm"],
        rows,
    )
    whole = comparison.whole
    print_table(
        "documents without a miss by one of the two alone (McNemar)",
        [comparison.system, comparison.reference, "p", "p by Holm"],
        [[whole.only_system, whole.only_reference, f"{whole.p:.2g}", f"{whole.adjusted:.2g}"]],
    )


def _print_labels(report: Report, suffix: str) -> None:
    print_table(
        f"by label{suffix}",
        ["label", "recall", "95 %", "counts", "typed", "precision", "95 %", "counts", "whole"],
        [[c, *figure_cells(f["recall"]), figure_cells(f["typed_recall"])[0], *figure_cells(f["precision"]),
          figure_cells(f["whole"])[0]]
         for c, f in report.by_label.items()],
    )  # fmt: skip


def _print_groups(system: SystemReport, suffix: str) -> None:
    print_table(
        f"by group{suffix}",
        ["group", "documents", "recall", "precision", "whole", "alarms"],
        [[printable(name) or "-", r.documents, *(figure_cells(f)[0] for f in (r.recall, r.precision, r.whole)),
          figure_cells(r.alarms, 1)[0]] for name, r in system.groups.items()],
    )  # fmt: skip
