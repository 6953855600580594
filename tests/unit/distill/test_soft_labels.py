"""Voters, how their votes become distributions, and the file of soft labels beside a corpus."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer

torch = pytest.importorskip("torch", reason="NOT TESTED: torch is absent (extra `train`)")

from redactor.detect.student import Student, features  # noqa: E402
from redactor.distill import dataset, label_set  # noqa: E402
from redactor.distill import soft_labels as labelling  # noqa: E402
from redactor.distill import train as training  # noqa: E402
from redactor.distill.examples import Example, read_examples, write_examples  # noqa: E402
from redactor.distill.export import export_student  # noqa: E402
from redactor.distill.soft_labels import SoftLabels  # noqa: E402
from redactor.distill.teacher import Ballot, TaughtLabels, Vote, project_rows  # noqa: E402
from redactor.distill.voters import LocalModel, LocalVoter, Marginals  # noqa: E402
from redactor.errors import ExamplesError, LabelsError  # noqa: E402
from redactor.text import Note  # noqa: E402
from tests.unit.distill import tiny_models as kit  # noqa: E402

O, B_PERSON, I_PERSON = (label_set.LABELS.index(name) for name in ("O", "B-PERSON", "I-PERSON"))  # noqa: E741
TINY = training.TrainConfig(sequences=600, rate=3e-3, budget=300)


@dataclass
class Says:
    """A voter that gives the same answer for every text."""

    spans: tuple[tuple[int, int, str], ...]
    name: str = "fixed"
    version: str = "1"

    def vote(self, texts: Sequence[str]) -> list[Vote]:
        return [Vote(self.spans, tokens=10, cost=0.25) for _ in texts]


@dataclass
class Counting:
    """A teacher that calls the first piece of every text a name with probability 0.5; it stops working after some
    texts.
    """

    about: tuple[str, ...] = ("counting 1",)
    stops_after: int = 10**9
    read: list[str] = field(default_factory=list)

    def teach(self, texts: Sequence[str], tokenizer: Tokenizer) -> list[TaughtLabels]:
        out = []
        for text, pieces in zip(texts, features.encode(tokenizer, texts), strict=True):
            if len(self.read) >= self.stops_after:
                raise KeyboardInterrupt
            self.read.append(text)
            rows = np.zeros((len(pieces), len(label_set.LABELS)), dtype=np.float32)
            rows[:, O] = 1
            rows[0, [O, B_PERSON]] = 0.5
            out.append(TaughtLabels(rows, 7, 0.5))
        return out


def test_shares_are_those_of_the_votes() -> None:
    # "anna boris seen": six of eight voters see one name of two words, one sees two names, one nothing.
    eight = [Says(((0, 10, "PATIENT"),))] * 6 + [Says(((0, 4, "DOCTOR"), (5, 10, "PERSON"))), Says(())]
    (got,) = Ballot(eight).teach(["anna boris seen"], kit.tokenizer())
    wanted = np.zeros((3, len(label_set.LABELS)), dtype=np.float32)
    wanted[0, [B_PERSON, label_set.LABELS.index("B-DOCTOR"), O]] = 0.75, 0.125, 0.125
    wanted[1, [I_PERSON, B_PERSON, O]] = 0.75, 0.125, 0.125
    wanted[2, O] = 1
    np.testing.assert_array_equal(got.rows, wanted)
    assert (got.tokens, got.cost) == (80, 2.0)


def test_a_voter_that_names_an_unknown_label_is_refused() -> None:
    with pytest.raises(ValueError, match="BLOOD"):
        Ballot([Says(((0, 4, "BLOOD"),))]).teach(["anna seen"], kit.tokenizer())


def _pieces(*bounds: tuple[int, int]) -> features.Pieces:
    starts, ends = (np.array(column, dtype=np.int64) for column in zip(*bounds, strict=True))
    return features.Pieces(starts, starts, ends, starts, starts, starts, starts)


def test_distributions_move_to_the_pieces_of_another_tokenizer() -> None:
    # "anna lee": one model reads an|na|lee, another anna|lee, a third a|nna|lee.
    rows = np.zeros((3, len(label_set.LABELS)), dtype=np.float32)
    rows[0, [B_PERSON, O]] = 0.8, 0.2
    rows[1, [I_PERSON, O]] = 0.6, 0.4
    rows[2, [I_PERSON, B_PERSON, O]] = 0.5, 0.25, 0.25
    source = _pieces((0, 2), (2, 4), (5, 8))
    joined = project_rows(rows, source, _pieces((0, 4), (5, 8)))
    assert joined[0, [O, B_PERSON, I_PERSON]] == pytest.approx([0.3, 0.7, 0.0])
    np.testing.assert_allclose(joined[1], rows[2])
    split = project_rows(rows, source, _pieces((0, 1), (1, 4), (5, 8)))
    assert split[0, [O, B_PERSON, I_PERSON]] == pytest.approx([0.2, 0.8, 0.0])
    # The second piece shares a character with the name's first piece, but the name does not start in it.
    assert split[1, [O, B_PERSON, I_PERSON]] == pytest.approx([0.3, 0.0, 0.7])
    assert project_rows(rows, source, source) is rows


def _corpus(path: Path, count: int) -> Path:
    """Annotated examples, some with an unknown end, and plain notes, in turn."""
    lines: list[dict[str, object]] = []
    for i, e in enumerate(kit.examples(count)):
        if i % 3 == 0:
            lines.append({"id": f"p{i}", "text": e.text})
        else:
            spans = [{"start": a, "end": b, "label": label} for a, b, label in e.spans]
            masked = [[len(e.text) - 1, len(e.text)]] if i % 3 == 1 else []
            lines.append(
                {"id": e.id, "kind": "line", "source": "made", "text": e.text, "spans": spans, "masked": masked}
            )
    path.write_text("\n".join(json.dumps(line) for line in lines) + "\n")
    return path


def test_gold_takes_precedence_and_only_unknown_ranges_get_soft_labels(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    known = Example("a", "line", "made", "anna seen by boris", ((0, 4, "PATIENT"),), ((13, 18),))
    whole = Example("b", "line", "made", "clara in clinic", ((0, 5, "PATIENT"),))
    write_examples(path, [known, whole])
    with path.open("a") as more:
        more.write('{"id": "c", "text": "farid seen today"}\n{"id": "d", "text": "   "}\n')
    voters = [Says(((0, 4, "CITY"), (13, 18, "DOCTOR"))), Says(())]
    voters += [replace(voters[0], spans=((0, 5, "PATIENT"),)), Says(((13, 14, "DOCTOR"),))]

    class ForEach:
        """Votes by text: the voters above must not mark characters that a text lacks."""

        name, version = "for each", "1"

        def __init__(self, says: Says) -> None:
            self.says = says

        def vote(self, texts: Sequence[str]) -> list[Vote]:
            return [Vote(tuple(s for s in self.says.spans if s[1] <= len(t)), 1) for t in texts]

    done = labelling.write_soft_labels(
        path, tmp_path / "out.jsonl", Ballot([ForEach(v) for v in voters]), kit.tokenizer(), _quiet
    )
    assert (done.examples, done.gold, done.labelled, done.tokens) == (4, 1, 3, 12)
    soft = SoftLabels(tmp_path / "out.jsonl", kit.tokenizer())
    assert set(soft) == {"a", "c", "d"}
    b_doctor = label_set.LABELS.index("B-DOCTOR")
    # Gold labels stay, whatever the voters say; two of four call the unknown word a doctor.
    assert [int(row.argmax()) for row in soft["a"][:3]] == [B_PERSON, O, O]
    assert (soft["a"][:3].max(axis=1) == 1).all()
    assert soft["a"][3, [b_doctor, O]] == pytest.approx([0.5, 0.5])
    assert soft["c"][0, B_PERSON] == pytest.approx(0.25)
    opened = list(labelling.unmask_labelled(read_examples(path), soft))
    corpus = dataset.encode_corpus(opened, kit.tokenizer(), soft)
    assert dataset.UNKNOWN not in corpus.labels
    assert corpus.weights is not None and (corpus.weights[4:7] == 0).all()  # the example that is annotated in full
    assert "farid" not in (tmp_path / "out.jsonl").read_text()


def test_a_text_without_gold_or_votes_is_left_out(tmp_path: Path) -> None:
    examples = list(read_examples(_corpus(tmp_path / "in.jsonl", 9)))
    kept = list(labelling.unmask_labelled(examples, {}))
    assert [e.id for e in kept] == ["e1", "e2", "e4", "e5", "e7", "e8"]
    assert kept[0].masked and kept == [e for e in examples if e.spans]


def _quiet(done: int, of: int) -> None:
    pass


@pytest.mark.parametrize("stops_after", [0, 130, 300])
def test_an_interrupted_run_resumes_to_the_same_bytes(tmp_path: Path, stops_after: int) -> None:
    source = _corpus(tmp_path / "in.jsonl", 600)  # 400 of them to be labelled
    one = Counting()
    whole = labelling.write_soft_labels(source, tmp_path / "whole.jsonl", one, kit.tokenizer(), _quiet)
    target, part = tmp_path / "out.jsonl", tmp_path / ".out.jsonl.part"
    with pytest.raises(KeyboardInterrupt):
        labelling.write_soft_labels(source, target, Counting(stops_after=stops_after), kit.tokenizer(), _quiet)
    assert not target.exists()
    with part.open("ab") as torn:
        torn.write(b'{"id":"e1","pie')
    rest = Counting()
    ticks: list[tuple[int, int]] = []
    done = labelling.write_soft_labels(source, target, rest, kit.tokenizer(), lambda n, of: ticks.append((n, of)))
    assert target.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert replace(done, resumed=0) == whole and (whole.tokens, whole.cost) == (2800, 200.0)
    assert done.resumed + len(rest.read) == 400 and (done.resumed > 0) is (stops_after >= 128)
    assert ticks[0] == (done.resumed, 400) and ticks[-1] == (400, 400)


def test_a_run_of_another_teacher_or_corpus_is_not_resumed(tmp_path: Path) -> None:
    source = _corpus(tmp_path / "in.jsonl", 300)
    target = tmp_path / "out.jsonl"
    with pytest.raises(KeyboardInterrupt):
        labelling.write_soft_labels(source, target, Counting(stops_after=150), kit.tokenizer(), _quiet)
    with pytest.raises(LabelsError, match="voters"):
        labelling.write_soft_labels(source, target, Counting(about=("counting 2",)), kit.tokenizer(), _quiet)
    _corpus(source, 301)
    with pytest.raises(LabelsError, match="corpus"):
        labelling.write_soft_labels(source, target, Counting(), kit.tokenizer(), _quiet)


def test_labels_of_another_tokenizer_and_invalid_files_are_refused(tmp_path: Path) -> None:
    source = _corpus(tmp_path / "in.jsonl", 9)
    target = tmp_path / "out.jsonl"
    labelling.write_soft_labels(source, target, Counting(), kit.tokenizer(), _quiet)
    other = kit.tokenizer()
    other.add_tokens(["chest"])
    with pytest.raises(LabelsError, match="encoder"):
        SoftLabels(target, other)
    lines = target.read_text().splitlines()
    broken = json.loads(lines[1]) | {"at": [999]}
    for text in ("", "{}\n", source.read_text(), f"{lines[0]}\n{json.dumps(broken)}\n"):
        target.write_text(text)
        with pytest.raises(LabelsError, match="no soft labels"):
            SoftLabels(target, kit.tokenizer())


@pytest.mark.parametrize(
    "line",
    [
        "no json",
        '{"text": "anna"}',
        '{"id": "x", "text": "anna", "spans": [{"start": 0, "end": 9, "label": "PATIENT"}]}',
        '{"id": "x", "text": "anna", "spans": [{"start": 0, "end": 4, "label": "BLOOD"}]}',
        '{"id": "x", "text": "anna", "spans": [], "masked": [[2, 2]]}',
    ],
)
def test_a_bad_line_is_reported_by_number_only(tmp_path: Path, line: str) -> None:
    path = tmp_path / "in.jsonl"
    path.write_text('{"id": 1, "text": "boris"}\n\n' + line + "\n")
    with pytest.raises(ExamplesError, match=r"line 3 of in\.jsonl") as error:
        list(read_examples(path))
    assert "anna" not in str(error.value)


def test_an_id_that_stands_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    path.write_text('{"id": 1, "text": "boris"}\n{"id": "1", "text": "anna"}\n')
    with pytest.raises(ExamplesError, match="duplicate id"):
        labelling.write_soft_labels(path, tmp_path / "out.jsonl", Counting(), kit.tokenizer(), _quiet)


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two students of tiny sentences, on encoders of different weights; the second saw less."""
    place = tmp_path_factory.mktemp("voters")
    corpus = dataset.encode_corpus(kit.examples(120), kit.tokenizer())
    out = []
    for seed, sequences in ((0, 600), (1, 200)):
        encoder = kit.encoder(place / f"encoder{seed}", seed)
        config = replace(TINY, encoder=encoder, sequences=sequences, seed=seed)
        out.append(training.train_student(config, corpus, place / f"run{seed}"))
    return out


TEXTS = ["seen by Anna today.", "", "no change", "with fever Boris seen in clinic and " * 60]


def test_a_trained_model_votes_for_what_it_finds(folders: list[Path]) -> None:
    voter = LocalVoter(LocalModel(folders[0]))
    votes = voter.vote(TEXTS)
    assert [v.spans for v in votes[:3]] == [((8, 12, "PERSON"),), (), ()]
    found = {TEXTS[3][a:b] for a, b, _ in votes[3].spans}
    assert found == {"Boris"} and len(votes[3].spans) == 60
    assert votes[0].tokens == 5 and votes[3].tokens == 60 * 7 and votes[0].cost == 0
    assert voter.vote(TEXTS[:1]) == votes[:1]


def test_an_exported_model_votes_too(folders: list[Path], tmp_path: Path) -> None:
    exported = LocalModel(export_student(folders[0], tmp_path / "model", TEXTS, "tiny", "1"))
    assert exported.version.startswith("1-")
    assert [v.spans for v in LocalVoter(exported).vote(TEXTS)] == [
        v.spans for v in LocalVoter(LocalModel(folders[0])).vote(TEXTS)
    ]


def test_drawn_votes_are_spread_as_the_marginals_and_a_texts_own(folders: list[Path]) -> None:
    model = LocalModel(folders[1])
    text = "clara boris seen"
    ((pieces, marginal),) = model.marginals([text])
    draws = [LocalVoter(model, n) for n in range(600)]
    (taught,) = Ballot(draws).teach([text], model.tokenizer)
    assert 0.02 < marginal[:, label_set.OUTSIDE].min() < 0.98  # the model is unsure, otherwise this would prove nothing
    assert np.abs(taught.rows - marginal).max() < 0.09  # four standard deviations of a share of 600
    assert draws[3].vote(["no change", text, TEXTS[3]])[1] == draws[3].vote([text])[0]
    assert len({v.vote([text])[0].spans for v in draws[:50]}) > 1
    assert len(pieces) == 3


def test_a_soft_teacher_is_the_mean_of_its_models(folders: list[Path]) -> None:
    models = [LocalModel(folder) for folder in folders]
    alone = [m.marginals(TEXTS) for m in models]
    taught = Marginals(models).teach(TEXTS, kit.tokenizer())
    for i, one in enumerate(taught):
        np.testing.assert_allclose(one.rows, (alone[0][i][1] + alone[1][i][1]) / 2, atol=1e-6)
        np.testing.assert_allclose(one.rows.sum(axis=1), 1, atol=1e-5)
    assert [t.tokens for t in taught] == [10, 0, 4, 840]
    assert len(set(Marginals(models).about)) == 2


def test_a_model_trained_without_the_crf_decodes_each_piece_by_itself(folders: list[Path], tmp_path: Path) -> None:
    config = replace(TINY, encoder=str(folders[0].parents[1] / "encoder0"), sequences=60, crf=0.0)
    corpus = dataset.encode_corpus(kit.examples(60), kit.tokenizer())
    model = LocalModel(training.train_student(config, corpus, tmp_path))
    ((_, rows),) = model.marginals(["anna seen"])
    ((_, logits),) = model.decoded(["anna seen"], lambda found, _: list(found))
    powers = np.exp(logits.astype(np.float64))
    np.testing.assert_allclose(rows, powers / powers.sum(axis=1, keepdims=True), rtol=1e-6)


def test_readings_are_those_of_the_runtime(folders: list[Path], tmp_path: Path) -> None:
    exported = export_student(folders[0], tmp_path / "model", [e.text for e in kit.examples(60)], "tiny", "1")
    detected = Student(exported).detect([Note(str(i), text) for i, text in enumerate(TEXTS)])
    read = list(LocalModel(folders[0]).read(TEXTS, 0.5))
    assert sum(len(r.spans) for r in read) == 61
    for mine, theirs in zip(read, detected, strict=True):
        assert [(s.start, s.end, s.entity) for s in mine.spans] == [(s.start, s.end, s.entity) for s in theirs.spans]
