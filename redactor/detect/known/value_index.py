"""Which words and numbers belong to known values: an exact look-up for values that pass without being read as text.

A number in a Quantity or a word in a code is compared with the known values of its subject and of the site. No context
is needed or used here: a look-up tells what a value is equal to, `matcher` tells where a text names it.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence

from redactor.detect.known.search_text import compact, words_of
from redactor.detect.known.surface_forms import surface_forms
from redactor.entities import DATES, NAMES, Entity
from redactor.lexicon.words import is_common
from redactor.text import KnownValue

_PHONES = frozenset({Entity.TELEPHONE_NUMBER, Entity.FAX_NUMBER})
_DIGITS = re.compile(r"\d+")
_SHORTEST = 5  # shorter runs of digits are as often doses, years and house numbers
_SHORTEST_IDENTIFIER = 4
_SHORTEST_AT_SITE = 7  # the staff ids of a large site cover a good part of all shorter numbers
_SHORTEST_WORD = 4
_KEPT = 512


class ValueIndex:
    """The words and numbers of a set of known values.

    words: folded (`unicode_fold.fold(caseless=True)`), letters only, at least four, without frequent English and
    clinical words. numbers: digits only, without leading zeros: identifiers and their digits, phone numbers with and
    without country and area code, ZIP codes, dates as YYYYMMDD, MMDDYYYY and DDMMYYYY.
    """

    __slots__ = ("numbers", "words")

    def __init__(self, values: Iterable[KnownValue], *, site: bool = False) -> None:
        """site: the values are shared by many subjects; then numbers of fewer than seven digits are left out."""
        words: set[str] = set()
        numbers: set[str] = set()
        for value in values:
            words.update(_words(value))
            numbers.update(_numbers(value, site=site))
        self.words, self.numbers = frozenset(words), frozenset(numbers)

    def has_number(self, text: str) -> bool:
        """Whether the digits of a text, without anything between them and without leading zeros, are a known number."""
        return _bare(text) in self.numbers

    def has_word(self, text: str) -> bool:
        """Whether one of the words of a text, in any case, belongs to a known value."""
        return not self.words.isdisjoint(words_of(text))


class ValueIndexes:
    """The indexes of subjects and of the site.

    known: the values of a subject's household, by its token. site: those of the site. Both return the same object as
    long as nothing changed (`KnownStore.get`).
    """

    def __init__(
        self, known: Callable[[str], Sequence[KnownValue]], site: Callable[[], Sequence[KnownValue]] = tuple
    ) -> None:
        self._known, self._site = known, site
        self._kept: OrderedDict[str | None, tuple[Sequence[KnownValue], ValueIndex]] = OrderedDict()

    def is_known_number(self, subject: str | None, text: str) -> bool:
        """Whether the digits of the text are a number of the subject's household or of the site."""
        return any(index.has_number(text) for index in self._indexes(subject))

    def is_known_word(self, subject: str | None, text: str) -> bool:
        """Whether a word of the text belongs to a value of the subject's household or of the site."""
        return any(index.has_word(text) for index in self._indexes(subject))

    def _indexes(self, subject: str | None) -> Iterator[ValueIndex]:
        if subject is not None:
            yield self._index(subject)
        yield self._index(None)

    def _index(self, subject: str | None) -> ValueIndex:
        values = self._site() if subject is None else self._known(subject)
        kept = self._kept.get(subject)
        if kept is None or kept[0] is not values:
            kept = self._kept[subject] = (values, ValueIndex(values, site=subject is None))
        self._kept.move_to_end(subject)
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return kept[1]


def _bare(text: str) -> str:
    return "".join(_DIGITS.findall(text)).lstrip("0")


def _words(value: KnownValue) -> Iterator[str]:
    if any(ch.isdigit() for ch in value.value) and not value.parts and value.entity not in NAMES:
        return
    for text in (value.value, *(part for _, part in value.parts)):
        for word in words_of(text):
            if len(word) >= _SHORTEST_WORD and word.isalpha() and not is_common(word):
                yield word


def _numbers(value: KnownValue, *, site: bool) -> Iterator[str]:
    shortest = _SHORTEST_AT_SITE if site else _SHORTEST
    entity = value.entity
    if entity in NAMES or entity is Entity.GUID:
        return
    if entity in DATES or entity in _PHONES:
        found: Iterable[str] = (form.text for form in surface_forms(value, -1, site=site) if form.text.isdigit())
        shortest = 8 if entity in DATES else 7
    elif value.parts:
        found = [run for _, part in value.parts for run in _DIGITS.findall(compact(part)[0])]
    else:
        core = compact(value.value)[0]
        found = _DIGITS.findall(core)
        if core.isdigit() and not site:
            shortest = _SHORTEST_IDENTIFIER
    for digits in found:
        if digits.isascii() and len(digits) >= shortest:
            yield digits.lstrip("0")
