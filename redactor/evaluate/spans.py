"""Compare found spans with gold spans: recall, precision, whole documents and false alarms, typed and regardless of
type.

A gold span counts as found if the predictions together cover 80 % of its characters (SHIELD 2.5), if one equals it, or
if one overlaps it. A prediction is right if it touches a gold span that was found, or lies inside a gold span.
All-or-nothing recall is the share of documents with gold in which every span was found (RedactOR 4.3). Typed figures
compare SHIELD's nine categories and OTHER (appendix B).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

import numpy as np

from redactor.entities import FROM_AIMI, FROM_I2B2, FROM_REDACTOR, FROM_SHIELD, INFO, Entity
from redactor.evaluate.bootstrap import Counts, difference_intervals, ratio_intervals
from redactor.evaluate.label_maps import known_label

IGNORED = "IGNORED"
"""The category of gold labels that are left out: a prediction there is neither right nor wrong, and none is no miss."""


def category_of_label(label: str, mapped: Mapping[str, str | None] | None = None) -> str:
    """Return SHIELD's category of a label of this project, SHIELD, i2b2 2014, RedactOR or AIMI, or of a tool in
    `label_maps`; other labels are unchanged.

    mapped: the user's map of labels, which is tried first; None in it means IGNORED.
    """
    if mapped is not None and label in mapped:
        target = mapped[label]
        return IGNORED if target is None else category_of_label(target)
    # Tried before this project's labels: HOSPITAL and DATE mean the same, and LOCATION is SHIELD's.
    if label in FROM_SHIELD:
        return label
    for names in (Entity.__members__, FROM_REDACTOR, FROM_I2B2, FROM_AIMI):
        if label in names:
            return INFO[Entity(names[label])].shield
    if (known := known_label(label)) is None:
        return label
    return IGNORED if known[0] is None else category_of_label(known[0])


def unknown_labels(documents: Iterable[Document], mapped: Mapping[str, str | None] | None = None) -> Mapping[str, int]:
    """Return the labels of gold and predictions that no vocabulary and no map has, with their numbers of spans."""
    spans = (span for d in documents for span in (*d.gold, *d.predicted))
    counts = Counter(span.label for span in spans)
    categories = {*FROM_SHIELD, *(INFO[e].shield for e in Entity), IGNORED}
    return {label: n for label, n in counts.items() if category_of_label(label, mapped) not in categories}


Match = Literal["cover", "exact", "overlap"]
_Ratio = tuple[str, str, float]  # the names of the counts above and below, and a scale
COVERED_SHARE = 0.8
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Labelled:
    """A span with a label; offsets count characters."""

    start: int
    end: int
    label: str


@dataclass(frozen=True, slots=True)
class Document:
    """A text with gold and predicted spans. If the text is empty, there are no false alarms per word."""

    id: str
    text: str
    gold: tuple[Labelled, ...]
    predicted: tuple[Labelled, ...]
    group: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A ratio of counts with its 95 % interval over documents; NaN if the denominator is zero."""

    value: float
    low: float
    high: float
    above: int
    below: int


@dataclass(frozen=True, slots=True)
class Wrong:
    """A gold span that was missed, or a false alarm."""

    document: str
    span: Labelled


@dataclass(frozen=True, slots=True)
class Report:
    """The figures over all documents.

    recall, precision: regardless of type. whole: the share of documents in which nothing was missed. alarms: false
    alarms per 1,000 words. by_label: recall and precision of each category, typed and regardless of type.
    """

    documents: int
    match: Match
    recall: Figure
    precision: Figure
    typed_recall: Figure
    typed_precision: Figure
    character_recall: Figure
    character_precision: Figure
    whole: Figure
    alarms: Figure
    by_label: Mapping[str, Mapping[str, Figure]]
    missed: tuple[Wrong, ...]
    false: tuple[Wrong, ...]

    @property
    def f1(self) -> float:
        """Return the harmonic mean of recall and precision, both regardless of type."""
        r, p = self.recall.value, self.precision.value
        return 2 * r * p / (r + p) if r + p else float("nan")


def evaluate_documents(
    documents: Iterable[Document], match: Match = "cover", mapped: Mapping[str, str | None] | None = None
) -> Report:
    """Count over all documents, with intervals. mapped: the user's map of labels.

    Example:

        gold, found = Labelled(0, 4, "PERSON"), Labelled(0, 4, "DOCTOR")
        evaluate_documents([Document("n1", "Jane is here", (gold,), (found,))]).recall.value   # 1.0
    """
    tally = _Tally()
    for document in documents:
        tally.add(document, match, mapped)
    return tally.report(match)


@dataclass(frozen=True, slots=True)
class Difference:
    """How much a figure of some predictions exceeds that of others, with the 95 % interval of a paired bootstrap."""

    value: float
    low: float
    high: float


def compare_predictions(
    documents: Sequence[Document],
    others: Sequence[Document],
    match: Match = "cover",
    mapped: Mapping[str, str | None] | None = None,
) -> dict[str, Difference]:
    """Return what the predictions of `documents` gain over those of `others`, by the names of `Report`.

    Both hold the same documents with the same gold, in one order. Each resample draws the same documents for both.
    """
    tallies = _Tally(), _Tally()
    for tally, predicted in zip(tallies, (documents, others), strict=True):
        for document in predicted:
            tally.add(document, match, mapped)
    one, other = (tally.tables(list(_MAIN_RATIOS.values())) for tally in tallies)
    low, high = difference_intervals(one, other)
    with np.errstate(invalid="ignore"):
        value, reference = (above.sum(axis=0) / below.sum(axis=0) for above, below in (one, other))
    scaled = np.stack([value - reference, low, high], axis=1) * np.array(
        [[scale] for _, _, scale in _MAIN_RATIOS.values()]
    )
    return {name: Difference(*row) for name, row in zip(_MAIN_RATIOS, scaled.tolist(), strict=True)}


_MAIN_RATIOS: dict[str, _Ratio] = {
    "recall": ("hit", "gold", 1),
    "precision": ("right", "predicted", 1),
    "typed_recall": ("typed hit", "gold", 1),
    "typed_precision": ("typed right", "predicted", 1),
    "character_recall": ("both", "chars", 1),
    "character_precision": ("both", "marked", 1),
    "whole": ("whole", "with gold", 1),
    "alarms": ("false", "words", 1000),
}


class _Tally:
    """This class counts documents; each document is a row of a table whose columns are the quantities of the report."""

    def __init__(self) -> None:
        self._rows: list[dict[str, int]] = []
        self._missed: list[Wrong] = []
        self._false: list[Wrong] = []

    def add(self, d: Document, match: Match, mapped: Mapping[str, str | None] | None) -> None:
        gold = [(s, category_of_label(s.label, mapped)) for s in d.gold if s.start < s.end]
        counted = [(s, c) for s, c in gold if c != IGNORED]
        ignored = [s for s, c in gold if c == IGNORED]
        predicted = [(s, category_of_label(s.label)) for s in d.predicted if s.start < s.end]
        row: dict[str, int] = {"words": len(_WORD.findall(d.text))}

        def count(name: str, n: int = 1) -> None:
            row[name] = row.get(name, 0) + n

        blind = _SpanIndex(s for s, _ in predicted)
        typed_blind = _index_by_category(predicted)
        hits: list[Labelled] = []
        typed_hits: list[tuple[Labelled, str]] = []
        for s, c in counted:
            hit, typed = _is_found(s, blind.touching(s), match), _is_found(s, typed_blind[c].touching(s), match)
            count("gold")
            count(f"gold {c}")
            count("hit", hit)
            count(f"hit {c}", hit)
            count("typed hit", typed)
            count(f"typed hit {c}", typed)
            if hit:
                hits.append(s)
            else:
                self._missed.append(Wrong(d.id, Labelled(s.start, s.end, c)))
            if typed:
                typed_hits.append((s, c))
        found, typed_found, all_gold = (
            _SpanIndex(hits),
            _index_by_category(typed_hits),
            _SpanIndex(s for s, _ in counted),
        )
        unjudged = _SpanIndex(ignored)
        for p, c in predicted:
            near = found.touching(p)
            if match == "exact":
                right = any((p.start, p.end) == (s.start, s.end) for s in near)
            else:
                right = bool(near) or any(s.start <= p.start and p.end <= s.end for s in all_gold.touching(p))
            if not right and unjudged.touching(p):
                continue
            typed = right and bool(typed_found[c].touching(p))
            count("predicted")
            count(f"predicted {c}")
            count("right", right)
            count(f"right {c}", right)
            count("typed right", typed)
            count(f"typed right {c}", typed)
            if not right:
                self._false.append(Wrong(d.id, Labelled(p.start, p.end, c)))
        size = max((s.end for s, _ in (*gold, *predicted)), default=0)
        sensitive, marked, free = (np.zeros(size, dtype=bool) for _ in range(3))
        for s, _ in counted:
            sensitive[s.start : s.end] = True
        for s in ignored:
            free[s.start : s.end] = True
        for s, _ in predicted:
            marked[s.start : s.end] = True
        marked &= ~free | sensitive
        row |= {"chars": int(sensitive.sum()), "marked": int(marked.sum()), "both": int((sensitive & marked).sum())}
        row |= {"with gold": int(bool(counted)), "whole": int(bool(counted) and len(hits) == len(counted))}
        row["false"] = row.get("predicted", 0) - row.get("right", 0)
        self._rows.append(row)

    def report(self, match: Match) -> Report:
        labels = sorted(
            {k.split(" ", 1)[1] for row in self._rows for k in row if k.startswith(("gold ", "predicted "))}
        )
        wanted = dict(_MAIN_RATIOS)
        for c in labels:
            wanted[f"recall/{c}"] = (f"hit {c}", f"gold {c}", 1)
            wanted[f"typed_recall/{c}"] = (f"typed hit {c}", f"gold {c}", 1)
            wanted[f"precision/{c}"] = (f"right {c}", f"predicted {c}", 1)
            wanted[f"typed_precision/{c}"] = (f"typed right {c}", f"predicted {c}", 1)
        figures = self._figures(wanted)
        by_label = {
            c: {k: figures[f"{k}/{c}"] for k in ("recall", "typed_recall", "precision", "typed_precision")}
            for c in labels
        }
        main = {k: f for k, f in figures.items() if "/" not in k}
        return Report(
            len(self._rows), match, **main, by_label=by_label, missed=tuple(self._missed), false=tuple(self._false)
        )

    def tables(self, wanted: Sequence[_Ratio]) -> tuple[Counts, Counts]:
        """Return the counts above and below of each document, (documents, ratios) each."""
        return self._table([a for a, _, _ in wanted]), self._table([b for _, b, _ in wanted])

    def _figures(self, wanted: Mapping[str, _Ratio]) -> dict[str, Figure]:
        ratios_of = list(wanted.values())
        found = ratio_figures(*self.tables(ratios_of), [scale for _, _, scale in ratios_of])
        return dict(zip(wanted, found, strict=True))

    def _table(self, names: Sequence[str]) -> Counts:
        rows = [[float(row.get(n, 0)) for n in names] for row in self._rows]
        return np.array(rows, dtype=np.float64).reshape(len(rows), len(names))


def ratio_figures(above: Counts, below: Counts, scales: Sequence[float]) -> list[Figure]:
    """Return the ratio of each quantity over all documents, times its scale. above, below: (documents, quantities)."""
    low, high = ratio_intervals(above, below)
    out = []
    for i, scale in enumerate(scales):
        top, bottom = above[:, i].sum(), below[:, i].sum()
        value = top / bottom * scale if bottom else float("nan")
        out.append(Figure(float(value), float(low[i] * scale), float(high[i] * scale), int(top), int(bottom)))
    return out


def _is_found(gold: Labelled, near: Sequence[Labelled], match: Match) -> bool:
    """Tell whether the predictions that touch a gold span find it."""
    if match == "exact":
        return any((p.start, p.end) == (gold.start, gold.end) for p in near)
    if match == "overlap" or not near:
        return bool(near)
    covered = np.zeros(gold.end - gold.start, dtype=bool)
    for p in near:
        covered[max(0, p.start - gold.start) : p.end - gold.start] = True
    return bool(covered.sum() >= COVERED_SHARE * len(covered))


class _SpanIndex:
    """This index finds the spans that overlap a given span."""

    def __init__(self, spans: Iterable[Labelled]) -> None:
        self._spans = sorted(spans, key=lambda s: s.start)
        self._starts = [s.start for s in self._spans]
        # For each prefix of the spans the largest end in it.
        self._reach = list(accumulate((s.end for s in self._spans), max))

    def touching(self, a: Labelled) -> list[Labelled]:
        """Return the spans that share a character with the given span."""
        out = []
        i = bisect_left(self._starts, a.end) - 1
        while i >= 0 and self._reach[i] > a.start:
            if self._spans[i].end > a.start:
                out.append(self._spans[i])
            i -= 1
        return out


def _index_by_category(spans: Sequence[tuple[Labelled, str]]) -> defaultdict[str, _SpanIndex]:
    by_category: defaultdict[str, list[Labelled]] = defaultdict(list)
    for s, c in spans:
        by_category[c].append(s)
    return defaultdict(lambda: _SpanIndex(()), {c: _SpanIndex(members) for c, members in by_category.items()})
