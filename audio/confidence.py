"""This module tells which words were surely spoken at their times; voice under any other word counts as a gap.

RedactOR (A.5) takes voice without words for a gap. That is too weak: recognisers put words of low probability, loops
and hallucinations over sound that they did not understand.
"""

from __future__ import annotations

from collections.abc import Sequence

from audio.intervals import Coverage, Interval, samples
from audio.timeline import Place
from audio.words import Word

_LEAST_PROBABILITY = 0.3

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


def confident(words: Sequence[Word], placed: Sequence[Place], voice: Sequence[Interval]) -> list[bool]:
    """Tells for each word whether it was surely heard.

    Such a word has a probability of 0.3 or more, an exact time, voice in that time but not more than the word can hold,
    and is part of no repetition and of no burst.
    """
    heard = Coverage(voice)
    looping = _looping([plain(word.text) for word in words])
    hurried = _hurried(placed)
    return [
        word.probability >= _LEAST_PROBABILITY
        and place.exact
        and bool(plain(word.text))
        and index not in looping
        and index not in hurried
        and _fits(word, place.intervals[0], heard)
        for index, (word, place) in enumerate(zip(words, placed, strict=True))
    ]


def plain(text: str) -> str:
    """Returns the letters and digits of a text in lower case."""
    return "".join(filter(str.isalnum, text.casefold()))


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
