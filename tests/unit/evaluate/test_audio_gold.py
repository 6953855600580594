from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from redactor.errors import EvaluationError
from redactor.evaluate.audio import GoldPassage, GoldRecording, GoldWord, entities_by_gold, read_recordings
from tests.each_row import each_row


def gold(text: str) -> GoldRecording:
    """A second a word; words in square brackets are one passage of PHI."""
    words = [
        GoldWord(word.strip("[]"), float(second), second + 0.9) for second, word in enumerate(text.split(), start=1)
    ]
    begun = [second for second, word in enumerate(text.split(), start=1) if word.startswith("[")]
    ended = [second for second, word in enumerate(text.split(), start=1) if word.endswith("]")]
    passages = [GoldPassage(float(a), b + 0.9, f"E{n}") for n, (a, b) in enumerate(zip(begun, ended, strict=True))]
    return GoldRecording(tuple(words), tuple(passages))


@each_row(
    ("said", "heard", "entities"),
    [
        ("my name is [Ann Lee] today", "my name is ann lee today", ["", "", "", "E0", "E0", ""]),
        ("my name is [Ann Lee] today", "My name is Ann, Lee. today", ["", "", "", "E0", "E0", ""]),
        ("my name is [Ann Lee] today", "my name is and leave today", ["", "", "", "E0", "E0", ""]),
        ("name is [Ellison] today", "name is a listen today", ["", "", "E0", "E0", ""]),
        ("call [five five oh one] now", "call 5501 now", ["", "E0", ""]),
        ("call [five five oh one] now", "call now", ["", ""]),
        ("call now", "call me now", ["", "", ""]),
        ("[Ann] called [Lee]", "and cold leaf", ["E0", "", "E1"]),
        ("see [Ann] now", "", []),
    ],
)
def test_recognised_words_take_the_entity_of_the_gold_word_in_whose_place_they_stand(
    said: str, heard: str, entities: list[str]
) -> None:
    assert entities_by_gold(heard.split(), gold(said)) == entities


def test_exact_counts_only_words_that_were_heard_right() -> None:
    assert entities_by_gold(["and", "lee", "called"], gold("[Ann Lee] called"), exact=True) == ["", "E0", ""]


def test_a_set_is_read_in_order_of_names(tmp_path: Path) -> None:
    for name in ("b", "a"):
        (tmp_path / f"{name}.wav").write_bytes(b"")
        (tmp_path / f"{name}.gold.json").write_bytes(msgspec.json.encode(gold("[Ann] called")))
    found = list(read_recordings(tmp_path))
    assert [path.name for path, _ in found] == ["a.wav", "b.wav"]
    assert found[0][1] == gold("[Ann] called")


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"a.wav": b""},
        {"a.gold.json": b'{"words": [], "phi": []}'},
        {"a.wav": b"", "a.mp3": b"", "a.gold.json": b'{"words": [], "phi": []}'},
        {"a.wav": b"", "a.gold.json": b"no JSON"},
        {"a.wav": b"", "a.gold.json": b'{"words": [], "phi": [], "more": 1}'},
        {"a.wav": b"", "a.gold.json": b'{"words": [], "phi": [{"start": 2, "end": 2, "entity": "DATE"}]}'},
        {"a.wav": b"", "a.gold.json": b'{"words": [], "phi": [{"start": -1, "end": 2, "entity": "DATE"}]}'},
    ],
)
def test_a_set_that_is_not_whole_is_refused(tmp_path: Path, files: dict[str, bytes]) -> None:
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    with pytest.raises(EvaluationError):
        list(read_recordings(tmp_path))


@pytest.mark.parametrize("content", [b"no JSON", b'{"words": [], "phi": [{"start": 2, "end": 2, "entity": "DATE"}]}'])
def test_an_error_numbers_the_recording_and_names_no_file(tmp_path: Path, content: bytes) -> None:
    folder = tmp_path / "Dr. Quist"
    folder.mkdir()
    for name, gold_bytes in {"a": b'{"words": [], "phi": []}', "Jane Doe": content}.items():
        (folder / f"{name}.wav").write_bytes(b"")
        (folder / f"{name}.gold.json").write_bytes(gold_bytes)
    assert "recording 1" in refusal(folder)
    (folder / "Jane Roe.wav").write_bytes(b"")
    for message in (refusal(folder), refusal(tmp_path)):
        assert "SET" in message


def refusal(folder: Path) -> str:
    with pytest.raises(EvaluationError) as error:
        list(read_recordings(folder))
    assert "Jane" not in str(error.value) and "Quist" not in str(error.value)
    return str(error.value)
