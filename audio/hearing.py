"""This module hears the words of a whole recording in stretches of at most 30 seconds, in bounded memory.

A stretch begins and ends in a pause. If voice goes on for longer without a pause, the next stretch begins before the
end of the last, so that each word lies whole in one of them. The words that both stretches heard are joined without
losing a word.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from audio.intervals import Interval, samples
from audio.words import MOST_SECONDS, RATE, Recognizer, Samples, Word, plain

_LEAD = samples(0.2)
"""Sound heard before and after voice if the pause is twice as long: recognisers cut off sounds at the edges."""

_MOST = samples(MOST_SECONDS) - 2 * _LEAD

_LATE = samples(6)
"""A stretch ends at the longest pause in its last 6 seconds, else at the last pause before them."""

OVERLAP = samples(3)

_SAME_TIME = 0.3
"""The greatest distance, in seconds, between the times of a word that was heard twice."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Holds a stretch that is heard at once, in samples. overlaps: it begins before the end of the stretch before."""

    start: int
    end: int
    overlaps: bool = False


def hear(blocks: Iterable[Samples], recognizer: Recognizer, voice: Sequence[Interval]) -> list[Word]:
    """Returns the words of one channel of a recording in order, with times of the recording.

    blocks: its sound from the first sample on, mono at `RATE`, in any sizes; all of it is read. voice: the intervals
    with voice, in order and disjoint; nothing else is heard. At most 30 seconds and a block are held at a time.
    """
    words: list[Word] = []
    before = since = 0
    for stretch, sound in _cut(blocks, stretches(voice)):
        heard = [_moved(word, stretch.start / RATE) for word in recognizer.hear(sound)]
        if stretch.overlaps:
            overlap = stretch.start / RATE, before / RATE
            since = _first_behind(
                words, overlap[0], since
            )  # overlaps come in order: no later one reaches words before it
            words[since:] = joined_words(words[since:], heard, overlap)
        else:
            words += heard
        before = stretch.end
    return words


def stretches(voice: Sequence[Interval]) -> list[Stretch]:
    """Plans the stretches that are heard one at a time, in order, from the intervals with voice."""
    planned: list[Stretch] = []
    ends = [end for _, end in voice]
    first = 0
    inside: int | None = None  # where a stretch begins in the midst of voice
    while first < len(voice):
        start = voice[first][0] if inside is None else inside
        last = _last(voice, ends, first, start + _MOST)
        end = start + _MOST if last is None else ends[last]
        from_sample = start - _lead(voice, first) if inside is None else start
        to_sample = end if last is None else end + _lead(voice, last + 1)
        planned.append(Stretch(from_sample, to_sample, inside is not None))
        if last is None:
            inside = end - OVERLAP
        else:
            first, inside = last + 1, None
    return planned


def _last(voice: Sequence[Interval], ends: Sequence[int], first: int, limit: int) -> int | None:
    """Returns the index of the last interval of the stretch that begins with `first`; None if `first` goes beyond the
    limit.
    """
    fitting = bisect_right(ends, limit) - 1
    if fitting < first:
        return None
    if fitting == len(voice) - 1:
        return fitting
    late = [index for index in range(first, fitting + 1) if ends[index] >= limit - _LATE]
    return max(late or [fitting], key=lambda index: (voice[index + 1][0] - ends[index], index))


def _lead(voice: Sequence[Interval], index: int) -> int:
    """Returns the part of the pause before an interval, or behind the last interval, that is heard with the voice
    beside it.
    """
    if index == len(voice):
        return _LEAD
    pause = voice[index][0] - (voice[index - 1][1] if index else -voice[index][0])
    return min(_LEAD, pause // 2)


def _cut(blocks: Iterable[Samples], planned: Sequence[Stretch]) -> Iterator[tuple[Stretch, Samples]]:
    waiting = deque(planned)
    held: deque[Samples] = deque()
    begin = end = 0
    for block in blocks:
        end += len(block)
        held.append(block)
        while waiting and waiting[0].end <= end:
            yield _taken(waiting.popleft(), held, begin)
        while held and (not waiting or begin + len(held[0]) <= waiting[0].start):
            begin += len(held.popleft())
    for stretch in waiting:  # what is heard behind the last voice may reach over the end
        if stretch.start < end:
            yield _taken(stretch, held, begin)


def _taken(stretch: Stretch, held: Iterable[Samples], begin: int) -> tuple[Stretch, Samples]:
    sound = np.concatenate(list(held))
    return stretch, sound[stretch.start - begin : stretch.end - begin]


def _moved(word: Word, seconds: float) -> Word:
    return replace(
        word,
        start=None if word.start is None else word.start + seconds,
        end=None if word.end is None else word.end + seconds,
        segment=(word.segment[0] + seconds, word.segment[1] + seconds),
    )


def joined_words(before: Sequence[Word], after: Sequence[Word], overlap: tuple[float, float]) -> list[Word]:
    """Joins the words of two consecutive stretches that overlap. overlap: start and end in seconds.

    They are joined behind a word that both heard, the nearest to the middle of the overlap, else in the middle. A word
    that one of them heard on the other side is taken too, unless other words cover its time: where the stretches
    differ, a word is rather taken twice than lost.
    """
    begin, end = overlap
    tail = _first_behind(before, begin)
    head = next((index for index, word in enumerate(after) if _time(word)[0] >= end), len(after))
    first, second = before[tail:], after[:head]
    shared = _shared(first, second, (begin + end) / 2)
    if shared is not None:
        of_first, of_second = shared[0] + 1, shared[1] + 1
        taken, left = [*first[:of_first], *second[of_second:]], [*first[of_first:], *second[:of_second]]
        left.remove(second[shared[1]])
    else:
        chosen = [(word, _middle(word) < sum(overlap) / 2 or _time(word)[0] < begin) for word in first]
        chosen += [(word, _middle(word) >= sum(overlap) / 2 or _time(word)[1] > end) for word in second]
        taken, left = [word for word, yes in chosen if yes], [word for word, yes in chosen if not yes]
    for word in left:
        if not _is_covered(word, taken):
            taken.append(word)
    return [*before[:tail], *sorted(taken, key=_middle), *after[head:]]


def _first_behind(words: Sequence[Word], seconds: float, since: int = 0) -> int:
    """Returns the position of the first word, from `since` on, that ends after `seconds`."""
    return next((index for index in range(since, len(words)) if _time(words[index])[1] > seconds), len(words))


def _is_covered(word: Word, others: Iterable[Word]) -> bool:
    """Tells whether other words take up half of the time of a word. A word without time is not covered."""
    if word.start is None or word.end is None:
        return False
    timed = [other for other in others if other.start is not None]
    held = sum(max(0.0, min(word.end, _time(other)[1]) - max(word.start, _time(other)[0])) for other in timed)
    return held >= (word.end - word.start) / 2


def _shared(tail: Sequence[Word], after: Sequence[Word], middle: float) -> tuple[int, int] | None:
    """Returns the positions of a word that both stretches heard, in the longest passage that they share.

    If several words qualify, the nearest to the middle is taken. None means that the stretches share no word.
    """

    def same(i: int, j: int) -> bool:
        return (
            0 <= i < len(tail)
            and 0 <= j < len(after)
            and bool(plain(tail[i].text))
            and plain(tail[i].text) == plain(after[j].text)
            and _shift(tail[i], after[j]) <= _SAME_TIME
        )

    passages: list[tuple[int, float, list[tuple[int, int]]]] = []
    for i in range(len(tail)):
        for j in range(len(after)):
            if same(i, j) and not same(i - 1, j - 1):
                length = next(n for n in range(1, len(tail) + 1) if not same(i + n, j + n))
                pairs = [(i + n, j + n) for n in range(length)]
                passages.append((-length, sum(_shift(tail[a], after[b]) for a, b in pairs) / length, pairs))
    if not passages:
        return None
    return min(min(passages)[2], key=lambda pair: abs(_middle(tail[pair[0]]) - middle))


def _shift(one: Word, other: Word) -> float:
    return abs(_middle(one) - _middle(other))


def _middle(word: Word) -> float:
    return sum(_time(word)) / 2


def _time(word: Word) -> tuple[float, float]:
    """Returns the time of a word, or the time of its segment if the word has none."""
    if word.start is None or word.end is None:
        return word.segment
    return word.start, word.end
