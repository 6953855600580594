"""From examples to a trained student: labels, windows, loss, training and its resumption."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="NOT TESTED: torch is absent (extra `train`)")

from redactor.distill import dataset, label_set, model  # noqa: E402
from redactor.distill import train as training  # noqa: E402
from redactor.distill.crf import Crf, best_sequences  # noqa: E402
from redactor.distill.dataset import UNKNOWN  # noqa: E402
from redactor.distill.examples import Example  # noqa: E402
from redactor.distill.train import LossWeights, batch_loss, label_weights  # noqa: E402
from redactor.entities import Entity  # noqa: E402
from redactor.sample.marked import Near  # noqa: E402
from tests.unit.distill import tiny_models as kit  # noqa: E402

LABELS = label_set.LABELS
TINY = training.TrainConfig(sequences=600, rate=3e-3, budget=300, dropout=0.1, seed=5, checkpoint=9)


def test_training_labels_have_classes_and_look_alikes_are_not_emitted() -> None:
    assert set(label_set.KIND_OF) == {e.value for e in Entity} | {n.value for n in Near}
    assert len(LABELS) == 43 and len(set(LABELS)) == 43
    emitted = {kind for kind in label_set.KIND_OF.values() if kind and label_set.ENTITY_OF[kind]}
    assert {label_set.KIND_OF[n.value] for n in Near}.isdisjoint(emitted)
    assert label_set.KIND_OF["MEDICAL_RECORD_NUMBER"] == label_set.Kind.ID and label_set.KIND_OF["RACE"] is None
    for kind in label_set.Kind:
        assert (
            LABELS[label_set.begin_index(kind)] == f"B-{kind}"
            and LABELS[label_set.begin_index(kind) + 1] == f"I-{kind}"
        )


def test_an_inside_label_without_a_beginning_becomes_one() -> None:
    o, b, i, other = (LABELS.index(x) for x in ("O", "B-CITY", "I-CITY", "I-DATE"))
    given = np.array([i, i, o, i, b, i, other, UNKNOWN, i], dtype=np.int8)
    assert label_set.with_repaired_labels(given).tolist() == [b, i, o, b, b, i, other - 1, UNKNOWN, i]


def pieces_of(corpus: dataset.Corpus) -> list[str]:
    return [LABELS[i] if i >= 0 else "?" for i in corpus.labels]


def test_pieces_take_the_labels_of_the_characters_they_share() -> None:
    text = "Seen by Anna Xyz, Boris 12"
    spans = ((8, 16, "DOCTOR"), (18, 23, "PATIENT"))
    made = dataset.encode_corpus([Example("1", "k", "s", text, spans, ((24, 26),))], kit.tokenizer())
    assert pieces_of(made) == ["O", "O", "B-DOCTOR", *["I-DOCTOR"] * 3, "O", "B-PERSON", "?", "?"]
    with pytest.raises(ValueError, match="NOBODY"):
        dataset.encode_corpus([Example("1", "k", "s", text, ((0, 4, "NOBODY"),))], kit.tokenizer())


def long_corpus(words: int = 900) -> dataset.Corpus:
    body = " ".join(kit.WORDS[i % len(kit.WORDS)] for i in range(words))
    at = [i for i in range(0, len(body), 90) if body[i - 1] == " "]
    spans = tuple((i, i + len(body[i : i + 40].rsplit(" ", 1)[0]), "ORGANIZATION") for i in at)
    return dataset.encode_corpus(
        [Example("a", "k", "s", body, spans), Example("b", "k", "s", "anna seen", ())], kit.tokenizer()
    )


def test_windows_cover_every_piece_once_with_new_borders_each_epoch_and_keep_entities_whole() -> None:
    corpus = long_corpus()
    first, again, second = (dataset.cut_windows(corpus, seed=1, epoch=e) for e in (0, 0, 1))
    assert (first == again).all() and first.tolist() != second.tolist()
    for bounds in (first, second):
        covered = [i for a, b in bounds for i in range(a, b)]
        assert covered == list(range(len(corpus.ids)))
        assert (bounds[:, 1] - bounds[:, 0]).max() <= dataset.WINDOW
        assert not label_set.are_inside(corpus.labels[bounds[:, 0]]).any()


def test_batches_stay_within_their_budget_and_hold_what_the_corpus_holds() -> None:
    corpus = long_corpus()
    bounds = dataset.cut_windows(corpus, 0, 0)
    plan = dataset.plan_batches(bounds, 400, 0, 0)
    marks = dataset.special_pieces(kit.tokenizer())
    assert sorted(map(tuple, np.concatenate(plan).tolist())) == sorted(map(tuple, bounds.tolist()))
    for chosen, batch in zip(plan, dataset.iterate_batches(corpus, marks, plan), strict=True):
        assert batch.ids.size <= 400 or len(batch.ids) == 1
        for row, (a, b) in enumerate(chosen):
            n = b - a
            assert batch.ids[row, : n + 2].tolist() == [marks.cls, *corpus.ids[a:b], marks.sep]
            assert (batch.ids[row, n + 2 :] == marks.pad).all() and batch.attention[row].sum() == n + 2
            assert batch.labels[row, :n].tolist() == corpus.labels[a:b].tolist()
            assert batch.live[row].sum() == n and (batch.labels[row, n:] == UNKNOWN).all()


def test_a_window_that_begins_within_a_span_begins_it() -> None:
    corpus = dataset.encode_corpus([Example("1", "k", "s", "xyz seen", ((0, 3, "CITY"),))], kit.tokenizer())
    batch = dataset.make_batch(corpus, np.array([[1, 4]]), dataset.special_pieces(kit.tokenizer()))
    assert [LABELS[i] for i in batch.labels[0]] == ["B-CITY", "I-CITY", "O"]


def test_soft_labels_survive_storage_and_leave_masks_and_other_examples_alone(tmp_path: Path) -> None:
    rows = np.zeros((2, len(LABELS)), dtype=np.float32)
    rows[0, [0, LABELS.index("I-PERSON")]] = 0.25, 0.75
    rows[1, 0] = 1
    soft = [Example("s", "k", "s", "anna seen", (), ((5, 9),)), Example("h", "k", "s", "boris", ((0, 5, "PERSON"),))]
    dataset.encode_corpus(soft, kit.tokenizer(), {"s": rows}).save(tmp_path / "corpus.npz")
    corpus = dataset.Corpus.load(tmp_path / "corpus.npz")
    assert pieces_of(corpus) == ["B-PERSON", "?", "B-PERSON"]
    batch = dataset.make_batch(corpus, np.array([[0, 2], [2, 3]]), dataset.special_pieces(kit.tokenizer()))
    assert batch.kept is not None and batch.weights is not None
    shares = {LABELS[k]: round(float(w), 3) for k, w in zip(batch.kept[0, 0], batch.weights[0, 0], strict=True) if w}
    assert shares == {"I-PERSON": 0.75, "O": 0.25}
    assert not batch.weights[0, 1].any() and not batch.weights[1].any()
    with pytest.raises(ValueError, match="soft labels"):
        dataset.encode_corpus(soft, kit.tokenizer(), {"h": rows})


def test_the_focal_loss_is_that_of_the_formula_and_leaves_out_what_is_masked() -> None:
    torch.manual_seed(0)
    emissions = torch.randn(1, 3, len(LABELS))
    known, live = torch.tensor([[0, 3, UNKNOWN]]), torch.ones(1, 3, dtype=torch.bool)
    weights = label_weights({"DOCTOR": 2.0})
    assert [LABELS[i] for i in weights.gt(1).nonzero().flatten()] == ["B-DOCTOR", "I-DOCTOR"]
    q = emissions.softmax(2)[0]
    wanted = -((1 - q[0, 0]) ** 2 * q[0, 0].log() + 2 * (1 - q[1, 3]) ** 2 * q[1, 3].log()) / 2
    got = batch_loss(emissions, known, live, None, Crf(), LossWeights(2.0, 0.0, weights))
    torch.testing.assert_close(got.total, wanted)

    kept, shares = torch.tensor([[[0, 3], [0, 0], [0, 3]]]), torch.tensor([[[0.4, 0.6], [0.0, 0.0], [0.5, 0.5]]])
    spread = batch_loss(emissions, known, live, (kept, shares), Crf(), LossWeights(2.0, 0.0, torch.ones(len(LABELS))))
    both = 0.4 * (1 - q[0, 0]) ** 2 * q[0, 0].log() + 0.6 * (1 - q[0, 3]) ** 2 * q[0, 3].log()
    torch.testing.assert_close(spread.total, -(both + (1 - q[1, 3]) ** 2 * q[1, 3].log()) / 2)


def test_case_gaps_and_traits_change_nothing_until_they_are_learnt(tmp_path: Path) -> None:
    student, _ = model.build_student(kit.encoder(tmp_path))
    student.eval()
    ids, ones = torch.tensor([[2, 7, 9, 3]]), torch.ones(1, 4, dtype=torch.long)
    plain = student.encoder(input_ids=ids, attention_mask=ones).last_hidden_state
    given = ids, ones, 3 * ones, 2 * ones, 5 * ones
    torch.testing.assert_close(student.encode(*given), plain)
    for learnt in (student.shapes.weight[3], student.gaps.weight[2], student.traits.weight[2]):
        with torch.no_grad():
            learnt += 1.0 * torch.arange(32)
            assert not torch.allclose(student.encode(*given), plain, atol=1e-3)
            learnt.zero_()


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, dataset.Corpus]:
    """A student trained on tiny sentences without interruption, with its encoder's folder and its corpus."""
    place = tmp_path_factory.mktemp("training")
    encoder = kit.encoder(place / "encoder")
    corpus = dataset.encode_corpus(kit.examples(120), kit.tokenizer())
    return training.train_student(replace(TINY, encoder=encoder), corpus, place / "whole"), encoder, corpus


def test_training_learns_to_find_names(trained: tuple[Path, str, dataset.Corpus]) -> None:
    folder, _, corpus = trained
    student, tokenizer, card = model.load_student(folder)
    batch = dataset.make_batch(corpus, dataset.cut_windows(corpus, 0, 0), dataset.special_pieces(tokenizer))
    inputs = [torch.from_numpy(x) for x in (batch.ids, batch.attention, batch.shapes, batch.gaps, batch.traits)]
    live = torch.from_numpy(batch.live)
    with torch.no_grad():
        found = best_sequences(student(*inputs)[:, 1:-1], live, student.crf.scores())
    right = (found == torch.from_numpy(batch.labels)) | ~live
    assert right.float().mean() > 0.98 and (found == LABELS.index("B-PERSON")).sum() >= 110
    entries = [json.loads(line) for line in (folder.parent / "log.jsonl").read_text().splitlines()]
    assert entries[-1]["total"] < entries[0]["total"] / 4 and entries[-1]["rate"] < TINY.rate / 2
    assert card["shown"] >= 600


def test_word_embeddings_stay_as_they_were(trained: tuple[Path, str, dataset.Corpus]) -> None:
    folder, encoder, _ = trained
    before, after = (m.state_dict() for m in (model.build_student(encoder)[0], model.load_student(folder)[0]))
    moved = {name for name in after if not torch.equal(before[name], after[name])}
    assert "encoder.embeddings.word_embeddings.weight" not in moved
    assert {"encoder.encoder.layer.0.output.dense.weight", "shapes.weight", "crf.transitions"} <= moved


def test_interrupted_training_ends_with_the_same_weights(
    trained: tuple[Path, str, dataset.Corpus], tmp_path: Path
) -> None:
    folder, encoder, corpus = trained
    config = replace(TINY, encoder=encoder)

    class StopHereError(Exception):
        pass

    def stop(entry: dict[str, float]) -> None:
        if entry["step"] >= 20:
            raise StopHereError

    with pytest.raises(StopHereError):
        training.train_student(config, corpus, tmp_path, stop)
    assert (tmp_path / "checkpoint.pt").is_file()
    with pytest.raises(ValueError, match="another configuration"):
        training.train_student(replace(config, gamma=1.0), corpus, tmp_path)
    resumed = model.load_student(training.train_student(config, corpus, tmp_path))[0].state_dict()
    whole = model.load_student(folder)[0].state_dict()
    assert resumed.keys() == whole.keys()
    assert all(torch.equal(resumed[name], whole[name]) for name in whole)
    assert not (tmp_path / "checkpoint.pt").exists()


def test_a_share_of_the_student_that_training_began_with_is_kept(
    trained: tuple[Path, str, dataset.Corpus], tmp_path: Path
) -> None:
    begun, _, corpus = trained
    config = replace(TINY, encoder=str(begun), sequences=60)
    plain, kept = (
        model.load_student(training.train_student(replace(config, keep=keep), corpus, tmp_path / name))[0].state_dict()
        for keep, name in ((0.0, "plain"), (0.25, "kept"))
    )
    before = model.load_student(begun)[0].state_dict()
    name = "crf.transitions"
    assert not torch.allclose(plain[name], before[name], atol=1e-6)
    assert torch.allclose(kept[name], 0.25 * before[name] + 0.75 * plain[name], atol=1e-6)


def test_a_student_of_other_labels_is_refused(trained: tuple[Path, str, dataset.Corpus], tmp_path: Path) -> None:
    card = json.loads((trained[0] / "model.json").read_text())
    (tmp_path / "model.json").write_text(json.dumps(card | {"labels": card["labels"][:-1]}))
    with pytest.raises(ValueError, match="other labels"):
        model.load_student(tmp_path)


def test_training_can_start_from_the_shipped_student() -> None:
    student, tokenizer = model.build_student("shipped")
    (found,) = dataset.features.encode(tokenizer, ["Spoke with Oluwaseun this morning."])
    ids, *others = (torch.from_numpy(x)[None] for x in found.window(0, len(found)))
    with torch.no_grad():
        emissions = student.eval()(ids, torch.ones_like(ids), *others)
    best = [LABELS[i].split("-")[-1] for i in emissions[0].argmax(dim=1)]
    assert best[:2] == ["O", "O"] and best[2] in ("PERSON", "DOCTOR")
    assert not student.words.weight.requires_grad
