"""What is written in a format is read back as the same texts and spans, as far as the format can hold them."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from redactor.errors import EvaluationError
from redactor.evaluate.convert import Format, without_overlaps, write
from redactor.evaluate.gold_files import read_gold, with_predictions
from redactor.evaluate.spans import Document, Labelled

NAMES: dict[str, str] = {"jsonl": "o.jsonl", "doccano": "o.jsonl", "presidio": "o.json", "spacy": "o.json",
                         "conll": "o.conll", "i2b2": "o", "brat": "o", "inception": "o"}  # fmt: skip
HARD = "\U0001f600\U0001d4d0e\u0301\u0308\r\n\t\r\n\u2028\u0085\u00a0\u200d]]>&<\"'-#\ufeff\u3000\ufffd"
# Letters, signs that formats use themselves, and rarely any other character but surrogates, which UTF-8 cannot hold.
CHARACTERS = st.one_of(
    st.sampled_from("aB1 .," + HARD), st.sampled_from(HARD), st.characters(exclude_categories=("Cs",))
)
TEXTS = st.one_of(
    st.text(CHARACTERS, max_size=40),
    st.lists(st.sampled_from(["-DOCSTART-", "# ", "O", "B-X", "a b", "\n"])).map("".join),
)


@st.composite
def documents(draw: st.DrawFn) -> list[Document]:
    found = []
    for n in range(draw(st.integers(1, 3))):
        text = draw(TEXTS)
        cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
        pairs = [(a, b) for a, b in pairwise(cuts) if draw(st.booleans())]
        spans = tuple(
            Labelled(a, b, draw(st.sampled_from(["NAME", "LOCATION-OTHER", "O", "I-X", "é;\"<&'"]))) for a, b in pairs
        )
        found.append(Document(f"n{n}", text, spans, ()))
    return found


def is_held(to: str, d: Document) -> bool:
    """By the formats' own rules: XML lacks control characters, brat's readers strip a mark, CoNLL has words alone."""
    if to in ("i2b2", "inception"):
        return all(c in "\t\n\r" or (c >= " " and c not in "\ufffe\uffff") for c in d.text)
    if to == "brat":
        return not d.text.startswith("\ufeff")
    return to != "conll" or all(d.text[s.start : s.end].strip() for s in d.gold)


def read_back(found: Sequence[Document], to: Format) -> list[Document]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / NAMES[to]
        write(found, path, to)
        return list(read_gold(path, annotated=True, offsets="characters"))


@pytest.mark.parametrize("to", [to for to in NAMES if to != "conll"])
@settings(max_examples=60, deadline=None)
@given(found=documents())
@example(found=[Document("n0", "\ufeffa\r\n\U0001f600b]]>\r", (Labelled(0, 2, "NAME"), Labelled(2, 5, "DATE")), ())])
@example(found=[Document("n0", "", (), ()), Document("n1", "\r", (Labelled(0, 1, "NAME"),), ())])
def test_texts_and_spans_come_back(to: Format, found: list[Document]) -> None:
    if not all(is_held(to, d) for d in found):
        with pytest.raises(EvaluationError, match=r"document [123]: .*(cannot hold|U\+FEFF)"):
            read_back(found, to)
        return
    read = read_back(found, to)
    if to == "spacy":
        assert [d.id for d in read] == [str(n) for n in range(1, len(found) + 1)]
        read = [replace(d, id=f.id) for d, f in zip(read, found, strict=True)]
    assert read == found


def signs(d: Document) -> tuple[str, list[tuple[str, int, int]]]:
    """A text without blanks, and its spans by the numbers of the signs in them."""
    at = [0]
    for c in d.text:
        at.append(at[-1] + (not c.isspace()))
    return "".join(d.text.split()), [(s.label, at[s.start], at[s.end]) for s in d.gold]


@settings(max_examples=150, deadline=None)
@given(found=documents())
@example(found=[Document("n0", "# O", (), ()), Document("n1", "-DOCSTART-\n# O", (Labelled(0, 10, "NAME"),), ())])
def test_conll_keeps_signs_and_spans(found: list[Document]) -> None:
    if not all(is_held("conll", d) for d in found):
        with pytest.raises(EvaluationError, match=r"document [123]: .*cannot hold"):
            read_back(found, "conll")
        return
    read = read_back(found, "conll")
    assert [signs(d) for d in read] == [signs(d) for d in found]


@settings(max_examples=60, deadline=None)
@given(found=documents())
def test_predictions_in_conll_meet_their_texts(found: list[Document]) -> None:
    """But for blanks at the ends of a span, which no token holds."""
    if not all(is_held("conll", d) for d in found):
        return
    with tempfile.TemporaryDirectory() as folder:
        write(found, Path(folder) / "o.conll", "conll")
        paired = with_predictions(found, Path(folder) / "o.conll")
    for d in paired:
        got = [(s.label, d.text[s.start : s.end]) for s in d.predicted]
        assert got == [(s.label, d.text[s.start : s.end].strip()) for s in d.gold]


SPANS = st.lists(st.builds(lambda a, n: Labelled(a, a + n, "NAME"), st.integers(0, 20), st.integers(1, 9)), max_size=9)


@given(SPANS)
def test_of_overlapping_spans_the_longest_stays(spans: list[Labelled]) -> None:
    kept = without_overlaps(Document("n", "x" * 29, tuple(dict.fromkeys(spans)), ())).gold

    def touch(a: Labelled, b: Labelled) -> bool:
        return a.start < b.end and b.start < a.end

    assert not any(touch(a, b) for a in kept for b in kept if a != b)
    for lost in set(spans) - set(kept):
        assert any(touch(lost, k) and k.end - k.start >= lost.end - lost.start for k in kept)
