"""The counts of the evaluation equal those of comparing every pair of spans."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from redactor.evaluate.figures import evaluate_documents
from redactor.evaluate.spans import COVERED_SHARE, Document, Labelled

TEXT = "x" * 60
SPANS = st.lists(
    st.builds(
        lambda start, size, label: Labelled(start, start + size, label),
        st.integers(0, 45),
        st.integers(1, 15),
        st.sampled_from(["PERSON", "DATE"]),
    ),
    max_size=8,
)


def touch(a: Labelled, b: Labelled) -> bool:
    return a.start < b.end and b.start < a.end


def is_found(gold: Labelled, predicted: list[Labelled]) -> bool:
    covered = sum(any(p.start <= i < p.end for p in predicted) for i in range(gold.start, gold.end))
    return covered >= COVERED_SHARE * (gold.end - gold.start)


@given(SPANS, SPANS)
def test_counts_equal_those_of_all_pairs(gold: list[Labelled], predicted: list[Labelled]) -> None:
    report = evaluate_documents([Document("d", TEXT, tuple(gold), tuple(predicted))])
    found = [g for g in gold if is_found(g, predicted)]
    right = [
        p
        for p in predicted
        if any(touch(p, g) for g in found) or any(g.start <= p.start and p.end <= g.end for g in gold)
    ]
    assert (report.recall.above, report.recall.below) == (len(found), len(gold))
    assert (report.precision.above, report.precision.below) == (len(right), len(predicted))
    typed = [g for g in gold if is_found(g, [p for p in predicted if p.label == g.label])]
    assert report.typed_recall.above == len(typed)
    assert report.typed_precision.above == sum(any(touch(p, g) and p.label == g.label for g in typed) for p in right)
