"""The resolver, from outside."""

import pytest

from redactor.detect.resolver import resolve
from redactor.entities import Entity
from redactor.text import Span


def spans(text: str, *found: tuple[int, int, Entity]) -> list[tuple[str, Entity]]:
    return [(text[s.start : s.end], s.entity) for s in resolve(text, [Span(a, b, e) for a, b, e in found])]


def test_spans_grow_to_whole_words() -> None:
    text = "Seen by Smith-Jones today"
    assert spans(text, (8, 11, Entity.DOCTOR)) == [("Smith-Jones", Entity.DOCTOR)]


def test_a_possessive_stays_outside() -> None:
    assert spans("Doe's wife", (0, 2, Entity.PATIENT)) == [("Doe", Entity.PATIENT)]


def test_identifiers_grow_over_their_joiners() -> None:
    assert spans("on 03/04/2024, then", (3, 8, Entity.DATE)) == [("03/04/2024", Entity.DATE)]
    assert spans("id 12-34-56.", (3, 5, Entity.ID)) == [("12-34-56", Entity.ID)]


def test_sentence_ends_and_slashes_between_words_do_not_join() -> None:
    assert spans("born 1950.Patient well", (5, 9, Entity.DATE)) == [("1950", Entity.DATE)]


def test_overlap_is_the_union_under_the_stronger_label() -> None:
    text = "Boston General Hospital"
    found = spans(text, (0, 6, Entity.CITY), (0, 23, Entity.HOSPITAL))
    assert found == [("Boston General Hospital", Entity.HOSPITAL)]


def test_no_span_shrinks_another() -> None:
    text = "call 617-555-1234 or Jo"
    found = spans(text, (5, 17, Entity.TELEPHONE_NUMBER), (9, 23, Entity.PERSON))
    assert found == [("617-555-1234 or Jo", Entity.TELEPHONE_NUMBER)]


def test_names_separated_by_a_space_are_merged() -> None:
    assert spans("John Smith, MD", (0, 4, Entity.PERSON), (5, 10, Entity.DOCTOR)) == [("John Smith", Entity.DOCTOR)]


def test_adjacent_spans_of_different_kinds_are_not_merged() -> None:
    found = spans("Dayton OH", (0, 6, Entity.CITY), (7, 9, Entity.STATE))
    assert found == [("Dayton", Entity.CITY), ("OH", Entity.STATE)]


def test_spans_are_not_widened_in_scripts_without_spaces() -> None:
    text = "患者王小明今天入院"
    assert spans(text, (2, 5, Entity.PATIENT)) == [("王小明", Entity.PATIENT)]


def test_a_span_outside_the_text_is_an_error() -> None:
    with pytest.raises(ValueError, match="outside"):
        resolve("abc", [Span(1, 9, Entity.ID)])
