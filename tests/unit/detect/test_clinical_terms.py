"""Terms of medicine that only the model took for names are dropped; what is surer, found twice or a name is kept."""

from __future__ import annotations

import pytest

from redactor.detect.clinical_terms import drop_clinical_terms
from redactor.entities import Entity
from redactor.text import Span
from tests.each_row import each_row

RULE = Span(0, 1, Entity.PERSON, None, "weak", ("patterns:listed-name",))


def kept(text: str, value: str, score: float, entity: Entity = Entity.DOCTOR, *others: Span) -> bool:
    start = text.index(value)
    span = Span(start, start + len(value), entity, score, "strong", ("student",))
    return span in drop_clinical_terms(text, [span, *others])


@each_row("value", ["Klebsiella", "Eliquis", "verzenio", "R-CHOP", "E. coli", "Trikafta 100/50"])
def test_drugs_organisms_genes_and_tests_are_no_names(value: str) -> None:
    assert not kept(f"then {value} again", value, 0.85)
    assert kept(f"then {value} again", value, 0.92)


@pytest.mark.parametrize("value", ["TSH", "ALT", "MRSA TSH"])
def test_three_letters_may_be_initials(value: str) -> None:
    assert not kept(f"then {value} again", value, 0.25)
    assert kept(f"then {value} again", value, 0.5)


@each_row("value", ["Tinel", "Lhermitte's", "von Graefe", "Binet", "Burkitt", "Argyll Robertson"])
def test_eponyms_are_no_names_unless_the_model_is_rather_sure(value: str) -> None:
    assert not kept(f"{value} positive", value, 0.55)
    assert kept(f"{value} positive", value, 0.65)


@each_row("value", ["Okonjo", "JS", "TH", "Parkinson", "Lewis", "Tinel Okonjo", "Klebsiella Jones", "Kidd"])
def test_names_initials_and_eponyms_that_are_frequent_names_are_kept(value: str) -> None:
    assert kept(f"seen by {value} today", value, 0.25)


def test_what_a_rule_found_too_is_kept() -> None:
    text = "Dr Tinel called"
    titled = Span(0, 8, Entity.DOCTOR, None, "strong", ("patterns:titled-name",))
    assert kept(text, "Tinel", 0.3, Entity.DOCTOR, titled)
    assert not kept(text, "Tinel", 0.3, Entity.DOCTOR, RULE)  # the rule found something else


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("NM_007294.4:c.68_69del", "007294"),
        ("NP_000483.3:p.Phe508del,", "000483.3"),
        ("NC_000007.14:g.55191822T>G", "55191822T"),
    ],
)
def test_a_variant_is_no_number_whatever_found_it(text: str, value: str) -> None:
    start = text.index(value)
    for source in ("patterns:us-phone", "patterns:bare-number", "student"):
        found = Span(start, start + len(value), Entity.TELEPHONE_NUMBER, None, "strong", (source,))
        assert drop_clinical_terms(text, [found]) == []
    known = Span(start, start + len(value), Entity.ID, None, "strong", ("known",))
    assert drop_clinical_terms(text, [known]) == [known]
    id_beside = Span(0, 6, Entity.ID, None, "strong", ("patterns:bare-number",))
    assert drop_clinical_terms("441763 " + text, [id_beside]) == [id_beside]


@each_row("entity", [Entity.HOSPITAL, Entity.CITY, Entity.ID, Entity.DATE])
def test_other_entities_are_kept(entity: Entity) -> None:
    assert kept("at Tinel now", "Tinel", 0.3, entity)


def test_time_grows_with_the_number_of_spans_alone() -> None:
    text = "Tinel " * 20_000
    spans = [Span(i, i + 5, Entity.DOCTOR, 0.3, "strong", ("student",)) for i in range(0, len(text), 6)]
    rules = [Span(i, i + 5, Entity.PERSON, None, "weak", ("patterns:x",)) for i in range(0, len(text), 12)]
    assert len(drop_clinical_terms(text, [*spans, *rules])) == 20_000
