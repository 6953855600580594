"""Terms that a person's marks propose, and figures with intervals."""

from __future__ import annotations

import math
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redactor.detect.steps import Change, _by_place
from redactor.engine import Redacted
from redactor.entities import Entity
from redactor.run.contracts import Processed
from redactor.run.state.review_marks import RecordMarks, SpanMark, Verdict
from redactor.service.review.findings import ReadByPerson, figures, proposed_terms
from redactor.service.review.readings import Explained, ReadRecord, ReadText, dropped_spans, reasons_of
from redactor.settings import SiteSettings
from redactor.text import Note, Span
from schemas.engine.records import Outcome


def _read(text: str, found: list[str], marks: dict[str, Verdict]) -> ReadByPerson:
    def at(word: str) -> tuple[int, int]:
        start = text.index(word)
        return start, start + len(word)

    spans = tuple(Span(*at(word), Entity.PERSON) for word in found)
    read = ReadText(Note("n", text), Redacted(text, spans, tuple("[PERSON]" for _ in spans)))
    done = Processed(Outcome.RELEASED, "r", "k")
    told = tuple(SpanMark(0, *at(word), Entity.PERSON, verdict) for word, verdict in marks.items())
    return ReadByPerson("r", ReadRecord(done, [read], ()), RecordMarks(told, is_read=True))


def test_terms_are_proposed_that_are_identifiers_nowhere() -> None:
    one = _read(
        'Ribeiro frame, Zorn, Lund, Ash and Quimby \\ "Jo\x7fe"',
        ["Ribeiro frame", "Zorn", "Lund"],
        {"Ribeiro frame": "wrong", "Zorn": "wrong", "Lund": "wrong", 'Quimby \\ "Jo\x7fe"': "missed", "As": "missed"},
    )
    other = _read("Dr. LUND saw Ribeiro  frame", ["LUND", "Ribeiro  frame"], {"Ribeiro  frame": "wrong"})
    site = tomllib.loads(proposed_terms([one, other], lambda: ["zörn"]))["site"]
    SiteSettings(**site)
    assert site["allow"] == ["Ribeiro frame"]  # Zorn is a known value in another spelling, Lund is a name elsewhere
    assert site["always_redact"] == [{"term": 'Quimby \\ "Jo\x7fe"', "entity": "PERSON"}]  # "As" is too short


@given(st.text(min_size=1, max_size=30))
def test_any_term_is_toml(text: str) -> None:
    proposed = proposed_terms([_read(text, [], {text: "missed"}), _read(text, [text], {text: "wrong"})], list)
    SiteSettings(**tomllib.loads(proposed)["site"])


def test_figures_count_right_wrong_and_missed() -> None:
    records = [_read("Ann Bob Cid Dan", ["Ann", "Bob", "Cid"], {"Bob": "wrong", "Dan": "missed"}) for _ in range(20)]
    precision, recall = figures(records)[:2]
    assert (precision.above, precision.below, recall.above, recall.below) == (40, 60, 40, 60)
    assert precision.share == precision.low == precision.high == pytest.approx(2 / 3)  # all records are alike
    mixed = figures([*records, *(_read("Eve", ["Eve"], {}) for _ in range(20))])[0]
    assert mixed.low < 60 / 80 < mixed.high
    empty = figures([])
    assert [f.share for f in empty] == [None] * 4 and all(math.isnan(f.low) for f in empty)


_SPANS = st.lists(st.tuples(st.integers(0, 40), st.integers(1, 8)), max_size=12)


def _spans(drawn: list[tuple[int, int]]) -> list[Span]:
    return [Span(start, start + size, Entity.PERSON, sources=("a",)) for start, size in drawn]


@given(_SPANS, _SPANS)
def test_reasons_belong_to_the_spans_that_they_touch(
    kept: list[tuple[int, int]], touched: list[tuple[int, int]]
) -> None:
    """The fast way through long texts says what a comparison of each with each says."""
    spans: list[Span] = []
    for span in sorted(_spans(kept), key=lambda s: s.start):
        if not spans or spans[-1].end <= span.start:
            spans.append(span)
    changes = [Change(f"s{i}", "why", None, span) for i, span in enumerate(_spans(touched))]
    expected = [[f"{c.step}: added, why" for c in changes if _meet(c.after, span)] for span in spans]
    assert reasons_of(spans, changes) == expected
    dropped = [Change(f"s{i}", "why", span, None) for i, span in enumerate(_spans(touched))]
    found = dropped_spans(spans, Explained(dropped, ()))
    assert all(not _meet(span, Span(a, b, Entity.PERSON)) for a, b, _ in found for span in spans)
    free = [c.before for c in dropped if not any(_meet(c.before, span) for span in spans)]
    assert bool(found) == bool(free)
    near = _by_place(spans)
    assert [near(s) for s in _spans(touched)] == [[s for s in spans if _meet(s, o)] for o in _spans(touched)]
    overlapping = _by_place(_spans(touched))
    assert [overlapping(s) for s in spans] == [[o for o in _spans(touched) if _meet(s, o)] for s in spans]


def _meet(one: Span | None, other: Span) -> bool:
    assert one is not None
    return one.start < other.end and other.start < one.end
