"""Compute the figures of a system over annotated documents: by span, token and character, by class and by document.

Each document is a row of counts. All figures follow from the rows, and so do their 95 % intervals: percentiles of a
bootstrap over documents (SHIELD 2.5). All-or-nothing recall is the share of documents with gold in which every span was
found (RedactOR 4.3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from redactor.evaluate.bootstrap import Counts, percentile_interval, ratio_intervals, resampled_sums
from redactor.evaluate.spans import Document, Judgement, Labelled, Match, SpanIndex, judge_document, words_of

NOTHING = ""
"""The category of text that is no identifier, in `Report.confusion`."""
FEW_DOCUMENTS = 30
"""Over fewer documents, intervals and p-values say little."""
_QUARTERS = (0.25, 0.5, 0.75)


@dataclass(frozen=True, slots=True)
class Figure:
    """A ratio of counts with its 95 % interval over documents; NaN if the denominator is zero."""

    value: float
    low: float
    high: float
    above: int
    below: int


@dataclass(frozen=True, slots=True)
class Average:
    """The unweighted mean of a figure over the classes that gold has, with its 95 % interval over documents."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Wrong:
    """A gold span that was missed, or a false alarm."""

    document: str
    span: Labelled


@dataclass(frozen=True, slots=True)
class Bin:
    """The documents between two bounds of length or density, the ends included, and the whole ones among them."""

    low: float
    high: float
    whole: Figure


@dataclass(frozen=True, slots=True)
class Report:
    """The figures over all documents.

    recall, precision: of spans, regardless of type. typed_*: of the right category. token_*: of words that blanks
    separate. whole: the share of documents with gold in which nothing was missed. alarms: false alarms per 1,000 words.
    leaked: characters of gold that nothing marks, per 1,000 words. macro: typed recall, precision and F1 as means over
    classes; a class that nothing was predicted of has precision 0. by_label: the figures of each category. confusion:
    numbers of (gold's category, predicted category); NOTHING stands for text that is no identifier, or that nothing
    marks. by_length, by_density: whole documents in quarters by words, and by gold spans per 100 words. causes: the
    number of false alarms of each (source, category), the most frequent first.
    """

    documents: int
    match: Match
    recall: Figure
    precision: Figure
    typed_recall: Figure
    typed_precision: Figure
    token_recall: Figure
    token_precision: Figure
    character_recall: Figure
    character_precision: Figure
    whole: Figure
    alarms: Figure
    leaked: Figure
    macro: Mapping[str, Average]
    by_label: Mapping[str, Mapping[str, Figure]]
    confusion: Mapping[tuple[str, str], int]
    by_length: tuple[Bin, ...]
    by_density: tuple[Bin, ...]
    causes: tuple[tuple[tuple[str, str], int], ...]
    missed: tuple[Wrong, ...]
    false: tuple[Wrong, ...]

    @property
    def f1(self) -> float:
        """Return the harmonic mean of recall and precision, both regardless of type."""
        r, p = self.recall.value, self.precision.value
        return 2 * r * p / (r + p) if r + p else float("nan")


Ratio = tuple[str, str, float]
"""The names of the counts above and below, and a scale."""
MAIN_RATIOS: dict[str, Ratio] = {
    "recall": ("hit", "gold", 1),
    "precision": ("right", "predicted", 1),
    "typed_recall": ("typed hit", "gold", 1),
    "typed_precision": ("typed right", "predicted", 1),
    "token_recall": ("tokens both", "tokens gold", 1),
    "token_precision": ("tokens both", "tokens predicted", 1),
    "character_recall": ("both", "chars", 1),
    "character_precision": ("both", "marked", 1),
    "whole": ("whole", "with gold", 1),
    "alarms": ("false", "words", 1000),
    "leaked": ("leaked", "words", 1000),
}
FIGURE_TITLES: dict[str, tuple[str, float]] = {
    "recall": ("recall", 100),
    "precision": ("precision", 100),
    "typed_recall": ("recall, of the right type", 100),
    "typed_precision": ("precision, of the right type", 100),
    "token_recall": ("recall of words", 100),
    "token_precision": ("precision of words", 100),
    "character_recall": ("recall of characters", 100),
    "character_precision": ("precision of characters", 100),
    "whole": ("documents without a miss", 100),
    "alarms": ("false alarms per 1,000 words", 1),
    "leaked": ("leaked characters per 1,000 words", 1),
}
"""The words for each main figure of `Report`, and by what it is multiplied to be shown: shares are per cent."""
LABEL_RATIOS = {k: MAIN_RATIOS[k][:2] for k in MAIN_RATIOS if k not in ("alarms", "leaked")}
"""The counts of each figure of a class: those of the main figures, followed by a blank and the class."""


def evaluate_documents(
    documents: Iterable[Document], match: Match = "cover", mapped: Mapping[str, str | None] | None = None
) -> Report:
    """Return the figures over all documents. mapped: the user's map of labels.

    Raises ValueError for the match "similar" if a text is empty.

    Example:

        gold, found = Labelled(0, 4, "PERSON"), Labelled(0, 4, "DOCTOR")
        evaluate_documents([Document("n1", "Jane is here", (gold,), (found,))]).recall.value   # 1.0
    """
    tally = Tally()
    for document in documents:
        tally.add(judge_document(document, match, mapped))
    return tally.report(match)


class Tally:
    """This class counts documents; each is a row of a table whose columns are the quantities of the figures."""

    def __init__(self) -> None:
        self._rows: list[dict[str, int]] = []
        self._missed: list[Wrong] = []
        self._false: list[Wrong] = []
        self._confusion: Counter[tuple[str, str]] = Counter()
        self._causes: Counter[tuple[str, str]] = Counter()

    def add(self, judged: Judgement) -> None:
        """Count one document."""
        row = Counter[str]()
        category_of = {p.span: p.category for p in judged.predicted}
        index = SpanIndex(category_of)
        for g in judged.gold:
            for name in (" " + g.category, ""):
                row["gold" + name] += 1
                row["hit" + name] += g.found
                row["typed hit" + name] += g.found_typed
            if not g.found:
                self._missed.append(Wrong(judged.document.id, Labelled(g.span.start, g.span.end, g.category)))
            self._confusion[g.category, _category_there(g.span, index, category_of) if g.found else NOTHING] += 1
        for p in judged.predicted:
            for name in (" " + p.category, ""):
                row["predicted" + name] += 1
                row["right" + name] += p.right
                row["typed right" + name] += p.right_typed
            if not p.right:
                span = Labelled(p.span.start, p.span.end, p.category, p.span.score, p.span.source)
                self._false.append(Wrong(judged.document.id, span))
                self._confusion[NOTHING, p.category] += 1
                self._causes[p.span.source, p.category] += 1
        for category in {g.category for g in judged.gold}:
            row["with gold " + category] = 1
            row["whole " + category] = row["hit " + category] == row["gold " + category]
        row["with gold"] = bool(judged.gold)
        row["whole"] = bool(judged.gold) and row["hit"] == row["gold"]
        row["false"] = row["predicted"] - row["right"]
        _count_characters(judged, row)
        self._rows.append(row)

    def table(self, names: Sequence[str]) -> Counts:
        """Return the counts of each document, (documents, names)."""
        rows = [[float(row.get(n, 0)) for n in names] for row in self._rows]
        return np.array(rows, dtype=np.float64).reshape(len(rows), len(names))

    def labels(self) -> list[str]:
        """Return the categories of gold and predictions."""
        begins = ("gold ", "predicted ")
        return sorted({k.split(" ", 1)[1] for row in self._rows for k in row if k.startswith(begins)})

    def report(self, match: Match) -> Report:
        """Return the figures of all documents that were added."""
        labels = self.labels()
        wanted = dict(MAIN_RATIOS)
        for c in labels:
            wanted |= {f"{name}/{c}": (f"{a} {c}", f"{b} {c}", 1) for name, (a, b) in LABEL_RATIOS.items()}
        above = self.table([a for a, _, _ in wanted.values()])
        below = self.table([b for _, b, _ in wanted.values()])
        figures = dict(
            zip(wanted, ratio_figures(above, below, [scale for _, _, scale in wanted.values()]), strict=True)
        )
        words = self.table(["words"])[:, 0]
        gold = self.table(["gold"])[:, 0]
        whole = self.table(["whole", "with gold"])
        return Report(
            len(self._rows),
            match,
            **{k: figures[k] for k in MAIN_RATIOS},
            macro=self._macro(labels),
            by_label={c: {k: figures[f"{k}/{c}"] for k in LABEL_RATIOS} for c in labels},
            confusion=dict(self._confusion),
            by_length=_whole_by(words, whole),
            by_density=_whole_by(np.divide(100 * gold, words, out=np.zeros_like(gold), where=words > 0), whole),
            causes=tuple(self._causes.most_common()),
            missed=tuple(self._missed),
            false=tuple(self._false),
        )

    def _macro(self, labels: Sequence[str]) -> dict[str, Average]:
        names = ("gold", "typed hit", "predicted", "typed right")
        counts = self.table([f"{name} {c}" for name in names for c in labels])
        values = {k: v[0] for k, v in macro_figures(counts.sum(axis=0, keepdims=True)).items()}
        drawn = macro_figures(resampled_sums(counts))
        low, high = percentile_interval(np.stack(list(drawn.values()), axis=1))
        return {k: Average(float(v), float(low[i]), float(high[i])) for i, (k, v) in enumerate(values.items())}


def macro_figures(sums: Counts) -> dict[str, Counts]:
    """Return recall, precision and F1 as means over classes, (rows,) each.

    sums: (rows, 4 x classes): the gold spans of each class, then those found, the predictions, and those that are
    right. A class without gold is left out.
    """
    gold, hit, predicted, right = np.split(sums, 4, axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        recall = np.where(gold > 0, hit / gold, np.nan)
        precision = np.where(gold > 0, np.where(predicted > 0, right / np.maximum(predicted, 1), 0.0), np.nan)
        f1 = np.where(recall + precision > 0, 2 * recall * precision / (recall + precision), recall + precision)
        known = (gold > 0).sum(axis=1)
        return {k: np.nansum(v, axis=1) / known for k, v in (("recall", recall), ("precision", precision), ("f1", f1))}


def ratio_figures(above: Counts, below: Counts, scales: Sequence[float]) -> list[Figure]:
    """Return the ratio of each quantity over all documents, times its scale. above, below: (documents, quantities)."""
    low, high = ratio_intervals(above, below)
    out = []
    for i, scale in enumerate(scales):
        top, bottom = above[:, i].sum(), below[:, i].sum()
        value = top / bottom * scale if bottom else float("nan")
        out.append(Figure(float(value), float(low[i] * scale), float(high[i] * scale), int(top), int(bottom)))
    return out


def _category_there(span: Labelled, index: SpanIndex, category_of: Mapping[Labelled, str]) -> str:
    """Return the category of the predictions that cover most of a gold span."""
    covered = Counter[str]()
    for p in index.touching(span):
        covered[category_of[p]] += min(span.end, p.end) - max(span.start, p.start)
    return max(sorted(covered), key=lambda c: covered[c], default=NOTHING)


def _count_characters(judged: Judgement, row: Counter[str]) -> None:
    """Count characters and tokens of gold, predictions and both, of all categories and of each."""
    d = judged.document
    size = max((s.end for s in (*d.gold, *d.predicted)), default=0)
    # A prediction that runs into what counts neither way counts where gold is.
    free = _marked(judged.ignored, size)
    sensitive, marked = _marked((g.span for g in judged.gold), size), _marked(d.predicted, size)
    marked &= ~free | sensitive
    words = np.array(words_of(d.text), dtype=np.int64).reshape(-1, 2).T
    row["words"] = words.shape[1]
    row["leaked"] = int((sensitive & ~marked).sum())
    _count_both(row, "", sensitive, marked, words)
    for c in {g.category for g in judged.gold} | {p.category for p in judged.predicted}:
        of_gold = _marked((g.span for g in judged.gold if g.category == c), size)
        of_predicted = _marked((p.span for p in judged.predicted if p.category == c), size) & (~free | sensitive)
        _count_both(row, " " + c, of_gold, of_predicted, words)


def _count_both(
    row: Counter[str],
    name: str,
    gold: npt.NDArray[np.bool_],
    predicted: npt.NDArray[np.bool_],
    words: npt.NDArray[np.int64],
) -> None:
    both = gold & predicted
    row["chars" + name], row["marked" + name] = int(gold.sum()), int(predicted.sum())
    row["both" + name] = int(both.sum())
    of_gold, of_predicted = _marked_words(gold, words), _marked_words(predicted, words)
    row["tokens gold" + name], row["tokens predicted" + name] = int(of_gold.sum()), int(of_predicted.sum())
    row["tokens both" + name] = int((of_gold & of_predicted).sum())


def _marked_words(marked: npt.NDArray[np.bool_], words: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Tell of each word whether one of its characters is marked. words: (2, words), the starts and the ends."""
    before = np.concatenate([[0], np.cumsum(marked)])
    starts, ends = np.minimum(words, len(marked))
    return np.asarray(before[ends] > before[starts])


def _marked(spans: Iterable[Labelled], size: int) -> npt.NDArray[np.bool_]:
    marked = np.zeros(size, dtype=bool)
    for s in spans:
        marked[s.start : s.end] = True
    return marked


def _whole_by(values: Counts, whole: Counts) -> tuple[Bin, ...]:
    """Return the whole documents in quarters by a value; documents with the same value are in one quarter.

    whole: (documents, 2), the counts above and below.
    """
    with_gold = np.flatnonzero(whole[:, 1])
    if not len(with_gold):
        return ()
    quarter = np.searchsorted(np.quantile(values[with_gold], _QUARTERS), values[with_gold])
    bins = []
    for part in (with_gold[quarter == n] for n in range(len(_QUARTERS) + 1)):
        if len(part):
            (figure,) = ratio_figures(whole[part, :1], whole[part, 1:], [1])
            bins.append(Bin(float(values[part].min()), float(values[part].max()), figure))
    return tuple(bins)
