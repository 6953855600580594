"""What recordings cost beside recognition and detection: decoding, voice, tones, rewriting, the proof.

    python -m benchmarks.audio [--minutes 60] [--json]

The recording is MP3 at 16 kHz, 48 kbit/s: clips of real speech of the shared data, or else sound like speech,
repeated. A mute of two seconds stands every half minute. All passes over the recording are counted, also those of which
a recogniser would hear; here it hears nothing. Seconds are CPU seconds of this process. Figures of eight hours are
multiplied from what was measured unless --minutes is 480: all steps take linear time. Recognition is pocketsphinx on
half a minute of the same sound.
"""

from __future__ import annotations

import resource
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import av
import numpy as np

from audio.asr.sphinx import SphinxRecognizer
from audio.decode import Decoder, for_listening
from audio.hearing import hear
from audio.media import probe
from audio.options import Options
from audio.redact import Found, listen, rewrite_proven
from audio.vad import VoiceDetector
from audio.words import RATE, Samples, Word
from benchmarks.common import SHARED, Clock, Figure, argument, tell
from redactor.engine import Redacted

_HOURS = 8
_AIM_SECONDS, _AIM_MB = 360, 250
_ASR_SECONDS = 30


def _speech() -> Samples:
    """A few minutes at most; it is repeated."""
    paths = sorted(path for path in (SHARED / "audio").rglob("*") if path.suffix in {".wav", ".flac"})
    if paths:
        return np.concatenate([part for path in paths for part in for_listening(Decoder(path), probe(path))])
    seconds = np.arange(60 * RATE) / RATE
    loudness = np.clip(np.sin(2 * np.pi * 0.4 * seconds), 0, 1) * (1 + np.sin(2 * np.pi * 4 * seconds))
    voice = sum(np.sin(2 * np.pi * 140 * k * seconds) / k for k in range(1, 9))
    return np.asarray(0.1 * loudness * voice, np.float32)


def _write(path: Path, speech: Samples, seconds: int) -> None:
    with av.open(str(path), "w", format="mp3") as container:
        stream: Any = container.add_stream("libmp3lame", rate=RATE, layout="mono")
        stream.bit_rate = 48_000
        done = 0
        while done < seconds * RATE:
            part = speech[: seconds * RATE - done]
            frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(part[None]), format="fltp", layout="mono")
            frame.sample_rate, frame.pts = RATE, done
            container.mux(stream.encode(frame))
            done += len(part)
        container.mux(stream.encode(None))


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6


class _Deaf:
    """Hears no words, so that what is measured is everything else."""

    name, version, for_release = "deaf", "1", False

    def hear(self, samples: Samples) -> Sequence[Word]:
        return ()


def _recognition(speech: Samples, detector: VoiceDetector) -> tuple[float, float]:
    """CPU seconds a second of sound: in the stretches of `audio.hearing`, and in pieces of 30 seconds."""
    recognizer = SphinxRecognizer()
    sound = np.resize(speech, _ASR_SECONDS * RATE)
    voice = detector.voice(sound)
    begun = time.process_time()
    hear([sound], recognizer, voice)
    chunked = time.process_time() - begun
    begun = time.process_time()
    for start in range(0, len(sound), 30 * RATE):
        recognizer.hear(sound[start : start + 30 * RATE])
    return chunked / _ASR_SECONDS, (time.process_time() - begun) / _ASR_SECONDS


def main() -> None:
    minutes = argument("minutes", 60)
    speech = _speech()
    listening, rewriting = Clock(), Clock()
    options = Options(VoiceDetector())
    with tempfile.TemporaryDirectory(prefix="redactor-bench-") as name:
        path, out = Path(name) / "long.mp3", Path(name) / "out.mp3"
        _write(path, speech, minutes * 60)
        before = _peak_mb()
        with listening.running():
            heard = listen(path, _Deaf(), options)
        spans = tuple((float(start), start + 2.0) for start in range(10, minutes * 60 - 2, 30))
        found = Found(mutes=(), muted=spans, said=(), without_words=False, entities={})
        with rewriting.running():
            rewrite_proven(path, out, heard, found, _Deaf(), lambda text: Redacted(text, ()), options)
        peak = _peak_mb()
    factor = _HOURS * 60 / minutes
    note = "measured" if minutes == _HOURS * 60 else f"{minutes} minutes measured, times {factor:g}"
    steps = {"listen": listening.cpu * factor, "rewrite, prove, listen again": rewriting.cpu * factor}
    name = f"{_HOURS} h of MP3"
    figures = [Figure(f"{name}: {step}", seconds, "CPU s", note=note) for step, seconds in steps.items()]
    figures.append(Figure(f"{name}: both", sum(steps.values()), "CPU s", _AIM_SECONDS, less=True, note=note))
    figures.append(Figure("peak memory", peak, "MB", _AIM_MB, less=True, note=f"{before:.0f} MB before the first step"))
    stretched, bare = _recognition(speech, options.detector)
    note = f"{bare:.3f} in pieces of 30 s, silence included"
    figures.append(Figure("pocketsphinx as recordings are heard", stretched, "CPU s a second", note=note))
    tell(figures)


if __name__ == "__main__":
    main()
