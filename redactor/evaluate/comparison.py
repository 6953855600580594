"""Compare systems over the same documents: intervals of differences by a paired bootstrap (SHIELD 2.5), p-values by
swapping documents (Yeh 2000), and McNemar's test on whole documents. Holm's method corrects the p-values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np

from redactor.evaluate.bootstrap import SWAPS, Counts, percentile_interval, ratios_of_sums, resampled_sums, swapped_sums
from redactor.evaluate.figures import LABEL_RATIOS, MAIN_RATIOS, Ratio, Tally

_ROUNDING = 1e-12
_OF_LABELS = ("typed_recall", "typed_precision")


@dataclass(frozen=True, slots=True)
class Difference:
    """How much a figure of a system exceeds that of the reference.

    low, high: the 95 % interval of a paired bootstrap. p: of two sides, the share of random swaps of documents between
    the systems that differ at least as much. adjusted: p by Holm's method over all tests of its family. NaN if one of
    the systems has no such figure, and of a single document.
    """

    value: float
    low: float
    high: float
    p: float
    adjusted: float


@dataclass(frozen=True, slots=True)
class WholeDocuments:
    """McNemar's exact test. only_system, only_reference: documents without a miss by one of them alone."""

    only_system: int
    only_reference: int
    p: float
    adjusted: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """A system beside the reference. figures: by the names of `Report`. by_label: typed figures of each category.

    The p-values of `figures` and `whole` of all comparisons are one family of Holm's method, those of `by_label`
    another.
    """

    system: str
    reference: str
    figures: Mapping[str, Difference]
    whole: WholeDocuments
    by_label: Mapping[str, Mapping[str, Difference]]


def compare_systems(tallies: Mapping[str, Tally]) -> tuple[Comparison, ...]:
    """Compare each system with the first. All have counted the same documents with the same gold, in one order."""
    (reference, base), *others = tallies.items()
    labels = sorted({label for tally in tallies.values() for label in tally.labels()})
    main = list(MAIN_RATIOS.values())
    of_labels = ((*LABEL_RATIOS[name], c) for c in labels for name in _OF_LABELS)
    typed = [(f"{above} {c}", f"{below} {c}", 1.0) for above, below, c in of_labels]
    found = []
    for _, tally in others:
        found.append((_differences(tally, base, main), _differences(tally, base, typed), _discordant(tally, base)))
    adjusted = iter(adjust([p for figures, _, (*_, p) in found for p in (*figures[:, 3].tolist(), p)]))
    adjusted_typed = iter(adjust([p for _, typed_figures, _ in found for p in typed_figures[:, 3].tolist()]))
    comparisons = []
    for (name, _), (figures, typed_figures, (system_alone, reference_alone, p)) in zip(others, found, strict=True):
        main_rows = {k: _difference(row, next(adjusted)) for k, row in zip(MAIN_RATIOS, figures.tolist(), strict=True)}
        whole = WholeDocuments(system_alone, reference_alone, p, next(adjusted))
        rows = iter(typed_figures.tolist())
        by_label = {c: {k: _difference(next(rows), next(adjusted_typed)) for k in _OF_LABELS} for c in labels}
        comparisons.append(Comparison(name, reference, main_rows, whole, by_label))
    return tuple(comparisons)


def adjust(p_values: Sequence[float]) -> list[float]:
    """Return p-values adjusted by the step-down method of Holm (1979). NaN is no test and stays NaN."""
    tests = sorted((p, i) for i, p in enumerate(p_values) if p == p)
    adjusted, largest = [float("nan")] * len(p_values), 0.0
    for rank, (p, i) in enumerate(tests):
        largest = max(largest, min(1.0, p * (len(tests) - rank)))
        adjusted[i] = largest
    return adjusted


def exact_mcnemar(one: int, other: int) -> float:
    """Return the p-value of two sides that `one` of one + other discordant pairs is half of them (McNemar 1947)."""
    pairs = one + other
    below = sum(comb(pairs, n) for n in range(min(one, other) + 1))
    return min(1.0, 2 * below / 2**pairs) if pairs else 1.0


def _differences(tally: Tally, base: Tally, wanted: Sequence[Ratio]) -> Counts:
    """Return value, low, high and p of each ratio, (ratios, 4)."""
    above, below, scales = zip(*wanted, strict=True) if wanted else ((), (), ())
    tables = [np.hstack([one.table(above), one.table(below)]) for one in (tally, base)]
    value = np.subtract(*(ratios_of_sums(table.sum(axis=0, keepdims=True))[0] for table in tables))
    low, high = percentile_interval(np.subtract(*(ratios_of_sums(resampled_sums(table)) for table in tables)))
    swapped = np.subtract(*map(ratios_of_sums, swapped_sums(*tables)))
    larger = (np.abs(swapped) >= np.abs(value) - _ROUNDING).sum(axis=0)
    p = np.where(np.isnan(value) | (len(tables[0]) < 2), np.nan, (larger + 1) / (SWAPS + 1))
    scale = np.array(scales)
    return np.stack([value * scale, low * scale, high * scale, np.minimum(p, 1)], axis=1)


def _difference(row: Sequence[float], adjusted: float) -> Difference:
    value, low, high, p = row
    return Difference(value, low, high, p, adjusted)


def _discordant(tally: Tally, base: Tally) -> tuple[int, int, float]:
    names = ("whole", "with gold")
    system, reference = tally.table(names), base.table(names)
    counted = (system[:, 1] > 0) & (reference[:, 1] > 0)
    one = int((counted & (system[:, 0] > reference[:, 0])).sum())
    other = int((counted & (system[:, 0] < reference[:, 0])).sum())
    return one, other, exact_mcnemar(one, other)
