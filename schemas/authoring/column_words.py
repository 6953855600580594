"""Splits the name of a column into tokens and words, in lower-case ASCII: "HbA1c_%", "Größe (cm)", "nm.l"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from schemas.engine.key_names import key_words

_TOKEN = re.compile(r"[A-Za-z0-9]+")
_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "Æ": "Ae", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "µ": "u", "μ": "u"})


# What is no plain key but may head a column: "Größe (cm)", "FEV1 % pred", "Phone #". No digits in a row: a number is
# data.
_HEADING = re.compile(r"[^\W\d_][\w .:()\[\]/%#,'’+&-]{0,79}")
_LONG_NUMBER = re.compile(r"\d{4}")
_PLAIN_KEY = re.compile(r"[A-Za-z0-9_.:$-]+")


def is_heading(key: str) -> bool:
    """Tell whether a key is written as the heading of a column for people: with spaces, brackets or other letters."""
    return not _PLAIN_KEY.fullmatch(key) and _HEADING.fullmatch(key) is not None and not _LONG_NUMBER.search(key)


def word_table(text: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(text.split())


@lru_cache(maxsize=4_096)
def ascii_name(name: str) -> str:
    """Return a column's name without diacritics; "%" becomes a word."""
    text = unicodedata.normalize("NFKD", name.translate(_LETTERS).replace("%", " pct "))
    return text.encode("ascii", "ignore").decode("ascii")


def tokens(name: str) -> list[str]:
    """Return the runs of letters and digits of a name, in lower case: "HbA1c_pct" gives "hba1c", "pct"."""
    return [token.lower() for token in _TOKEN.findall(ascii_name(name))]


def words(name: str) -> tuple[str, ...]:
    """Return the words of a name, split at separators, digits and capitals: "nameLast2" gives "name", "last", "2"."""
    return key_words(ascii_name(name))


def are_all(name: str, accepts: Callable[[str], bool]) -> bool:
    """Tell whether each token of a name is accepted, whole or word by word, digits and plurals aside."""
    return all(
        accepts(token.lower())
        or all(word.isdigit() or accepts(word) or accepts(word.removesuffix("s")) for word in key_words(token))
        for token in _TOKEN.findall(ascii_name(name))
    )


def has_any(name: str, accepts: Callable[[str], bool]) -> bool:
    """Tell whether a token or a word of a name is accepted."""
    parts = (*tokens(name), *words(name))
    return any(accepts(part) or accepts(part.removesuffix("s")) for part in parts)
