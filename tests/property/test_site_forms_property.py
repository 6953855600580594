"""Known values of a site find the same whether they are packed, at once or in parts, or not."""

from __future__ import annotations

from itertools import permutations
from random import Random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from redactor.detect.known.matcher import Matcher
from redactor.detect.known.search_text import SearchText
from redactor.detect.known.site_values import Part, RecentValues, SiteTables, SiteValues, build_tables
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
cuts = st.lists(st.tuples(st.integers(1, 5), st.booleans()), min_size=1, max_size=10)
"""How many values each part has, and whether it is packed."""


def in_parts(known: list[KnownValue], sizes: list[tuple[int, bool]]) -> SiteValues:
    parts: list[Part] = []
    at = 0
    for size, is_packed in (*sizes, (len(known), True)):
        some = known[at : at + size]
        if is_packed:
            parts.append(SiteTables(list(build_tables(some)), 1_000 + at))
        else:
            recent = RecentValues(1_000 + at)
            for value in some:  # one by one, as they come
                recent.add([value])
            parts.append(recent)
        at += size
    return SiteValues(parts)


@given(values, texts.map("".join) | texts.map(" ".join), cuts, st.randoms(use_true_random=False))
@example([KnownValue("John \ud800 Roe", Entity.DOCTOR)], "Dr. John \ud800 Roe", [(1, False)], None)
@example([KnownValue("02101", Entity.ZIP), KnownValue("Boston", Entity.CITY)], "in Boston, 02101", [(1, True)], None)
@settings(max_examples=200, deadline=None)
def test_values_in_parts_give_the_same_spans(
    known: list[KnownValue], written: str, sizes: list[tuple[int, bool]], order: Random | None
) -> None:
    arrived, searched = list(known), [written]
    if order is not None:
        order.shuffle(arrived)
        words = [word for value in known for word in value.value.split()]
        searched += [" ".join(order.choices([*words, "Dr.", "and", "saw"], k=10)) for _ in range(3)]
    for text in map(SearchText.from_text, searched):
        expected = set(Matcher(known, site=True).find(text))
        found: set[Span] = set(in_parts(arrived, sizes).find(text))
        assert found == expected
        assert set(in_parts(known, []).find(text)) == expected


def test_a_word_of_several_names_is_a_part_of_all_of_them_whichever_table_they_are_in() -> None:
    def named(given: str, family: str) -> KnownValue:
        return KnownValue(f"{given} {family}", Entity.DOCTOR, None, (("given", given), ("family", family)))

    known = [named("Ana", "Rose"), named("Rose", "Hill"), named("Ana", "Hill"), named("Grace", "Ana")]
    words = ["Ana", "Rose", "Hill", "Grace"]
    for written in [f"{a} {b}{end}" for a in words for b in words for end in (" came", "")]:
        _same_in_any_parts(known, written)


def test_a_form_of_several_names_keeps_the_gaps_of_all_of_them() -> None:
    texts = ("Ann Marie Lee", "Annmarie Lee", "Ann Marie Kohl", "Dr. Ann Marie")
    for written in texts:
        _same_in_any_parts(
            [
                KnownValue(f"{given} {family}", Entity.DOCTOR, None, (("given", given), ("family", family)))
                for given, family in (("Ann Marie", "Lee"), ("Annmarie", "Kohl"), ("Annm Arie", "Kohl"))
            ],
            written,
        )


def _same_in_any_parts(known: list[KnownValue], written: str) -> None:
    text = SearchText.from_text(written)
    expected = set(Matcher(known, site=True).find(text))
    for order in permutations(known):
        assert set(in_parts(list(order), [(1, False), (1, True), (1, False)]).find(text)) == expected


@given(values, cuts)
@settings(max_examples=50, deadline=None)
def test_values_in_parts_have_the_same_index(known: list[KnownValue], sizes: list[tuple[int, bool]]) -> None:
    index, parts = SiteIndex(known), in_parts(known, sizes)
    for value in known:
        words = tuple(value.value.lower().split())
        assert parts.index.has_name(words) == index.has_name(words)
        digits = "".join(filter(str.isdecimal, value.value)).lstrip("0")
        assert parts.index.has_number(digits) == index.has_number(digits)
