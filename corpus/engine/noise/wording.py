"""House styles of letters and words: capitals, abbreviations, typing errors, scanning errors, recognition errors."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable
from functools import cache

from corpus.engine.noise.edits import rewrite, sub
from corpus.engine.words import words
from redactor.sample.marked import Marked, escape

_WORD = re.compile(r"[^\W\d_]+")
_LONG_WORD = re.compile(r"\b[^\W\d_]{4,}\b")


def capitals(rng: random.Random, note: Marked) -> Marked:
    """ALL CAPS."""
    return escape(note, str.upper)


def lower(rng: random.Random, note: Marked) -> Marked:
    """all in lower case"""
    return escape(note, str.lower)


def title_case(rng: random.Random, note: Marked) -> Marked:
    """Every Word Capitalised, or every word of a few lines; small words may be left."""
    small = rng.random() < 0.4

    def capital(m: re.Match[str]) -> str | None:
        return None if small and len(m[0]) < 4 else m[0][0].upper() + m[0][1:]

    return sub(note, _WORD, capital, "both")


def stray_capitals(rng: random.Random, note: Marked) -> Marked:
    """Clinical words here and there Capitalised or IN CAPITALS, as if they were names."""
    share, loud = rng.uniform(0.05, 0.35), rng.random() < 0.35

    def capital(m: re.Match[str]) -> str | None:
        if rng.random() > share:
            return None
        return m[0].upper() if loud and rng.random() < 0.5 else m[0].capitalize()

    return sub(note, _LONG_WORD, capital)


_SPOKEN = {"%": " percent ", "&": " and ", "+": " plus ", "=": " equals ", "@": " at ", "<": " less than "}
_SLASH = re.compile(r"(?<=\d)/(?=\d)")
_MARKS_OF_ASR = re.compile(r"[^\w\s'’./\-]|(?<!\d)[./\-]|[./\-](?!\d)")
_END = re.compile(r"(?<![DM]r)(?<!M[rs])(?<!Mrs)[.?!](?=\s|$)")
_IN_NAMES = re.compile(r"(?<=[^\W\d])[.,](?=\s|$|,)")
_GAP = re.compile(r"\s+")


def heard(rng: random.Random, note: Marked) -> Marked:
    """as a speech recogniser writes it no capitals no stops and now and then um a filler"""
    if rng.random() < 0.3:
        note = sub(note, _END, lambda m: rng.choice((" period", " period", " period new paragraph", " full stop")))
    note = sub(note, _SLASH, lambda m: " over " if rng.random() < 0.7 else None)
    note = sub(note, _MARKS_OF_ASR, lambda m: _SPOKEN.get(m[0], " "))
    note = sub(note, _IN_NAMES, lambda m: "", "inside")
    fillers = rng.choice((0.0, 0.0, 0.02, 0.05))

    def gap(m: re.Match[str]) -> str:
        return f" {rng.choice(('um', 'uh', 'you know', 'so', 'okay'))} " if rng.random() < fillers else " "

    return escape(sub(note, _GAP, gap), str.lower)


_STOP = re.compile(r"[.,;:](?=\s|$)")


def no_stops(rng: random.Random, note: Marked) -> Marked:
    """Most or all of the full stops, commas and colons left out"""
    share = rng.choice((0.5, 0.8, 1.0))
    which = rng.choice((".", ".,", ".,;", ".,;:"))
    return sub(note, _STOP, lambda m: "" if m[0] in which and rng.random() < share else None)


@cache
def _short() -> tuple[re.Pattern[str], dict[str, str]]:
    pairs = dict(line.split("=") for line in words("abbreviations", "short"))
    long = "|".join(sorted(map(re.escape, pairs), key=len, reverse=True))
    return re.compile(rf"\b(?:{long})\b", re.IGNORECASE), pairs


def abbreviated(rng: random.Random, note: Marked) -> Marked:
    """Pt w/ hx of the common abbreviations."""
    pattern, short = _short()
    share = rng.choice((0.5, 0.8, 1.0))

    def cut(m: re.Match[str]) -> str | None:
        if rng.random() > share:
            return None
        new = short[m[0].lower()]
        return new[0].upper() + new[1:] if m[0][0].isupper() else new

    return sub(note, pattern, cut)


_KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm", "1234567890")


@cache
def _neighbours() -> dict[str, str]:
    out = {}
    for row in _KEYS:
        for i, key in enumerate(row):
            out[key] = row[max(0, i - 1) : i] + row[i + 1 : i + 2]
    return out


def _slip(rng: random.Random, word: str) -> str:
    """A word of four characters or more with one typing error between its first and its last."""
    i = rng.randrange(1, len(word) - 2)
    sort = rng.randrange(5)
    if sort == 0:
        return word[:i] + word[i + 1] + word[i] + word[i + 2 :]
    if sort == 1:
        return word[:i] + word[i + 1 :]
    if sort == 2:
        return word[: i + 1] + word[i:]
    if sort == 3 and word[i].lower() in _neighbours():
        return word[:i] + rng.choice(_neighbours()[word[i].lower()]) + word[i + 1 :]
    return word[:i] + word[i].swapcase() + word[i + 1 :]


def _in_marks(rng: random.Random, note: Marked, share: float, change: Callable[[str], str]) -> Marked:
    """One change in a share of the marks that are long enough to remain recognisable."""
    edits = [
        (m.start, m.end, change(note.text[m.start : m.end]))
        for m in note.marks
        if m.end - m.start >= 5 and rng.random() < share
    ]
    return rewrite(note, edits)


def typed(rng: random.Random, note: Marked) -> Marked:
    """Typing errors in a few wrods, and in one identifier of seven."""
    share = rng.choice((0.02, 0.05, 0.1))
    note = sub(note, _LONG_WORD, lambda m: _slip(rng, m[0]) if rng.random() < share else None)
    return _in_marks(rng, note, 0.15, lambda text: _slip(rng, text))


_MISREAD = (
    ("l", "1"), ("1", "l"), ("I", "l"), ("l", "I"), ("O", "0"), ("0", "O"), ("o", "0"), ("rn", "m"), ("m", "rn"),
    ("S", "5"), ("5", "S"), ("B", "8"), ("8", "B"), ("e", "c"), ("c", "e"), ("h", "b"), ("cl", "d"), ("d", "cl"),
    ("vv", "w"), ("Z", "2"), ("g", "9"), ("t", "f"), ("u", "ii"), ("ri", "n"), (".", ","), (",", "."), ("6", "G"),
)  # fmt: skip
_SPECKS = (".", "'", "`", "·", ",", "~", "|", "^", "_", "¨", "-")
_BLANK = re.compile(r"(?<=\S) (?=\S)")


def _misread(rng: random.Random, text: str) -> str:
    """The text with one letter replaced by a similar one, if it contains one that is often misread."""
    at = [(i, a, b) for a, b in _MISREAD for i in range(len(text)) if text.startswith(a, i)]
    if not at:
        return text
    i, a, b = rng.choice(at)
    return text[:i] + b + text[i + len(a) :]


def scanned(rng: random.Random, note: Marked) -> Marked:
    """Scanning errors: l for 1, rn for m, specks, split words; in one identifier of seven as well."""
    share = rng.choice((0.03, 0.08, 0.15))
    note = sub(note, _LONG_WORD, lambda m: _misread(rng, m[0]) if rng.random() < share else None)
    note = _in_marks(rng, note, 0.15, lambda text: _misread(rng, text))
    specks = rng.choice((0.0, 0.01, 0.03))

    def speck(m: re.Match[str]) -> str | None:
        if rng.random() > specks:
            return None
        return rng.choice((f" {rng.choice(_SPECKS)} ", f"{rng.choice(_SPECKS)} ", f" {rng.choice(_SPECKS)}", "  "))

    return sub(note, _BLANK, speck)


def misdecoded(rng: random.Random, note: Marked) -> Marked:
    """Letters beyond ASCII read in the wrong charset (é as Ã©), lost (?), or without their accents."""
    sort = rng.randrange(3)

    def read(ch: str) -> str:
        if sort == 0:
            return ch.encode().decode("cp1252", "replace")
        if sort == 1:
            return ch if ch.isascii() else rng.choice("??\ufffd")
        return "".join(c for c in unicodedata.normalize("NFKD", ch) if not unicodedata.combining(c)) or ch

    return escape(note, lambda text: text if text.isascii() else "".join(map(read, text)))


_TYPED_MARKS = re.compile(r"'|\"|--|-|\.\.\.")


def typeset(rng: random.Random, note: Marked) -> Marked:
    """As a word processor typesets it: “curly quotes”, dashes of several lengths, … for three points."""
    dash = rng.choice(("–", "—", "‑", "−", "‐", "-"))
    wide = rng.choice(("—", "–", " — "))

    def set_(m: re.Match[str]) -> str:
        if m[0] == '"':
            before = note.text[m.start() - 1 : m.start()]
            return "”" if before and not before.isspace() and before not in "([“" else "“"
        return {"'": "’", "--": wide, "-": dash, "...": "…"}[m[0]]

    return sub(note, _TYPED_MARKS, set_, "both")
