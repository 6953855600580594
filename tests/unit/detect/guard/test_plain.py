"""The short cut of the guard says nothing else than its rules."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import pytest

from redactor.detect.guard import apply, guard
from redactor.detect.guard.apply import is_plain
from redactor.entities import Entity
from redactor.text import STUDENT, Span
from tests.each_row import each_row

WORDS = (
    "Ada", "O'Neill", "Müller-Lee", "A.", "Dr.", "Prof", "Mrs.", "Pt", "Patient", "CLIENT", "SSN", "Home", "IP", "Fax",
    "CC", "Plan", "Exam", "ID", "Pt.", "DOB", "S/N", "of", "at", "A/P", "Provider", "Hospital",
)  # fmt: skip
NUMBERS = (
    "12", "12/03/2021", "(555) 555-0142", "A12-7", "12-MAR-2021", "ID-7", "R12C", "4.5", "+1", "mg", "May 3, 2021",
    "5/5. May", "Case 3", "MRN12", "14", "G2P1", "Mr", "12 Mar 2021", "Lot 12",
)  # fmt: skip
CONTEXTS = (("", ": 5551234"), ("Plan\n\n", "\n"), ("to ", " 12 mg"))


def _cut(monkeypatch: pytest.MonkeyPatch, values: Iterable[str], entities: Iterable[Entity]) -> list[tuple[str, str]]:
    """The plain values that the guard cuts without the short cut."""
    plain = [(value, entity) for value, entity in product(values, entities) if is_plain(value, entity)]
    assert len(plain) > 50
    monkeypatch.setattr(apply, "is_plain", lambda value, entity: False)
    wrong = []
    for (value, entity), (before, after) in product(plain, CONTEXTS):
        text = f"{before}{value}{after}"
        span = Span(len(before), len(before) + len(value), entity, None, "strong", ("patterns:listed-name",))
        if guard(text, [span], [span]).spans != (span,):
            wrong.append((text, value))
    return wrong


def test_it_agrees_with_the_rules_on_words(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = [f"{a}{gap}{b}" for (a, b), gap in product(product(WORDS, repeat=2), (" ", ", "))]
    more = ["Ada A. Lee Home", "Mercy Hospital, Ada", "Lt. Dr. Lee", "Physical Exam", "Past History", "Lee's K"]
    values = [*WORDS, *pairs, *more]
    assert _cut(monkeypatch, values, [Entity.PERSON, Entity.HOSPITAL]) == []


def test_it_agrees_with_the_rules_on_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    values = [*NUMBERS, *(f"{a} {b}" for a, b in product(NUMBERS, repeat=2))]
    assert _cut(monkeypatch, values, [Entity.DATE, Entity.ID, Entity.TELEPHONE_NUMBER, Entity.AGE]) == []


@each_row("word", ["Pt", "MRN", "Home", "Acct", "Mac", "of", "this", "Plan", "encl"])
def test_a_label_that_the_student_alone_found_is_not_plain(word: str) -> None:
    span = Span(0, len(word), Entity.PERSON, 0.6, "strong", (STUDENT,))
    assert is_plain(word, Entity.PERSON) <= (guard(f"{word}: 12", [span], [span]).spans == (span,))


@each_row("value", ["Ada Lee", "Lee, Ada", "Dr. A. Lee", "O'Neill", "Mercy Hospital", "MÜLLER-LEE"])
def test_bare_names_are_plain(value: str) -> None:
    assert is_plain(value, Entity.HOSPITAL if "Hospital" in value else Entity.PERSON)


@each_row("value", ["Dr. Ada, Mercy Hospital", "ada", "Ada of", "Ada\tLee"])
def test_what_the_rules_must_see_is_not(value: str) -> None:
    assert not is_plain(value, Entity.PERSON)
