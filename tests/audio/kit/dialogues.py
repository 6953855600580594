"""Recordings of dialogues: who speaks when is known to the sample, and what makes hearing hard is put in on purpose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import numpy as np

from audio.words import RATE, Samples
from redactor.evaluate.audio import GoldPassage, GoldRecording, GoldWord
from tests.audio.kit.scripts import script
from tests.audio.kit.voices import resampled, say
from tests.unit.audio.sound_kit import Format, write

_HISS = 15 / 32768
"""Of every recording: digital silence between words is nowhere but in synthetic sound."""

_KEYS = {
    key: (low, high)
    for low, row in ((697, "123"), (770, "456"), (852, "789"), (941, "*0#"))
    for key, high in zip(row, (1209, 1336, 1477), strict=True)
}


@dataclass(frozen=True, slots=True)
class Scene:
    """How a dialogue is recorded.

    voices: of the one who asks and the one who answers. asked, talk: lines with PHI, and lines without. noise: white,
    over all, in dB below the speech. bursts: the share of PHI passages under white noise as loud as the speech. quiet:
    the share of PHI lines spoken at -50 dBFS. overlap: the share of answers that begin 0.4 s before their question
    ends. keys: dialled at the end. channels: 2 gives each speaker one.
    """

    seed: int
    voices: tuple[str, str] = ("rms", "slt")
    asked: int = 6
    talk: int = 4
    noise: float | None = None
    bursts: float = 0.0
    quiet: float = 0.0
    overlap: float = 0.0
    keys: str = ""
    channels: int = 1


@dataclass(frozen=True, slots=True)
class Dialogue:
    """samples: (channels, samples) at 16 kHz."""

    samples: Samples
    gold: GoldRecording

    def write(self, folder: Path, name: str, fmt: Format) -> Path:
        """The recording and its gold file, as `redactor audio evaluate` reads them."""
        sound = self.samples.astype(np.float64)
        if fmt.rate != RATE:
            sound = np.stack([resampled(row, RATE, fmt.rate) for row in self.samples]).astype(np.float64)
        if fmt.channels != len(sound):
            sound = np.repeat(sound.mean(axis=0, keepdims=True), fmt.channels, axis=0)
        (folder / f"{name}.gold.json").write_bytes(msgspec.json.encode(self.gold))
        return write(folder / f"{name}{fmt.suffix}", fmt, np.clip(sound, -1.0, 1.0))


def dialogue(scene: Scene) -> Dialogue:
    """The same samples for the same scene."""
    random = np.random.default_rng(scene.seed)
    tracks: list[list[tuple[int, Samples]]] = [[], []]
    words: list[GoldWord] = []
    phi: list[GoldPassage] = []
    at = 0
    for line in script(scene.seed, scene.asked, scene.talk):
        said = say(scene.voices[line.speaker], line.text)
        condition = ""
        at += round(random.uniform(0.5, 1.1) * RATE)
        if line.speaker and random.random() < scene.overlap:
            at, condition = max(at - round(1.5 * RATE), 0), "overlap"
        sound = 0.1 * said.samples / np.sqrt(np.mean(said.samples**2))
        if line.phi and random.random() < scene.quiet:
            sound, condition = sound * 10 ** (-30 / 20), "quiet"
        tracks[line.speaker].append((at, sound))
        first = len(words)
        words += [GoldWord(word.text, at / RATE + word.start, at / RATE + word.end) for word in said.words]
        for begin, stop, entity in line.phi:
            start, end = words[first + begin].start, words[first + stop - 1].end
            noisy = random.random() < scene.bursts
            if noisy:
                tracks[line.speaker].append(_burst(start, end, random))
            phi.append(GoldPassage(start, end, entity, "burst" if noisy else condition))
        at += len(sound)
    if scene.keys:
        at += RATE
        tones = _dialled(scene.keys)
        tracks[1].append((at, tones))
        phi.append(GoldPassage(at / RATE, (at + len(tones)) / RATE, "ID", "keys"))
        at += len(tones)
    mixed = _mixed(tracks, at + RATE, scene, random)
    return Dialogue(mixed, GoldRecording(tuple(sorted(words, key=lambda word: word.start)), tuple(phi)))


def _burst(start: float, end: float, random: np.random.Generator) -> tuple[int, Samples]:
    first, last = round((start - 0.1) * RATE), round((end + 0.1) * RATE)
    return first, (0.1 * random.standard_normal(last - first)).astype(np.float32)


def _dialled(keys: str) -> Samples:
    """Tones of 90 ms, 60 ms apart."""
    time = np.arange(round(0.09 * RATE)) / RATE
    pause = np.zeros(round(0.06 * RATE), np.float32)
    parts: list[Samples] = []
    for key in keys:
        tone = sum(0.15 * np.sin(2 * np.pi * hertz * time) for hertz in _KEYS[key])
        parts += [np.asarray(tone, np.float32), pause]
    return np.concatenate(parts[:-1])


def _mixed(
    tracks: Sequence[Sequence[tuple[int, Samples]]], length: int, scene: Scene, random: np.random.Generator
) -> Samples:
    rows = np.zeros((2, length), np.float32)
    for row, parts in zip(rows, tracks, strict=True):
        for start, sound in parts:
            row[start : start + len(sound)] += sound
    mixed = rows if scene.channels == 2 else rows.sum(axis=0, keepdims=True)
    hiss = _HISS if scene.noise is None else 0.1 * 10 ** (-scene.noise / 20)
    return np.clip(mixed + hiss * random.standard_normal(mixed.shape), -1.0, 1.0).astype(np.float32)


def scenes(seeds: Sequence[int], **conditions: object) -> list[Scene]:
    """One scene a seed, with pairs of voices in turn."""
    pairs = (("rms", "slt"), ("slt", "rms"), ("awb", "slt"), ("rms", "awb"))
    return [replace(Scene(seed, pairs[seed % len(pairs)]), **conditions) for seed in seeds]  # type: ignore[arg-type]
