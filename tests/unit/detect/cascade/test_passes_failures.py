"""Answers of passes that are kept, cut, missing or of another form."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from redactor.detect.cascade.chunks import chunks
from redactor.detect.cascade.passes import PassOptions, PassResult, fault_of_context, find_more
from redactor.entities import Entity
from redactor.errors import AnswersUnavailableError
from redactor.keys import DerivedKey
from redactor.llm.cache import Entry, MemoryAnswers
from redactor.llm.completions import estimated_texts
from redactor.llm.contract import Answer, Failure, Request
from redactor.llm.prompts import Prompt, estimate_tokens, load_prompt
from redactor.text import Note, Span
from tests.each_row import each_row
from tests.unit.detect.cascade.passes_kit import LONG, OPTIONS, Scripted, finds, read

NOTES = Path(__file__).parents[4] / "benchmarks" / "data" / "handwritten-2.jsonl"


def test_the_first_answer_stands_and_equal_chunks_are_asked_about_once() -> None:
    answers = MemoryAnswers()
    notes = [Note("1", "Hideyoshi came.", "s"), Note("2", "Hideyoshi came.", "s"), Note("3", "Hideyoshi came.", "t")]
    first = Scripted(finds(("PERSON", "Hideyoshi")))
    found = find_more(first, answers, notes, [()] * 3, OPTIONS)
    assert len(first.asked) == 4  # of two subjects, in two passes
    later = Scripted(finds())
    assert find_more(later, answers, notes, [()] * 3, OPTIONS) == found
    assert later.asked == []
    for changed in (
        PassOptions(OPTIONS.key, Prompt("extract", "Other", "2")),
        PassOptions(OPTIONS.key, OPTIONS.prompt, (Entity.PERSON,)),
        PassOptions(DerivedKey(b"x" * 32), OPTIONS.prompt),
    ):
        again = Scripted(finds())
        find_more(again, answers, notes, [()] * 3, changed)
        assert len(again.asked) == 2


def test_chunks_that_are_equal_when_masked_share_an_answer_only_if_they_are_asked_alike() -> None:
    """The room for an answer follows from the words of a chunk, those under masks too."""
    texts = ["Hideyoshi came.", "Hideyoshi van der Berg came."]
    found = [(Span(0, text.index(" came"), Entity.PERSON),) for text in texts]
    answers = MemoryAnswers()
    notes = [Note(str(i), text, "s") for i, text in enumerate(texts)]
    llm = Scripted(finds())
    find_more(llm, answers, notes, found, OPTIONS)
    find_more(llm, answers, notes[::-1], found[::-1], OPTIONS)
    assert len(llm.asked) == len({r.most_tokens for r in llm.asked}) == 2


@each_row("kept", [b"\xff", b"", b"{}", b"[]", b'"x"', b"[[[1, 2, 3]], true]", b"[[], 1]", b"phi PERSON"])
def test_a_kept_value_of_another_form_leaves_the_note_unsure(kept: bytes) -> None:
    class Foreign(MemoryAnswers):
        def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
            return dict.fromkeys(keys, kept)

    note = Note("1", "Hideyoshi came.", "s")
    assert find_more(Scripted(finds()), Foreign(), [note], [()], OPTIONS) == [PassResult((), Failure.UNSURE)]


def test_each_pass_has_its_own_answer() -> None:
    answers = MemoryAnswers()
    find_more(Scripted(finds(("ID", "x17"))), answers, [Note("1", "He has x17.")], [()], OPTIONS)
    later = Scripted(finds())
    find_more(later, answers, [Note("1", "He has x17.")], [(Span(7, 10, Entity.ID),)], OPTIONS)
    assert later.texts == ["He has [ID]."]  # which was asked about in the second pass


class Broken(MemoryAnswers):
    """A store whose disk is full."""

    def add(self, entries: Sequence[Entry]) -> dict[bytes, bytes]:
        raise AnswersUnavailableError("full")


def test_an_answer_that_cannot_be_kept_is_not_used() -> None:
    results = find_more(Scripted(finds(("ID", "x17"))), Broken(), [Note("1", "x17")], [()], OPTIONS)
    assert results == [PassResult((), Failure.DOWN)]


@each_row("failure", [Failure.DOWN, Failure.BUDGET, Failure.UNSURE, Failure.INTERNAL])
def test_a_failure_is_told_of_its_note_alone_and_what_was_found_stays(failure: Failure) -> None:
    def answer(text: str) -> Answer:
        return Answer(None, failure) if "[PERSON]" in text else finds(("PERSON", "Hideyoshi"))(text)

    results, _ = read(answer, "Hideyoshi came.", "Nobody came.")
    assert [r.failure for r in results] == [failure, None]
    assert [len(r.spans) for r in results] == [1, 0]


def test_a_failure_is_not_kept() -> None:
    answers = MemoryAnswers()
    note = [Note("1", "Hideyoshi came.")]
    find_more(Scripted(lambda _: Answer(None, Failure.DOWN)), answers, note, [()], OPTIONS)
    (result,) = find_more(Scripted(finds(("PERSON", "Hideyoshi"))), answers, note, [()], OPTIONS)
    assert (len(result.spans), result.failure) == (1, None)


@pytest.mark.parametrize("failure", [Failure.CUT, Failure.TOO_LONG])
def test_a_chunk_whose_answer_is_cut_is_read_in_halves(failure: Failure) -> None:
    inner = finds(("PERSON", "Hideyoshi"), ("PERSON", "Abernathy"))

    def answer(text: str) -> Answer:
        return Answer(None, failure) if len(text.split()) > 100 else inner(text)

    (result,), _ = read(answer, LONG)
    assert (len(result.spans), result.failure) == (80, None)
    answers = MemoryAnswers()
    find_more(Scripted(answer), answers, [Note("1", LONG)], [()], OPTIONS)
    again = Scripted(answer)
    assert find_more(again, answers, [Note("1", LONG)], [()], OPTIONS) == [result]
    assert (again.asked == []) is (failure is Failure.CUT)  # whether it fits is asked of the client each time


@pytest.mark.parametrize("failure", [Failure.CUT, Failure.TOO_LONG])
def test_halving_ends(failure: Failure) -> None:
    (result,), llm = read(lambda _: Answer(None, failure), LONG)
    assert result == PassResult((), Failure.UNSURE)
    assert 10 < len(llm.texts) < 200


class Bounded(Scripted):
    """Refuses what is too long for its context, as the client does."""

    def __init__(self, context_tokens: int) -> None:
        super().__init__(finds())
        self.context_tokens = context_tokens

    def _answer(self, request: Request) -> Answer:
        size = estimate_tokens(*estimated_texts(request, None)) + request.most_tokens
        return Answer(None, Failure.TOO_LONG) if size > self.context_tokens else super()._answer(request)


@pytest.mark.parametrize("words", [16, 64, 256])
def test_a_context_that_is_accepted_holds_most_chunks(words: int) -> None:
    """The least context without a fault, over notes: a chunk that is too long is the exception."""
    options = PassOptions(OPTIONS.key, load_prompt("extract"), passes=1, chunk_words=words)
    least = next(n for n in range(1_024, 20_000) if fault_of_context(options, n) is None)
    assert least <= 8_192, "the default holds the default"
    lines = NOTES.read_text("utf-8").splitlines()[:40]
    notes = [Note(str(n), json.loads(line)["text"], f"p{n}") for n, line in enumerate(lines)]
    llm = Bounded(least)
    results = find_more(llm, MemoryAnswers(), notes, [()] * len(notes), options)
    assert not any(result.failure for result in results)
    assert len(llm.asked) < 1.2 * sum(len(chunks(note.text, words)) for note in notes)
