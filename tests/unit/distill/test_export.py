"""The exported folder: the runtime reads what was trained, and its thresholds reach their targets."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="NOT TESTED: torch is absent (extra `train`)")
onnx = pytest.importorskip("onnx", reason="NOT TESTED: onnx is absent (extra `train`)")

from redactor.detect.student import Student  # noqa: E402
from redactor.detect.student.card import CARD, TOKENIZER, WEIGHTS, load_card  # noqa: E402
from redactor.distill import calibrate, dataset, label_set, model  # noqa: E402
from redactor.distill import export as exporting  # noqa: E402
from redactor.distill import train as training  # noqa: E402
from redactor.distill.examples import Example  # noqa: E402
from redactor.entities import Entity  # noqa: E402
from redactor.errors import ModelError  # noqa: E402
from redactor.text import Note  # noqa: E402
from tests.unit.distill import tiny_models as kit  # noqa: E402

TEXTS = [e.text for e in kit.examples(60)]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A trained tiny student and its export."""
    place = tmp_path_factory.mktemp("export")
    config = training.TrainConfig(
        encoder=kit.encoder(place / "encoder"), sequences=600, rate=3e-3, budget=300, seed=5, average=0.2
    )
    trained = training.train_student(
        config, dataset.encode_corpus(kit.examples(120), kit.tokenizer()), place / "training"
    )
    return trained, exporting.export_student(trained, place / "student", TEXTS, "tiny", "7")


def test_the_export_is_read_by_the_runtime_and_holds_the_learnt_scores(made: tuple[Path, Path]) -> None:
    trained, folder = made
    assert {p.name for p in folder.iterdir()} == {CARD, TOKENIZER, WEIGHTS}
    card = load_card(folder)
    scores = model.load_student(trained)[0].crf.scores()
    assert card.labels == label_set.LABELS and (card.window, card.stride) == (254, 190)
    np.testing.assert_allclose(card.transitions, scores.transitions.detach().numpy(), atol=1e-5)
    np.testing.assert_allclose(card.start, scores.start.detach().numpy(), atol=1e-5)
    np.testing.assert_allclose(card.end, scores.end.detach().numpy(), atol=1e-5)
    entities = dict(zip(card.classes, card.entities, strict=True))
    assert entities["PHONE"] is Entity.TELEPHONE_NUMBER and entities["CLOCK"] is None
    assert Student(folder).version.startswith("tiny 7-")


def test_the_runtime_finds_what_was_trained(made: tuple[Path, Path]) -> None:
    wanted = list(kit.examples(30))
    found = Student(made[1]).detect([Note(e.id, e.text) for e in wanted])
    assert [[(s.start, s.end, s.entity) for s in r.spans] for r in found] == [
        [(a, b, Entity.PERSON) for a, b, _ in e.spans] for e in wanted
    ]


def test_int8_stays_near_the_trained_network(made: tuple[Path, Path]) -> None:
    trained, folder = made
    figures = exporting.measure_fidelity(trained, folder, TEXTS)
    assert figures.pieces > 400 and 0 < figures.largest < 1.0
    assert figures.decoded >= 0.995 and figures.found >= 0.99


def test_an_export_is_read_back_as_the_student_it_came_from(made: tuple[Path, Path]) -> None:
    trained, folder = made
    for window in exporting.first_windows(kit.tokenizer(), TEXTS[:9]):
        ids, *others = (torch.from_numpy(values)[None] for values in window)
        with torch.no_grad():
            wanted, got = (
                model.load_student(path)[0](ids, torch.ones_like(ids), *others) for path in (trained, folder)
            )
        assert (wanted - got).abs().max() < 0.02 * (wanted.max() - wanted.min())
        assert (wanted.argmax(dim=2) == got.argmax(dim=2)).all()


def test_training_goes_on_from_an_export(made: tuple[Path, Path], tmp_path: Path) -> None:
    config = training.TrainConfig(encoder=str(made[1]), sequences=20, rate=1e-5, budget=300)
    further = training.train_student(
        config, dataset.encode_corpus(kit.examples(40), kit.tokenizer()), tmp_path / "further"
    )
    again = exporting.export_student(further, tmp_path / "student", TEXTS, "tiny", "8")
    wanted = list(kit.examples(30))  # so few steps at so small a rate learn nothing new
    found = Student(again).detect([Note(e.id, e.text) for e in wanted])
    assert [[(s.start, s.end) for s in r.spans] for r in found] == [[(a, b) for a, b, _ in e.spans] for e in wanted]


def test_a_damaged_export_is_not_trained_on(made: tuple[Path, Path], tmp_path: Path) -> None:
    shutil.copytree(made[1], tmp_path / "student")
    (tmp_path / "student" / WEIGHTS).write_bytes(b"nothing")
    with pytest.raises(ValueError, match=WEIGHTS):
        model.build_student(str(tmp_path / "student"))


def test_weights_and_word_embeddings_are_int8_and_the_head_is_not(made: tuple[Path, Path]) -> None:
    graph = onnx.load(made[1] / WEIGHTS).graph
    kinds = {t.name: (t.data_type, tuple(t.dims)) for t in graph.initializer}
    small = {onnx.TensorProto.INT8, onnx.TensorProto.UINT8}
    floats = [name for name, (kind, dims) in kinds.items() if kind not in small and len(dims) == 2 and min(dims) > 20]
    assert sorted(kinds[name][1] for name in floats) == [(31, 32), (32, 43), (260, 32)]  # traits, head, positions
    assert kinds["words.rows"] == (onnx.TensorProto.INT8, (kit.tokenizer().get_vocab_size(), 32))


def test_no_product_of_two_weights_saturates_sixteen_bits(made: tuple[Path, Path]) -> None:
    graph = onnx.load(made[1] / WEIGHTS).graph
    held = {t.name: onnx.numpy_helper.to_array(t).astype(int) for t in graph.initializer}
    products = [n.input[1] for n in graph.node if n.op_type == "MatMulIntegerToFloat" and n.input[1] in held]
    assert products
    for name in products:
        pairs = held[name].reshape(-1, 2, held[name].shape[1]).sum(axis=1)
        assert 255 * np.abs(pairs).max() < 2**15, name


def test_a_changed_file_is_refused(made: tuple[Path, Path], tmp_path: Path) -> None:
    for name in (CARD, TOKENIZER, WEIGHTS):
        (tmp_path / name).write_bytes((made[1] / name).read_bytes())
    with (tmp_path / WEIGHTS).open("ab") as file:
        file.write(b"\0")
    with pytest.raises(ModelError, match="damaged"):
        load_card(tmp_path)


def test_export_without_text_says_so(made: tuple[Path, Path], tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no text"):
        exporting.export_student(made[0], tmp_path / "x", ["", "  "], "tiny", "7")


def test_thresholds_follow_from_what_a_miss_is_worth(made: tuple[Path, Path]) -> None:
    held = list(kit.examples(60))
    # Half of the names are labelled as no identifiers, so that half of the spans are false alarms at any threshold.
    doubtful = [e if i % 2 else replace(e, spans=()) for i, e in enumerate(held)]
    easy = calibrate.calibrate(made[1], held, 10)
    hard = calibrate.calibrate(made[1], doubtful, 10)
    person = easy.classes["PERSON"]
    assert (
        person.threshold == calibrate.THRESHOLDS[0] and person.made == person.right == person.gold == person.found == 60
    )
    assert hard.classes["PERSON"].made == 60 and hard.classes["PERSON"].right == hard.classes["PERSON"].gold == 30
    assert not easy.classes["CITY"].calibrated and easy.classes["CITY"].threshold == exporting.UNCALIBRATED_THRESHOLD
    assert easy.loss_after <= easy.loss_before and "CLOCK" not in easy.classes
    # A model that is confident and wrong half the time must be made less confident.
    assert hard.temperature > easy.temperature and hard.loss_after < hard.loss_before


def test_a_lower_price_gives_a_higher_threshold(made: tuple[Path, Path]) -> None:
    # Words that training never saw, of which the model is not sure; every third is no name.
    odd = ("Zorba", "Annabel", "Boriska", "Clarissa", "Elenora", "Nochange", "Faridun", "Feverish", "Visitor", "Bysea")
    held = [
        Example(str(i), "k", "made", f"seen by {odd[i % 10]} in clinic", spans)
        for i in range(80)
        for spans in [((8, 8 + len(odd[i % 10]), "PERSON"),) if i % 3 else ()]
    ]
    dear = calibrate.calibrate(made[1], held, 10).classes["PERSON"]
    cheap = calibrate.calibrate(made[1], held, 0.1).classes["PERSON"]
    assert cheap.threshold > dear.threshold
    assert cheap.found < dear.found == dear.gold
    assert cheap.made - cheap.right < dear.made - dear.right


def test_masked_ranges_count_neither_for_nor_against(made: tuple[Path, Path]) -> None:
    masked = [Example(e.id, e.kind, e.source, e.text, (), ((e.spans[0][:2]),)) for e in kit.examples(40)]
    assert calibrate.calibrate(made[1], masked, 10).classes["PERSON"].made == 0


def test_a_calibration_is_written_into_the_card(made: tuple[Path, Path], tmp_path: Path) -> None:
    for name in (CARD, TOKENIZER, WEIGHTS):
        (tmp_path / name).write_bytes((made[1] / name).read_bytes())
    found = calibrate.calibrate(tmp_path, list(kit.examples(60)), 10)
    calibrate.apply_calibration(tmp_path, found)
    card = load_card(tmp_path)
    assert card.temperature == found.temperature
    assert card.thresholds[card.classes.index("PERSON")] == found.classes["PERSON"].threshold
    assert json.loads((tmp_path / CARD).read_text())["calibration"]["classes"]["PERSON"]["gold"] == 60
    assert Student(tmp_path).detect([Note("1", "seen by Anna today")])[0].spans
