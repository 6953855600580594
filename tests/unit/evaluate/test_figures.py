"""Figures by word, character, class and document, worked by hand, and beside those of other packages."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from redactor.evaluate.figures import NOTHING, Report, evaluate_documents
from redactor.evaluate.spans import Document, Labelled, Match, words_of

# Five words. The name has 7 characters, the age 2, the town 6.
TEXT = "Ann Lee, 45, of Dayton"
NAME, AGE, TOWN = Labelled(0, 7, "PATIENT"), Labelled(9, 11, "AGE"), Labelled(16, 22, "CITY")
NAMES = ("PATIENT", "AGE", "DATE", "PHONE")


def doc(gold: tuple[Labelled, ...], predicted: tuple[Labelled, ...], name: str = "d", text: str = TEXT) -> Document:
    return Document(name, text, gold, predicted)


def counts(report: Report, label: str, figure: str) -> tuple[int, int]:
    found = report.by_label[label][figure]
    return found.above, found.below


def test_words_and_characters_of_a_class_count_if_their_category_is_right() -> None:
    # "Lee," as a patient, "45" as a date, and "of Dayton" as a place: "of" is no identifier.
    predicted = (Labelled(4, 8, "PATIENT"), Labelled(9, 11, "DATE"), Labelled(13, 22, "CITY"))
    r = evaluate_documents([doc((NAME, AGE, TOWN), predicted)])
    assert (r.token_recall.above, r.token_recall.below) == (3, 4)  # all but "Ann"
    assert (r.token_precision.above, r.token_precision.below) == (3, 4)  # all but "of"
    assert (r.character_recall.above, r.character_recall.below) == (3 + 2 + 6, 15)
    assert (r.character_precision.above, r.character_precision.below) == (11, 4 + 2 + 9)
    assert counts(r, "PATIENT", "token_recall") == (1, 2)
    assert counts(r, "AGE", "token_recall") == (0, 1) and counts(r, "DATE", "token_precision") == (0, 1)
    assert counts(r, "LOCATION", "token_precision") == (1, 2)
    assert counts(r, "LOCATION", "character_precision") == (6, 9)


def test_leaked_characters_are_counted_per_thousand_words() -> None:
    r = evaluate_documents([doc((NAME, AGE), (Labelled(0, 4, "ID"),)), doc((), (), "e", "nothing is here at all")])
    assert (r.leaked.above, r.leaked.below) == (3 + 2, 5 + 5)
    assert r.leaked.value == 500


def test_whole_documents_of_a_class_are_those_in_which_all_of_it_was_found() -> None:
    r = evaluate_documents([doc((NAME, AGE), (NAME,)), doc((AGE,), (AGE,), "e"), doc((), (AGE,), "f")])
    assert counts(r, "PATIENT", "whole") == (1, 1) and counts(r, "AGE", "whole") == (1, 2)
    assert (r.whole.above, r.whole.below) == (1, 2)


def test_types_that_are_mixed_up_are_counted() -> None:
    r = evaluate_documents([doc((NAME, AGE, TOWN), (replace(NAME, label="DOCTOR"), Labelled(13, 15, "ID"), TOWN))])
    assert r.confusion == {
        ("PATIENT", "DOCTOR"): 1, ("AGE", NOTHING): 1, ("LOCATION", "LOCATION"): 1, (NOTHING, "ID"): 1,
    }  # fmt: skip


def test_a_similar_text_at_the_place_is_found() -> None:
    # RedactOR 4.3: "Ann Lee" and "Lee" have 3 of 7 characters in common, "Ann Lee" and "Ann Lee," 7 of 8.
    for predicted, found in ((Labelled(4, 7, "ID"), 0), (Labelled(0, 8, "ID"), 1), (Labelled(0, 5, "ID"), 1)):
        r = evaluate_documents([doc((NAME,), (predicted,))], "similar")
        assert (r.recall.above, r.precision.above) == (found, found), predicted
    elsewhere = doc((Labelled(0, 3, "ID"),), (Labelled(8, 11, "ID"),), text="Ann and Ann")
    assert evaluate_documents([elsewhere], "similar").recall.above == 0
    with pytest.raises(ValueError, match="none"):
        evaluate_documents([doc((NAME,), (), text="")], "similar")


def test_a_prediction_that_is_mapped_to_nothing_finds_and_alarms_nobody() -> None:
    r = evaluate_documents([doc((NAME,), (Labelled(9, 11, "NRP"),))])
    assert r.precision.below == 0 and r.alarms.above == 0


def test_false_alarms_are_counted_by_what_found_them() -> None:
    alarm = Labelled(13, 15, "CITY", source="patterns:city")
    r = evaluate_documents([doc((NAME,), (alarm,)), doc((NAME,), (alarm, replace(NAME, source="student")), "e")])
    assert r.causes == ((("patterns:city", "LOCATION"), 2),)


def test_quarters_by_length_and_density() -> None:
    documents = [doc((NAME,), (NAME,) if n % 2 else (), f"d{n}", TEXT + " and" * n) for n in range(8)]
    r = evaluate_documents(documents)
    assert [(b.low, b.high, b.whole.above, b.whole.below) for b in r.by_length] == [
        (5, 6, 1, 2), (7, 8, 1, 2), (9, 10, 1, 2), (11, 12, 1, 2),
    ]  # fmt: skip
    assert r.by_density[0].low == pytest.approx(100 / 12) and r.by_density[-1].high == 20


def words(number: int) -> str:
    return " ".join(f"word{n}" for n in range(number))


def random_documents(seed: int, number: int = 40, *, typed: bool = True) -> list[Document]:
    """Documents whose spans are runs of whole words that do not touch, partly found, with other types and borders."""
    rng = random.Random(seed)
    documents = []
    for n in range(number):
        text = words(rng.randint(4, 30))
        gold, predicted, at = [], [], 0
        places = words_of(text)
        while at < len(places):
            size = rng.randint(1, 3)
            part = places[at : at + size]
            if rng.random() < 0.5:
                span = Labelled(part[0][0], part[-1][1], rng.choice(NAMES))
                if rng.random() < 0.7:
                    gold.append(span)
                if rng.random() < 0.7:
                    shifted = part[: rng.randint(1, len(part))]
                    label = rng.choice(NAMES) if typed and rng.random() < 0.2 else span.label
                    predicted.append(Labelled(shifted[0][0], shifted[-1][1], label, rng.random()))
            at += size + 1
        documents.append(Document(f"n{n}", text, tuple(gold), tuple(predicted)))
    return documents


def test_typed_exact_figures_are_those_of_seqeval() -> None:
    metrics = pytest.importorskip("seqeval.metrics")
    scheme = pytest.importorskip("seqeval.scheme").IOB2
    documents = random_documents(5)

    def tags(spans: tuple[Labelled, ...], text: str) -> list[str]:
        found = []
        for a, _ in words_of(text):
            inside = [s for s in spans if s.start <= a < s.end]
            found.append("O" if not inside else ("B-" if inside[0].start == a else "I-") + inside[0].label)
        return found

    gold, predicted = ([tags(getattr(d, k), d.text) for d in documents] for k in ("gold", "predicted"))
    r = evaluate_documents(documents, "exact")
    for average, ours in (("micro", (r.typed_recall.value, r.typed_precision.value)),
                          ("macro", (r.macro["recall"].value, r.macro["precision"].value))):  # fmt: skip
        theirs = [
            getattr(metrics, f"{k}_score")(gold, predicted, average=average, mode="strict", scheme=scheme)
            for k in ("recall", "precision")
        ]
        assert ours == pytest.approx(theirs)
    f1 = metrics.f1_score(gold, predicted, average="macro", mode="strict", scheme=scheme)
    assert r.macro["f1"].value == pytest.approx(f1)


def test_figures_of_words_are_those_of_scikit_learn() -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    documents = random_documents(6)

    def labels(spans: tuple[Labelled, ...], text: str) -> list[str]:
        return [next((s.label for s in spans if s.start <= a < s.end), "O") for a, _ in words_of(text)]

    gold, predicted = ([x for d in documents for x in labels(getattr(d, k), d.text)] for k in ("gold", "predicted"))
    r = evaluate_documents(documents)
    precision, recall, _, _ = metrics.precision_recall_fscore_support(gold, predicted, labels=NAMES)
    for c, p, q in zip(NAMES, precision, recall, strict=True):
        assert (r.by_label[c]["token_precision"].value, r.by_label[c]["token_recall"].value) == pytest.approx((p, q))


@pytest.mark.parametrize("match", ["cover", "exact", "overlap", "similar"])
def test_a_perfect_prediction_is_one(match: Match) -> None:
    r = evaluate_documents([replace(d, predicted=d.gold) for d in random_documents(7)], match)
    shares = [r.recall, r.precision, r.typed_recall, r.token_precision, r.character_recall, r.whole]
    assert all((f.value, f.low, f.high) == (1, 1, 1) for f in shares)
    assert r.alarms.value == r.leaked.value == 0 and all(a.value == 1 for a in r.macro.values())


def test_the_order_of_documents_changes_no_count() -> None:
    def counted(documents: list[Document]) -> list[tuple[int, int]]:
        r = evaluate_documents(documents)
        of_labels = [f for figures in r.by_label.values() for f in figures.values()]
        return [(f.above, f.below) for f in (r.recall, r.typed_precision, r.whole, r.leaked, *of_labels)]

    documents = random_documents(8)
    assert counted(documents) == counted(random.Random(1).sample(documents, len(documents)))


@pytest.mark.slow  # 2,000 resamples for each of 100 examples
@given(st.integers(0, 10_000))
def test_an_interval_contains_its_estimate(seed: int) -> None:
    r = evaluate_documents(random_documents(seed, 12))
    for f in (r.recall, r.precision, r.whole, r.alarms, r.leaked, *r.macro.values()):
        assert np.isnan(f.value) or f.low - 1e-9 <= f.value <= f.high + 1e-9
