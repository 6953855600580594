"""This module tells which words were surely spoken at their times; voice under any other word counts as a gap.

RedactOR (A.5) takes voice without words for a gap. That is too weak: recognisers put words of low probability, loops
and hallucinations over sound that they did not understand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from audio.cues import in_reach, misheard
from audio.intervals import Coverage, Interval, samples
from audio.timeline import Place
from audio.words import Word, plain


@dataclass(frozen=True, slots=True)
class Caution:
    """Holds the least probabilities at which a word counts as heard: anywhere, and where PHI is likely.

    PHI is likely behind a cue, among digits and letters that are said one by one, and beside words of PHI.
    """

    anywhere: float
    near_phi: float


CAUTION = {"low": Caution(0.4, 0.8), "default": Caution(0.4, 0.9), "high": Caution(0.5, 0.95)}
"""The levels of caution, from the setting `audio.caution`; docs/audio.md has the curve of what each one costs."""

_LEAST_VOICE = samples(0.05)
"""The least voice in the time of a word; for shorter words half their length."""

_LONGEST_VOICE = samples(0.6)
_LONGEST_LETTER = samples(0.1)
"""A word holds at most `_LONGEST_VOICE` of voice, and this much more for each character. A longer word hides others."""

_BURST_WORDS = 8
_BURST = samples(0.5)
"""Nobody says `_BURST_WORDS` words in so short a time."""

_LONGEST_LOOP = 12
"""The greatest number of words in one round of a repetition."""

_ROUNDS = 4
_ROUNDS_OF_SENTENCE = 3
_SENTENCE = 4
"""A phrase of this many words is a loop when it comes three times in a row, a shorter one when it comes four times."""


def confident(
    words: Sequence[Word],
    placed: Sequence[Place],
    voice: Sequence[Interval],
    caution: Caution = CAUTION["default"],
) -> list[bool]:
    """Tells for each word whether it was surely heard.

    Such a word is as probable as `caution` demands at its place, has an exact time, voice in that time but not more
    than the word can hold, is part of no repetition and of no burst, and stands in the place of no name, digit or
    letter (see `audio.cues`).
    """
    heard = Coverage(voice)
    texts = [plain(word.text) for word in words]
    looping = _looping(texts)
    hurried = _hurried(placed)
    unsure = {index for index, word in enumerate(words) if not word.probability >= caution.near_phi}
    doubtful = looping | hurried | (unsure & in_reach(texts, placed)) | misheard(texts, placed, unsure)
    return [
        word.probability >= caution.anywhere
        and place.exact
        and bool(text)
        and index not in doubtful
        and _fits(word, place.intervals[0], heard)
        for index, (word, text, place) in enumerate(zip(words, texts, placed, strict=True))
    ]


def firm(words: Sequence[Word], sure: Sequence[bool], caution: Caution) -> list[bool]:
    """Tells for each word, of which `sure` tells whether it was surely heard, whether it is so sure that it bounds PHI
    beside it: PHI grows over other words.
    """
    return [is_sure and word.probability >= caution.near_phi for word, is_sure in zip(words, sure, strict=True)]


def _fits(word: Word, time: Interval, heard: Coverage) -> bool:
    voice = heard.held(time)
    least = min(_LEAST_VOICE, (time[1] - time[0]) // 2)
    return least <= voice <= _LONGEST_VOICE + _LONGEST_LETTER * len(word.text) and voice > 0


def _looping(texts: Sequence[str]) -> set[int]:
    """Returns the positions of the words of phrases that are repeated at once, the first round included."""
    found: set[int] = set()
    for length in range(1, _LONGEST_LOOP + 1):
        rounds = _ROUNDS_OF_SENTENCE if length >= _SENTENCE else _ROUNDS
        matches = 0
        for index in range(length, len(texts) + 1):
            if index < len(texts) and texts[index] == texts[index - length]:
                matches += 1
                continue
            if matches + length >= rounds * length:
                found.update(range(index - matches - length, index))
            matches = 0
    return found


def _hurried(placed: Sequence[Place]) -> set[int]:
    """Returns the positions of words that follow each other faster than anybody speaks.

    Recognisers crowd invented words into the end of a stretch.
    """
    found: set[int] = set()
    for first in range(len(placed) - _BURST_WORDS + 1):
        burst = placed[first : first + _BURST_WORDS]
        if all(place.exact for place in burst):
            starts, ends = zip(*(place.intervals[0] for place in burst), strict=True)
            if max(ends) - min(starts) < _BURST:
                found.update(range(first, first + _BURST_WORDS))
    return found
