"""Whether a classifier learns from released notes what it learns from originals: known answers, and refusals."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score, f1_score, roc_auc_score

from redactor.errors import EvaluationError
from redactor.evaluate.downstream import LEAST_PATIENTS, Comparison, TaskReport, measure_task, verdict_on
from redactor.evaluate.downstream_metrics import (
    FOLDS,
    Interval,
    centred_interval,
    patient_weights,
    resampled_areas,
    resampled_f1,
)
from redactor.evaluate.downstream_tasks import Example, Task, without_first_line

WORDS = (
    "seen",
    "today",
    "in",
    "clinic",
    "with",
    "no",
    "change",
    "since",
    "the",
    "last",
    "visit",
    "and",
    "will",
    "rest",
)
PATIENTS = 60


def make_task(
    write: Callable[[random.Random, int, bool], tuple[str, str]], *, one_label: bool, notes: int = 2, seed: int = 1
) -> Task:
    """Return a task of two labels; of each note "write" makes both texts, by its patient and its label."""
    rng = random.Random(seed)
    examples = []
    for patient in range(PATIENTS):
        for _ in range(notes):
            has = rng.random() < 0.4
            before, after = write(rng, patient, has)
            filler = " ".join(rng.choices(WORDS, k=12))
            if one_label:
                labels = frozenset({"lungs" if has else "bones"})
            else:
                labels = frozenset({"lungs"} if has else ())
            texts = (f"{before} {filler}", f"{after} {filler}" if after else "")
            examples.append(Example(f"p{patient}", *texts, labels))
    return Task("known", tuple(examples), one_label, from_records=False)


def with_clinical_word(rng: random.Random, patient: int, has: bool) -> tuple[str, str]:
    finding = "wheezing" if has else "fracture"
    return f"Mr Vexholm{patient} has {finding}.", f"Mr [PATIENT] has {finding}."


def with_name_alone(rng: random.Random, patient: int, has: bool) -> tuple[str, str]:
    doctor = "Quillfeather" if has else "Ostrander"
    return f"Dictated by {doctor}.", "Dictated by [DOCTOR]."


def with_all_removed(rng: random.Random, patient: int, has: bool) -> tuple[str, str]:
    return with_clinical_word(rng, patient, has)[0], ""


def with_tags_in_place_of_findings(rng: random.Random, patient: int, has: bool) -> tuple[str, str]:
    return with_clinical_word(rng, patient, has)[0], f"Mr [PATIENT] has {'[X1]' if has else '[X2]'}."


def with_one_label_emptied(rng: random.Random, patient: int, has: bool) -> tuple[str, str]:
    before, _ = with_clinical_word(rng, patient, has)
    return before, "" if has else before


def first(report: TaskReport) -> tuple[str, float, float, float, float]:
    metric, scores = next(iter(report.scores.items()))
    return metric, scores.baseline, scores.original.value, scores.released.value, scores.transfer.value


@pytest.mark.parametrize("one_label", [True, False])
def test_a_label_in_clinical_words_is_kept(one_label: bool) -> None:
    report = measure_task(make_task(with_clinical_word, one_label=one_label))
    metric, baseline, *scores = first(report)
    assert metric == ("macro F1" if one_label else "AUROC")
    assert scores == [1, 1, 1] and baseline <= 0.5
    main = report.scores[metric]
    assert (main.released_difference.low, main.released_difference.high) == (0, 0)
    assert report.verdict == "kept"
    assert main.replaced_words.low <= baseline + 0.1  # names of patients, each in one patient's notes, tell nothing
    assert (report.patients, report.examples) == (PATIENTS, 2 * PATIENTS)


@pytest.mark.parametrize("one_label", [True, False])
def test_a_label_in_a_name_is_lost_and_the_report_says_what_told_it(one_label: bool) -> None:
    report = measure_task(make_task(with_name_alone, one_label=one_label))
    metric, baseline, original, released, transfer = first(report)
    assert original == 1 and report.verdict == "lower"
    assert released < 0.7 and transfer < 0.7
    main = report.scores[metric]
    assert main.released_difference.high < 0
    assert main.replaced_words.value == 1  # the words that were taken out alone tell the label
    assert main.new_words.value == pytest.approx(baseline, abs=1e-12)  # "[DOCTOR]" stands in each


def test_a_name_of_one_patient_tells_nothing_of_other_patients() -> None:
    """All notes of a patient have one label and the patient's name. Split by note, the name would tell the label."""
    rng = random.Random(2)
    examples = []
    for patient in range(PATIENTS):
        labels = frozenset({"lungs"} if rng.random() < 0.5 else ())
        for note in range(6):
            text = f"Vexholm{patient} seen on ward {note}"
            examples.append(Example(f"p{patient}", text, text, labels))
    report = measure_task(Task("known", tuple(examples), one_label=False))
    assert report.scores["AUROC"].original.value == pytest.approx(0.5, abs=0.15)
    assert report.verdict == "not learnt from originals"


@pytest.mark.parametrize("one_label", [True, False])
def test_without_any_text_the_baseline_is_left(one_label: bool) -> None:
    report = measure_task(make_task(with_all_removed, one_label=one_label))
    assert report.verdict == "lower"
    for scores in report.scores.values():
        assert scores.released.value == pytest.approx(scores.baseline, abs=1e-12)
        assert scores.transfer.value == pytest.approx(scores.baseline, abs=1e-12)
        assert scores.original.value == 1


@pytest.mark.parametrize("one_label", [True, False])
def test_tags_that_tell_the_label_do_not_count_as_kept(one_label: bool) -> None:
    report = measure_task(make_task(with_tags_in_place_of_findings, one_label=one_label))
    main = next(iter(report.scores.values()))
    assert (main.released.value, main.new_words.value) == (1, 1) and main.transfer_difference.high < 0
    assert report.verdict == "told by what was put in"
    assert (report.emptied, report.changed) == (0, report.examples)


@pytest.mark.parametrize("one_label", [True, False])
def test_a_label_told_by_emptied_texts_does_not_count_as_kept(one_label: bool) -> None:
    task = make_task(with_one_label_emptied, one_label=one_label)
    report = measure_task(task)
    assert next(iter(report.scores.values())).released.value == 1
    assert report.verdict == "lower on originals"
    assert report.emptied == sum(not e.after for e in task.examples) > 0


def test_texts_without_a_difference_are_counted() -> None:
    task = make_task(with_clinical_word, one_label=True)
    report = measure_task(replace(task, examples=tuple(replace(e, after=e.before) for e in task.examples)))
    assert (report.verdict, report.changed, report.emptied) == ("kept", 0, 0)


def test_a_label_that_no_word_tells_is_told_apart_from_a_loss() -> None:
    report = measure_task(make_task(lambda rng, p, has: ("Unremarkable.", "Unremarkable."), one_label=False))
    assert report.verdict == "not learnt from originals"


@pytest.mark.parametrize(
    ("original_low", "low", "high", "verdict"),
    [
        (0.6, -0.01, 0.02, "kept"),
        (0.6, -0.04, -0.01, "kept"),  # lower, but by less than matters
        (0.6, 0.01, 0.2, "kept"),
        (0.6, -0.06, -0.01, "lower"),
        (0.6, -0.06, 0.01, "too few to tell"),
        (0.5, -0.01, 0.02, "not learnt from originals"),
        (0.5, -0.3, -0.2, "not learnt from originals"),
    ],
)
def test_the_verdict_follows_from_the_intervals(original_low: float, low: float, high: float, verdict: str) -> None:
    any_ = Interval(0.7, 0.6, 0.8)
    original, difference = Interval(0.7, original_low, 0.8), Interval((low + high) / 2, low, high)
    assert verdict_on(Comparison(0.5, original, any_, any_, difference, any_, any_, any_)) == verdict


@pytest.mark.parametrize(
    ("low", "high", "new_low", "verdict"),
    [
        (-0.04, -0.01, 0.6, "kept"),  # the words put in tell the label, and so do those that stayed
        (-0.3, -0.1, 0.6, "told by what was put in"),
        (-0.3, -0.1, 0.4, "lower on originals"),
        (-0.3, 0.1, 0.6, "too few to tell"),
    ],
)
def test_what_is_learnt_has_to_work_on_originals(low: float, high: float, new_low: float, verdict: str) -> None:
    any_, none = Interval(0.7, 0.6, 0.8), Interval(0, 0, 0)
    on_originals, new_words = Interval((low + high) / 2, low, high), Interval(0.7, new_low, 0.8)
    assert verdict_on(Comparison(0.5, any_, any_, any_, none, on_originals, any_, new_words)) == verdict


@pytest.mark.parametrize("one_label", [True, False])
def test_the_order_of_the_input_changes_nothing(one_label: bool) -> None:
    task = make_task(with_name_alone, one_label=one_label)
    shuffled = list(task.examples)
    random.Random(5).shuffle(shuffled)
    assert measure_task(task) == measure_task(replace(task, examples=tuple(shuffled)))


def test_swapping_before_and_after_flips_the_difference() -> None:
    task = make_task(with_name_alone, one_label=False)
    swapped = replace(task, examples=tuple(replace(e, before=e.after, after=e.before) for e in task.examples))
    one, other = (measure_task(t).scores["AUROC"] for t in (task, swapped))
    assert one.released_difference.value == pytest.approx(-other.released_difference.value)
    assert one.released_difference.low == pytest.approx(-other.released_difference.high)
    assert one.replaced_words == other.new_words


def test_intervals_contain_their_values() -> None:
    report = measure_task(make_task(with_name_alone, one_label=False))
    for scores in report.scores.values():
        for name in scores.__dataclass_fields__:
            if name != "baseline":
                interval = getattr(scores, name)
                assert interval.low <= interval.value <= interval.high


def test_the_scores_are_those_of_scikit_learn() -> None:
    """The same folds, models and metrics, put together from scikit-learn's own parts."""
    rng = random.Random(9)
    examples = []
    for patient in range(50):
        for _ in range(2):
            has = rng.random() < 0.4
            text = " ".join(rng.choices(WORDS, k=9)) + (" wheezing" if has != (rng.random() < 0.2) else " fracture")
            examples.append(Example(f"p{patient:02}", text, text, frozenset({"lungs"} if has else ())))
    task = Task("known", tuple(examples), one_label=False)
    found = measure_task(task).scores
    examples.sort(key=lambda e: (e.group, e.before))
    folds = _folds_by_report(examples)
    truth = np.array([bool(e.labels) for e in examples])
    areas, precisions = [], []
    for fold in range(FOLDS):
        train = [e.before for e, f in zip(examples, folds, strict=True) if f != fold]
        test = [e.before for e, f in zip(examples, folds, strict=True) if f == fold]
        weigh = TfidfVectorizer(min_df=2, sublinear_tf=True)
        model = LogisticRegression(C=10, max_iter=1000).fit(weigh.fit_transform(train), truth[folds != fold])
        scores = model.predict_proba(weigh.transform(test))[:, 1]
        areas.append(roc_auc_score(truth[folds == fold], scores))
        precisions.append(average_precision_score(truth[folds == fold], scores))
    assert found["AUROC"].original.value == pytest.approx(np.mean(areas), abs=1e-3)
    assert found["average precision"].original.value == pytest.approx(np.mean(precisions), abs=1e-3)
    assert 0.6 < found["AUROC"].original.value < 0.95


def _folds_by_report(examples: list[Example]) -> np.ndarray:
    import hashlib

    names = sorted({e.group for e in examples}, key=lambda name: hashlib.sha256(name.encode()).digest())
    return np.array([names.index(e.group) % FOLDS for e in examples])


@pytest.mark.parametrize("seed", range(5))
def test_resampled_metrics_are_those_of_scikit_learn(seed: int) -> None:
    rng = np.random.default_rng(seed)
    weights = rng.integers(0, 3, size=(4, 60)).astype(float)
    targets = rng.random((60, 3)) < 0.4
    scores = rng.integers(0, 12, size=(60, 3)) / 12  # with ties
    folds = np.arange(60) % FOLDS
    areas, precisions = resampled_areas(weights, targets, scores, folds)
    for row in range(4):
        of_labels = np.full((2, 3, FOLDS), np.nan)
        for label in range(3):
            for fold in range(FOLDS):
                held = (folds == fold) & (weights[row] > 0)
                t, s, w = targets[held, label], scores[held, label], weights[row, held]
                if t.any() and not t.all():
                    of_labels[:, label, fold] = (
                        roc_auc_score(t, s, sample_weight=w), average_precision_score(t, s, sample_weight=w),
                    )  # fmt: skip
        expected = np.nanmean(of_labels, axis=2).mean(axis=1)
        assert (areas[row], precisions[row]) == pytest.approx(tuple(expected))
    label, chosen = rng.integers(0, 3, 60), rng.integers(0, 3, 60)
    f1 = resampled_f1(weights, np.eye(3)[label] > 0, np.eye(3)[chosen] > 0)
    for row in range(4):
        assert f1[row] == pytest.approx(f1_score(label, chosen, average="macro", sample_weight=weights[row]))


def test_areas_by_hand() -> None:
    """Of four scores, three of four pairs are in order; the two labels stand first and third."""
    scores, targets = np.array([[0.1], [0.4], [0.35], [0.8]]), np.array([[False], [False], [True], [True]])
    areas, precisions = resampled_areas(np.array([[1.0, 1, 1, 1], [1, 0, 2, 1]]), targets, scores, np.zeros(4, int))
    assert areas == pytest.approx([3 / 4, 1])
    assert precisions == pytest.approx([(1 + 2 / 3) / 2, 1])
    f1 = resampled_f1(np.ones((1, 4)), np.hstack([targets, ~targets]), np.array([[True, False]] * 4))
    assert f1 == pytest.approx([(2 / 3 + 0) / 2])  # all are given the first label


def test_resamples_draw_patients_not_notes() -> None:
    groups = np.array([0, 0, 0, 1, 2, 2])
    chunks = list(patient_weights(groups))
    weights = np.concatenate(chunks)
    assert weights.shape == (2000, 6)
    assert (weights[:, 0] == weights[:, 1]).all() and (weights[:, 4] == weights[:, 5]).all()
    assert (weights[:, [0, 3, 4]].sum(axis=1) == 3).all()


def test_an_interval_is_centred_on_its_value() -> None:
    drawn = np.arange(1001) / 1000
    found = centred_interval(0.6, drawn)
    assert (found.low, found.high) == pytest.approx((0.125, 1.0))  # 0.025 and 0.975, moved by 0.1, within -1 and 1
    assert centred_interval(0.5, np.array([np.nan, 0.4, 0.6])).low == pytest.approx(0.405)


def test_the_first_line_can_be_left_out() -> None:
    def with_heading(rng: random.Random, patient: int, has: bool) -> tuple[str, str]:
        text = f"\n{'RADIOLOGY' if has else 'CONSULT'}\nUnremarkable."
        return text, text

    task = make_task(with_heading, one_label=True)
    assert first(measure_task(task))[2] == 1
    headless = measure_task(without_first_line(task))
    assert first(headless)[2] < 0.7 and headless.name == "known, first line left out"


# --- bad input --------------------------------------------------------------------------------------------------------


def test_a_rare_label_is_left_out_and_counted() -> None:
    task = make_task(with_clinical_word, one_label=True)
    rare = tuple(Example(f"r{i}", "rash on arm", "rash on arm", frozenset({"skin"})) for i in range(LEAST_PATIENTS - 1))
    report = measure_task(replace(task, examples=task.examples + rare))
    assert report.rare == 1 and report.left_out == {"their label is rare": LEAST_PATIENTS - 1}
    assert {label.name for label in report.labels} == {"lungs", "bones"}
    one_more = Example("r99", "rash on arm", "rash on arm", frozenset({"skin"}))
    report = measure_task(replace(task, examples=(*task.examples, *rare, one_more)))
    assert (report.rare, dict(report.left_out)) == (0, {})


@pytest.mark.parametrize(
    ("examples", "told"),
    [
        ([Example(f"p{i}", "text", "text", frozenset()) for i in range(50)], "no example has a label"),
        ([Example(f"p{i}", "text", "text", frozenset({"a"})) for i in range(50)], "two labels are needed"),
        ([Example("p", "text", "text", frozenset({"ab"[i % 2]})) for i in range(500)], "1 patients are too few"),
        (
            [Example(f"p{i}", "text", "text", frozenset({"Vexholm" if i < 7 else "a"})) for i in range(50)],
            "the next has 7, so that 13 are missing",
        ),
        ([Example(f"p{i}", " \n", "text", frozenset({"a"})) for i in range(50)], "no example has a text"),
        ([Example(f"p{i}", "...", "-", frozenset({"ab"[i % 2]})) for i in range(50)], "no words"),
        ([], "no example has a text"),
    ],
)
def test_a_task_that_cannot_tell_is_refused(examples: list[Example], told: str) -> None:
    with pytest.raises(EvaluationError, match=told) as error:
        measure_task(Task("known", tuple(examples), one_label=True))
    assert "Vexholm" not in str(error.value)


def test_a_label_that_nearly_all_patients_have_is_refused() -> None:
    examples = [Example(f"p{i}", "text", "text", frozenset({"a"} if i > 4 else ())) for i in range(50)]
    with pytest.raises(EvaluationError, match="the next has 5, so that 15 are missing"):
        measure_task(Task("known", tuple(examples), one_label=False))
