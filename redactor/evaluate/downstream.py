"""Measure whether work on released notes still works: a classifier is trained on originals and on released notes.

The classifier is logistic regression on TF-IDF of words (scikit-learn), with constants that nobody tunes. Patients are
dealt into five folds by a hash of their id, and every note is scored by the model of the four folds that its patient is
not in. Labels are those of the originals in all comparisons, so that a difference comes from the texts.

Where an example has one label of several, the metric is the macro F1 over all examples. Where it has any number of
labels, the metrics are the area under the ROC curve and the average precision, as means over folds and labels: each
fold has a model of its own, whose scores are not compared with those of another.

Intervals are percentiles over patients drawn with replacement (2,000 resamples, seed 42), each moved by the difference
of the value from the mean of the resamples: a resample repeats patients, which raises an average precision. Each
resample draws the same patients for both sides of a difference. The intervals do not cover the chance in which patients
a model was trained on. This module needs scikit-learn.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.linear_model import LogisticRegression
from threadpoolctl import threadpool_limits

from redactor.errors import EvaluationError
from redactor.evaluate.downstream_metrics import (
    FOLDS,
    Bools,
    Floats,
    Interval,
    Ints,
    Metric,
    centred_interval,
    chosen_labels,
    patient_weights,
    resampled_areas,
    resampled_f1,
    score_labels,
)
from redactor.evaluate.downstream_tasks import Example, Task

LEAST_PATIENTS = 20
"""A label is judged if at least so many patients have an example with it, and so many one without it."""
MARGIN = 0.05
"""A loss that matters: a task counts as kept where the interval of the difference excludes a larger loss."""

_MOST_LABELS = 20  # of a task whose examples have any number of labels
_LEAST_DOCUMENTS = 2  # examples of the training folds in which a word has to stand
_C = 10.0  # the inverse of the regularisation

Verdict = Literal[
    "kept",
    "lower",
    "told by what was put in",
    "lower on originals",
    "too few to tell",
    "not learnt from originals",
]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The scores of a task by one metric.

    baseline: of a guess that reads no text. original, released: trained and tested on the same. transfer: trained on
    released notes, tested on originals. released_difference, transfer_difference: the same less the score on originals.
    replaced_words, new_words: trained and tested on those words alone that the release took out, or put in.
    """

    baseline: float
    original: Interval
    released: Interval
    transfer: Interval
    released_difference: Interval
    transfer_difference: Interval
    replaced_words: Interval
    new_words: Interval


@dataclass(frozen=True, slots=True)
class LabelFigures:
    """A label with the patients and the examples that have it, and its scores on originals and on released notes."""

    name: str
    patients: int
    examples: int
    original: float
    released: float


@dataclass(frozen=True, slots=True)
class TaskReport:
    """The figures of a task.

    scores: by metric; the verdict and the figures of the labels are based on the first. labels_kept: the share of
    examples whose released records give the same labels; None for texts, whose labels are not released. rare: the
    number of labels that too few patients have, or lack. left_out: numbers of examples that are not counted, by reason.
    emptied: examples of which the release left no text; they count with none. changed: examples whose text differs.
    """

    name: str
    patients: int
    examples: int
    scores: Mapping[Metric, Comparison]
    verdict: Verdict
    labels: tuple[LabelFigures, ...]
    labels_kept: float | None
    rare: int
    left_out: Mapping[str, int]
    emptied: int
    changed: int


def measure_task(task: Task) -> TaskReport:
    """Train and test on a task. The report does not depend on the order of the examples.

    Raises EvaluationError for a task that has too few patients, and says how many are needed.
    """
    examples = sorted(task.examples, key=lambda e: (e.group, e.before, e.after, sorted(e.labels)))
    if not any(e.before.strip() for e in examples):
        raise EvaluationError(f"{task.name}: {_why_empty(task)}")
    labels, rare = _usable_labels(task, examples)
    left_out = dict(task.left_out)
    if task.one_label:
        frequent = [e for e in examples if not e.labels.isdisjoint(labels)]
        if len(frequent) < len(examples):
            left_out["their label is rare"] = len(examples) - len(frequent)
        examples = frequent
    targets = np.array([[label in e.labels for label in labels] for e in examples], dtype=np.bool_)
    names = sorted({e.group for e in examples})
    numbers = {name: number for number, name in enumerate(names)}
    groups = np.array([numbers[e.group] for e in examples])
    folds = _folds_of(names)[groups]
    with threadpool_limits(1):
        predicted = _predict(examples, targets, folds, one_label=task.one_label)
        points = {
            name: score_labels(targets, found, folds, one_label=task.one_label) for name, found in predicted.items()
        }
        scores = _compare(predicted, points, targets, groups, folds, one_label=task.one_label)
    main = next(iter(scores))
    return TaskReport(
        task.name,
        len(names),
        len(examples),
        scores,
        verdict_on(scores[main]),
        tuple(
            LabelFigures(
                task.names.get(label, label),
                len(np.unique(groups[targets[:, i]])),
                int(targets[:, i].sum()),
                float(points["original"][main][i]),
                float(points["released"][main][i]),
            )
            for i, label in enumerate(labels)
        ),
        _share_of_kept_labels(examples, labels) if task.from_records else None,
        rare,
        left_out,
        sum(bool(e.before.strip()) and not e.after.strip() for e in examples),
        sum(e.before != e.after for e in examples),
    )


def _why_empty(task: Task) -> str:
    counts = ", ".join(f"{reason}: {n:,}" for reason, n in task.left_out.items() if n)
    return "no example has a text, a patient and a label" + (f" ({counts})" if counts else "")


def _usable_labels(task: Task, examples: Sequence[Example]) -> tuple[list[str], int]:
    """Return the labels that enough patients have and lack, the most frequent first, and the number of others."""
    patients = {e.group for e in examples}
    if len(patients) < LEAST_PATIENTS:
        raise EvaluationError(
            f"{task.name}: {len(patients):,} patients are too few; at least {LEAST_PATIENTS} are needed"
        )
    having: dict[str, set[str]] = {}
    for example in examples:
        for label in example.labels:
            having.setdefault(label, set()).add(example.group)
    if len(having) < (2 if task.one_label else 1):
        told = "all examples have the same label; two labels are needed" if having else "no example has a label"
        raise EvaluationError(f"{task.name}: {told}")
    lacking = {label: {e.group for e in examples if label not in e.labels} for label in having}
    sizes = {label: min(len(having[label]), len(lacking[label])) for label in having}
    usable = [label for label, size in sizes.items() if size >= LEAST_PATIENTS]
    usable.sort(key=lambda label: (-len(having[label]), label))
    if len(usable) < (2 if task.one_label else 1):
        # No label is named: a rare one may identify a patient.
        nearest = sorted(sizes.values(), reverse=True)[1 if task.one_label else 0]
        raise EvaluationError(
            f"{task.name}: too few patients for {'two labels' if task.one_label else 'any label'}; a label needs "
            f"{LEAST_PATIENTS} patients with it and {LEAST_PATIENTS} without, and the next has {nearest:,}, so that "
            f"{LEAST_PATIENTS - nearest:,} are missing"
        )
    return usable if task.one_label else usable[:_MOST_LABELS], len(having) - len(usable)


def _share_of_kept_labels(examples: Sequence[Example], labels: Sequence[str]) -> float:
    judged = frozenset(labels)
    same = sum(e.released_labels is not None and e.labels & judged == e.released_labels & judged for e in examples)
    return same / len(examples)


def _folds_of(names: Sequence[str]) -> Ints:
    """Return the fold of each patient, (patients,); it does not depend on the order of the input."""
    order = sorted(range(len(names)), key=lambda i: hashlib.sha256(names[i].encode("utf-8", "replace")).digest())
    folds = np.empty(len(names), dtype=np.int64)
    folds[order] = np.arange(len(names)) % FOLDS
    return folds


# --- predictions ------------------------------------------------------------------------------------------------------

_TRAINED_AND_TESTED = {
    "original": ("original", "original"),
    "released": ("released", "released"),
    "transfer": ("released", "original"),
    "replaced_words": ("replaced_words", "replaced_words"),
    "new_words": ("new_words", "new_words"),
}


def _predict(examples: Sequence[Example], targets: Bools, folds: Ints, *, one_label: bool) -> dict[str, Floats]:
    """Return the scores of all examples by models that did not see their patients, (examples, labels) each, for every
    comparison and as "baseline" by the shares of labels in training.
    """
    words = CountVectorizer()
    try:
        words.fit(text for e in examples for text in (e.before, e.after))
    except ValueError:
        raise EvaluationError("the texts hold no words") from None
    before = csr_matrix(words.transform([e.before for e in examples]))
    after = csr_matrix(words.transform([e.after for e in examples]))
    gone = before - after
    counts = {"original": before, "released": after, "replaced_words": gone.maximum(0), "new_words": (-gone).maximum(0)}
    scores = {name: np.zeros(targets.shape) for name in (*_TRAINED_AND_TESTED, "baseline")}
    for fold in range(FOLDS):
        train, test = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
        scores["baseline"][test] = targets[train].mean(axis=0)
        for source, of_source in counts.items():
            tested = {name: on for name, (trained, on) in _TRAINED_AND_TESTED.items() if trained == source}
            tests = [counts[on][test] for on in tested.values()]
            found = _scores_of_model(of_source[train], targets[train], tests, one_label=one_label)
            for name, of_test in zip(tested, found, strict=True):
                scores[name][test] = of_test
    return scores


def _scores_of_model(
    counts: csr_matrix, targets: Bools, tests: Sequence[csr_matrix], *, one_label: bool
) -> list[Floats]:
    """Return the scores of each set of test examples, (examples, labels), by a model of the training examples.

    counts: those of words, (examples, words). Without any word, or without examples of another label, the scores are
    the shares of labels in training.
    """
    shares = targets.mean(axis=0)
    found = [np.tile(shares, (test.shape[0], 1)) for test in tests]
    held = np.flatnonzero(np.asarray((counts > 0).sum(axis=0)).ravel() >= _LEAST_DOCUMENTS)
    if not len(held):
        return found
    weigh = TfidfTransformer(sublinear_tf=True)
    features = weigh.fit_transform(counts[:, held])
    weighed = [weigh.transform(test[:, held]) for test in tests]
    if one_label and shares.max() < 1:
        model = LogisticRegression(C=_C, max_iter=1000).fit(features, targets.argmax(axis=1))
        for scores, test in zip(found, weighed, strict=True):
            scores[:, model.classes_] = model.predict_proba(test)
    elif not one_label:
        for label in np.flatnonzero((shares > 0) & (shares < 1)):
            model = LogisticRegression(C=_C, max_iter=1000).fit(features, targets[:, label])
            for scores, test in zip(found, weighed, strict=True):
                scores[:, label] = model.predict_proba(test)[:, 1]
    return found


# --- figures ----------------------------------------------------------------------------------------------------------


def _compare(
    predicted: Mapping[str, Floats],
    points: Mapping[str, Mapping[Metric, Floats]],
    targets: Bools,
    groups: Ints,
    folds: Ints,
    *,
    one_label: bool,
) -> dict[Metric, Comparison]:
    drawn: dict[str, list[dict[Metric, Floats]]] = {name: [] for name in _TRAINED_AND_TESTED}
    for weights in patient_weights(groups):
        for name, found in drawn.items():
            if one_label:
                found.append({"macro F1": resampled_f1(weights, targets, chosen_labels(predicted[name]))})
            else:
                areas, precisions = resampled_areas(weights, targets, predicted[name], folds)
                found.append({"AUROC": areas, "average precision": precisions})
    made: dict[Metric, Comparison] = {}
    for metric, of_labels in points["baseline"].items():
        all_drawn = {name: np.concatenate([chunk[metric] for chunk in chunks]) for name, chunks in drawn.items()}
        values = {name: float(points[name][metric].mean()) for name in drawn}
        differences = {
            f"{name}_difference": centred_interval(
                values[name] - values["original"], all_drawn[name] - all_drawn["original"]
            )
            for name in ("released", "transfer")
        }
        scores = {name: centred_interval(value, all_drawn[name], (0.0, 1.0)) for name, value in values.items()}
        made[metric] = Comparison(baseline=float(of_labels.mean()), **scores, **differences)
    return made


def verdict_on(scores: Comparison) -> Verdict:
    """Say what the scores of a task allow to say about the loss on released notes.

    Tags, or that a text is empty, can tell the label of a released note: only what is learnt from it and works on
    originals, too, is kept.
    """
    released, transfer = scores.released_difference, scores.transfer_difference
    if not scores.original.low > scores.baseline:
        return "not learnt from originals"
    if released.low < -MARGIN:
        return "lower" if released.high < 0 else "too few to tell"
    if transfer.low >= -MARGIN:
        return "kept"
    if transfer.high >= 0:
        return "too few to tell"
    return "told by what was put in" if scores.new_words.low > scores.baseline else "lower on originals"
