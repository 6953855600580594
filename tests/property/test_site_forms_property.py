"""Packed values of a site find what the values find."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from redactor.detect.known.matcher import Matcher
from redactor.detect.known.search_text import SearchText
from redactor.detect.known.site_forms import SiteTables, build_tables
from redactor.detect.known.value_index import SiteIndex
from redactor.entities import Entity
from redactor.text import KnownValue, Span
from tests.property.test_search_keys_property import NAMES, NOISE, OTHERS, WRITTEN

SIGNED = ["\nJV", "\nJV/mt", "\nJS", "Ana Orban MD / JV", "V. John", "John Q Vorobeck", "J. Vorobeck"]

names = st.lists(st.sampled_from(NAMES), min_size=1, max_size=3).map(
    lambda parts: KnownValue(
        " ".join(parts), Entity.DOCTOR, None, (*(("given", p) for p in parts[:-1]), ("family", parts[-1]))
    )
)
free = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12)
values = st.lists(
    names | st.sampled_from(OTHERS) | free.map(lambda t: KnownValue(t, Entity.PERSON)), min_size=3, max_size=10
)
texts = st.lists(st.sampled_from(WRITTEN + SIGNED) | st.sampled_from(NOISE) | free, min_size=1, max_size=8)


def packed(known: list[KnownValue]) -> SiteTables:
    return SiteTables(list(build_tables(known)))


@given(values, texts.map("".join) | texts.map(" ".join))
@example([KnownValue("John \ud800 Roe", Entity.DOCTOR)], "Dr. John \ud800 Roe")
@example([KnownValue("02101", Entity.ZIP), KnownValue("Boston", Entity.CITY)], "in Boston, 02101")
@settings(max_examples=300, deadline=None)
def test_packed_values_give_the_same_spans(known: list[KnownValue], written: str) -> None:
    text = SearchText.of(written)
    found: set[Span] = set(packed(known).find(text))
    assert found == set(Matcher(known, site=True).find(text))


@given(values)
@settings(max_examples=50, deadline=None)
def test_packed_values_have_the_same_index(known: list[KnownValue]) -> None:
    index, tables = SiteIndex(known), packed(known)
    for value in known:
        words = tuple(value.value.lower().split())
        assert tables.index.has_name(words) == index.has_name(words)
        digits = "".join(filter(str.isdecimal, value.value)).lstrip("0")
        assert tables.index.has_number(digits) == index.has_number(digits)
