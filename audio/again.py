"""Hearing a redacted recording again: what PHI is still in it.

Around a mute its neighbours may tell what was muted: a digit that was left audible, a name that was cut. They are heard
as they are now, and read by the same detectors as the whole transcript.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from audio.decode import Decoded, Decoder, for_listening
from audio.find import find_phi, read, seconds
from audio.found import Found, Mute, Said
from audio.heard import Heard, Voices
from audio.intervals import Coverage, Interval, joined, samples, within, without
from audio.listen import words_on
from audio.mute import overlaps
from audio.options import Options, Process
from audio.said import mark
from audio.timeline import muted
from audio.turns import conversation
from audio.vad import VoiceDetector
from audio.words import RATE, Recognizer

_AROUND = samples(15)


@dataclass(frozen=True, slots=True)
class Finding:
    """PHI that is still heard: its time on one of the `Voices`, outside of what is muted, before any margin."""

    voices: int
    time: Interval
    entity: str
    score: float | None


def in_samples(stretches: Sequence[tuple[float, float]]) -> list[Interval]:
    return joined((samples(start), samples(end)) for start, end in stretches)


def hear_again(
    rewritten: Path,
    decoded: Decoded,
    heard: Heard,
    silent: Sequence[Interval],
    around: Sequence[Interval],
    recognizer: Recognizer,
    process: Process,
) -> list[Finding]:
    """The PHI that is heard within 15 s of `around` in `rewritten`, whose survey is `decoded`.

    silent: all that is muted. Words are looked for where the original has voice. PHI that is
    heard in silence alone is none: recognisers hear words there.
    """
    windows = within(joined((start - _AROUND, end + _AROUND) for start, end in around), [(0, heard.length)])
    voices: list[Voices] = []
    for before in heard.voices:
        voice = tuple(within(without(before.voice, silent), windows))
        words = words_on(rewritten, decoded, before.channels[0], recognizer, voice)
        voices.append(Voices(before.channels, words, voice, ()))
    talk = conversation(voices, heard.length)
    if not talk.order:
        return []
    phi = find_phi(talk, read(talk, process))
    audible = [Coverage(own.voice) for own in voices]
    return [
        Finding(track, part, entity, score)
        for track, time, entity, score in phi.mutes
        for part in without([time], silent)
        if audible[track].held(part)
    ]


def left_voice(
    rewritten: Path, decoded: Decoded, heard: Heard, silent: Sequence[Interval], detector: VoiceDetector
) -> bool:
    """Whether voice is found outside of `silent` on one of the channels that were heard."""
    for voices in heard.voices:
        listening, at = detector.listen(), 0
        for block in for_listening(Decoder(rewritten), decoded.recording, voices.channels[0]):
            block = block.copy()
            for start, end in overlaps(tuple(silent), at, at + block.size):
                block[start - at : end - at] = 0  # what fills it is proven
            listening.feed(block)
            at += block.size
        if without(listening.finish(), silent):
            return True
    return False


def widened(found: Found, findings: Sequence[Finding], heard: Heard, options: Options) -> Found:
    """With the findings muted too. Words in them leave the transcript, which marks a gap there."""
    margin = samples(options.margin)
    mutes = [
        Mute(
            max(finding.time[0] - margin, 0) / RATE,
            min(finding.time[1] + margin, heard.length) / RATE,
            finding.entity,
            "verified",
            finding.score,
        )
        for finding in findings
    ]
    stretches = muted([finding.time for finding in findings], heard.length, options.margin)
    said = found.said
    for number, voices in enumerate(heard.voices):
        times = joined(finding.time for finding in findings if finding.voices == number)
        said = _without_words(said, times, voices.channels)
    return msgspec.structs.replace(
        found,
        mutes=tuple(sorted([*found.mutes, *mutes], key=lambda mute: (mute.start, mute.end, mute.step))),
        muted=seconds(joined([*in_samples(found.muted), *stretches])),
        said=said,
    )


def _without_words(said: tuple[Said, ...], times: Sequence[Interval], channels: tuple[int, ...]) -> tuple[Said, ...]:
    hidden = Coverage(times)
    parts: list[Said] = []
    waiting = list(reversed(times))
    for part in said:
        if part.channels == channels:
            while waiting and waiting[-1][0] / RATE <= part.start:
                parts.append(mark(*waiting.pop(), channels))
            if part.kind == "word" and hidden.held((samples(part.start), samples(part.end))):
                continue
        parts.append(part)
    parts.extend(mark(*time, channels) for time in reversed(waiting))
    return tuple(parts)
