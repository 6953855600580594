"""This module de-identifies records of a sample again, and keeps what the detectors found in them, and why."""

from __future__ import annotations

import datetime as dt
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from redactor.assemble.runs import worker_engines
from redactor.detect.steps import Change
from redactor.engine import Engine, Redacted
from redactor.policy.profiles import Profile
from redactor.record_texts import RecordTexts
from redactor.run.contracts import Processed, RawRecord
from redactor.run.worker import RecordProcessor
from redactor.settings import Settings
from redactor.text import Doubt, Mention, Note, Reading, Span
from schemas.engine.compiled_schema import Leaf, node_at

RECORD = "it stands elsewhere in the record and is sure there, or is an id that the record's fields have"


@dataclass(frozen=True, slots=True)
class ReadText:
    """A `ReadText` is one text of a record as it was read: what was found and what takes its place."""

    note: Note
    redacted: Redacted


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """A `ReadRecord` is a record that was de-identified again.

    texts: its free texts in the order of the walk. values: its structured values with their replacements.
    """

    done: Processed
    texts: Sequence[ReadText]
    values: Sequence[tuple[Mention, str]]

    @property
    def subjects(self) -> frozenset[str]:
        """These are the tokens of the patients whom its texts, its values and its ids tell."""
        told = {text.note.subject for text in self.texts} | {mention.subject for mention, _ in self.values}
        told.add(self.done.original.subject if self.done.original is not None else None)
        return frozenset(subject for subject in told if subject)

    @property
    def spans(self) -> Iterable[Span]:
        """These are the spans of all texts."""
        return (span for text in self.texts for span in text.redacted.spans)


@dataclass(frozen=True, slots=True)
class Explained:
    """An `Explained` says why the spans of a text are what they are: the changes of the steps, and what stayed a
    doubt.
    """

    changes: Sequence[Change]
    doubts: Sequence[Doubt]


class _Watched:
    """This class hands calls on to the engine, and keeps the texts and values of the last batch by record id."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.texts: dict[str, list[ReadText]] = {}
        self.values: dict[str, list[tuple[Mention, str]]] = {}

    def read(self, notes: Sequence[Note]) -> list[Reading]:
        return self._engine.read(notes)

    def process_records(
        self, notes: Sequence[Note], values: Sequence[Mention], records: Sequence[RecordTexts]
    ) -> tuple[list[list[Redacted]], list[str]]:
        results, replaced = self._engine.process_records(notes, values, records)
        for record, redacted in zip(records, results, strict=True):
            texts = [ReadText(notes[i], text) for i, text in zip(record.notes, redacted, strict=True)]
            self.texts[record.record_id] = texts
            self.values[record.record_id] = [(values[i], replaced[i]) for i in record.values]
        return results, replaced


class SampleReader:
    """A sample reader de-identifies records under the settings of the run, as its workers did.

    as_of: the day on which the run judged ages. profile: the approved one. versions: of the detectors, by name.
    """

    def __init__(self, settings: Settings, as_of: dt.date | None, profile: Profile) -> None:
        watched: list[_Watched] = []

        def watch(engine: Engine) -> _Watched:
            watched.append(_Watched(engine))
            return watched[-1]

        parts = worker_engines(settings, as_of, profile=profile, watch=watch)
        self._registry, self._engine, (self._watched,) = parts.registry, parts.texts, watched
        self.versions = parts.texts.versions
        self._processor = RecordProcessor(parts.records, parts.keys)

    def read(self, raws: Sequence[RawRecord]) -> list[ReadRecord]:
        """De-identify records that could be read (without `error`), in one batch."""
        texts, values = self._watched.texts, self._watched.values
        texts.clear()
        values.clear()
        return [
            ReadRecord(done, texts.get(done.record_id, ()), values.get(done.record_id, ()))
            for done in self._processor.process(raws)
        ]

    def rule(self, schema: str, path: Sequence[str]) -> str:
        """Return what a schema says of the field at a path of keys, for a person."""
        if not schema:
            return "no schema read it"
        node = node_at(self._registry.compiled(schema).root, path)
        if isinstance(node, Leaf):
            return f"rule {node.rule.value} of {node.path}"
        return "no rule of the record's own schema names it"

    def explain(self, text: ReadText) -> Explained:
        """Return why the spans of a text are what they are."""
        ((reading, changes),) = self._engine.explain([text.note])
        return Explained(changes, reading.doubts)


def reasons_of(spans: Sequence[Span], changes: Sequence[Change]) -> list[list[str]]:
    """Return why each span is as it is: what each step did to it or to what it was before, in order.

    spans: those of a text, in order and without overlaps.
    """
    found: list[dict[str, None]] = [{} for _ in spans]
    ends = [span.end for span in spans]
    for change in changes:
        touched = change.after if change.after is not None else change.before
        if touched is None or not (told := _told(change)):
            continue
        for i in range(bisect_right(ends, touched.start), len(spans)):
            if spans[i].start >= touched.end:
                break
            found[i][told] = None
    for span, reasons in zip(spans, found, strict=True):
        if "record" in span.sources:
            reasons[f"record: {RECORD}"] = None
    return [list(reasons) for reasons in found]


def _told(change: Change) -> str:
    if change.before is None:
        return f"{change.step}: added, {change.reason}" if change.step != "fuse" else ""
    if change.after is None:
        return f"{change.step}: {_named(change.before)} dropped, {change.reason}"
    return f"{change.step}: {_named(change.before)} became {_named(change.after)}, {change.reason}"


def _named(span: Span) -> str:
    by = "+".join(span.sources)
    return f"{span.entity.value} ({by})" if by else span.entity.value


def dropped_spans(spans: Sequence[Span], explained: Explained) -> list[tuple[int, int, str]]:
    """Return the stretches that were considered and stayed, each with the reason, in order and without overlaps.

    spans: those that were replaced, in order; no stretch overlaps them.
    """
    candidates = [
        (c.before.start, c.before.end, f"{_named(c.before)} dropped by {c.step}: {c.reason}")
        for c in explained.changes
        if c.before is not None and c.after is None
    ]
    candidates += [
        (d.start, d.end, f"doubted: {d.entity.value} with probability {d.score:.2f}, below the threshold")
        for d in explained.doubts
    ]
    found: list[tuple[int, int, str]] = []
    ends = [span.end for span in spans]
    for start, end, why in sorted(candidates, key=lambda c: (c[0], -c[1])):
        after = bisect_right(ends, start)  # the first span that ends behind the start
        is_free = after == len(spans) or end <= spans[after].start
        if is_free and start < end and (not found or found[-1][1] <= start):
            found.append((start, end, why))
    return found
