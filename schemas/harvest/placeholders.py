"""Values that registration types where it does not know the real one. Many people have them, so they link nobody."""

from __future__ import annotations

from redactor.lexicon.words import word_set

_RUNS = ("0123456789012345", "9876543210987654")
# Numbers of the Social Security Administration's own leaflets, and what forms show as an example.
_EXAMPLES = frozenset({"078051120", "219099999", "457555462", "5555555555", "1234567890", "123456789", "8005551212"})
_LONG, _LEAST_DIFFERENT = 9, 3  # different characters in a number of this length that somebody has
_BIRTH_DATES = frozenset({"1900-01-01", "1901-01-01", "1800-01-01", "1111-11-11", "1970-01-01", "9999-12-31"})
_NAMES = word_set(
    "unknown unk none na nn null test testing patient baby babyboy babygirl boy girl male female newborn infant twin "
    "doe trauma anonymous anon unidentified nobody self same noname nofirst nolast relative contact mother father "
    "spouse husband wife parent guardian son daughter"
)


def is_placeholder_number(value: str) -> bool:
    """Whether a number is a filler. value: its letters and digits, in lower case."""
    digits = value.strip("x")
    if len(set(digits)) < (_LEAST_DIFFERENT if len(digits) >= _LONG else 2) or digits in _EXAMPLES:
        return True
    return digits.isdigit() and any(digits in run for run in _RUNS)


def is_whole_ssn(value: str) -> bool:
    """Whether a social security number can be somebody's: nine digits, no part of which is zero.

    value: its letters and digits.
    """
    parts = value[:3], value[3:5], value[5:]
    return len(value) == _LONG and value.isdigit() and all(int(part) for part in parts)


def is_placeholder_name(name: str) -> bool:
    """Whether a word stands for a name that is not known, or for a role. name: in comparable form."""
    return name in _NAMES


def is_placeholder_birth_date(born: str) -> bool:
    """Whether an ISO date stands for a birth date that is not known."""
    return born in _BIRTH_DATES
