"""This module reads what left of a recording: its files in OUT, by the journal, and what a page draws of them."""

from __future__ import annotations

import hashlib
import os
import stat
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from redactor.files.paths import Version
from redactor.run.contracts import OutputFile
from redactor.service.console.pages import ConflictError

T = TypeVar("T")
_BLOCK = 1 << 20
_MOST_DIGESTS = 10_000  # that are remembered
WORDS = 3000
"""A page shows this many words at most; a browser takes long over more."""
_MOST_DRAWN = 1500  # mutes
_SOUNDS = {
    ".wav": "audio/wav", ".flac": "audio/flac", ".mp3": "audio/mpeg", ".m4a": "audio/mp4", ".ogg": "audio/ogg",
    ".webm": "audio/webm",
}  # fmt: skip
REASONS = {
    "words": "PHI",
    "gap": "voice without words",
    "tone": "telephone keys",
    "damage": "damaged",
    "strict": "no confident speech",
}
"""What a step mutes, as the drawing in OUT calls it."""
LEFT, TOP, WIDTH, HEIGHT, MARGIN = 10, 34, 1200, 160, 30
"""The drawing in OUT has its sound here, in its own units."""


class Word(msgspec.Struct, frozen=True):
    """A part of the redacted transcript; see audio.steps.Said."""

    text: str
    start: float
    end: float
    kind: str = "word"
    entity: str | None = None


class Mute(msgspec.Struct, frozen=True):
    """A stretch that is muted; see audio.steps.Mute."""

    start: float
    end: float
    entity: str | None
    step: Literal["words", "gap", "tone", "damage", "strict"]
    confidence: float | None

    @property
    def reason(self) -> str:
        """This says why it is muted, for a person."""
        return f"{REASONS[self.step]}: {self.entity}" if self.entity else REASONS[self.step]


class Transcript(msgspec.Struct, frozen=True):
    """These parts of a `transcript.json` a page shows. Times are seconds of the recording."""

    seconds: float
    words: Sequence[Word]
    mutes: Sequence[Mute]
    muted: Sequence[tuple[float, float]]
    language: str | None = None
    withheld: Sequence[str] = ()

    @property
    def muted_seconds(self) -> float:
        """These are the seconds of all muted stretches."""
        return sum(end - start for start, end in self.muted)


class _Spoken(msgspec.Struct, frozen=True):
    text: str = msgspec.field(name="word")
    start: float
    end: float


class _Segment(msgspec.Struct, frozen=True):
    words: Sequence[_Spoken]


class _Whisper(msgspec.Struct, frozen=True):
    segments: Sequence[_Segment]


@dataclass(frozen=True)
class Files:
    """These files left of a recording, as its journal has them, below OUT."""

    out: Path
    outputs: Sequence[OutputFile]

    def named(self, name: str) -> OutputFile | None:
        """Return the file of a name, without its folder; None if it did not leave."""
        return next((o for o in self.outputs if o.name.rpartition("/")[2] == name), None)

    @property
    def sound(self) -> OutputFile | None:
        """This file has the muted sound, or the speech in its place."""
        found = (o for o in self.outputs if Path(o.name).stem in ("sound", "spoken") and Path(o.name).suffix in _SOUNDS)
        return next(found, None)

    @property
    def is_spoken(self) -> bool:
        """Whether an engine speaks in place of the sound, in times of its own."""
        return self.named("spoken.flac") is not None

    @cached_property
    def transcript(self) -> Transcript:
        """This is the redacted transcript. Raises ConflictError for one that is not what left."""
        return _decoded(self.content("transcript.json"), Transcript)

    def words(self) -> Sequence[Word]:
        """Return the words in the times of the sound that is played, in their order. Raises ConflictError."""
        if not self.is_spoken:
            return self.transcript.words
        found = _decoded(self.content("whisper.json"), _Whisper)
        return [
            Word(w.text.strip(), w.start, w.end, "phi" if w.text.strip()[:1] == "[" else "word")
            for segment in found.segments
            for w in segment.words
        ]

    def content(self, name: str) -> bytes:
        """Return the content of a file. Raises ConflictError unless it is what left."""
        output = self.named(name)
        if output is None:
            raise _other_file()
        return self.path(output).read_bytes()

    def path(self, output: OutputFile) -> Path:
        """Return the path of a file in OUT, after its SHA-256 was compared. Raises ConflictError."""
        path = self.out / output.name
        try:
            if path.parent.is_symlink() or _digest(path) != output.sha256:
                raise _other_file()
        except OSError:
            raise _other_file() from None
        return path


def media_type(output: OutputFile) -> str:
    """Return the media type of a sound."""
    return _SOUNDS[Path(output.name).suffix]


def _other_file() -> ConflictError:
    return ConflictError("OUT does not hold what left of this recording: it was moved, or changed")


def _decoded(content: bytes, form: type[T]) -> T:
    try:
        return msgspec.json.decode(content, type=form)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise _other_file() from None


_DIGESTS: OrderedDict[Version, str] = OrderedDict()


def _digest(path: Path) -> str:
    """Return SHA-256 in hex of a regular file; that of a file that has not changed is remembered."""
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise OSError
        state = Version.from_stat(found)
        if state not in _DIGESTS:
            digest = hashlib.sha256()
            while block := file.read(_BLOCK):
                digest.update(block)
            _DIGESTS[state] = digest.hexdigest()
            while len(_DIGESTS) > _MOST_DIGESTS:
                _DIGESTS.popitem(last=False)
        return _DIGESTS[state]


@dataclass(frozen=True)
class Bar:
    """A muted stretch in a drawing, in its units. step, told: why it is muted."""

    x: float
    width: float
    step: str
    told: str


def bars(transcript: Transcript) -> list[Bar]:
    """Return the mutes to draw, in order; of very many, those that touch on the drawing are one."""
    scale = WIDTH / transcript.seconds if transcript.seconds > 0 else 0.0
    gap = 0.0 if len(transcript.mutes) <= _MOST_DRAWN else transcript.seconds / _MOST_DRAWN
    found = []
    for start, end, mutes in _joined(transcript.mutes, gap):
        told = f"{clock(start)} to {clock(end)}, " + (
            mutes[0].reason if len(mutes) == 1 else f"{len(mutes)} stretches, the first {mutes[0].reason}"
        )
        x = LEFT + min(max(start, 0.0), transcript.seconds) * scale
        found.append(Bar(round(x, 1), round(max((end - start) * scale, 1.0), 1), mutes[0].step, told))
    return found


def _joined(mutes: Sequence[Mute], gap: float) -> Iterator[tuple[float, float, list[Mute]]]:
    group: list[Mute] = []
    end = 0.0
    for mute in sorted(mutes, key=lambda m: m.start):
        if group and (not gap or mute.start - end > gap):
            yield group[0].start, end, group
            group, end = [], 0.0
        group.append(mute)
        end = max(end, mute.end)
    if group:
        yield group[0].start, end, group


def clock(seconds: float) -> str:
    """Return a time as hours, minutes, seconds and tenths."""
    tenths = max(0, round(seconds * 10))
    return f"{tenths // 36000}:{tenths // 600 % 60:02}:{tenths // 10 % 60:02}.{tenths % 10}"
