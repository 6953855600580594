"""Names cut short at the end of a field: "Dietl." for Dietlind, where a text says so with a full stop.

Only the names of the subject and its household count, from four letters on, and only where the full stop ends the text
or a part of it: elsewhere it may end a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactor.detect.known.names import FAMILY, GIVEN, LONGEST_FUZZY, name_words, split_name
from redactor.detect.known.search_text import SearchText, is_unspaced
from redactor.lexicon.words import is_ordinary
from redactor.text import KnownValue

SHORTEST = 4  # letters
_END = re.compile(r"\.(?:\s*[\n/;|)\]].*|,.*|\s*-\s.*)?", re.DOTALL)


def clipped_from(known: KnownValue) -> Iterator[str]:
    """The folded words of a name that may be cut short."""
    for role, text in known.parts or split_name(known.value):
        if role in GIVEN or role in FAMILY:
            for word in name_words(text):
                if SHORTEST < len(word) <= LONGEST_FUZZY and word.isalpha() and not is_unspaced(word):
                    yield word


def clipped_words(text: SearchText) -> Iterator[int]:
    """Indices of the words that may be cut short."""
    last = len(text.words) - 1
    for i in [at - 1 for at, gap in enumerate(text.gaps) if gap and gap[0] == "." and at]:
        word, after = text.words[i], text.gaps[i + 1]
        if len(word) < SHORTEST or not word.isalpha() or not text.capital(i):
            continue
        if (i == last or _END.fullmatch(after)) and not is_ordinary(word):
            yield i
