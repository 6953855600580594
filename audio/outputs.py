"""This module makes the files that leave beside the sound: captions, the transcript as JSON, and a drawing.

They are made of redacted text and redacted sound alone. Equal input gives equal bytes.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby, pairwise

import msgspec
import numpy as np

from audio.decode import Pcm, as_float
from audio.intervals import Interval, joined, samples, without
from audio.steps import Found, Heard, Mute, Said
from audio.words import RATE

_LINE = 42
_LINES = 2
_PAUSE = 1.0
_LONGEST = 7.0
"""Seconds of a cue, and characters a line, as broadcasters have them."""

_ENDS = (".", "?", "!", "。", "？", "！", "।", "؟")
_CLOSING = "\"')]»”’"


@dataclass(frozen=True, slots=True)
class Cue:
    """Holds one caption. start, end: milliseconds. lines: one or two, without markup. channel: the first on which it
    was heard. speaker: as in `Said`.
    """

    start: int
    end: int
    lines: tuple[str, ...]
    channel: int
    speaker: int | None = None


def webvtt(said: Sequence[Said], speakers: Mapping[int, str]) -> bytes:
    """Writes the redacted transcript as WebVTT (W3C). speakers: de-identified names or roles by channel."""
    blocks = ["WEBVTT\n"]
    for cue in cues(said):
        text = "\n".join(escape(line, quote=False) for line in cue.lines)
        speaker = _speaker(cue, speakers)
        voice = f"<v {escape(speaker, quote=False)}>" if speaker else ""
        blocks.append(f"{_clock(cue.start, '.')} --> {_clock(cue.end, '.')}\n{voice}{text}\n")
    return "\n".join(blocks).encode()


def subrip(said: Sequence[Said], speakers: Mapping[int, str]) -> bytes:
    """Writes the redacted transcript as SubRip. speakers: de-identified names or roles by channel.

    SubRip has no escapes, and players read tags in angle brackets, so they become square brackets.
    """
    blocks = []
    for number, cue in enumerate(cues(said), start=1):
        speaker = _speaker(cue, speakers)
        lines = (f"{speaker}: {cue.lines[0]}" if speaker else cue.lines[0], *cue.lines[1:])
        text = "\n".join(lines).replace("<", "[").replace(">", "]")
        blocks.append(f"{number}\n{_clock(cue.start, ',')} --> {_clock(cue.end, ',')}\n{text}\n")
    return "\n".join(blocks).encode()


def label(speaker: int) -> str:
    """Returns the name of a speaker within its recording, which says nothing of who it is."""
    return f"Speaker {speaker}"


def _speaker(cue: Cue, speakers: Mapping[int, str]) -> str:
    told = label(cue.speaker) if cue.speaker is not None else ""
    return " ".join(speakers.get(cue.channel, told).split())


def cues(said: Sequence[Said]) -> list[Cue]:
    """Cuts the transcript into captions, in order of time.

    A cue ends with a sentence, a pause, a change of channel or speaker, or when it is full. It has at most two lines.
    """
    found = [cue for parts in captions_of(said) for cue in _cue(parts)]
    return sorted(found, key=lambda cue: (cue.start, cue.end, cue.channel))


def captions_of(said: Sequence[Said]) -> Iterator[list[Said]]:
    """Yields the parts of each caption, turn by turn."""
    parts: list[Said] = []
    for part in said:
        if parts and (_ends(parts[-1], part, parts[0].start) or len(_lines([*parts, part])) > _LINES):
            yield parts
            parts = []
        parts.append(part)
    if parts:
        yield parts


def _ends(last: Said, following: Said, start: float) -> bool:
    return (
        last.text.rstrip(_CLOSING).endswith(_ENDS)
        or following.start - last.end > _PAUSE
        or (following.channels, following.speaker) != (last.channels, last.speaker)
        or following.end - start > _LONGEST
    )


def _lines(parts: Sequence[Said]) -> list[str]:
    texts = [" ".join(part.text.split()) for part in parts]
    twice = [part.kind == "gap" and before.kind == "gap" for before, part in pairwise(parts)]
    text = " ".join(text for text, again in zip(texts, [False, *twice], strict=True) if not again)
    return textwrap.wrap(text, _LINE, break_on_hyphens=False) or [""]


def _cue(parts: Sequence[Said]) -> Iterator[Cue]:
    """Yields one cue, or several that share the time of one part that has more than two lines."""
    lines = _lines(parts)
    start = round(min(part.start for part in parts) * 1000)
    end = max(round(max(part.end for part in parts) * 1000), start + 1)
    rounds = -(-len(lines) // _LINES)
    for number in range(rounds):
        first, last = start + (end - start) * number // rounds, start + (end - start) * (number + 1) // rounds
        own = tuple(lines[number * _LINES : (number + 1) * _LINES])
        yield Cue(first, max(last, first + 1), own, parts[0].channels[0], parts[0].speaker)


def _clock(milliseconds: int, point: str) -> str:
    seconds, rest = divmod(milliseconds, 1000)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{point}{rest:03}"


FORMAT = "redacted-transcript/1"


def document(
    heard: Heard,
    found: Found,
    versions: Mapping[str, str],
    speakers: Mapping[int, str],
    spoken: Mapping[str, object] | None = None,
) -> bytes:
    """Writes the redacted transcript as a JSON document in UTF-8, with a line break at the end. Times are seconds of
    the recording.

    versions: of the software that redacted the text, by name; the versions of `heard` are added. speakers:
    de-identified names or roles by channel. spoken: what an engine spoke in place of the sound.
    """
    decoded = heard.decoded
    content = {
        "format": FORMAT,
        "seconds": _seconds(decoded.seconds),
        "language": heard.language,
        "language_probability": heard.language_probability,
        "channels": [
            {"channels": list(voices.channels), "speaker": speakers.get(voices.channels[0])} for voices in heard.voices
        ],
        "text": _text(found.said),
        "words": [
            {
                "text": part.text,
                "start": _seconds(part.start),
                "end": _seconds(part.end),
                "channels": list(part.channels),
                "kind": part.kind,
                **({"entity": part.entity} if part.entity else {}),
                **_told(part),
            }
            for part in found.said
        ],
        "mutes": [
            {
                "start": _seconds(mute.start),
                "end": _seconds(mute.end),
                "entity": mute.entity,
                "step": mute.step,
                "confidence": mute.confidence,
            }
            for mute in found.mutes
        ],
        "muted": [[_seconds(start), _seconds(end)] for start, end in found.muted],
        "without_words": found.without_words,
        "entities": found.entities,
        **({"spoken": spoken} if spoken is not None else {}),
        "withheld": list(decoded.recording.withheld),
        "decoding": {
            "container": decoded.recording.container,
            "codec": decoded.recording.codec,
            "rate": decoded.recording.rate,
            "channels": decoded.recording.channels,
            "errors": decoded.errors,
            "holes": decoded.holes,
            "damaged": [
                [_seconds(start / decoded.recording.rate), _seconds(end / decoded.recording.rate)]
                for start, end in decoded.damaged
            ],
            "missing": _seconds(decoded.missing),
        },
        "versions": dict(sorted({**versions, **heard.versions}.items())),
    }
    return msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n"


def whisper_json(heard: Heard, found: Found) -> bytes:
    """Writes the redacted transcript in the JSON format of OpenAI's Whisper, for tools that read it.

    A segment is a caption, of one speaker if speakers are told. Marks of gaps and tones are words too, with the time
    that they mark. There are no probabilities and no token ids, because both tell of the words that were redacted.
    """
    groups = sorted(captions_of(found.said), key=lambda parts: (parts[0].start, parts[0].end))
    segments = [
        {
            "id": number,
            "start": _seconds(min(part.start for part in parts)),
            "end": _seconds(max(part.end for part in parts)),
            "text": " " + " ".join(part.text for part in parts),
            **_told(parts[0]),
            "words": [
                {"word": f" {part.text}", "start": _seconds(part.start), "end": _seconds(part.end), **_told(part)}
                for part in parts
            ],
        }
        for number, parts in enumerate(groups)
    ]
    content = {"text": "".join(str(s["text"]) for s in segments), "segments": segments, "language": heard.language}
    return msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n"


def _text(said: Sequence[Said]) -> str:
    """Returns the transcript as text, a line for each turn, with its speaker if that is told."""
    turns = groupby(said, key=lambda part: (part.channels, part.speaker))
    return "\n".join(
        (f"{label(speaker)}: " if speaker is not None else "") + " ".join(part.text for part in turn)
        for (_, speaker), turn in turns
    )


def _told(part: Said) -> dict[str, str]:
    return {"speaker": label(part.speaker)} if part.speaker is not None else {}


def _seconds(time: float) -> float:
    return round(time, 3)


PARTS = 1200
"""The greatest number of parts into which the length of a recording is divided."""
_LEVELS_PER_SECOND = 10
"""Levels a second that are kept until the length is known."""


class Envelope:
    """Measures the greatest level on any channel over time. Feed all samples, in blocks of any sizes."""

    def __init__(self, rate: int) -> None:
        self._step = max(1, rate // _LEVELS_PER_SECOND)
        self._levels: list[float] = []
        self._at = 0

    def feed(self, pcm: Pcm) -> None:
        if not pcm.shape[1]:
            return
        loudest = np.abs(as_float(pcm)).max(axis=0)
        first = -self._at % self._step
        bounds = [0, *range(first or self._step, len(loudest), self._step)]
        levels = np.maximum.reduceat(loudest, bounds).tolist()
        if first:
            self._levels[-1] = max(self._levels[-1], levels.pop(0))
        self._levels += levels
        self._at += len(loudest)

    def levels(self) -> tuple[float, ...]:
        """Returns the levels, in [0, 1] with three decimals, of at most `PARTS` parts of nearly equal length."""
        bounds = np.linspace(0, len(self._levels), min(PARTS, len(self._levels)) + 1).astype(int).tolist()
        return tuple(round(max(self._levels[first:last]), 3) for first, last in pairwise(bounds))


_WIDTH, _HEIGHT, _LEFT, _TOP = 1200, 160, 10, 34
_COLOURS = {
    "words": ("#c0392b", "PHI"),
    "gap": ("#e08e0b", "voice without words"),
    "tone": ("#8e44ad", "telephone keys"),
    "damage": ("#5d6d7e", "damaged"),
    "strict": ("#aab7b8", "no confident speech"),
}
_SOUND = "#2c3e50"
_OPACITY = 0.45
_MARKS = 8
_STEPS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800)


def waveform(envelope: Sequence[float], seconds: float, found: Found) -> bytes:
    """Draws the loudness of a redacted recording and its mutes as an SVG image without scripts, fonts or references.

    envelope: levels of the redacted recording, from its beginning to its end at `seconds`. No level is drawn of a part
    that is muted as a whole.
    """
    body = "".join(
        [
            f'<rect width="{_WIDTH + 2 * _LEFT}" height="{_TOP + _HEIGHT + 30}" fill="#fff"/>',
            *_legend(found),
            *_mutes(found.mutes, seconds),
            f'<path d="{_outline(envelope, found.muted, seconds)}" fill="{_SOUND}"/>',
            *_axis(seconds),
        ]
    )
    width, height = _WIDTH + 2 * _LEFT, _TOP + _HEIGHT + 30
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        f'font-size="12" role="img"><title>Redacted recording</title>{body}</svg>\n'
    ).encode()


def _x(time: float, seconds: float) -> float:
    return _LEFT + _WIDTH * min(max(time / seconds, 0.0), 1.0)


def _legend(found: Found) -> list[str]:
    """Returns the shapes of the legend: the colours of the steps that muted something, and of the sound."""
    shapes, x = [], _LEFT
    muted = {mute.step for mute in found.mutes}
    rows = [(*told, _OPACITY) for step, told in _COLOURS.items() if step in muted]
    for colour, meaning, opacity in [*rows, (_SOUND, "sound", 1)]:
        shapes.append(f'<rect x="{x}" y="8" width="12" height="12" fill="{colour}" opacity="{opacity}"/>')
        shapes.append(f'<text x="{x + 17}" y="18">{meaning}</text>')
        x += 40 + 7 * len(meaning)
    return shapes


def _mutes(mutes: Sequence[Mute], seconds: float) -> Iterator[str]:
    """Draws the stretches that each step muted, at least a pixel wide; stretches that would touch are drawn as one.

    A stretch that two steps muted has the colour of the first in the legend.
    """
    pixel = int(seconds / _WIDTH * RATE) + 1
    drawn: list[Interval] = []
    for step, (colour, _) in _COLOURS.items():
        own = joined(((samples(mute.start), samples(mute.end)) for mute in mutes if mute.step == step), pixel)
        for start, end in without(own, drawn):
            x = _x(start / RATE, seconds)
            size = f'width="{max(_x(end / RATE, seconds) - x, 1.0):.1f}" height="{_HEIGHT}"'
            yield f'<rect x="{x:.1f}" y="{_TOP}" {size} fill="{colour}" opacity="{_OPACITY}"/>'
        drawn += own


def _outline(envelope: Sequence[float], muted: Sequence[tuple[float, float]], seconds: float) -> str:
    """Returns the path of the levels: one bar for each part, up and down from the middle."""
    middle = _TOP + _HEIGHT / 2
    parts, stretches = [], iter([*muted, (seconds, seconds)])
    start, end = next(stretches)
    for index, level in enumerate(envelope):
        first, last = seconds * index / len(envelope), seconds * (index + 1) / len(envelope)
        while end <= first and end < seconds:
            start, end = next(stretches)
        half = 0.0 if start <= first and last <= end else level * _HEIGHT / 2
        left, width = _x(first, seconds), _WIDTH / len(envelope)
        height = max(2 * half, 1.0)
        parts.append(f"M{left:.1f} {middle - height / 2:.1f}h{width:.1f}v{height:.1f}h-{width:.1f}z")
    return "".join(parts)


def _axis(seconds: float) -> list[str]:
    step = next((step for step in _STEPS if seconds / step <= _MARKS), _STEPS[-1])
    shapes = []
    for time in range(0, int(seconds) + 1, step):
        x, y = _x(time, seconds), _TOP + _HEIGHT
        clock = f"{time // 3600}:{time // 60 % 60:02}:{time % 60:02}"
        shapes.append(f'<path d="M{x:.1f} {y}v5" stroke="{_SOUND}"/><text x="{x:.1f}" y="{y + 19}">{clock}</text>')
    return shapes
