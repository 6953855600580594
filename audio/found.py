"""What was found in a recording: what is muted, and the words that may leave. It holds nothing of the PHI."""

from __future__ import annotations

from typing import Literal

import msgspec

Step = Literal["words", "gap", "tone", "damage", "strict", "verified"]


class Mute(msgspec.Struct, frozen=True):
    """A stretch that is muted on every channel.

    start, end: seconds, with the margin. entity: name of the kind of PHI, None where it is not known. step: what found
    it: words of PHI, voice without words that were surely heard, a tone of a telephone key, damage, strict mode (no
    confident speech), or hearing the redacted recording again. confidence: the score of the PHI, None without one.
    """

    start: float
    end: float
    entity: str | None
    step: Step
    confidence: float | None


class Said(msgspec.Struct, frozen=True):
    """A part of the redacted transcript.

    text: a word; what takes the place of PHI, which may be several words; or the mark of a gap. start, end: seconds.
    channels: on which it was heard, from 0. kind: which of these it is. entity: of the PHI that was replaced.
    """

    text: str
    start: float
    end: float
    channels: tuple[int, ...]
    kind: Literal["word", "phi", "gap"]
    entity: str | None = None


class Found(msgspec.Struct, frozen=True):
    """mutes: in order; they may overlap. muted: the same as disjoint stretches (start, end) in seconds. said: the
    redacted transcript, turn by turn. without_words: no word was surely heard. entities: how many spans of each kind
    were found."""

    mutes: tuple[Mute, ...]
    muted: tuple[tuple[float, float], ...]
    said: tuple[Said, ...]
    without_words: bool
    entities: dict[str, int]
