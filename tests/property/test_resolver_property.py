"""Properties of the resolver."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from redactor.detect.resolver import resolve
from redactor.entities import Entity
from redactor.text import Span

EXOTIC = st.text(
    alphabet=st.one_of(
        st.characters(exclude_categories=["Cs"]),
        st.sampled_from("１２３٣‐–—\u200b\u200d\ufeff⁄ﬁİß½'’ -./@ab19\u0301患"),
    ),
    max_size=60,
)


@st.composite
def text_and_spans(draw: st.DrawFn) -> tuple[str, list[Span]]:
    text = draw(EXOTIC)
    pairs = st.tuples(st.integers(0, len(text)), st.integers(0, len(text)), st.sampled_from(list(Entity)))
    found = [Span(min(a, b), max(a, b), e) for a, b, e in draw(st.lists(pairs, max_size=8))]
    return text, found


@given(text_and_spans())
def test_resolver_output_never_overlaps_and_covers_every_span(case: tuple[str, list[Span]]) -> None:
    text, found = case
    out = resolve(text, found)
    assert all(a.end <= b.start for a, b in pairwise(out))
    covered = {i for s in out for i in range(s.start, s.end)}
    assert {i for s in found for i in range(s.start, s.end)} <= covered


@given(text_and_spans())
def test_resolver_does_not_depend_on_the_order_of_detectors(case: tuple[str, list[Span]]) -> None:
    text, found = case
    strip = [(s.start, s.end, s.entity) for s in resolve(text, found)]
    assert strip == [(s.start, s.end, s.entity) for s in resolve(text, list(reversed(found)))]


@given(text_and_spans())
def test_resolving_is_idempotent(case: tuple[str, list[Span]]) -> None:
    text, found = case
    once = resolve(text, found)
    assert [(s.start, s.end) for s in resolve(text, once)] == [(s.start, s.end) for s in once]


@given(text_and_spans())
def test_the_widening_of_a_span_does_not_depend_on_others(case: tuple[str, list[Span]]) -> None:
    text, found = case
    alone = [grown for span in found for grown in resolve(text, [span])]
    assert resolve(text, alone) == resolve(text, found)


def test_many_spans_of_one_long_identifier_are_widened_to_one() -> None:
    text = "12:" * 100_000  # rescanning for every span would take hours
    found = [Span(i, i + 2, Entity.ID) for i in range(0, len(text), 3)]
    assert resolve(text, found) == (Span(0, len(text) - 1, Entity.ID),)
