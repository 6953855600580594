"""Reduces written values to canonical letters and digits, and writes stand-ins in the spelling of the original."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from relex.parts import Part
from relex.text_forms import match_case

_FULL_WIDTH_LETTERS = ("\uff21", "\uff5a")  # full-width Latin letters
_FULL_WIDTH_OFFSET = 0xFEE0


@lru_cache(maxsize=16_384)
def base_characters(ch: str) -> str:
    """Return the capitals and digits that a character stands for, without accents: none, one or several."""
    if ch.isascii():
        return ch.upper() if ch.isalnum() else ""
    category = unicodedata.category(ch)
    if category == "Nd":
        return str(unicodedata.decimal(ch))
    if category[0] in "MC":
        return ""
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", ch).upper())
    whole = unicodedata.normalize("NFC", "".join(c for c in plain if unicodedata.category(c) != "Mn"))
    kept = [c for c in whole if unicodedata.category(c)[0] in "LN"]
    return "".join(c if c == ch or c.isascii() else base_characters(c) for c in kept)


def canonical(value: str) -> str:
    """Return the letters and digits of a value in capitals, one form for all its spellings."""
    if value.isascii():
        return (value if value.isalnum() else "".join([c for c in value if c.isalnum()])).upper()
    return "".join(map(base_characters, value))


def is_space_or_punctuation(ch: str) -> bool:
    """Tell whether a character is white space or punctuation, which may stay when a value is replaced."""
    return ch.isascii() or ch.isspace() or unicodedata.category(ch)[0] == "P"


def in_spelling_of(like: str, standin: str) -> str:
    """Return a stand-in of as many characters as `like` has letters and digits, in its separators, case and script.

    A stand-in of another length takes over the case only.
    """
    small = like.islower()
    if like.isascii() and (small or like == like.upper()) and len(canonical(like)) == len(standin):
        rest = iter(standin.lower() if small else standin)
        return "".join([next(rest) if ch.isalnum() else ch for ch in like])
    out: list[str] = []
    at = 0
    for ch in like:
        width = 1 if ch.isascii() and ch.isalnum() else len(base_characters(ch))
        if not width:
            if is_space_or_punctuation(ch):
                out.append(ch)
            continue
        out.extend(
            [c if ch.isascii() and c.isdigit() else _character_like(ch, c, small) for c in standin[at : at + width]]
        )
        at += width
    if at != len(standin):
        return standin.lower() if small else standin
    return "".join(out)


def ascii_spelling(part: Part, standin: str) -> str:
    """Return a person's name as mail and web addresses spell it: ASCII letters only, without spaces and punctuation."""
    plain = unicodedata.normalize("NFKD", standin.casefold() if part.surface.islower() else standin)
    letters = "".join(c for c in plain if c.isascii() and c.isalpha())
    return letters.capitalize() if part.surface.istitle() else match_case(part.surface, letters or standin)


def _character_like(like: str, ch: str, small: bool) -> str:
    if ch.isascii() and ch.isdigit():
        return chr(ord(like) - unicodedata.decimal(like) + int(ch)) if unicodedata.category(like) == "Nd" else ch
    lower = like.islower() or (small and not like.isupper())
    text = ch.lower() if lower else ch
    if _FULL_WIDTH_LETTERS[0] <= like <= _FULL_WIDTH_LETTERS[1] and text.isascii():
        return chr(ord(text) + _FULL_WIDTH_OFFSET)
    return text
