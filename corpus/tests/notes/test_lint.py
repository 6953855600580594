"""Every note file passes the lint that its author runs."""

from __future__ import annotations

from corpus.authoring.lint import lint


def test_nothing_is_wrong_with_any_note_file() -> None:
    assert lint() == []
