"""This module joins detectors, the resolver and a replacer behind one call for a batch."""

from __future__ import annotations

import datetime as dt
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

import msgspec

from redactor.costs import count_texts, in_tier
from redactor.dates import padding_of
from redactor.detect import Detector, Pending, SecondReader, SecondReading
from redactor.detect.found_names import degrees_behind, name_words, words_of
from redactor.detect.guard import TAGGED, has_cue, is_guarded, is_shaped
from redactor.detect.held_values import withheld_spans
from redactor.detect.inner_texts import InnerText, inner_texts
from redactor.detect.site_terms import AllowedTerms
from redactor.detect.spoken import KnownNames, as_spoken, spoken_view
from redactor.detect.steps import Change, TextUnderway, take_steps
from redactor.entities import DATES, DEMOGRAPHICS, NAMES, PLACES, WORDED, Entity, Role
from redactor.lexicon.medicine import is_term
from redactor.record_texts import RecordTexts, ResolvedText, resolve_records
from redactor.text import Action, Doubt, Mention, Note, Reading, Span, TextKind


class Replacer(Protocol):
    """A replacer replaces all mentions of a batch in one call, those of free text and of structured values alike."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    as_of: dt.date | None  # the day on which the next calls judge ages

    @property
    def ambiguous(self) -> Sequence[int]:
        """These are the indices of the mentions of the last call that may belong to two people."""
        ...

    def replace(self, mentions: Sequence[Mention]) -> list[str]:
        """Return one replacement for each mention, in order. A value that no other replacement fits becomes a tag."""
        ...


class Redacted(msgspec.Struct, frozen=True):
    """A `Redacted` holds a de-identified text, or says that the text was not read completely.

    spans: the spans in offsets of the original. replacements: one for each span. complete: False if the text was not
    read completely and must not be released; why: as in Reading. entities: counts by entity. second: how many questions
    a second reader asked, cleared, added and was unsure of. doubts: ranges that stayed although a detector was unsure
    of them. strange: as in Reading.
    """

    text: str
    spans: tuple[Span, ...]
    replacements: tuple[str, ...] = ()
    complete: bool = True
    entities: Counter[str] = msgspec.field(default_factory=Counter)
    why: str = ""
    second: Mapping[str, int] = msgspec.field(default_factory=dict)
    doubts: tuple[Doubt, ...] = ()
    strange: bool = False

    def __repr__(self) -> str:
        return f"<Redacted: {self.text!r}>" if self.complete else f"<Redacted: not read in full {self.why}>"


AMBIGUOUS = "AMBIGUOUS_NAME"  # counted with the entities: names in texts that may belong to two people
_NO_ALLOWED_TERMS = AllowedTerms()
_MAY_BE_NAMES = PLACES | DEMOGRAPHICS  # labels that profiles keep, and that detectors give to names by mistake
_KIND_WITHIN = {TextKind.CLINICAL: TextKind.PHRASE, TextKind.PHRASE: TextKind.PHRASE}  # the kinds of inner texts
_GROUP_SIZE = 64  # how many notes a second reader gets at a time
_NEED_CONTEXT = PLACES | DATES
_CONTEXT_CHARS = 60  # characters around a place that may confirm it, or around a holiday
_SPANS_BEHIND = 12  # spans that may begin within the degrees behind a name
_ROLE_OF = {Entity.PATIENT: Role.PATIENT, Entity.DOCTOR: Role.CLINICIAN}


class Engine:
    """An engine reads notes with every detector, resolves the spans, and replaces them; it keeps no state of a batch.

    allowed: terms that are no identifiers (site settings, checked by `site_terms.validate`). second: a reader that is
    given what the detectors found. with_degrees: replace the degrees behind a clinician's name together with the name.
    held: entities that the profile keeps, but not where a value may be a patient's or a relative's: that becomes a tag.

        engine = Engine([Patterns()], TagReplacer(profile, keyring, recipient))
        (redacted,), _ = engine.process([Note("1", "Call 555-0100.")], [])
    """

    def __init__(
        self,
        detectors: Sequence[Detector],
        replacer: Replacer,
        allowed: AllowedTerms = _NO_ALLOWED_TERMS,
        second: SecondReader | None = None,
        *,
        with_degrees: bool = False,
        held: frozenset[Entity] = frozenset(),
    ) -> None:
        if not detectors:
            raise ValueError("no detector is configured; name at least one in `detectors`")
        self.detectors = tuple(detectors)
        self.replacer = replacer
        self.second = second
        self._allowed = allowed
        self._with_degrees = with_degrees
        self._held = held

    @property
    def versions(self) -> dict[str, str]:
        """These are the names and versions of the detectors, the second reader and the replacer, for the audit."""
        readers = (*self.detectors, *(() if self.second is None else (self.second,)))
        return {r.name: r.version for r in readers} | {self.replacer.name: self.replacer.version}

    def read(self, notes: Sequence[Note], *, asks: bool = True) -> list[Reading]:
        """Return the resolved reading of each note. Every detector reads every note. asks: the second reader does."""
        return read_all(self.detectors, notes, self._allowed, self.second if asks else None)

    def explain(self, notes: Sequence[Note]) -> list[tuple[Reading, list[Change]]]:
        """Return the same readings with the changes that each step made to the spans of the note."""
        return _read(self.detectors, notes, self._allowed, self.second, frozenset(), explain=True)

    def process(self, notes: Sequence[Note], values: Sequence[Mention]) -> tuple[list[Redacted], list[str]]:
        """De-identify free texts and structured values together, with one detector call and one replacer call."""
        texts, replaced = self.process_records(notes, values, [RecordTexts((i,)) for i in range(len(notes))])
        return [text for (text,) in texts], replaced

    def process_records(
        self, notes: Sequence[Note], values: Sequence[Mention], records: Sequence[RecordTexts]
    ) -> tuple[list[list[Redacted]], list[str]]:
        """De-identify texts and values of records; return for each record the results of its notes, and all replaced
        values.

        A name that is sure in one text or value of a record is searched for in all its texts. The results of a record
        do not depend on the other records, although records may share notes.
        """
        texts, indices = resolve_records(notes, self.read(notes), values, records)
        if self._with_degrees:
            texts = [text if text.note.kind is TextKind.SPEECH else _with_degrees(text) for text in texts]
        mentions: list[Mention] = list(values)
        for text in texts:
            mentions.extend(_mentions(text, self._held))
        replaced = self.replacer.replace(mentions)
        if len(replaced) != len(mentions):
            raise RuntimeError(
                f"replacer {self.replacer.name} gave {len(replaced)} values for {len(mentions)} mentions"
            )
        results = []
        at = len(values)
        ambiguous = sorted(self.replacer.ambiguous)
        for text in texts:
            end = at + text.given.count(None)
            result = _splice(text, replaced[at:end])
            result.entities.update(f"{TAGGED}:{m.entity.value}" for m in mentions[at:end] if m.force is Action.TAG)
            if n := bisect_left(ambiguous, end) - bisect_left(ambiguous, at):
                result.entities[AMBIGUOUS] = n
            at = end
            results.append(result)
        return [[results[i] for i in own] for own in indices], replaced[: len(values)]


def read_all(
    detectors: Sequence[Detector],
    notes: Sequence[Note],
    allowed: AllowedTerms = _NO_ALLOWED_TERMS,
    second: SecondReader | None = None,
    *,
    without: frozenset[str] = frozenset(),
) -> list[Reading]:
    """Return the resolved reading of each note by all detectors and the second reader.

    without: names of steps to leave out (`redactor.detect.steps.OPTIONAL`). Raises RuntimeError if a detector returns
    another number of readings than of notes.
    """
    return [reading for reading, _ in _read(detectors, notes, allowed, second, without, explain=False)]


def explain_all(
    detectors: Sequence[Detector], notes: Sequence[Note], *, without: frozenset[str] = frozenset()
) -> list[tuple[Reading, list[Change]]]:
    """Return the same readings with the changes that each step made to the spans of the note (not of its inner
    texts).
    """
    return _read(detectors, notes, _NO_ALLOWED_TERMS, None, without, explain=True)


def _read(
    detectors: Sequence[Detector],
    notes: Sequence[Note],
    allowed: AllowedTerms,
    second: SecondReader | None,
    without: frozenset[str],
    *,
    explain: bool,
) -> list[tuple[Reading, list[Change]]]:
    if not notes:
        return []
    count_texts(len(notes), sum(len(note.text) for note in notes))
    within = [inner_texts(note) for note in notes]
    inner = [
        replace(note, id=f"{note.id}~{k}", text=part.text, kind=_KIND_WITHIN.get(note.kind, TextKind.PROSE))
        for note, parts in zip(notes, within, strict=True)
        for k, part in enumerate(parts)
    ]
    everything = [*notes, *inner]
    found = _detected(detectors, everything) if second is None else _read_twice(detectors, second, everything)
    of_inner = iter(_settle([(n, r, ()) for n, r in zip(inner, found[len(notes) :], strict=True)], allowed, without))
    parts_of = [[(part, next(of_inner)[0]) for part in parts] for parts in within]
    given = list(zip(notes, found[: len(notes)], parts_of, strict=True))
    settled = _settle(given, allowed, without, explain=explain)
    return [
        (_with_parts(reading, [r for _, r in parts]), changes)
        for (reading, changes), parts in zip(settled, parts_of, strict=True)
    ]


def _settle(
    given: Sequence[tuple[Note, Sequence[Reading], Sequence[tuple[InnerText, Reading]]]],
    allowed: AllowedTerms,
    without: frozenset[str],
    *,
    explain: bool = False,
) -> list[tuple[Reading, list[Change]]]:
    """Return one reading for each text, resolved from the readings of all detectors.

    given: each note with the readings of the detectors, and its inner texts with their resolved readings.
    """
    # Nothing was found in most displays and short texts.
    texts = [
        TextUnderway(note, readings, allowed, parts)
        if note.kind is TextKind.SPEECH or parts or any(r.spans for r in readings)
        else None
        for note, readings, parts in given
    ]
    changes = iter(take_steps([text for text in texts if text is not None], without, explain))
    return [
        (_settled(readings, text), [] if text is None else next(changes))
        for (_, readings, _), text in zip(given, texts, strict=True)
    ]


def _detected(detectors: Sequence[Detector], notes: Sequence[Note]) -> list[list[Reading]]:
    """Return, for each note, the readings of all detectors."""
    all_readings: list[list[Reading]] = []
    for detector in detectors:
        readings = in_tier(detector.name, detector.detect, notes)
        if len(readings) != len(notes):
            raise RuntimeError(f"detector {detector.name} gave {len(readings)} readings for {len(notes)} notes")
        all_readings.append(readings)
    return [[readings[i] for readings in all_readings] for i in range(len(notes))]


def _read_twice(detectors: Sequence[Detector], second: SecondReader, notes: Sequence[Note]) -> list[list[Reading]]:
    """Return the readings of each note without dismissed spans, and the second reader's reading as the last.

    The detectors read the next notes while the second reader waits for its answers.
    """
    found: list[list[Reading]] = []
    pending: list[Pending] = []
    for at in range(0, len(notes), _GROUP_SIZE):
        group = notes[at : at + _GROUP_SIZE]
        readings = _detected(detectors, group)
        pending.append(second.begin(group, readings))
        found.extend(readings)
    seconds = [r for p in pending for r in p.result()]
    if len(seconds) != len(notes):
        raise RuntimeError(f"{second.name} gave {len(seconds)} readings for {len(notes)} notes")
    return [[*_without(readings, s), s.reading] for readings, s in zip(found, seconds, strict=True)]


def _without(readings: Sequence[Reading], second: SecondReading) -> Sequence[Reading]:
    if not second.dismissed:
        return readings
    return [replace(r, spans=tuple(s for s in r.spans if s not in second.dismissed)) for r in readings]


def _with_parts(reading: Reading, parts: Sequence[Reading]) -> Reading:
    """Return the reading of a note, made incomplete if an inner text is, with the counters of all inner texts."""
    if not parts:
        return reading
    complete = reading.complete and all(r.complete for r in parts)
    why = next((r.why for r in (reading, *parts) if r.why), "")
    return replace(reading, complete=complete, why=why, second=(*reading.second, *(c for r in parts for c in r.second)))


def _settled(readings: Sequence[Reading], text: TextUnderway | None) -> Reading:
    """Return one reading from the readings of all detectors and the resolved spans."""
    return Reading(
        spans=() if text is None else tuple(text.spans),
        doubts=tuple([d for r in readings for d in r.doubts]),
        complete=all(r.complete for r in readings),
        why=next((r.why for r in readings if r.why), ""),
        guarded=() if text is None else tuple(sorted(text.counts.items())),
        second=readings[-1].second,
        strange=any(r.strange for r in readings),
    )


def _with_degrees(resolved: ResolvedText) -> ResolvedText:
    """Return the text with the degrees behind clinicians' names included in their spans; no other span is cut."""
    text, spans = resolved.note.text, resolved.reading.spans
    found: list[tuple[Span, str | None]] = []
    at = 0
    for nth, (span, given) in enumerate(zip(spans, resolved.given, strict=True)):
        if span.start < at:
            continue  # a degree that was taken for a name
        if span.entity is Entity.DOCTOR and given is None:
            end = degrees_behind(text, span.start, span.end)
            cut = (later.start for later in spans[nth + 1 : nth + 1 + _SPANS_BEHIND] if later.start < end < later.end)
            if (limit := next(cut, None)) is not None:
                end = degrees_behind(text, span.start, span.end, limit)
            span = msgspec.structs.replace(span, end=end)
        found.append((span, given))
        at = span.end
    if not found:
        return resolved
    widened, replacements = zip(*found, strict=True)
    return replace(resolved, reading=replace(resolved.reading, spans=widened), given=replacements)


def _mentions(resolved: ResolvedText, held: frozenset[Entity]) -> Iterator[Mention]:
    """Yield a mention, with its paragraph (text between blank lines), for each span that the replacer decides."""
    note = resolved.note
    end = ordinal = 0
    paragraph = ""
    spans = resolved.reading.spans
    uncertain = any(span.entity in _MAY_BE_NAMES for span in spans)
    persons = name_words(note, spans) if uncertain else frozenset()
    withheld = withheld_spans(note, spans, held)
    spoken = spoken_view(note.text) if note.kind is TextKind.SPEECH else None
    names = KnownNames(note.known) if spoken is not None else None
    pads = padding_of(note.text[s.start : s.end] for s in spans if s.entity in DATES)
    for span, given in zip(spans, resolved.given, strict=True):
        if given is not None:
            continue
        if span.start >= end:
            before, after = note.text.rfind("\n\n", end, span.start), note.text.find("\n\n", span.end)
            start = end if before < 0 else before + 2
            end = len(note.text) if after < 0 else after
            paragraph, ordinal = note.text[start:end], 0
        value = note.text[span.start : span.end] if spoken is None else spoken.written(span.start, span.end)
        if names is not None and span.entity in NAMES:
            value = names.in_place_of(value)
        yield Mention(
            value=value,
            entity=span.entity,
            subject=note.subject,
            role=_ROLE_OF.get(span.entity) if span.entity in NAMES else None,
            date=note.date if span.entity in DATES else None,
            unresolved=note.unresolved,
            note=note.id,
            paragraph=paragraph,
            ordinal=ordinal,
            force=Action.TAG if _is_tagged(value, span) or span in withheld else None,
            before=note.text[max(0, span.start - _CONTEXT_CHARS) : span.start] if span.entity in _NEED_CONTEXT else "",
            after=note.text[span.end : span.end + _CONTEXT_CHARS] if span.entity in _NEED_CONTEXT else "",
            note_types=note.types,
            contested=span.entity in _MAY_BE_NAMES and not persons.isdisjoint(words_of(value)),
            pads=pads if span.entity in DATES else None,
        )
        ordinal += 1


def _is_tagged(value: str, span: Span) -> bool:
    """Return whether a span gets a tag under every profile, because a stand-in for no name would be a false fact."""
    if not is_guarded(span):
        return False
    # The codes of states are abbreviations of medicine too, and profiles keep them or give another state's.
    is_name = span.entity in WORDED and span.entity is not Entity.STATE
    return not is_shaped(value, span.entity) or (is_name and not has_cue(span) and is_term(value))


def _splice(resolved: ResolvedText, replaced: Sequence[str]) -> Redacted:
    """Return the text with its replacements put in.

    replaced: the replacements of the spans that the replacer decides, in order.
    """
    text, reading = resolved.note.text, resolved.reading
    decided = iter(replaced)
    replacements = tuple(next(decided) if given is None else given for given in resolved.given)
    if resolved.note.kind is TextKind.SPEECH:
        replacements = as_spoken(text, reading.spans, replacements)
    pieces, at = list[str](), 0
    for span, new in zip(reading.spans, replacements, strict=True):
        pieces += (text[at : span.start], new)
        at = span.end
    pieces.append(text[at:])
    counts = Counter(s.entity.value for s in reading.spans)
    counts.update(dict(reading.guarded))
    second = Counter[str]()
    for name, n in reading.second:
        second[name] += n
    left = reading.doubts_left(), reading.strange
    return Redacted("".join(pieces), reading.spans, replacements, reading.complete, counts, reading.why, second, *left)
