"""The training corpus: examples on disk, generated notes, prose that people marked, and the mixture."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import islice, pairwise
from pathlib import Path

import pytest

from corpus.engine import catalogue, note_file
from corpus.examples.annotations import Sentence, annotate, place
from corpus.examples.density import Share, density, shares
from corpus.examples.held_out import realistic
from corpus.examples.mixture import corpus, generated
from corpus.examples.prose import Prose, tidy
from redactor.distill.examples import UNKNOWN, Example, example_from_marked, read_examples, write_examples
from redactor.entities import Entity
from redactor.errors import ExamplesError
from redactor.sample.marked import Mark, Marked, join, mark

SHARED = Path(__file__).parents[4] / "shared" / "data"
needs_data = pytest.mark.skipif(not (SHARED / "ner").exists(), reason="the sets for development are not here")


# -- examples ----------------------------------------------------------------------------------------------------------


def test_examples_come_back_as_they_were_written(tmp_path: Path) -> None:
    items = [
        Example("a", "letter", "generated", "Dear Dr. Dœ 日本", ((9, 11, "DOCTOR"), (12, 14, "COUNTRY"))),
        Example("b", "note", "injected", "in 1999 Purdy", ((3, 7, "YEAR"),), ((8, 13),)),
    ]
    path = tmp_path / "e.jsonl"
    assert write_examples(path, items) == 2
    assert list(read_examples(path)) == items
    row = json.loads(path.read_text().splitlines()[1])
    assert row["spans"] == [{"start": 3, "end": 7, "label": "YEAR"}]
    assert row["masked"] == [[8, 13]]
    assert write_examples(tmp_path / "none.jsonl", []) == 0


@pytest.mark.parametrize(
    "line",
    [
        '{"id": "a"}',
        "no json",
        '{"id":"a","kind":"k","source":"s","text":"John","spans":[{"start":0,"end":9,"label":"PERSON"}],"masked":[]}',
        '{"id":"a","kind":"k","source":"s","text":"John","spans":[{"start":0,"end":4,"label":"NOBODY"}],"masked":[]}',
    ],
)
def test_what_is_no_example_is_refused_without_a_word_of_it(tmp_path: Path, line: str) -> None:
    path = tmp_path / "e.jsonl"
    path.write_text(line + "\n")
    with pytest.raises(ExamplesError, match="line 1") as e:
        list(read_examples(path))
    assert "John" not in str(e.value)


def test_unknown_marks_become_masked_ranges() -> None:
    marked = join(mark("Ann", Entity.PERSON), " in ", Marked("Purdy", (Mark(0, 5, Entity.ID, UNKNOWN, "Purdy"),)))
    assert example_from_marked("x", "k", "s", marked) == Example(
        "x", "k", "s", "Ann in Purdy", ((0, 3, "PERSON"),), ((7, 12),)
    )


# -- prose -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "source", "clean"),
    [
        ("He did n't go , she said .", "wnut17", "He didn't go, she said."),
        ('Known as the " Poet of the Piano " , he left .', "wikigold", 'Known as the "Poet of the Piano", he left.'),
        ("Interest of 0. 01% on $ 250, 000", "sec", "Interest of 0.01% on $250,000"),
        ("the U. S. at 00: 21 , it' s on", "btc", "the U.S. at 00:21, it's on"),
        ("fine :) and ( maybe ) not ...", "btc", "fine :) and (maybe) not ..."),
    ],
)
def test_tokens_become_text_again(text: str, source: str, clean: str) -> None:
    assert tidy(Sentence(text, ()), source).text == clean


def test_spans_follow_the_text_that_is_tidied() -> None:
    text = 'The ( late ) John Smith , of " Leeds " , sang .'
    spans = tuple((text.index(v), text.index(v) + len(v), "PERSON") for v in ("John Smith", "Leeds"))
    clean = tidy(Sentence(text, spans), "wikigold")
    assert [clean.text[a:b] for a, b, _ in clean.spans] == ["John Smith", "Leeds"]


def _marks(text: str, *spans: tuple[str, str]) -> dict[str, str | None]:
    found = tuple((text.index(v), text.index(v) + len(v), label) for v, label in spans)
    marks = annotate(Sentence(text, found)).marks
    return {text[m.start : m.end]: None if m.subject == UNKNOWN else m.entity.value for m in marks}


def test_labels_of_the_sets_become_ours() -> None:
    text = "President Ann Lee moved from Dayton, Ohio to France and works at Mercy Hospital, not at Initech, on Latin."
    spans = [
        ("President Ann Lee", "PERSON"), ("Dayton, Ohio", "LOCATION"), ("France", "LOCATION"),
        ("Mercy Hospital", "ORGANIZATION"), ("Initech", "ORGANIZATION"), ("Latin", "MISC"),
    ]  # fmt: skip
    assert _marks(text, *spans) == {
        "Ann Lee": "PERSON",
        "Dayton": "CITY",
        "Ohio": "STATE",
        "France": "COUNTRY",
        "Mercy Hospital": "HOSPITAL",
        "Initech": None,
    }


def test_what_the_sets_leave_out_is_added_by_its_form_or_unknown() -> None:
    text = "@ann_b born May 15, 1893, in 2007 at 8 p.m. see http://t.co/x1 or a@b.org #MH17 Karen 102520"
    assert _marks(text) == {
        "@ann_b": "USERNAME",
        "May 15, 1893": "DATE",
        "2007": "YEAR",
        "8 p.m.": "CLOCK",
        "http://t.co/x1": "URL",
        "a@b.org": "EMAIL",
        "#MH17": None,
        "Karen": None,
        "102520": None,
    }


def test_roles_of_contracts_are_no_names() -> None:
    text = "The Borrower and the LENDER, Zhang Jilun, pay the Bank."
    spans = [(v, "PERSON") for v in ("Borrower", "LENDER", "Zhang Jilun")]
    assert _marks(text, *spans, ("Bank", "ORGANIZATION")) == {"Zhang Jilun": "PERSON"}


@pytest.mark.parametrize(
    ("value", "label"),
    [
        ("Ohio", Entity.STATE), ("NSW", Entity.STATE), ("UK", Entity.COUNTRY), ("Surabaya", Entity.CITY),
        ("Seminole County", Entity.COUNTY), ("Lightmoor Road", Entity.STREET), ("Cal Anderson Park", Entity.LOCATION),
        ("Europe", None), ("Ukrainian", None), ("27th Floor", None), ("the hill", None),
    ],
)  # fmt: skip
def test_the_sort_of_a_place(value: str, label: Entity | None) -> None:
    assert place(value) is label


@needs_data
def test_prose_is_many_names_in_passages_of_several_sentences() -> None:
    prose = Prose(SHARED / "ner")
    examples = [prose.example(str(i), random.Random(i)) for i in range(300)]
    labels = Counter(label for e in examples for _, _, label in e.spans)
    assert labels["PERSON"] > 150
    assert {"CITY", "COUNTRY", "USERNAME", "URL", "DATE", "YEAR"} <= labels.keys()
    assert any(e.text.islower() for e in examples)
    names = {e.text[a:b] for e in examples for a, b, label in e.spans if label == "PERSON"}
    assert not names & {"Borrower", "Lender", "Company", "Bank", "God"}
    unseen = Prose(SHARED / "ner", "unseen")
    held = {unseen.example(str(i), random.Random(i)).text for i in range(100)}
    assert not held & {e.text for e in examples}


# -- the mixture -------------------------------------------------------------------------------------------------------


def _sound(e: Example) -> None:
    taken = sorted([(a, b) for a, b, _ in e.spans] + list(e.masked))
    assert all(0 <= a < b <= len(e.text) for a, b in taken)
    assert all(b <= c for (_, b), (c, _) in pairwise(taken))


def test_generated_notes_depend_on_seed_and_index_alone() -> None:
    whole = list(generated(5, 40))
    assert whole[10:25] == list(generated(5, 15, first=10))
    assert whole != list(generated(6, 40))
    assert len({e.kind for e in whole}) > 20
    for e in whole:
        _sound(e)
        assert e.source == "generated"
        assert not e.masked
    assert sum(bool(e.spans) for e in whole) > 25


def test_generated_notes_can_be_of_some_kinds_alone() -> None:
    kinds = sorted({e.kind for e in generated(1, 30)})[:2]
    assert {e.kind for e in generated(2, 20, kinds=kinds)} == set(kinds)
    with pytest.raises(ValueError, match="nosuch"):
        list(generated(2, 1, kinds=["nosuch"]))


@needs_data
def test_the_mixture_is_of_three_parts_and_starts_anywhere() -> None:
    notes, prose = SHARED / "clinical_notes_ccby.jsonl", SHARED / "ner"
    examples = list(corpus(3, 200, notes, prose))
    parts = Counter(e.source for e in examples)
    assert 65 <= parts["generated"] <= 120
    assert 45 <= parts["injected"] <= 95
    assert 20 <= parts["prose"] <= 65
    assert len({e.id for e in examples}) == 200
    for e in examples:
        _sound(e)
    assert examples[50:60] == list(corpus(3, 10, notes, prose, first=50))
    assert not set(examples) & set(islice(corpus(3, 20, notes, prose, split="unseen"), 20))


def test_every_type_of_the_note_files_is_trained_on() -> None:
    written = [t["name"] for path in note_file.paths("notes") for t in note_file.read(path).types]
    trained = catalogue.trained()
    assert [t.name for t in trained] == written
    assert len(written) >= 1_204
    assert all(t.weight > 0 for t in trained)


@needs_data
def test_half_of_the_examples_have_hardly_any_identifier() -> None:
    found = shares(
        corpus(18, 600, SHARED / "clinical_notes_ccby.jsonl", SHARED / "ner", terminology=SHARED / "terminology")
    )
    assert found.keys() == {"all", "generated", "injected", "prose", "field"}
    assert sum(share.examples for source, share in found.items() if source != "all") == found["all"].examples == 600
    assert 0.45 < found["all"].sparse / 600 < 0.57
    assert all(
        0.4 < found[source].sparse / found[source].examples < 0.72 for source in ("generated", "injected", "field")
    )


def test_density_is_by_words_of_what_is_released() -> None:
    dense = Example("a", "k", "generated", "Ann Lee has asthma", ((0, 7, "PERSON"),))
    near = Example("b", "k", "generated", "seen in 1999", ((8, 12, "YEAR"),))
    assert (density(dense), density(near)) == (0.5, 0.0)
    assert shares([dense, near]) == {"all": Share(2, 1, 1), "generated": Share(2, 1, 1)}


def test_what_is_missing_is_left_out_and_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    for i in range(30):
        (notes / f"{i}.txt").write_text(f"The patient presents today with pain number {i}. She denies fever.")
    with caplog.at_level("WARNING"):
        examples = list(corpus(1, 60, notes, tmp_path / "absent"))
    assert {e.source for e in examples} == {"generated", "injected"}
    assert "'prose'" in caplog.text
    assert "pain number" not in caplog.text


@needs_data
def test_half_of_a_realistic_set_has_hardly_any_identifier() -> None:
    held = list(realistic(3, 40, SHARED / "clinical_notes_ccby.jsonl", SHARED / "ner"))
    assert held == list(realistic(3, 40, SHARED / "clinical_notes_ccby.jsonl", SHARED / "ner"))
    assert all(density(e) < 0.02 for e in held[1::2])
    assert sum(density(e) for e in held[::2]) / 20 > 0.1
    assert {"generated", "injected", "prose"} == {e.source for e in held}
