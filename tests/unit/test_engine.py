"""The engine: every detector reads every note, all spans are resolved once, structured values are included."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from redactor.detect import SecondReading
from redactor.engine import Engine
from redactor.entities import Entity
from redactor.text import Doubt, Mention, Note, Reading, Span


@dataclass
class Finds:
    """A detector that marks every occurrence of one word."""

    word: str
    entity: Entity
    complete: bool = True
    name: str = "finds"
    version: str = "1"

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        out = []
        for note in notes:
            at = note.text.find(self.word)
            spans = (Span(at, at + len(self.word), self.entity, sources=(self.name,)),) if at >= 0 else ()
            out.append(Reading(spans, complete=self.complete))
        return out


class Tags:
    name = "tags"
    version = "1"
    ambiguous: tuple[int, ...] = ()
    calls: list[list[Mention]]

    def __init__(self) -> None:
        self.calls = []

    def replace(self, mentions: Sequence[Mention]) -> list[str]:
        self.calls.append(list(mentions))
        return [m.entity.tag for m in mentions]


def test_overlapping_detectors_leave_one_tag_and_no_residue() -> None:
    engine = Engine([Finds("John Do", Entity.PERSON), Finds("Doe", Entity.DOCTOR, name="other")], Tags())
    (out,), _ = engine.process([Note("1", "I saw John Doe, well.")], [])
    assert out.text == "I saw [PERSON], well."
    assert out.replacements == ("[PERSON]",)
    assert out.spans[0].sources == ("finds", "other")
    assert out.entities == {"DOCTOR": 1}


def test_text_and_values_share_one_replacer_call() -> None:
    tags = Tags()
    engine = Engine([Finds("Doe", Entity.PATIENT)], tags)
    texts, values = engine.process([Note("1", "Doe", subject="s1")], [Mention("Doe", Entity.PERSON, subject="s1")])
    assert (texts[0].text, values) == ("[PERSON]", ["[PERSON]"])
    assert len(tags.calls) == 1
    assert {m.subject for m in tags.calls[0]} == {"s1"}


def test_one_incomplete_reading_makes_the_result_incomplete() -> None:
    engine = Engine([Finds("x", Entity.ID), Finds("y", Entity.ID, complete=False)], Tags())
    (out,), _ = engine.process([Note("1", "text")], [])
    assert not out.complete


def test_a_detector_that_loses_a_note_stops_the_batch() -> None:
    class Loses(Finds):
        def detect(self, notes: Sequence[Note]) -> list[Reading]:
            return super().detect(notes)[1:]

    with pytest.raises(RuntimeError, match="0 readings for 1 notes"):
        Engine([Loses("x", Entity.ID)], Tags()).process([Note("1", "text")], [])


def test_no_detector_is_an_error() -> None:
    with pytest.raises(ValueError, match="detector"):
        Engine([], Tags())


def test_a_mention_has_its_paragraph_and_its_position_in_it() -> None:
    tags = Tags()
    text = "Doe came.\nDoe left.\n\nDoe slept.\n\n\n\nNobody.\n\nSo did Doe, Doe and Doe"
    Engine([Finds("Doe", Entity.PERSON)], tags).process([Note("n7", text)], [])
    (asked,) = tags.calls
    assert {m.note for m in asked} == {"n7"}
    assert [(m.paragraph, m.ordinal) for m in asked] == [
        ("Doe came.\nDoe left.", 0),
        ("Doe came.\nDoe left.", 1),
        ("Doe slept.", 0),
        ("So did Doe, Doe and Doe", 0),
        ("So did Doe, Doe and Doe", 1),
        ("So did Doe, Doe and Doe", 2),
    ]


class Judges:
    """A second reader that dismisses every span of "Doe", finds "Ann", and cannot judge notes that say "unclear"."""

    name = "judges"
    version = "1"

    def __init__(self) -> None:
        self.groups: list[int] = []

    def begin(self, notes: Sequence[Note], readings: Sequence[Sequence[Reading]]) -> "Judges.Begun":
        self.groups.append(len(notes))
        return Judges.Begun([self._judge(n, r) for n, r in zip(notes, readings, strict=True)])

    @staticmethod
    def _judge(note: Note, readings: Sequence[Reading]) -> SecondReading:
        dismissed = [s for r in readings for s in r.spans if note.text[s.start : s.end] == "Doe"]
        at = note.text.find("Ann")
        spans = (Span(at, at + 3, Entity.PERSON, sources=("judges",)),) if at >= 0 else ()
        unclear = "unclear" in note.text
        counts = (("asked", len(dismissed)), ("cleared", len(dismissed)))
        reading = Reading(spans, complete=not unclear, why="llm-down" if unclear else "", second=counts)
        return SecondReading(reading, frozenset(dismissed))

    @dataclass
    class Begun:
        readings: list[SecondReading]

        def result(self) -> list[SecondReading]:
            return self.readings


def test_a_second_adds_and_dismisses_and_says_what_it_did() -> None:
    engine = Engine([Finds("Doe", Entity.PERSON)], Tags(), second=Judges())
    (out, other), _ = engine.process([Note("1", "Ann saw Doe"), Note("2", "a doe")], [])
    assert (out.text, out.complete) == ("[PERSON] saw Doe", True)
    assert (out.second, other.second) == ({"asked": 1, "cleared": 1}, {"asked": 0, "cleared": 0})
    assert engine.versions == {"finds": "1", "judges": "1", "tags": "1"}


def test_what_a_second_cannot_judge_is_incomplete_and_says_why() -> None:
    engine = Engine([Finds("Doe", Entity.PERSON)], Tags(), second=Judges())
    outs, _ = engine.process([Note("1", "unclear"), Note("2", "fine")], [])
    assert [(o.complete, o.why) for o in outs] == [(False, "llm-down"), (True, "")]


def test_a_second_is_given_notes_in_groups_and_reads_them_all() -> None:
    second = Judges()
    outs, _ = Engine([Finds("x", Entity.ID)], Tags(), second=second).process(
        [Note(str(i), f"Ann {i}") for i in range(150)], []
    )
    assert [o.text for o in outs] == [f"[PERSON] {i}" for i in range(150)]
    assert second.groups == [64, 64, 22]


def test_a_second_that_loses_a_note_stops_the_batch() -> None:
    class Loses(Judges):
        def begin(self, notes: Sequence[Note], readings: Sequence[Sequence[Reading]]) -> Judges.Begun:
            return super().begin(notes[1:], readings[1:])

    with pytest.raises(RuntimeError, match="judges"):
        Engine([Finds("x", Entity.ID)], Tags(), second=Loses()).process([Note("1", "x")], [])


def test_doubts_that_no_span_holds_are_counted_and_strange_texts_are_told() -> None:
    class Unsure:
        name, version = "unsure", "1"

        def detect(self, notes: Sequence[Note]) -> list[Reading]:
            name = Span(8, 15, Entity.DOCTOR, sources=("unsure",))
            at = [Doubt(0, 4, Entity.PERSON, 0.2), Doubt(8, 15, Entity.PERSON, 0.2), Doubt(8, 20, Entity.CITY, 0.2)]
            return [Reading((name,) if "Vexholm" in n.text else (), tuple(at), strange="odd" in n.text) for n in notes]

    texts = ["Seen by Vexholm there.", "Seen by nobody, an odd text."]
    notes = [Note(str(i), text) for i, text in enumerate(texts)]
    first, second = Engine([Unsure()], Tags()).process(notes, [])[0]
    assert ([d.end for d in first.doubts], first.strange) == ([4, 20], False)
    assert (len(second.doubts), second.strange) == (3, True) and second.text == texts[1]
