"""Every term that UCUM's grammar builds of its atoms passes as a unit, and none with a name or a long number does."""

from __future__ import annotations

import re

from hypothesis import assume, given
from hypothesis import strategies as st

from redactor.lexicon import names
from schemas.engine.terminology_data import units, words
from schemas.engine.units import MAX_LENGTH, check_unit, check_written_unit
from tests.each_row import each_row

UNITS = units()
METRIC, OTHER = sorted(UNITS.metric), sorted(UNITS.other - {"10*", "10^"})
EXPONENT = st.integers(-4, 6).filter(lambda n: n not in (0, 1)).map(str)
NOTES = st.sampled_from(
    ["score", "cells", "creat", "1.73_m2", "Ehrlich'U", "CAG_repeats", "Ct_value", "T-score", "#", "INR"]
)

prefixed = st.tuples(st.sampled_from(sorted(UNITS.prefixes)), st.sampled_from(METRIC)).map("".join)
atom = st.sampled_from(METRIC) | st.sampled_from(OTHER) | prefixed
power = st.tuples(atom, EXPONENT).map(lambda t: t[0] + t[1] if not t[0][-1:].isdigit() else t[0])
ten = st.tuples(st.sampled_from(["10*", "10^"]), st.integers(-9, 12).map(str)).map("".join)
annotated = st.tuples(atom, NOTES).map(lambda t: f"{t[0]}{{{t[1]}}}")
simple = atom | power | ten | annotated | NOTES.map(lambda note: f"{{{note}}}")
factored = st.tuples(st.integers(2, 999).map(str), atom).map(".".join)


def _longer(body: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    inside = body.map(lambda b: f"({b})") | body.map(lambda b: f"(/{b})")
    return inside | st.tuples(body, st.sampled_from("./"), body | inside).map("".join)


BODY = st.recursive(simple | factored, _longer, max_leaves=4)
TERMS = BODY | BODY.map(lambda body: "/" + body)
DIGITS = re.compile(r"\[[^\]]*\]|10[*^][+-]?[0-9]+|\{[^}]*\}|(?<![0-9])10*(?![0-9])|[^0-9]")


@given(TERMS)
def test_terms_of_ucum_pass(term: str) -> None:
    assume(len(term) <= MAX_LENGTH and len(DIGITS.sub("", term)) <= 6)
    assert check_unit(term) is True, term
    assert check_written_unit(term) is True, term


@given(TERMS, st.integers(1_000, 10**10).map(str))
def test_no_term_passes_with_a_long_number(term: str, number: str) -> None:
    assume(number.rstrip("0") != "1")
    for text in (f"{term}.{number}", f"{number}.{term}", f"{term}/{number}", f"{term}/m{{{number}1234567}}"):
        assert check_unit(text) is not True, text


@given(st.lists(st.integers(2, 999).map(str), min_size=2, max_size=4))
def test_no_number_in_groups_passes(groups: list[str]) -> None:
    assume(not {"10", "100"}.intersection(groups))
    assert check_unit(".".join(groups)) is not True
    assert check_unit("/".join(groups)) is not True


@each_row("form", ["{%s}", "mg{%s}/dL", "{%s}/min", "{J_%s}", "{%s_score}"])
def test_no_annotation_passes_with_a_name(form: str) -> None:
    listed = [*list(names.census("family"))[:1500], *list(names.census("female"))[:500]]
    asked = [name.title() for name in listed if name.lower() not in words()]
    passed = [name for name in asked if check_unit(form % name) is True]
    assert passed in ([], ["Apgar"], ["Gleason"])


def test_no_name_in_brackets_is_an_atom() -> None:
    listed = [*list(names.census("family"))[:1500], *list(names.census("female"))[:500]]
    assert not [name for name in listed if check_unit(f"[{name}]") is True or check_unit(f"mg[{name.title()}]") is True]
