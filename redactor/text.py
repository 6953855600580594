"""This module defines the data types of free text: notes, spans, readings and mentions.

Offsets are Python characters (Unicode code points) of the original text everywhere, half open: text[start:end].
"""

from __future__ import annotations

import datetime as dt
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Literal

import msgspec

from redactor.entities import Entity, Role

Strength = Literal["weak", "strong"]


class Action(StrEnum):
    """An action says how a mention is replaced. A profile assigns one to each entity; a schema rule can force one."""

    TAG = "tag"
    HASH = "hash"
    SURROGATE = "surrogate"
    SHIFT = "shift"
    GENERALIZE = "generalize"
    KEEP = "keep"


class TextKind(StrEnum):
    """A text kind says what a text holds, which decides which spans count.

    prose: any text. clinical: the name of a finding, a test, a procedure, a drug or a dose. phrase: a few words of a
    record that may be anything, such as a title, a reason or the display of a local code. speech: the transcript of a
    recording, as a recogniser writes it.
    """

    PROSE = "prose"
    PHRASE = "phrase"
    CLINICAL = "clinical"
    SPEECH = "speech"


@dataclass(frozen=True, slots=True, repr=False)
class KnownValue:
    """A known value is an identifier of a subject or a site that a structured record gave.

    value: the identifier as the record writes it. parts: (name, value) pairs of a structured value, such as ("family",
    "Doe").
    """

    value: str
    entity: Entity
    role: Role | None = None
    parts: tuple[tuple[str, str], ...] = ()

    def __repr__(self) -> str:
        return f"<KnownValue: {self.entity.value} of {len(self.value):,} characters>"


NO_HINTS: Mapping[str, str] = MappingProxyType({})
BY_LLM: Mapping[str, str] = MappingProxyType({"llm": "always"})
"""These hints make an LLM, if one is configured, read the whole text."""


@dataclass(frozen=True, slots=True, repr=False)
class Note:
    """A note is a text that detectors read, with its subject, date, type and known values.

    subject: the pseudonymous key of the patient. date: the date of the note, which completes partial dates ("3/24").
    known: values of the subject's household; `redactor.detect.known.keyed_values.KeyedValues` are loaded only when
    needed. hints: what the schema says about the reading of the text. kind: decides which spans count
    (`redactor.detect.steps`). record_types: all names of the note type of the record that contains the text, also for a
    text without a type, such as the description of a document. unresolved: as in Mention.
    """

    id: str
    text: str
    subject: str | None = None
    note_type: str | None = None
    date: dt.date | None = None
    known: Sequence[KnownValue] = ()
    hints: Mapping[str, str] = field(default_factory=lambda: NO_HINTS)
    kind: TextKind = TextKind.PROSE
    record_types: tuple[str, ...] = ()
    unresolved: bool = False

    def __repr__(self) -> str:
        whose = "of a patient" if self.subject is not None else "of no patient"
        return f"<Note: {len(self.text):,} characters, {whose}, {len(self.known):,} known values>"

    @property
    def types(self) -> tuple[str, ...]:
        """These are all names of the type of the note and of its record."""
        return tuple(dict.fromkeys((*((self.note_type,) if self.note_type else ()), *self.record_types)))


# Every rule that matches makes one. A frozen dataclass takes ten times as long to make, compare and hash.
class Span(msgspec.Struct, frozen=True, gc=False):
    """A span marks a stretch of a text that is an entity, and names what found it.

    score: the calibrated probability in [0, 1]; None for a rule. sources: what found the span, each a detector's name
    or "detector:rule"; `detector_of` gives the detector.
    """

    start: int
    end: int
    entity: Entity
    score: float | None = None
    strength: Strength = "strong"
    sources: tuple[str, ...] = ()

    @property
    def is_students_alone(self) -> bool:
        """This is true if the student, and nothing else, found the span."""
        return self.sources == (STUDENT,)


@dataclass(frozen=True, slots=True)
class Doubt:
    """A doubt marks a stretch that a detector finds too unsure for a span.

    entity: the most probable entity. score: the probability of any entity.
    """

    start: int
    end: int
    entity: Entity
    score: float


KNOWN, STUDENT = "known", "student"
"""The spans of these two detectors get special treatment. A checkpoint that takes the student's place has its name."""


def detector_of(source: str) -> str:
    """Return the name of the detector in a source of a span, such as "patterns" for "patterns:us-phone"."""
    return source.partition(":")[0]


@dataclass(frozen=True, slots=True)
class Reading:
    """A reading holds what one detector, or all of them together after resolution, found in one note.

    doubts: ranges below the threshold, which stay unmarked unless a `SecondReader` asks about them. complete: False if
    the text could not be read completely; why: the code of the reason, if there is one. cleared: ranges that the
    detector is sure hold no identifier, where weak rules alone do not count. guarded: (counter, number) pairs that tell
    what the guard changed, such as ("guard-trimmed:PERSON", 1). second: such pairs of the second reader: asked,
    cleared, added, unsure. strange: True if a detector finds the note unlike its training data.
    """

    spans: tuple[Span, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    complete: bool = True
    cleared: tuple[tuple[int, int], ...] = ()
    guarded: tuple[tuple[str, int], ...] = ()
    why: str = ""
    second: tuple[tuple[str, int], ...] = ()
    strange: bool = False

    def doubts_left(self) -> tuple[Doubt, ...]:
        """Return the doubts of a resolved reading that are not within a span."""
        starts = [span.start for span in self.spans] if self.doubts else []
        around = ((bisect_right(starts, doubt.start) - 1, doubt) for doubt in self.doubts)
        return tuple([doubt for at, doubt in around if at < 0 or self.spans[at].end < doubt.end])


# Every value of every record becomes a mention. A frozen dataclass of as many fields takes thirty times as long.
class Mention(msgspec.Struct, frozen=True):
    """A mention is one value to replace: the text of a span, or a leaf of a structured value.

    value: the text as written. where: "text", or the path of the field ("Patient.name.given"). part and parts: the name
    of this part of a structured value, and the whole value, so that "Doe" is recognised as the family name of John Doe.
    force: the action that a schema rule requires, which overrides the profile's. date: the date of the note or record,
    which completes partial dates. unresolved: True if the record belongs to some patient whom it does not name. note:
    the id of the text, "" for a structured value. paragraph and ordinal: the paragraph of a text, and the position of
    the mention among the mentions of that paragraph, from 0. before and after: the characters around a place or date in
    a text. contested: True if a name that is known of the subject, or was found in the text, shares a word with the
    value. note_types: the types of the text. pads: whether the note of a date writes days and months as 03 or as 3;
    None if nothing tells.
    """

    value: str
    entity: Entity
    subject: str | None = None
    role: Role | None = None
    where: str = "text"
    part: str | None = None
    parts: tuple[tuple[str, str], ...] = ()
    force: Action | None = None
    date: dt.date | None = None
    unresolved: bool = False
    note: str = ""
    paragraph: str = ""
    ordinal: int = 0
    before: str = ""
    after: str = ""
    contested: bool = False
    note_types: tuple[str, ...] = ()
    pads: bool | None = None

    def __repr__(self) -> str:
        return f"<Mention: {self.entity.value} of {len(self.value):,} characters in {self.where}>"
