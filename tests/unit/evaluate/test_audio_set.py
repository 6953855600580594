"""Recordings with gold from end to end, with a scripted recogniser."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
import typer
from typer.testing import CliRunner

from audio import recognizers
from redactor.cli import audio_evaluate
from redactor.detect.patterns import Patterns
from redactor.errors import EvaluationError
from redactor.evaluate.audio import GoldPassage, GoldRecording, GoldWord, Judged, Miss, measure_mutes
from redactor.evaluate.audio_set import Redaction, judge_recording
from tests.unit.audio.scripted import Scripted, lines, options

SAID = "you can call me at six one seven five five five oh one four two thank you"
WORDS = lines(SAID)
GOLD = GoldRecording(
    tuple(GoldWord(line.text, line.start, line.end) for line in WORDS),
    (GoldPassage(WORDS[5].start, WORDS[14].end, "TELEPHONE_NUMBER", "clean"),),
)


def judged(folder: Path, hears: Callable[[list[str]], list[str]] = list) -> dict[Redaction, Judged]:
    script = Scripted(WORDS, hears)
    path = script.record(folder, 9.0)
    return dict(judge_recording(path, 1, GOLD, script, [Patterns()], options()).columns)


def test_what_is_heard_right_is_muted_in_all_columns(tmp_path: Path) -> None:
    for one in judged(tmp_path).values():
        report = measure_mutes([one])
        assert report.all_or_nothing.above == 1
        assert report.over_mute.value < 0.3
        assert report.by_condition["clean"].time_recall.value == 1


def test_a_word_that_was_misheard_is_muted_by_gold_alone(tmp_path: Path) -> None:
    columns = judged(tmp_path, lambda texts: [text.replace("six", "sick").replace("two", "too") for text in texts])
    reports = {column: measure_mutes([one]) for column, one in columns.items()}
    assert reports[Redaction.GOLD].all_or_nothing.above == 1
    assert reports[Redaction.HEARD].all_or_nothing.above == 0
    assert reports[Redaction.HEARD].misses[Miss.OTHER_WORD][0] > 0
    assert reports[Redaction.DETECTED].all_or_nothing.above == 0


def test_gold_outside_of_the_recording_is_an_error(tmp_path: Path) -> None:
    script = Scripted(WORDS)
    path = script.record(tmp_path, 7.0)
    late = msgspec.structs.replace(GOLD, phi=(GoldPassage(6.0, 7.5, "DATE"),))
    with pytest.raises(EvaluationError) as error:
        judge_recording(path, 3, late, script, [Patterns()], options())
    assert str(error.value) == "a passage in the gold of recording 3 lies outside of the recording"


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Callable[..., object]:
    monkeypatch.setattr(recognizers, "open_recognizer", lambda settings, threads: Scripted(WORDS))
    monkeypatch.setenv("REDACTOR_DETECTORS", '["patterns"]')
    app = typer.Typer()
    app.command()(audio_evaluate.evaluate)
    return lambda *args: CliRunner().invoke(app, [*map(str, args)])


def test_the_command_reports_three_columns(tmp_path: Path, command: Callable[..., object]) -> None:
    Scripted(WORDS).record(tmp_path, 9.0)
    (tmp_path / "source.gold.json").write_bytes(msgspec.json.encode(GOLD))
    done = command(tmp_path, "--json")
    told = json.loads(done.stdout)  # type: ignore[attr-defined]
    assert list(told["columns"]) == list(Redaction)
    assert told["columns"]["detectors"]["all_or_nothing"]["above"] == 1
    assert told["rtf"] > 0
    assert told["peak_bytes"] > 1_000_000
    table = command(tmp_path, "--by", "condition")
    assert "1 passages of PHI" in table.stdout  # type: ignore[attr-defined]
    assert "clean" in table.stdout  # type: ignore[attr-defined]
    for text in (table.stdout, table.stderr):  # type: ignore[attr-defined]
        assert "seven" not in text


def test_a_folder_that_is_no_set_is_refused(tmp_path: Path, command: Callable[..., object]) -> None:
    assert command(tmp_path).exit_code == 2  # type: ignore[attr-defined]
    assert command(tmp_path / "none").exit_code == 2  # type: ignore[attr-defined]
