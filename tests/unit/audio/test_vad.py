from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audio import vad
from audio.intervals import Interval, samples, total, within
from audio.vad import VoiceDetector
from audio.words import RATE, Samples
from redactor.errors import ModelError
from tests.each_row import each_row
from tests.unit.audio.speech import blocks, speech

pytestmark = pytest.mark.skipif(find_spec("silero_vad") is None, reason="needs the extra audio")

KENNEDY = "jfk"
READER = "sense_and_sensibility_01_austen_64kb-0880"


@pytest.fixture(scope="module")
def detector() -> VoiceDetector:
    return VoiceDetector()


def in_blocks(detector: VoiceDetector, recording: Samples, sizes: list[int]) -> list[Interval]:
    voice = detector.listen()
    for block in blocks(recording, sizes):
        voice.feed(block)
    return voice.finish()


def noise(seconds: float, decibels: float) -> Samples:
    return np.random.default_rng(3).normal(0, 10 ** (decibels / 20), samples(seconds)).astype(np.float32)


def share(found: list[Interval], reference: list[Interval]) -> float:
    return total(within(found, reference)) / total(reference)


def test_the_network_is_loaded_without_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "silero_vad", raising=False)
    assert len(VoiceDetector().version) == 16
    assert "silero_vad" not in sys.modules


def test_speech_is_voice_and_the_pauses_of_a_speaker_are_not(detector: VoiceDetector) -> None:
    recording = np.concatenate([noise(3, -70), speech(READER), noise(3, -70)])
    found = detector.voice(recording)
    assert samples(2.5) < found[0][0] < samples(3.3)
    assert len(recording) - samples(3.3) < found[-1][1] < len(recording) - samples(2.0)


@pytest.mark.parametrize("decibels", [-50, -60])
def test_quiet_speech_is_found(detector: VoiceDetector, decibels: float) -> None:
    recording = speech(KENNEDY)
    quiet = recording * np.float32(10 ** (decibels / 20) / np.sqrt(np.mean(recording**2)))
    assert share(detector.voice(quiet), detector.voice(recording)) > 0.95


def test_a_quiet_answer_to_a_loud_question_is_found(detector: VoiceDetector) -> None:
    recording = speech(READER)
    dialogue = np.concatenate([recording, noise(1, -75), recording * np.float32(0.005)])
    answer = [(start + len(recording) + RATE, end + len(recording) + RATE) for start, end in detector.voice(recording)]
    assert share(detector.voice(dialogue), answer) > 0.9


def test_speech_in_noise_as_loud_is_found(detector: VoiceDetector) -> None:
    recording = speech(KENNEDY)
    level = 20 * np.log10(np.sqrt(np.mean(recording**2)))
    noisy = recording + noise(len(recording) / RATE, level)
    assert share(detector.voice(noisy), detector.voice(recording)) > 0.9


def test_sound_that_is_no_voice_to_the_network_counts_by_its_energy(detector: VoiceDetector) -> None:
    """As whispering, or a word under a burst of noise."""
    recording = noise(6, -70)
    recording[samples(2) : samples(2.5)] += noise(0.5, -40)
    [(start, end)] = detector.voice(recording)
    assert samples(1.8) <= start <= samples(2)
    assert samples(2.5) <= end <= samples(2.7)


@pytest.mark.parametrize("decibels", [-30, -50, -70])
def test_steady_noise_is_no_voice(detector: VoiceDetector, decibels: float) -> None:
    assert total(detector.voice(noise(10, decibels))) < samples(0.3)


@each_row("length", [0, 1, 511, 512, RATE])
def test_silence_of_any_length_is_no_voice(detector: VoiceDetector, length: int) -> None:
    assert detector.voice(np.zeros(length, np.float32)) == []


def test_voice_lies_within_the_recording(detector: VoiceDetector) -> None:
    recording = speech(KENNEDY)[: samples(2.345)]
    found = detector.voice(recording)
    assert found[0][0] >= 0
    assert found[-1][1] <= len(recording)


def test_a_bad_sample_hides_no_voice_after_it(detector: VoiceDetector) -> None:
    recording = speech(KENNEDY)
    bad = recording.copy()
    bad[100], bad[200] = np.nan, np.inf
    assert share(detector.voice(bad), detector.voice(recording)) > 0.95


def test_a_direct_current_hides_no_voice(detector: VoiceDetector) -> None:
    recording = speech(KENNEDY)
    assert share(detector.voice(recording + np.float32(0.2)), detector.voice(recording)) > 0.9


@settings(max_examples=8, deadline=None)
@given(st.lists(st.integers(100, 50_000), min_size=1, max_size=4))
def test_blocks_of_any_sizes_give_the_same_voice(sizes: list[int]) -> None:
    detector = VoiceDetector()
    recording = np.concatenate([speech(READER), noise(1, -40), speech(READER) * np.float32(0.01)])
    assert in_blocks(detector, recording, sizes) == detector.voice(recording)


def test_the_network_remembers_what_came_before(detector: VoiceDetector) -> None:
    frames = speech(READER)[: 60 * 512].reshape(-1, 512)
    at_once = detector.listen()._silero.scores(frames)
    network = detector.listen()._silero
    assert np.array_equal(np.concatenate([network.scores(frame[None]) for frame in frames]), at_once)


def test_two_recordings_at_once_do_not_mix(detector: VoiceDetector) -> None:
    first, second = speech(KENNEDY), speech(READER)
    expected = [detector.voice(first), detector.voice(second)]
    voices = [detector.listen(), detector.listen()]
    for voice, recording in zip(voices, (first, second), strict=True):
        voice.feed(recording[:RATE])
    for voice, recording in zip(voices, (first, second), strict=True):
        voice.feed(recording[RATE:])
    assert [voice.finish() for voice in voices] == expected


# --- a model that cannot be used stops the start ---


def test_no_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vad, "find_spec", lambda name: None)
    with pytest.raises(ModelError, match=r"clinical-redactor\[audio\]"):
        VoiceDetector()


def test_a_package_without_the_model(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    spec = ModuleSpec("silero_vad", None, is_package=True)
    assert spec.submodule_search_locations is not None
    spec.submodule_search_locations.append(str(tmp_path))
    monkeypatch.setattr(vad, "find_spec", lambda name: spec)
    with pytest.raises(ModelError, match=r"silero-vad>=6\.2\.3"):
        VoiceDetector()


def test_a_damaged_model(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"\x08\x01damaged")
    with pytest.raises(ModelError, match=r"model\.onnx cannot be loaded"):
        VoiceDetector(tmp_path / "model.onnx")


def test_another_model() -> None:
    spec = find_spec("silero_vad")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    with pytest.raises(ModelError, match="another model"):
        VoiceDetector(Path(spec.submodule_search_locations[0]) / "data" / "silero_vad.onnx")
