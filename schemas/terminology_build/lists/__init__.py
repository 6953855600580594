"""Reads lists of this project: codes of implementation guides, names of profiles and extensions, words of tokens.

They are plain text; a line that begins with "#" is a comment. codes.txt has paragraphs: a code system, then its codes.
"""

from __future__ import annotations

from pathlib import Path


def _text(name: str) -> str:
    lines = Path(__file__).with_name(name).read_text("utf-8").splitlines()
    return "\n".join(line for line in lines if not line.startswith("# "))


def codes() -> dict[str, list[str]]:
    """Return the codes of each code system."""
    found: dict[str, list[str]] = {}
    for paragraph in _text("codes.txt").strip().split("\n\n"):
        system, _, listed = paragraph.partition("\n")
        found[system] = listed.split()
    return found


def names() -> list[str]:
    """Return names of profiles and extensions: the last segment of their urls."""
    return _text("names.txt").split()


def words() -> list[str]:
    """Return words that are ordinary in a token, even where they are rare names."""
    return _text("words.txt").split()
