"""Letters that a scanner took for digits."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from redactor.detect.encodings import misread_words
from tests.each_row import each_row


def readings(text: str) -> list[str]:
    return [r.new for r in misread_words(text)]


@each_row(
    ("text", "read"),
    [
        ("Pat1ent Gi1burn", ["Patient", "Gilburn"]),
        ("Wi11iam Br0wn", ["William", "Brown"]),
        ("Hern4ndez-Ru1z", ["Hernandez", "Ruiz"]),
        ("5mith, R0BERT", ["Smith", "ROBERT"]),
        ("Metf0rmin", ["Metformin"]),
        ("Zemb1anovsky", ["Zemblanovsky"]),
    ],
)
def test_a_word_with_digits_reads_as_one(text: str, read: list[str]) -> None:
    assert readings(text) == read


@each_row(
    "text",
    [
        "CYP2D6", "SCN5A", "H1N1", "HbA1c", "CDKN2A", "A1cNow", "Omega3", "Type2", "Rocephin1g", "Day3of", "5days",
        "3weeks", "q4h", "T4N1", "Glu1784Lys", "j0hn@x.example", "/home/Br0wn", "user_Br0wn", "A1B2C3D4",
    ],
)  # fmt: skip
def test_codes_quantities_and_addresses_are_left(text: str) -> None:
    assert readings(text) == []


@given(st.text("AaBbil0158 -@/é", max_size=80))
def test_a_reading_is_as_long_as_its_word_and_has_no_digit(text: str) -> None:
    end = 0
    for r in misread_words(text):
        assert end <= r.start < r.end == r.start + len(r.new)
        assert r.new.isalpha()
        end = r.end
