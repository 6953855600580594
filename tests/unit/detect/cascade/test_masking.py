"""What was found is masked by its type, and every other character is found again in the original."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from redactor.detect.cascade.chunks import mask
from redactor.entities import Entity
from redactor.text import Span

TEXTS = st.text(st.sampled_from("ab [PERSON]é\n\ud800\u0301山"), max_size=60)


def test_types_stand_for_what_was_found() -> None:
    text = "Dr. Emily Smith saw John Doe on 3/4."
    spans = [Span(4, 15, Entity.DOCTOR), Span(20, 28, Entity.PATIENT), Span(32, 35, Entity.DATE)]
    masked = mask(text, 0, len(text), spans)
    assert masked.text == "Dr. [PERSON] saw [PERSON] on [DATE]."
    assert masked.original(0, len(masked.text)) == [(0, 3), (16, 19), (29, 31), (35, 36)]
    assert masked.original(5, 11) == []


def test_a_span_across_the_border_of_a_chunk_is_masked_in_it() -> None:
    text = "seen by Emily Smith today"
    assert mask(text, 14, 25, [Span(8, 19, Entity.PERSON)]).text == "[PERSON] today"
    assert mask(text, 0, 13, [Span(8, 19, Entity.PERSON)]).text == "seen by [PERSON]"
    assert mask(text, 20, 25, [Span(8, 19, Entity.PERSON)]).text == "today"
    assert mask(text, 19, 25, [Span(8, 19, Entity.PERSON)]).text == " today"


@settings(max_examples=200, deadline=None)
@given(TEXTS, st.lists(st.tuples(st.integers(0, 60), st.integers(1, 9)), max_size=6), st.data())
def test_offsets_lead_back_to_the_same_characters(text: str, drawn: list[tuple[int, int]], data: st.DataObject) -> None:
    spans: list[Span] = []
    for start, length in sorted(drawn):
        if start + length <= len(text) and (not spans or spans[-1].end <= start):
            spans.append(Span(start, start + length, Entity.CITY))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    masked = mask(text, start, end, spans)
    hidden = {i for s in spans for i in range(s.start, s.end)}
    shown = [text[i] for i in range(start, end) if i not in hidden]
    taken = [masked.text[at + i] for at, _, length in masked.pieces for i in range(length)]
    assert taken == ["\ufffd" if c == "\ud800" else c for c in shown]
    low = data.draw(st.integers(-3, len(masked.text) + 3))
    high = data.draw(st.integers(low, len(masked.text) + 3))
    for a, b in masked.original(low, high):
        assert start <= a < b <= end
        assert not hidden & set(range(a, b))
        assert text[a:b] == text[a:b].strip()
    whole = {i for a, b in masked.original(0, len(masked.text)) for i in range(a, b)}
    assert {i for i in range(start, end) if i not in hidden and not text[i].isspace()} <= whole
