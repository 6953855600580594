"""The kit tells the truth about its recordings, or every figure measured on them is worthless."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from audio.intervals import Coverage, samples
from audio.tones import Tones
from audio.vad import VoiceDetector
from audio.words import RATE
from redactor.evaluate.audio import read_recordings
from tests.audio.kit.dialogues import Scene, dialogue
from tests.audio.kit.scripts import script
from tests.audio.kit.voices import ESPEAK, FLITE, say
from tests.unit.audio.sound_kit import FORMATS, survey

VOICES = (*FLITE, *ESPEAK)


@pytest.mark.parametrize("voice", VOICES)
def test_a_pause_stands_where_the_words_say(voice: str) -> None:
    """Between two words that a comma parts no voice makes a sound: that is where their times must put it."""
    said = say(voice, "nine, nine")
    first, second = said.words
    assert 0 == first.start < first.end < second.end
    level = np.sqrt(np.convolve(np.square(said.samples), np.ones(320) / 320, "same"))
    pause = int(np.argmin(level[RATE // 5 : -RATE // 5])) + RATE // 5
    assert samples(first.start) < pause < samples(second.start + 0.05)
    assert level[pause] < 0.1 * level.max()


@pytest.mark.parametrize("voice", VOICES)
def test_a_word_of_another_length_moves_those_behind_it(voice: str) -> None:
    short = say(voice, "my name is Ann today")
    long = say(voice, "my name is Margaret Ellison today")
    assert long.words[-1].start > short.words[-1].start + 0.3
    assert [word.text for word in long.words] == ["my", "name", "is", "Margaret", "Ellison", "today"]
    assert all(a.end <= b.start + 1e-9 for a, b in zip(long.words, long.words[1:], strict=False))
    assert long.words[-1].end == pytest.approx(len(long.samples) / RATE, abs=0.001)


def test_a_scene_gives_the_same_samples() -> None:
    scene = Scene(5, asked=2, talk=1, noise=10, bursts=0.5, quiet=0.5, overlap=0.5, keys="19")
    one, two = dialogue(scene), dialogue(scene)
    assert np.array_equal(one.samples, two.samples)
    assert one.gold == two.gold


def test_scripts_plant_every_kind_of_phi_that_they_know() -> None:
    entities = {entity for seed in range(12) for line in script(seed) for _, _, entity in line.phi}
    assert len(entities) == 15


def test_voice_is_where_the_gold_says() -> None:
    made = dialogue(Scene(3, asked=3, talk=1))
    voice = Coverage(VoiceDetector().voice(made.samples[0]))
    for passage in made.gold.phi:
        span = samples(passage.start), samples(passage.end)
        assert voice.held(span) > 0.95 * (span[1] - span[0])


def test_quiet_passages_are_at_minus_fifty() -> None:
    made = dialogue(Scene(3, asked=3, talk=0, quiet=1.0))
    quiet = [passage for passage in made.gold.phi if passage.condition == "quiet"]
    assert quiet
    for passage in quiet:
        part = made.samples[0, samples(passage.start) : samples(passage.end)]
        assert 20 * np.log10(np.sqrt(np.mean(part**2))) == pytest.approx(-50, abs=4)


def test_dialled_keys_stand_where_the_gold_says() -> None:
    made = dialogue(Scene(3, asked=1, talk=0, keys="0429#*"))
    tones = Tones()
    tones.feed(made.samples[0])
    found = tones.finish()
    assert "".join(tone.key for tone in found) == "0429#*"
    dialled = made.gold.phi[-1]
    assert found[0].start / RATE == pytest.approx(dialled.start, abs=0.03)
    assert found[-1].end / RATE == pytest.approx(dialled.end, abs=0.03)


def test_each_channel_holds_one_speaker() -> None:
    made = dialogue(Scene(3, asked=2, talk=1, channels=2))
    for passage in made.gold.phi[:-3]:  # the last line is spoken by the one who asks
        part = made.samples[:, samples(passage.start) : samples(passage.end)]
        levels = np.sqrt(np.mean(part**2, axis=1))
        assert levels[1] > 20 * levels[0]


@pytest.mark.parametrize("name", ["pcm16", "mulaw", "mp3"])
def test_recordings_are_written_with_their_gold(tmp_path: Path, name: str) -> None:
    made = dialogue(Scene(3, asked=1, talk=0, channels=2))
    made.write(tmp_path, "call", FORMATS[name])
    [(path, gold)] = read_recordings(tmp_path)
    assert gold == made.gold
    assert survey(path).seconds == pytest.approx(made.samples.shape[1] / RATE, abs=0.1)
