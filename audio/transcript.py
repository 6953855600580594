"""This module makes the transcript that detectors read, and the redacted transcript that leaves.

The words of all channels stand in one text, turn by turn. A word leaves only if it was surely heard and does not lie in
PHI, a tone or damage, because other words may be PHI that was misheard. The margin of a mute hides no word.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from audio.confidence import Caution, confident, firm
from audio.gaps import LEAST, Gap
from audio.intervals import Coverage, Interval, joined, samples, without
from audio.steps import Said, Voices
from audio.timeline import Place, place_words
from audio.words import RATE, Word
from redactor.errors import TimelineError


@dataclass(frozen=True, slots=True)
class Transcript:
    """Holds the heard words as one text with a space or a line break between two words.

    starts, ends: offsets of each word in the text, in Python characters.
    """

    words: tuple[Word, ...]
    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def words_in(self, start: int, end: int) -> range:
        """Returns the positions of all words with a character in [start, end) of the text.

        Raises TimelineError for a span that is empty, lies outside the text or touches no word, because its PHI would
        stay audible.
        """
        if not 0 <= start < end <= len(self.text):
            raise TimelineError("a passage lies outside the transcript")
        words = range(bisect_right(self.ends, start), bisect_left(self.starts, end))
        if not words:
            raise TimelineError("a passage of the transcript holds no word")
        return words


def transcript(words: Sequence[Word], turns: Collection[int] = ()) -> Transcript:
    """Builds the transcript of words in this order. turns: positions of words that begin a line."""
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


_PAUSE = samples(2.0)
"""A turn ends with a longer silence on its channel, if another channel speaks then. Numbers are spoken with shorter
silences, and must not be torn apart by the "yes" of the listener.
"""


@dataclass(frozen=True, slots=True)
class Track:
    """Holds the words of one of the `Voices`, each with its place, whether it was surely heard, and whether it is firm:
    so sure that it bounds PHI beside it.
    """

    words: Sequence[Word]
    voice: Sequence[Interval]
    placed: Sequence[Place]
    sure: Sequence[bool]
    firm: Sequence[bool]


@dataclass(frozen=True, slots=True)
class Conversation:
    """Holds the words of all channels in the order in which they are read, turn by turn.

    order: (track, position in the track) of each word of the transcript. turns: positions in the transcript at which
    the channel changes, with 0.
    """

    tracks: Sequence[Track]
    order: Sequence[tuple[int, int]]
    turns: frozenset[int]
    transcript: Transcript

    def of_tracks(self, positions: Sequence[int] | set[int]) -> list[set[int]]:
        """Converts positions in the transcript to positions in each track."""
        found: list[set[int]] = [set() for _ in self.tracks]
        for position in positions:
            track, index = self.order[position]
            found[track].add(index)
        return found


def conversation(voices: Sequence[Voices], length: int, caution: Caution) -> Conversation:
    """Orders the words of all channels into one transcript, turn by turn. length: of the recording, in samples at
    `RATE`.
    """
    tracks = []
    for voice in voices:
        placed = place_words(voice.words, voice.voice, length)
        sure = confident(voice.words, placed, voice.voice, caution)
        tracks.append(Track(voice.words, voice.voice, placed, sure, firm(voice.words, sure, caution)))
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
    """Yields (time, first word, word after the last) of each stretch of words without a longer pause.

    Times never go backwards, so that the words of a track keep their order.
    """
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


@dataclass(frozen=True, slots=True)
class Passage:
    """Holds PHI at [start, end) of a transcript, with its replacement. words: positions of the words it touches."""

    start: int
    end: int
    words: range
    replacement: str
    entity: str
    score: float | None


def redacted_parts(
    talk: Conversation,
    passages: Sequence[Passage],
    phi: Sequence[Sequence[Interval]],
    tones: Sequence[Sequence[Interval]],
    damage: Sequence[Interval],
    gaps: Sequence[tuple[int, Gap]],
    channels: Sequence[tuple[int, ...]],
) -> Iterator[Said]:
    """Yields the parts of the redacted transcript, turn by turn.

    phi, tones: of each track, the times of the passages and of tones. damage: the damaged times. Words in any of them
    are left out. gaps: (track, gap) in order of time; the part of a gap that is PHI or a tone has no mark of its own.
    channels: of each track.
    """
    waiting = [
        deque(_marks_of([(gap.start, gap.end) for number, gap in gaps if number == track], own, phi[track]))
        for track, own in enumerate(tones)
    ]
    left_out = [Coverage([*own, *of_keys, *damage]) for own, of_keys in zip(phi, tones, strict=True)]
    for at, part, is_turn in _parts(talk, passages, left_out, channels):
        tracks = range(len(waiting)) if is_turn else [at]
        yield from _marks(waiting, tracks, part.start, channels)
        yield part
    yield from _marks(waiting, range(len(waiting)), float("inf"), channels)


_KEYS = samples(1.0)
"""Tones of keys that are less than this apart have one mark."""

_Mark = tuple[Interval, Literal["gap", "tone"]]
_TEXTS = {"gap": "[inaudible]", "tone": "[telephone keys]"}


def _marks_of(gaps: Sequence[Interval], tones: Sequence[Interval], phi: Sequence[Interval]) -> list[_Mark]:
    """Returns the marks of one track in order of time: tones, and gaps without the PHI and the tones in them."""
    dialled = joined(tones, _KEYS)
    hidden = [*phi, *dialled]
    left = [(start, end) for start, end in without(gaps, hidden) if end - start >= LEAST] if hidden else gaps
    return sorted([*((time, "gap") for time in left), *((time, "tone") for time in dialled)])


def _marks(
    waiting: Sequence[deque[_Mark]], tracks: Sequence[int], until: float, channels: Sequence[tuple[int, ...]]
) -> Iterator[Said]:
    """Yields the parts that mark the gaps and tones of these tracks that begin before `until`, a time in seconds."""
    due = []
    for track in tracks:
        while waiting[track] and waiting[track][0][0][0] < until * RATE:
            due.append((waiting[track].popleft(), track))
    for ((start, end), kind), track in sorted(due):
        yield Said(_TEXTS[kind], start / RATE, end / RATE, channels[track], kind)


def _parts(
    talk: Conversation,
    passages: Sequence[Passage],
    left_out: Sequence[Coverage],
    channels: Sequence[tuple[int, ...]],
) -> Iterator[tuple[int, Said, bool]]:
    """Yields (track, part, whether the part is the first of a turn) for words and replaced passages."""
    spoken = [Coverage(track.voice) for track in talk.tracks]
    groups = {group[0].words[0]: group for group in _grouped(passages)}
    position, is_turn = 0, True
    while position < len(talk.order):
        track, index = talk.order[position]
        is_turn = is_turn or position in talk.turns
        if group := groups.get(position):
            words = range(position, group[-1].words[-1] + 1)
            part = _replaced(talk, spoken, group, words, channels[track])
        else:
            words = range(position, position + 1)
            place, is_sure = talk.tracks[track].placed[index], talk.tracks[track].sure[index]
            part = None
            if is_sure and not _is_hidden(place.intervals[0], left_out[track]):
                part = _said(talk.transcript.words[position].text, place.intervals, channels[track])
        if part is not None and part.text:
            yield track, part, is_turn
            is_turn = False
        position = words[-1] + 1


def _is_hidden(time: Interval, hidden: Coverage) -> bool:
    """Tells whether at least half of the time is hidden."""
    return 2 * hidden.held(time) >= time[1] - time[0]


def _grouped(passages: Sequence[Passage]) -> Iterator[list[Passage]]:
    """Yields the passages in groups that share words: "Ann/Bob" is one word with two passages."""
    group: list[Passage] = []
    for passage in passages:
        if group and passage.words[0] > group[-1].words[-1]:
            yield group
            group = []
        group.append(passage)
    if group:
        yield group


def _replaced(
    talk: Conversation, spoken: Sequence[Coverage], group: Sequence[Passage], words: range, channels: tuple[int, ...]
) -> Said | None:
    """Returns the replacement of the words of a group; None if no voice is at any of the words, because nobody said
    them.
    """
    text, at = talk.transcript.text, talk.transcript.starts[words[0]]
    pieces = []
    for passage in group:
        pieces += [text[at : passage.start], passage.replacement]
        at = passage.end
    pieces.append(text[at : talk.transcript.ends[words[-1]]])
    sure: list[Interval] = []
    heard: list[Interval] = []
    for position in words:
        track, index = talk.order[position]
        own = [time for time in talk.tracks[track].placed[index].intervals if spoken[track].held(time)]
        heard += own
        sure += own if talk.tracks[track].sure[index] else []
    times = sure or heard
    return _said(" ".join("".join(pieces).split()), times, channels, group[0].entity) if times else None


def _said(text: str, times: Sequence[Interval], channels: tuple[int, ...], entity: str | None = None) -> Said:
    """Returns a word or a replacement as a part of the transcript, without angle brackets, which mark gaps."""
    plain = text if entity else text.replace("<", "").replace(">", "")
    start, end = min(start for start, _ in times), max(end for _, end in times)
    return Said(plain, start / RATE, end / RATE, channels, "phi" if entity else "word", entity)
