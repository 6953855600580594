"""The resolver, from outside."""

import pytest

from redactor.detect.resolver import resolve
from redactor.entities import Entity
from redactor.text import Span
from tests.each_row import each_row


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


def labelled(text: str, *found: Span) -> list[tuple[str, Entity]]:
    return [(text[s.start : s.end], s.entity) for s in resolve(text, found)]


def known(start: int, end: int, entity: Entity) -> Span:
    return Span(start, end, entity, None, "strong", ("known",))


def rule(start: int, end: int, entity: Entity) -> Span:
    return Span(start, end, entity, None, "strong", ("patterns:some-rule",))


def student(start: int, end: int, entity: Entity, score: float = 0.9) -> Span:
    return Span(start, end, entity, score, "strong", ("student",))


def test_a_known_value_gives_the_label_before_rules_and_rules_before_the_student() -> None:
    text = "Sumiko254 Larue605 seen"
    assert labelled(text, student(0, 18, Entity.ID), known(0, 18, Entity.PATIENT)) == [(text[:18], Entity.PATIENT)]
    found = labelled(text, student(0, 9, Entity.ID), student(10, 18, Entity.ID), known(0, 18, Entity.PATIENT))
    assert found == [(text[:18], Entity.PATIENT)]
    assert labelled(text, rule(0, 18, Entity.ID), known(0, 18, Entity.PATIENT)) == [(text[:18], Entity.PATIENT)]
    assert labelled(text, student(0, 18, Entity.ID), rule(0, 18, Entity.DOCTOR)) == [(text[:18], Entity.DOCTOR)]
    assert labelled(text, student(0, 18, Entity.ID), rule(0, 9, Entity.DOCTOR)) == [(text[:18], Entity.DOCTOR)]
    assert labelled(text, student(0, 18, Entity.DOCTOR), rule(0, 18, Entity.PERSON)) == [(text[:18], Entity.DOCTOR)]


def test_a_value_within_a_much_longer_one_does_not_give_the_label() -> None:
    text = "Larue acc 88214-3345"
    assert labelled(text, student(0, 20, Entity.ID), known(0, 5, Entity.PATIENT)) == [(text, Entity.ID)]


@each_row("kept", [Entity.STATE, Entity.CITY, Entity.AGE, Entity.COUNTRY, Entity.OCCUPATION])
def test_a_merge_turns_no_masked_entity_into_one_that_a_profile_keeps(kept: Entity) -> None:
    assert labelled("Virginia", student(0, 8, Entity.PERSON), known(0, 8, kept)) == [("Virginia", Entity.PERSON)]


def test_a_whole_date_of_a_rule_is_a_date_and_not_the_id_of_the_student() -> None:
    text = "15-APR-2025 77"
    assert labelled(text, student(0, 11, Entity.ID), rule(0, 11, Entity.DATE)) == [("15-APR-2025", Entity.DATE)]
    assert labelled(text, student(0, 14, Entity.ID), rule(0, 11, Entity.DATE)) == [(text, Entity.ID)]


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
