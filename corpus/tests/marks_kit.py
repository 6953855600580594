"""What every generated note owes its marks."""

from __future__ import annotations

from redactor.sample.marked import Marked


def assert_exact(note: Marked) -> None:
    """Marks stand in order and apart, within the text, and each holds its value to the character."""
    at = 0
    for m in note.marks:
        assert at <= m.start < m.end <= len(note.text)
        assert note.text[m.start : m.end] == m.value == m.value.strip()
        at = m.end
