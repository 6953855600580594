"""Dialogues whose speakers are known, and how well turns tell them apart: `python -m tests.audio.kit.turns 100 101`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from audio.intervals import total, within, without
from audio.turns import Turn, TurnFinder
from audio.vad import VoiceDetector
from audio.words import RATE, Samples
from tests.audio.kit.scripts import script
from tests.audio.kit.voices import say


@dataclass(frozen=True, slots=True)
class Talk:
    """samples: mono at `RATE`. spoken: who speaks when, which may overlap."""

    samples: Samples
    spoken: tuple[Turn, ...]

    def read(self, start: int, end: int) -> Samples:
        return self.samples[start:end]


def talk(seed: int, voices: Sequence[str], pauses: tuple[float, float] = (-0.3, 0.8), noise: float = 30.0) -> Talk:
    """The same samples each time. voices: the speakers, who take turns of one to three lines, in any order behind the
    first round. pauses: seconds between two lines, below zero where they overlap. noise: white, in dB below the speech.
    """
    random = np.random.default_rng(seed)
    lines = [line.text for part in range(len(voices)) for line in script(100 * seed + part, 2, 4)]
    order: list[int] = []
    while len(order) < len(lines):
        speaker = len(order) if len(order) < len(voices) else int(random.integers(len(voices)))
        order += [speaker] * (1 if len(order) < len(voices) else int(random.integers(1, 4)))
    spoken: list[Turn] = []
    parts: list[tuple[int, Samples]] = []
    at = RATE
    for speaker, text in zip(order, lines, strict=False):
        said = say(voices[speaker], text).samples
        sound = (0.1 * said / np.sqrt(np.mean(said**2))).astype(np.float32)
        parts.append((at, sound))
        spoken.append(Turn(at, at + len(sound), speaker + 1))
        at = max(at + len(sound) + round(random.uniform(*pauses) * RATE), 0)
    mixed = 0.1 * 10 ** (-noise / 20) * random.standard_normal(at + 2 * RATE).astype(np.float32)
    for start, sound in parts:
        mixed[start : start + len(sound)] += sound
    return Talk(np.clip(mixed, -1.0, 1.0).astype(np.float32), tuple(spoken))


@dataclass(frozen=True, slots=True)
class Score:
    """purity: the share of the found turns that the most frequent speaker of each found number speaks. coverage: the
    share of what each speaker says alone that has this speaker's most frequent number. decided: the share of it that
    has any number. speakers: how many were found.
    """

    purity: float
    coverage: float
    decided: float
    speakers: int


def score(spoken: Sequence[Turn], found: Sequence[Turn]) -> Score:
    """Purity and coverage as Bredin (pyannote.metrics, 2017) defines them, over the time in which one person speaks."""
    numbers = sorted({turn.speaker for turn in spoken})
    names = sorted({turn.speaker for turn in found})
    alone = [_alone(spoken, number) for number in numbers]
    shared = np.array([[total(within(_of(found, name), own)) for name in names] for own in alone]).reshape(
        len(numbers), len(names)
    )
    said, told = sum(map(total, alone)), shared.sum()
    purity = shared.max(axis=0).sum() / told if told else 1.0
    coverage = shared.max(axis=1, initial=0).sum() / said
    return Score(float(purity), float(coverage), float(told / said), len(names))


def _of(turns: Sequence[Turn], speaker: int) -> list[tuple[int, int]]:
    return [(turn.start, turn.end) for turn in turns if turn.speaker == speaker]


def _alone(spoken: Sequence[Turn], number: int) -> list[tuple[int, int]]:
    return without(_of(spoken, number), [(t.start, t.end) for t in spoken if t.speaker != number])


_FRAME, _STEP, _BANDS = 1024, 256, 32


class SpectralStandIn:
    """Stands in for a model's voice prints, which tests cannot have: pitch and mean spectrum of a window. It tells the
    voices of speech engines apart, and says nothing of how well a model tells people apart.
    """

    version = "stand-in"

    def embed(self, sound: Samples) -> Samples:
        """(dimensions,): the cepstrum of the mean spectrum, and a histogram of pitch."""
        frames = np.lib.stride_tricks.sliding_window_view(np.pad(sound, (0, _FRAME)), _FRAME)[::_STEP]
        powers = np.square(np.abs(np.fft.rfft(frames * np.hanning(_FRAME), 2 * _FRAME)))
        energy = powers.sum(axis=1)
        loud = powers[energy > 0.1 * energy.max()] if energy.max() > 0 else powers[:1]
        edges = np.geomspace(8, _FRAME, _BANDS + 1).astype(int)
        bands = np.log(np.add.reduceat(loud, edges[:-1], axis=1) + 1e-9)
        basis = np.cos(np.pi * np.outer(np.arange(2, 14), np.arange(_BANDS) + 0.5) / _BANDS)
        cepstrum = basis @ bands.mean(axis=0) / _BANDS
        echoes = np.fft.irfft(loud, axis=1)[:, RATE // 400 : RATE // 70]
        pitch = np.log(np.arange(RATE // 400, RATE // 70)[echoes.argmax(axis=1)])
        centres = np.linspace(np.log(RATE / 400), np.log(RATE / 70), 24)
        histogram = np.exp(-np.square((pitch[:, None] - centres) / 0.1)).mean(axis=0)
        return np.concatenate([cepstrum / 2, histogram]).astype(np.float32)


_SETS = (("rms", "slt"), ("awb", "slt"), ("rms", "awb"), ("kal16", "slt", "rms", "awb"))
_PAUSES = {"with pauses": (0.3, 1.0), "without pauses": (0.0, 0.15), "overlapping": (-1.0, 0.3)}


def _report(seeds: Sequence[int]) -> None:
    detector, model = VoiceDetector(), SpectralStandIn()
    for name, pauses in _PAUSES.items():
        for way in ("number", "distance"):
            scores = []
            for seed in seeds:
                for voices in _SETS:
                    said = talk(seed, voices, pauses)
                    finder = TurnFinder(model, len(voices)) if way == "number" else TurnFinder(model, distance=0.3)
                    found = finder.turns(detector.voice(said.samples), said.read)
                    scores.append((score(said.spoken, found), len(voices)))
            means = [float(np.mean([getattr(s, of) for s, _ in scores])) for of in ("purity", "coverage", "decided")]
            right = sum(s.speakers == number for s, number in scores)
            told = ", ".join(f"{mean:.3f}" for mean in means)
            print(f"{name}, by {way}: purity, coverage, decided {told}; right number {right} of {len(scores)}")


if __name__ == "__main__":
    _report([int(seed) for seed in sys.argv[1:]])
