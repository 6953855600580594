"""Laws of values that pass: a known number is withheld in every way of writing it, and no input stops the engine."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from redactor.detect.known.value_index import SiteIndex, ValueIndex
from redactor.entities import Entity
from redactor.text import KnownValue
from schemas.engine.number_rules import column_identifies, is_position, quantity_identifies, text_identifies, years_of
from schemas.engine.passed_values import (
    comparable_code,
    comparable_number,
    comparable_pair,
    comparable_series,
    comparable_text,
    digits_of,
    is_known,
)

NUMBERS = st.integers(10_000_000, 10**15)
SITE = SiteIndex(())


def index_of(number: int, zeros: int) -> ValueIndex:
    return ValueIndex([KnownValue("A-" + "0" * zeros + str(number), Entity.MEDICAL_RECORD_NUMBER)])


@given(NUMBERS, st.integers(0, 3), st.integers(0, 6), st.booleans())
def test_a_known_number_is_found_in_any_json_number(number: int, zeros: int, shift: int, negative: bool) -> None:
    own, digits, sign = index_of(number, zeros), str(number), "-" if negative else ""
    moved = digits[: len(digits) - shift] + ("." + digits[len(digits) - shift :] if shift else "") + f"e{shift}"
    for written in (
        digits,
        digits + ".0",
        digits + ".00",
        moved,
        digits[0] + "." + digits[1:] + f"E+{len(digits) - 1}",
    ):
        found = comparable_number(sign + written)
        assert found is not None
        assert is_known(found, own, SITE, is_labelled=True, by_name=False)


@given(NUMBERS, st.lists(st.integers(1, 7), max_size=3), st.sampled_from(["-", " ", ".", "/", ") ", ". "]))
def test_a_known_number_is_found_in_any_grouping(number: int, cuts: list[int], gap: str) -> None:
    own, digits = index_of(number, 0), str(number)
    at = sorted(set(cuts))
    groups = [digits[i:j] for i, j in zip([0, *at], [*at, len(digits)], strict=True)]
    text = comparable_text("No. " + gap.join(groups) + " ok")
    assert text is not None and is_known(text, own, SITE, is_labelled=False, by_name=False)
    series = comparable_series("77 " + " ".join(groups) + " 9.5")
    assert series is not None and is_known(series, own, SITE, is_labelled=True, by_name=False)


@given(st.integers(10_000, 10**9), st.integers(10_000, 10**9))
def test_another_number_is_not_found(known: int, other: int) -> None:
    own = ValueIndex([KnownValue(str(known), Entity.MEDICAL_RECORD_NUMBER)])
    found = comparable_number(str(other))
    assert found is not None
    assert is_known(found, own, SITE, is_labelled=True, by_name=False) is (known == other)


@settings(max_examples=100)
@given(
    st.one_of(st.text(max_size=60), st.from_regex(r"-?[0-9]{0,30}\.?[0-9]{0,30}([eE][+-]?[0-9]{0,5})?", fullmatch=True))
)
def test_any_text_is_accepted(text: str) -> None:
    own = ValueIndex([KnownValue(text, entity) for entity in Entity])
    found = (comparable_text(text), comparable_code(text), comparable_number(text), comparable_series(text))
    for comparable in (*found, comparable_pair(text, text)):
        if comparable is not None:
            is_known(comparable, own, SiteIndex([KnownValue(text, e) for e in Entity]), is_labelled=False, by_name=True)
    digits_of(text), years_of(text, ["mo", text]), is_position(text, text), text_identifies(text)
    quantity_identifies(text, [text]), column_identifies(text, text, is_labelled=False)


def test_long_values_are_not_known() -> None:
    """Linear time: benchmarks/linear_time.py."""
    own, site = index_of(987654321, 0), SiteIndex([KnownValue("1234567893", Entity.CERTIFICATE_NUMBER)])
    for text in ("1 " * 40_000, "12345678" * 10_000, "a1" * 20_000, "1.111 " * 10_000, "a@" * 20_000):
        for found in (comparable_text(text), comparable_series(text), comparable_number(text.replace(" ", ""))):
            if found is not None:
                assert not is_known(found, own, site, is_labelled=False, by_name=True)
        text_identifies(text)
    assert json.dumps(digits_of("1e99999"))
