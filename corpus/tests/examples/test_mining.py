"""Hard negatives: what a student marks in text that names nobody."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from typer.testing import CliRunner

from corpus.cli import app
from corpus.examples import mining
from corpus.examples.density import density
from corpus.examples.terminology import SYSTEMS
from redactor.distill.examples import CLINICAL_FIELD, Example, read_examples
from redactor.entities import Entity
from redactor.text import Doubt, Note, Reading, Span


class _Marks:
    """A student that marks some words with a probability each; below .2 they are doubts."""

    def __init__(self, **words: float) -> None:
        self.words = words

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        return [self._read(note.text) for note in notes]

    def _read(self, text: str) -> Reading:
        spans, doubts = [], []
        for word, score in self.words.items():
            at = text.find(word)
            if at >= 0 and score >= 0.2:
                spans.append(Span(at, at + len(word), Entity.PERSON, score))
            elif at >= 0:
                doubts.append(Doubt(at, at + len(word), Entity.PERSON, score))
        return Reading(tuple(spans), tuple(doubts))


def _text(text: str, *, kind: str = "note", **ranges: tuple[str, ...]) -> Example:
    def found(values: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
        return tuple((text.index(v), text.index(v) + len(v)) for v in values)

    spans = tuple((a, b, "YEAR") for a, b in found(ranges.get("years", ())))
    return Example("x", kind, "field", text, spans, found(ranges.get("masked", ())))


def test_a_field_in_which_something_is_marked_is_a_negative() -> None:
    fields = [_text(t, kind=CLINICAL_FIELD) for t in ("Gomori stain", "Bowie-Dick Test", "Topical", "Dart")]
    made = list(mining.mined(fields, _Marks(Gomori=0.9, Bowie=0.12, Topical=0.09), 0.1))
    assert [(e.text, e.kind, e.source, e.spans, e.masked) for e in made] == [
        ("Gomori stain", CLINICAL_FIELD, "mined", (), ()),
        ("Bowie-Dick Test", CLINICAL_FIELD, "mined", (), ()),
    ]


def test_of_a_long_text_the_sentences_around_a_mark_are_taken_once() -> None:
    calm = "The knee was stable and the wound was dry, with no sign of any infection at the site of the operation. "
    text = calm * 8 + "Lachman and Thomas tests negative in 1999.\n" + calm * 8
    (made,) = mining.mined([_text(text, years=("1999",))], _Marks(Lachman=0.8, Thomas=0.3), 0.1)
    assert "Lachman and Thomas tests negative in 1999." in made.text
    assert len(made.text) <= 300
    assert made.text in text
    assert [made.text[a:b] for a, b, _ in made.spans] == ["1999"]


def test_a_passage_with_a_possible_identifier_is_left_out() -> None:
    text = "Seen by Purdy. Gomori stain positive. Purdy agrees.\nSent to Ropes and Purdy's lab."
    held = _text(text, masked=("Purdy. G", "Purdy agrees", "Purdy's"))
    assert not list(mining.mined([held], _Marks(Gomori=0.9, Ropes=0.9), 0.1))
    held = _text(text, masked=("Purdy", "Purdy agrees", "Purdy's"))
    assert [e.text for e in mining.mined([held], _Marks(Gomori=0.9, Ropes=0.9), 0.1)] == ["Gomori stain positive."]


def test_each_text_is_kept_once_and_counted_by_source() -> None:
    sources = {"a": [_text("Dart"), _text("Dart")], "b": [_text("Dart"), _text("Kell")], "c": [_text("none")]}
    found: Counter[str] = Counter()
    assert [e.text for e in mining.tallied(sources, _Marks(Dart=0.5, Kell=0.5), 0.1, found)] == ["Dart", "Kell"]
    assert found == {"a": 1, "b": 1}


def test_known_and_possible_identifiers_of_real_notes_are_masked(tmp_path: Path) -> None:
    notes = tmp_path / "notes.jsonl"
    texts = [f"Dr. Smith saw the patient on 3/14/2019. Gomori stain number {i} was positive." for i in range(30)]
    notes.write_text("".join(json.dumps({"id": str(i), "text": t}) + "\n" for i, t in enumerate(texts)), "utf-8")
    real = list(mining.real_notes(notes))
    assert 20 <= len(real) < 30
    assert all({"Smith", "3/14/2019"} <= {e.text[a:b] for a, b in e.masked} for e in real)
    made = list(mining.mined(real, _Marks(Gomori=0.9, Smith=0.9), 0.1))
    assert len(made) == len(real)
    assert all(e.text.startswith("Gomori stain") and not e.spans for e in made)


def test_of_a_real_note_only_terms_of_medicine_are_proven_to_be_none() -> None:
    marked = ("metoprolol", "Babinski", "vincent", "zorvane", "january", "48")
    texts = (
        "he takes metoprolol now", "the Babinski sign is absent", "he met Babinski today", "well, vincent, sit down",
        "he takes zorvane now", "seen in january", "he is 48", "vincent takes metoprolol",
    )  # fmt: skip
    student = _Marks(**dict.fromkeys(marked, 0.5))
    real = [Example("x", "dialogue", "injected", t, ()) for t in texts]
    assert [e.text for e in mining.mined(real, student, 0.1)] == list(texts[:2])
    assert len(list(mining.mined([_text(t) for t in texts], student, 0.1))) == len(texts)


def test_the_generated_sources_hold_no_identifier() -> None:
    assert all(density(e) == 0.0 for e in mining.clean_notes(3, 30))
    absent = Path("absent")
    assert not list(mining.clean_fields(absent, 3, 5))
    assert not list(mining.published(absent))


def test_the_command_writes_negatives_of_the_shipped_student(tmp_path: Path) -> None:
    displays = (
        "Bowie-Dick Test",
        "Karnovsky's fixative",
        "Southern Blot",
        "Schmorl stain",
        "Cary Blair Medium",
        "Dart",
    )
    systems = {"http://example.org/methods": {d: d for d in displays}}
    (tmp_path / SYSTEMS).write_bytes(gzip.compress(json.dumps(systems).encode()))
    out = tmp_path / "mined.jsonl"
    given = ["mine", str(out), "--terminology", str(tmp_path), "--count", "5", "--threads", "1", "--least", "0.01"]
    result = CliRunner().invoke(app, given)
    assert result.exit_code == 0
    made = list(read_examples(out))
    assert made
    assert not any(density(e) for e in made)
    assert {e.source for e in made} == {"mined"}
    assert f"{len(made)} examples: mined.jsonl" in result.output


def test_a_missing_model_is_told(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["mine", str(tmp_path / "out.jsonl"), "--model", str(tmp_path)])
    assert result.exit_code == 2
