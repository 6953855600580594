"""Fusion: weak spans that another detector cleared, and repetitions of names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from redactor.detect.fusion import drop_names_in_dates, find_repetitions, fuse
from redactor.detect.known import Known
from redactor.engine import read_all
from redactor.entities import Entity, Role
from redactor.text import KnownValue, Note, Reading, Span


def weak(start: int, end: int, *sources: str) -> Span:
    return Span(start, end, Entity.ID, None, "weak", sources or ("patterns:bare-number",))


def test_a_weak_pattern_inside_a_cleared_range_is_dropped() -> None:
    for found in (weak(10, 15), weak(10, 15, "patterns:bare-number", "patterns:local-phone"), weak(10, 15, "patterns")):
        assert fuse([Reading((found,)), Reading(cleared=((0, 5), (8, 20)))]) == []


@pytest.mark.parametrize(
    "span",
    [
        weak(10, 21),  # reaches out of it
        weak(7, 12),
        weak(10, 15, "known"),
        weak(10, 15, "patterns:bare-number", "known"),
        Span(10, 15, Entity.ID, None, "strong", ("patterns:mrn-labelled",)),
        Span(10, 15, Entity.ID, 0.3, "strong", ("student",)),
    ],
)
def test_nothing_else_is_dropped(span: Span) -> None:
    assert fuse([Reading((span,)), Reading(cleared=((0, 5), (8, 20)))]) == [span]


def again(text: str, value: str, entity: Entity = Entity.PERSON, score: float | None = None) -> list[str]:
    start = text.index(value)
    first = Span(start, start + len(value), entity, score)
    return [text[s.start : s.end] for s in find_repetitions(text, [first])]


def test_a_name_found_once_is_found_again_in_parts_and_capitals() -> None:
    text = "Dr. Oluwaseun Adeyemi saw her. ADEYEMI wrote: Oluwaseun will call. Adeyemis differ."
    assert again(text, "Oluwaseun Adeyemi") == ["ADEYEMI", "Oluwaseun"]


@pytest.mark.parametrize("text", ["Will Parkinson came. Will she? Parkinson disease.", "Ng came. Ng again."])
def test_words_eponyms_and_short_names_are_not_searched_for(text: str) -> None:
    assert again(text, text.split(" came")[0]) == []


def test_a_short_name_is_not_searched_for_in_capitals() -> None:
    assert again("Ana came. ANA 1:80. Ana left.", "Ana") == ["Ana"]


def test_a_name_with_a_low_score_is_not_searched_for() -> None:
    assert again("Adeyemi came. Adeyemi left.", "Adeyemi", score=0.6) == []
    assert again("Adeyemi came. Adeyemi left.", "Adeyemi", score=0.95) == ["Adeyemi"]


def test_numbers_are_found_again_and_short_ones_are_not() -> None:
    assert again("MRN 4417-22. See 4417-22, 4417-223.", "4417-22", Entity.MEDICAL_RECORD_NUMBER) == ["4417-22"]
    assert again("ID 4417. Na 4417.", "4417", Entity.ID) == []


@pytest.mark.parametrize(
    ("text", "seen"),
    [("Jackson Pratt came. Jackson-Pratt drain in place.", []), ("Jackson Pratt came. JACKSON-PRATT DRAIN", ["PRATT"]),
     ("Jean Barré came. Guillain-Barré syndrome ruled out.", []), ("Ann Pratt came. Jackson-Pratt drain.", []),
     ("Jackson Pratt came. Pratt-Okoro drain out.", ["Pratt"]), ("Jackson Pratt came. Jackson-Pratt left.", ["Pratt"]),
     ("Jackson Pratt came. Pratt drained it.", ["Pratt"])],
)  # fmt: skip
def test_the_name_of_a_device_or_a_disease_is_not_a_repetition(text: str, seen: list[str]) -> None:
    assert again(text, text.split(" came")[0]) == seen


@pytest.mark.parametrize("unit", ["/uL", " /mm3", " mg/dL", " copies/mL", " U/L", " cells", "%", " x10", " mcg"])
def test_a_number_with_a_unit_is_not_a_repetition(unit: str) -> None:
    text = f"MRN 250000. Platelets 250000{unit} today, for 250000 Ms. U Pt"
    assert again(text, "250000", Entity.MEDICAL_RECORD_NUMBER) == ["250000"]
    assert len(again(text.replace(unit, " pt"), "250000", Entity.MEDICAL_RECORD_NUMBER)) == 2


def test_a_known_value_is_not_cleared_by_another_detector() -> None:
    text = "Will prefers to be called Will."
    known = KnownValue("Will Bustos", Entity.PATIENT, Role.PATIENT, (("given", "Will"), ("family", "Bustos")))
    sure = Fixed(Reading(cleared=((0, len(text)),)))
    (got,) = read_all([Known(), sure], [Note("n", text, known=(known,))])
    assert [text[s.start : s.end] for s in got.spans] == ["Will", "Will"]


@dataclass
class Fixed:
    """A detector that returns fixed spans for any text."""

    reading: Reading
    name: str = "fixed"
    version: str = "1"

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        return [self.reading for _ in notes]


def test_read_all_drops_cleared_spans_and_adds_repetitions() -> None:
    note = Note("n", "Adeyemi, 5/5 strength, Adeyemi left")
    name = Span(0, 7, Entity.PERSON, 0.99, "strong", ("student",))
    (got,) = read_all([Fixed(Reading((weak(9, 12),))), Fixed(Reading((name,), cleared=((8, 22),)))], [note])
    assert [(s.start, s.end) for s in got.spans] == [(0, 7), (23, 30)]


def test_the_month_of_a_date_is_not_a_name() -> None:
    text = "seen 19 Jan 2022, Jan Roe, in Jan 2022"
    date, name, alone = Span(5, 16, Entity.DATE), Span(8, 11, Entity.PERSON), text.index("Jan Roe")
    other = Span(alone, alone + 7, Entity.PERSON)
    assert drop_names_in_dates(text, [date, name, other]) == [date, other]
    wide = Span(0, len("seen 19 Jan"), Entity.DATE)  # no date as it stands
    assert name in drop_names_in_dates(text, [wide, name])
