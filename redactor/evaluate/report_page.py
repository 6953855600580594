"""Write an evaluation as a page with charts and as JSON. This module needs matplotlib and jinja2."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from redactor.evaluate.charts import Chart, Estimate, chart, draw_bars, draw_forest, draw_lines, draw_table
from redactor.evaluate.comparison import Comparison
from redactor.evaluate.figures import FEW_DOCUMENTS, FIGURE_TITLES, NOTHING, Bin, Figure, Report, Wrong
from redactor.evaluate.pages import encode_twin, render_page
from redactor.evaluate.report import Evaluation, SystemReport, as_plain
from redactor.evaluate.spans import Document
from redactor.evaluate.thresholds import Scores
from redactor.files.atomic_file import atomic_private

PAGE, TWIN = "evaluation.html", "evaluation.json"
SHOWN = 200
"""How many misses and false alarms of a system a page shows in context."""
_CONTEXT = 60  # characters on each side
_CAUSES = 30


@dataclass(frozen=True, slots=True)
class Passage:
    """A miss or a false alarm in context."""

    label: str
    source: str
    before: str
    inside: str
    after: str


@dataclass(frozen=True, slots=True)
class SystemSection:
    """What the page shows of one system."""

    name: str
    system: SystemReport
    classes: Chart | None
    thresholds: Chart | None
    reliability: Chart | None
    whole: Chart | None
    confusion: Chart | None
    missed: tuple[Passage, ...]
    false: tuple[Passage, ...]


def write_report(evaluation: Evaluation, folder: Path, shown: Sequence[Document] | None = None) -> Path:
    """Write the page and its JSON twin into a folder, readable by the owner alone, and return the page's path.

    shown: the documents whose misses and false alarms the page shows in context; it holds PHI then.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for name, text in ((TWIN, encode_twin(as_plain(evaluation))), (PAGE, render(evaluation, shown))):
        with atomic_private(folder / name) as file:
            file.write(text.encode())
    return folder / PAGE


def render(evaluation: Evaluation, shown: Sequence[Document] | None = None) -> str:
    """Return the page. The same evaluation gives the same bytes with the same version of matplotlib."""
    texts = {d.id: d.text for d in shown or ()}
    return render_page(
        "report.html",
        evaluation=evaluation,
        titles=FIGURE_TITLES,
        has_text=shown is not None,
        few=FEW_DOCUMENTS,
        most_causes=_CAUSES,
        systems_chart=_systems_chart(evaluation),
        differences=[(c, _differences_chart(c)) for c in evaluation.comparisons],
        sections=[_section(name, s, texts) for name, s in evaluation.systems.items()],
    )


def _section(name: str, system: SystemReport, texts: Mapping[str, str]) -> SystemSection:
    report, scores = system.report, system.scores
    return SystemSection(
        name,
        system,
        _classes_chart(report),
        _thresholds_chart(scores) if scores else None,
        _reliability_chart(scores) if scores else None,
        _whole_chart(report),
        _confusion_chart(report),
        _passages(report.missed, texts),
        _passages(report.false, texts),
    )


def _estimate(name: str, f: Figure, scale: float = 1) -> Estimate:
    return Estimate(name, f.value * scale, f.low * scale, f.high * scale)


def _systems_chart(evaluation: Evaluation) -> Chart:
    names = ("recall", "precision", "typed_recall", "whole")
    series = {
        name: [_estimate(FIGURE_TITLES[k][0], getattr(s.report, k), 100) for k in names]
        for name, s in evaluation.systems.items()
    }
    return chart(draw_forest(series, "%"), "Systems side by side", "The table below holds these figures.")


def _differences_chart(comparison: Comparison) -> Chart:
    shown = {k: d for k, d in comparison.figures.items() if FIGURE_TITLES[k][1] == 100}
    rows = [Estimate(FIGURE_TITLES[k][0], d.value * 100, d.low * 100, d.high * 100) for k, d in shown.items()]
    title = f"{comparison.system} minus {comparison.reference}"
    figure = draw_forest({title: rows}, "percentage points; right of zero it is better", zero=True)
    return chart(figure, title, "The table below holds these differences.")


def _classes_chart(report: Report) -> Chart | None:
    if not report.by_label:
        return None
    series = {
        title: [_estimate(f"{c} ({f['recall'].below:,})", f[k]) for c, f in report.by_label.items()]
        for k, title in (("recall", "recall"), ("precision", "precision"))
    }
    return chart(draw_bars(series), "Recall and precision by class", "The table below holds these figures.")


def _thresholds_chart(scores: Scores) -> Chart:
    series = {
        title: [(p.threshold or 0.0, _estimate("", getattr(p, k))) for p in scores.points]
        for k, title in (("recall", "recall"), ("precision", "precision"), ("whole", "documents without a miss"))
    }
    figure = draw_lines(series, "threshold of the score")
    return chart(figure, "Figures by threshold", "The table below holds the thresholds that each price of a miss buys.")


def _reliability_chart(scores: Scores) -> Chart | None:
    points = [(b.score, _estimate("", b.right)) for b in scores.bins]
    told = ", ".join(f"{b.score:.2f}: {b.right.value:.2f} of {b.right.below}" for b in scores.bins)
    figure = draw_lines(
        {"share that is right": points}, "mean score; on the dashed line scores are true", diagonal=True
    )
    return chart(figure, "Reliability of scores", told)


def _whole_chart(report: Report) -> Chart | None:
    rows = [
        *(_bin(b, "words") for b in report.by_length),
        *(_bin(b, "identifiers per 100 words") for b in report.by_density),
    ]
    if not rows:
        return None
    told = "; ".join(f"{e.name}: {e.value:.2f}" for e in rows)
    return chart(draw_bars({"documents without a miss": rows}), "Documents without a miss", told)


def _bin(b: Bin, unit: str) -> Estimate:
    return _estimate(f"{b.low:,.4g} to {b.high:,.4g} {unit}", b.whole)


def _confusion_chart(report: Report) -> Chart | None:
    gold = sorted({g for g, _ in report.confusion if g != NOTHING})
    predicted = sorted({p for _, p in report.confusion if p != NOTHING})
    if not report.confusion:
        return None
    rows, columns = [*gold, NOTHING], [*predicted, NOTHING]
    counts = [[report.confusion.get((g, p), 0) for p in columns] for g in rows]
    figure = draw_table([g or "no identifier" for g in rows], [p or "missed" for p in columns], counts)
    return chart(figure, "Types in gold (rows) and found (columns)", "The JSON beside this page holds the counts.")


def _passages(wrongs: Sequence[Wrong], texts: Mapping[str, str]) -> tuple[Passage, ...]:
    found = []
    for wrong in wrongs[:SHOWN]:
        if (text := texts.get(wrong.document)) is not None:
            start, end = wrong.span.start, wrong.span.end
            found.append(
                Passage(wrong.span.label, wrong.span.source, text[max(0, start - _CONTEXT) : start], text[start:end],
                        text[end : end + _CONTEXT])
            )  # fmt: skip
    return tuple(found)
