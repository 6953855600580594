"""Speech of flite and espeak-ng, with the time of every word."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Sequence
from ctypes.util import find_library
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from audio.decode import Decoder, as_16khz_mono
from audio.media import probe
from audio.words import RATE, Samples

FLITE = ("rms", "slt", "awb", "kal16")
ESPEAK = ("en-us", "en-us+f3", "en-gb")


@dataclass(frozen=True, slots=True)
class Timed:
    """A word and when it is spoken, in seconds from the beginning."""

    text: str
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Said:
    """samples: at 16 kHz, without the silence before the first word and after the last."""

    samples: Samples
    words: tuple[Timed, ...]


def missing() -> str:
    """What must be installed before anything can be said; empty where all is there."""
    absent = [] if shutil.which("flite") else ["flite"]
    return " ".join(absent if find_library("espeak-ng") else [*absent, "espeak-ng"])


@cache
def say(voice: str, text: str) -> Said:
    """The same samples each time. Raises ValueError where the words cannot be told apart by their phones."""
    samples, words = _flite(voice, text) if voice in FLITE else _espeak(voice, text)
    start, end = words[0].start, words[-1].end
    cut = tuple(Timed(word.text, word.start - start, word.end - start) for word in words)
    return Said(samples[round(start * RATE) : round(end * RATE)], cut)


def _flite(voice: str, text: str) -> tuple[Samples, list[Timed]]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "said.wav"
        told = _run("flite", "-voice", voice, "-psdur", "-t", text, "-o", str(path))
        samples = load(path)
    phones = []
    start = 0.0
    for item in told.split():
        name, _, end = item.partition(":")
        if name != "pau":
            phones.append((start, float(end)))
        start = float(end)
    words = text.split()
    counts = [_phones(voice, word) for word in words]
    if sum(counts) != len(phones):
        raise ValueError("the phones of the words are not those of the text")
    timed, at = [], 0
    for word, count in zip(words, counts, strict=True):
        timed.append(Timed(word, phones[at][0], phones[at + count - 1][1]))
        at += count
    return samples, timed


@cache
def _phones(voice: str, word: str) -> int:
    return sum(name != "pau" for name in _run("flite", "-voice", voice, "-ps", "-t", word, "-o", "none").split())


def _run(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def load(path: Path) -> Samples:
    decoder = Decoder(path)
    return np.concatenate(list(as_16khz_mono(decoder, probe(path))))


class _Event(ctypes.Structure):
    """espeak_EVENT of speak_lib.h."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("id", ctypes.c_uint),
        ("text_position", ctypes.c_int),
        ("length", ctypes.c_int),
        ("milliseconds", ctypes.c_int),
        ("sample", ctypes.c_int),
        ("user_data", ctypes.c_void_p),
        ("name", ctypes.c_char * 8),
    )


_CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(_Event))
_WORD, _ENDS = 1, (2, 5)  # a word begins; a sentence or a clause ends
_SYNCHRONOUS, _UTF8 = 2, 1


@cache
def _library() -> tuple[Any, int]:
    library = ctypes.CDLL(find_library("espeak-ng") or "")
    return library, library.espeak_Initialize(_SYNCHRONOUS, 0, None, 0)


def _espeak(voice: str, text: str) -> tuple[Samples, list[Timed]]:
    library, rate = _library()
    parts: list[np.ndarray] = []
    events: list[tuple[int, int, int, float]] = []

    def receive(samples: Any, count: int, given: Any) -> int:
        if samples and count:
            parts.append(np.ctypeslib.as_array(samples, (count,)).copy())
        index = 0
        while given[index].type:
            event = given[index]
            events.append((event.type, event.text_position - 1, event.length, event.milliseconds / 1000))
            index += 1
        return 0

    callback = _CALLBACK(receive)
    library.espeak_SetSynthCallback(callback)
    library.espeak_SetVoiceByName(voice.encode())
    given = text.encode()
    library.espeak_Synth(given, ctypes.c_size_t(len(given) + 1), 0, 1, 0, _UTF8, None, None)
    library.espeak_Synchronize()
    sound = np.concatenate(parts).astype(np.float32) / 32768
    return resampled(sound, rate), _words(events, text, len(sound) / rate)


def _words(events: Sequence[tuple[int, int, int, float]], text: str, length: float) -> list[Timed]:
    """Words that espeak-ng joins ("I am") share their time by their letters."""
    begun = [(position, at) for kind, position, size, at in events if kind == _WORD and text[position:][:size].strip()]
    ends = [at for kind, _, _, at in events if kind in _ENDS]
    words = text.split()
    if len(begun) == len(words):  # positions may be wrong by a few letters
        spoken = [[word] for word in words]
    else:
        spoken = [text[position:stop].split() for (position, _), (stop, _) in pairwise([*begun, (len(text), length)])]
    if [word for group in spoken for word in group] != words:
        raise ValueError("espeak-ng reads other words than those of the text")
    timed = []
    for group, (_, at), (_, following) in zip(spoken, begun, [*begun[1:], (len(text), length)], strict=True):
        end = min([following, *(stop for stop in ends if at < stop)])
        letters = sum(map(len, group))
        for word in group:
            share = (end - at) * len(word) / letters
            timed.append(Timed(word, at, at + share))
            at, letters = at + share, letters - len(word)
    return timed


def resampled(sound: Samples, rate: int, wanted: int = RATE) -> Samples:
    import av

    resampler = av.AudioResampler(format="flt", layout="mono", rate=wanted)
    frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(sound, np.float32)[None], format="flt", layout="mono")
    frame.sample_rate = rate
    made = [*resampler.resample(frame), *resampler.resample(None)]
    return np.concatenate([part.to_ndarray().reshape(-1) for part in made])
