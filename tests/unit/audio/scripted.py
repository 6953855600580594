"""Sound that a scripted recogniser understands: each word of a script is a tone of its own pitch. What is muted cannot
be heard; whatever is left audible, in any codec, can."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from audio.intervals import Interval, joined
from audio.steps import Options, Process
from audio.vad import VoiceDetector
from audio.words import RATE, Samples, Word
from redactor.engine import Redacted
from redactor.entities import Entity
from redactor.text import Span
from tests.unit.audio.sound_kit import FORMATS, Format, write

_PITCHES = [hertz for hertz in range(300, 3000, 45) if abs(hertz - 1000) > 60]
_FRAME = 160
_AUDIBLE = 0.01
WAV = Format(".wav", "wav", "pcm_s16le", "s16", 16000, 1)
STEREO = FORMATS["pcm16"]


@dataclass(frozen=True)
class Line:
    """A word and when it sounds. reported: the time that the recogniser gives instead."""

    text: str
    start: float
    end: float
    channel: int = 0
    probability: float = 0.9
    reported: tuple[float | None, float | None] | None = None


def lines(text: str, start: float = 1.0, channel: int = 0, length: float = 0.3, pause: float = 0.1) -> list[Line]:
    """The words of `text` one after the other."""
    step = length + pause
    return [Line(word, start + i * step, start + i * step + length, channel) for i, word in enumerate(text.split())]


@dataclass
class Scripted:
    """hears: what becomes of the texts that sound in one chunk; by default they are heard as they are."""

    script: Sequence[Line]
    hears: Callable[[list[str]], list[str]] = list
    name: str = "scripted"
    version: str = "1"
    for_release: bool = True
    chunks: list[float] = field(default_factory=list)

    def sound(self, seconds: float, rate: int = RATE, channels: int = 1) -> npt.NDArray[np.float64]:
        sound = np.zeros((channels, round(seconds * rate)))
        time = np.arange(sound.shape[1]) / rate
        for pitch, line in zip(_PITCHES, self.script, strict=False):
            spoken = slice(round(line.start * rate), round(line.end * rate))
            sound[line.channel, spoken] = 0.3 * np.sin(2 * np.pi * pitch * time[spoken])
        return sound

    def record(self, folder: Path, seconds: float, fmt: Format = WAV) -> Path:
        return write(folder / f"source{fmt.suffix}", fmt, self.sound(seconds, fmt.rate, fmt.channels))

    def hear(self, samples: Samples) -> list[Word]:
        self.chunks.append(len(samples) / RATE)
        found = list(self._sounding(samples))
        texts = self.hears([line.text for line, _, _ in found])
        segment = (0.0, len(samples) / RATE)
        words = []
        for text, (line, start, end) in zip(texts, found, strict=True):
            if line.reported is not None and None not in line.reported:
                shift = start - line.start
                start, end = line.reported[0] + shift, line.reported[1] + shift  # type: ignore[operator]
                segment = (min(segment[0], start), max(segment[1], end))
            times = (None, None) if line.reported == (None, None) else (start, end)
            words.append(Word(text, *times, line.probability, segment))
        return words

    def _sounding(self, samples: Samples) -> list[tuple[Line, float, float]]:
        frames = samples[: len(samples) // _FRAME * _FRAME].reshape(-1, _FRAME)
        loud = np.concatenate([[False], np.sqrt((frames**2).mean(axis=1)) > _AUDIBLE, [False]])
        edges = np.flatnonzero(np.diff(loud.astype(int))).reshape(-1, 2)
        found = []
        for first, last in edges[edges[:, 1] - edges[:, 0] >= 3]:
            part = samples[first * _FRAME : last * _FRAME]
            powers = np.abs(np.fft.rfft(part * np.hanning(len(part)), 1 << 15))
            pitch = np.argmax(powers) * RATE / (1 << 15)
            nearest = int(np.argmin([abs(pitch - hertz) for hertz in _PITCHES]))
            if nearest < len(self.script):
                found.append((self.script[nearest], first * _FRAME / RATE, last * _FRAME / RATE))
        return found


def finds(*values: str, replacement: str = "[NAME]", entity: Entity = Entity.PERSON) -> Process:
    """A process that replaces these values wherever they stand."""

    def process(text: str) -> Redacted:
        pattern = "|".join(re.escape(value) for value in sorted(values, key=len, reverse=True)) or r"(?!)"
        spans = tuple(Span(m.start(), m.end(), entity, 0.9, "strong", ("test",)) for m in re.finditer(pattern, text))
        return Redacted(
            re.sub(pattern, replacement, text),
            spans,
            (replacement,) * len(spans),
            entities=Counter(span.entity.value for span in spans),
        )

    return process


class LoudVoice:
    """Takes everything loud for voice, in place of silero's network, with its padding."""

    version = "loud"

    def listen(self) -> LoudVoice:
        return LoudVoice()

    def __init__(self) -> None:
        self._parts: list[Samples] = []

    def feed(self, block: Samples) -> None:
        self._parts.append(block)

    def finish(self) -> list[Interval]:
        sound = np.concatenate(self._parts)
        loud = np.abs(np.pad(sound, (0, -len(sound) % 512))).reshape(-1, 512).max(axis=1) > _AUDIBLE
        edges = np.flatnonzero(np.diff(np.concatenate([[False], loud, [False]]).astype(int))).reshape(-1, 2) * 512
        return joined((max(start - 1280, 0), min(end + 1280, len(sound))) for start, end in edges.tolist())


@cache
def detector() -> VoiceDetector:
    return VoiceDetector()


def options(**changes: object) -> Options:
    return Options(**{"detector": LoudVoice(), **changes})  # type: ignore[arg-type]
