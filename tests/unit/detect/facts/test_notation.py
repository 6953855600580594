"""Notation around spans."""

from __future__ import annotations

import pytest

from redactor.detect.facts.notation import is_in_notation, is_in_strain, is_notation, is_variant, may_hold_variants
from redactor.entities import Entity
from redactor.text import Span


def _span(line: str, *sources: str) -> tuple[str, Span]:
    """A text and the span between its guillemets."""
    before, _, rest = line.partition("«")
    found, _, after = rest.partition("»")
    at = len(before)
    return f"{before}{found}{after}", Span(at, at + len(found), Entity.ID, 0.9, "strong", sources or ("student",))


@pytest.mark.parametrize(
    "line",
    [
        "carrier of c.«68_69»del", "NM_007294.4:«c.68»_69del", "(«G2P1»)", "stage «pT2» N1a.", "«CD34»+ cells",
        "t(«9;22»)", "«BRCA1», class 5", "HLA-«B*27:05»", "«pT2 N1»",
    ],
)  # fmt: skip
def test_a_part_of_notation(line: str) -> None:
    assert is_in_notation(*_span(line))


@pytest.mark.parametrize(
    "line",
    ["MRN:«CD45»", "seen by «Cox»", "«Ada Lee» c.68_69del", "id/«T2N1M0»/7", "«" + "G2P1 " * 40 + "»"],
)
def test_no_part_of_notation(line: str) -> None:
    assert not is_in_notation(*_span(line))


def test_the_span_itself_may_be_notation_in_something_else() -> None:
    assert is_notation(*_span("MRN:«CD45»"))
    assert not is_notation(*_span("c.«68_69»del"))


def test_a_variant_is_no_known_value() -> None:
    line = "NM_007294.4:c.«68_69»del"
    assert is_variant(*_span(line))
    assert is_variant(*_span(line, "patterns:us-phone"))
    assert not is_variant(*_span(line, "known"))
    assert not is_variant(*_span("ordered p.o. «68» mg"))


@pytest.mark.parametrize(
    ("line", "may"), [("c.68_69del", True), ("see Mr. Cox. He", False), ("", False), ("x:p.(Gly12Asp)", True)]
)
def test_texts_without_a_sign_of_variants_are_told_at_once(line: str, may: bool) -> None:
    assert may_hold_variants(line) is may


def test_a_place_in_a_strain() -> None:
    assert is_in_strain(*_span("vaccine A/«Hong Kong»/4801/2014 (H3N2)"))
    assert not is_in_strain(*_span("A/«Hong Kong» clinic"))
