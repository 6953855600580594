"""This module finds voice in sound, and errs towards voice: sound that is not taken for voice is never muted as a gap.

The result is the union of two detectors: silero-vad with low thresholds on samples whose quiet stretches are brought to
one level (it misses quiet and whispered voice), and energy well above the noise. Running silero on the unchanged
samples too would double the cost and find nothing more, since loud stretches are not changed. Sources at 8 kHz are read
at `RATE` like all others: silero's model for 8 kHz scores high voices lower.
"""

from __future__ import annotations

import hashlib
from collections import deque
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnxruntime as ort

from audio.intervals import Interval, joined, samples
from audio.windows import Windows
from audio.words import Samples
from redactor.errors import ModelError
from redactor.process import check_telemetry_off

_Floats = npt.NDArray[np.float32]

_FRAME = 512
"""Samples (32 ms) that silero scores at a time."""

_CONTEXT = 64
"""Samples before each frame that silero reads too."""

_FRAMES = 64
"""Frames in a window, whose samples are scored by one call."""

_AROUND = 8
"""Frames on both sides (0.26 s) that the level of a frame is taken from."""

_START, _STOP = 0.16, 0.1
"""Voice starts at this score of silero and lasts until one below the second. Its own defaults are 0.5 and 0.35."""

_LEAST_FRAMES = 2
"""A shorter run of frames (under 64 ms) is dropped."""

_PAD = samples(0.08)

_LEVEL = 0.05
"""The root mean square to which quiet samples are brought."""

_MOST_GAIN = 100.0
_OVER_NOISE = 10 ** (10 / 20)
_LEAST_LEVEL = 10 ** (-60 / 20)
"""Energy counts from 10 dB above the noise and never under -60 dBFS."""

_NOISE_SHARE = 10
"""The noise is the level that this percentage of the frames in the last windows stays under."""

_NOISE_WINDOWS = 5


class VoiceDetector:
    """Loads silero-vad's network, with which any number of recordings can be searched for voice.

    Raises ModelError if the network cannot be loaded: without it no gap would be found.
    """

    def __init__(self, model: Path | None = None) -> None:
        check_telemetry_off()
        path = _shipped() if model is None else model
        options = ort.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 4
        try:
            content = path.read_bytes()
            self._session = ort.InferenceSession(content, options, providers=["CPUExecutionProvider"])
        except Exception as e:
            raise ModelError(f"{path.name} cannot be loaded ({type(e).__name__}); install silero-vad>=6.2.3") from None
        if {given.name for given in self._session.get_inputs()} != {"input", "h", "c"}:
            raise ModelError(f"{path.name} is another model than silero-vad's for sequences; install silero-vad>=6.2.3")
        self.version = hashlib.sha256(content).hexdigest()[:16]
        """Changes with the model."""

    def listen(self) -> Voice:
        """Returns a new search for the voice in one recording, to be fed block by block."""
        return Voice(self._session)

    def voice(self, recording: Samples) -> list[Interval]:
        """Returns the intervals with voice of a recording that is in memory, mono at `RATE`."""
        voice = self.listen()
        voice.feed(recording)
        return voice.finish()


def _shipped() -> Path:
    """Returns the path of the model file in the package silero_vad, which is not imported because that would load
    torch.
    """
    package = find_spec("silero_vad")
    if package is None or not package.submodule_search_locations:
        raise ModelError("voice cannot be detected without silero-vad; install clinical-redactor[audio]")
    return Path(package.submodule_search_locations[0]) / "data" / "silero_vad_16k_sequence.onnx"


class Voice:
    """Finds the voice in one recording in bounded memory: feed all blocks, mono at `RATE`, then finish.

    The result is the same for any sizes of blocks.
    """

    def __init__(self, session: ort.InferenceSession) -> None:
        self._windows = Windows((_FRAMES + _AROUND) * _FRAME, _FRAMES * _FRAME)
        self._silero = _Silero(session)
        self._level = _Level()
        self._noise = _Noise()
        self._runs = [_Runs(), _Runs()]

    def feed(self, block: Samples) -> None:
        for window in self._windows.feed(block):
            self._hear(window)

    def finish(self) -> list[Interval]:
        """Returns the intervals with voice, in order and disjoint, padded by 80 ms on both sides."""
        for window in self._windows.finish():
            self._hear(window)
        length = self._windows.received
        found = [interval for runs in self._runs for interval in runs.finish()]
        padded = [(max(start - _PAD, 0), min(end + _PAD, length)) for start, end in found]
        return joined(padded)

    def _hear(self, window: Samples) -> None:
        frames = window.reshape(-1, _FRAME)
        levels = np.sqrt(np.square(frames - frames.mean(axis=1, keepdims=True)).mean(axis=1))
        frames = frames[:_FRAMES]
        voiced = self._silero.scores(self._level.bring(frames, levels))
        loud = self._noise.exceeded(levels[:_FRAMES])
        for runs, scores in zip(self._runs, (voiced, loud), strict=True):
            runs.add(scores)


class _Silero:
    """Scores consecutive windows; carries the network's state and context over from window to window."""

    def __init__(self, session: ort.InferenceSession) -> None:
        self._session = session
        self._hidden = np.zeros((1, 1, 128), np.float32)
        self._cell = np.zeros((1, 1, 128), np.float32)
        self._context = np.zeros(_CONTEXT, np.float32)

    def scores(self, frames: _Floats) -> _Floats:
        contexts = np.concatenate([self._context[None], frames[:-1, -_CONTEXT:]])
        self._context = frames[-1, -_CONTEXT:].copy()
        inputs = {"input": np.concatenate([contexts, frames], axis=1), "h": self._hidden, "c": self._cell}
        scores, self._hidden, self._cell = self._session.run(["speech_probs", "hn", "cn"], inputs)
        return np.asarray(scores, np.float32)


_GLIDE = np.linspace(0.0, 1.0, _FRAME, dtype=np.float32)


class _Level:
    """Brings quiet samples to one level.

    The gain of a frame follows the loudest frame around it and glides from frame to frame, so that no border between
    windows is heard.
    """

    def __init__(self) -> None:
        self._before = np.zeros(_AROUND, np.float32)
        self._gain = 1.0

    def bring(self, frames: _Floats, levels: _Floats) -> _Floats:
        """Returns the frames at the common level. levels: of these frames and of the `_AROUND` frames behind them."""
        around = np.concatenate([self._before, levels])
        self._before = levels[_FRAMES - _AROUND : _FRAMES].copy()
        loudest = np.lib.stride_tricks.sliding_window_view(around, 2 * _AROUND + 1).max(axis=1)
        gains = np.clip(_LEVEL / np.maximum(loudest, _LEVEL / _MOST_GAIN), 1.0, _MOST_GAIN)
        before = np.concatenate([np.array([self._gain], np.float32), gains[:-1]])
        self._gain = float(gains[-1])
        gliding = before[:, None] + (gains - before)[:, None] * _GLIDE
        brought: _Floats = np.clip(frames * gliding, -1.0, 1.0).astype(np.float32)
        return brought


class _Noise:
    """Tells frames apart from the noise of the last ten seconds."""

    def __init__(self) -> None:
        self._last: deque[_Floats] = deque(maxlen=_NOISE_WINDOWS)

    def exceeded(self, levels: _Floats) -> _Floats:
        """Returns 1 for each frame that is much louder than the noise, else 0."""
        self._last.append(levels.copy())
        noise = float(np.percentile(np.concatenate(self._last), _NOISE_SHARE))
        return (levels > max(noise * _OVER_NOISE, _LEAST_LEVEL)).astype(np.float32)


class _Runs:
    """Collects the runs of frames that begin with a score of `_START` or more and end before the first score under
    `_STOP`.
    """

    def __init__(self) -> None:
        self._frames = 0
        self._since: int | None = None
        self._found: list[Interval] = []

    def add(self, scores: _Floats) -> None:
        for score in scores.tolist():
            if self._since is None:
                if score >= _START:
                    self._since = self._frames
            elif score < _STOP:
                self._end()
            self._frames += 1

    def finish(self) -> list[Interval]:
        self._end()
        return self._found

    def _end(self) -> None:
        if self._since is not None and self._frames - self._since >= _LEAST_FRAMES:
            self._found.append((self._since * _FRAME, self._frames * _FRAME))
        self._since = None
