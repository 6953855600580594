"""The recognisers: the real faster-whisper over a scripted model, and pocketsphinx."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import numpy as np
import pytest

from audio.intervals import samples, without
from audio.recognizers import open_recognizer
from audio.timeline import locate_phi, place_words, widen_mutes
from audio.words import RATE, Language, Recognizer, Samples
from redactor.errors import ModelError, SettingsError
from redactor.settings import AudioSettings
from tests.each_row import each_row
from tests.unit.audio import scripted_whisper
from tests.unit.audio.speech import speech

NARROW = 32
PRECISE = 250
"""Times of 0.12 s."""
GREETING = [(" Good", 0.5, 0.9), (" morning.", 0.9, 1.5)]


def noise(seconds: float) -> Samples:
    return np.random.default_rng(0).normal(0, 0.01, samples(seconds)).astype(np.float32)


def whisper(folder: Path, languages: tuple[str, ...] = ("en",)) -> Recognizer:
    return open_recognizer(AudioSettings(model=str(folder), languages=languages), threads=1)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return scripted_whisper.build(tmp_path / "model", GREETING, width=NARROW)


@pytest.fixture(autouse=True)
def no_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


# --- what is heard ---


def test_words_with_their_times(tmp_path: Path) -> None:
    recognizer = whisper(scripted_whisper.build(tmp_path, GREETING, width=PRECISE))
    good, morning = recognizer.hear(noise(3))
    assert (good.text, morning.text) == ("Good", "morning.")
    assert good.end == pytest.approx(0.9, abs=0.15) and morning.start == pytest.approx(0.9, abs=0.15)
    assert good.segment == morning.segment == (0.0, 3.0)
    assert good.probability > 0.9 and good.language is None
    assert (recognizer.name, recognizer.for_release) == ("faster-whisper", True)


def test_a_long_digit_word_at_a_pause_is_muted_whole(tmp_path: Path) -> None:
    """faster-whisper cuts the first word of a sentence to twice the usual length: it gives 5.06-5.44 s."""
    question = [(" What", 0.5, 0.7), (" is", 0.7, 0.8), (" your", 0.8, 1.0), (" number", 1.0, 1.4), ("?", 1.4, 1.5)]
    answer = [(" 5550142239", 2.0, 5.5), (".", 5.5, 5.6), (" Thank", 6.2, 6.5), (" you", 6.5, 6.7), (".", 6.7, 6.8)]
    words = whisper(scripted_whisper.build(tmp_path, question + answer, width=PRECISE)).hear(noise(8))
    number = [word.text for word in words].index("5550142239.")
    assert words[number].start is not None and words[number].start > 4
    trusted = [index != number for index in range(len(words))]
    voice = [(samples(0.5), samples(1.5)), (samples(2.0), samples(5.6)), (samples(6.2), samples(6.8))]
    placed = place_words(words, voice, samples(8))
    mutes = widen_mutes(locate_phi(placed, {number}, trusted, voice), samples(8))
    assert without([(samples(2.0), samples(5.5))], mutes) == []


def test_what_follows_without_a_space_is_one_word(tmp_path: Path) -> None:
    script = [(" call", 0.5, 1.0), (" 555", 1.0, 2.0), ("-", 2.0, 2.1), ("0142", 2.1, 3.5), (" now", 3.5, 4.0)]
    words = whisper(scripted_whisper.build(tmp_path, script, width=PRECISE)).hear(noise(5))
    assert [word.text for word in words] == ["call", "555-0142", "now"]
    assert words[1].end == pytest.approx(3.5, abs=0.15)


def test_the_number_of_threads_changes_nothing(model: Path) -> None:
    settings = AudioSettings(model=str(model))
    one, two, four = (open_recognizer(settings, threads) for threads in (1, 2, 4))
    assert one.hear(noise(3)) == two.hear(noise(3)) == four.hear(noise(3)) != []
    assert one.version == two.version == four.version


@pytest.mark.parametrize("length", [0, 1, 399, 400, 30 * RATE])
def test_any_length_up_to_thirty_seconds(model: Path, length: int) -> None:
    whisper(model).hear(np.zeros(length, np.float32))


def test_more_than_thirty_seconds_are_refused(model: Path, sphinx: Recognizer) -> None:
    for recognizer in (whisper(model), sphinx):
        with pytest.raises(ValueError, match="30 seconds"):
            recognizer.hear(np.zeros(30 * RATE + 1, np.float32))


def test_the_language_is_told_whatever_the_words_are_written_in(tmp_path: Path) -> None:
    known = ("en", "es", "de")
    model = scripted_whisper.build(tmp_path, GREETING, languages=known, detected="es", width=NARROW)
    for languages in (("en",), ("de", "en"), ("es",)):
        words = whisper(model, languages).hear(noise(2))
        assert {word.language.code for word in words if word.language} == {"es"}
        assert all(isinstance(word.language, Language) and word.language.probability > 0.9 for word in words)


def test_a_language_that_the_model_does_not_know_stops_the_start(model: Path, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"does not know es of audio\.languages"):
        whisper(model, ("es",))
    several = scripted_whisper.build(tmp_path / "several", GREETING, languages=("en", "es"), width=NARROW)
    with pytest.raises(SettingsError, match=r"does not know xx of audio\.languages"):
        whisper(several, ("en", "xx"))


# --- the files of the model ---


@pytest.mark.parametrize("name", ["model.bin", "config.json", "tokenizer.json", "vocabulary.json"])
def test_a_missing_file_stops_the_start_and_opens_no_socket(model: Path, name: str) -> None:
    (model / name).unlink()
    with pytest.raises(ModelError, match=rf"lacks .*{name}.*copy all files"):
        whisper(model)


def test_a_model_that_reads_other_bands_needs_its_preprocessor_config(tmp_path: Path) -> None:
    model = scripted_whisper.build(tmp_path, GREETING, width=NARROW, bands=128)
    assert len(whisper(model).hear(noise(2))) == 2
    (model / "preprocessor_config.json").unlink()
    with pytest.raises(ModelError, match=r"preprocessor_config\.json"):
        whisper(model)


@pytest.mark.parametrize("name", ["model.bin", "tokenizer.json", "vocabulary.json", "config.json"])
def test_a_truncated_file_stops_the_start(model: Path, name: str) -> None:
    content = (model / name).read_bytes()
    (model / name).write_bytes(content[: len(content) // 2])
    with pytest.raises(ModelError, match="copy its files again"):
        whisper(model)


def test_the_tokenizer_of_another_model_stops_the_start(model: Path, tmp_path: Path) -> None:
    other = scripted_whisper.build(
        tmp_path / "other", [(" entirely", 0.5, 1.0), (" different", 1.0, 2.0)], width=NARROW
    )
    (model / "tokenizer.json").write_bytes((other / "tokenizer.json").read_bytes())
    with pytest.raises(ModelError, match="different models"):
        whisper(model)


def test_the_version_follows_every_file(model: Path) -> None:
    before = whisper(model).version
    assert whisper(model).version == before
    (model / "README.md").write_text("no part of the model")
    assert whisper(model).version == before
    config = json.loads((model / "config.json").read_bytes())
    (model / "config.json").write_text(json.dumps(config | {"suppress_ids": [1]}))
    assert whisper(model).version != before


def test_the_version_follows_the_languages(tmp_path: Path) -> None:
    model = scripted_whisper.build(tmp_path, GREETING, languages=("en", "es"), width=NARROW)
    assert whisper(model, ("en", "es")).version == whisper(model, ("es", "en")).version != whisper(model).version


@each_row(
    ("given", "said"),
    [
        ({}, "the folder of a Whisper model"),
        ({"model": "no-such-folder"}, "names no folder"),
        ({"model": "tiny"}, "names no folder"),
        ({"model": "pocketsphinx", "languages": ["de"]}, "English alone"),
    ],
)
def test_settings_without_a_usable_model(given: dict[str, object], said: str) -> None:
    with pytest.raises((SettingsError, ModelError), match=said):
        open_recognizer(AudioSettings.model_validate(given), threads=1)


# --- pocketsphinx ---


@pytest.fixture(scope="module")
def sphinx() -> Recognizer:
    pytest.importorskip("pocketsphinx")
    return open_recognizer(AudioSettings(model="pocketsphinx"), threads=1)


def test_pocketsphinx_hears_the_same_whatever_it_heard_before(sphinx: Recognizer) -> None:
    assert (sphinx.name, sphinx.for_release) == ("pocketsphinx", False)
    reader = speech("sense_and_sensibility_01_austen_64kb-0870")[: samples(1.0)]
    first = sphinx.hear(reader)
    assert "john" in [word.text for word in first]
    assert all(0 <= word.probability <= 1 and word.segment == (0.0, 1.0) for word in first)
    sphinx.hear(reader[samples(0.6) :] * np.float32(0.1))
    assert sphinx.hear(reader) == first


def test_pocketsphinx_hears_nothing_in_less_than_a_frame(sphinx: Recognizer) -> None:
    assert [sphinx.hear(np.zeros(length, np.float32)) for length in (0, 1, 319)] == [[]] * 3
    assert sphinx.hear(np.zeros(320, np.float32)) == []
