"""This module finds gaps: voice without a word that was surely heard (RedactOR 3.2, A.5, B.3).

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
"""A shorter stretch, in samples, is no gap."""

NEAR_PHI = samples(0.5)
"""A gap that is closer to PHI, in samples, is muted without asking the judge."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Holds one gap. id: unique in the recording. start, end: samples at `RATE`, the end exclusive."""

    id: str
    start: int
    end: int

    @property
    def mark(self) -> str:
        """Returns the mark of the gap in a transcript, with its times in minutes and seconds."""
        return f"<human_timestamp_({_clock(self.start * 100 // RATE)} - {_clock(-(-self.end * 100 // RATE))})>"


@dataclass(frozen=True, slots=True)
class Spoken:
    """Holds a word that was surely heard. start, end: samples at `RATE`."""

    text: str
    start: int
    end: int


class Judge(Protocol):
    """Decides which gaps hold no PHI."""

    def without_phi(self, gaps: Sequence[Gap], spoken: Sequence[Spoken], phi: Sequence[Interval]) -> Collection[str]:
        """Returns the ids of the gaps that hold no PHI; a gap of which the judge is unsure is left out.

        spoken: the confident words, in order of time. phi: the intervals in which PHI was found.
        """
        ...


def confident_words(words: Sequence[Word], placed: Sequence[Place], confident: Sequence[bool]) -> list[Spoken]:
    """Returns the words that were surely heard, in order of time."""
    heard = [
        Spoken(word.text, *place.intervals[0])
        for word, place, sure in zip(words, placed, confident, strict=True)
        if sure
    ]
    return sorted(heard, key=lambda word: (word.start, word.end))


def find_gaps(voice: Sequence[Interval], heard: Sequence[Spoken]) -> list[Gap]:
    """Returns the stretches of 0.2 s or more with voice and without a word that was surely heard, in order."""
    unheard = without(voice, ((word.start, word.end) for word in heard))
    stretches = [(start, end) for start, end in unheard if end - start >= LEAST]
    return [Gap(str(number), start, end) for number, (start, end) in enumerate(stretches, start=1)]


def select_gaps_to_mute(
    gaps: Sequence[Gap], heard: Sequence[Spoken], phi: Sequence[Interval], judge: Judge | None = None
) -> list[Gap]:
    """Returns all gaps but those that the judge clears of PHI and that are 0.5 s or more from PHI.

    Without a judge all gaps are muted. phi: the intervals in which PHI was found, before any margin.
    """
    if judge is None:
        return list(gaps)
    near = Coverage((start - NEAR_PHI, end + NEAR_PHI) for start, end in phi)
    asked = [gap for gap in gaps if not near.held((gap.start, gap.end))]
    if not asked:
        return list(gaps)
    kept = {gap.id for gap in asked} & set(judge.without_phi(asked, heard, joined(phi)))
    return [gap for gap in gaps if gap.id not in kept]


def with_gap_marks(heard: Sequence[Spoken], gaps: Sequence[Gap]) -> str:
    """Returns the surely heard words as a text, with the mark of each gap at its time.

    Angle brackets are taken out of words, so that no word looks like a mark.
    """
    texts = [(word.start, word.text.replace("<", "").replace(">", "")) for word in heard]
    marks = [(gap.start, gap.mark) for gap in gaps]
    return " ".join(text for _, text in sorted(texts + marks, key=lambda part: part[0]))


def _clock(hundredths: int) -> str:
    minutes, rest = divmod(hundredths, 6000)
    return f"{minutes:02}:{rest // 100:02}.{rest % 100:02}"
