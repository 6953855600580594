"""This module folds characters that have many forms to one form, with offsets mapped back to the original text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

_WORDS = re.compile(r"[^\W_]+")
_SURROGATE = re.compile("[\ud800-\udfff]")


def replace_surrogates(text: str) -> str:
    """Return the text with each lone surrogate, which JSON can hold and UTF-8 cannot, replaced by U+FFFD."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text remembers where its characters stood in the original.

    starts: the original offset of each character, or None if the offsets are equal.
    """

    text: str
    starts: tuple[int, ...] | None = None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the original offsets of the range [start, end) of the folded text, invisible characters inside
        included.
        """
        if self.starts is None:
            return start, end
        if start >= end:
            at = self.starts[start] if start < len(self.starts) else (self.starts[-1] + 1 if self.starts else 0)
            return at, at
        return self.starts[start], self.starts[end - 1] + 1


_FOLD_CHARS = {
    "\u2044": "/", "\u2215": "/", "\u29f8": "/", "\u2212": "-", "\u2018": "'", "\u2019": "'", "\u201b": "'",
    "\u02bc": "'", "\u2032": "'", "\u0060": "'", "\u00b4": "'", "\u201c": '"', "\u201d": '"', "\u2033": '"',
    "\u2028": "\n", "\u2029": "\n", "\u0085": "\n", "\u2024": ".", "\u3002": ".", "\u30fb": " ",
}  # fmt: skip


def _fold_char(ch: str) -> str:
    if ch in _FOLD_CHARS:
        return _FOLD_CHARS[ch]
    category = unicodedata.category(ch)
    if category == "Cf":
        return ""
    if category == "Pd":
        return "-"
    if category == "Nd":
        return str(unicodedata.decimal(ch))
    if category == "Zs":
        return " "
    folded = "".join(_FOLD_CHARS.get(c, c) for c in unicodedata.normalize("NFKC", ch))
    return f" {folded}" if category == "No" and "/" in folded else folded  # "97½" is no 971/2


def _caseless_char(ch: str) -> str:
    folded = unicodedata.normalize("NFKD", _fold_char(ch).casefold())
    return "".join(c for c in folded if unicodedata.category(c) != "Mn")


class _Table(dict[int, str]):
    """This table maps code points for `str.translate` and fills itself on demand."""

    def __init__(self, fold_char: Callable[[str], str]) -> None:
        super().__init__()
        self._fold_char = fold_char

    def __missing__(self, code: int) -> str:
        folded = self[code] = self._fold_char(chr(code))
        return folded


_folds = _Table(_fold_char)
_caseless_folds = _Table(_caseless_char)


def fold(text: str, *, caseless: bool = False) -> Folded:
    """Fold a text to one form of each character, with offsets mapped back.

    Unicode digits become ASCII digits, dashes "-", spaces " ", curly quotes straight quotes, the fraction slash "/",
    "½" " 1/2"; format characters (category Cf, such as zero-width space) are removed. caseless: also drop diacritics
    and case, for lookups.
    """
    if text.isascii() and "`" not in text:
        return Folded(text.lower() if caseless else text)
    table = _caseless_folds if caseless else _folds
    # Offsets shift only after characters that fold to none or to several.
    resized = {ch: len(table[ord(ch)]) for ch in set(text) if len(table[ord(ch)]) != 1}
    folded = text.translate(table)
    if not resized:
        return Folded(folded)
    starts: list[int] = []
    at = 0
    for i, ch in enumerate(text):
        if ch in resized:
            starts.extend(range(at, i))
            starts.extend([i] * resized[ch])
            at = i + 1
    starts.extend(range(at, len(text)))
    return Folded(folded, tuple(starts))


def label_key(label: str) -> str:
    """Return the key under which labels are compared: their words without case, accents and punctuation."""
    return " ".join(_WORDS.findall(fold(label, caseless=True).text))
