"""Gaps: voice of which no word was surely heard, and which of them are muted (RedactOR 3.2, A.5, B.3).

A gap is muted unless a judge says for its id that it holds no PHI.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from audio.intervals import Coverage, Interval, joined, samples, without
from audio.timeline import Place
from audio.words import RATE, Word

LEAST = samples(0.2)
"""A shorter stretch is no gap."""

NEAR_PHI = samples(0.5)
"""Nobody is asked about a gap this close to PHI: it is muted."""


@dataclass(frozen=True, slots=True)
class Gap:
    """id: unique in the recording. start, end: samples at `RATE`, the end exclusive."""

    id: str
    start: int
    end: int

    @property
    def mark(self) -> str:
        """As it stands in a transcript, in minutes and seconds."""
        return f"<human_timestamp_({_clock(self.start * 100 // RATE)} - {_clock(-(-self.end * 100 // RATE))})>"


@dataclass(frozen=True, slots=True)
class Spoken:
    """A word that was surely heard. start, end: samples at `RATE`."""

    text: str
    start: int
    end: int


class Judge(Protocol):
    def without_phi(self, gaps: Sequence[Gap], spoken: Sequence[Spoken], phi: Sequence[Interval]) -> Collection[str]:
        """The ids of those gaps that hold no PHI; whatever is unsure is left out. spoken: in order of time. phi: where
        PHI was found."""
        ...


def spoken(words: Sequence[Word], placed: Sequence[Place], confident: Sequence[bool]) -> list[Spoken]:
    """The words that were surely heard, in order of time."""
    heard = [
        Spoken(word.text, *place.intervals[0])
        for word, place, sure in zip(words, placed, confident, strict=True)
        if sure
    ]
    return sorted(heard, key=lambda word: (word.start, word.end))


def find_gaps(voice: Sequence[Interval], heard: Sequence[Spoken]) -> list[Gap]:
    """The stretches of 0.2 s or more with voice and without a word that was surely heard, in order."""
    unheard = without(voice, ((word.start, word.end) for word in heard))
    stretches = [(start, end) for start, end in unheard if end - start >= LEAST]
    return [Gap(str(number), start, end) for number, (start, end) in enumerate(stretches, start=1)]


def gaps_to_mute(
    gaps: Sequence[Gap], heard: Sequence[Spoken], phi: Sequence[Interval], judge: Judge | None = None
) -> list[Gap]:
    """All gaps but those that are 0.5 s or more from PHI and of which the judge says that they hold none. No judge: all
    gaps. phi: where PHI was found, before any margin."""
    if judge is None:
        return list(gaps)
    near = Coverage((start - NEAR_PHI, end + NEAR_PHI) for start, end in phi)
    asked = [gap for gap in gaps if not near.held((gap.start, gap.end))]
    if not asked:
        return list(gaps)
    kept = {gap.id for gap in asked} & set(judge.without_phi(asked, heard, joined(phi)))
    return [gap for gap in gaps if gap.id not in kept]


def marked(heard: Sequence[Spoken], gaps: Sequence[Gap]) -> str:
    """The words that were surely heard, with the mark of each gap where it stands among them. A word holds no angle
    brackets, so that none looks like a mark."""
    texts = [(word.start, word.text.replace("<", "").replace(">", "")) for word in heard]
    marks = [(gap.start, gap.mark) for gap in gaps]
    return " ".join(text for _, text in sorted(texts + marks, key=lambda part: part[0]))


def _clock(hundredths: int) -> str:
    minutes, rest = divmod(hundredths, 6000)
    return f"{minutes:02}:{rest // 100:02}.{rest % 100:02}"
