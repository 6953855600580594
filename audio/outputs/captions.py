"""Captions of a redacted transcript: WebVTT (W3C) and SubRip.

A cue ends with a sentence, a pause, a change of channel or when it is full. It has at most two lines.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from audio.found import Said

_LINE = 42
_LINES = 2
_PAUSE = 1.0
_LONGEST = 7.0
"""Seconds, and characters a line, as broadcasters have them."""

_ENDS = (".", "?", "!", "。", "？", "！", "।", "؟")
_CLOSING = "\"')]»”’"


@dataclass(frozen=True, slots=True)
class Cue:
    """start, end: milliseconds. lines: one or two, without markup. channel: the first one on which it was heard."""

    start: int
    end: int
    lines: tuple[str, ...]
    channel: int


def webvtt(said: Sequence[Said], speakers: Mapping[int, str]) -> bytes:
    """speakers: de-identified names or roles by channel."""
    blocks = ["WEBVTT\n"]
    for cue in cues(said):
        text = "\n".join(escape(line, quote=False) for line in cue.lines)
        speaker = " ".join(speakers.get(cue.channel, "").split())
        voice = f"<v {escape(speaker, quote=False)}>" if speaker else ""
        blocks.append(f"{_clock(cue.start, '.')} --> {_clock(cue.end, '.')}\n{voice}{text}\n")
    return "\n".join(blocks).encode()


def subrip(said: Sequence[Said], speakers: Mapping[int, str]) -> bytes:
    """speakers: de-identified names or roles by channel. SubRip has no escapes, and players read tags in angle
    brackets: they become square ones."""
    blocks = []
    for number, cue in enumerate(cues(said), start=1):
        speaker = " ".join(speakers.get(cue.channel, "").split())
        lines = (f"{speaker}: {cue.lines[0]}" if speaker else cue.lines[0], *cue.lines[1:])
        text = "\n".join(lines).replace("<", "[").replace(">", "]")
        blocks.append(f"{number}\n{_clock(cue.start, ',')} --> {_clock(cue.end, ',')}\n{text}\n")
    return "\n".join(blocks).encode()


def cues(said: Sequence[Said]) -> list[Cue]:
    """In order of time."""
    found = [cue for parts in _sentences(said) for cue in _cue(parts)]
    return sorted(found, key=lambda cue: (cue.start, cue.end, cue.channel))


def _sentences(said: Sequence[Said]) -> Iterator[list[Said]]:
    """The parts of each cue."""
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
        or following.channels != last.channels
        or following.end - start > _LONGEST
    )


def _lines(parts: Sequence[Said]) -> list[str]:
    text = " ".join(" ".join(part.text.split()) for part in parts)
    return textwrap.wrap(text, _LINE, break_on_hyphens=False) or [""]


def _cue(parts: Sequence[Said]) -> Iterator[Cue]:
    """One cue, or several where one part alone has more than two lines: they share its time."""
    lines = _lines(parts)
    start = round(min(part.start for part in parts) * 1000)
    end = max(round(max(part.end for part in parts) * 1000), start + 1)
    rounds = -(-len(lines) // _LINES)
    for number in range(rounds):
        first, last = start + (end - start) * number // rounds, start + (end - start) * (number + 1) // rounds
        own = tuple(lines[number * _LINES : (number + 1) * _LINES])
        yield Cue(first, max(last, first + 1), own, parts[0].channels[0])


def _clock(milliseconds: int, point: str) -> str:
    seconds, rest = divmod(milliseconds, 1000)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{point}{rest:03}"
