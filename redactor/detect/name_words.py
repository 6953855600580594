"""The words that a note or its known values give to people and streets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from redactor.entities import NAMES, Entity
from redactor.lexicon import wordlists
from redactor.lexicon.titles import FAMILY_PARTICLES
from redactor.text import KnownValue, Note, Span
from redactor.unicode_fold import fold

_WORD = re.compile(r"[^\W\d_]{3,}")  # a state's code is no name


def name_words(note: Note, spans: Iterable[Span]) -> frozenset[str]:
    """The folded words of the names and streets that are known of the subject or found in the note; not the particles
    of names, nor "street" and "north".

    spans: of the note, resolved.
    """
    texts = [text for known in note.known for text in _named(known)]
    texts += [note.text[s.start : s.end] for s in spans if s.entity in NAMES or s.entity is Entity.STREET]
    plain = FAMILY_PARTICLES | wordlists.word_set("places", "type") | wordlists.word_set("places", "direction")
    return frozenset(words_of(" ".join(texts)) - plain)


def words_of(text: str) -> set[str]:
    """The folded words of three letters and more."""
    return set(_WORD.findall(fold(text, caseless=True).text))


def _named(known: KnownValue) -> Iterator[str]:
    if known.entity in NAMES or known.entity is Entity.STREET:
        yield known.value
    elif known.entity is Entity.ADDRESS:
        yield from (text for name, text in known.parts if name == "line")
