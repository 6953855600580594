"""What was heard in a recording: all that the later steps need, without its sound. It holds PHI."""

from __future__ import annotations

import msgspec
import numpy as np

from audio.decode import Decoded
from audio.intervals import Interval
from audio.tones import Tone
from audio.words import RATE, Word


class Voices(msgspec.Struct, frozen=True):
    """What was heard on one channel, and on all that sound like it.

    channels: their positions in the recording, from 0; the first one was heard. words: in the order of the recogniser.
    voice: where voice is, in samples at `RATE`, in order and disjoint. tones: of telephone keys.
    """

    channels: tuple[int, ...]
    words: tuple[Word, ...]
    voice: tuple[Interval, ...]
    tones: tuple[Tone, ...]


class Heard(msgspec.Struct, frozen=True):
    """decoded: facts of the recording, its length and damage. language: what the recogniser takes it for, and how sure
    it is, from 0 to 1; None where it does not tell. voices: one for each channel that differs from those before it.
    versions: of what decoded and heard, by name."""

    decoded: Decoded
    voices: tuple[Voices, ...]
    language: str | None
    language_probability: float | None
    versions: dict[str, str]

    @property
    def length(self) -> int:
        """In samples at `RATE`."""
        return -(-self.decoded.samples * RATE // self.decoded.recording.rate)


def encode(heard: Heard) -> bytes:
    """Equal values give equal bytes."""
    return msgspec.msgpack.encode(heard, enc_hook=_plain, order="deterministic")


def _plain(number: object) -> object:
    """Recognisers give times as numbers of numpy."""
    if isinstance(number, np.number):
        return number.item()
    raise NotImplementedError


def decode(data: bytes) -> Heard:
    """Raises msgspec.DecodeError for anything that `encode` did not give."""
    return msgspec.msgpack.decode(data, type=Heard)
