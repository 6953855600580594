"""The engine: detectors, the resolver and a replacer behind one batch call."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

import msgspec

from redactor.dates import padding_of
from redactor.detect import Detector, Pending, SecondReader, SecondReading
from redactor.detect.found_names import degrees_behind, name_words, words_of
from redactor.detect.guard import TAGGED, has_cue, is_guarded, is_shaped
from redactor.detect.inner_texts import InnerText, inner_texts
from redactor.detect.site_terms import AllowedTerms
from redactor.detect.spoken import spoken_view
from redactor.detect.steps import Change, TextUnderway, take_steps
from redactor.entities import DATES, DEMOGRAPHICS, NAMES, PLACES, WORDED, Entity, Role
from redactor.lexicon.medicine import is_term
from redactor.record_texts import RecordTexts, ResolvedText, resolve_records
from redactor.text import Action, Mention, Note, Reading, Span, TextKind


class Replacer(Protocol):
    """Replaces mentions: one call per batch, for free text and structured values alike."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    @property
    def ambiguous(self) -> Sequence[int]:
        """Indices of the mentions of the last call that may belong to two people."""
        ...

    def replace(self, mentions: Sequence[Mention]) -> list[str]:
        """One replacement a mention, in order. A value that no other replacement fits becomes a tag."""
        ...


class Redacted(msgspec.Struct, frozen=True):
    """A de-identified text.

    spans: what was found, in offsets of the original. replacements: one for each span. complete: False if the
    text was not read in whole and must not be released; why: as in Reading. second: what a second reader asked,
    cleared, added and was unsure of.
    """

    text: str
    spans: tuple[Span, ...]
    replacements: tuple[str, ...] = ()
    complete: bool = True
    entities: Counter[str] = msgspec.field(default_factory=Counter)
    why: str = ""
    second: Mapping[str, int] = msgspec.field(default_factory=dict)


AMBIGUOUS = "AMBIGUOUS_NAME"  # counted with the entities: names in texts that may belong to two people
_NONE_ALLOWED = AllowedTerms()
_MAY_BE_NAMES = PLACES | DEMOGRAPHICS  # labels that profiles keep, and that detectors give to names by mistake
_KIND_WITHIN = {TextKind.CLINICAL: TextKind.PHRASE, TextKind.PHRASE: TextKind.PHRASE}  # of what a text hides
_GROUP = 64  # notes that a second reader is given at a time
_IN_CONTEXT = PLACES | DATES
_AROUND = 60  # characters around a place that may confirm it, or around a holiday
_FEW_BEHIND = 12  # spans that may begin within the degrees behind a name
_ROLE_OF = {Entity.PATIENT: Role.PATIENT, Entity.DOCTOR: Role.CLINICIAN}


class Engine:
    """Reads notes with every detector, resolves the spans, and replaces what was found. Keeps no state of a batch.

    allowed: terms that are no identifiers (site settings, checked by `site_terms.validate`). second: reads what the
    detectors found. with_degrees: what replaces a clinician's name takes the degrees behind it along.
    """

    def __init__(
        self,
        detectors: Sequence[Detector],
        replacer: Replacer,
        allowed: AllowedTerms = _NONE_ALLOWED,
        second: SecondReader | None = None,
        *,
        with_degrees: bool = False,
    ) -> None:
        if not detectors:
            raise ValueError("no detector is configured; name at least one in `detectors`")
        self.detectors = tuple(detectors)
        self.replacer = replacer
        self.second = second
        self._allowed = allowed
        self._with_degrees = with_degrees

    @property
    def versions(self) -> dict[str, str]:
        """Names and versions of the detectors, the second reader and the replacer, for the audit."""
        readers = (*self.detectors, *(() if self.second is None else (self.second,)))
        return {r.name: r.version for r in readers} | {self.replacer.name: self.replacer.version}

    def with_replacer(self, replacer: Replacer) -> Engine:
        """One that reads alike."""
        return Engine(self.detectors, replacer, self._allowed, self.second)

    def read(self, notes: Sequence[Note]) -> list[Reading]:
        """The resolved reading of each note. Every detector reads every note."""
        return read_all(self.detectors, notes, self._allowed, self.second)

    def process(self, notes: Sequence[Note], values: Sequence[Mention]) -> tuple[list[Redacted], list[str]]:
        """De-identify free texts and structured values together: one detector call, one replacer call."""
        texts, replaced = self.process_records(notes, values, [RecordTexts((i,)) for i in range(len(notes))])
        return [text for (text,) in texts], replaced

    def process_records(
        self, notes: Sequence[Note], values: Sequence[Mention], records: Sequence[RecordTexts]
    ) -> tuple[list[list[Redacted]], list[str]]:
        """The same for texts that belong to records: one list of results for each record, in the order of its notes.

        What one text or value of a record names surely is searched for in all its texts. The results of a record do not
        depend on the other records, although records may share notes.
        """
        readings = self.read(notes)
        texts, indices = resolve_records(notes, readings, values, records)
        if self._with_degrees:
            texts = [text if text.note.kind is TextKind.SPEECH else _with_degrees(text) for text in texts]
        mentions: list[Mention] = list(values)
        for text in texts:
            mentions.extend(_mentions(text))
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
    allowed: AllowedTerms = _NONE_ALLOWED,
    second: SecondReader | None = None,
    *,
    without: frozenset[str] = frozenset(),
) -> list[Reading]:
    """The resolved reading of each note by all detectors, and by a second reader of what they found.

    without: steps to leave out (`redactor.detect.steps.OPTIONAL`). Raises RuntimeError if a detector returns too few or
    too many readings.
    """
    return [reading for reading, _ in _read(detectors, notes, allowed, second, without, explain=False)]


def explain_all(
    detectors: Sequence[Detector], notes: Sequence[Note], *, without: frozenset[str] = frozenset()
) -> list[tuple[Reading, list[Change]]]:
    """The same with what each step did to the spans of the note, but not to those of its inner texts."""
    return _read(detectors, notes, _NONE_ALLOWED, None, without, explain=True)


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
    """The readings of each text by all detectors as one. given: texts, readings, inner texts with their readings."""
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
    """The readings of each note, one by each detector."""
    all_readings: list[list[Reading]] = []
    for detector in detectors:
        readings = detector.detect(notes)
        if len(readings) != len(notes):
            raise RuntimeError(f"detector {detector.name} gave {len(readings)} readings for {len(notes)} notes")
        all_readings.append(readings)
    return [[readings[i] for readings in all_readings] for i in range(len(notes))]


def _read_twice(detectors: Sequence[Detector], second: SecondReader, notes: Sequence[Note]) -> list[list[Reading]]:
    """The same with the second reader's reading for the last, and without what it has dismissed.

    The detectors read the next notes while the second reader waits for its answers.
    """
    found: list[list[Reading]] = []
    pending: list[Pending] = []
    for at in range(0, len(notes), _GROUP):
        group = notes[at : at + _GROUP]
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
    """The reading of a note, incomplete if that of one of its inner texts is, with the counters of all."""
    if not parts:
        return reading
    complete = reading.complete and all(r.complete for r in parts)
    why = next((r.why for r in (reading, *parts) if r.why), "")
    return replace(reading, complete=complete, why=why, second=(*reading.second, *(c for r in parts for c in r.second)))


def _settled(readings: Sequence[Reading], text: TextUnderway | None) -> Reading:
    """The readings of a text by all detectors as one."""
    return Reading(
        spans=() if text is None else tuple(text.spans),
        doubts=tuple([d for r in readings for d in r.doubts]),
        complete=all(r.complete for r in readings),
        why=next((r.why for r in readings if r.why), ""),
        guarded=() if text is None else tuple(sorted(text.counts.items())),
        second=readings[-1].second,
    )


def _with_degrees(resolved: ResolvedText) -> ResolvedText:
    """The text with the degrees behind the names of clinicians in their spans; no other span is cut."""
    text, spans = resolved.note.text, resolved.reading.spans
    found: list[tuple[Span, str | None]] = []
    at = 0
    for nth, (span, given) in enumerate(zip(spans, resolved.given, strict=True)):
        if span.start < at:
            continue  # a degree that was taken for a name
        if span.entity is Entity.DOCTOR and given is None:
            end = degrees_behind(text, span.start, span.end)
            cut = (later.start for later in spans[nth + 1 : nth + 1 + _FEW_BEHIND] if later.start < end < later.end)
            if (limit := next(cut, None)) is not None:
                end = degrees_behind(text, span.start, span.end, limit)
            span = msgspec.structs.replace(span, end=end)
        found.append((span, given))
        at = span.end
    if not found:
        return resolved
    widened, given_ones = zip(*found, strict=True)
    return replace(resolved, reading=replace(resolved.reading, spans=widened), given=given_ones)


def _mentions(resolved: ResolvedText) -> Iterator[Mention]:
    """The spans that the replacer decides as mentions, each with its paragraph (text between blank lines)."""
    note = resolved.note
    end = ordinal = 0
    paragraph = ""
    spans = resolved.reading.spans
    uncertain = any(span.entity in _MAY_BE_NAMES for span in spans)
    persons = name_words(note, spans) if uncertain else frozenset()
    spoken = spoken_view(note.text) if note.kind is TextKind.SPEECH else None
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
            force=Action.TAG if _is_tagged(value, span) else None,
            before=note.text[max(0, span.start - _AROUND) : span.start] if span.entity in _IN_CONTEXT else "",
            after=note.text[span.end : span.end + _AROUND] if span.entity in _IN_CONTEXT else "",
            note_types=note.types,
            contested=span.entity in _MAY_BE_NAMES and not persons.isdisjoint(words_of(value)),
            pads=pads if span.entity in DATES else None,
        )
        ordinal += 1


def _is_tagged(value: str, span: Span) -> bool:
    """Whether a span gets a tag under every profile: a stand-in for what is no name would be a false fact."""
    if not is_guarded(span):
        return False
    # The codes of states are abbreviations of medicine too, and profiles keep them or give another state's.
    is_name = span.entity in WORDED and span.entity is not Entity.STATE
    return not is_shaped(value, span.entity) or (is_name and not has_cue(span) and is_term(value))


def _as_spoken(text: str, spans: Sequence[Span], replacements: Sequence[str]) -> tuple[str, ...]:
    """The replacements, but the words of the transcript where one is only their written form: of "sixty seven" 67.

    What a profile keeps stays as it was said, and its sound is not muted.
    """
    view = spoken_view(text)
    return tuple(
        text[s.start : s.end] if new == view.written(s.start, s.end) else new
        for s, new in zip(spans, replacements, strict=True)
    )


def _splice(resolved: ResolvedText, replaced: Sequence[str]) -> Redacted:
    """The text with its replacements. replaced: of the spans that the replacer decides, in order."""
    text, reading = resolved.note.text, resolved.reading
    if not (reading.spans or reading.guarded or reading.second):
        return Redacted(text, (), complete=reading.complete, why=reading.why)
    decided = iter(replaced)
    replacements = tuple(next(decided) if given is None else given for given in resolved.given)
    if resolved.note.kind is TextKind.SPEECH:
        replacements = _as_spoken(text, reading.spans, replacements)
    pieces: list[str] = []
    at = 0
    for span, new in zip(reading.spans, replacements, strict=True):
        pieces.append(text[at : span.start])
        pieces.append(new)
        at = span.end
    pieces.append(text[at:])
    counts = Counter(s.entity.value for s in reading.spans)
    counts.update(dict(reading.guarded))
    second = Counter[str]()
    for name, n in reading.second:
        second[name] += n
    return Redacted("".join(pieces), reading.spans, replacements, reading.complete, counts, reading.why, second)
