"""Properties of the patterns detector: offsets in the original text, and readings that depend on the text alone."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from redactor.detect.patterns import Patterns
from redactor.detect.patterns.rule import Doc
from redactor.detect.resolver import resolve
from redactor.text import Note
from redactor.unicode_fold import fold

PATTERNS = Patterns()
PIECES = st.sampled_from(
    [
        "Dr. Smith",
        "Patient: Doe, John",
        "(650) 555-1234",
        "a@b.org",
        "45-year-old",
        "\u200b",
        "\u00ad",
        "ﬁ",
        "é",
        "É",
        "e\u0301",
        "\ud800",
        "𝟙𝟚",
        "１２３-４５-６７８９",
        "Müller",
        "日本 ",
        "\u2028",
        "İ",
        "ß",
        "MRN: 12\u200b3456",
        "½",
        " ",
        "\n",
        "Dayton, OH 45402",
        "…",
        "№ 12345",
        "\U0001f468\u200d\U0001f469",
        "www.x.org",
        "St. Mary's Hospital",
        "Иванов",
        "٣٤٥",
    ]
)
TEXTS = st.lists(st.one_of(PIECES, st.text(max_size=8)), max_size=12).map("".join)


@settings(max_examples=150, deadline=None)
@given(TEXTS)
def test_offsets_lie_in_the_text_and_resolve(text: str) -> None:
    spans = PATTERNS.detect([Note("n", text)])[0].spans
    assert all(0 <= s.start < s.end <= len(text) for s in spans)
    resolve(text, spans)


@settings(max_examples=60, deadline=None)
@given(st.lists(TEXTS, max_size=4), TEXTS)
def test_a_reading_does_not_depend_on_the_batch(others: list[str], text: str) -> None:
    alone = Patterns().detect([Note("n", text)])[0]
    batch = [Note("o", other) for other in others]
    assert PATTERNS.detect([*batch, Note("n", text), *batch])[len(batch)] == alone


@settings(max_examples=150, deadline=None)
@given(TEXTS)
def test_the_transliteration_has_one_ascii_character_for_each_character(text: str) -> None:
    doc = Doc(fold(text).text)
    assert len(doc.ascii) == len(doc.text) == len(doc.ascii_bytes)
    assert doc.ascii.isascii()


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="\u200b\u00ad\u2060", max_size=3), st.integers(0, 10))
def test_invisible_characters_hide_nothing(hidden: str, at: int) -> None:
    number = "219-09-9999"
    text = f"SSN: {number[:at]}{hidden}{number[at:]} "
    spans = PATTERNS.detect([Note("n", text)])[0].spans
    covered = {i for s in spans for i in range(s.start, s.end)}
    assert all(i in covered for i, ch in enumerate(text) if ch.isdigit())
