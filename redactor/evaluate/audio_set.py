"""Redact recordings with gold three times: by gold alone, by the gold words that were heard right, and by the
detectors.

The first shows how good the timing is, the second what misheard words add, the third what detection adds. The mutes of
the first pass are compared; hearing the redacted recording again only adds to them.
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
from redactor.evaluate.audio import GoldRecording, Judged, Passage, entities_by_gold
from redactor.record_texts import RecordTexts, resolve_records
from redactor.text import Note, Span, TextKind

_WORD = re.compile(r"\S+")


class Redaction(StrEnum):
    """A kind of redaction names what marks the words of PHI. Each is a column of the report."""

    GOLD = "gold spans"
    HEARD = "gold spans, words heard right"
    DETECTED = "detectors"


@dataclass(frozen=True, slots=True)
class JudgedRecording:
    """A recording that was redacted in each way, and its length in seconds."""

    seconds: float
    columns: Mapping[Redaction, Judged]


def judge_recording(
    path: Path,
    number: int,
    gold: GoldRecording,
    recognizer: Recognizer,
    detectors: Sequence[Detector],
    options: Options,
) -> JudgedRecording:
    """Hear a recording once and find its mutes for each kind of redaction.

    number: the number of the recording in its set. Raises EvaluationError with that number if a passage of the gold
    lies outside of the recording, else the errors of `listen` and `find`.
    """
    heard = listen(path, recognizer, options)
    if any(samples(passage.end) > heard.length for passage in gold.phi):
        raise EvaluationError(f"a passage in the gold of recording {number} lies outside of the recording")
    processes: dict[Redaction, Process] = {
        Redaction.GOLD: partial(redact_by_gold, gold=gold),
        Redaction.HEARD: partial(redact_by_gold, gold=gold, exact=True),
        Redaction.DETECTED: partial(redact_by_detectors, detectors=detectors),
    }
    columns = {column: _judged_mutes(heard, gold, process, options) for column, process in processes.items()}
    return JudgedRecording(heard.decoded.seconds, columns)


def _judged_mutes(heard: Heard, gold: GoldRecording, process: Process, options: Options) -> Judged:
    mutes = [(samples(start), samples(end)) for start, end in find(heard, process, options).muted]
    voice = joined(interval for voices in heard.voices for interval in voices.voice)
    return Judged(
        length=heard.length,
        phi=[Passage(samples(p.start), samples(p.end), p.entity, p.condition) for p in gold.phi],
        other=[(samples(word.start), samples(word.end)) for word in gold.words],
        mutes=mutes,
        voice=voice,
        kept=_recognized_words(heard),
    )


def _recognized_words(heard: Heard) -> list[Interval]:
    """Return the times of recognised words. Words of PHI are muted, so that only other words are audible in PHI."""
    return [
        (samples(word.start), samples(word.end))
        for voices in heard.voices
        for word in voices.words
        if word.start is not None and word.end is not None
    ]


def redact_by_gold(text: str, gold: GoldRecording, *, exact: bool = False) -> Redacted:
    """Mark the words of a transcript that are PHI by gold. exact: as for `entities_by_gold`."""
    words = list(_WORD.finditer(text))
    entities = entities_by_gold([word[0] for word in words], gold, exact=exact)
    spans = [
        Span(word.start(), word.end(), _entity_or_id(entity), None, "strong", ("gold",))
        for word, entity in zip(words, entities, strict=True)
        if entity
    ]
    return _with_tags(text, spans)


def _entity_or_id(name: str) -> Entity:
    try:
        return Entity(name)
    except ValueError:
        return Entity.ID


def redact_by_detectors(text: str, detectors: Sequence[Detector]) -> Redacted:
    """Mark all words of a transcript that the detectors find, whatever a profile would do with them."""
    note = Note("recording", text, kind=TextKind.SPEECH)
    readings = read_all(detectors, [note])
    [resolved], _ = resolve_records([note], readings, [], [RecordTexts((0,))])
    return _with_tags(text, resolved.reading.spans, complete=resolved.reading.complete)


def _with_tags(text: str, spans: Sequence[Span], *, complete: bool = True) -> Redacted:
    return Redacted(text, tuple(spans), tuple(f"[{span.entity}]" for span in spans), complete)
