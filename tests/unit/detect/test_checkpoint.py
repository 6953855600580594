"""Third-party checkpoints in the student's place: four architectures and label sets with known outputs."""

from __future__ import annotations

import json
import shutil
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from redactor.assemble.detectors import build_detectors
from redactor.detect.checkpoint import Checkpoint, network
from redactor.entities import Entity
from redactor.errors import ModelError, SettingsError
from redactor.settings import load_settings
from redactor.text import Note, Reading
from tests.each_row import each_row
from tests.unit.detect.checkpoint_kit import KINDS, write_checkpoint
from tests.unit.detect.student_kit import write_model

TEXT = "Saw Ann Smith, then Boyle in March."
Made = Callable[[str], Checkpoint]
Folder = Callable[..., Path]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Folder]:
    """Writes a checkpoint of a kind, once for each set of options."""
    torch = pytest.importorskip("torch", reason="CHECKPOINTS ARE NOT TESTED: torch is missing, install the extra train")
    pytest.importorskip("transformers", reason="CHECKPOINTS ARE NOT TESTED: install the extra train")
    made: dict[tuple[Any, ...], Path] = {}

    def write(kind: str, **options: Any) -> Path:
        key = (kind, *sorted(options.items()))
        if key not in made:
            made[key] = write_checkpoint(tmp_path_factory.mktemp(kind), kind, **options)
        return made[key]

    threads = torch.get_num_threads()
    yield write
    torch.set_num_threads(threads)


@pytest.fixture(scope="module")
def made(folder: Folder) -> Made:
    read: dict[str, Checkpoint] = {}

    def load(kind: str) -> Checkpoint:
        if kind not in read:
            read[kind] = Checkpoint(folder(kind), KINDS[kind].preset, threads=2)
        return read[kind]

    return load


def one(detector: Checkpoint, text: str) -> Reading:
    (reading,) = detector.detect([Note("n", text)])
    return reading


def found(detector: Checkpoint, text: str) -> list[tuple[str, Entity]]:
    return [(text[s.start : s.end], s.entity) for s in one(detector, text).spans]


# --- what is found --------------------------------------------------------------------------------------------------


@each_row("kind", KINDS)
def test_known_words_are_found_under_the_presets_entities(made: Made, kind: str) -> None:
    k = KINDS[kind]
    assert found(made(kind), TEXT) == [("Ann Smith", k.person), ("Boyle", k.doctor), ("March", Entity.DATE)]
    reading = one(made(kind), TEXT)
    assert all(s.score is not None and s.score > 0.99 and s.sources == ("student",) for s in reading.spans)
    assert (reading.cleared, reading.doubts, reading.complete) == ((), (), True)


@each_row("kind", KINDS)
@each_row(
    "text",
    [
        "🙂🙂 Ann Smith 🙂",
        "\u202eמשה כהן Ann Smith\u202c",
        "\ud800 Ann Smith \udfff",
        "Élodie ệ\u0301 Ann Smith",
        "\tAnn Smith",
        "\x00\x01 Ann Smith \x7f",
        "漢字 Ann Smith 漢字",
        "word " * 700 + "Ann Smith",
        "Ann Smith" + " then" * 700,
    ],
)
def test_offsets_are_characters_of_the_original_text(made: Made, kind: str, text: str) -> None:
    assert found(made(kind), text) == [("Ann Smith", KINDS[kind].person)]


@each_row("kind", KINDS)
def test_begin_and_end_labels_separate_adjacent_entities_and_plain_labels_do_not(made: Made, kind: str) -> None:
    wanted = ["Boyle", "Boyle"] if KINDS[kind].parts else ["Boyle Boyle"]
    assert [value for value, _ in found(made(kind), "word Boyle Boyle word")] == wanted


@each_row("kind", KINDS)
@each_row("text", ["", " \n\t", "\u200b", "word"])
def test_nothing_is_found_in_empty_texts(made: Made, kind: str, text: str) -> None:
    assert one(made(kind), text) == Reading()


@each_row("kind", KINDS)
def test_a_special_token_written_in_a_note_is_text(made: Made, kind: str) -> None:
    text = "[CLS][SEP] [PAD] <s></s> Ann Smith <pad>"
    net = made(kind)._network
    read = net.tokenizer.encode(text, add_special_tokens=False).ids
    if kind != "deberta":  # whose vocabulary of sentence pieces holds them as words
        assert not set(read) & {net._padding, *net._before.tolist(), *net._after.tolist()}
    assert found(made(kind), text) == [("Ann Smith", KINDS[kind].person)]


def test_a_word_below_the_threshold_is_a_doubt(folder: Folder) -> None:
    # 4 for its label against 5 for "O": exp(4) + 7 of exp(4) + 7 + exp(5), that is 0.29
    unsure = Checkpoint(folder("bert", rises=4.0, outside=5.0), KINDS["bert"].preset, threads=1)
    reading = one(unsure, TEXT)
    assert reading.spans == ()
    assert [TEXT[d.start : d.end] for d in reading.doubts] == ["Ann Smith", "Boyle", "March"]
    assert reading.cleared == ()


def test_labels_mapped_to_null_count_as_outside(folder: Folder, tmp_path: Path) -> None:
    mapped = tmp_path / "map.json"
    mapped.write_text(json.dumps(dict.fromkeys(KINDS["bert"].labels, None) | {"HCW": "PERSON"}))
    assert found(Checkpoint(folder("bert"), str(mapped), threads=1), TEXT) == [("Boyle", Entity.PERSON)]


# --- any length, any company ----------------------------------------------------------------------------------------


@pytest.mark.slow  # a megabyte through a network
def test_a_name_is_found_anywhere_in_a_megabyte(made: Made) -> None:
    filler = "word " * 100_000
    text = "Ann " + filler + "Boyle " + filler + "Ann"
    starts = [s.start for s in one(made("bert"), text).spans]
    assert starts == [0, 4 + len(filler), len(text) - 3]


@each_row(("kind", "length"), [("bert", 200_000), ("roberta", 200_000), ("privacy", 9_000), ("deberta", 9_000)])
def test_one_endless_word_is_read(made: Made, kind: str, length: int) -> None:
    text = "x" * length + " Ann Smith"
    assert found(made(kind), text) == [("Ann Smith", KINDS[kind].person)]


@each_row("kind", KINDS)
def test_a_window_alone_gives_the_same_bits_as_in_any_batch(folder: Folder, kind: str) -> None:
    net = network.Network(folder(kind, rigged=False), 2, "cpu")
    rng = np.random.default_rng(5)
    windows = [rng.integers(6, 60, size=n) for n in (1, 7, 40, net.window, 8, 33)]
    alone = [net.probabilities([w])[0] for w in windows]
    for a, b in zip(alone, net.probabilities(windows), strict=True):
        assert np.array_equal(a, b)
    assert all(np.ptp(a) > 1e-4 for a in alone)  # it says something of them


@each_row("kind", KINDS)
def test_a_reading_does_not_depend_on_the_batch(folder: Folder, kind: str) -> None:
    labels = KINDS[kind].preset
    together, apart = (Checkpoint(folder(kind, rises=1.5), labels, threads=t) for t in (2, 1))
    texts = [TEXT, "", "then " * 300 + TEXT, "🙂 Boyle", "Ann" * 90, TEXT * 20]
    assert together.detect([Note(str(i), t) for i, t in enumerate(texts)]) == [one(apart, t) for t in texts]


@pytest.mark.parametrize("kind", ["bert", "roberta", "deberta"])
def test_batches_of_a_fixed_shape_equal_single_windows(
    folder: Folder, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    net = network.Network(folder(kind, rigged=False), 1, "cpu")
    rng = np.random.default_rng(5)
    windows = [rng.integers(6, 60, size=n) for n in (3, 300, 60, net.window, 1, 20, 64, 5, 6, 7)]
    alone = net.probabilities(windows)
    shapes: list[tuple[int, ...]] = []
    forward = network.Network._forward

    def watched(self: network.Network, ids: Any, mask: Any) -> Any:
        shapes.append(ids.shape)
        return forward(self, ids, mask)

    monkeypatch.setattr(network, "_BATCH_PIECES", 1200)
    monkeypatch.setattr(network.Network, "_forward", watched)
    monkeypatch.setattr(net, "_batching", True)
    for a, b in zip(alone, net.probabilities(windows), strict=True):
        np.testing.assert_allclose(a, b, atol=1e-5)
    whole = net.window + len(net._before) + len(net._after)
    assert set(shapes) == {(18, 64), (9, 128), (2, 512), (1200 // whole, whole)}


def test_a_mixture_of_experts_is_recognised(folder: Folder) -> None:
    from transformers import AutoConfig

    mixtures = [k for k in KINDS if network._is_mixture(AutoConfig.from_pretrained(folder(k), local_files_only=True))]
    assert mixtures == ["privacy"]


# --- the start ------------------------------------------------------------------------------------------------------


def test_no_connection_is_opened(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[object] = []

    def refuse(*args: object, **kwargs: object) -> None:
        tried.append(args)
        raise OSError("no network here")

    for name in ("connect", "connect_ex"):
        monkeypatch.setattr(socket.socket, name, refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    for kind in KINDS:
        Checkpoint(folder(kind), KINDS[kind].preset, threads=1)
    with pytest.raises(SettingsError, match="hub"):
        build_detectors(load_settings(detectors=("student",), student="obi/deid_roberta_i2b2", student_labels="x"))
    assert tried == []


def test_settings_put_a_checkpoint_in_the_students_place(folder: Folder, tmp_path: Path) -> None:
    named = {"detectors": ("student",), "student": folder("deberta")}
    (detector,) = build_detectors(load_settings(**named, student_labels="shield-deberta-v3"))
    assert isinstance(detector, Checkpoint)
    assert detector.name == "student"
    with pytest.raises(SettingsError, match=r"student_labels.*shield-deberta-v3"):
        build_detectors(load_settings(**named))
    own = write_model(tmp_path / "own")
    with pytest.raises(SettingsError, match="has its own"):
        build_detectors(load_settings(detectors=("student",), student=own, student_labels="shield-deberta-v3"))


def test_the_version_depends_on_weights_and_labels(folder: Folder, made: Made, tmp_path: Path) -> None:
    mapped = tmp_path / "map.json"
    mapped.write_text(json.dumps(dict.fromkeys(KINDS["bert"].labels, "ID") | {"O": None}))
    versions = {
        made("bert").version,
        Checkpoint(folder("bert"), str(mapped), threads=1).version,
        Checkpoint(folder("bert", rises=4.0, outside=5.0), KINDS["bert"].preset, threads=1).version,
    }
    assert len(versions) == 3
    assert Checkpoint(folder("bert"), KINDS["bert"].preset, threads=1).version == made("bert").version


def _truncate(copy: Path) -> None:
    weights = copy / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-500])


def _configure(**changes: Any) -> Callable[[Path], None]:
    def change(copy: Path) -> None:
        config = json.loads((copy / "config.json").read_text())
        (copy / "config.json").write_text(json.dumps(config | changes))

    return change


def _write(name: str, text: str) -> Callable[[Path], None]:
    return lambda copy: (copy / name).write_text(text) and None


def _weights(change: Callable[[dict[str, Any]], None]) -> Callable[[Path], None]:
    def rewrite(copy: Path) -> None:
        from safetensors.numpy import load_file, save_file

        held = load_file(copy / "model.safetensors")
        change(held)
        save_file(held, copy / "model.safetensors", metadata={"format": "pt"})

    return rewrite


def _spoil(held: dict[str, Any]) -> None:
    held["classifier.weight"][0, 0] = np.nan


def _behead(held: dict[str, Any]) -> None:
    for name in [n for n in held if n.startswith("classifier")]:
        del held[name]


SPOILT: dict[str, tuple[Callable[[Path], Any], str]] = {
    "no weights": (lambda c: (c / "model.safetensors").unlink(), "weights are missing, damaged"),
    "cut weights": (_truncate, "weights are missing, damaged"),
    "no classifier": (_weights(_behead), "lacks 2 of its model's weights"),
    "not numbers": (_weights(_spoil), "not numbers"),
    "no config": (lambda c: (c / "config.json").unlink(), "config.json is missing"),
    "damaged config": (_write("config.json", "{Ann"), "config.json of the checkpoint cannot be read"),
    "other labels": (_configure(id2label={"0": "O", "1": "PATIENT"}), "do not fit"),
    "gaps in labels": (_configure(id2label={"0": "O", "9": "PATIENT"}), "do not fit|id2label"),
    "another task": (_configure(architectures=["BertForSequenceClassification"]), "not a token classifier"),
    "unknown model": (_configure(model_type="ann"), "config.json of the checkpoint cannot be read"),
    "code": (
        _configure(model_type="ann", auto_map={"AutoConfig": "run.Config"}),
        "config.json of the checkpoint cannot be read",
    ),
    "no tokenizer": (lambda c: (c / "tokenizer.json").unlink(), "has no tokenizer"),
    "damaged tokenizer": (_write("tokenizer.json", '{"Ann": 1'), "tokenizer cannot be read"),
    "longer than its positions": (_configure(max_position_embeddings=512), "do not fit"),
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_damaged_or_missing_part_stops_the_start(folder: Folder, tmp_path: Path, how: str) -> None:
    spoil, message = SPOILT[how]
    copy = shutil.copytree(folder("bert"), tmp_path / "copy")
    spoil(copy)
    with pytest.raises(ModelError, match=message) as e:
        Checkpoint(copy, KINDS["bert"].preset, threads=1)
    assert e.value.__cause__ is None
    assert e.value.__suppress_context__ or e.value.__context__ is None
    assert "Ann" not in str(e.value)


@pytest.mark.parametrize("wide", [True, False])
def test_a_tokenizer_of_another_model_stops_the_start(folder: Folder, tmp_path: Path, wide: bool) -> None:
    kind, other = ("bert", "roberta") if wide else ("roberta", "bert")  # 400 pieces or 150
    copy = shutil.copytree(folder(kind), tmp_path / "copy")
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copy(folder(other) / name, copy / name)
    with pytest.raises(ModelError, match="belong to different models"):
        Checkpoint(copy, KINDS[kind].preset, threads=1)


def test_without_torch_the_message_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "config.json").write_text("{}")
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ModelError, match=r'pip install "clinical-redactor\[train\]"'):
        Checkpoint(tmp_path, "shield-deberta-v3")


def test_a_missing_gpu_stops_the_start(tmp_path: Path) -> None:
    if pytest.importorskip("torch").cuda.is_available():
        pytest.skip("there is a GPU here")
    with pytest.raises(ModelError, match="no GPU"):
        Checkpoint(tmp_path, "shield-deberta-v3", device="cuda")
