"""Chunks hold all of a text, in order, overlap, and end where sentences do."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redactor.detect.cascade.chunks import chunks, count_words
from tests.each_row import each_row

SENTENCE = "The patient was seen today and was doing well."
TEXTS = st.lists(
    st.sampled_from(
        ["Dr. ", "word ", "Word. ", "end? ", "\n", "\n\n", "  ", "山田さん。", "é", "\ud800", "x" * 90, "a-b/c, "]
    )
    | st.text(max_size=12),
    max_size=60,
).map("".join)


@settings(max_examples=150, deadline=None)
@given(TEXTS, st.integers(4, 40))
def test_every_character_is_in_a_chunk_and_neighbours_overlap(text: str, words: int) -> None:
    cut = chunks(text, words)
    if not cut:
        assert not text.strip()
        return
    assert (cut[0].start, cut[-1].end) == (0, len(text))
    for chunk in cut:
        assert chunk.words == count_words(text[chunk.start : chunk.end]) <= words
    for left, right in pairwise(cut):
        assert left.start < right.start < left.end < right.end


@settings(max_examples=150, deadline=None)
@given(st.lists(st.text(st.sampled_from("ab1-/.,é"), min_size=1, max_size=70), min_size=1, max_size=90))
def test_no_word_is_cut(words: list[str]) -> None:
    text = " ".join(words)
    for chunk in chunks(text, 16):
        assert chunk.start == 0 or text[chunk.start - 1] == " "
        assert chunk.end == len(text) or text[chunk.end] == " "


def test_chunks_end_and_begin_with_sentences() -> None:
    text = " ".join([SENTENCE] * 40)
    cut = chunks(text, 50)
    assert len(cut) > 5
    for chunk in cut:
        assert text[chunk.start : chunk.end].startswith("The patient")
        assert text[chunk.start : chunk.end].endswith("well.")


@each_row("words", [16, 64, 256, 1024])
def test_the_overlap_is_between_10_and_30_percent(words: int) -> None:
    text = "word " * 5_000
    cut = chunks(text, words)
    for left, right in pairwise(cut):
        assert words // 10 <= count_words(text[right.start : left.end]) <= words * 0.31


@each_row("stop", ["Dr. Smith", "Mrs. Jones", "J. Doe", "approx. 3", "went. home"])
def test_a_full_stop_within_a_sentence_ends_no_chunk(stop: str) -> None:
    text = "word " * 12 + stop + " word" * 8
    first = chunks(text, 16)[0]
    assert not text[first.start : first.end].endswith(stop.split()[0])


def test_a_blank_line_ends_a_chunk_and_a_line_does_where_no_sentence_ends() -> None:
    assert chunks("word " * 12 + "\n \n" + "word " * 12, 16)[0].words == 12
    assert chunks("word " * 12 + "\n" + "word " * 12, 16)[0].words == 12


@each_row("line", ["x" * 1_000_000, "word " * 200_000, "山" * 300_000, "Ends. " * 160_000])
def test_a_line_of_a_megabyte(line: str) -> None:
    cut = chunks(line, 256)
    assert (cut[0].start, cut[-1].end) == (0, len(line))
    assert max(c.words for c in cut) <= 256
    assert len(cut) < 2_000


def test_a_range_of_a_text() -> None:
    text = "aa bb cc dd ee ff gg hh"
    assert [text[c.start : c.end] for c in chunks(text, 4, 3, 20)] == ["bb cc dd ee", "ee ff gg"]
    assert chunks(text, 4, 2, 3) == []


def test_chunks_have_a_least_size() -> None:
    with pytest.raises(ValueError, match="at least 4"):
        chunks("text", 3)
