"""`redactor audio` with a model of voice prints: who speaks on one channel is numbered, and no print is kept."""

# ruff: noqa: F811 - the fixtures of the module beside

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from redactor.assemble import hearing
from tests.unit.audio.scripted import Scripted, lines
from tests.unit.audio.sound_kit import FORMATS
from tests.unit.run.test_recordings_sound import SIDECAR, Folder, _record, folder, recognizer  # noqa: F401


class PitchStandIn:
    """Stands in for a model of voice prints: one voice speaks below 412 Hz, the other above. It notes its prints."""

    version = "stand-in"

    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def prints(self) -> np.ndarray:
        """All of them, of every process."""
        return np.fromfile(self._path, np.float32).reshape(-1, 6) if self._path.exists() else np.zeros((0, 6))

    def embed(self, sound: np.ndarray) -> np.ndarray:
        powers = np.abs(np.fft.rfft(sound * np.hanning(len(sound)), 1 << 15)) ** 2
        border = 412 * (1 << 15) // 16000
        odd = np.random.default_rng(len(sound)).normal(0, 0.01, 6)
        one = (np.array([powers[:border].sum(), powers[border:].sum(), 0, 0, 0, 0]) / powers.sum() + odd).astype("f4")
        with self._path.open("ab") as file:
            file.write(one.tobytes())
        return one


@pytest.fixture
def stand_in(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> PitchStandIn:
    model = PitchStandIn(tmp_path_factory.mktemp("prints") / "prints")
    monkeypatch.setattr(hearing, "SpeakerModel", lambda *_: model)
    return model


TURNS = {"REDACTOR_AUDIO__SPEAKER_MODEL": "model", "REDACTOR_AUDIO__SPEAKERS": "2"}


def test_speakers_of_one_channel_are_numbered_and_no_voice_print_is_kept(
    folder: Folder, recognizer: Scripted, stand_in: PitchStandIn
) -> None:
    recognizer.script = [*lines("hello Tarquil Vexholm", 1.0), *lines("is fine today and takes two", 3.0)]
    named = json.loads(SIDECAR) | {"channels": [{"role": "clinician", "name": "Marguerite Okafor"}]}
    _record(folder, recognizer, sidecar=json.dumps(named))
    assert folder.audio(**TURNS)["outcomes"] == {"released": 1}
    read = json.loads(folder.released("transcript.json").read_bytes())
    assert read["text"] == "Speaker 1: hello [PERSON]\nSpeaker 2: is fine today and takes two"
    assert [word["speaker"] for word in read["words"]] == ["Speaker 1"] * 2 + ["Speaker 2"] * 6
    assert read["versions"]["speakers"] == "stand-in, 2 speakers"
    assert "<v Speaker 1>hello [PERSON]" in folder.released("captions.vtt").read_text()
    assert "Speaker 2: is fine today" in folder.released("captions.srt").read_text()
    whisper = json.loads(folder.released("whisper.json").read_bytes())
    assert [segment["speaker"] for segment in whisper["segments"]] == ["Speaker 1", "Speaker 2"]
    assert len(stand_in.prints) >= 3
    kept = b"".join(path.read_bytes() for path in folder.path.rglob("*") if path.is_file() and path.suffix != ".wav")
    for one in stand_in.prints:
        for value in (one, one.astype(np.float64), one.astype(np.float64) / np.linalg.norm(one)):
            assert value.tobytes() not in kept
            assert repr(float(value[0]))[:8].encode() not in kept


def test_a_speaker_alone_keeps_the_name_that_the_sidecar_gives_the_channel(
    folder: Folder, recognizer: Scripted, stand_in: PitchStandIn
) -> None:
    recognizer.script = lines("hello Tarquil Vexholm", 1.0)
    named = json.loads(SIDECAR) | {"channels": [{"role": "clinician"}]}
    _record(folder, recognizer, sidecar=json.dumps(named))
    folder.audio(**TURNS)
    assert "<v clinician>hello" in folder.released("captions.vtt").read_text()


def test_channels_that_differ_tell_speakers_as_without_a_model(
    folder: Folder, recognizer: Scripted, stand_in: PitchStandIn
) -> None:
    recognizer.script = [*lines("hello there", 1.0, 0), *lines("is fine", 3.0, 1)]
    recognizer.record(folder.path / "in", 6.0, FORMATS["pcm16"])
    folder.audio(**TURNS)
    assert "peaker 1" not in folder.released("transcript.json").read_text()
    assert not len(stand_in.prints)


def test_another_number_of_speakers_is_another_configuration(
    folder: Folder, recognizer: Scripted, stand_in: PitchStandIn
) -> None:
    _record(folder, recognizer)
    folder.audio(**TURNS)
    folder.audio(code=2, **TURNS | {"REDACTOR_AUDIO__SPEAKERS": "3"})
    folder.audio(code=2)


def test_a_model_of_voice_prints_that_is_missing_stops_the_start(folder: Folder, recognizer: Scripted) -> None:
    _record(folder, recognizer)
    folder.audio(code=2, **TURNS)
    assert not (folder.path / "out").exists() and recognizer.chunks == []
