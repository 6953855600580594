"""Look up which numbers and words belong to known values, for values that pass without being read as text.

A number in a Quantity or a code is compared with the known values of its subject, household and site. No context is
needed or used here: a look-up says what a value is equal to, `matcher` says where a text names it.

A number must be so long that it is hardly ever equal to a measurement by chance:

- Five digits: record, social security, plan, account, licence and device numbers of the subject, and telephone numbers.
- Five digits, where nothing says what the passing number is: other identifiers of the patient, ZIP codes, and a birth
  date in six digits.
- Seven digits: any identifier of the subject, dates in eight digits, epoch times, ZIP+4.
- Nine digits: identifiers and telephone numbers of the site. The staff ids of a large site are a good part of all
  shorter numbers.

House numbers, names of organisations and ages are no numbers of a subject.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from array import array
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations

from redactor.detect.known.keyed_values import KeyedValues
from redactor.detect.known.search_text import words_of
from redactor.entities import DATES, DEMOGRAPHICS, NAMES, ORGANISATIONS, WORDED, Entity, Role
from redactor.lexicon.words import is_common
from redactor.text import KnownValue

SHORTEST = 5  # digits; shorter numbers are as often doses, years and house numbers
SHORTEST_LABELLED = 7
SHORTEST_AT_SITE = 9
SHORTEST_WORD = 4  # letters
LONGEST = 20  # digits of the longest numbers that are compared

_PHONES = frozenset({Entity.TELEPHONE_NUMBER, Entity.FAX_NUMBER})
_UNNUMBERED = (WORDED - {Entity.ADDRESS}) | DEMOGRAPHICS | {Entity.AGE, Entity.GUID}
_WORDLESS = frozenset({Entity.STATE, Entity.COUNTRY, Entity.AGE}) | DATES | DEMOGRAPHICS
_WORDLESS_PARTS = frozenset({"state", "country", "prefix", "suffix"})
_WEAKLY_IDENTIFYING = frozenset({Entity.ID, Entity.USERNAME, Entity.EMAIL, Entity.URL, Entity.ZIP, Entity.ADDRESS})
_DIGITS = re.compile(r"[0-9]+")
_ASCII_WORDS = re.compile(r"[a-z]+|[0-9]+")
_DATE = re.compile(r"(\d{4})-?(\d{2})-?(\d{2})(?!\d)|(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})")
_EXTENSION = re.compile(r"(?i)\s*(?:ext\.?|x|#|;)\s*\d+$")
_UNIX, _SPREADSHEET = dt.date(1970, 1, 1), dt.date(1899, 12, 30)
_DAY_S, _QUARTER_S = 86_400, 900
_SECONDS = (1, 10**3, 10**6)  # a second, in seconds, milliseconds and microseconds
_EPOCH_DAYS = 12  # the first days of 1970 are too short numbers in seconds
_NANP = 10
_ZIP_PLUS_4 = 9
_SHORTEST_LOCAL = 7
_SHORTEST_INSIDE = 6
_TITLES = frozenset({"dr", "mr", "mrs", "ms", "prof", "md", "do", "rn", "np", "pa", "by", "phd", "dnp"})
_KEPT_INDEXES = 512
_MASK = (1 << 64) - 1


class ValueIndex:
    """Hold the numbers and words of the known values of a subject and its household.

    numbers: digits only, without leading zeros, that count wherever they stand. unlabelled: further numbers, which
    count only where nothing says what a passing number is.
    """

    __slots__ = ("_birth_days", "_names", "numbers", "unlabelled", "words")

    def __init__(self, values: Iterable[KnownValue]) -> None:
        self._fill(map(terms_of, values))

    @classmethod
    def of_terms(cls, terms: Iterable[str]) -> ValueIndex:
        """Return the index of values whose terms (`terms_of`) were computed before."""
        index = cls.__new__(cls)
        index._fill(terms)
        return index

    def _fill(self, terms: Iterable[str]) -> None:
        kinds = [" ".join(kind).split() for kind in zip(*(t.split("|") for t in terms), strict=True)] or [[]] * 5
        numbers, unlabelled, births, words, names = kinds
        self.numbers, self.unlabelled = frozenset(numbers), frozenset(unlabelled)
        self._birth_days = frozenset(map(int, births))
        # Folded words that identify the subject, without frequent English and clinical ones, and mixed identifiers.
        self.words, self._names = frozenset(words), frozenset(names)

    def has_number(self, digits: str, labelled: bool) -> bool:
        """Return whether digits without leading zeros are a known number.

        labelled: whether a unit or a terminology says what they are.
        """
        if digits in self.numbers or (not labelled and digits in self.unlabelled):
            return True
        if labelled and not digits.endswith("00"):
            return False  # cheap pre-check: no quarter of an hour
        return bool(self._birth_days) and len(digits) >= SHORTEST_LABELLED and self._is_birth(int(digits), labelled)

    def is_within(self, digits: str) -> bool:
        """Return whether a longer number holds a known one of seven digits or more."""
        if len(digits) <= SHORTEST_LABELLED:
            return False
        return any(known in digits for known in self.numbers if len(known) >= SHORTEST_LABELLED)

    def has_word(self, words: Collection[str]) -> bool:
        """Return whether one of some folded words belongs to a known value."""
        return not self.words.isdisjoint(words)

    def has_name(self, words: Sequence[str]) -> bool:
        """Return whether folded words are only a person's names ("Kim Lee"), or hold a long name anywhere
        ("tsmithson").

        A frequent word alone ("Hope") is no name here.
        """
        if words and self._names.issuperset(words) and (len(words) > 1 or not is_common(words[0])):
            return True
        core = "".join(words)
        return any(known in core for known in self.words if len(known) >= _SHORTEST_INSIDE)

    def _is_birth(self, number: int, labelled: bool) -> bool:
        """Return whether the number is a time on a day of birth in seconds, milliseconds or microseconds from 1970.

        The sign of the number is not known, and the day is that of any time zone. A number with a unit has to be a full
        quarter of an hour, as midnight is in every zone.
        """
        for second in _SECONDS:
            if number // (_DAY_S * second) in self._birth_days:
                return not labelled or number % (_QUARTER_S * second) == 0
        return False


def terms_of(value: KnownValue) -> str:
    """Return what a `ValueIndex` holds of a value: numbers | unlabelled | days of birth from 1970 | words | names.

    Each is a list that blanks separate.
    """
    numbers: set[str] = set()
    unlabelled: set[str] = set()
    births: set[int] = set()
    if value.entity in DATES:
        day = _parsed_date(value.value)
        if day is not None:
            numbers.update(_long_dates(day))
            if value.entity is Entity.BIRTH_DATE_TIME:
                unlabelled.update(_short_dates(day))
                days = abs((day - _UNIX).days)
                if days >= _EPOCH_DAYS:
                    births.update((days - 1, days, days + 1))
    else:
        for digits in _value_numbers(value):
            if len(digits) >= SHORTEST_LABELLED:
                numbers.add(digits.lstrip("0"))
            elif len(digits) >= SHORTEST:
                if value.entity not in _WEAKLY_IDENTIFYING:
                    numbers.add(digits.lstrip("0"))
                elif value.entity is not Entity.ID or value.role is Role.PATIENT:
                    unlabelled.add(digits.lstrip("0"))
    texts = _identifying_texts(value) if value.entity in NAMES else []
    names = {word for text in texts for word in folded_words(text) if len(word) > 1}
    kinds = (numbers, unlabelled, map(str, births), set(_identifying_words(value)), names)
    return "|".join(" ".join(sorted(kind)) for kind in kinds)


class SiteIndex:
    """Hold the numbers and full names of a site's known values: eight bytes each, since a site may have a million.

    A name is kept as the hash of its words. Two names have one hash by chance once in 10**13 look-ups.
    """

    __slots__ = ("_names", "_numbers", "_values")

    def __init__(self, values: Iterable[KnownValue]) -> None:
        self._values = values
        self._numbers: Sequence[array[int]] | None = None
        self._names: Sequence[array[int]] | None = None

    @classmethod
    def of_keys(cls, numbers: array[int], names: array[int]) -> SiteIndex:
        """Return the index of the sorted keys that `site_numbers` and `site_names` gave."""
        index = cls(())
        index._numbers, index._names = (numbers,), (names,)
        return index

    @classmethod
    def joined(cls, indexes: Sequence[SiteIndex]) -> SiteIndex:
        """Return one index of all that these indexes hold."""
        index = cls(())
        index._numbers = [keys for each in indexes for keys in each._number_keys() if keys]
        index._names = [keys for each in indexes for keys in each._name_keys() if keys]
        return index

    def has_number(self, digits: str) -> bool:
        """Return whether digits without leading zeros are a number of the site."""
        if not SHORTEST_AT_SITE <= len(digits) <= LONGEST:
            return False
        return _any_holds(self._number_keys(), int(digits) & _MASK)

    def has_name(self, words: Sequence[str]) -> bool:
        """Return whether folded words hold a given name and its surname, a rare surname or an organisation's name."""
        names = self._name_keys()
        words = [word for word in words if len(word) > 1 and word not in _TITLES]
        return _any_holds(names, _name_hash(words)) or any(
            _any_holds(names, _name_hash(pair)) for pair in combinations(words[:12], 2)
        )

    def _number_keys(self) -> Sequence[array[int]]:
        if self._numbers is None:
            self._numbers = (array("Q", sorted({n for value in self._values for n in site_numbers(value)})),)
        return self._numbers

    def _name_keys(self) -> Sequence[array[int]]:
        if self._names is None:
            self._names = (array("Q", sorted({n for value in self._values for n in site_names(value)})),)
        return self._names


def site_numbers(value: KnownValue) -> set[int]:
    """Return the numbers of a site's value, in 64 bits."""
    if value.entity in DATES:
        return set()
    found = (digits.lstrip("0") for digits in _value_numbers(value))
    return {int(digits) & _MASK for digits in found if SHORTEST_AT_SITE <= len(digits) <= LONGEST}


def site_names(value: KnownValue) -> set[int]:
    """Return the full names of a site's value, as hashes of 64 bits."""
    return {_name_hash(name) for name in _full_names(value)}


def _any_holds(sets: Sequence[array[int]], key: int) -> bool:
    for keys in sets:
        at = bisect_left(keys, key)
        if at < len(keys) and keys[at] == key:
            return True
    return False


class ValueIndexes:
    """Build indexes of values and keep each while the same object of values is asked for."""

    def __init__(self) -> None:
        self._subjects: OrderedDict[str, tuple[Sequence[KnownValue], ValueIndex]] = OrderedDict()
        self._site: tuple[Sequence[KnownValue], SiteIndex] = ((), SiteIndex(()))

    def subject(self, subject: str, values: Sequence[KnownValue]) -> ValueIndex:
        """Return the index of a subject's values."""
        kept = self._subjects.get(subject)
        if kept is None or kept[0] is not values:
            indexed = values.terms if isinstance(values, KeyedValues) else map(terms_of, values)
            kept = self._subjects[subject] = (values, ValueIndex.of_terms(indexed))
            if len(self._subjects) > _KEPT_INDEXES:
                self._subjects.popitem(last=False)
        else:
            self._subjects.move_to_end(subject)
        return kept[1]

    def site(self, values: Sequence[KnownValue]) -> SiteIndex:
        """Return the index of the site's values."""
        if self._site[0] is not values:
            self._site = (values, SiteIndex(values))
        return self._site[1]


def _name_hash(words: Iterable[str]) -> int:
    text = " ".join(sorted(words)).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little")


def folded_words(text: str) -> list[str]:
    """Return the folded words of a text: runs of letters and runs of digits.

    A text in a script without spaces is one word.
    """
    if text.isascii():
        return _ASCII_WORDS.findall(text.lower())
    words = words_of(text)
    return ["".join(words)] if all(len(word) == 1 for word in words) else words


def _compact_text(text: str) -> str:
    """Return the letters and digits of a text, folded, without anything between them."""
    return "".join(folded_words(text))


def _identifying_words(value: KnownValue) -> Iterator[str]:
    """Yield words that identify a subject, and identifiers of letters and digits as one word."""
    entity = value.entity
    if entity in _WORDLESS:
        return
    if entity not in NAMES and any("0" <= ch <= "9" for ch in value.value) and not value.parts:
        core = _compact_text(value.value)
        if len(core) >= SHORTEST and not core.isdigit():
            yield core
        return
    for text in _identifying_texts(value):
        for word in folded_words(text):
            shortest = SHORTEST_WORD if word.isascii() else 2
            if len(word) >= shortest and word.isalpha() and not is_common(word):
                yield word


def _identifying_texts(value: KnownValue) -> list[str]:
    """Return the parts of a value that identify whom it names."""
    if not value.parts:
        return [value.value]
    return [text for part, text in value.parts if part not in _WORDLESS_PARTS]


def _full_names(value: KnownValue) -> Iterator[tuple[str, ...]]:
    """Yield the words of each name that identifies a person or organisation of a site for certain.

    These are given name and surname, a rare surname, an organisation's whole name, an identifier of letters and digits.
    """
    if value.entity in NAMES:
        givens, families = (
            [w for part, text in value.parts if part == name for w in folded_words(text) if len(w) > 1]
            for name in ("given", "family")
        )
        for family in families:
            yield from ((given, family) for given in givens)
            if len(family) > SHORTEST_WORD and not is_common(family):
                yield (family,)
    elif value.entity in ORGANISATIONS:
        words = [word for word in folded_words(value.value) if len(word) > 1]
        if len(words) > 1:
            yield tuple(words)
    else:
        yield from ((word,) for word in _identifying_words(value) if not word.isalpha())


def _value_numbers(value: KnownValue) -> Iterator[str]:
    """Yield the digits of an identifier, a telephone number or a ZIP code as written without separators."""
    entity = value.entity
    if entity in _UNNUMBERED:
        return
    if entity in _PHONES:
        yield from _phone_numbers(value.value)
    elif entity is Entity.ADDRESS or entity is Entity.ZIP:
        codes = [text for part, text in value.parts if part == "postalCode"] or [value.value] * (entity is Entity.ZIP)
        for digits in ("".join(_DIGITS.findall(code)) for code in codes):
            yield digits
            if len(digits) == _ZIP_PLUS_4:
                yield digits[:5]
    else:
        core = _compact_text(value.value)
        runs = _DIGITS.findall(core)
        yield from runs
        if len(runs) > 1:
            yield "".join(runs)


def _phone_numbers(text: str) -> Iterator[str]:
    written = _EXTENSION.sub("", text.removeprefix("tel:")).strip()
    digits = "".join(_DIGITS.findall(_compact_text(written))).removeprefix("00")
    yield digits
    if written.startswith(("+", "00")) and not (digits[:1] == "1" and len(digits) == _NANP + 1):
        # Country codes have one to three digits; the number may stand without.
        yield from (digits[n:] for n in (1, 2, 3) if len(digits[n:]) > _SHORTEST_LOCAL)
        return
    core = digits[1:] if len(digits) == _NANP + 1 and digits[0] == "1" else digits
    yield core
    if len(core) == _NANP:
        yield from (core[3:], "1" + core, "011" + core)


def _parsed_date(text: str) -> dt.date | None:
    found = _DATE.match(text.strip())
    if found is None:
        return None
    year, month, day = (found[1], found[2], found[3]) if found[1] else (found[6], found[4], found[5])
    try:
        return dt.date(int(year), int(month), int(day))
    except ValueError:
        return None


def _long_dates(day: dt.date) -> Iterator[str]:
    """Yield a date in eight digits in the orders of year, month and day, and with the day of the year."""
    y, m, d = f"{day.year:04}", f"{day.month:02}", f"{day.day:02}"
    month, number = str(day.month), str(day.day)
    padded = (y + m + d, y + d + m, m + d + y, d + m + y, f"{y}{day.timetuple().tm_yday:03}")
    for digits in (*padded, y + month + number, month + number + y, number + month + y):
        if len(digits.lstrip("0")) >= SHORTEST_LABELLED:
            yield digits.lstrip("0")


def _short_dates(day: dt.date) -> Iterator[str]:
    """Yield a date in six digits, and the number of the day in spreadsheets and from 1970."""
    y, m, d = f"{day.year % 100:02}", f"{day.month:02}", f"{day.day:02}"
    month, number = str(day.month), str(day.day)
    written = (y + m + d, m + d + y, d + m + y, y + month + number, month + number + y, number + month + y)
    full = (f"{day.year}{month}{number}", f"{month}{number}{day.year}", f"{number}{month}{day.year}")
    for digits in (*written, *full, str((day - _SPREADSHEET).days), str(abs((day - _UNIX).days))):
        if len(digits.lstrip("0")) >= SHORTEST:
            yield digits.lstrip("0")
