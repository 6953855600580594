"""Transcripts through the engine: what was said is found, mapped back, and replaced in written form."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from redactor.detect.known import Known
from redactor.detect.patterns import Patterns
from redactor.detect.repetitions import sure_terms
from redactor.detect.resolver import resolve
from redactor.detect.spoken import SPOKEN
from redactor.engine import Engine, Redacted, read_all
from redactor.entities import PRECEDENCE, Entity, Role
from redactor.policy.profiles import load_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.record_texts import RecordTexts
from redactor.text import KnownValue, Mention, Note, Reading, Span, TextKind
from relex.index.embedded import EmbeddedIndex
from relex.relexicalizer import Relexicalizer
from relex.strategy import RuleStrategy
from tests.each_row import each_row
from tests.unit.golden_pseudonyms import keyring
from tests.unit.relex.test_relexicalizer import FakeKnownValues

RING = keyring(2)
SPEECH = TextKind.SPEECH


class Student:
    """Finds what matches an expression, as the student alone."""

    name, version = "student", "1"

    def __init__(self, expression: str, entity: Entity, score: float = 0.7) -> None:
        self._expression, self._entity, self._score = re.compile(expression), entity, score

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        return [
            Reading(
                tuple(
                    Span(m.start(), m.end(), self._entity, self._score, "strong", (self.name,))
                    for m in self._expression.finditer(note.text)
                )
            )
            for note in notes
        ]


@pytest.fixture
def hips(tmp_path: Path) -> Iterator[Engine]:
    with EmbeddedIndex(tmp_path / "index.db", RING) as index:
        tags = TagReplacer(load_profile("hips"), RING, "enclave")
        relex = Relexicalizer(tags, RuleStrategy(), index, RING, "enclave", "source", FakeKnownValues())
        yield Engine([Patterns(), Known()], relex)


def tagged(text: str, known: Sequence[KnownValue] = ()) -> Redacted:
    note = Note("1", text, "subject", known=known, kind=SPEECH)
    replacer = TagReplacer(load_profile("hipaa-safe-harbor"), RING, "enclave")
    ((out,), _) = Engine([Patterns(), Known()], replacer).process([note], [])
    return out


def test_numbers_in_words_are_found_in_transcripts_alone() -> None:
    text = "my number is five five five oh one four two two three nine"
    speech, prose = read_all([Patterns()], [Note("1", text, kind=SPEECH), Note("2", text)])
    assert [(text[s.start : s.end], s.entity) for s in speech.spans] == [(text[13:], Entity.TELEPHONE_NUMBER)]
    assert prose.spans == ()


def test_replacements_stand_in_the_transcript() -> None:
    out = tagged("seen on the third of may nineteen eighty, m r n eight eight oh four one seven, thank you")
    assert out.text == "seen on the 1980, m r n [MEDICAL_RECORD_NUMBER], thank you"


def test_a_spoken_number_gets_a_stand_in_in_digits(hips: Engine) -> None:
    text = "call five five five oh one four two two three nine"
    ((out,), _) = hips.process([Note("1", text, "subject", kind=SPEECH)], [])
    assert re.fullmatch(r"call \d{3}-\d{3}-\d{4}", out.text)
    assert "555-014-2239" not in out.text


def test_a_spoken_date_is_shifted(hips: Engine) -> None:
    text = "admitted on april twelfth twenty nineteen"
    written = "admitted on april 12th 2019"
    notes = [Note("1", text, "subject", kind=SPEECH), Note("2", written, "subject")]
    ((spoken, plain), _) = hips.process(notes, [])
    assert spoken.text == plain.text != written
    assert re.search(r"\d", spoken.text)


def test_a_known_number_and_a_known_name_are_recognised_as_said() -> None:
    known = (
        KnownValue("X4417092", Entity.MEDICAL_RECORD_NUMBER, Role.PATIENT),
        KnownValue("Zwickelbaur", Entity.PATIENT, Role.PATIENT, (("family", "Zwickelbaur"),)),
    )
    out = tagged("x four four one seven oh nine two for z w i c k e l b a u r", known=known)
    assert out.text == "[MEDICAL_RECORD_NUMBER] for [PERSON]"


def test_a_number_said_again_without_its_cue_is_found_again() -> None:
    out = tagged("medical record number seven seven oh two one. i repeat, seven seven oh two one")
    assert out.text == "medical record number [MEDICAL_RECORD_NUMBER]. i repeat, [MEDICAL_RECORD_NUMBER]"


def test_the_number_of_a_record_is_found_as_said() -> None:
    text = "this is about seven seven oh two one"
    replacer = TagReplacer(load_profile("hipaa-safe-harbor"), RING, "enclave")
    value = Mention("77021", Entity.MEDICAL_RECORD_NUMBER, "subject", where="Patient.identifier")
    engine = Engine([Patterns()], replacer)
    (((out,),), _) = engine.process_records([Note("1", text, kind=SPEECH)], [value], [RecordTexts((0,), (0,))])
    assert out.text == "this is about [MEDICAL_RECORD_NUMBER]"


def test_a_partial_date_takes_its_year_from_the_note(hips: Engine) -> None:
    notes = [
        Note("1", "seen on november third", "subject", date=dt.date(2020, 12, 1), kind=SPEECH),
        Note("2", "seen on november 3rd", "subject", date=dt.date(2020, 12, 1)),
    ]
    ((spoken, plain), _) = hips.process(notes, [])
    assert spoken.text == plain.text != notes[1].text


def test_a_spelt_name_is_found_without_a_detector() -> None:
    text = "her last name is q w o r b e l"
    (reading,) = read_all([Student("nothing", Entity.ID)], [Note("1", text, kind=SPEECH)])
    assert [(text[s.start : s.end], s.entity) for s in reading.spans] == [("q w o r b e l", Entity.PERSON)]


def test_what_the_student_found_in_the_view_is_searched_for_as_written() -> None:
    text = "number seven seven oh two one. i repeat, seven seven oh two one"
    (reading,) = read_all([Student("(?<=number )77021", Entity.FIN, 0.96)], [Note("1", text, kind=SPEECH)])
    assert [text[s.start : s.end] for s in reading.spans] == ["seven seven oh two one"] * 2


def test_what_was_said_is_searched_for_in_the_texts_of_its_record() -> None:
    notes = [Note("1", "medical record number seven seven oh two one", kind=SPEECH), Note("2", "see 77021 too")]
    replacer = TagReplacer(load_profile("hipaa-safe-harbor"), RING, "enclave")
    ((texts,), _) = Engine([Patterns()], replacer).process_records(notes, [], [RecordTexts((0, 1))])
    assert texts[1].text == "see [MEDICAL_RECORD_NUMBER] too"


def test_the_student_has_no_more_authority_in_the_view() -> None:
    spoken = Span(0, 9, Entity.PASSPORT_NUMBER_US, 0.96, "strong", (SPOKEN, "student"))
    plain = Span(0, 9, Entity.MEDICAL_RECORD_NUMBER, 0.96, "strong", ("student",))
    first = min((spoken, plain), key=lambda s: PRECEDENCE[s.entity])
    last = max((spoken, plain), key=lambda s: PRECEDENCE[s.entity])
    text = "five five"
    assert resolve(text, [replace(first, sources=plain.sources), replace(last, sources=spoken.sources)])[0].entity is (
        first.entity
    )
    (term,) = sure_terms("Qworbel", [Span(0, 7, Entity.PERSON, 0.96, "strong", (SPOKEN, "student"))]).values()
    assert not term.small


def test_the_student_is_not_believed_about_words_that_are_written_in_another_way() -> None:
    text = "the e k g and the a t i a"
    for expression in ("e k g", "a t i a"):
        (reading,) = read_all([Student(expression, Entity.PERSON, 0.99)], [Note("1", text, kind=SPEECH)])
        assert reading.spans == ()
    (reading,) = read_all([Student("EKG", Entity.PERSON, 0.99)], [Note("1", text, kind=SPEECH)])
    assert [text[s.start : s.end] for s in reading.spans] == ["e k g"]
    (reading,) = read_all([Student("the e k g", Entity.PERSON, 0.99)], [Note("1", text, kind=SPEECH)])
    assert reading.spans != ()


@each_row(
    ("text", "expression", "entity", "counts"),
    [
        ("it is going from twelve to nine", "12", Entity.AGE, False),
        ("dad is ninety four", "94", Entity.AGE, True),
        ("dad is eighty four", "84", Entity.AGE, False),
        ("try four four one seven at extension", "extension", Entity.TELEPHONE_NUMBER, False),
        ("try extension four four one seven", "4417", Entity.TELEPHONE_NUMBER, True),
        ("okay seven and adriana", "adriana", Entity.PERSON, True),
        ("seven of us in may", "may", Entity.DATE, True),
    ],
)
def test_short_numbers_and_labels_need_a_surer_student(
    text: str, expression: str, entity: Entity, counts: bool
) -> None:
    (unsure,) = read_all([Student(expression, entity, 0.3)], [Note("1", text, kind=SPEECH)])
    (sure,) = read_all([Student(expression, entity, 0.96)], [Note("1", text, kind=SPEECH)])
    assert (bool(unsure.spans), bool(sure.spans)) == (counts, True)


def test_a_transcript_reads_alike_in_any_company() -> None:
    notes = [
        Note("1", "d o b four twelve fifty three", kind=SPEECH),
        Note("2", "d o b four twelve fifty three"),
        Note("3", "pain is five out of ten", kind=SPEECH),
    ]
    together = read_all([Patterns()], notes)
    assert together == [read_all([Patterns()], [note])[0] for note in notes]


def test_an_unreadable_view_is_an_unreadable_transcript() -> None:
    class Fails:
        name, version = "fails", "1"

        def detect(self, notes: Sequence[Note]) -> list[Reading]:
            return [Reading(complete="555" not in note.text, why="token") for note in notes]

    (reading,) = read_all([Fails()], [Note("1", "call five five five", kind=SPEECH)])
    assert not reading.complete
