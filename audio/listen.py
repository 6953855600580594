"""This module hears a recording channel by channel, in bounded memory: its words, its voice and its tones.

Channels that sound alike are heard once. Decoded sound waits on the disk for its words.
"""

from __future__ import annotations

import math
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import av
import numpy as np
import numpy.typing as npt
from msgspec import structs

from audio.decode import Block, Decoded, Decoder, Pcm, as_16khz_mono, as_float
from audio.hearing import hear
from audio.media import Recording, probe
from audio.steps import Heard, Options, Voices
from audio.tones import Tones
from audio.turns import Turn
from audio.vad import VoiceDetector
from audio.words import RATE, Recognizer, Samples, Word
from redactor.errors import NO_SPACE, DamagedMediaError, DiskFullError

_REST = 10 ** (-40 / 10)
"""The greatest power of the remainder when one channel is taken away from another, as a share of the power: -40 dB."""

_INAUDIBLE = 10 ** (-80 / 10)
"""The power of a remainder in which no voice is found."""

_MOST_GAIN = 4.0
"""A channel that is fainter than this on another channel is heard by itself."""

_SAMPLE_BYTES = 4


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


Progress = Callable[[float], None]
"""This function is told how many seconds of a recording are decoded, for each second. Other work may be done in it."""


def listen(path: Path, recognizer: Recognizer, options: Options, progress: Progress = lambda _: None) -> Heard:
    """Decodes a recording and hears each of its channels; channels that sound alike are heard once.

    A recording is decoded once for each channel that differs from the channels before it. Raises MediaError if it
    cannot be decoded, OSError if it cannot be read, DiskFullError if its sound does not fit into `options.scratch`.
    """
    recording = probe(path)
    alike = Alike(recording.channels)
    decoded, first, turns = _hear_channel(path, recording, 0, recognizer, options, progress, alike)
    groups = alike.groups()
    voices = [structs.replace(first, channels=groups[0])]
    for channels in groups[1:]:
        again, own, _ = _hear_channel(path, recording, channels[0], recognizer, options, progress)
        if again != decoded:
            raise _changed()
        voices.append(structs.replace(own, channels=channels))
    language, probability = _language([word for own in voices for word in own.words])
    by = versions(recognizer, options.detector)
    if options.turns is not None:
        by["speakers"] = options.turns.version
    return Heard(decoded, tuple(voices), language, probability, by, turns)


def _hear_channel(
    path: Path,
    recording: Recording,
    channel: int,
    recognizer: Recognizer,
    options: Options,
    progress: Progress,
    alike: Alike | None = None,
) -> tuple[Decoded, Voices, tuple[Turn, ...]]:
    """Returns the survey of a recording, what is heard on one channel, and the turns on it if all channels sound alike.
    alike: is given the sound of all channels.

    The sound is kept at `RATE` until its words are heard, because recognisers are given the stretches with voice alone.
    """
    voice, tones = options.detector.listen(), Tones()
    decoder = Decoder(path)
    with Spool(options.scratch) as spool:
        if recording.claimed is not None:
            spool.check_room(recording.claimed)
        for part in as_16khz_mono(_watched(decoder, recording.rate, progress, alike), recording, channel):
            voice.feed(part)
            tones.feed(part)
            spool.write(part)
        if decoder.result is None or decoder.result.recording != recording:
            raise _changed()
        found = voice.finish()
        words = tuple(hear(spool.blocks(), recognizer, found)) if found else ()
        turns: tuple[Turn, ...] = ()
        if options.turns is not None and alike is not None and len(alike.groups()) == 1:
            turns = options.turns.turns(found, _pausing(spool.read, progress, decoder.result.seconds))
    return decoder.result, Voices((channel,), words, tuple(found), tuple(tones.finish())), turns


def _pausing(read: Callable[[int, int], Samples], progress: Progress, seconds: float) -> Callable[[int, int], Samples]:
    """Returns `read`, before which other work may be done."""

    def pausing(start: int, end: int) -> Samples:
        progress(seconds)
        return read(start, end)

    return pausing


def _watched(decoder: Decoder, rate: int, progress: Progress, alike: Alike | None) -> Iterator[Block]:
    for block in decoder:
        progress((block.start + block.pcm.shape[1]) / rate)
        if alike is not None:
            alike.feed(block.pcm)
        yield block


def _changed() -> DamagedMediaError:
    return DamagedMediaError("the recording no longer decodes as it did")


class Spool:
    """Keeps the sound of one channel on the disk while it is heard, float32 at `RATE`: 64 KB a second.

    The file has no name: only this process can open it, and the kernel drops it with the process. folder: where it
    lies; None for the system's folder of temporary files. Raises DiskFullError.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder if folder is not None else Path(tempfile.gettempdir())

    def __enter__(self) -> Spool:
        self._file = tempfile.TemporaryFile(dir=self._folder, buffering=0)
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def check_room(self, seconds: float) -> None:
        """Raises DiskFullError if the disk has no room for so many seconds, before hours of sound are decoded."""
        needed = seconds * RATE * _SAMPLE_BYTES
        if needed > shutil.disk_usage(self._folder).free:
            raise DiskFullError(
                f"hearing a recording needs {math.ceil(needed / 1e6):,} MB of free disk for its decoded sound, where"
                " its state is, or else in the system's temporary folder; make room, and repeat the command"
            )

    def write(self, part: Samples) -> None:
        """Appends samples."""
        left = np.ascontiguousarray(part, np.float32).data.cast("B")
        try:
            while left:
                left = left[self._file.write(left) :]
        except OSError as e:
            if e.errno not in NO_SPACE:
                raise
            raise DiskFullError(
                "the disk that holds the decoded sound of a recording is full; make room, and repeat the command"
            ) from None

    def read(self, start: int, end: int) -> Samples:
        """Returns the samples [start, end)."""
        self._file.seek(start * _SAMPLE_BYTES)
        return np.frombuffer(self._file.read((end - start) * _SAMPLE_BYTES), np.float32)

    def blocks(self) -> Iterator[Samples]:
        """Yields all samples from the first, a second at a time."""
        self._file.seek(0)
        while content := self._file.read(RATE * _SAMPLE_BYTES):
            yield np.frombuffer(content, np.float32)


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
