"""The words of all channels in one order, as they are read: turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from audio.confidence import confident
from audio.heard import Voices
from audio.intervals import Interval, samples
from audio.timeline import Place, places
from audio.transcript import Transcript, transcript
from audio.words import Word

_PAUSE = samples(2.0)
"""A turn ends with a longer silence on its channel, if another channel speaks then. Numbers are spoken with shorter
ones, and must not be torn apart by the "yes" of the listener."""


@dataclass(frozen=True, slots=True)
class Track:
    """The words of one of the `Voices`, each with its place and whether it was surely heard."""

    words: Sequence[Word]
    voice: Sequence[Interval]
    placed: Sequence[Place]
    sure: Sequence[bool]


@dataclass(frozen=True, slots=True)
class Conversation:
    """order: (track, position in it) of each word of the transcript. turns: positions in the transcript at which the
    channel changes, with 0."""

    tracks: Sequence[Track]
    order: Sequence[tuple[int, int]]
    turns: frozenset[int]
    transcript: Transcript

    def of_tracks(self, positions: Sequence[int] | set[int]) -> list[set[int]]:
        """Positions in the transcript as positions in each track."""
        found: list[set[int]] = [set() for _ in self.tracks]
        for position in positions:
            track, index = self.order[position]
            found[track].add(index)
        return found


def conversation(voices: Sequence[Voices], length: int) -> Conversation:
    """length: of the recording, in samples at `RATE`."""
    tracks = []
    for voice in voices:
        placed = places(voice.words, voice.voice, length)
        tracks.append(Track(voice.words, voice.voice, placed, confident(voice.words, placed, voice.voice)))
    turns = sorted(
        (start, number, first, last) for number, track in enumerate(tracks) for start, first, last in _utterances(track)
    )
    order: list[tuple[int, int]] = []
    changes = set()
    for _, number, first, last in turns:
        if not order or order[-1][0] != number:
            changes.add(len(order))
        order.extend((number, index) for index in range(first, last))
    words = [tracks[number].words[index] for number, index in order]
    return Conversation(tracks, order, frozenset(changes), transcript(words, changes))


def _utterances(track: Track) -> Iterator[tuple[int, int, int]]:
    """(time, first word, word after the last) of each stretch without a longer pause; times never go backwards, so that
    the words of a track keep their order."""
    first = since = until = 0
    for index, place in enumerate(track.placed):
        if not place.exact:
            continue
        start, end = place.intervals[0]
        if index > first and start - until > _PAUSE:
            yield since, first, index
            first, since = index, max(since, start)
        elif index == first:
            since = max(since, start)
        until = max(until, end)
    if track.placed:
        yield since, first, len(track.placed)
