"""`redactor audio` over sound that a scripted recogniser understands: what leaves, and what is held."""

from __future__ import annotations

import errno
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from audio.listen import listen
from audio.media import probe
from audio.words import Language, Word
from redactor import Redactor
from redactor.assemble import hearing, llm_access, recordings
from redactor.assemble.engines import approved_profile
from redactor.entities import Entity, Role
from redactor.errors import NO_SPACE, UnreadTranscriptError
from redactor.llm.cache import AnswerCache
from redactor.policy.profiles import ReleaseVoice
from redactor.run.recordings import processor
from redactor.run.recordings.processor import PausingRecognizer
from redactor.text import KnownValue
from schemas.engine.records import RecordError
from tests.conftest import Command
from tests.unit.audio import fake_engines
from tests.unit.audio.scripted import LoudVoice, Scripted, lines, options
from tests.unit.audio.sound_kit import film, make, pcm_of, sound_of

SAID = "hello Tarquil Vexholm is fine today and takes two tablets"
NAMES = ("Tarquil", "Vexholm", "Marguerite", "Okafor", "c-77")
SIDECAR = '{"recording_id": "c-77", "patient_id": "p1", "patient_name": "Tarquil Vexholm", "date": "2026-03-04"}'


@pytest.fixture
def recognizer(monkeypatch: pytest.MonkeyPatch) -> Scripted:
    scripted = Scripted(lines(SAID))
    monkeypatch.setattr(recordings, "open_recognizer", lambda *_: scripted)
    monkeypatch.setattr(hearing, "VoiceDetector", LoudVoice)
    return scripted


@pytest.fixture
def voices_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    voice = ReleaseVoice("the board", "consent of all who speak")
    monkeypatch.setattr(recordings, "approved_profile", lambda *a: replace(approved_profile(*a), release_voice=voice))


class Folder:
    def __init__(self, path: Path, keyring: Path, command: Command) -> None:
        self.path, self._command = path, command
        (path / "in").mkdir()
        self._env = {"REDACTOR_KEYRING": str(keyring), "REDACTOR_HOME": str(path / "home")}
        self._env["REDACTOR_DETECTORS"] = '["patterns", "known"]'

    def redactor(self, *args: str | Path, code: int | None = None, **env: str) -> dict[str, Any]:
        """What a command says as JSON; {} from one that ends with an error."""
        done = self._command(*args, env=self._env | env)
        assert done.returncode in ((0, 1) if code is None else (code,)), done.stderr
        for name in NAMES:
            assert name not in done.stdout + done.stderr
        return json.loads(done.stdout) if code is None else {}

    def audio(self, *args: str, code: int | None = None, **env: str) -> dict[str, Any]:
        folders = (self.path / "in", self.path / "out", "--state", self.path / "state")
        return self.redactor("audio", *folders, "--json", *args, code=code, **env)

    def released(self, suffix: str) -> Path:
        (found,) = (self.path / "out").glob(f"*/*{suffix}")
        return found


@pytest.fixture
def folder(tmp_path: Path, keyring_path: Path, in_process: Command) -> Folder:
    return Folder(tmp_path, keyring_path, in_process)


def _record(folder: Folder, recognizer: Scripted, name: str = "Vexholm", sidecar: str = SIDECAR) -> Path:
    path = recognizer.record(folder.path / "in", 6.0).rename(folder.path / "in" / f"{name}.wav")
    if sidecar:
        path.with_suffix(".json").write_text(sidecar)
    return path


def test_a_transcript_leaves_without_the_names_of_the_sidecar(folder: Folder, recognizer: Scripted) -> None:
    _record(folder, recognizer)
    assert folder.audio()["outcomes"] == {"released": 1}
    transcript = json.loads(folder.released("transcript.json").read_bytes())
    assert transcript["text"] == "hello [PERSON] is fine today and takes two tablets"
    assert "p1" not in folder.released("recording.json").read_text()
    assert not list((folder.path / "out").glob("*/sound*"))
    for path in [p for part in ("out", "state", "home") for p in (folder.path / part).rglob("*")]:
        content = path.read_bytes() if path.is_file() else b""
        assert not [n for n in NAMES if n in path.name or n.encode() in content], path
    assert folder.redactor("verify", folder.path / "out", "--json")["intact"]


@pytest.mark.usefixtures("voices_leave")
def test_sound_leaves_with_the_name_muted(folder: Folder, recognizer: Scripted) -> None:
    source = _record(folder, recognizer)
    done = folder.audio()
    assert done["outcomes"] == {"released": 1}, (folder.path / "state/audit.ndjson").read_text()
    assert done["release_voice"] == {"by": "the board", "basis": "consent of all who speak"}
    before, after = pcm_of(source), pcm_of(folder.released("sound.wav"))
    assert not after[:, int(1.4 * 16000) : int(2.1 * 16000)].any()
    assert np.array_equal(before[:, :16000], after[:, :16000]) and after[:, int(2.6 * 16000) :].any()
    assert folder.released("waveform.svg").stat().st_size > 500
    assert folder.redactor("verify", folder.path / "out", "--json")["intact"]


@pytest.mark.usefixtures("voices_leave")
def test_no_sound_leaves_with_transcript_only(folder: Folder, recognizer: Scripted) -> None:
    _record(folder, recognizer)
    assert folder.audio("--transcript-only")["release_voice"] is None
    assert not list((folder.path / "out").glob("*/sound*"))


def test_a_patient_who_opted_out_is_not_heard(folder: Folder, recognizer: Scripted) -> None:
    _record(folder, recognizer)
    (folder.path / "opted").write_text("p1\n")
    done = folder.audio(REDACTOR_OPT_OUT=str(folder.path / "opted"))
    assert (done["outcomes"], done["reasons"]) == ({"withheld": 1}, {"opted-out": 1})
    assert recognizer.chunks == [] and not list((folder.path / "out").glob("*/*"))


def test_hostile_files_are_held_and_stop_no_other(folder: Folder, recognizer: Scripted) -> None:
    whole = _record(folder, recognizer, "whole", "")
    source = folder.path / "in"
    (source / "empty.wav").touch()
    (source / "text.wav").write_text("Marguerite Okafor called")
    (source / "cut.wav").write_bytes(whole.read_bytes()[:60_000])
    (source / "page.html").write_text("<html>Okafor</html>")
    make(source, "mp3", 1.0).rename(source / "disguised.wav")
    done = folder.audio()
    assert done["outcomes"] == {"quarantined": 4, "released": 2}  # an MP3 is one whatever it is called
    assert done["reasons"] == {"damaged-media": 2, "unsupported-media": 2}


def test_a_recogniser_for_demonstrations_releases_nothing_unless_it_may(folder: Folder, recognizer: Scripted) -> None:
    recognizer.for_release = False
    _record(folder, recognizer)
    assert folder.audio()["reasons"] == {"asr-not-for-release": 1}
    state, out = folder.path / "state", folder.path / "out"
    allowed = {"REDACTOR_AUDIO__ALLOW_DEMO_ASR": "true"}
    done = folder.redactor("quarantine", "release", out, "--all", "--state", state, "--json", **allowed)
    assert done == {"released": ["00001-00000001"], "held": {}}
    assert json.loads(folder.released("transcript.json").read_bytes())["text"].startswith("hello [PERSON]")
    assert folder.redactor("verify", out, "--json")["intact"]
    assert "held" not in json.dumps(folder.redactor("quarantine", "list", "--state", state, "--json"))


@pytest.mark.parametrize("cause", [errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC, errno.EDQUOT])
def test_what_the_machine_lacks_holds_no_recording(
    cause: int, folder: Folder, recognizer: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lacking(*_: object) -> Any:
        raise OSError(cause, "lacking", "/in/Vexholm.wav")

    _record(folder, recognizer)
    with monkeypatch.context() as patched:
        patched.setattr(processor, "listen", lacking)
        folder.audio(code=3 if cause in NO_SPACE else 2)
    assert folder.audio()["outcomes"] == {"released": 1}


def test_a_recording_for_which_memory_is_short_is_tried_again(
    folder: Folder, recognizer: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    again = folder.path / "again"

    def short_once(*args: Any) -> Any:
        if again.exists():
            return listen(*args)
        again.touch()
        raise MemoryError

    monkeypatch.setattr(processor, "listen", short_once)
    _record(folder, recognizer)
    assert folder.audio()["outcomes"] == {"released": 1} and again.exists()


def test_other_recordings_may_go_first_before_each_stretch(tmp_path: Path) -> None:
    script = Scripted([*lines("hello sir"), *lines("yes", start=40.0)])
    pauses: list[float] = []
    pausing = PausingRecognizer(script, pauses.append)
    listen(script.record(tmp_path, 45.0), pausing, options(), pausing.pause)
    assert sorted(pauses) == pauses and pauses[-3:] == [45.0] * 3, "the last second, and both stretches"
    assert len(script.chunks) == 2 and len(pauses) > 40


@pytest.mark.parametrize("by", ["sound", "sidecar"])
def test_another_language_is_held(by: str, folder: Folder, recognizer: Scripted, monkeypatch: Any) -> None:
    hear = recognizer.hear
    if by == "sound":
        german = Language("de", 0.99)
        monkeypatch.setattr(recognizer, "hear", lambda s: [_in(word, german) for word in hear(s)])
    _record(folder, recognizer, sidecar='{"language": "de-DE"}' if by == "sidecar" else "")
    assert folder.audio()["reasons"] == {"unsupported-language": 1}


def _in(word: Word, language: Language) -> Word:
    return replace(word, language=language)


def test_voice_without_words_is_held_and_silence_leaves(folder: Folder, recognizer: Scripted) -> None:
    recognizer.hears = lambda texts: []
    silent = Scripted([]).record(folder.path / "in", 2.0)
    silent.rename(folder.path / "in" / "silent.wav")
    assert folder.audio()["outcomes"] == {"released": 1}
    assert probe(folder.path / "in" / "silent.wav").channels == 1
    voice = recognizer.record(folder.path / "in", 6.0)
    voice.rename(folder.path / "in" / "voice.wav")
    recognizer.hear = lambda samples: []  # type: ignore[method-assign]
    assert folder.audio()["reasons"] == {"no-transcript": 1}


def test_a_recording_of_which_most_words_were_misheard_is_held(folder: Folder, recognizer: Scripted) -> None:
    recognizer.script = [replace(line, probability=0.45) for line in recognizer.script]
    _record(folder, recognizer)
    assert folder.audio()["reasons"] == {"too-unclear": 1}
    bold = {"REDACTOR_AUDIO__MOST_ERRORS": "0.6"}
    state, out = folder.path / "state", folder.path / "out"
    done = folder.redactor("quarantine", "release", out, "--all", "--state", state, "--json", **bold)
    assert done["held"] == {}


def test_the_library_gives_a_transcript_and_what_to_mute(
    tmp_path: Path, keyring_path: Path, recognizer: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("audio.recognizers.open_recognizer", lambda *_: recognizer)
    redactor = Redactor(keyring=keyring_path, home=tmp_path / "home", detectors=("patterns", "known"))
    known = [KnownValue("Tarquil Vexholm", Entity.PATIENT, Role.PATIENT)]
    found = redactor.audio(recognizer.record(tmp_path, 6.0), patient="p1", known=known)
    assert " ".join(part.text for part in found.said).startswith("hello [PERSON] is fine")
    assert [start < 1.4 and end > 2.1 for start, end in found.muted] == [True]
    recognizer.for_release = False
    with pytest.raises(RecordError, match="asr-not-for-release"):
        redactor.audio(tmp_path / "source.wav")


def test_a_misheard_name_gets_the_stand_in_of_the_patient(
    tmp_path: Path, keyring_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recognizer = Scripted(lines("hello tar quill vex holm is fine and tarquill said so"))
    monkeypatch.setattr("audio.recognizers.open_recognizer", lambda *_: recognizer)
    redactor = Redactor(keyring=keyring_path, home=tmp_path / "home", detectors=("patterns", "known"), profile="hips")
    patient = {"resourceType": "Patient", "id": "p1", "name": [{"family": "Vexholm", "given": ["Tarquill"]}]}
    redactor.learn([patient])
    [shown] = redactor.record(patient)["name"]
    found = redactor.audio(recognizer.record(tmp_path, 8.0), patient="p1")
    said = " ".join(part.text for part in found.said if part.kind == "phi").lower()
    assert said.split() == [name.lower() for name in (*shown["given"], shown["family"], *shown["given"])]


@pytest.mark.slow
def test_the_library_loads_what_hears_and_judges_once(
    tmp_path: Path, keyring_path: Path, recognizer: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = Counter[str]()

    class Voice(LoudVoice):
        def __init__(self) -> None:
            built["voice"] += 1
            super().__init__()

    class Answers(AnswerCache):
        def __init__(self, *args: Any) -> None:
            built["answers"] += 1
            super().__init__(*args)

    monkeypatch.setattr("audio.recognizers.open_recognizer", lambda *_: recognizer)
    monkeypatch.setattr(hearing, "VoiceDetector", Voice)
    monkeypatch.setattr(llm_access, "AnswerCache", Answers)
    redactor = Redactor(
        keyring=keyring_path,
        home=tmp_path / "home",
        detectors=("patterns",),
        llm={"base_url": "http://127.0.0.1:9", "model": "m", "on_outage": "quarantine"},
        audio={"judge": "llm"},
    )
    built.clear()  # the engine has answers of its own
    path = recognizer.record(tmp_path, 6.0)
    for patient in (None, "p1"):
        with pytest.raises(UnreadTranscriptError):  # no LLM answers
            redactor.audio(path, patient=patient)
    assert built == {"voice": 1, "answers": 1}


def test_an_engine_speaks_the_transcript_in_place_of_the_sound(
    folder: Folder, recognizer: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = folder.path / "tools"
    tools.mkdir()
    log = fake_engines.install(tools)
    monkeypatch.setattr(recordings, "approved_profile", lambda *a: replace(approved_profile(*a), resynthesises=True))
    _record(folder, recognizer)
    with pytest.raises(AssertionError, match=r"audio\.speech"):
        folder.audio()
    done = folder.audio(PATH=str(tools), REDACTOR_AUDIO__SPEECH="espeak-ng")
    assert done["outcomes"] == {"released": 1} and done["release_voice"] is None
    assert not list((folder.path / "out").glob("*/sound*"))
    transcript = json.loads(folder.released("transcript.json").read_bytes())
    (turn,) = transcript["spoken"]["turns"]
    assert transcript["versions"]["espeak-ng"] == transcript["spoken"]["version"] == "0.fake"
    assert json.loads((folder.path / "out/manifest.json").read_bytes())["detectors"]["espeak-ng"] == "0.fake"
    sound = pcm_of(folder.released("spoken.flac"))[0]
    assert sound[round(turn["spoken_start"] * 8000) : round(turn["spoken_end"] * 8000)].all()
    assert np.count_nonzero(sound) == 800 * len(transcript["text"].split())
    (whole,) = json.loads(folder.released("whisper.json").read_bytes())["segments"]
    assert (whole["start"], whole["end"]) == (turn["spoken_start"], turn["spoken_end"])
    assert b"hello person is fine today" in log.read_bytes() and b"Vexholm" not in log.read_bytes()
    assert folder.redactor("verify", folder.path / "out", "--json")["intact"]


@pytest.mark.usefixtures("voices_leave")
@pytest.mark.parametrize("suffix", [".mp4", ".mkv"])
def test_of_a_video_the_redacted_sound_leaves_and_no_picture(folder: Folder, recognizer: Scripted, suffix: str) -> None:
    path = film(folder.path / f"in/Vexholm{suffix}", recognizer.sound(6.0, 48000), 48000, 6.0)
    path.with_suffix(".json").write_text(SIDECAR)
    assert folder.audio()["outcomes"] == {"released": 1}
    transcript = json.loads(folder.released("transcript.json").read_bytes())
    assert transcript["text"] == "hello [PERSON] is fine today and takes two tablets"
    assert transcript["withheld"] == ["video"]
    (sound,) = (folder.path / "out").glob("*/sound.*")
    assert probe(sound).withheld == ()
    assert np.abs(sound_of(sound)[0][int(1.45 * 48000) : int(2.05 * 48000)]).max() < 0.01
    (released,) = [file for file in (folder.path / "out").iterdir() if file.is_dir()]
    assert not {file.suffix for file in released.iterdir()} & {".mp4", ".mkv", ".png", ".jpg"}
