"""Variants of genetics around spans."""

from __future__ import annotations

from redactor.detect.clinical_terms import is_variant, may_hold_variants
from redactor.entities import Entity
from redactor.text import Span
from tests.each_row import each_row


def _span(line: str, *sources: str) -> tuple[str, Span]:
    """A text and the span between its guillemets."""
    before, _, rest = line.partition("«")
    found, _, after = rest.partition("»")
    at = len(before)
    return f"{before}{found}{after}", Span(at, at + len(found), Entity.ID, 0.9, "strong", sources or ("student",))


def test_a_variant_is_no_known_value() -> None:
    line = "NM_007294.4:c.«68_69»del"
    assert is_variant(*_span(line))
    assert is_variant(*_span(line, "patterns:us-phone"))
    assert is_variant(*_span("NC_012920.1:m.3243A>«G»"))
    assert not is_variant(*_span(line, "known"))
    assert not is_variant(*_span("ordered p.o. «68» mg"))


@each_row(("line", "may"), [("c.68_69del", True), ("see Mr. Cox. He", False), ("", False), ("x:p.(Gly12Asp)", True)])
def test_texts_without_a_sign_of_variants_are_told_at_once(line: str, may: bool) -> None:
    assert may_hold_variants(line) is may
