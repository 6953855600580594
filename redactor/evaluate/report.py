"""Measure systems over the same gold, and put their figures, scores and differences together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from redactor.evaluate.comparison import Comparison, compare_systems
from redactor.evaluate.figures import Report, Tally
from redactor.evaluate.spans import Document, Match, judge_document
from redactor.evaluate.thresholds import Scores, read_scores


@dataclass(frozen=True, slots=True)
class Run:
    """What a system found: the documents of the gold with its predictions.

    cpu_seconds: what the reading took on all cores, or None if the predictions came from a file.
    """

    documents: Sequence[Document]
    cpu_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class SystemReport:
    """The figures of a system. groups: by the group of the documents. scores: None if it gives no scores."""

    report: Report
    groups: Mapping[str, Report]
    scores: Scores | None
    cpu_seconds: float | None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Systems over one gold. The comparisons are with the first system."""

    match: Match
    documents: int
    characters: int
    systems: Mapping[str, SystemReport]
    comparisons: tuple[Comparison, ...]


def evaluate_systems(
    runs: Mapping[str, Run],
    match: Match = "cover",
    mapped: Mapping[str, str | None] | None = None,
    *,
    by_group: bool = False,
    with_scores: bool = False,
) -> Evaluation:
    """Measure each system. mapped: the user's map of labels. by_group: also report by the groups of documents.
    with_scores: also read what scores are worth, which takes as long as a dozen reports.

    All systems have the same documents with the same gold, in one order. Raises ValueError for the match "similar" if a
    text is empty.
    """
    tallies: dict[str, Tally] = {}
    systems: dict[str, SystemReport] = {}
    for name, run in runs.items():
        tally = tallies[name] = Tally()
        of_groups: dict[str, Tally] = defaultdict(Tally)
        for d in run.documents:
            judged = judge_document(d, match, mapped)
            tally.add(judged)
            if by_group:
                of_groups[d.group].add(judged)
        groups = {group: of_groups[group].report(match) for group in sorted(of_groups)}
        scores = read_scores(run.documents, match, mapped) if with_scores else None
        systems[name] = SystemReport(tally.report(match), groups, scores, run.cpu_seconds)
    first = next(iter(runs.values()))
    comparisons = compare_systems(tallies)
    return Evaluation(match, len(first.documents), sum(len(d.text) for d in first.documents), systems, comparisons)


def as_plain(evaluation: Evaluation) -> dict[str, Any]:
    """Return an evaluation as plain values for JSON, with numbers of misses and false alarms in place of the spans."""
    systems = {
        name: asdict(replace(s, report=_bare(s.report), groups={}))
        | {"report": report_as_plain(s.report), "groups": {k: report_as_plain(r) for k, r in s.groups.items()}}
        for name, s in evaluation.systems.items()
    }
    return asdict(replace(evaluation, systems={})) | {"systems": systems}


def report_as_plain(report: Report) -> dict[str, Any]:
    """Return a report as plain values, without the spans of misses and false alarms."""
    plain = asdict(_bare(report))
    plain["confusion"] = [
        {"gold": gold, "predicted": predicted, "spans": n} for (gold, predicted), n in sorted(report.confusion.items())
    ]
    plain["causes"] = [{"source": source, "label": c, "alarms": n} for (source, c), n in report.causes]
    return plain | {"f1": report.f1, "missed": len(report.missed), "false_alarms": len(report.false)}


def _bare(report: Report) -> Report:
    return replace(report, missed=(), false=(), confusion={}, causes=())
