"""The data types of free text: notes, spans, readings, mentions.

Offsets are Python characters (Unicode code points) of the original text everywhere, half open: text[start:end].
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Literal

import msgspec

from redactor.entities import Entity, Role

Strength = Literal["weak", "strong"]


class Action(StrEnum):
    """How a mention is replaced. A profile assigns one to each entity; a schema rule can force one."""

    TAG = "tag"
    HASH = "hash"
    SURROGATE = "surrogate"
    SHIFT = "shift"
    GENERALIZE = "generalize"
    KEEP = "keep"


class TextKind(StrEnum):
    """What a text holds. prose: anything. clinical: the name of a finding, a test, a procedure, a drug or a dose.

    phrase: a few words of a record, which may be anything: a title, a reason, the display of a local code. speech: the
    transcript of a recording, as a recogniser writes it.
    """

    PROSE = "prose"
    PHRASE = "phrase"
    CLINICAL = "clinical"
    SPEECH = "speech"


@dataclass(frozen=True, slots=True)
class KnownValue:
    """An identifier of a subject or a site, taken from a structured record.

    value: as written in the record. parts: of a structured value, (name, value) pairs such as ("family", "Doe").
    """

    value: str
    entity: Entity
    role: Role | None = None
    parts: tuple[tuple[str, str], ...] = ()


NO_HINTS: Mapping[str, str] = MappingProxyType({})
BY_LLM: Mapping[str, str] = MappingProxyType({"llm": "always"})
"""Hints of a text that an LLM, where there is one, reads as a whole."""


@dataclass(frozen=True, slots=True)
class Note:
    """A text to read. subject: pseudonymous key of the patient. date: of the note; completes partial dates ("3/24").

    known: of the subject's household; `redactor.detect.known.keyed_values.KeyedValues` are loaded only when needed.
    hints: of its schema. kind: decides which spans count (`redactor.detect.steps`). record_types: all names
    of the type of the note in whose record the text stands, also of one without a type, as a document's description.
    unresolved: as in Mention.
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

    @property
    def types(self) -> tuple[str, ...]:
        """Every name of the type of the note or its record."""
        return tuple(dict.fromkeys((*((self.note_type,) if self.note_type else ()), *self.record_types)))


# Every rule that matches makes one. A frozen dataclass takes ten times as long to make, compare and hash.
class Span(msgspec.Struct, frozen=True, gc=False):
    """A found entity.

    score: calibrated probability in [0, 1]; None from a rule. sources: what found it, each a detector's name or
    "detector:rule"; `detector_of` gives the detector.
    """

    start: int
    end: int
    entity: Entity
    score: float | None = None
    strength: Strength = "strong"
    sources: tuple[str, ...] = ()

    @property
    def is_students_alone(self) -> bool:
        """Whether the student found it and nothing else did."""
        return self.sources == (STUDENT,)


@dataclass(frozen=True, slots=True)
class Doubt:
    """A range in which a detector is unsure. entity: the most probable one. score: probability of any entity."""

    start: int
    end: int
    entity: Entity
    score: float


KNOWN, STUDENT = "known", "student"
"""Detectors whose spans are treated in their own way. A checkpoint in the student's place has its name."""


def detector_of(source: str) -> str:
    """The detector's name in a span's source: "patterns" in "patterns:us-phone"."""
    return source.partition(":")[0]


@dataclass(frozen=True, slots=True)
class Reading:
    """What one detector found in a note, or all of them after resolution.

    doubts: ranges below the threshold; they stay unmarked unless a `SecondReader` asks about them. complete: False if
    the text could not be read in whole; why: a code, where there is one to tell. cleared: ranges that the detector is
    sure hold no identifier; hits that only weak rules have are dropped there. guarded: after resolution, what the guard
    did: (counter, number) pairs such as ("guard-trimmed:PERSON", 1). second: likewise what the second reader did:
    asked, cleared, added, unsure. strange: a detector says that the note is unlike those that it learnt from.
    """

    spans: tuple[Span, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    complete: bool = True
    cleared: tuple[tuple[int, int], ...] = ()
    guarded: tuple[tuple[str, int], ...] = ()
    why: str = ""
    second: tuple[tuple[str, int], ...] = ()
    strange: bool = False


# Every value of every record is one. A frozen dataclass of as many fields takes thirty times as long to make.
class Mention(msgspec.Struct, frozen=True):
    """A value to replace: a span of free text, or a leaf of a structured value.

    value: as written. where: "text", or the field's path ("Patient.name.given"). part and parts: which part of a
    structured value this is, and the whole value, so that "Doe" is recognised as the family name of John Doe.
    force: the action that a schema rule requires; it overrides the profile's. date: of the note or record; completes
    partial dates. unresolved: its record has no subject and is of some patient all the same. note: id of the text, ""
    for a structured value. paragraph and ordinal: in a text, the paragraph and the mention's position among that
    paragraph's mentions, from 0. before and after: of a place or date in a text, the characters around it. contested: a
    name that is known of the subject or was found in the text shares a word with it. note_types: of the text. pads: of
    a date in a text, whether its note writes days and months as 03 or as 3; None where nothing tells.
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
