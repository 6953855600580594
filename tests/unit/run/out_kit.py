"""Finds files in OUT, whose order is drawn with the keyring, by the input file that they come from."""

from __future__ import annotations

from pathlib import Path

from redactor.run.state.unchecked_journal import inputs_of


def released_of(out: Path, state: Path, number: int, kind: str = "records") -> Path:
    """The file of OUT with what left of the input file of this number, counted from 1 in the order of names.

    kind: or "deleted"; of a note, its fields.
    """
    found = sorted(name for name, file in inputs_of(state).items() if file == number and name.startswith(f"{kind}-"))
    assert found, f"nothing of file {number} left"
    return out / found[0]
