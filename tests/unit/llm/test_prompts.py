"""Prompts and their versions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from redactor.llm import prompts


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "prompts").mkdir()
    monkeypatch.setattr(prompts, "files", lambda package: tmp_path)
    prompts.load_prompt.cache_clear()
    return tmp_path / "prompts"


def test_a_prompt_is_its_file_and_its_version_changes_with_the_text(folder: Path) -> None:
    (folder / "judge.md").write_text("# Role\n\nYou judge.\n")
    first = prompts.load_prompt("judge")
    assert first.instructions == "# Role\n\nYou judge."
    assert re.fullmatch("[0-9a-f]{16}", first.version)
    (folder / "judge.md").write_bytes(b"# Role\r\n\r\nYou judge.\r\n")
    prompts.load_prompt.cache_clear()
    assert prompts.load_prompt("judge") == first  # a checkout with other line ends has the same answers in its cache
    (folder / "judge.md").write_text("# Role\n\nYou judge!\n")
    prompts.load_prompt.cache_clear()
    assert prompts.load_prompt("judge").version != first.version


def test_an_unknown_prompt_is_a_fault_of_ours(folder: Path) -> None:
    with pytest.raises(FileNotFoundError):
        prompts.load_prompt("none")
