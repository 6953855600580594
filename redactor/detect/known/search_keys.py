"""Find by keys, without a search, which of a subject's known values a text may name.

Whatever `matcher` finds with all values it finds with those that share a key with the text.

- Every form is found in the compact text from the start of a word (or behind its leading zeros) to the end of a word.
  Its key is its first eight characters, or all of a shorter form.
- A misspelling is at distance 1 from a part of a name. Two words at this distance have a word in common among
  themselves and what remains of each when one letter is deleted (symmetric deletion: W. Garbe, SymSpell).
- A name that is cut short has at least its first four letters in common with the whole.
- A signature by initials is a word of two or three capitals where people sign.
- A form that counts only next to another place has no key. Where a text may name anything but people, all places are
  searched for.
"""

from __future__ import annotations

import hashlib
import unicodedata
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from redactor import entities, unicode_fold
from redactor.detect.known.abbreviated_names import (
    SHORTEST_CLIPPED,
    clippable_words,
    clipped_words,
    initials_forms,
    subject_signatures,
)
from redactor.detect.known.keyed_values import KeyedValues, KeyTable, pack, search_key, unpack
from redactor.detect.known.matcher import may_be_misspelled
from redactor.detect.known.names import fuzzy_parts
from redactor.detect.known.search_text import Needs, SearchText
from redactor.detect.known.surface_forms import PLACES, surface_forms
from redactor.detect.known.value_index import terms_of
from redactor.entities import NAMES
from redactor.lexicon import data_files
from redactor.text import KnownValue

NAME, PLACE, OTHER = range(3)  # the kinds of values that `kind_of` tells apart
KEY_LENGTH = 8  # characters
_CACHED_WORDS = 16_384
_CACHED_VALUES = 8_192


@cache
def keys_version() -> bytes:
    """Return eight bytes that change with the code and lists from which keys follow; older keys are useless."""
    digest = hashlib.sha256(unicodedata.unidata_version.encode())
    folders = (Path(__file__).parent, data_files.DATA.parent, data_files.DATA)
    sources = [path for folder in folders for path in sorted(folder.iterdir()) if path.suffix in (".py", ".txt")]
    for path in [*sources, *(Path(str(module.__file__)) for module in (entities, unicode_fold))]:
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.digest()[:8]


class Indexed(NamedTuple):
    """Hold what is stored of a value to decrypt it only when needed. keys: packed. terms: from `terms_of`."""

    keys: bytes
    terms: str


@lru_cache(maxsize=_CACHED_VALUES)
def indexed(value: KnownValue) -> Indexed:
    """Return the keys of a subject's value (of its forms, misspellings and initials) and its terms."""
    found = {f.text[:KEY_LENGTH] for f in surface_forms(value, 0, site=False) if f.needs is not Needs.NEXT_TO_PLACE}
    keys = set(map(search_key, found))
    if value.entity in NAMES:
        for core in fuzzy_parts(value):
            keys.update(_fuzzy_keys(core))
        keys.update(map(signature_key, initials_forms(value)))
        keys.update(map(_clipped_key, clippable_words(value)))
    return Indexed(pack(array("I", sorted(keys))), terms_of(value))


def keyed(values: Sequence[KnownValue]) -> KeyedValues:
    """Return the values with their keys, which are computed here."""
    held = tuple(values)
    found = list(map(indexed, held))
    keys = [unpack("I", each.keys) for each in found]
    table = KeyTable(list(chain.from_iterable(keys)), list(map(len, keys)))
    return KeyedValues(partial(_select, table, held), [each.terms for each in found], lambda: held)


def _select(table: KeyTable, values: Sequence[KnownValue], keys: frozenset[int]) -> tuple[KnownValue, ...]:
    found = with_places(table.find(keys), [kind_of(value) for value in values])
    return tuple(values[i] for i in sorted(found))


def kind_of(value: KnownValue) -> int:
    """Return what a value names (NAME, PLACE or OTHER), as far as it decides which others are searched for with it."""
    return NAME if value.entity in NAMES else PLACE if value.entity in PLACES else OTHER


def with_places(found: set[int], kinds: Sequence[int]) -> set[int]:
    """Return the numbers of values that a text may name, and of all places if one of these values is no name."""
    if all(kinds[i] == NAME for i in found):
        return found
    return found | {i for i, kind in enumerate(kinds) if kind == PLACE}


def text_keys(text: SearchText) -> frozenset[int]:
    """Return the keys of everything in a text that may be a known value."""
    fuzzy = chain.from_iterable(_fuzzy_keys(text.words[i]) for i in may_be_misspelled(text))
    signed = (signature_key(text.words[i]) for i in subject_signatures(text))
    clipped = (_clipped_key(text.words[i]) for i in clipped_words(text))
    return frozenset(chain(map(search_key, set(beginnings(text))), fuzzy, signed, clipped))


def beginnings(text: SearchText) -> Iterator[str]:
    """Yield the stretches of a text from which the search keys of known values are computed.

    They are the first eight characters from each start of a word, and all shorter stretches that end with a word.
    """
    compact, offsets = text.compact, text.compact_offsets
    for i, word in enumerate(text.words):
        first = offsets[i]
        starts: Iterable[int] = (first,)
        if word[0] == "0":
            starts = range(first, first + len(word) - len(word.lstrip("0")) + 1)
        for start in starts:
            end = start + KEY_LENGTH
            yield compact[start:end]
            j = i + 1
            while j < len(offsets) and offsets[j] < end:
                yield compact[start : offsets[j]]
                j += 1


@lru_cache(maxsize=_CACHED_WORDS)
def _fuzzy_keys(word: str) -> tuple[int, ...]:
    deletions = {word[:i] + word[i + 1 :] for i in range(len(word))}
    return tuple(search_key(f"~{w}") for w in (word, *deletions))


def signature_key(initials: str) -> int:
    """Return the key of the initials with which a person signs."""
    return search_key(f"={initials}")


def _clipped_key(word: str) -> int:
    return search_key(f"^{word[:SHORTEST_CLIPPED]}")
