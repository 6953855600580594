"""Redacted transcripts that a speech engine speaks in place of the sound."""

from __future__ import annotations

import errno
import shutil
from pathlib import Path

import numpy as np
import pytest
from msgspec import structs

from audio.listen import listen
from audio.redact import Found, Heard, find
from audio.resynthesis import Engine, open_engine, resynthesise, speakable
from audio.steps import Said
from redactor.errors import SettingsError, SpeechEngineError
from tests.unit.audio import fake_engines
from tests.unit.audio.scripted import STEREO, Line, Scripted, finds, lines, options
from tests.unit.audio.sound_kit import pcm_of


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Engine:
    fake_engines.install(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    return open_engine("espeak-ng", ["en"])


def _found(folder: Path, script: list[Line], seconds: float = 8.0, *names: str) -> tuple[Heard, Found]:
    folder.mkdir(exist_ok=True)
    recognizer = Scripted(script)
    heard = listen(recognizer.record(folder, seconds, STEREO), recognizer, options())
    return heard, find(heard, finds(*names), options())


def _said(text: str, kind: str = "word", start: float = 0.0) -> Said:
    return Said(text, start, start + 0.2, (0,), kind)  # type: ignore[arg-type]


def test_other_sound_with_the_same_transcript_gives_the_same_bytes(tmp_path: Path, engine: Engine) -> None:
    files = []
    for name in ("Vexholm", "Marquell"):
        script = [Line("hello", 1.0, 1.3), Line(name, 1.4, 1.7), Line("sat", 1.8, 2.1)]
        pair = _found(tmp_path / name, script if name == "Vexholm" else [Line("so", 7, 7), *script], 8.0, name)
        out = tmp_path / f"{name}.flac"
        resynthesise(pair[1], pair[0], engine, out, tmp_path)
        files.append((out.read_bytes(), pair[1].said, pcm_of(next((tmp_path / name).glob("source*")))))
    (first, said, sound), (second, said_too, other) = files
    assert said == said_too and not np.array_equal(sound, other)
    assert first == second


def test_turns_begin_where_they_did_and_are_neither_cut_nor_laid_over_each_other(
    tmp_path: Path, engine: Engine
) -> None:
    script = [
        *lines("the first one talks on.", 1.0, 0, 0.1, 0.02),
        *lines("yes.", 1.2, 1, 0.1),
        *lines("and later he goes home.", 5.0, 0, 0.1, 0.02),
    ]
    heard, found = _found(tmp_path / "in", script)
    spoken = resynthesise(found, heard, engine, tmp_path / "out.flac", tmp_path)
    words = [len(speakable([part]).split()) for part in spoken.said]
    assert sum(words) == 11
    starts, ends = [turn[2] for turn in spoken.turns], [turn[3] for turn in spoken.turns]
    assert starts[0] == pytest.approx(spoken.turns[0][0], abs=1e-3) and starts[-1] == pytest.approx(5.0, abs=0.1)
    assert all(end + 0.14 < start for end, start in zip(ends, starts[1:], strict=False))
    assert sum(end - start for start, end in zip(starts, ends, strict=True)) == pytest.approx(0.1 * 11)
    sound = pcm_of(tmp_path / "out.flac")[0]
    assert len(sound) == 8 * 8000
    heard_at = np.zeros(len(sound), bool)
    for start, end in zip(starts, ends, strict=True):
        heard_at[round(start * 8000) : round(end * 8000)] = True
    assert np.array_equal(heard_at, sound != 0)
    times = [(part.start, part.end) for part in spoken.said]
    assert times == sorted(times) and times[0][0] == starts[0] and times[-1][1] == pytest.approx(ends[-1])


def test_speakers_who_are_told_apart_have_voices_of_their_own(
    tmp_path: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard, found = _found(tmp_path / "in", lines("so good he said", 1.0))
    found = structs.replace(
        found, said=tuple(structs.replace(part, speaker=n) for part, n in zip(found.said, (1, 2, None, 1), strict=True))
    )
    voices: list[int] = []
    monkeypatch.setattr(
        Engine, "speak", lambda _, text, language, voice, work: voices.append(voice) or np.ones(9, np.int16)
    )
    resynthesise(found, heard, engine, tmp_path / "out.flac", tmp_path)
    assert len(set(voices[:3])) == 3 and voices[3] == voices[0], "and who is not told has no voice of theirs"


def test_speech_that_is_longer_than_the_recording_is_whole(tmp_path: Path, engine: Engine) -> None:
    script = [*lines("the first of them talks about it", 0.2, 0, 0.1, 0.02), *lines("and he says yes", 0.3, 1, 0.1)]
    heard, found = _found(tmp_path / "in", script, 1.2)
    spoken = resynthesise(found, heard, engine, tmp_path / "out.flac", tmp_path)
    assert spoken.seconds > 1.3 and pcm_of(tmp_path / "out.flac").shape[1] == round(spoken.seconds * 8000)
    assert not (tmp_path / "turn.wav").exists()


@pytest.mark.parametrize(
    ("parts", "spoken"),
    [
        ([_said("[PERSON]", "phi")], "person"),
        ([_said("<TELEPHONE_NUMBER_2>.", "phi")], "telephone number 2."),
        ([_said("***", "phi"), _said("left")], "redacted left"),
        ([_said("Dr."), _said("Kevin O'Dell", "phi")], "Dr. Kevin O'Dell"),
        ([_said("[inaudible]", "gap"), _said("[inaudible]", "gap"), _said("yes")], "inaudible yes"),
        ([_said("[[h@l'oU]] <break/> a_b")], "h l'oU break/ a b"),
        ([_said("¡¿")], ""),
    ],
)
def test_a_transcript_is_read_in_words(parts: list[Said], spoken: str) -> None:
    assert speakable(parts) == spoken


def test_a_failing_engine_is_an_error_without_the_text(tmp_path: Path, engine: Engine) -> None:
    with pytest.raises(SpeechEngineError) as raised:
        engine.speak("unspeakable Vexholm", "en", 0, tmp_path)
    assert "Vexholm" not in str(raised.value) and raised.value.__cause__ is None


class _Full(type(Path())):  # type: ignore[misc]
    """A file on a full disk, which is not removed."""

    def unlink(self, missing_ok: bool = False) -> None:
        pass


def test_a_full_disk_is_told_as_such(tmp_path: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    heard, found = _found(tmp_path / "in", lines("unspeakable words are here", 0.2), 3.0)
    with pytest.raises(SpeechEngineError):
        resynthesise(found, heard, engine, tmp_path / "out.flac", tmp_path)
    assert not (tmp_path / "out.flac").exists() and not (tmp_path / "turn.wav").exists()

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "no space")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="no space"):
        engine.speak("unspeakable", "en", 0, tmp_path)
    monkeypatch.undo()
    heard, found = _found(tmp_path / "in", lines("some words are here", 0.2), 300.0)
    with pytest.raises(OSError, match="space") as raised:
        resynthesise(found, heard, engine, _Full("/dev/full"), tmp_path)
    assert raised.value.errno == errno.ENOSPC


def test_a_start_without_an_engine_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SettingsError, match=r"audio\.speech"):
        open_engine(None, ["en"])
    with pytest.raises(SettingsError, match="install its package"):
        open_engine("flite", ["en"])
    fake_engines.install(tmp_path)
    with pytest.raises(SettingsError, match="language xx"):
        open_engine("espeak-ng", ["en", "xx"])
    (tmp_path / "flite").symlink_to(tmp_path / "espeak-ng")
    with pytest.raises(SettingsError, match="English alone"):
        open_engine("flite", ["de"])


@pytest.mark.parametrize("name", ["espeak-ng", "flite"])
def test_an_installed_engine_speaks_the_same_each_time(tmp_path: Path, name: str) -> None:
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    engine = open_engine(name, ["en"])
    first, again, other = (engine.speak("Hello person, how are you?", "en", who, tmp_path) for who in (0, 0, 1))
    assert np.array_equal(first, again) and not np.array_equal(first, other)
    assert 0.5 < len(first) / engine.rate < 4
