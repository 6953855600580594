"""Speaks the held-out dialogues: `python -m tests.audio.held_out.speak FOLDER` makes a SET of recordings and gold."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np

from audio.words import RATE, Samples
from redactor.evaluate.audio import GoldPassage, GoldRecording, GoldWord
from tests.audio.kit.dialogues import Dialogue, Scene, _burst, _mixed
from tests.audio.kit.scripts import Line
from tests.audio.kit.voices import say
from tests.unit.audio.sound_kit import Format

HERE = Path(__file__).parent
FILES = ("dialogues.jsonl", "clean.jsonl")
BURSTS = 0.4
"""Of the passages of a dialogue with bursts."""

_NOISE = 15.0
_FLAC = Format(".flac", "flac", "flac", "s16", RATE, 1)
_PHONE = Format(".wav", "wav", "pcm_mulaw", "s16", 8000, 1)
_PART = re.compile(r"\{([A-Z_]+)=([^{}]+)\}|([^{}]+)")


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A dialogue as written. lines: (speaker, text with {ENTITY=words} where they are PHI)."""

    id: str
    voices: tuple[str, str]
    condition: str
    lines: tuple[tuple[int, str], ...]


def written(name: str) -> list[Written]:
    """The dialogues of one of FILES."""
    rows = (HERE / name).read_bytes().splitlines()
    return [msgspec.json.decode(row, type=Written) for row in rows]


def line(speaker: int, text: str) -> Line:
    words: list[str] = []
    phi: list[tuple[int, int, str]] = []
    for part in _PART.finditer(text):
        entity, marked, plain = part.groups()
        first = len(words)
        words += (marked or plain).split()
        if entity:
            phi.append((first, len(words), entity))
    return Line(speaker, " ".join(words), tuple(phi))


def spoken(dialogue: Written) -> Dialogue:
    """The same samples each time. Every second change of speaker overlaps under that condition.

    Raises ValueError where flite cannot tell the words of a line apart.
    """
    random = np.random.default_rng(int(dialogue.id.partition("-")[0]))
    scene = Scene(0, dialogue.voices, noise=_NOISE if dialogue.condition == "noise" else None)
    tracks: list[list[tuple[int, Samples]]] = [[], []]
    words: list[GoldWord] = []
    phi: list[GoldPassage] = []
    owners: list[int] = []
    at = changes = previous = 0
    for speaker, text in dialogue.lines:
        given = line(speaker, text)
        said = say(dialogue.voices[speaker], given.text)
        changes += speaker != previous
        if dialogue.condition == "overlap" and speaker != previous and changes % 2:
            at -= round(random.uniform(0.4, 0.9) * RATE)
        else:
            at += round(random.uniform(0.4, 1.1) * RATE)
        previous = speaker
        tracks[speaker].append((at, 0.1 * said.samples / np.sqrt(np.mean(said.samples**2))))
        begin = at / RATE
        timed = [GoldWord(word.text, begin + word.start, begin + word.end) for word in said.words]
        words += timed
        for first, stop, entity in given.phi:
            condition = dialogue.condition or "clean"
            phi.append(GoldPassage(timed[first].start, timed[stop - 1].end, entity, condition))
            owners.append(speaker)
        at += len(said.samples)
    if dialogue.condition == "burst":
        for chosen in random.choice(len(phi), round(BURSTS * len(phi)), replace=False):
            tracks[owners[chosen]].append(_burst(phi[chosen].start, phi[chosen].end, random))
    gold = GoldRecording(
        tuple(sorted(words, key=lambda word: word.start)), tuple(sorted(phi, key=lambda passage: passage.start))
    )
    return Dialogue(_mixed(tracks, at + RATE, scene, random), gold)


def speak(folder: Path) -> Iterator[tuple[Written, Dialogue]]:
    """Writes all dialogues into the folder: FLAC, or WAV of mu-law at 8 kHz for the phone."""
    folder.mkdir(parents=True, exist_ok=True)
    for dialogue in (one for name in FILES for one in written(name)):
        made = spoken(dialogue)
        made.write(folder, dialogue.id, _PHONE if dialogue.condition == "phone" else _FLAC)
        yield dialogue, made


def main() -> None:
    seconds, passages = 0.0, 0
    for _, made in speak(Path(sys.argv[1])):
        seconds += made.samples.shape[1] / RATE
        passages += len(made.gold.phi)
    print(f"{seconds / 60:.1f} minutes, {passages} passages of PHI")


if __name__ == "__main__":
    main()
