"""Properties of the view of a transcript in written form: nothing is lost, and every range maps back."""

from __future__ import annotations

import re
from itertools import pairwise

from hypothesis import example, given, settings
from hypothesis import strategies as st

from redactor.detect.spoken.view import spoken_view
from redactor.detect.spoken.words import ENGLISH

_NUMBERS = [*ENGLISH.digits, *ENGLISH.teens, *ENGLISH.tens, *ENGLISH.scales, *ENGLISH.ordinals, *ENGLISH.repeats]
_OTHERS = [
    "a", "b", "c", "i", "o", "s", "u", "x", "point", "dot", "over", "slash", "dash", "at", "com", "org",
    "www", "gmail", "email", "april", "may", "march", "the", "of", "and", "uh", "um", "as", "in", "mike",
    "sierra", "tango", "street", "apartment", "mrn", "name", "is", "milligrams", "pain", "5", "12", "2019",
    "555-0142", "4B", "7.2", "can't", "o'clock"
]  # fmt: skip
_WORDS = st.sampled_from([*_NUMBERS, *_OTHERS, "Müller", "ﬁve", "５", "x\u200by"])
_GAPS = st.sampled_from([" ", " ", " ", "-", ", ", ". ", ".", "\n", "", "… ", " (", "_", "@"])
_SPEECH = st.lists(st.tuples(_WORDS, _GAPS), max_size=30).map(lambda pairs: "".join(w + g for w, g in pairs))
TEXT = st.one_of(_SPEECH, st.text(max_size=60))


@given(TEXT, st.data())
@settings(max_examples=150, deadline=None)
def test_every_range_maps_into_the_text(text: str, data: st.DataObject) -> None:
    view = spoken_view(text)
    a = data.draw(st.integers(0, len(view.text)))
    b = data.draw(st.integers(a, len(view.text)))
    start, end = view.original(a, b)
    assert 0 <= start <= end <= len(text)
    assert (start < end) == (a < b)


@given(TEXT)
@settings(max_examples=150, deadline=None)
def test_characters_map_back_in_order(text: str) -> None:
    view = spoken_view(text)
    ranges = [view.original(i, i + 1) for i in range(len(view.text))]
    for (a, b), (c, d) in pairwise(ranges):
        assert (a, b) == (c, d) or b <= c
    if len(view.text) > 2:
        assert view.original(1, len(view.text) - 1) == (ranges[1][0], ranges[-2][1])
    if view.text:
        assert view.original(0, len(view.text)) == (ranges[0][0], ranges[-1][1])


@given(TEXT)
@settings(max_examples=150, deadline=None)
def test_what_a_word_became_maps_back_to_that_word(text: str) -> None:
    view = spoken_view(text)
    for i, ch in enumerate(view.text):
        start, end = view.original(i, i + 1)
        same = end - start == 1 and text[start] == ch
        assert same or text[start:end].strip() == text[start:end]


@given(TEXT)
@example("zero uh ５ zero ")
@settings(max_examples=150, deadline=None)
def test_no_word_is_lost(text: str) -> None:
    """What no character of the view stands for is punctuation and hesitations between parts of one number or name."""
    view = spoken_view(text)
    held = [False] * len(text)
    for i in range(len(view.text)):
        start, end = view.original(i, i + 1)
        held[start:end] = [True] * (end - start)
    lost = "".join(" " if kept else ch for ch, kept in zip(text, held, strict=True))
    assert set(re.findall(r"[^\W_]+", lost.lower())) <= ENGLISH.fillers | ENGLISH.at_signs


@given(st.text(alphabet=st.characters(blacklist_categories=["L", "N"]), max_size=60))
@settings(max_examples=100, deadline=None)
def test_text_without_words_stays(text: str) -> None:
    assert spoken_view(text).text == text


@given(
    st.lists(st.sampled_from(["patient", "feels", "well", "Müller", "today's", "120/80", "7.2", "HbA1c"]), max_size=20)
)
@settings(max_examples=100, deadline=None)
def test_text_without_number_words_stays(words: list[str]) -> None:
    text = " ".join(words)
    assert spoken_view(text).text == text


@given(st.lists(st.sampled_from(sorted(set(ENGLISH.digits) - {"naught"})), min_size=1, max_size=25))
@settings(max_examples=100, deadline=None)
def test_digits_come_out_in_order(words: list[str]) -> None:
    text = "number " + " ".join(words)
    view = spoken_view(text).text
    digits = "".join(str(ENGLISH.digits[w]) for w in words)
    assert re.sub(r"\D", "", view) == digits or words == ["oh"]
    assert spoken_view(view).text == view
