"""Steps of Python that a hostile text takes: in proportion to its length, whatever it repeats.

What expressions and libraries in C take is measured in benchmarks/linear_time.py.
"""

from __future__ import annotations

import itertools
import string
from collections.abc import Callable

import pytest

from redactor.detect.inner_texts import inner_texts
from redactor.detect.known import Known
from redactor.detect.patterns import Patterns
from redactor.detect.spoken import spoken_view
from redactor.engine import read_all
from redactor.entities import Entity, Role
from redactor.text import KnownValue, Note
from tests.each_row import each_row
from tests.unit.operations import BOUND, growth

SHORT = 1_000  # characters
KNOWN = (
    KnownValue("John Smith", Entity.PATIENT, Role.PATIENT, (("given", "John"), ("family", "Smith"))),
    KnownValue("Ann Lee-Jones", Entity.PERSON, Role.RELATIVE, (("given", "Ann"), ("family", "Lee-Jones"))),
    KnownValue("12345678", Entity.MEDICAL_RECORD_NUMBER),
    KnownValue("12 Main Street", Entity.STREET),
    KnownValue("1960-03-04", Entity.DATE),
    KnownValue("617-555-0142", Entity.TELEPHONE_NUMBER),
)
PIECES = [
    "PID|", "A.", "1/1/", "Dr. ", "(((", "  ", "a@a.", "http://", "Smith ", "\n\n", "|", "^", "12 ", "1234567890",
    "a@b.co ", "John Smith ", "Smith, ", "smithjohn ", "Ann Lee-", "Ann and ", "Smith_John_", "DOE^JANE^", "Name: ",
    "wife ", "Mr. A. ", "Boston, MA ", "12 Main Street, ", "Jan ", "3/4/2024 ", "617-555-0142 ", "MRN: 1", "1Jan",
    "and ", "of ", "a/", "%41", "YWJj", "&#65;",
]  # fmt: skip
OWN_NAMES = [piece for piece in PIECES if any(name in piece for name in ("Smith", "smith", "Ann"))]
PLENTY = ["Dr. {} ", "John {} ", "Lee-{} ", "{} Smith ", "MRN {}1 ", "{}@x.org ", "DOE^{}^", "Patient: {}\n"]


def repeated(piece: str) -> Callable[[int], str]:
    return lambda length: (piece * (length // len(piece) + 1))[:length]


def different(piece: str) -> Callable[[int], str]:
    """Each time with another name in it."""

    def make(length: int) -> str:
        names = ("".join(letters).capitalize() for letters in itertools.product(string.ascii_lowercase, repeat=4))
        return "".join(itertools.islice(map(piece.format, names), length // len(piece) + 1))[:length]

    return make


def note(text: str) -> Note:
    return Note("n", text, "s", known=KNOWN)


@each_row("piece", PIECES)
def test_patterns_read_a_repeated_piece_in_linear_time(piece: str) -> None:
    patterns = Patterns()
    assert growth(lambda text: patterns.detect([note(text)]), repeated(piece), SHORT) < BOUND


@each_row("piece", PIECES)
def test_known_values_are_found_in_a_repeated_piece_in_linear_time(piece: str) -> None:
    """A patient's own name a thousand times was compared with each one before it: 6 s for 100 KB."""
    known = Known()
    assert growth(lambda text: known.detect([note(text)]), repeated(piece), SHORT) < BOUND


@pytest.mark.slow  # two views that are made of whole texts and rarely change
@each_row("piece", PIECES)
def test_what_stands_within_a_text_is_made_readable_in_linear_time(piece: str) -> None:
    assert growth(lambda text: (inner_texts(note(text)), spoken_view.__wrapped__(text)), repeated(piece), SHORT) < BOUND


@each_row("make, piece", [*((repeated, p) for p in OWN_NAMES), *((different, p) for p in PLENTY)])
def test_spans_are_resolved_trimmed_and_found_again_in_linear_time(
    make: Callable[[str], Callable[[int], str]], piece: str
) -> None:
    patterns, known = Patterns(), Known()
    assert growth(lambda text: read_all([patterns, known], [note(text)]), make(piece), SHORT) < BOUND
