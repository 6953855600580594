"""This module hears a recording channel by channel, in bounded memory: its words, its voice and its tones.

Channels that sound alike are heard once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import tee
from pathlib import Path

import av
import numpy as np
import numpy.typing as npt

from audio.decode import Block, Decoded, Decoder, Pcm, as_16khz_mono, as_float
from audio.hearing import hear
from audio.intervals import Interval
from audio.media import Recording, probe
from audio.steps import Heard, Options, Voices
from audio.tones import Tone, Tones
from audio.vad import VoiceDetector
from audio.words import Recognizer, Word
from redactor.errors import DamagedMediaError

_REST = 10 ** (-40 / 10)
"""The greatest power of the remainder when one channel is taken away from another, as a share of the power: -40 dB."""

_INAUDIBLE = 10 ** (-80 / 10)
"""The power of a remainder in which no voice is found."""

_MOST_GAIN = 4.0
"""A channel that is fainter than this on another channel is heard by itself."""


class Alike:
    """Compares all channels of a recording block by block, to find those that sound alike.

    Two channels are alike if in every block one equals the other up to its loudness and its sign: all speech on the one
    is then heard on the other.
    """

    def __init__(self, channels: int) -> None:
        self._alike = np.ones((channels, channels), bool)

    def feed(self, pcm: Pcm) -> None:
        """Compares the channels in the next block of samples."""
        if len(self._alike) == 1 or not pcm.shape[1]:
            return
        sound = as_float(pcm)
        products = np.asarray(sound @ sound.T, np.float64)
        powers = np.diag(products)
        self._alike &= self._explained(products, powers, pcm.shape[1])

    def groups(self) -> list[tuple[int, ...]]:
        """Returns the channels in groups that sound like the first channel of the group; each channel stands once, in
        order.
        """
        groups: list[list[int]] = []
        for channel in range(len(self._alike)):
            group = next((own for own in groups if self._alike[own[0], channel]), None)
            if group is None:
                groups.append([channel])
            else:
                group.append(channel)
        return [tuple(group) for group in groups]

    def _explained(
        self, products: npt.NDArray[np.float64], powers: npt.NDArray[np.float64], samples: int
    ) -> npt.NDArray[np.bool_]:
        """Returns a matrix whose element [i, j] tells whether channel i holds all of channel j."""
        by = np.where(powers > 0, powers, 1.0)[:, None]
        gain = np.where(powers[:, None] > 0, products / by, 0.0)
        rest = powers[None, :] - gain * products
        faint = rest <= samples * _INAUDIBLE
        close = (rest <= _REST * powers[None, :]) & (np.abs(gain) <= _MOST_GAIN)
        explained: npt.NDArray[np.bool_] = (
            (powers[None, :] <= samples * _INAUDIBLE) | close | (faint & (np.abs(gain) <= _MOST_GAIN))
        )
        return explained


@dataclass(frozen=True, slots=True)
class _Sounds:
    """Holds the voice and the tones of one channel."""

    voice: tuple[Interval, ...]
    tones: tuple[Tone, ...]


def listen(path: Path, recognizer: Recognizer, options: Options) -> Heard:
    """Decodes a recording and hears each of its channels; channels that sound alike are heard once.

    The first pass finds voice and tones on the first channel, a second pass on the channels that differ from it. Words
    are heard in one more pass a channel, because recognisers are given the stretches with voice alone. Raises
    MediaError if the recording cannot be decoded, OSError if it cannot be read.
    """
    decoded, groups, sounds = _survey(path, options.detector)
    voices = []
    for channels, own in zip(groups, sounds, strict=True):
        words = hear_words(path, decoded, channels[0], recognizer, own.voice)
        voices.append(Voices(channels, words, own.voice, own.tones))
    language, probability = _language([word for own in voices for word in own.words])
    return Heard(decoded, tuple(voices), language, probability, versions(recognizer, options.detector))


def hear_words(
    path: Path, decoded: Decoded, channel: int, recognizer: Recognizer, voice: Sequence[Interval]
) -> tuple[Word, ...]:
    """Hears the words in `voice` on one channel of a recording, whose survey is `decoded`.

    Raises DamagedMediaError if the recording no longer decodes as it did.
    """
    if not voice:
        return ()
    decoder = Decoder(path)
    blocks = as_16khz_mono(decoder, decoded.recording, channel)
    words = tuple(hear(blocks, recognizer, voice))
    if decoder.result != decoded:
        raise DamagedMediaError("the recording no longer decodes as it did")
    return words


def _language(words: Sequence[Word]) -> tuple[str | None, float | None]:
    """Returns the language of most words, and its mean probability over the words in this language."""
    told = [word.language for word in words if word.language is not None]
    if not told:
        return None, None
    counts = Counter(language.code for language in told)
    code = max(counts, key=lambda code: (counts[code], code))
    return code, sum(language.probability for language in told if language.code == code) / len(told)


def versions(recognizer: Recognizer, detector: VoiceDetector) -> dict[str, str]:
    """Returns the versions of the recogniser, the voice detector and the decoding libraries, by name."""
    libraries = {name: ".".join(map(str, version)) for name, version in sorted(av.library_versions.items())}
    return {"recognizer": f"{recognizer.name} {recognizer.version}", "voice": detector.version, **libraries}


def _survey(path: Path, detector: VoiceDetector) -> tuple[Decoded, list[tuple[int, ...]], list[_Sounds]]:
    """Returns the survey, the channels in groups that sound alike, and the sounds of the first channel of each group.

    The first channel is heard while all are compared, so that a recording whose channels are alike is decoded once.
    """
    recording = probe(path)
    alike = Alike(recording.channels)
    decoded, sounds = _sounds(path, recording, [0], detector, alike.feed)
    groups = alike.groups()
    others = [channels[0] for channels in groups[1:]]
    if others:
        again, of_others = _sounds(path, recording, others, detector, lambda _: None)
        if again != decoded:
            raise DamagedMediaError("the recording no longer decodes as it did")
        sounds += of_others
    return decoded, groups, sounds


def _sounds(
    path: Path, recording: Recording, channels: Sequence[int], detector: VoiceDetector, feed: Callable[[Pcm], None]
) -> tuple[Decoded, list[_Sounds]]:
    """Finds voice and tones of some channels in one pass, which also gives all channels to `feed`."""
    decoder = Decoder(path)
    copies = tee(_given(decoder, feed), len(channels))
    listeners = [as_16khz_mono(blocks, recording, channel) for channel, blocks in zip(channels, copies, strict=True)]
    voices = [detector.listen() for _ in channels]
    tones = [Tones() for _ in channels]
    # In step, so that `tee` holds a block or two: all channels have the same rate.
    for parts in zip(*listeners, strict=True):
        for part, voice, tone in zip(parts, voices, tones, strict=True):
            voice.feed(part)
            tone.feed(part)
    if decoder.result is None or decoder.result.recording != recording:
        raise DamagedMediaError("the recording no longer decodes as it did")
    sounds = [_Sounds(tuple(voice.finish()), tuple(tone.finish())) for voice, tone in zip(voices, tones, strict=True)]
    return decoder.result, sounds


def _given(decoder: Decoder, feed: Callable[[Pcm], None]) -> Iterator[Block]:
    for block in decoder:
        feed(block.pcm)
        yield block
