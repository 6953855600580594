"""This module defines the options of redacting a recording, and the results that its steps hand on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np

from audio.confidence import CAUTION, Caution
from audio.decode import Decoded
from audio.gaps import Judge
from audio.intervals import Interval
from audio.rewrite import Filling
from audio.timeline import MARGIN
from audio.tones import Tone
from audio.turns import Turn, TurnFinder
from audio.vad import VoiceDetector
from audio.words import RATE, Word
from redactor.engine import Redacted


class Voices(msgspec.Struct, frozen=True):
    """Holds what was heard on one channel, and on all channels that sound like it.

    channels: their positions in the recording, from 0; the first was heard. words: in the order of the recogniser.
    voice: intervals with voice, in samples at `RATE`, in order and disjoint. tones: tones of telephone keys.
    """

    channels: tuple[int, ...]
    words: tuple[Word, ...]
    voice: tuple[Interval, ...]
    tones: tuple[Tone, ...]


class Heard(msgspec.Struct, frozen=True):
    """Holds what was heard in a recording: all that the later steps need, without the sound. It contains PHI.

    decoded: survey of the recording. language: code of the recording's language, with its probability; None if the
    recogniser does not tell. voices: one for each channel that differs from the channels before it. versions: of the
    software that decoded and heard, by name. turns: of the speakers, where all channels sound alike and a model tells
    voices apart.
    """

    decoded: Decoded
    voices: tuple[Voices, ...]
    language: str | None
    language_probability: float | None
    versions: dict[str, str]
    turns: tuple[Turn, ...] = ()

    @property
    def length(self) -> int:
        """Returns the length in samples at `RATE`."""
        return -(-self.decoded.samples * RATE // self.decoded.recording.rate)


def encode_heard(heard: Heard) -> bytes:
    """Encodes to msgpack; equal values give equal bytes."""
    return msgspec.msgpack.encode(heard, enc_hook=_plain, order="deterministic")


def _plain(number: object) -> object:
    """Converts a number of numpy, which recognisers give as times, to a plain number."""
    if isinstance(number, np.number):
        return number.item()
    raise NotImplementedError


def decode_heard(data: bytes) -> Heard:
    """Decodes the result of `encode_heard`. Raises msgspec.DecodeError for any other bytes."""
    return msgspec.msgpack.decode(data, type=Heard)


def expected_errors(heard: Heard) -> float:
    """Returns the share of the heard words, in [0, 1], that are expected to be wrong, by their probabilities; 0.0
    without words.
    """
    words = [word for voices in heard.voices for word in voices.words]
    return sum(1 - word.probability for word in words) / len(words) if words else 0.0


Step = Literal["words", "gap", "tone", "damage", "strict"]


class Mute(msgspec.Struct, frozen=True):
    """Holds a stretch that is muted on every channel.

    start, end: seconds, with the margin. entity: name of the kind of PHI, None if it is not known. step: the step that
    found it: words of PHI, voice without words that were surely heard, a tone of a telephone key, damage, or strict
    mode (no confident speech). confidence: the score of the PHI, None without a score.
    """

    start: float
    end: float
    entity: str | None
    step: Step
    confidence: float | None


class Said(msgspec.Struct, frozen=True):
    """Holds a part of the redacted transcript.

    text: a word; the replacement of PHI, which may be several words; or the mark of a gap or of tones. start, end:
    seconds. channels: on which the part was heard, from 0. kind: word, PHI, gap, or tones of telephone keys. entity: of
    the PHI that was replaced. speaker: from 1, in the order of the first speech in this recording; None if it is not
    told.
    """

    text: str
    start: float
    end: float
    channels: tuple[int, ...]
    kind: Literal["word", "phi", "gap", "tone"]
    entity: str | None = None
    speaker: int | None = None


class Found(msgspec.Struct, frozen=True):
    """Holds what was found in a recording: the stretches to mute, and the words that may leave. It contains no PHI.

    mutes: in order; they may overlap. muted: the same as disjoint stretches (start, end) in seconds. said: the parts of
    the redacted transcript, turn by turn. without_words: no word was surely heard. entities: number of spans of each
    kind.
    """

    mutes: tuple[Mute, ...]
    muted: tuple[tuple[float, float], ...]
    said: tuple[Said, ...]
    without_words: bool
    entities: dict[str, int]


Process = Callable[[str], Redacted]
"""Reads a text with the detectors and replaces what they find, in the context of the recording (its patient, date and
known values): a closure over `Engine.process`.
"""


@dataclass(frozen=True, slots=True)
class Options:
    """Holds the options of redacting a recording.

    detector: finds voice. margin: seconds muted on both sides of a finding. strict: mute all but confident speech
    without PHI. judge: decides which gaps stay audible; None mutes all gaps. filling: the sound that replaces muted
    sound. caution: how sure a word must be to stay audible. scratch: a folder on a disk with room for decoded sound
    while it is heard, 230 MB an hour; None for the system's folder of temporary files. turns: tells speakers apart.
    """

    detector: VoiceDetector
    margin: float = MARGIN
    strict: bool = False
    judge: Judge | None = None
    filling: Filling = Filling.SILENCE
    caution: Caution = CAUTION["default"]
    scratch: Path | None = None
    turns: TurnFinder | None = None
