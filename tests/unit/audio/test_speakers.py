"""Models of voice prints in a folder: what is loaded, and what is refused with a reason. Their weights are random."""

from __future__ import annotations

import json
import shutil
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from audio.turns import SHORTEST, WINDOW, TurnFinder
from audio.words import RATE
from redactor.assemble.hearing import build_options
from redactor.errors import ModelError, SettingsError
from redactor.settings import AudioSettings, Settings, load_settings

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

from audio.speakers import SpeakerModel  # noqa: E402

SMALL = {
    "hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16, "conv_dim": (8,) * 7,
    "num_conv_pos_embeddings": 16, "num_conv_pos_embedding_groups": 2, "tdnn_dim": (8, 8, 8, 8, 12),
    "xvector_output_dim": 6,
}  # fmt: skip


def make(folder: Path, kind: str = "WavLM", head: str = "ForXVector", rate: int = RATE, **changes: object) -> Path:
    torch.manual_seed(0)
    config = getattr(transformers, f"{kind}Config")(**SMALL | changes)
    getattr(transformers, f"{kind}{head}")(config).save_pretrained(folder)
    transformers.Wav2Vec2FeatureExtractor(sampling_rate=rate, return_attention_mask=True).save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("wavlm"))


@pytest.mark.parametrize("kind", ["WavLM", "Wav2Vec2"])
def test_models_of_several_kinds_give_the_same_prints_each_time(tmp_path: Path, kind: str) -> None:
    folder = make(tmp_path, kind)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model, again = SpeakerModel(folder, 1), SpeakerModel(folder, 2)
        sound = np.random.default_rng(1).normal(0, 0.1, WINDOW).astype(np.float32)
        one = model.embed(sound)
        model.embed(sound[:SHORTEST])
    assert one.shape == (6,)
    assert one.dtype == np.float32
    assert np.array_equal(one, model.embed(sound))
    assert np.allclose(one, again.embed(sound), atol=1e-5)
    assert model.version == again.version


def test_other_weights_are_another_version(saved: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(saved, tmp_path / "other")
    weights = bytearray((folder / "model.safetensors").read_bytes())
    weights[-1] ^= 1
    (folder / "model.safetensors").write_bytes(weights)
    assert SpeakerModel(folder, 1).version != SpeakerModel(saved, 1).version


def _without(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).unlink()


def _cut(folder: Path) -> None:
    path = folder / "model.safetensors"
    path.write_bytes(path.read_bytes()[:5000])


def _changed(**values: object) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        path = folder / "config.json"
        path.write_text(json.dumps(json.loads(path.read_text()) | values))

    return change


def _not_numbers(folder: Path) -> None:
    model = transformers.WavLMForXVector.from_pretrained(folder)
    torch.nn.init.constant_(model.classifier.weight, float("nan"))
    torch.nn.init.constant_(model.feature_extractor.weight, float("nan"))
    model.save_pretrained(folder)


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (shutil.rmtree, "lacks config.json, preprocessor_config.json"),
        (_without("preprocessor_config.json"), "lacks preprocessor_config.json"),
        (_without("model.safetensors"), "weights .* are missing"),
        (_cut, "weights .* damaged"),
        (lambda folder: (folder / "config.json").write_text("{"), "cannot be read"),
        (lambda folder: (folder / "config.json").write_text('{"model_type": "of-nobody"}'), "cannot be read"),
        (_changed(architectures=["WavLMForCTC"]), "tells no speakers apart"),
        (_changed(architectures=None), "tells no speakers apart"),
        (_changed(hidden_size=24), "do not fit|lacks weights"),
        (_changed(tdnn_kernel=[5, 3, 3, 1, 1], tdnn_dilation=[9, 2, 3, 1, 1]), "cannot hear a window"),
        (_not_numbers, "not numbers"),
    ],
)
def test_a_folder_that_holds_no_such_model_is_refused(
    saved: Path, tmp_path: Path, damage: Callable[[Path], object], told: str
) -> None:
    folder = shutil.copytree(saved, tmp_path / "model")
    damage(folder)
    with pytest.raises(ModelError, match=told):
        SpeakerModel(folder, 1)


def test_models_of_another_kind_or_rate_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="tells no speakers apart"):
        SpeakerModel(make(tmp_path / "kind", head="ForSequenceClassification"), 1)
    with pytest.raises(ModelError, match="16000 Hz"):
        SpeakerModel(make(tmp_path / "rate", rate=8000), 1)


def test_a_model_that_was_not_trained_for_speakers_is_refused(tmp_path: Path) -> None:
    folder = make(tmp_path, head="ForCTC", vocab_size=8)
    _changed(architectures=["WavLMForXVector"])(folder)
    with pytest.raises(ModelError, match="not trained"):
        SpeakerModel(folder, 1)


def test_settings_say_how_many_speakers_there_are(saved: Path) -> None:
    audio = AudioSettings(speaker_model=saved, speakers=2)
    finder = build_options(Settings(audio=audio, threads=1)).turns
    assert isinstance(finder, TurnFinder)
    assert finder.version.startswith("wavlm ")
    assert finder.version != TurnFinder(finder.embedder, distance=0.2).version
    assert build_options(Settings()).turns is None
    assert str(saved) not in json.dumps(audio.of_output())


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"SPEAKER_MODEL": "m"}, "speaker_model needs speakers"),
        ({"SPEAKER_MODEL": "m", "SPEAKERS": "2", "SPEAKER_DISTANCE": "0.2"}, "and not both"),
        ({"SPEAKERS": "2"}, "give the folder of a model"),
        ({"SPEAKER_DISTANCE": "0.2"}, "give the folder of a model"),
        ({"SPEAKER_MODEL": "m", "SPEAKERS": "1"}, "speakers"),
        ({"SPEAKER_MODEL": "m", "SPEAKER_DISTANCE": "0"}, "speaker_distance"),
    ],
)
def test_settings_that_do_not_agree_are_refused(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], told: str
) -> None:
    for name, value in given.items():
        monkeypatch.setenv(f"REDACTOR_AUDIO__{name}", value)
    with pytest.raises(SettingsError, match=told):
        load_settings()
