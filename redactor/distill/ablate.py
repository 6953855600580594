"""Measure the effect of each part of the training and of the number of texts (CIPHER, table 2 and figure 5).

All runs have the same length. A finished run is kept; an interrupted run resumes from its checkpoint.
"""

from __future__ import annotations

import hashlib
import json
import math
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from redactor.distill import dataset, label_set, plots
from redactor.distill.examples import Example
from redactor.distill.train import TrainConfig, train_student
from redactor.distill.voters import LocalModel
from redactor.errors import AblationError
from redactor.evaluate.charts import save_svg
from redactor.evaluate.figures import Report, evaluate_documents
from redactor.evaluate.spans import Document, Labelled, with_reading
from redactor.files.atomic_file import write_text

THRESHOLD = 0.5
FULL, NO_CRF, NO_FOCAL, NO_SOFT = "full", "without CRF", "without focal", "without soft labels"
VARIANTS = (FULL, NO_CRF, NO_FOCAL, NO_SOFT)
# The figures of a run with their titles. All but the false alarms are shares.
COLUMNS = {
    "recall": "recall",
    "precision": "precision",
    "f1": "F1",
    "exact_recall": "exact recall",
    "whole": "documents without a miss",
    "alarms": "false alarms per 1,000 words",
}
_UNKNOWN = "?"  # the label of ranges that are not judged
_TEXTS_PER_BATCH = 64  # texts per batch

ReportProgress = Callable[["Run", int, int, int], object]


@dataclass(frozen=True, slots=True)
class Run:
    """A training run: the variant of the training, the number of training examples, and the seed."""

    variant: str
    size: int
    seed: int

    @property
    def name(self) -> str:
        """Return the name of the run's files."""
        return f"{self.variant.replace(' ', '-').lower()}-{self.size}-{self.seed}"


def plan_runs(examples: int, soft: bool, seeds: int, sizes: Sequence[int]) -> list[Run]:
    """List the runs, seed by seed: every variant on all examples, and the full training on fewer.

    soft: whether the corpus has soft labels. sizes: numbers of examples to try; those that are not below `examples` are
    ignored.
    """
    variants = [v for v in VARIANTS if soft or v != NO_SOFT]
    fewer = sorted({size for size in sizes if size < examples})
    return [
        run
        for seed in range(seeds)
        for run in [*(Run(v, examples, seed) for v in variants), *(Run(FULL, size, seed) for size in fewer)]
    ]


def run_ablation(
    out: Path,
    corpus: dataset.Corpus,
    held: Sequence[Example],
    config: TrainConfig,
    todo: Sequence[Run],
    told: ReportProgress,
) -> dict[str, Any]:
    """Run the trainings that are missing, and write ablation.json, ablation.md, ablation.svg and sizes.svg.

    held: annotated texts that training never saw. config: the configuration of all runs, except for what a run changes.
    told: called with a run, its number, the number of runs, and the number of sequences it was shown. Returns the
    content of ablation.json. Raises AblationError if finished runs had other texts or settings.
    """
    digest = _input_digest(corpus, held, config)
    figures: dict[Run, dict[str, float]] = {}
    (out / "runs").mkdir(parents=True, exist_ok=True)
    for number, run in enumerate(todo):
        kept = out / "runs" / f"{run.name}.json"
        if kept.is_file():
            found = json.loads(kept.read_text(encoding="utf-8"))
            if found["of"] != digest:
                raise AblationError(f"{out.name} holds runs of other texts or settings; name a new folder")
            figures[run] = {name: _nan_if_none(value) for name, value in found["figures"].items()}
            told(run, number, len(todo), config.sequences)
            continue
        work = out / "work" / run.name

        def watch(entry: Mapping[str, float], run: Run = run, number: int = number) -> None:
            told(run, number, len(todo), int(entry.get("shown", 0)))

        watch({})
        folder = train_student(_config_of_run(config, run), _corpus_of_run(corpus, run), work, watch)
        figures[run] = measure_student(folder, held)
        row = {"of": digest} | asdict(run) | {"figures": _without_nan(figures[run])}
        write_text(kept, json.dumps(row, indent=1) + "\n")
        shutil.rmtree(work)
    shutil.rmtree(out / "work", ignore_errors=True)
    summary = summarize_runs(figures, len(corpus)) | {"sequences": config.sequences, "documents": len(held)}
    write_summary(out, summary)
    return summary


def measure_student(folder: Path, held: Sequence[Example]) -> dict[str, float]:
    """Return the figures of a trained folder on annotated texts, by the keys of COLUMNS, with every class at
    THRESHOLD.
    """
    reader = LocalModel(folder)
    documents = []
    for at in range(0, len(held), _TEXTS_PER_BATCH):
        batch = held[at : at + _TEXTS_PER_BATCH]
        for example, found in zip(batch, reader.read([e.text for e in batch], THRESHOLD), strict=True):
            documents.append(with_reading(Document(example.id, example.text, _gold_spans(example), ()), found))
    ignored = {_UNKNOWN: None}
    report: Report = evaluate_documents(documents, "cover", ignored)
    return {
        "recall": report.recall.value,
        "precision": report.precision.value,
        "f1": report.f1,
        "exact_recall": evaluate_documents(documents, "exact", ignored).recall.value,
        "whole": report.whole.value,
        "alarms": report.alarms.value,
    }


def random_subset(corpus: dataset.Corpus, count: int, seed: int) -> dataset.Corpus:
    """Return a random subset of `count` examples in their order. It depends on the seed."""
    chosen = np.sort(np.random.default_rng((seed, 2)).permutation(len(corpus))[:count])
    pieces = np.concatenate([np.arange(corpus.at[i], corpus.at[i + 1]) for i in chosen])
    sizes = (corpus.at[1:] - corpus.at[:-1])[chosen]
    return dataset.Corpus(
        np.concatenate(([0], np.cumsum(sizes))),
        corpus.ids[pieces],
        corpus.shapes[pieces],
        corpus.gaps[pieces],
        corpus.traits[pieces],
        corpus.labels[pieces],
        None if corpus.kept is None else corpus.kept[pieces],
        None if corpus.weights is None else corpus.weights[pieces],
    )


def summarize_runs(figures: Mapping[Run, Mapping[str, float]], examples: int) -> dict[str, Any]:
    """Return means and standard deviations over seeds, by variant on all examples and by size of the full training."""
    whole = {v: [r for r in figures if r.variant == v and r.size == examples] for v in VARIANTS}
    sizes = sorted({r.size for r in figures if r.variant == FULL})
    by_size = {size: [r for r in figures if r.variant == FULL and r.size == size] for size in sizes}
    return {
        "examples": examples,
        "variants": {v: _mean_and_sd([figures[r] for r in found]) for v, found in whole.items() if found},
        "sizes": {str(size): _mean_and_sd([figures[r] for r in found]) for size, found in by_size.items()},
    }


def fitted_limit(sizes: Sequence[float], values: Sequence[float]) -> float | None:
    """Return the limit a of a - b n^-c, fitted to values at sizes n and at most one.

    None for fewer than three sizes, and if the values do not rise.
    """
    if len(sizes) < 3:
        return None
    n, wanted = np.array(sizes, dtype=np.float64), np.array(values, dtype=np.float64)
    best: tuple[float, float, float] | None = None
    for c in np.linspace(0.1, 2.0, 39):
        terms = np.stack([np.ones_like(n), -(n**-c)], axis=1)
        (a, b), *_ = np.linalg.lstsq(terms, wanted, rcond=None)
        error = float(((terms @ (a, b) - wanted) ** 2).sum())
        if best is None or error < best[0]:
            best = (error, float(a), float(b))
    return None if best is None or best[2] <= 0 else min(1.0, best[1])


def write_summary(out: Path, summary: Mapping[str, Any]) -> None:
    """Write the summary as JSON, as tables and as plots."""
    variants, sizes = summary["variants"], summary["sizes"]
    shown = {"recall": "recall", "precision": "precision", "f1": "F1"}
    (out / "ablation.json").write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
    (out / "ablation.md").write_text(markdown_tables(summary), encoding="utf-8")
    groups = [
        plots.Series(title, _known_points({i: f[key] for i, f in enumerate(variants.values())}))
        for key, title in shown.items()
    ]
    save_svg(plots.plot_groups("What each part is worth", list(variants), groups), out / "ablation.svg")
    lines = []
    for key, title in {"recall": "recall", "exact_recall": "exact recall", "f1": "F1"}.items():
        points = _known_points({float(size): f[key] for size, f in sizes.items()})
        asymptote = fitted_limit([p.x for p in points], [p.mean for p in points]) if key == "recall" else None
        lines.append(plots.Series(title, points, asymptote))
    save_svg(plots.plot_curves("How much text it takes", "training texts", lines), out / "sizes.svg")


def markdown_tables(summary: Mapping[str, Any]) -> str:
    """Return two tables in Markdown, by variant and by number of texts."""

    def table(first: str, rows: Mapping[str, Any]) -> list[str]:
        head = [f"| {first} | {' | '.join(COLUMNS.values())} |", f"|---|{'---:|' * len(COLUMNS)}"]
        return head + [
            f"| {name} | {' | '.join(figure_cell(key, f[key]) for key in COLUMNS)} |" for name, f in rows.items()
        ]

    seeds = max(f["runs"] for f in summary["variants"].values())
    about = (
        f"{summary['examples']:,} training texts, {summary['sequences']:,} sequences a run, {seeds} seeds (mean ± "
        f"standard deviation), {summary['documents']:,} texts to measure on, threshold {THRESHOLD:g} for every class."
    )
    sizes = {f"{int(size):,}": f for size, f in summary["sizes"].items()}
    return "\n".join([about, "", *table("", summary["variants"]), "", *table("training texts", sizes), ""])


def figure_cell(key: str, figure: Mapping[str, float | None]) -> str:
    """Return a figure for people: mean and standard deviation, shares in per cent."""
    mean, spread = _nan_if_none(figure["mean"]), _nan_if_none(figure["sd"])
    scale, digits = (1, 2) if key == "alarms" else (100, 1)
    if math.isnan(mean):
        return "-"
    return f"{mean * scale:.{digits}f}" + ("" if math.isnan(spread) else f" ± {spread * scale:.{digits}f}")


def _config_of_run(config: TrainConfig, run: Run) -> TrainConfig:
    config = replace(config, seed=run.seed)
    if run.variant == NO_CRF:
        return replace(config, crf=0.0)
    return replace(config, gamma=0.0) if run.variant == NO_FOCAL else config


def _corpus_of_run(corpus: dataset.Corpus, run: Run) -> dataset.Corpus:
    if run.size < len(corpus):
        return random_subset(corpus, run.size, run.seed)
    # The corpus also holds the likeliest labels, which are hard labels once the distributions are dropped.
    return replace(corpus, kept=None, weights=None) if run.variant == NO_SOFT else corpus


def _gold_spans(example: Example) -> tuple[Labelled, ...]:
    """Return the gold spans, without near-misses. Predictions in unknown ranges are not judged."""
    kinds = [(a, b, label, label_set.KIND_OF[label]) for a, b, label in example.spans]
    wanted = [Labelled(a, b, label) for a, b, label, kind in kinds if kind and label_set.ENTITY_OF[kind] is not None]
    return (*wanted, *(Labelled(a, b, _UNKNOWN) for a, b in example.masked))


def _input_digest(corpus: dataset.Corpus, held: Sequence[Example], config: TrainConfig) -> str:
    found = hashlib.sha256(json.dumps(asdict(replace(config, seed=0)), sort_keys=True).encode())
    for array in (corpus.at, corpus.ids, corpus.labels, corpus.weights):
        found.update(b"" if array is None else np.ascontiguousarray(array).tobytes())
    for example in held:
        found.update(json.dumps(asdict(example)).encode())
    return found.hexdigest()[:16]


def _mean_and_sd(found: Sequence[Mapping[str, float]]) -> dict[str, Any]:
    out: dict[str, Any] = {"runs": len(found)}
    for key in COLUMNS:
        values = np.array([figures[key] for figures in found])
        out[key] = _without_nan({
            "mean": float(values.mean()),
            "sd": float(values.std(ddof=1)) if len(values) > 1 else math.nan,
        })  # fmt: skip
    return out


def _without_nan(figures: Mapping[str, float]) -> dict[str, float | None]:
    return {name: None if math.isnan(value) else round(value, 6) for name, value in figures.items()}


def _nan_if_none(value: float | None) -> float:
    return math.nan if value is None else value


def _known_points(figures: Mapping[float, Mapping[str, float | None]]) -> tuple[plots.Point, ...]:
    """Return the points with a known mean; without predictions there is no precision."""
    known = {x: f for x, f in figures.items() if f["mean"] is not None}
    return tuple(plots.Point(x, _nan_if_none(f["mean"]), _nan_if_none(f["sd"])) for x, f in known.items())
