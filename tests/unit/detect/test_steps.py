"""The steps of a text: each says what it did to a span, and each can be left out."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from redactor.cli.root import app
from redactor.detect.steps import OPTIONAL, STEPS
from redactor.engine import explain_all, read_all
from redactor.entities import Entity
from redactor.text import Note, Reading, Span
from tests.each_row import each_row

RUN = CliRunner()


class _Says:
    """A detector that finds given words, as the student does."""

    version = "1"

    def __init__(self, *found: tuple[str, Entity, float], name: str = "student") -> None:
        self._found, self.name = found, name

    def detect(self, notes: list[Note]) -> list[Reading]:
        return [
            Reading(
                tuple(
                    Span(at, at + len(word), entity, score, "strong", (self.name,))
                    for word, entity, score in self._found
                    if (at := note.text.find(word)) >= 0
                )
            )
            for note in notes
        ]


def _explained(text: str, *found: tuple[str, Entity, float]) -> list[tuple[str, str | None, str | None]]:
    """(step, the words before, the words after) of each change."""
    ((_, changes),) = explain_all([_Says(*found)], [Note("1", text)])

    def words(span: Span | None) -> str | None:
        return None if span is None else text[span.start : span.end]

    return [(c.step, words(c.before), words(c.after)) for c in changes]


def test_a_found_span_that_stays_was_changed_by_nothing() -> None:
    assert _explained("Seen by Jane Roe.", ("Jane Roe", Entity.PERSON, 0.99)) == [("fuse", None, "Jane Roe")]


def test_a_step_says_what_it_cut() -> None:
    found = _explained("Roe K 4.1 today", ("Roe K 4.1", Entity.PERSON, 0.9))
    assert ("facts", "Roe K 4.1", "Roe") in found


def test_a_step_says_what_it_dropped() -> None:
    assert ("clinical-terms", "Tinel", None) in _explained("a Tinel on the left", ("Tinel", Entity.PERSON, 0.5))


def test_a_step_says_what_it_added() -> None:
    found = _explained("Jane Thistlewood came. Thistlewood left.", ("Jane Thistlewood", Entity.PERSON, 0.99))
    assert ("repetitions", None, "Thistlewood") in found


def test_words_are_completed_by_a_step_of_their_own() -> None:
    assert ("resolve", "Thistle", "Thistlewood") in _explained("Thistlewood left", ("Thistle", Entity.PERSON, 0.99))


@each_row("name", sorted(OPTIONAL))
def test_explanations_and_readings_agree_whatever_is_left_out(name: str) -> None:
    detectors = [_Says(("Roe K 4.1", Entity.PERSON, 0.9), ("Verzenio", Entity.PERSON, 0.5))]
    notes = [Note("1", "Jane Roe K 4.1, Verzenio. Roe again."), Note("2", "nothing here"), Note("3", "")]
    told = explain_all(detectors, notes, without=frozenset({name}))
    assert [reading for reading, _ in told] == read_all(detectors, notes, without=frozenset({name}))
    assert all(change.step != name for _, changes in told for change in changes)


def test_a_step_that_is_left_out_does_nothing() -> None:
    detectors, notes = [_Says(("Tinel", Entity.PERSON, 0.5))], [Note("1", "a Tinel on the left")]
    assert not read_all(detectors, notes)[0].spans
    assert read_all(detectors, notes, without=frozenset({"clinical-terms", "guard"}))[0].spans


def test_each_step_has_a_name_and_a_reason_that_is_a_sentence() -> None:
    assert all(step.name and " " in step.reason for step in STEPS)
    assert {step.name for step in STEPS} > OPTIONAL


def test_detect_explains_offsets_without_the_words(tmp_path: Path) -> None:
    source, target = tmp_path / "notes.jsonl", tmp_path / "out.jsonl"
    source.write_text(json.dumps({"id": "1", "text": "Dr. Thistlewood called. Thistlewood left."}) + "\n")
    done = RUN.invoke(app, ["detect", str(source), str(target), "--detectors", "patterns", "--explain"])
    assert done.exit_code == 0
    row = json.loads(target.read_text())
    assert {"step", "reason", "before", "after"} == set(row["steps"][0])
    assert row["steps"][0]["step"] == "fuse" and row["steps"][0]["before"] is None
    assert "Thistlewood" not in target.read_text()


def test_detect_names_the_steps_that_can_be_left_out(tmp_path: Path) -> None:
    source = tmp_path / "notes.jsonl"
    source.write_text(json.dumps({"id": "1", "text": "Dr. Thistlewood called."}) + "\n")
    done = RUN.invoke(app, ["detect", str(source), str(tmp_path / "o"), "--without", "resolve"])
    assert done.exit_code == 2 and "repetitions" in done.output
    done = RUN.invoke(
        app, ["detect", str(source), str(tmp_path / "o"), "--detectors", "patterns", "--without", "guard"]
    )
    assert done.exit_code == 0
