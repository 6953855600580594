"""What each part of the training is worth: the runs, their resumption, their figures, tables and plots."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="NOT TESTED: torch is absent (extra `train`)")
pytest.importorskip("matplotlib", reason="NOT TESTED: matplotlib is absent (extra `train`)")

from redactor.distill import ablate, dataset, label_set, plots  # noqa: E402
from redactor.distill import train as training  # noqa: E402
from redactor.distill.ablate import Run  # noqa: E402
from redactor.errors import AblationError  # noqa: E402
from redactor.evaluate.charts import save_svg  # noqa: E402
from tests.unit.distill import tiny_models as kit  # noqa: E402

TINY = training.TrainConfig(sequences=60, rate=3e-3, budget=300)


def _soft_corpus(count: int) -> dataset.Corpus:
    """The teacher gives a third to a city for the first piece of every third example, whatever the other labels say."""
    examples = list(kit.examples(count))
    plain = dataset.encode_corpus(examples, kit.tokenizer())
    soft = {}
    for i in range(0, count, 3):
        gold = plain.labels[plain.at[i] : plain.at[i + 1]]
        rows = np.eye(len(label_set.LABELS), dtype=np.float32)[gold]
        rows[0] = rows[0] * 2 / 3
        rows[0, label_set.LABELS.index("B-CITY")] += 1 / 3
        soft[examples[i].id] = rows
    return dataset.encode_corpus(examples, kit.tokenizer(), soft)


def test_every_part_is_left_out_once_a_seed_and_sizes_stay_below_the_whole() -> None:
    todo = ablate.plan_runs(1000, True, 2, [200, 500, 1000, 5000, 200])
    assert len(todo) == len(set(todo)) == 2 * (4 + 2)
    assert {r.size for r in todo if r.variant != ablate.FULL} == {1000}
    assert [r.size for r in todo if r.variant == ablate.FULL] == [1000, 200, 500] * 2
    assert ablate.NO_SOFT not in {r.variant for r in ablate.plan_runs(1000, False, 1, [])}
    assert len({r.name for r in todo}) == len(todo)


def test_a_subset_holds_whole_examples_and_other_ones_for_each_seed() -> None:
    corpus = _soft_corpus(30)
    some = ablate.random_subset(corpus, 10, seed=1)
    assert len(some) == 10 and some.weights is not None and some.weights.any()
    rows = {corpus.ids[a:b].tobytes() for a, b in zip(corpus.at[:-1], corpus.at[1:], strict=True)}
    assert {some.ids[a:b].tobytes() for a, b in zip(some.at[:-1], some.at[1:], strict=True)} <= rows
    assert len(some.ids) == len(some.labels) == some.at[-1]
    assert not np.array_equal(some.ids, ablate.random_subset(corpus, 10, seed=2).ids)
    np.testing.assert_array_equal(ablate.random_subset(corpus, 30, seed=3).ids, corpus.ids)


def test_each_run_is_trained_as_its_name_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, tuple[training.TrainConfig, dataset.Corpus]] = {}

    def train(config: training.TrainConfig, corpus: dataset.Corpus, out: Path, told: object) -> Path:
        seen[out.name] = (config, corpus)
        out.mkdir(parents=True)
        return out

    monkeypatch.setattr(ablate, "train_student", train)
    monkeypatch.setattr(ablate, "measure_student", lambda folder, held: dict.fromkeys(ablate.COLUMNS, 0.5))
    corpus = _soft_corpus(30)
    config = replace(TINY, gamma=2.0, crf=0.5)
    ablate.run_ablation(
        tmp_path, corpus, list(kit.examples(3)), config, ablate.plan_runs(30, True, 1, [10]), lambda *_: None
    )
    assert {name: (c.gamma, c.crf, len(m), m.weights is not None) for name, (c, m) in seen.items()} == {
        "full-30-0": (2.0, 0.5, 30, True),
        "without-crf-30-0": (2.0, 0.0, 30, True),
        "without-focal-30-0": (0.0, 0.5, 30, True),
        "without-soft-labels-30-0": (2.0, 0.5, 30, False),
        "full-10-0": (2.0, 0.5, 10, True),
    }
    np.testing.assert_array_equal(seen["without-soft-labels-30-0"][1].labels, corpus.labels)


def test_finished_runs_are_kept_and_an_interrupted_ablation_goes_on(tmp_path: Path) -> None:
    encoder = kit.encoder(tmp_path / "encoder")
    corpus, held = dataset.encode_corpus(kit.examples(40), kit.tokenizer()), list(kit.examples(12))
    config, todo = replace(TINY, encoder=encoder), [Run(ablate.FULL, 40, 0), Run(ablate.NO_CRF, 40, 0)]
    out = tmp_path / "out"

    def stop(run: Run, number: int, of: int, shown: int) -> None:
        if number == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ablate.run_ablation(out, corpus, held, config, todo, stop)
    first = out / "runs" / "full-40-0.json"
    assert [p.name for p in (out / "runs").iterdir()] == [first.name] and not (out / "ablation.json").exists()
    kept = json.loads(first.read_text())
    first.write_text(json.dumps(kept | {"figures": kept["figures"] | {"recall": 0.125}}))
    summary = ablate.run_ablation(out, corpus, held, config, todo, lambda *_: None)
    assert summary["variants"]["full"]["recall"] == {"mean": 0.125, "sd": None}
    assert summary == json.loads((out / "ablation.json").read_text())
    assert set(summary["variants"]) == {"full", "without CRF"} and summary["documents"] == 12
    assert not (out / "work").exists()
    with pytest.raises(AblationError, match="new folder"):
        ablate.run_ablation(out, corpus, held[1:], config, todo, lambda *_: None)
    with pytest.raises(AblationError, match="new folder"):
        ablate.run_ablation(out, corpus, held, replace(config, sequences=61), todo, lambda *_: None)


def test_figures_ignore_look_alikes_and_unknown_ranges(tmp_path: Path) -> None:
    encoder = kit.encoder(tmp_path / "encoder")
    corpus = dataset.encode_corpus(kit.examples(120), kit.tokenizer())
    folder = training.train_student(replace(TINY, encoder=encoder, sequences=600), corpus, tmp_path / "run")
    held = list(kit.examples(40))
    good = ablate.measure_student(folder, held)
    assert good["recall"] > 0.95 and good["precision"] > 0.9 and good["whole"] > 0.9
    assert good["f1"] == pytest.approx(2 * good["recall"] * good["precision"] / (good["recall"] + good["precision"]))
    # The same names labelled as years: none should be found, and each is a false alarm.
    years = [replace(e, spans=tuple((a, b, "YEAR") for a, b, _ in e.spans)) for e in held]
    missing = ablate.measure_student(folder, years)
    assert math.isnan(missing["recall"]) and missing["precision"] == 0 and missing["alarms"] > 50
    # Where the label is unknown, finding them is neither right nor wrong.
    unknown = [replace(e, spans=(), masked=tuple((a, b) for a, b, _ in e.spans)) for e in held]
    assert ablate.measure_student(folder, unknown)["alarms"] < missing["alarms"] / 4


def test_means_and_deviations_are_over_seeds() -> None:
    def figures(recall: float) -> dict[str, float]:
        return dict.fromkeys(ablate.COLUMNS, 0.5) | {"recall": recall, "alarms": math.nan}

    runs = {Run(ablate.FULL, 100, 0): figures(0.9), Run(ablate.FULL, 100, 1): figures(0.94)}
    runs |= {Run(ablate.FULL, 50, 0): figures(0.8), Run(ablate.NO_CRF, 100, 0): figures(0.7)}
    summary = ablate.summarize_runs(runs, 100)
    assert summary["variants"]["full"]["recall"] == {"mean": 0.92, "sd": pytest.approx(0.028284)}
    assert summary["variants"]["without CRF"]["recall"] == {"mean": 0.7, "sd": None}
    assert list(summary["sizes"]) == ["50", "100"] and summary["sizes"]["100"]["runs"] == 2
    text = ablate.markdown_tables(summary | {"sequences": 10, "documents": 5})
    assert "| full | 92.0 ± 2.8 | 50.0 ± 0.0 |" in text and "| 50 | 80.0 | 50.0 |" in text
    assert all(line.count("|") == 8 for line in text.splitlines() if line.startswith("|"))


@pytest.mark.parametrize("a", [0.97, 0.985])
def test_the_limit_of_a_power_law_is_found(a: float) -> None:
    sizes = [500.0, 1000.0, 2000.0, 5000.0, 15000.0]
    assert ablate.fitted_limit(sizes, [a - 2.0 * n**-0.5 for n in sizes]) == pytest.approx(a, abs=1e-6)
    assert ablate.fitted_limit(sizes, [0.9, 0.8, 0.7, 0.6, 0.5]) is None
    assert ablate.fitted_limit(sizes[:2], [0.8, 0.9]) is None


SERIES = [
    plots.Series("recall & more", (plots.Point(500, 0.868, 0.01), plots.Point(15000, 0.979, math.nan)), 0.985),
    plots.Series("F1", (plots.Point(500, 0.82, 0), plots.Point(15000, 0.9385, 0.004))),
]


def _labels(axis: Any) -> list[str]:
    return [label.get_text() for label in axis.get_ticklabels()]


def test_curves_run_over_a_logarithmic_axis_with_bars_and_a_limit() -> None:
    figure = plots.plot_curves("A & B", "texts", [*SERIES, plots.Series("mid", (plots.Point(2738.6, 0.9, 0),))])
    figure.draw_without_rendering()
    (axes,) = figure.axes
    assert axes.get_xscale() == "log" and _labels(axes.xaxis) == ["500", "2,739", "15,000"]
    (dashed,) = [line for line in axes.lines if line.get_linestyle() == "--"]
    assert list(dashed.get_ydata()) == [0.985, 0.985]
    curves = [drawn.lines[0] for drawn in axes.containers]
    assert [list(curve.get_xdata()) for curve in curves] == [[500, 15000], [500, 15000], [2738.6]]
    assert list(curves[0].get_ydata()) == [0.868, 0.979]
    (bars,) = axes.containers[0].lines[2]
    assert bars.get_segments()[0][:, 1] == pytest.approx([0.858, 0.878])
    low, high = axes.get_ylim()
    assert low < 0.82 and high > 0.985


def test_groups_stand_over_their_names_and_show_their_values() -> None:
    series = [plots.Series("recall", (plots.Point(0, 0.979, 0.004), plots.Point(1, 0.966, 0)))]
    figure = plots.plot_groups("Parts", ["full", "without CRF"], series)
    figure.draw_without_rendering()
    (axes,) = figure.axes
    assert _labels(axes.xaxis) == ["full", "without CRF"]
    said = {text.get_text(): text.xy[0] for text in axes.texts}
    assert said == {"97.9": 0, "96.6": 1} and list(axes.get_xticks()) == [0, 1]
    low, high = axes.get_ylim()
    assert low <= 0.966 and high >= 0.983


def test_a_plot_is_the_same_svg_every_time_and_holds_its_text(tmp_path: Path) -> None:
    for name in ("one.svg", "two.svg"):
        save_svg(plots.plot_curves("A & B", "texts", SERIES), tmp_path / name)
    svg = (tmp_path / "one.svg").read_text()
    assert svg == (tmp_path / "two.svg").read_text()
    assert "A &amp; B" in svg and "15,000" in svg and "<dc:date>" not in svg and "nan" not in svg.lower()
    ElementTree.fromstring(svg)


def test_a_plot_without_points_or_of_negative_sizes_is_refused() -> None:
    with pytest.raises(ValueError, match="points"):
        plots.plot_curves("t", "x", [plots.Series("a", ())])
    with pytest.raises(ValueError, match="positive"):
        plots.plot_curves("t", "x", [plots.Series("a", (plots.Point(0, 0.5, 0),))])
