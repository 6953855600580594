"""Hearing a recording: its words, its voice and its tones, channel by channel, in bounded memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import tee
from pathlib import Path

import av

from audio.alike import Alike
from audio.decode import Block, Decoded, Decoder, Pcm, for_listening
from audio.heard import Heard, Voices
from audio.hearing import hear
from audio.intervals import Interval
from audio.media import Recording, probe
from audio.options import Options
from audio.tones import Tone, Tones
from audio.vad import VoiceDetector
from audio.words import Recognizer, Word
from redactor.errors import DamagedMediaError


@dataclass(frozen=True, slots=True)
class _Sounds:
    """The voice and the tones of one channel."""

    voice: tuple[Interval, ...]
    tones: tuple[Tone, ...]


def listen(path: Path, recognizer: Recognizer, options: Options) -> Heard:
    """Decode `path` and hear each of its channels; channels that sound alike are heard once.

    The first pass finds voice and tones on the first channel, a second one on those that differ from it. Words are
    heard in another one for each channel, since what a recogniser is given ends where voice does. Raises MediaError
    where the recording cannot be decoded, OSError where it cannot be read.
    """
    decoded, groups, sounds = _survey(path, options.detector)
    voices = []
    for channels, own in zip(groups, sounds, strict=True):
        words = words_on(path, decoded, channels[0], recognizer, own.voice)
        voices.append(Voices(channels, words, own.voice, own.tones))
    language, probability = _language([word for own in voices for word in own.words])
    return Heard(decoded, tuple(voices), language, probability, versions(recognizer, options.detector))


def words_on(
    path: Path, decoded: Decoded, channel: int, recognizer: Recognizer, voice: Sequence[Interval]
) -> tuple[Word, ...]:
    """The words where `voice` is on one channel of `path`, whose survey is `decoded`."""
    if not voice:
        return ()
    decoder = Decoder(path)
    blocks = for_listening(decoder, decoded.recording, channel)
    words = tuple(hear(blocks, recognizer, voice))
    if decoder.result != decoded:
        raise DamagedMediaError("the recording no longer decodes as it did")
    return words


def _language(words: Sequence[Word]) -> tuple[str | None, float | None]:
    """The language of most words, and its mean probability over all words that have a language."""
    told = [word.language for word in words if word.language is not None]
    if not told:
        return None, None
    counts = Counter(language.code for language in told)
    code = max(counts, key=lambda code: (counts[code], code))
    return code, sum(language.probability for language in told if language.code == code) / len(told)


def versions(recognizer: Recognizer, detector: VoiceDetector) -> dict[str, str]:
    """Of what decodes and hears."""
    libraries = {name: ".".join(map(str, version)) for name, version in sorted(av.library_versions.items())}
    return {"recognizer": f"{recognizer.name} {recognizer.version}", "voice": detector.version, **libraries}


def _survey(path: Path, detector: VoiceDetector) -> tuple[Decoded, list[tuple[int, ...]], list[_Sounds]]:
    """The channels in groups that sound alike, and the sounds of the first one of each group.

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
    """In one pass, which also gives all channels to `feed`."""
    decoder = Decoder(path)
    copies = tee(_given(decoder, feed), len(channels))
    listeners = [for_listening(blocks, recording, channel) for channel, blocks in zip(channels, copies, strict=True)]
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
