"""This module finds the tones of a telephone's keys (DTMF), which spell numbers such as a PIN and must be muted.

A tone is the sum of one low and one high frequency (ITU-T Q.23, Q.24). Their powers are computed at these frequencies
alone, as Goertzel's algorithm does, for all frames of a window in one matrix product.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from audio.windows import Windows
from audio.words import RATE, Samples

_LOW = (697.0, 770.0, 852.0, 941.0)
_HIGH = (1209.0, 1336.0, 1477.0, 1633.0)
_KEYS = "123A456B789C*0#D"

_FRAME = 400
"""25 ms: a tone lasts 40 ms or more."""

_HOP = 160
_FRAMES = 200
"""Frames in a window."""

_TOGETHER = 10
"""Frames in a matrix product."""

_DETUNED = (-0.012, 0.0, 0.012)
"""Receivers must accept a deviation of 1.5 % (Q.24). Each frequency is tried at these ones too."""

_PURITY = 0.8
"""The least share of the power between 600 and 1800 Hz that both frequencies hold, where 1 is a tone without noise.
Real speech stays below it, tones reach it at 0 dB of white noise."""

_TWIST = 8.0
"""How many times stronger one of both frequencies may be (9 dB)."""

_DISTINCT = 4.0
"""How many times stronger each frequency must be than the next of its group (6 dB)."""

_LEAST_POWER = 1e-6
"""The least mean power of the samples of a frame with a tone: -60 dBFS."""

_LEAST_FRAMES = 3
"""Frames in a row with the same key that make a tone: 45 ms, or 40 ms with frames that hold the tone in part."""


@dataclass(frozen=True, slots=True)
class Tone:
    """Holds one tone. key: 0-9, A-D, * or #. start, end: samples at `RATE`, the end exclusive."""

    key: str
    start: int
    end: int


def _basis() -> tuple[np.ndarray, np.ndarray]:
    time = np.arange(_FRAME) / RATE
    window = np.hanning(_FRAME)
    frequencies = np.array([tone * (1 + shift) for shift in _DETUNED for tone in _LOW + _HIGH])
    angles = 2 * np.pi * np.outer(time, frequencies)
    waves = np.concatenate([np.cos(angles), np.sin(angles)], axis=1) * window[:, None]
    return waves.astype(np.float32), window.astype(np.float32)


class Tones:
    """Finds the tones of one recording in bounded memory: feed all blocks, mono at `RATE`, then finish."""

    def __init__(self) -> None:
        self._windows = Windows(_FRAMES * _HOP + _FRAME - _HOP, _FRAMES * _HOP)
        self._basis, self._window = _basis()
        clean = np.sin(2 * np.pi * np.outer((770.0, 1336.0), np.arange(_FRAME) / RATE)).sum(0)[None, :]
        powers = self._powers(clean)[0]
        self._clean = float((powers[:4].max() + powers[4:].max()) / self._band(clean)[0])
        self._frames = 0
        self._key = -1
        self._since = 0
        self._found: list[Tone] = []

    def feed(self, samples: Samples) -> None:
        for window in self._windows.feed(samples):
            self._hear(window)

    def finish(self) -> list[Tone]:
        """Returns all tones, in order."""
        for window in self._windows.finish():
            self._hear(window)
        self._end_run()
        return self._found

    def _hear(self, window: Samples) -> None:
        frames = np.lib.stride_tricks.sliding_window_view(window, _FRAME)[::_HOP]
        for key in self._keys(frames):
            if key != self._key:
                self._end_run()
                self._key, self._since = int(key), self._frames
            self._frames += 1

    def _keys(self, frames: np.ndarray) -> np.ndarray:
        """Returns the key of each frame; -1 stands for no key."""
        powers = self._powers(frames)
        low, high = np.sort(powers[:, :4], axis=1), np.sort(powers[:, 4:], axis=1)
        heard = (
            (low[:, -1] < _TWIST * high[:, -1])
            & (high[:, -1] < _TWIST * low[:, -1])
            & (low[:, -1] > _DISTINCT * low[:, -2])
            & (high[:, -1] > _DISTINCT * high[:, -2])
            & (np.square(frames).mean(axis=1) > _LEAST_POWER)
        )
        strong = (low[heard, -1] + high[heard, -1]) > _PURITY * self._clean * self._band(frames[heard])
        heard[heard] = strong
        keys = powers[:, :4].argmax(axis=1) * 4 + powers[:, 4:].argmax(axis=1)
        return np.where(heard, keys, -1)

    def _powers(self, frames: np.ndarray) -> np.ndarray:
        """Returns the power of each frame at each of the 8 frequencies, shaped frames x 8."""
        # A larger product would be spread over threads, which take longer to wait for each other than to compute.
        parts = np.ascontiguousarray(frames).reshape(-1, min(len(frames), _TOGETHER), _FRAME)
        each = (parts @ self._basis) ** 2
        powers: np.ndarray = each.reshape(len(frames), 2, len(_DETUNED), 8).sum(axis=1).max(axis=1)
        return powers

    def _band(self, frames: np.ndarray) -> np.ndarray:
        """Returns the power of each frame between 600 and 1800 Hz."""
        first, last = (round(frequency * _FRAME / RATE) for frequency in (600, 1800))
        spectrum = np.fft.rfft(frames * self._window, axis=1)[:, first : last + 1]
        band: np.ndarray = (spectrum.real**2 + spectrum.imag**2).sum(axis=1)
        return band

    def _end_run(self) -> None:
        if self._key >= 0 and self._frames - self._since >= _LEAST_FRAMES:
            end = min((self._frames - 1) * _HOP + _FRAME, self._windows.received)
            self._found.append(Tone(_KEYS[self._key], self._since * _HOP, end))
        self._key = -1
