"""A transcript: the words that were heard as one text, which detectors read, and which words a passage touches."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from audio.words import Word
from redactor.errors import TimelineError


@dataclass(frozen=True, slots=True)
class Transcript:
    """text: the words with a space or a line break between two. starts, ends: offsets of each word in it, in Python
    characters."""

    words: tuple[Word, ...]
    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def words_in(self, start: int, end: int) -> range:
        """The positions of all words with a character in [start, end). Raises TimelineError for a span that is empty,
        lies outside the text or touches no word: whatever it means would stay audible."""
        if not 0 <= start < end <= len(self.text):
            raise TimelineError("a passage lies outside the transcript")
        words = range(bisect_right(self.ends, start), bisect_left(self.starts, end))
        if not words:
            raise TimelineError("a passage of the transcript holds no word")
        return words


def transcript(words: Sequence[Word], turns: Collection[int] = ()) -> Transcript:
    """turns: positions of words that begin a line."""
    starts: list[int] = []
    ends: list[int] = []
    pieces: list[str] = []
    position = 0
    for index, word in enumerate(words):
        if index:
            pieces.append("\n" if index in turns else " ")
            position += 1
        starts.append(position)
        position += len(word.text)
        ends.append(position)
        pieces.append(word.text)
    return Transcript(tuple(words), "".join(pieces), tuple(starts), tuple(ends))
