"""This module speaks a redacted transcript with a speech engine that is installed beside, in place of the sound.

It knows the redacted transcript alone: no sample of a recording reaches it. Equal transcripts give equal bytes with the
same engine. The engine (espeak-ng or flite) runs as a program of its own, without a shell, and reads the text from its
standard input.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
import wave
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import av
import numpy as np
import numpy.typing as npt
from av.codec.context import Flags
from msgspec import structs

from audio.outputs import captions_of
from audio.rewrite import removed_unless_encoded
from audio.steps import Found, Heard, Said
from redactor.errors import SettingsError, SpeechEngineError

_PAUSE = 0.15
"""Seconds between two turns of which the second would have begun earlier."""
_TIMEOUT = 60.0
"""Seconds in which the engine must have spoken the words of a caption."""
_BLOCK = 1 << 16
_TAG = re.compile(r"[\[<]\s*([A-Z][A-Z0-9_ ]*?)\s*[\]>]")
_UNSPOKEN = re.compile(r"[^\w\s'’.,?!:;%/+-]|_")


@dataclass(frozen=True, slots=True)
class Program:
    """Says how a speech engine is run. voices: one for each speaker in turn. english_only: it has no other language."""

    package: str
    voices: tuple[str, ...]
    english_only: bool
    version: re.Pattern[str]

    def command(self, path: str, language: str, voice: str, out: Path) -> list[str]:
        if self.english_only:
            return [path, "-voice", voice, "-f", "/dev/stdin", "-o", str(out)]
        base = "en-us" if language == "en" else language
        return [path, "--stdin", "-b", "1", "-z", "-v", base + voice, "-w", str(out)]


PROGRAMS: Mapping[str, Program] = {
    "espeak-ng": Program(
        "espeak-ng", ("", "+f2", "+m3", "+f4", "+m7", "+f5"), False, re.compile(r"text-to-speech: (\S+)")
    ),
    "flite": Program("flite", ("kal16", "slt", "awb", "rms"), True, re.compile(r"version: (\S+)")),
}


@dataclass(frozen=True, slots=True)
class Engine:
    """Holds a speech engine that is installed. path: of its program. rate: samples a second of its speech."""

    name: str
    path: str
    version: str
    rate: int

    def speak(self, text: str, language: str, speaker: int, work: Path) -> npt.NDArray[np.int16]:
        """Returns the samples of `text`, of one channel. speaker: a number that chooses the voice. work: a folder for a
        file that is removed again.

        Raises SpeechEngineError, or OSError if the disk is full.
        """
        program = PROGRAMS[self.name]
        voice = program.voices[speaker % len(program.voices)]
        out = work / "turn.wav"
        try:
            rate, samples = _speak(self.path, program, text, language, voice, out)
        except SpeechEngineError:
            out.write_bytes(bytes(1 << 20))  # tells a full disk from a failing engine
            out.unlink()
            raise
        if rate != self.rate:
            raise SpeechEngineError("the speech engine changed its sampling rate")
        return samples


def open_engine(name: str | None, languages: Sequence[str]) -> Engine:
    """Opens the engine that the setting `audio.speech` names, and hears it speak each language and voice once.

    Raises SettingsError, with what to do, if no engine is named, or it is not installed or lacks a language or a voice.
    """
    if name is None:
        raise SettingsError(
            'the profile says "voice": "resynthesise", which needs a speech engine: set audio.speech = "espeak-ng" '
            'or "flite"'
        )
    program, path = PROGRAMS[name], shutil.which(name)
    if path is None:
        raise SettingsError(
            f'audio.speech = "{name}": no program {name} in PATH; install its package ({program.package})'
        )
    if program.english_only and set(languages) != {"en"}:
        raise SettingsError(f"{name} speaks English alone: set audio.languages to en, or audio.speech to espeak-ng")
    try:
        said = _run([path, "--version"], "", check=False).stdout.decode("ascii", "replace")  # flite exits with 1
    except SpeechEngineError:
        said = ""
    version = program.version.search(said)
    if version is None:
        raise SettingsError(f"{path} does not tell its version as {name} does; install the package {program.package}")
    rates = set()
    with tempfile.TemporaryDirectory() as work:
        for language, voice in product(languages, program.voices):
            try:
                rates.add(_speak(path, program, "one", language, voice, Path(work) / "turn.wav")[0])
            except SpeechEngineError:
                lacking = f"{name} cannot speak the language {language} with all its voices"
                raise SettingsError(f"{lacking}; install them, or change audio.languages or audio.speech") from None
    if len(rates) != 1:
        raise SettingsError(f"the voices of {name} differ in their sampling rate; install its package again")
    return Engine(name, path, version[1], rates.pop())


def _run(command: Sequence[str], text: str, check: bool = True) -> subprocess.CompletedProcess[bytes]:
    """Runs a program that learns nothing but the text. Raises SpeechEngineError."""
    try:
        return subprocess.run(  # noqa: S603 - no shell, and the program that the settings name
            command, input=text.encode(), capture_output=True, timeout=_TIMEOUT, check=check, start_new_session=True,
            env={"LC_ALL": "C.UTF-8"}, cwd="/",
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):  # their messages may hold the text
        raise SpeechEngineError("the speech engine failed") from None


def _speak(
    path: str, program: Program, text: str, language: str, voice: str, out: Path
) -> tuple[int, npt.NDArray[np.int16]]:
    """Returns the rate and the samples of `text`. Raises SpeechEngineError."""
    try:
        _run(program.command(path, language, voice, out.absolute()), text + "\n")
        with wave.open(str(out), "rb") as file:
            if (file.getnchannels(), file.getsampwidth()) != (1, 2):
                raise SpeechEngineError("the speech engine gave another format")
            rate, data = file.getframerate(), file.readframes(file.getnframes())
    except (OSError, EOFError, wave.Error):
        raise SpeechEngineError("the speech engine gave no sound") from None
    finally:
        out.unlink(missing_ok=True)
    samples = np.frombuffer(data, "<i2").astype(np.int16)
    if not samples.any():
        raise SpeechEngineError("the speech engine gave no sound")
    return rate, samples


def speakable(parts: Sequence[Said]) -> str:
    """Returns the words of some parts as an engine is to read them: "[PERSON]" as "person", "***" as "redacted".

    Marks next to each other are said once. Signs that engines read as commands or spell are left out.
    """
    spoken: list[str] = []
    before: Said | None = None
    for part in parts:
        repeated = part.kind in ("gap", "tone") and before is not None and before.kind == part.kind
        before = part
        if repeated:
            continue
        text = _TAG.sub(lambda tag: tag[1].replace("_", " ").lower(), part.text) if part.kind == "phi" else part.text
        text = " ".join(_UNSPOKEN.sub(" ", text).split())
        if any(map(str.isalnum, text)):
            spoken.append(text)
        elif part.kind == "phi":
            spoken.append("redacted")
    return " ".join(spoken)


@dataclass(frozen=True, slots=True)
class Spoken:
    """Holds what was spoken. said: the transcript with the times of the new sound. seconds: its length. engine: name
    and version. turns: (start, end) in the original and (start, end) in the new sound, in seconds and in order.
    """

    said: tuple[Said, ...]
    seconds: float
    engine: tuple[str, str]
    turns: tuple[tuple[float, float, float, float], ...]

    def summary(self) -> dict[str, object]:
        """Returns what the transcript says of the speech, as JSON values with times in seconds."""
        names = ("start", "end", "spoken_start", "spoken_end")
        turns = [{name: round(time, 3) for name, time in zip(names, turn, strict=True)} for turn in self.turns]
        name, version = self.engine
        return {"engine": name, "version": version, "seconds": round(self.seconds, 3), "turns": turns}


def resynthesise(found: Found, heard: Heard, engine: Engine, out: Path, work: Path) -> Spoken:
    """Speaks the redacted transcript into `out`, a FLAC file of one channel.

    The words of a caption are a turn. It begins when it began in the recording, or after the turn before it: turns
    neither overlap nor are cut off. The file is at least as long as the recording. Raises SpeechEngineError or OSError;
    then there is no file.
    """
    with removed_unless_encoded(out, SpeechEngineError("the speech cannot be encoded")):
        return _written(found, heard, engine, out, work)


def _written(found: Found, heard: Heard, engine: Engine, out: Path, work: Path) -> Spoken:
    speakers = {voices.channels[0]: number for number, voices in enumerate(heard.voices)}
    said: list[Said] = []
    turns: list[tuple[float, float, float, float]] = []
    at, rate = 0, engine.rate
    with out.open("wb") as file, av.open(file, "w", format="flac", options={"fflags": "+bitexact"}) as container:
        stream: Any = container.add_stream("flac", rate=rate, layout="mono")
        stream.codec_context.format = "s16"
        stream.codec_context.flags |= Flags.bitexact

        def write(samples: npt.NDArray[np.int16]) -> None:
            nonlocal at
            for first in range(0, len(samples), _BLOCK):
                frame = av.AudioFrame.from_ndarray(samples[None, first : first + _BLOCK], format="s16", layout="mono")
                frame.sample_rate, frame.pts, frame.time_base = rate, at, Fraction(1, rate)
                container.mux(stream.encode(frame))
                at += frame.samples

        def be_silent_until(position: int) -> None:
            while at < position:
                write(np.zeros(min(position - at, _BLOCK), np.int16))

        for parts in sorted(captions_of(found.said), key=lambda parts: (parts[0].start, parts[0].channels)):
            text = speakable(parts)
            if not text:  # signs alone
                continue
            voice = speakers.get(parts[0].channels[0], 0) + (parts[0].speaker or 0)
            samples = engine.speak(text, heard.language or "en", voice, work)
            earliest = at + round(_PAUSE * rate) if turns else 0
            be_silent_until(max(round(parts[0].start * rate), earliest))
            start = at / rate
            write(samples)
            said += _timed(parts, start, at / rate)
            turns.append((parts[0].start, max(part.end for part in parts), start, at / rate))
        be_silent_until(round(heard.decoded.seconds * rate))
        container.mux(stream.encode(None))
    return Spoken(tuple(said), at / rate, (engine.name, engine.version), tuple(turns))


def _timed(parts: Sequence[Said], start: float, end: float) -> list[Said]:
    """Divides the time of a turn among its parts by their letters, since engines tell no times of words."""
    ends = np.cumsum([len(part.text) + 1 for part in parts])
    times = [start, *(start + (end - start) * ends / ends[-1]).tolist()]
    return [
        structs.replace(part, start=first, end=last) for part, first, last in zip(parts, times, times[1:], strict=False)
    ]
