"""The crosswalk and the list of those who opted out are files: nothing waits for a pipe."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from redactor.errors import SettingsError
from redactor.run.intake.patient_lists import read_crosswalk, read_opt_out
from redactor.run.note_names import read_note_names
from redactor.settings import NotesSettings

READERS: tuple[Callable[[Path], Any], ...] = (
    read_crosswalk, read_opt_out, lambda path: read_note_names(NotesSettings(sidecar=path))
)  # fmt: skip


@pytest.mark.parametrize("read", READERS)
def test_what_is_no_file_of_text_is_refused(read: Callable[[Path], Any], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "binary").write_bytes(b"a,b\n\xff\xfe\n")
    for name in ("pipe", "binary", "nothing", "."):
        with pytest.raises(SettingsError, match="cannot be read"):
            read(tmp_path / name)


def test_chains_of_a_crosswalk_are_followed(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("source,canonical\r\na,b\r\nb,c\r\nx,x\r\n", "utf-8-sig")
    assert read_crosswalk(tmp_path / "x.csv") == {"a": "c", "b": "c", "x": "x"}
    assert read_crosswalk(None) == {}
