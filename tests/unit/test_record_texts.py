"""The texts of one record together: what one gives surely is found in the others, and rewrites take their place."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from redactor.engine import Engine
from redactor.entities import Entity, Role
from redactor.record_texts import RecordTexts, Rewrite
from redactor.text import Mention, Note, Reading, Span
from tests.each_row import each_row


class Introduced:
    """A detector that finds a name only where it is introduced, as "Mr. Okonjo" is, with a score."""

    name, version = "introduced", "1"

    def __init__(self, score: float | None = 0.99, entity: Entity = Entity.PERSON) -> None:
        self.score, self.entity = score, entity

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        return [Reading(tuple(self._spans(n.text))) for n in notes]

    def _spans(self, text: str) -> list[Span]:
        found = re.finditer(r"(?<=Mr\. )\w+(?: [A-Z]\w+)?|(?<=MRN )[0-9-]+", text)
        return [Span(m.start(), m.end(), self.entity, self.score, "strong", ("introduced",)) for m in found]


class Tags:
    name, version = "tags", "1"
    ambiguous: tuple[int, ...] = ()

    def replace(self, mentions: Sequence[Mention]) -> list[str]:
        self.asked = list(mentions)
        return [m.entity.tag for m in mentions]


def texts_of(
    *records: Sequence[str], values: Sequence[Mention] = (), detector: Introduced | None = None
) -> list[list[str]]:
    """The texts of records after the engine. Equal texts share a note; every record has all the values."""
    texts = list(dict.fromkeys(t for r in records for t in r))
    notes = [Note(f"n{i}", t) for i, t in enumerate(texts)]
    own = [RecordTexts(tuple(map(texts.index, r)), tuple(range(len(values)))) for r in records]
    got, _ = Engine([detector or Introduced()], Tags()).process_records(notes, values, own)
    return [[t.text for t in r] for r in got]


def test_a_name_that_one_text_gives_is_found_in_the_others() -> None:
    assert texts_of(["CT chest Okonjo", "Seen: Mr. Okonjo.", "OKONJO called"]) == [
        ["CT chest [PERSON]", "Seen: Mr. [PERSON].", "[PERSON] called"]
    ]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0)])
def test_a_text_that_records_share_has_the_result_of_each_record(order: tuple[int, ...]) -> None:
    records = [["CT Okonjo", "Mr. Okonjo came"], ["CT Okonjo"], ["CT Okonjo", "Mr. Adeyemi came"]]
    alone = [texts_of(r)[0] for r in records]
    assert alone == [["CT [PERSON]", "Mr. [PERSON] came"], ["CT Okonjo"], ["CT Okonjo", "Mr. [PERSON] came"]]
    assert texts_of(*(records[i] for i in order)) == [alone[i] for i in order]


def test_numbers_are_found_too_but_measurements_are_not() -> None:
    texts = ["Platelets 250000/uL, scan 250000", "MRN 250000"]
    assert texts_of(texts, detector=Introduced(None, Entity.ID)) == [["Platelets 250000/uL, scan [ID]", "MRN [ID]"]]


@pytest.mark.parametrize("score", [0.5, 0.89])
def test_a_name_with_a_low_score_is_not_searched_for(score: float) -> None:
    assert texts_of(["CT Okonjo", "Mr. Okonjo"], detector=Introduced(score)) == [["CT Okonjo", "Mr. [PERSON]"]]


@each_row(
    ("title", "body"),
    [
        ("Will follow up", "Mr. Will came"),
        ("Parkinson disease", "Mr. Parkinson came"),
        ("Guillain-Barré syndrome", "Mr. Barré came"),
        ("Okonjoville", "Mr. Okonjo came"),
    ],
)
def test_ordinary_words_eponyms_and_parts_of_words_are_not_names(title: str, body: str) -> None:
    assert texts_of([title, body])[0][0] == title


def test_structured_names_of_the_record_are_searched_for_in_its_texts() -> None:
    parts = (("given", "Ngozi"), ("family", "Okonjo"))
    values = [Mention(v, Entity.PERSON, None, Role.RELATIVE, "Patient.contact.name", p, parts) for p, v in parts]
    assert texts_of(["Call Okonjo or NGOZI"], values=values) == [["Call [PERSON] or [PERSON]"]]


def test_the_display_of_a_reference_to_anything_is_not_a_name() -> None:
    value = Mention("Zolbetuximab", Entity.PERSON, None, None, "Basic.subject.display")
    assert texts_of(["Zolbetuximab given"], values=[value]) == [["Zolbetuximab given"]]


def rewritten(text: str, *rewrites: Rewrite) -> tuple[str, list[str]]:
    tags = Tags()
    record = RecordTexts((0,), (), (rewrites,))
    ((got,),), _ = Engine([Introduced()], tags).process_records([Note("n", text)], [], [record])
    assert len(got.spans) == len(got.replacements)
    return got.text, [m.value for m in tags.asked]


def test_rewrites_take_their_place_beside_what_was_found() -> None:
    text = "Mr. Okonjo is Patient/7, Mr. Adeyemi not"
    assert rewritten(text, Rewrite(14, 23, "Patient/x")) == (
        "Mr. [PERSON] is Patient/x, Mr. [PERSON] not", ["Okonjo", "Adeyemi"],
    )  # fmt: skip


@each_row(
    ("start", "end", "expected"),
    [
        (4, 10, "Mr. NEW"),  # the same range
        (0, 10, "NEW"),  # the rewrite is wider
        (6, 10, "Mr. [PERSON]"),  # the span is wider: the rewrite gives way
        (0, 6, "[PERSON]"),  # they cross: all is covered
    ],
)
def test_no_character_of_a_span_or_a_rewrite_is_left(start: int, end: int, expected: str) -> None:
    assert rewritten("Mr. Okonjo", Rewrite(start, end, "NEW"))[0] == expected
