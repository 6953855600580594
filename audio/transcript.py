"""A transcript: the words that were heard as one text, which detectors read, and which words a passage touches."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from audio.words import Word
from redactor.errors import TimelineError


@dataclass(frozen=True, slots=True)
class Transcript:
    """text: the words with a space between two. starts, ends: offsets of each word in it, in Python characters."""

    words: tuple[Word, ...]
    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def touched(self, spans: Iterable[tuple[int, int]]) -> set[int]:
        """The positions of all words with a character in one of the spans (start, end). Raises TimelineError for a span
        that is empty, lies outside the text or touches no word: whatever it means would stay audible."""
        found: set[int] = set()
        for start, end in spans:
            if not 0 <= start < end <= len(self.text):
                raise TimelineError("a passage lies outside the transcript")
            words = range(bisect_right(self.ends, start), bisect_left(self.starts, end))
            if not words:
                raise TimelineError("a passage of the transcript holds no word")
            found.update(words)
        return found


def transcript(words: Sequence[Word]) -> Transcript:
    starts: list[int] = []
    ends: list[int] = []
    position = 0
    for word in words:
        starts.append(position)
        ends.append(position + len(word.text))
        position = ends[-1] + 1
    return Transcript(tuple(words), " ".join(word.text for word in words), tuple(starts), tuple(ends))
