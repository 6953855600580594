"""Site lists: terms that are always redacted, terms that are no identifiers, and invalid lists."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from redactor.detect.site_terms import (
    AllowedTerm,
    AllowedTerms,
    AlwaysTerm,
    SiteDetector,
    SitePattern,
    SiteTerms,
    validate,
)
from redactor.engine import read_all
from redactor.entities import Entity
from redactor.errors import SiteError
from redactor.text import Note, Reading, Span, Strength
from tests.each_row import each_row


def found(terms: SiteTerms, text: str) -> list[tuple[str, Entity, str]]:
    spans = SiteDetector(terms).detect([Note("n", text)])[0].spans
    return [(text[s.start : s.end], s.entity, s.strength) for s in spans]


def test_terms_are_found_as_whole_words_in_any_case() -> None:
    terms = SiteTerms(always=(AlwaysTerm("Blue Pavilion"),))
    text = "In the BLUE\u00a0PAVILION, not in BluePavilion or blue pavilions."
    assert found(terms, text) == [("BLUE\u00a0PAVILION", Entity.ID, "strong")]


def test_a_pattern_finds_its_entity_and_its_group() -> None:
    terms = SiteTerms(patterns=(SitePattern("study", r"ZX-([0-9]{3})", Entity.ID),))
    assert found(terms, "code ZX-\uff11\uff12\uff13.") == [("\uff11\uff12\uff13", Entity.ID, "strong")]


def test_lone_surrogates_are_read() -> None:
    terms = SiteTerms(always=(AlwaysTerm("pavilion"),), patterns=(SitePattern("n", r"N[0-9]+", Entity.ID),))
    assert [v for v, _, _ in found(terms, "\ud800 pavilion N12 \udfff")] == ["pavilion", "N12"]


@each_row(
    ("terms", "known", "word"),
    [
        (SiteTerms(patterns=(SitePattern("p", "(", Entity.ID),)), (), "re2"),
        (SiteTerms(patterns=(SitePattern("p", "x*", Entity.ID),)), (), "empty"),
        (SiteTerms(always=(AlwaysTerm("ab"),)), (), "shorter"),
        (SiteTerms(allow=(AllowedTerm("Doe"),)), ("DOE",), "known value"),
        (SiteTerms(always=(AlwaysTerm("ward"),), allow=(AllowedTerm("Ward"),)), (), "always"),
        (SiteTerms(allow=(AllowedTerm("Holter", "("),)), (), "re2"),
        (SiteTerms(allow=(AllowedTerm("Holter", "x*"),)), (), "empty"),
    ],
)
def test_lint_names_the_problem(terms: SiteTerms, known: tuple[str, ...], word: str) -> None:
    problems = validate(terms, known)
    assert len(problems) == 1
    assert word in problems[0]
    assert "Doe" not in problems[0]


def test_valid_lists_have_no_problems() -> None:
    allow = (AllowedTerm("Hope"), AllowedTerm("Doe", "sample"))
    terms = SiteTerms((AlwaysTerm("Blue Pavilion"),), allow, (SitePattern("p", "Z[0-9]+", Entity.ID),))
    assert validate(terms, ["Doe"]) == []


def test_a_detector_rejects_invalid_lists() -> None:
    with pytest.raises(SiteError):
        SiteDetector(SiteTerms(patterns=(SitePattern("p", "(", Entity.ID),)))


def span(text: str, value: str, source: str = "student", strength: Strength = "strong") -> Span:
    start = text.index(value)
    return Span(start, start + len(value), Entity.PERSON, 0.9, strength, (source,))


def test_an_allowed_term_is_dropped_for_every_detector_but_known_values() -> None:
    terms, text = AllowedTerms([AllowedTerm("Holter")]), "HOLTER shows, Holter monitor, Holters"
    for source in ("student", "patterns:listed-name", "patterns:titled-name", "decoded"):
        assert terms.allows(text, span(text, "HOLTER", source))
    assert not terms.allows(text, span(text, "HOLTER", "known"))
    assert not terms.allows(text, Span(0, 6, Entity.PERSON, None, "weak", ("patterns:listed-name", "known")))
    for value in ("Holter monitor", "Holters", "monitor"):
        assert not terms.allows(text, span(text, value))
    assert not AllowedTerms().allows(text, span(text, "HOLTER"))


def test_a_context_bounds_where_a_term_is_allowed() -> None:
    terms = AllowedTerms([AllowedTerm("Wells", "(?i)wells (score|criteria)"), AllowedTerm("Ishak", "Ishak.*stage")])
    assert terms.allows("his Wells score is 3", span("his Wells score is 3", "Wells"))
    assert not terms.allows("Wells came. Score", span("Wells came. Score", "Wells"))
    assert not terms.allows("Wells, then the Wells score", span("Wells, then the Wells score", "Wells"))
    for words, allowed in ((5, True), (30, False)):
        text = "Ishak " + "word " * words + "stage"
        assert terms.allows(text, span(text, "Ishak")) is allowed


def test_allowed_terms_stay_and_are_counted() -> None:
    class Fixed:
        name, version = "student", "1"

        def detect(self, notes: Sequence[Note]) -> list[Reading]:
            return [Reading((span(n.text, "Holter"), span(n.text, "Okonjo"))) for n in notes]

    (got,) = read_all([Fixed()], [Note("n", "Holter by Okonjo, Holter again")], AllowedTerms([AllowedTerm("holter")]))
    assert [(s.start, s.end) for s in got.spans] == [(10, 16)]
    assert dict(got.guarded)["site-allowed:PERSON"] == 1


def test_a_term_is_redacted_as_the_entity_that_it_names() -> None:
    terms = SiteTerms(always=(AlwaysTerm("Blue Pavilion", Entity.HOSPITAL), AlwaysTerm("apollo")))
    assert found(terms, "Apollo at the blue pavilion") == [
        ("Apollo", Entity.ID, "strong"),
        ("blue pavilion", Entity.HOSPITAL, "strong"),
    ]
