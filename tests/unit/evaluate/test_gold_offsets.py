"""Offsets that count no characters, and texts that were changed, are told from good gold, with the way to convert."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from redactor.errors import EvaluationError
from redactor.evaluate.formats.annotated import Offsets
from redactor.evaluate.gold_files import read_gold, with_predictions
from redactor.evaluate.spans import Document, Labelled
from tests.each_row import each_row

TEXT = "Chäteau \U0001f600: seen by Tarquil Vexholm.\nOn Monday, with José Vexholm\n"
NAMES = ("Tarquil Vexholm", "Monday", "José Vexholm")
SPANS = [(TEXT.index(name), TEXT.index(name) + len(name)) for name in NAMES]
# Worked by hand: ä and é take one more byte, the emoji three more and one more unit of UTF-16, LF one more as CR LF.
IN_UNITS: dict[Offsets, list[tuple[int, int]]] = {
    "bytes": [(23, 38), (43, 49), (56, 69)],
    "utf16": [(20, 35), (40, 46), (53, 65)],
    "crlf": [(19, 34), (40, 46), (53, 65)],
}
assert [(s + 4, e + 4) for s, e in SPANS[:2]] == IN_UNITS["bytes"][:2]


def gold(path: Path, text: str, spans: list[tuple[int, int]], quotes: bool = False) -> Path:
    rows: list[dict[str, Any]] = [
        {"start": s, "end": e, "label": "PERSON"} | ({"entity_value": NAMES[i]} if quotes else {})
        for i, (s, e) in enumerate(spans)
    ]
    path.write_text(json.dumps({"id": "n1", "text": text, "spans": rows}, ensure_ascii=False) + "\n", newline="")
    return path


def said(path: Path, offsets: Offsets | None = None) -> list[str]:
    (document,) = read_gold(path, offsets=offsets)
    return [document.text[s.start : s.end] for s in document.gold]


@pytest.mark.parametrize("quotes", [True, False])
@pytest.mark.parametrize("unit", IN_UNITS)
def test_another_unit_is_named_and_converted(unit: Offsets, quotes: bool, tmp_path: Path) -> None:
    path = gold(tmp_path / "g.jsonl", TEXT, IN_UNITS[unit], quotes)
    with pytest.raises(EvaluationError, match=f"g.jsonl, line 1: its offsets count .*--offsets {unit}") as raised:
        said(path)
    assert "Vexholm" not in str(raised.value) and "Tarquil" not in str(raised.value)
    assert said(path, unit) == list(NAMES)


@pytest.mark.parametrize("quotes", [True, False])
def test_line_ends_that_became_longer(quotes: bool, tmp_path: Path) -> None:
    path = gold(tmp_path / "g.jsonl", "Head\r\nNote\r\n" + TEXT, [(s + 10, e + 10) for s, e in SPANS], quotes)
    with pytest.raises(EvaluationError, match=r"one character for a line end.*--offsets lf"):
        said(path)
    assert said(path, "lf") == list(NAMES)


def test_gold_that_fits_is_left_alone(tmp_path: Path) -> None:
    """Even where it marks parts of words, a blank too many, or a text in which every unit fits nothing."""
    assert said(gold(tmp_path / "a.jsonl", TEXT, SPANS, quotes=True)) == list(NAMES)
    assert said(gold(tmp_path / "b.jsonl", TEXT, SPANS)) == list(NAMES)
    for text, spans in (
        ("José ", [(0, 5)]),
        ("Größe 61yo, 72yo", [(6, 8), (12, 14)]),
        ("a\nb\nc 61yo", [(6, 8)]),
        ("東京の山田さん", [(3, 5)]),
        ("éJaneDoe", [(1, 5)]),
    ):
        path = gold(tmp_path / "c.jsonl", text, spans)
        assert said(path) == [text[s:e] for s, e in spans]


def test_one_span_in_bytes_is_enough_without_another_explanation(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match="--offsets bytes"):
        said(gold(tmp_path / "g.jsonl", "café: Tarquil Vexholm", [(7, 22)]))
    with pytest.raises(EvaluationError, match="--offsets bytes"):
        said(gold(tmp_path / "g.jsonl", "café: Tarquil Vexholm came", [(7, 22)]))


def test_offsets_that_are_said_to_count_characters_are_believed(tmp_path: Path) -> None:
    path = gold(tmp_path / "g.jsonl", "café: Tarquil Vexholm came", [(7, 22)])
    assert said(path, "characters") == ["arquil Vexholm "]


@each_row(
    ("spans", "message"),
    [
        ([(0, 3), (9, 4)], "line 1: span 2 of 2 ends before it begins"),
        ([(4, 4)], "line 1: span 1 of 1 is empty"),
        ([(-2, 4)], "line 1: 1 of 1 spans lies outside of its text"),
        ([(0, 7), (0, 999)], "line 1: 1 of 2 spans lies outside of its text"),
    ],
)
def test_impossible_spans(spans: list[tuple[int, int]], message: str, tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match=message):
        said(gold(tmp_path / "g.jsonl", TEXT, spans))


def test_an_offset_within_a_character_is_refused(tmp_path: Path) -> None:
    path = gold(tmp_path / "g.jsonl", "\U0001f600 Tarquil", [(1, 3)])
    with pytest.raises(EvaluationError, match="within a character if offsets count units of UTF-16"):
        said(path, "utf16")


def test_the_same_span_twice_counts_once_and_nested_spans_count_each(tmp_path: Path) -> None:
    told: list[str] = []
    path = gold(tmp_path / "g.jsonl", TEXT, [SPANS[0], SPANS[1], SPANS[0], (SPANS[0][0], SPANS[0][0] + 7)])
    (document,) = read_gold(path, tell=told.append)
    assert [(s.start, s.end) for s in document.gold] == [SPANS[0], SPANS[1], (SPANS[0][0], SPANS[0][0] + 7)]
    assert told == ["the same span with the same label stands 1 times too often and counts once: g.jsonl, line 1"]


NOTES = [Document(f"n{n}", text, (), ()) for n, text in enumerate([TEXT, "Nothing.\r\nHere."])]


def predicted(tmp_path: Path, *rows: dict[str, Any]) -> list[Document]:
    path = tmp_path / "pred.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return with_predictions(NOTES, path)


FOUND = {"id": "n0", "spans": [{"start": s, "end": e, "label": "PERSON"} for s, e in SPANS]}
NONE = {"id": "n1", "spans": []}


def test_predictions_are_paired_by_id_and_of_the_text_of_the_gold(tmp_path: Path) -> None:
    one, other = predicted(tmp_path, NONE, FOUND)
    assert [TEXT[s.start : s.end] for s in one.predicted] == list(NAMES) and not other.predicted


@each_row(
    ("rows", "message"),
    [
        ([FOUND], "pred.jsonl lacks 1 of 2 documents of the gold"),
        ([FOUND | {"id": "x"}], "lacks 2 of 2 .* no id is in both"),
        ([FOUND, NONE, NONE], "line 3: its id stood before"),
        ([FOUND, {"id": "n1"}], "line 2: no spans"),
        ([FOUND, NONE | {"complete": False}], "line 2: the detectors could not read the text in whole"),
        ([FOUND, {"line": 2, "error": "no JSON object with id and text"}], "line 2: no spans"),
        ([FOUND | {"text": TEXT + "x"}, NONE], "line 1: its text differs from that of the gold from character 65 on"),
        ([FOUND, NONE | {"text": "Nothing.\nHere."}], "line 2: its text differs .* in line ends alone"),
        ([FOUND, NONE | {"text": "Nothing.  Here."}], "line 2: its text differs .* in blanks alone"),
        ([FOUND, NONE | {"spans": [{"start": 3, "end": 99, "label": "PERSON"}]}], "line 2: 1 of 1 spans lies outside"),
        ([{"id": "n0", "spans": [{"start": s, "end": e, "label": "P"} for s, e in IN_UNITS["bytes"]]}, NONE],
         "line 1: its offsets count bytes of UTF-8.*--texts GOLD --offsets bytes"),
        ([FOUND | {"spans": [{"start": 0, "end": 7, "label": "P", "entity_value": "Tarquil"}]}, NONE], "quotes"),
        ([FOUND, {"id": "n1", "spans": [{"start": 0, "end": 2, "label": "P", "score": 97}]}], "line 2: .* a score"),
        ([FOUND, {"id": "n1", "spans": [{"start": 0.5, "end": 2, "label": "P"}]}], "line 2: a span needs start"),
    ],
)  # fmt: skip
def test_predictions_that_would_give_wrong_figures_are_refused(
    rows: list[dict[str, Any]], message: str, tmp_path: Path
) -> None:
    with pytest.raises(EvaluationError, match=message) as raised:
        predicted(tmp_path, *rows)
    assert "Vexholm" not in str(raised.value) and "Nothing" not in str(raised.value)


def test_predictions_of_further_documents_are_told(tmp_path: Path) -> None:
    told: list[str] = []
    path = tmp_path / "pred.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in (FOUND, NONE, NONE | {"id": "n2"})))
    with_predictions(NOTES, path, told.append)
    assert told == ["pred.jsonl has documents that the gold lacks, which were left out: 1"]


def test_predictions_in_conll_have_neither_ids_nor_blanks(tmp_path: Path) -> None:
    path = tmp_path / "pred.conll"
    rows = "-DOCSTART- O\n\nJane B-PER\n\n-DOCSTART- O\n\nSeen O\nby O\nTarquil B-PER\nVexholm I-PER\n. O\n"
    path.write_text(rows)
    notes = [Document("a", " Jane\n", (), ()), Document("b", "Seen\tby  Tarquil\n Vexholm.", (), ())]
    one, other = with_predictions(notes, path)
    assert one.predicted == (Labelled(1, 5, "PER"),) and other.predicted == (Labelled(9, 25, "PER"),)
    path.write_text(rows.replace("Seen", "Sean"))
    with pytest.raises(EvaluationError, match=r"pred.conll, document 2: its text differs .* from character 2 on"):
        with_predictions(notes, path)


def test_two_units_that_both_fit_are_both_named(tmp_path: Path) -> None:
    """One é before a name moves it as far in bytes as one line end does in CR LF."""
    path = gold(tmp_path / "g.jsonl", "é\nTarquil came", [(3, 10)])
    with pytest.raises(EvaluationError, match=r"bytes of UTF-8, or two .*--offsets bytes \(or --offsets crlf\)"):
        said(path)
