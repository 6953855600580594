"""The guard over any text and spans: in order, within what was found, nothing known lost, the same when repeated."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import example, given, settings
from hypothesis import strategies as st

from redactor.detect.guard import guard
from redactor.detect.resolver import resolve
from redactor.entities import Entity
from redactor.text import Span

PIECES = (
    "Dr. ", "Lee", " Oakes", " at ", "Mercy Hospital", " of", "\n\n", "\n", "Plan:", " | ", "\t", "40 MG", " 4 L", ". ",
    "MRN ", "4471023", "3/4/2024", "Pt ", "BP 132/76", "<td>", "</td>", ", ", "12 Elm St", "May", "5/5", " as", "(",
)  # fmt: skip
TEXTS = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=4)), min_size=1, max_size=14).map("".join)
SOURCES = st.sampled_from((("student",), ("patterns:x",), ("known",), ("site",)))


@st.composite
def found(draw: st.DrawFn) -> tuple[str, list[Span]]:
    text = draw(TEXTS.filter(bool))
    spans = []
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text) - 1))
        end = draw(st.integers(start + 1, len(text)))
        sources = draw(SOURCES)
        score = draw(st.sampled_from((0.3, 0.97))) if sources == ("student",) else None
        spans.append(Span(start, end, draw(st.sampled_from(list(Entity))), score, "strong", sources))
    return text, spans


_BEHIND_A_CELL = (
    "Dr. Dr. \n\n0\t:",
    [Span(0, 11, Entity.PERSON, 0.3, "strong", ("student",)), Span(12, 13, Entity.PERSON, sources=("known",))],
)


@settings(max_examples=100, deadline=None)
@example(_BEHIND_A_CELL)
@given(found())
def test_the_guard_only_cuts_what_is_not_known(case: tuple[str, list[Span]]) -> None:
    text, spans = case
    resolved = resolve(text, spans)
    out = guard(text, resolved, spans).spans
    assert all(a.end <= b.start for a, b in pairwise(out))
    assert all(any(r.start <= s.start < s.end <= r.end for r in resolved) for s in out)
    covered = {i for s in out for i in range(s.start, s.end)}
    for s in spans:
        if s.sources in (("known",), ("site",)):
            assert covered.issuperset(range(s.start, s.end))
        elif s.sources != ("student",) or s.score == 0.97:
            assert not covered.isdisjoint(range(s.start, s.end)) or not _names(text[s.start : s.end])


def _names(value: str) -> bool:
    return any(name in value for name in ("Lee", "Oakes", "Mercy", "4471023", "Elm"))


@settings(max_examples=100, deadline=None)
@given(found())
def test_no_name_is_cut_off(case: tuple[str, list[Span]]) -> None:
    """Whatever is cut off or dropped, the names, numbers and streets of the text stay covered."""
    text, spans = case
    resolved = resolve(text, spans)
    before = {i for s in resolved for i in range(s.start, s.end)}
    after = {i for s in guard(text, resolved, spans).spans for i in range(s.start, s.end)}
    for value in ("Lee", "Oakes", "Mercy", "4471023"):
        at = text.find(value)
        while at >= 0:
            if before.issuperset(range(at, at + len(value))):
                assert after.issuperset(range(at, at + len(value))), (text, value)
            at = text.find(value, at + 1)
