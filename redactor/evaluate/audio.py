"""Read recordings with gold, and measure muted recordings: how much PHI stays audible, how much else is lost, and why.

Times of measured recordings are samples at 16 kHz, half open. A passage is a stretch of gold PHI; passages may overlap.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from pathlib import Path

import msgspec
import numpy as np

from audio.intervals import Coverage, Interval, joined, samples, total, without
from audio.words import RATE, plain
from redactor.errors import EvaluationError
from redactor.evaluate.figures import Figure, ratio_figures

SUFFIX = ".gold.json"


class GoldWord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A spoken word with its times, in seconds from the beginning of the recording."""

    text: str
    start: float
    end: float


class GoldPassage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stretch of PHI with its times in seconds and its entity.

    condition: the condition under which it is reported ("noise", "quiet"); empty for none.
    """

    start: float
    end: float
    entity: str
    condition: str = ""


class GoldRecording(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The gold of a recording: all spoken words and all passages of PHI, each in order of time. Passages may
    overlap.
    """

    words: tuple[GoldWord, ...]
    phi: tuple[GoldPassage, ...]

    def entity_of_word(self, word: GoldWord) -> str:
        """Return the entity of the passage that holds the middle of the word; empty if no passage does."""
        middle = (word.start + word.end) / 2
        return next((passage.entity for passage in self.phi if passage.start <= middle <= passage.end), "")


def read_recordings(folder: Path) -> Iterator[tuple[Path, GoldRecording]]:
    """Yield the recordings of a set with their gold, in order of their names; sidecars and hidden files are skipped.

    Raises EvaluationError for a recording without a gold file, a gold file without a recording, and a malformed gold
    file. The message gives the number of the recording in that order, since names of files may hold PHI.
    """
    files = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    golds = {path.name.removesuffix(SUFFIX): path for path in files if path.name.endswith(SUFFIX)}
    recordings = [path for path in files if path.suffix.lower() != ".json"]
    names = [path.stem for path in recordings]
    if len(set(names)) < len(names) or set(names) != set(golds):
        raise EvaluationError(f"every recording NAME.* of SET needs one NAME{SUFFIX}, and the other way round")
    if not recordings:
        raise EvaluationError("SET holds no recordings")
    for number, path in enumerate(recordings, start=1):
        yield path, _read_gold(golds[path.stem], number)


def _read_gold(path: Path, number: int) -> GoldRecording:
    try:
        gold = msgspec.json.decode(path.read_bytes(), type=GoldRecording)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise EvaluationError(f"the gold of recording {number} is no gold file; see docs/guide/audio.md") from None
    times = [(word.start, word.end) for word in gold.words] + [(passage.start, passage.end) for passage in gold.phi]
    if any(not 0 <= start < end for start, end in times):
        raise EvaluationError(f"a word or a passage in the gold of recording {number} has no length")
    return gold


def entities_by_gold(heard: Sequence[str], gold: GoldRecording, *, exact: bool = False) -> list[str]:
    """Return for each recognised word the entity of the gold word in whose place it stands; empty for none.

    Words are aligned by their letters (difflib). Between words that agree, a recognised word stands for the gold words
    at the same share of the way; a word that was heard where gold has none stands for none. exact: count only words
    that agree.
    """
    gold_texts = [plain(word.text) for word in gold.words]
    entities = [gold.entity_of_word(word) for word in gold.words]
    found = [""] * len(heard)
    matcher = SequenceMatcher(None, gold_texts, [plain(text) for text in heard], autojunk=False)
    for kind, gold_from, gold_to, heard_from, heard_to in matcher.get_opcodes():
        if kind not in ("equal", "replace") or (exact and kind == "replace"):
            continue
        ratio = (gold_to - gold_from) / (heard_to - heard_from)
        for offset in range(heard_to - heard_from):
            first = gold_from + int(offset * ratio)
            last = max(gold_from + -int(-(offset + 1) * ratio // 1), first + 1)
            found[heard_from + offset] = next(filter(None, entities[first:last]), "")
    return found


EDGE_TOLERANCE = samples(0.01)
"""The samples that may stay audible at each edge of a passage that counts as wholly muted."""

PERCENTILES = (1, 5, 50, 95, 99)


class Miss(StrEnum):
    """A kind of miss says what most of an audible stretch of PHI was taken for."""

    OTHER_WORD = "a word without PHI"
    NO_VOICE = "no voice"
    NO_GAP = "voice without words that was not muted"


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of gold PHI. condition: how it was recorded ("noise"), for a report by condition; empty for none."""

    start: int
    end: int
    entity: str
    condition: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """A recording with its gold and its mutes.

    length: in samples. phi: the passages. other: times of spoken words that are no PHI. mutes: muted times. voice:
    times in which voice was found. kept: times of recognised words that count as no PHI.
    """

    length: int
    phi: Sequence[Passage]
    other: Sequence[Interval]
    mutes: Sequence[Interval]
    voice: Sequence[Interval]
    kept: Sequence[Interval]


@dataclass(frozen=True, slots=True)
class Rates:
    """The rates of one group of passages, as `AudioReport` defines them."""

    time_recall: Figure
    all_or_nothing: Figure


@dataclass(frozen=True, slots=True)
class AudioReport:
    """The figures over all recordings, with 95 % intervals over recordings.

    seconds: the length of the recordings. time_recall: the share of PHI time that is muted. all_or_nothing: the share
    of passages that are muted from end to end, but for 10 ms at each edge. leaked: the audible seconds of PHI in an
    hour of recording. over_mute: the muted share of the time in which other words are spoken; time that is PHI, too,
    counts as PHI. over_mute_time: the muted share of all time that is no PHI, pauses included. before, after: by
    percentile the seconds by which the mute over the first (last) muted sample of a passage begins before it (ends
    after it); negative if it falls short. misses: the number of audible stretches of PHI of more than 10 ms, and their
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


def measure_mutes(recordings: Iterable[Judged]) -> AudioReport:
    """Measure all recordings. Raises ValueError for a passage without length."""
    judged = list(recordings)
    if any(passage.start >= passage.end for recording in judged for passage in recording.phi):
        raise ValueError("a passage has no length")
    rows = np.array([_figure_counts(recording) for recording in judged], dtype=np.float64).reshape(len(judged), 10)
    time_recall, all_or_nothing, leaked, over_mute, over_mute_time = ratio_figures(
        rows[:, 0::2], rows[:, 1::2], (1, 1, 3600, 1, 1)
    )
    reaches = [reach for recording in judged for reach in _mute_margins(recording)]
    misses: dict[Miss, list[int]] = {kind: [] for kind in Miss}
    for recording in judged:
        for kind, length in _audible_stretches(recording):
            misses[kind].append(length)
    return AudioReport(
        recordings=len(judged),
        seconds=sum(recording.length for recording in judged) / RATE,
        time_recall=time_recall,
        all_or_nothing=all_or_nothing,
        leaked=leaked,
        over_mute=over_mute,
        over_mute_time=over_mute_time,
        before=_percentiles([before for before, _ in reaches]),
        after=_percentiles([after for _, after in reaches]),
        misses={kind: (len(lengths), sum(lengths) / RATE) for kind, lengths in misses.items()},
        by_entity=_rates_by_group(judged, lambda passage: passage.entity),
        by_condition=_rates_by_group(judged, lambda passage: passage.condition),
    )


def _figure_counts(recording: Judged) -> list[int]:
    """Return numerator and denominator of each figure, in the order of the report."""
    muted = Coverage(recording.mutes)
    phi = joined((passage.start, passage.end) for passage in recording.phi)
    other = without(recording.other, phi)
    rest = without([(0, recording.length)], phi)
    hidden = _muted_samples(muted, phi)
    return [
        *(hidden, total(phi)),
        *(sum(_is_wholly_muted(passage, muted) for passage in recording.phi), len(recording.phi)),
        *(total(phi) - hidden, recording.length),
        *(_muted_samples(muted, other), total(other)),
        *(_muted_samples(muted, rest), total(rest)),
    ]


def _muted_samples(muted: Coverage, intervals: Iterable[Interval]) -> int:
    return sum(map(muted.held, intervals))


def _is_wholly_muted(passage: Passage, muted: Coverage) -> bool:
    """Tell whether a passage is muted but for its edges. A passage of up to 20 ms must be muted in whole."""
    inside = passage.start + EDGE_TOLERANCE, passage.end - EDGE_TOLERANCE
    if inside[0] >= inside[1]:
        inside = passage.start, passage.end
    return muted.held(inside) == inside[1] - inside[0]


def _mute_margins(recording: Judged) -> Iterator[tuple[float, float]]:
    mutes = joined(recording.mutes)
    ends = [end for _, end in mutes]
    starts = [start for start, _ in mutes]
    for passage in recording.phi:
        first = bisect_right(ends, passage.start)
        last = bisect_right(starts, passage.end - 1) - 1
        if first <= last:
            yield (passage.start - starts[first]) / RATE, (ends[last] - passage.end) / RATE


def _percentiles(values: Sequence[float]) -> dict[int, float]:
    return {p: float(np.percentile(values, p)) if values else float("nan") for p in PERCENTILES}


def _audible_stretches(recording: Judged) -> Iterator[tuple[Miss, int]]:
    voice, kept = Coverage(recording.voice), Coverage(recording.kept)
    for start, end in without(((passage.start, passage.end) for passage in recording.phi), recording.mutes):
        length = end - start
        if length <= EDGE_TOLERANCE:
            continue
        if 2 * kept.held((start, end)) >= length:
            yield Miss.OTHER_WORD, length
        elif 2 * voice.held((start, end)) < length:
            yield Miss.NO_VOICE, length
        else:
            yield Miss.NO_GAP, length


def _rates_by_group(judged: Sequence[Judged], group: Callable[[Passage], str]) -> dict[str, Rates]:
    names = sorted({group(passage) for recording in judged for passage in recording.phi} - {""})
    muted = [Coverage(recording.mutes) for recording in judged]
    rates = {}
    for name in names:
        rows = []
        for recording, coverage in zip(judged, muted, strict=True):
            members = [passage for passage in recording.phi if group(passage) == name]
            phi = joined((passage.start, passage.end) for passage in members)
            whole = sum(_is_wholly_muted(passage, coverage) for passage in members)
            rows.append([_muted_samples(coverage, phi), total(phi), whole, len(members)])
        counts = np.array(rows, dtype=np.float64)
        rates[name] = Rates(*ratio_figures(counts[:, 0::2], counts[:, 1::2], (1, 1)))
    return rates
