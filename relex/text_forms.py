"""Folds texts for comparison, and gives a text the case of another text."""

from __future__ import annotations

import unicodedata


def folded(text: str) -> str:
    """Return the text without case, accents, compatibility forms, invisible characters and repeated white space."""
    if text.isascii() and text.isprintable():
        return " ".join(text.lower().split())
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    kept = "".join(c for c in plain if unicodedata.category(c) not in ("Mn", "Cf", "Cc") or c.isspace())
    return " ".join(kept.split())


def match_case(like: str, text: str) -> str:
    """Return the text in the case of `like`: all capitals, lower case, or unchanged."""
    letters = [c for c in like if c.isalpha()]
    if len(letters) > 1 and all(c.isupper() for c in letters):
        return text.upper()
    if letters and all(c.islower() for c in letters):
        return text.lower()
    return text
