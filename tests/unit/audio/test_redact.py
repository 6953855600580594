"""Recordings from end to end with a scripted recogniser: what can still be heard in the file that was written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import audio.redact
from audio.decode import Decoder, as_16khz_mono
from audio.media import probe
from audio.redact import Found, Heard, Sound, find, listen, rewrite_proven
from audio.rewrite import Filling, Target, rewrite
from audio.steps import decode_heard, encode_heard
from redactor.engine import Redacted
from redactor.errors import DamagedMediaError, TimelineError, UnreadTranscriptError, UnverifiedError
from redactor.text import Span
from tests.unit.audio.scripted import STEREO, WAV, Line, Scripted, detector, finds, lines, options
from tests.unit.audio.sound_kit import FORMATS, Format, pcm_of, sound_of, write

DOCTOR = "good morning what is your name"
CALL = f"{DOCTOR} i am Quist please call me"


@dataclass(frozen=True)
class Done:
    heard: Heard
    found: Found
    sound: Sound
    out: Path


def redact(folder: Path, script: Scripted, path: Path, process: audio.redact.Process, **changes: object) -> Done:
    heard = listen(path, script, options(**changes))
    heard = decode_heard(encode_heard(heard))
    found = find(heard, process, options(**changes))
    out = folder / "out"
    return Done(heard, found, rewrite_proven(path, out, heard, found, options(**changes)), out)


def audible(script: Scripted, path: Path, channel: int = 0) -> list[str]:
    """The words that sound in a file."""
    sound = np.concatenate(list(as_16khz_mono(Decoder(path), probe(path), channel)))
    return [word.text for word in Scripted(script.script).hear(sound)]


def texts(found: Found) -> str:
    return " ".join(part.text for part in found.said)


@pytest.mark.parametrize("name", ["mulaw", "mp3", "webm"])
def test_phi_is_muted_and_everything_else_is_heard(tmp_path: Path, name: str) -> None:
    fmt = FORMATS[name]
    script = Scripted(lines(CALL))
    path = script.record(
        tmp_path, 6.0, Format(fmt.suffix, fmt.container, fmt.encoder, fmt.sample_format, fmt.rate, fmt.channels)
    )
    done = redact(tmp_path, script, path, finds("Quist"), detector=detector())
    assert texts(done.found) == CALL.replace("Quist", "[NAME]")
    left = audible(script, done.out)
    assert "Quist" not in left
    assert {"good", "morning", "what", "call", "me"} <= set(left)
    assert [(mute.entity, mute.step, mute.confidence) for mute in done.found.mutes] == [("PERSON", "words", 0.9)]
    assert max(done.sound.proof.envelope) > 0.1
    assert done.heard.versions["recognizer"] == "scripted 1"


def test_a_word_that_was_cut_is_muted_where_it_was_spoken(tmp_path: Path) -> None:
    script = Scripted(
        [
            *lines("my number is", length=0.2),
            Line("5550142239", 2.3, 5.8, reported=(5.4, 5.8)),
            *lines("thank you", 6.6),
        ]
    )
    path = script.record(tmp_path, 8.0)
    done = redact(tmp_path, script, path, finds("5550142239"))
    (muted,) = done.found.muted
    assert muted[0] <= 2.3
    assert muted[1] >= 5.8
    assert audible(script, done.out)[-2:] == ["thank", "you"]
    assert texts(done.found) == "my number is [NAME] thank you"


@pytest.mark.parametrize("channel", [0, 1])
def test_phi_on_one_channel_is_muted_on_all(tmp_path: Path, channel: int) -> None:
    script = Scripted([*lines(DOCTOR, 0.5), *lines("i am Quist", 3.5, 1), *lines("hello Quist", 6.0, 0)])
    path = script.record(tmp_path, 8.0, STEREO)
    done = redact(tmp_path, script, path, finds("Quist"))
    assert [voices.channels for voices in done.heard.voices] == [(0,), (1,)]
    assert "Quist" not in audible(script, done.out, channel)
    pcm = pcm_of(done.out)
    for start, end in done.found.muted:
        assert not pcm[:, int(start * 16000) : int(end * 16000)].any()
    assert [(part.text, part.channels) for part in done.found.said if part.kind == "phi"] == [
        ("[NAME]", (1,)),
        ("[NAME]", (0,)),
    ]


def test_a_file_with_one_channel_muted_is_not_let_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fails where the proof is left out."""
    script = Scripted([*lines("i am Quist", 1.0), *lines("good morning", 3.0, 1)])
    path = script.record(tmp_path, 5.0, STEREO)

    def half(source: Path, out: Path, *rest: Any) -> Target:
        target = rewrite(source, out, *rest)
        sound = sound_of(out)
        sound[1] = sound_of(source)[0]
        write(out, STEREO, sound)
        return target

    monkeypatch.setattr(audio.redact, "rewrite", half)
    with pytest.raises(UnverifiedError):
        redact(tmp_path, script, path, finds("Quist"))
    assert not (tmp_path / "out").exists()


def test_channels_that_sound_alike_are_heard_once(tmp_path: Path) -> None:
    script = Scripted(lines(CALL))
    one = script.sound(6.0)[0]
    path = write(tmp_path / "source.wav", STEREO, np.stack([one, -0.5 * one]))
    heard = listen(path, script, options())
    assert [voices.channels for voices in heard.voices] == [(0, 1)]
    assert " ".join(word.text for word in heard.voices[0].words) == CALL


def test_a_faint_voice_on_a_second_channel_is_heard(tmp_path: Path) -> None:
    script = Scripted([*lines(DOCTOR, 0.5), *lines("i am Quist", 3.5, 1)])
    sound = script.sound(6.0, channels=2)
    path = write(tmp_path / "source.wav", STEREO, np.stack([sound[0], sound[0] + 0.05 * sound[1]]))
    assert [voices.channels for voices in listen(path, script, options()).voices] == [(0,), (1,)]


@pytest.mark.parametrize("filling", Filling)
def test_recordings_without_words(tmp_path: Path, filling: Filling) -> None:
    """Silence passes; where somebody speaks, all of it is muted, whatever the judge says."""

    class KeepsAll:
        def without_phi(self, gaps: Sequence, *rest: object) -> list[str]:  # type: ignore[type-arg]
            return [gap.id for gap in gaps]

    deaf = Scripted(lines(CALL), lambda words: [""] * len(words))
    path = deaf.record(tmp_path, 6.0)
    done = redact(tmp_path, deaf, path, finds("Quist"), judge=KeepsAll(), filling=filling, detector=detector())
    assert done.found.without_words
    assert {part.kind for part in done.found.said} == {"gap"}
    assert "Quist" not in audible(deaf, done.out)
    if filling is Filling.SILENCE:
        assert not pcm_of(done.out).any()
    silent = write(tmp_path / "silent.wav", WAV, np.zeros((1, 32000)))
    heard = listen(silent, deaf, options())
    found = find(heard, finds(), options())
    assert (found.without_words, found.muted, found.said) == (True, (), ())
    rewrite_proven(silent, done.out, heard, found, options())
    assert done.out.exists()


def test_voice_that_is_left_in_a_recording_without_words_fails(tmp_path: Path) -> None:
    """Sound that others have redacted, or a recogniser that hears nothing, must not pass as empty."""
    deaf = Scripted(lines(CALL), lambda words: [""] * len(words))
    path = deaf.record(tmp_path, 6.0)
    heard = listen(path, deaf, options())
    found = find(heard, finds(), options())
    emptied = msgspec.structs.replace(found, muted=found.muted[:-1] or ((0.0, 0.1),), mutes=())
    with pytest.raises(UnverifiedError, match="voice"):
        rewrite_proven(path, tmp_path / "out", heard, emptied, options())


def test_the_tones_of_telephone_keys_are_muted(tmp_path: Path) -> None:
    script = Scripted(lines("please enter your birth date now", 0.5))
    sound = script.sound(6.0)
    time = np.arange(3200) / 16000
    for start, low, high in ((3.4, 697, 1209), (3.8, 941, 1336), (4.2, 770, 1477)):
        at = int(start * 16000)
        sound[0, at : at + 3200] = 0.2 * (np.sin(2 * np.pi * low * time) + np.sin(2 * np.pi * high * time))
    path = write(tmp_path / "source.wav", WAV, sound)
    done = redact(tmp_path, script, path, finds())
    assert [mute.step for mute in done.found.mutes].count("tone") == 3
    pcm = pcm_of(done.out)[0]
    assert not pcm[int(3.3 * 16000) : int(4.5 * 16000)].any()
    assert pcm[: 2 * 16000].any()


def test_tags_and_covers_are_not_carried_over(tmp_path: Path) -> None:
    script = Scripted(lines(CALL))
    path = write(tmp_path / "source.mp3", FORMATS["mp3-8k"], script.sound(6.0, 8000), {"title": "Zebulon Quist"})
    assert b"Zebulon" in path.read_bytes()
    done = redact(tmp_path, script, path, finds("Quist"))
    assert b"Zebulon" not in done.out.read_bytes()


def test_damage_is_muted_and_its_words_are_left_out(tmp_path: Path) -> None:
    script = Scripted([*lines("before it", 0.5), *lines("in the middle", 4.0), *lines("after it all", 8.0)])
    path = write(tmp_path / "source.flac", Format(".flac", "flac", "flac", "s16", 16000, 1), script.sound(10.0))
    content = bytearray(path.read_bytes())
    at = int(len(content) * 0.5)
    content[at : at + 300] = bytes(300)
    path.write_bytes(bytes(content))
    done = redact(tmp_path, script, path, finds())
    assert done.heard.decoded.damaged
    assert "damage" in {mute.step for mute in done.found.mutes}
    spoken = [part.text for part in done.found.said if part.kind == "word"]
    assert spoken[:2] == ["before", "it"]
    assert spoken[-1] == "all"
    assert "middle" not in spoken


def test_equal_input_gives_equal_results(tmp_path: Path) -> None:
    script = Scripted([*lines(DOCTOR, 0.5), *lines("i am Quist", 3.5, 1)])
    path = script.record(tmp_path, 6.0, STEREO)
    runs = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        done = redact(tmp_path / name, script, path, finds("Quist"))
        runs.append((encode_heard(done.heard), done.found, done.sound, done.out.read_bytes()))
    assert runs[0] == runs[1]


def test_a_transcript_that_was_not_read_in_whole_is_an_error(tmp_path: Path) -> None:
    script = Scripted(lines(CALL))
    heard = listen(script.record(tmp_path, 6.0), script, options())
    with pytest.raises(UnreadTranscriptError) as caught:
        find(heard, lambda text: Redacted(text, (), complete=False, why="llm-refused"), options())
    assert (caught.value.code, caught.value.where) == ("incomplete-reading", "llm-refused")


def test_a_span_past_the_end_of_the_transcript_is_an_error(tmp_path: Path) -> None:
    script = Scripted(lines(CALL))
    heard = listen(script.record(tmp_path, 6.0), script, options())
    span = finds("Quist")(CALL).spans[0]
    for start, end in ((len(CALL), len(CALL) + 5), (len(CALL) - 1, len(CALL) + 1), (5, 5)):
        with pytest.raises(TimelineError):
            find(heard, lambda text, at=(start, end): Redacted(text, (Span(*at, span.entity),), ("x",)), options())


def test_a_recording_that_changes_while_it_is_heard_is_an_error(tmp_path: Path) -> None:
    script = Scripted(lines(CALL))
    path = script.record(tmp_path, 6.0)

    class Replacing(Scripted):
        def hear(self, samples: np.ndarray) -> list:  # type: ignore[type-arg]
            write(path, WAV, script.sound(3.0))
            return super().hear(samples)

    heard = listen(path, script, options())
    with pytest.raises(DamagedMediaError):
        listen(path, Replacing(script.script), options())
        rewrite_proven(path, tmp_path / "out", heard, find(heard, finds(), options()), options())
    assert not (tmp_path / "out").exists()


def test_the_original_is_never_removed(tmp_path: Path) -> None:
    script = Scripted(lines(CALL))
    path = script.record(tmp_path, 6.0)
    heard = listen(path, script, options())
    found = find(heard, finds("Quist"), options())
    with pytest.raises(ValueError, match="in its place"):
        rewrite_proven(path, path, heard, found, options())
    assert path.exists()


def test_strict_mode_keeps_confident_speech_alone(tmp_path: Path) -> None:
    script = Scripted(lines(CALL))
    path = script.record(tmp_path, 9.0)
    done = redact(tmp_path, script, path, finds("Quist"), strict=True)
    assert done.found.muted[-1][1] == 9.0
    assert done.found.muted[0][0] == 0.0
    assert {"morning", "your", "call"} <= set(audible(script, done.out))
    assert "strict" in {mute.step for mute in done.found.mutes}
