"""The shipped detectors over transcripts without capitals and punctuation, as recognisers write them."""

from __future__ import annotations

from benchmarks.speech import measure, utterances
from redactor.detect.known import Known
from redactor.detect.patterns import Patterns
from redactor.detect.student import Student
from redactor.engine import read_all
from redactor.entities import Entity
from redactor.text import Note, TextKind
from tests.each_row import each_row


def test_identifiers_are_found_and_clinical_words_stay() -> None:
    held_out = [u for u in utterances() if u.half == "held-out"]
    recall, false_alarms = measure([Patterns(), Known(), Student(threads=2)], held_out, "held out", show=False)
    assert recall.value >= 0.95
    assert false_alarms.value < 10


@each_row(
    ("text", "dates"),
    [
        ("she is out until the twentieth i can not sleep", ["twentieth"]),
        ("come back on the twentieth please", ["twentieth"]),
        ("since the third he has had pain", ["third"]),
        ("the ward is on the fifth floor", []),
        ("before the second injection we check the blood", []),
        ("from the first time i saw it", []),
    ],
)
def test_a_day_without_its_month_is_a_date(text: str, dates: list[str]) -> None:
    note = Note("a", text, kind=TextKind.SPEECH)
    [reading] = read_all([Patterns(), Known(), Student(threads=2)], [note])
    assert [text[s.start : s.end] for s in reading.spans if s.entity is Entity.DATE] == dates
