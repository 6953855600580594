"""Recordings with gold, redacted three times: by gold alone, by what of it was heard right, and by the detectors.

The first tells how good the timing is, the second what misheard words cost on top, the third what detection costs.
What is compared are the mutes that are found at first; that redacted recordings are heard again only adds to them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path

from audio.intervals import Interval, joined, samples
from audio.redact import find, listen
from audio.steps import Heard, Options, Process
from audio.words import Recognizer
from redactor.detect import Detector
from redactor.engine import Redacted, read_all
from redactor.entities import Entity
from redactor.errors import EvaluationError
from redactor.evaluate.audio import GoldRecording, Judged, Passage, gold_entities
from redactor.record_texts import RecordTexts, resolve_records
from redactor.text import Note, Span, TextKind

_WORD = re.compile(r"\S+")


class Column(StrEnum):
    GOLD = "gold spans"
    HEARD = "gold spans, words heard right"
    DETECTED = "detectors"


@dataclass(frozen=True, slots=True)
class JudgedRecording:
    seconds: float
    columns: Mapping[Column, Judged]


def judge(
    path: Path,
    number: int,
    gold: GoldRecording,
    recognizer: Recognizer,
    detectors: Sequence[Detector],
    options: Options,
) -> JudgedRecording:
    """Hear a recording once and find its mutes for each column. number: of the recording in its set. Raises
    EvaluationError with that number where its gold lies outside of it, else the errors of `listen` and `find`."""
    heard = listen(path, recognizer, options)
    if any(samples(passage.end) > heard.length for passage in gold.phi):
        raise EvaluationError(f"a passage in the gold of recording {number} lies outside of the recording")
    processes: dict[Column, Process] = {
        Column.GOLD: partial(by_gold, gold=gold),
        Column.HEARD: partial(by_gold, gold=gold, exact=True),
        Column.DETECTED: partial(by_detectors, detectors=detectors),
    }
    columns = {column: _judged(heard, gold, process, options) for column, process in processes.items()}
    return JudgedRecording(heard.decoded.seconds, columns)


def _judged(heard: Heard, gold: GoldRecording, process: Process, options: Options) -> Judged:
    mutes = [(samples(start), samples(end)) for start, end in find(heard, process, options).muted]
    voice = joined(interval for voices in heard.voices for interval in voices.voice)
    return Judged(
        length=heard.length,
        phi=[Passage(samples(p.start), samples(p.end), p.entity, p.condition) for p in gold.phi],
        other=[(samples(word.start), samples(word.end)) for word in gold.words],
        mutes=mutes,
        voice=voice,
        kept=_words(heard),
    )


def _words(heard: Heard) -> list[Interval]:
    """Where words were recognised. Those of PHI are muted, so that in audible PHI only others are."""
    return [
        (samples(word.start), samples(word.end))
        for voices in heard.voices
        for word in voices.words
        if word.start is not None and word.end is not None
    ]


def by_gold(text: str, gold: GoldRecording, *, exact: bool = False) -> Redacted:
    """A transcript with the words marked that are PHI by gold; exact: as in `gold_entities`."""
    words = list(_WORD.finditer(text))
    entities = gold_entities([word[0] for word in words], gold, exact=exact)
    spans = [
        Span(word.start(), word.end(), _entity(entity), None, "strong", ("gold",))
        for word, entity in zip(words, entities, strict=True)
        if entity
    ]
    return _tagged(text, spans)


def _entity(name: str) -> Entity:
    try:
        return Entity(name)
    except ValueError:
        return Entity.ID


def by_detectors(text: str, detectors: Sequence[Detector]) -> Redacted:
    """All that the detectors find counts, whatever a profile would do about it."""
    note = Note("recording", text, kind=TextKind.SPEECH)
    readings = read_all(detectors, [note])
    [resolved], _ = resolve_records([note], readings, [], [RecordTexts((0,))])
    return _tagged(text, resolved.reading.spans, complete=resolved.reading.complete)


def _tagged(text: str, spans: Sequence[Span], *, complete: bool = True) -> Redacted:
    return Redacted(text, tuple(spans), tuple(f"[{span.entity}]" for span in spans), complete)
