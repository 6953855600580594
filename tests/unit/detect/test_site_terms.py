"""Site lists: terms that are always redacted, terms that no weak rule may mark, and invalid lists."""

from __future__ import annotations

import pytest

from redactor.detect.site_terms import SiteDetector, SitePattern, SiteTerms, drop_never_redact, validate
from redactor.entities import Entity
from redactor.errors import SiteError
from redactor.text import Note, Span


def found(terms: SiteTerms, text: str) -> list[tuple[str, Entity, str]]:
    spans = SiteDetector(terms).detect([Note("n", text)])[0].spans
    return [(text[s.start : s.end], s.entity, s.strength) for s in spans]


def test_terms_are_found_as_whole_words_in_any_case() -> None:
    terms = SiteTerms(always=("Blue Pavilion",))
    text = "In the BLUE\u00a0PAVILION, not in BluePavilion or blue pavilions."
    assert found(terms, text) == [("BLUE\u00a0PAVILION", Entity.ID, "strong")]


def test_a_pattern_finds_its_entity_and_its_group() -> None:
    terms = SiteTerms(patterns=(SitePattern("study", r"ZX-([0-9]{3})", Entity.ID),))
    assert found(terms, "code ZX-\uff11\uff12\uff13.") == [("\uff11\uff12\uff13", Entity.ID, "strong")]


def test_lone_surrogates_are_read() -> None:
    terms = SiteTerms(always=("pavilion",), patterns=(SitePattern("n", r"N[0-9]+", Entity.ID),))
    assert [v for v, _, _ in found(terms, "\ud800 pavilion N12 \udfff")] == ["pavilion", "N12"]


@pytest.mark.parametrize(
    ("terms", "known", "word"),
    [
        (SiteTerms(patterns=(SitePattern("p", "(", Entity.ID),)), (), "re2"),
        (SiteTerms(patterns=(SitePattern("p", "x*", Entity.ID),)), (), "empty"),
        (SiteTerms(always=("ab",)), (), "shorter"),
        (SiteTerms(never=("Doe",)), ("DOE",), "known value"),
        (SiteTerms(always=("ward",), never=("Ward",)), (), "always"),
    ],
)
def test_lint_names_the_problem(terms: SiteTerms, known: tuple[str, ...], word: str) -> None:
    problems = validate(terms, known)
    assert len(problems) == 1
    assert word in problems[0]
    assert "Doe" not in problems[0]


def test_valid_lists_have_no_problems() -> None:
    assert validate(SiteTerms(("Blue Pavilion",), ("Hope",), (SitePattern("p", "Z[0-9]+", Entity.ID),)), ["Doe"]) == []


def test_a_detector_rejects_invalid_lists() -> None:
    with pytest.raises(SiteError):
        SiteDetector(SiteTerms(patterns=(SitePattern("p", "(", Entity.ID),)))


def test_only_weak_spans_of_patterns_alone_are_dropped() -> None:
    text = "Hope"
    weak = Span(0, 4, Entity.PERSON, None, "weak", ("patterns:listed-name",))
    strong = Span(0, 4, Entity.PERSON, None, "strong", ("patterns:listed-name",))
    known = Span(0, 4, Entity.PERSON, None, "weak", ("known",))
    both = Span(0, 4, Entity.PERSON, None, "weak", ("patterns:listed-name", "known"))
    part = Span(0, 3, Entity.PERSON, None, "weak", ("patterns:listed-name",))
    assert drop_never_redact([weak, strong, known, both, part], text, ("hope",)) == [strong, known, both, part]
    assert drop_never_redact([weak], text, ()) == [weak]
