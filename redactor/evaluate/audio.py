"""Measures muted recordings against gold: how much PHI stays audible, how much else is lost, and why."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from pathlib import Path

import msgspec
import numpy as np

from audio.confidence import plain
from audio.intervals import Coverage, Interval, joined, samples, total, without
from audio.words import RATE
from redactor.errors import EvaluationError
from redactor.evaluate.spans import Figure, figures

SUFFIX = ".gold.json"


class GoldWord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A word and when it is spoken, in seconds from the beginning of the recording."""

    text: str
    start: float
    end: float


class GoldPassage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """PHI: seconds, the entity, and the condition under which it is reported ("noise", "quiet"), if any."""

    start: float
    end: float
    entity: str
    condition: str = ""


class GoldRecording(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """words: everything that is said, in order of time. phi: in order of time; it may overlap."""

    words: tuple[GoldWord, ...]
    phi: tuple[GoldPassage, ...]

    def is_phi(self, word: GoldWord) -> str:
        """The entity of the passage that holds the middle of the word; empty if none does."""
        middle = (word.start + word.end) / 2
        return next((passage.entity for passage in self.phi if passage.start <= middle <= passage.end), "")


def read_set(folder: Path) -> Iterator[tuple[Path, GoldRecording]]:
    """The recordings of a set, in order of their names; sidecars and hidden files are passed over. Raises
    EvaluationError for a recording without a gold file, a gold file without a recording, and one that is malformed: by
    the number of the recording in that order, since names of files may hold PHI."""
    files = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    golds = {path.name.removesuffix(SUFFIX): path for path in files if path.name.endswith(SUFFIX)}
    recordings = [path for path in files if path.suffix.lower() != ".json"]
    names = [path.stem for path in recordings]
    if len(set(names)) < len(names) or set(names) != set(golds):
        raise EvaluationError(f"every recording NAME.* of SET needs one NAME{SUFFIX}, and the other way round")
    if not recordings:
        raise EvaluationError("SET holds no recordings")
    for number, path in enumerate(recordings, start=1):
        yield path, _read(golds[path.stem], number)


def _read(path: Path, number: int) -> GoldRecording:
    try:
        gold = msgspec.json.decode(path.read_bytes(), type=GoldRecording)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise EvaluationError(f"the gold of recording {number} is no gold file; see docs/guide/audio.md") from None
    times = [(word.start, word.end) for word in gold.words] + [(passage.start, passage.end) for passage in gold.phi]
    if any(not 0 <= start < end for start, end in times):
        raise EvaluationError(f"a word or a passage in the gold of recording {number} has no length")
    return gold


def gold_entities(heard: Sequence[str], gold: GoldRecording, *, exact: bool = False) -> list[str]:
    """The entity of each recognised word, empty for none: that of the gold word in whose place it stands.

    Words are aligned by their letters (difflib). Between words that agree, recognised words stand for the gold words at
    the same share of the way; what was heard where gold has no word stands for none. exact: only words that agree.
    """
    said = [plain(word.text) for word in gold.words]
    entities = [gold.is_phi(word) for word in gold.words]
    found = [""] * len(heard)
    matcher = SequenceMatcher(None, said, [plain(text) for text in heard], autojunk=False)
    for kind, said_from, said_to, heard_from, heard_to in matcher.get_opcodes():
        if kind not in ("equal", "replace") or (exact and kind == "replace"):
            continue
        ratio = (said_to - said_from) / (heard_to - heard_from)
        for offset in range(heard_to - heard_from):
            first = said_from + int(offset * ratio)
            last = max(said_from + -int(-(offset + 1) * ratio // 1), first + 1)
            found[heard_from + offset] = next(filter(None, entities[first:last]), "")
    return found


TOLERANCE = samples(0.01)
"""A passage counts as wholly muted when at most this much stays audible at each of its edges."""

PERCENTILES = (1, 5, 50, 95, 99)


class Miss(StrEnum):
    """What most of an audible stretch of PHI was taken for."""

    OTHER_WORD = "a word without PHI"
    NO_VOICE = "no voice"
    NO_GAP = "voice without words that was not muted"


@dataclass(frozen=True, slots=True)
class Passage:
    """condition: how it was recorded ("noise"), for a report by condition; empty for none."""

    start: int
    end: int
    entity: str
    condition: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """A recording, its gold, and what was done to it.

    length: in samples. other: where words are spoken that are no PHI. voice: where voice was found. kept: the times of
    recognised words that count as no PHI.
    """

    length: int
    phi: Sequence[Passage]
    other: Sequence[Interval]
    mutes: Sequence[Interval]
    voice: Sequence[Interval]
    kept: Sequence[Interval]


@dataclass(frozen=True, slots=True)
class Rates:
    """Of one group of passages; as in `AudioReport`."""

    time_recall: Figure
    all_or_nothing: Figure


@dataclass(frozen=True, slots=True)
class AudioReport:
    """Over all recordings; figures with 95 % intervals over recordings.

    seconds: length of the recordings. time_recall: the share of PHI time that is muted. all_or_nothing: the share of
    passages that are muted from end to end, but for 10 ms at each edge. leaked: audible seconds of PHI in an hour of
    recording. over_mute: the share that is muted of the time in which other words are spoken; what is PHI at the same
    time counts as PHI. over_mute_time: the same of all time that is no PHI, pauses included. before, after: by
    percentile the seconds by which the mute that covers the first (last) muted sample of a passage begins before it
    (ends after it); negative where it falls short. misses: audible stretches of PHI of more than 10 ms, and their
    seconds.
    """

    recordings: int
    seconds: float
    time_recall: Figure
    all_or_nothing: Figure
    leaked: Figure
    over_mute: Figure
    over_mute_time: Figure
    before: Mapping[int, float]
    after: Mapping[int, float]
    misses: Mapping[Miss, tuple[int, float]]
    by_entity: Mapping[str, Rates]
    by_condition: Mapping[str, Rates]


def audio_report(recordings: Iterable[Judged]) -> AudioReport:
    """Raises ValueError for a passage without length."""
    judged = list(recordings)
    if any(passage.start >= passage.end for one in judged for passage in one.phi):
        raise ValueError("a passage has no length")
    rows = np.array([_counts(one) for one in judged], dtype=np.float64).reshape(len(judged), 10)
    time_recall, all_or_nothing, leaked, over_mute, over_mute_time = figures(
        rows[:, 0::2], rows[:, 1::2], (1, 1, 3600, 1, 1)
    )
    reaches = [reach for one in judged for reach in _reaches(one)]
    misses: dict[Miss, list[int]] = {kind: [] for kind in Miss}
    for one in judged:
        for kind, length in _misses(one):
            misses[kind].append(length)
    return AudioReport(
        recordings=len(judged),
        seconds=sum(one.length for one in judged) / RATE,
        time_recall=time_recall,
        all_or_nothing=all_or_nothing,
        leaked=leaked,
        over_mute=over_mute,
        over_mute_time=over_mute_time,
        before=_percentiles([before for before, _ in reaches]),
        after=_percentiles([after for _, after in reaches]),
        misses={kind: (len(lengths), sum(lengths) / RATE) for kind, lengths in misses.items()},
        by_entity=_by(judged, lambda passage: passage.entity),
        by_condition=_by(judged, lambda passage: passage.condition),
    )


def _counts(one: Judged) -> list[int]:
    """Above and below the line of each figure, in the order of the report."""
    muted = Coverage(one.mutes)
    phi = joined((passage.start, passage.end) for passage in one.phi)
    other = without(one.other, phi)
    rest = without([(0, one.length)], phi)
    hidden = _held(muted, phi)
    return [
        *(hidden, total(phi)),
        *(sum(_is_whole(passage, muted) for passage in one.phi), len(one.phi)),
        *(total(phi) - hidden, one.length),
        *(_held(muted, other), total(other)),
        *(_held(muted, rest), total(rest)),
    ]


def _held(muted: Coverage, intervals: Iterable[Interval]) -> int:
    return sum(map(muted.held, intervals))


def _is_whole(passage: Passage, muted: Coverage) -> bool:
    """A passage of up to 20 ms has no inside: it must be muted in whole."""
    inside = passage.start + TOLERANCE, passage.end - TOLERANCE
    if inside[0] >= inside[1]:
        inside = passage.start, passage.end
    return muted.held(inside) == inside[1] - inside[0]


def _reaches(one: Judged) -> Iterator[tuple[float, float]]:
    mutes = joined(one.mutes)
    ends = [end for _, end in mutes]
    starts = [start for start, _ in mutes]
    for passage in one.phi:
        first = bisect_right(ends, passage.start)
        last = bisect_right(starts, passage.end - 1) - 1
        if first <= last:
            yield (passage.start - starts[first]) / RATE, (ends[last] - passage.end) / RATE


def _percentiles(values: Sequence[float]) -> dict[int, float]:
    return {p: float(np.percentile(values, p)) if values else float("nan") for p in PERCENTILES}


def _misses(one: Judged) -> Iterator[tuple[Miss, int]]:
    voice, kept = Coverage(one.voice), Coverage(one.kept)
    for start, end in without(((passage.start, passage.end) for passage in one.phi), one.mutes):
        length = end - start
        if length <= TOLERANCE:
            continue
        if 2 * kept.held((start, end)) >= length:
            yield Miss.OTHER_WORD, length
        elif 2 * voice.held((start, end)) < length:
            yield Miss.NO_VOICE, length
        else:
            yield Miss.NO_GAP, length


def _by(judged: Sequence[Judged], group: Callable[[Passage], str]) -> dict[str, Rates]:
    names = sorted({group(passage) for one in judged for passage in one.phi} - {""})
    muted = [Coverage(one.mutes) for one in judged]
    rates = {}
    for name in names:
        rows = []
        for one, coverage in zip(judged, muted, strict=True):
            own = [passage for passage in one.phi if group(passage) == name]
            phi = joined((passage.start, passage.end) for passage in own)
            whole = sum(_is_whole(passage, coverage) for passage in own)
            rows.append([_held(coverage, phi), total(phi), whole, len(own)])
        counts = np.array(rows, dtype=np.float64)
        rates[name] = Rates(*figures(counts[:, 0::2], counts[:, 1::2], (1, 1)))
    return rates
