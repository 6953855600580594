"""What recordings cost beside recognition and detection: decoding, voice, tones, rewriting, the proof.

    python -m benchmarks.audio [--minutes 20] [--rate 16000] [--json]

The recording is mono MP3, at 16 kHz unless --rate says otherwise, 48 kbit/s: clips of real speech of the shared data,
or else sound like speech, repeated. Another process writes it. The recogniser is a stub that hears a word every 0.4
seconds wherever it is given sound. Every 25th of them is PHI when the transcript is read, and none when the redacted
recording is heard again.

Seconds are CPU seconds of the process that redacts, all its threads. Its peak memory is the kernel's VmHWM: the
interpreter, all libraries and silero-vad's network included. Figures of eight hours are multiplied from what was
measured unless --minutes is 480. Recognition is pocketsphinx on half a minute of the same sound, measured last.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import av
import numpy as np

from audio.decode import Decoder, as_16khz_mono
from audio.hearing import hear
from audio.media import probe
from audio.redact import find, listen, rewrite_proven
from audio.sphinx import SphinxRecognizer
from audio.steps import Options
from audio.vad import VoiceDetector
from audio.words import RATE, Samples, Word
from benchmarks.common import SHARED, Clock, Figure, argument, tell
from redactor.engine import Redacted
from redactor.entities import Entity
from redactor.text import Span

_HOURS = 8
_AIM_SECONDS, _AIM_MB = 360, 250
_ASR_SECONDS = 30
_WORD = 0.4
_PHI_EVERY = 25
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def _speech() -> Samples:
    """A few minutes at most; it is repeated."""
    paths = sorted(path for path in (SHARED / "audio").rglob("*") if path.suffix in {".wav", ".flac"})
    if paths:
        return np.concatenate([part for path in paths for part in as_16khz_mono(Decoder(path), probe(path))])
    seconds = np.arange(60 * RATE) / RATE
    loudness = np.clip(np.sin(2 * np.pi * 0.4 * seconds), 0, 1) * (1 + np.sin(2 * np.pi * 4 * seconds))
    voice = sum(np.sin(2 * np.pi * 140 * k * seconds) / k for k in range(1, 9))
    return np.asarray(0.1 * loudness * voice, np.float32)


def _write(path: Path, seconds: int, rate: int) -> None:
    speech = _speech()
    resampler = av.AudioResampler(format="fltp", layout="mono", rate=rate)
    with av.open(str(path), "w", format="mp3") as container:
        stream: Any = container.add_stream("libmp3lame", rate=rate, layout="mono")
        stream.bit_rate = 48_000
        for frame in _frames(speech, seconds * RATE):
            for resampled in resampler.resample(frame):
                container.mux(stream.encode(resampled))
        container.mux(stream.encode(None))


def _frames(speech: Samples, samples: int) -> Iterator[Any]:
    done = 0
    while done < samples:
        part = speech[: samples - done]
        frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(part[None]), format="fltp", layout="mono")
        frame.sample_rate, frame.pts = RATE, done
        yield frame
        done += len(part)
    yield None


def _peak_mb() -> float:
    status = Path("/proc/self/status").read_text("ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024 / 1e6


class _Stub:
    """Hears one word after the other in everything, so that what is measured is everything else. The words differ:
    repeated ones are taken for a loop of the recogniser, and muted."""

    name, version, for_release = "stub", "1", False

    def __init__(self) -> None:
        self._heard = 0

    def hear(self, samples: Samples) -> Sequence[Word]:
        seconds = len(samples) / RATE
        words = []
        for at in np.arange(0, seconds - _WORD, _WORD).tolist():
            self._heard += 1
            tens, ones = divmod(self._heard, 26)
            text = "name" if self._heard % _PHI_EVERY == 0 else f"b{_LETTERS[ones]}{_LETTERS[tens % 26]}ton"
            words.append(Word(text, at, at + 0.9 * _WORD, 0.9, (0.0, seconds)))
        return words


def _names(text: str) -> Redacted:
    spans = tuple(Span(m.start(), m.end(), Entity.PERSON, 0.9, "strong", ("stub",)) for m in re.finditer("name", text))
    changed = text.replace("name", "them")
    return Redacted(changed, spans, ("them",) * len(spans), entities=Counter(span.entity.value for span in spans))


def _recognition(detector: VoiceDetector) -> tuple[float, float]:
    """CPU seconds a second of sound: in the stretches of `audio.hearing`, and in pieces of 30 seconds."""
    recognizer = SphinxRecognizer()
    sound = np.resize(_speech(), _ASR_SECONDS * RATE)
    voice = detector.voice(sound)
    begun = time.process_time()
    hear([sound], recognizer, voice)
    chunked = time.process_time() - begun
    begun = time.process_time()
    for start in range(0, len(sound), 30 * RATE):
        recognizer.hear(sound[start : start + 30 * RATE])
    return chunked / _ASR_SECONDS, (time.process_time() - begun) / _ASR_SECONDS


def main() -> None:
    minutes, rate = argument("minutes", 20), argument("rate", RATE)
    listening, finding, rewriting = Clock(), Clock(), Clock()
    options = Options(VoiceDetector())
    with tempfile.TemporaryDirectory(prefix="redactor-bench-") as name:
        path, out = Path(name) / "long.mp3", Path(name) / "out.mp3"
        subprocess.run([sys.executable, "-m", "benchmarks.audio", "--write", str(path), *sys.argv[1:]], check=True)
        before = _peak_mb()
        with listening.running():
            heard = listen(path, _Stub(), options)
        with finding.running():
            found = find(heard, _names, options)
        with rewriting.running():
            rewrite_proven(path, out, heard, found, options)
        peak = _peak_mb()
    factor = _HOURS * 60 / minutes
    note = "measured" if minutes == _HOURS * 60 else f"{minutes} minutes measured, times {factor:g}"
    steps = {"listen": listening.cpu, "find": finding.cpu, "rewrite, prove": rewriting.cpu}
    figures = [
        Figure(f"{minutes} minutes of MP3 at {rate} Hz: {step}", seconds, "CPU s", note=f"{len(found.muted)} mutes")
        for step, seconds in steps.items()
    ]
    total = sum(steps.values()) * factor
    figures.append(Figure(f"{_HOURS} h: all", total, "CPU s", _AIM_SECONDS, less=True, note=note))
    figures.append(Figure("peak memory", peak, "MB", _AIM_MB, less=True, note=f"{before:.0f} MB before the first step"))
    stretched, bare = _recognition(options.detector)
    note = f"{bare:.3f} in pieces of 30 s, silence included"
    figures.append(Figure("pocketsphinx as recordings are heard", stretched, "CPU s a second", note=note))
    tell(figures)


if __name__ == "__main__":
    if "--write" in sys.argv:
        place = Path(sys.argv[sys.argv.index("--write") + 1])
        _write(place, argument("minutes", 20) * 60, argument("rate", RATE))
    else:
        main()
