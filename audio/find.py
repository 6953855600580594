"""This module finds what is muted in a recording, and the words that may leave, in what was heard."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import merge

from msgspec import structs

from audio.gaps import Gap, confident_words, find_gaps, select_gaps_to_mute
from audio.intervals import Interval, joined, samples, within, without
from audio.rewrite import DAMAGE_MARGIN
from audio.steps import Found, Heard, Mute, Options, Process, Step
from audio.timeline import locate_phi, strict_mutes, widen_mutes
from audio.transcript import Conversation, Passage, conversation, redacted_parts
from audio.turns import Speakers
from audio.words import RATE
from redactor.engine import Redacted
from redactor.errors import UnreadTranscriptError


@dataclass(frozen=True, slots=True)
class Phi:
    """Holds the PHI of a transcript.

    passages: in order. times: for each track, the intervals in which PHI is spoken, before any margin. mutes: the same
    for a report, as (track, interval, entity, score).
    """

    passages: Sequence[Passage]
    times: Sequence[Sequence[Interval]]
    mutes: Sequence[tuple[int, Interval, str, float | None]]


def find(heard: Heard, process: Process, options: Options) -> Found:
    """Reads the transcript with the detectors, and finds the stretches to mute and the words that may leave.

    `process` is called once, with the whole transcript: turns in order of time, a line each. PHI that `process` keeps
    (a profile's `keep`) stays audible. Raises UnreadTranscriptError if the transcript was not read in whole,
    TimelineError if PHI has no place in the recording.
    """
    talk = conversation(heard.voices, heard.length, options.caution)
    redacted = read_transcript(talk, process)
    phi = find_phi(talk, redacted)
    damage = _damaged(heard)
    tones = [[(tone.start, tone.end) for tone in voices.tones] for voices in heard.voices]
    without_words = not any(any(track.sure) for track in talk.tracks)
    gaps = _gaps(talk, without_words)
    heard_words = list(
        merge(
            *(confident_words(track.words, track.placed, track.sure) for track in talk.tracks),
            key=lambda word: (word.start, word.end),
        )
    )
    said_or_dialled = [time for times in (*phi.times, *tones) for time in times]
    judge = None if without_words or options.strict else options.judge
    to_mute = select_gaps_to_mute([gap for _, gap in gaps], heard_words, [*damage, *said_or_dialled], judge)

    found = [_mute(time, heard, options.margin, "words", entity, score) for _, time, entity, score in phi.mutes]
    found += [_mute((gap.start, gap.end), heard, options.margin, "gap") for gap in to_mute]
    found += [_mute(time, heard, options.margin, "tone") for times in tones for time in times]
    found += [_mute(time, heard, 0, "damage") for time in damage]
    stretches = widen_mutes(
        [*said_or_dialled, *((gap.start, gap.end) for gap in to_mute)], heard.length, options.margin
    )
    stretches = joined([*stretches, *damage])
    if options.strict:
        whole = _strictly(talk, phi, stretches, heard.length)
        found += [_mute(time, heard, 0, "strict") for time in without(whole, stretches)]
        stretches = whole
    channels = [voices.channels for voices in heard.voices]
    speakers = Speakers(heard.turns)
    return Found(
        mutes=tuple(sorted(found, key=lambda mute: (mute.start, mute.end, mute.step, mute.entity or ""))),
        muted=to_seconds(stretches),
        said=tuple(
            structs.replace(part, speaker=speakers.of(samples(part.start), samples(part.end)))
            for part in redacted_parts(talk, phi.passages, phi.times, tones, damage, gaps, channels)
        ),
        without_words=without_words,
        entities=dict(sorted(redacted.entities.items())),
    )


def read_transcript(talk: Conversation, process: Process) -> Redacted:
    """Reads the transcript with the detectors. Raises UnreadTranscriptError if they did not read all of it."""
    redacted = process(talk.transcript.text)
    if not redacted.complete:
        raise UnreadTranscriptError(redacted.why)
    return redacted


def find_phi(talk: Conversation, redacted: Redacted) -> Phi:
    """Returns the words of the replaced spans, and the intervals in which they are spoken.

    Raises TimelineError for a span outside the transcript, or with a word that cannot be located.
    """
    text = talk.transcript.text
    passages = []
    for span, replacement in zip(redacted.spans, redacted.replacements, strict=True):
        words = talk.transcript.words_in(span.start, span.end)
        if text[span.start : span.end] != replacement:
            passages.append(Passage(span.start, span.end, words, replacement, span.entity.value, span.score))
    positions = talk.of_tracks({position for passage in passages for position in passage.words})
    times = [
        locate_phi(track.placed, own, track.firm, track.voice)
        for track, own in zip(talk.tracks, positions, strict=True)
    ]
    return Phi(passages, times, _with_entities(talk, passages, times))


def _with_entities(
    talk: Conversation, passages: Iterable[Passage], times: Sequence[Sequence[Interval]]
) -> list[tuple[int, Interval, str, float | None]]:
    """Returns each stretch of PHI once for each kind of PHI in it, with the highest score."""
    starts = [[start for start, _ in own] for own in times]
    found: dict[tuple[int, Interval, str], float | None] = {}
    for passage in passages:
        for position in passage.words:
            track, index = talk.order[position]
            for start, _ in talk.tracks[track].placed[index].intervals:
                stretch = times[track][bisect_right(starts[track], start) - 1]
                key = (track, stretch, passage.entity)
                scores = [score for score in (found.get(key), passage.score) if score is not None]
                found[key] = max(scores, default=None)
    return [(*key, score) for key, score in found.items()]


def _gaps(talk: Conversation, without_words: bool) -> list[tuple[int, Gap]]:
    """Returns (track, gap) of all tracks, numbered in order of time; without words all voice is a gap."""
    found = []
    for number, track in enumerate(talk.tracks):
        gaps = find_gaps(track.voice, confident_words(track.words, track.placed, track.sure))
        times = track.voice if without_words else [(gap.start, gap.end) for gap in gaps]
        found += [(start, end, number) for start, end in times]
    return [(track, Gap(str(number), start, end)) for number, (start, end, track) in enumerate(sorted(found), start=1)]


def _damaged(heard: Heard) -> list[Interval]:
    """Returns the damaged stretches with their margin, as they are muted."""
    rate, margin = heard.decoded.recording.rate, samples(DAMAGE_MARGIN)
    ranges = ((start * RATE // rate - margin, -(-end * RATE // rate) + margin) for start, end in heard.decoded.damaged)
    return within(ranges, [(0, heard.length)])


def _strictly(talk: Conversation, phi: Phi, stretches: Sequence[Interval], length: int) -> list[Interval]:
    placed = [place for track in talk.tracks for place in track.placed]
    sure = [is_sure for track in talk.tracks for is_sure in track.sure]
    positions = talk.of_tracks({position for passage in phi.passages for position in passage.words})
    of_phi: set[int] = set()
    before = 0
    for track, own in zip(talk.tracks, positions, strict=True):
        of_phi.update(before + index for index in own)
        before += len(track.placed)
    return strict_mutes(stretches, placed, of_phi, sure, length)


def _mute(
    time: Interval, heard: Heard, margin: float, step: Step, entity: str | None = None, score: float | None = None
) -> Mute:
    start, end = max(time[0] - samples(margin), 0), min(time[1] + samples(margin), heard.length)
    return Mute(start / RATE, end / RATE, entity, step, score)


def to_seconds(intervals: Iterable[Interval]) -> tuple[tuple[float, float], ...]:
    """Converts intervals in samples to (start, end) in seconds."""
    return tuple((start / RATE, end / RATE) for start, end in intervals)
