"""Hold the known values of a large site: packed in tables, and the few values that came since.

A hospital has a hundred thousand clinicians. Their surface forms are sorted by search key and encoded, in a tenth of
the memory, and only forms that a text may name are decoded, as for a patient's values (`search_keys`). Tables are built
once for all workers, of all values of a site or of some. Tables and recent values are searched together, as one set: a
name whose parts came at different times is one name, and of a word that is part of several names the least demanding
context counts. What is found does not depend on which values are packed, nor in which tables (a property test).
"""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

import msgspec

from redactor.detect.known.abbreviated_names import initials_forms
from redactor.detect.known.keyed_values import pack, search_key, unpack
from redactor.detect.known.matcher import Matcher, SiteForms, add_form
from redactor.detect.known.names import initials_of
from redactor.detect.known.search_keys import KEY_LENGTH, beginnings, signature_key
from redactor.detect.known.search_text import Fit, Form, Needs, SearchText
from redactor.detect.known.surface_forms import surface_forms
from redactor.detect.known.value_index import SiteIndex, site_names, site_numbers
from redactor.entities import NAMES, Entity
from redactor.text import KnownValue, Span

_PARTS = 64  # tables; each is built by itself, so that building needs little memory
_CHUNK = 1_024  # rows
_DECODED_BUCKETS = 4_096  # buckets
_MOST_INITIALS = 60  # initials of a person, whose number is stored in one byte
_ENTITIES, _NEEDS, _FITS = tuple(Entity), tuple(Needs), tuple(Fit)
_NUMBER_OF_ENTITY = {entity: i for i, entity in enumerate(_ENTITIES)}

_Row = tuple[str, int, int, int, bool, tuple[int, ...], int]
"""A form: text, entity, needs, fit, strong, breaks, person; initials are a form of no entity (-1)."""

_encode = msgspec.msgpack.encode
_decode_rows = msgspec.msgpack.Decoder(list[_Row]).decode


class Bucket(NamedTuple):
    """A bucket holds the forms that share a key, the people of each text, and those who sign with some initials."""

    forms: dict[str, list[Form]]
    people: dict[str, frozenset[int]]
    signed: dict[str, frozenset[int]]


_Packed = tuple[str, list[_Row], bytes]
"""A text, its forms (initials have none), and the numbers of its people."""

_decode_bucket = msgspec.msgpack.Decoder(list[_Packed]).decode


def build_tables(values: Iterable[KnownValue]) -> Iterator[bytes]:
    """Yield the tables of a site's values: the parts, the people, then numbers and names for `SiteIndex`."""
    spool = _Spool()
    numbers, names = array("Q"), array("Q")
    entities, lengths, initials = bytearray(), array("B"), bytearray()
    person = 0
    for value in values:
        numbers.extend(site_numbers(value))
        names.extend(site_names(value))
        for key, form in keyed_forms(value, person):
            spool.add(key, _row_of_form(form))
        if value.entity in NAMES:
            for key, signed in keyed_signatures(value):
                spool.add(key, (signed, -1, 0, 0, False, (), person))
            letters = "".join(sorted(initials_of(value))[:_MOST_INITIALS]).encode()
            entities.append(_NUMBER_OF_ENTITY[value.entity])
            lengths.append(len(letters))
            initials += letters
            person += 1
    for part in range(_PARTS):
        yield _packed_table(spool.rows(part))
    yield _encode((bytes(entities), lengths.tobytes(), bytes(initials)))
    for keys in (numbers, names):
        yield pack(array("Q", sorted(set(keys))))


def keyed_forms(value: KnownValue, person: int) -> Iterator[tuple[int, Form]]:
    """Yield the surface forms of a site's value with their search keys."""
    for form in surface_forms(value, person, site=True):
        if form.text:
            yield search_key(form.text[:KEY_LENGTH]), form


def keyed_signatures(value: KnownValue) -> Iterator[tuple[int, str]]:
    """Yield the initials with which a person signs, with their search keys."""
    return ((signature_key(signed), signed) for signed in initials_forms(value))


class _Spool:
    """Keep rows by part, compressed while they wait."""

    def __init__(self) -> None:
        self._rows: list[list[_Row]] = [[] for _ in range(_PARTS)]
        self._chunks: list[list[bytes]] = [[] for _ in range(_PARTS)]

    def add(self, key: int, row: _Row) -> None:
        rows = self._rows[key % _PARTS]
        rows.append(row)
        if len(rows) >= _CHUNK:
            self._chunks[key % _PARTS].append(zlib.compress(_encode(rows), 1))
            rows.clear()

    def rows(self, part: int) -> Iterator[_Row]:
        for chunk in self._chunks[part]:
            yield from _decode_rows(zlib.decompress(chunk))
        yield from self._rows[part]
        self._chunks[part], self._rows[part] = [], []


def _packed_table(rows: Iterable[_Row]) -> bytes:
    """Return the buckets of a part by key: their number, the keys, where each ends, the buckets."""
    forms: dict[int, dict[str, dict[tuple[object, ...], Form]]] = {}
    people: dict[tuple[int, str, bool], set[int]] = {}
    for row in rows:
        text, entity, _, _, _, _, person = row
        signed = entity < 0
        key = signature_key(text) if signed else search_key(text[:KEY_LENGTH])
        found = forms.setdefault(key, {}).setdefault(text, {})
        if not signed:
            add_form(found, _form_from_row(row))
        if person >= 0:
            people.setdefault((key, text, signed), set()).add(person)
    buckets = []
    for key in sorted(forms):
        bucket: list[_Packed] = []
        for text, found in sorted(forms[key].items()):
            named = [_row_of_form(form) for form in found.values()]
            for signed in (False, True):
                owners = people.get((key, text, signed))
                if owners if signed else named:
                    bucket.append((text, [] if signed else named, pack(array("I", sorted(owners or ())))))
        buckets.append(_encode(bucket))
    ends, at = array("I"), 0
    for encoded in buckets:
        at += len(encoded)
        ends.append(at)
    head = len(buckets).to_bytes(4, "little")
    return b"".join((head, pack(array("I", sorted(forms))), pack(ends), *buckets))


def _row_of_form(form: Form) -> _Row:
    entity = _NUMBER_OF_ENTITY[form.entity]
    return form.text, entity, form.needs, form.fit, form.strong, tuple(form.breaks), form.person


def _form_from_row(row: _Row) -> Form:
    text, entity, needs, fit, strong, breaks, person = row
    return Form(text, _ENTITIES[entity], _NEEDS[needs], frozenset(breaks), _FITS[fit], strong, person)


class _Table:
    """Read a table, as `_packed_table` packs it."""

    __slots__ = ("_data", "_ends", "_first", "_keys")

    def __init__(self, data: bytes) -> None:
        n = int.from_bytes(data[:4], "little")
        self._keys = unpack("I", data[4 : 4 + 4 * n])
        self._ends = unpack("I", data[4 + 4 * n : 4 + 8 * n])
        self._first = 4 + 8 * n
        self._data = data  # not copied: all parts together are the most of what a worker keeps of a site

    def get(self, key: int) -> bytes | None:
        at = bisect_left(self._keys, key)
        if at == len(self._keys) or self._keys[at] != key:
            return None
        start = self._ends[at - 1] if at else 0
        return self._data[self._first + start : self._first + self._ends[at]]


class SiteTables:
    """Read known values of a site, as `build_tables` packs them.

    first: the number of the first person; people have numbers from there on. index: numbers and full names.
    """

    def __init__(self, tables: Iterable[bytes], first: int = 0) -> None:
        found = iter(tables)
        self.first = first
        self._parts = [_Table(table) for table in islice(found, _PARTS)]
        people = msgspec.msgpack.decode(next(found), type=tuple[bytes, bytes, bytes])
        self._entities, lengths, self._initials = people
        starts, at = array("I", (0,)), 0
        for length in lengths:
            at += length
            starts.append(at)
        self._starts = starts
        self.index = SiteIndex.of_keys(*(unpack("Q", keys) for keys in found))
        self._decoded: OrderedDict[int, Bucket | None] = OrderedDict()

    def entity(self, person: int) -> Entity:
        """Return the entity of a person's name."""
        return _ENTITIES[self._entities[person - self.first]]

    def initials(self, person: int) -> frozenset[str]:
        """Return the initials of a person's given names."""
        at = person - self.first
        return _decoded_initials(self._initials[self._starts[at] : self._starts[at + 1]])

    def bucket(self, key: int) -> Bucket | None:
        """Return the forms that have this search key, or None."""
        if key in self._decoded:
            self._decoded.move_to_end(key)
            return self._decoded[key]
        data = self._parts[key % _PARTS].get(key)
        if data is None:
            return None
        bucket = Bucket({}, {}, {})
        for text, rows, numbers in _decode_bucket(data):
            owners = frozenset(self.first + person for person in unpack("I", numbers))
            if not rows:
                bucket.signed[text] = owners
                continue
            bucket.forms[text] = [_form_from_row(row) for row in rows]
            if owners:
                bucket.people[text] = owners
        self._decoded[key] = bucket
        if len(self._decoded) > _DECODED_BUCKETS:
            self._decoded.popitem(last=False)
        return bucket


@lru_cache(maxsize=1_024)
def _decoded_initials(initials: bytes) -> frozenset[str]:
    return frozenset(initials.decode())


class RecentValues:
    """Hold values of a site that are not packed: as `SiteTables`, in ten times the memory, and open for more values.

    first: the number of the first person.
    """

    def __init__(self, first: int = 0) -> None:
        self.first = first
        self._forms: dict[int, dict[str, dict[tuple[object, ...], Form]]] = {}
        self._people: dict[int, dict[str, set[int]]] = {}
        self._signed: dict[int, dict[str, set[int]]] = {}
        self._entities: list[Entity] = []
        self._initials: list[frozenset[str]] = []
        self._numbers: set[int] = set()
        self._names: set[int] = set()
        self.index = SiteIndex(())

    def add(self, values: Sequence[KnownValue]) -> None:
        """Add values. Whoever searches the object already finds these too."""
        for value in values:
            person = self.first + len(self._entities)
            for key, form in keyed_forms(value, person):
                add_form(self._forms.setdefault(key, {}).setdefault(form.text, {}), form)
                if form.person >= 0:
                    self._people.setdefault(key, {}).setdefault(form.text, set()).add(person)
            if value.entity in NAMES:
                for key, signed in keyed_signatures(value):
                    self._signed.setdefault(key, {}).setdefault(signed, set()).add(person)
                self._entities.append(value.entity)
                self._initials.append(initials_of(value))
            self._numbers |= site_numbers(value)
            self._names |= site_names(value)
        self.index = SiteIndex.of_keys(*(array("Q", sorted(keys)) for keys in (self._numbers, self._names)))

    def entity(self, person: int) -> Entity:
        """Return the entity of a person's name."""
        return self._entities[person - self.first]

    def initials(self, person: int) -> frozenset[str]:
        """Return the initials of a person's given names."""
        return self._initials[person - self.first]

    def bucket(self, key: int) -> Bucket | None:
        """Return the forms that have this search key, or None."""
        forms, signed = self._forms.get(key), self._signed.get(key)
        if forms is None and signed is None:
            return None
        return Bucket(
            {text: list(found.values()) for text, found in (forms or {}).items()},
            {text: frozenset(owners) for text, owners in self._people.get(key, {}).items()},
            {text: frozenset(owners) for text, owners in (signed or {}).items()},
        )


Part = SiteTables | RecentValues


class SiteValues:
    """Search all known values of a site.

    parts: ordered by the numbers of their people, which they share with no other part. index: the numbers and full
    names of all parts.
    """

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = tuple(parts)
        self._firsts = [part.first for part in parts]
        self.index = SiteIndex.joined([part.index for part in parts])

    def find(self, text: SearchText) -> list[Span]:
        """Return what `Matcher.find` finds with all values of the site."""
        matcher = self._matcher(text)
        return [] if matcher is None else matcher.find(text)

    def _matcher(self, text: SearchText) -> Matcher | None:
        """Return a matcher of the forms that the text may hold, or None if it holds none."""
        forms: dict[str, list[Form]] = {}
        people: dict[str, frozenset[int]] = {}
        signed: dict[str, frozenset[int]] = {}
        begun = {search_key(beginning) for beginning in beginnings(text)}
        signatures = {signature_key(word) for word in set(text.words) if len(word) in (2, 3)}
        for part in self._parts:
            for key in begun:
                if bucket := part.bucket(key):
                    _join_forms(forms, bucket.forms)
                    _join_people(people, bucket.people)
            for key in signatures:
                if bucket := part.bucket(key):
                    _join_people(signed, bucket.signed)
        if not forms and not signed:
            return None
        return Matcher.from_site_forms(SiteForms(forms, people, signed, self._entity, self._initials))

    def _entity(self, person: int) -> Entity:
        return self._part_of(person).entity(person)

    def _initials(self, person: int) -> frozenset[str]:
        return self._part_of(person).initials(person)

    def _part_of(self, person: int) -> Part:
        return self._parts[bisect_right(self._firsts, person) - 1]


def _join_forms(joined: dict[str, list[Form]], more: dict[str, list[Form]]) -> None:
    for text, forms in more.items():
        if text in joined:
            found: dict[tuple[object, ...], Form] = {}
            for form in (*joined[text], *forms):
                add_form(found, form)
            forms = list(found.values())
        joined[text] = forms


def _join_people(joined: dict[str, frozenset[int]], more: dict[str, frozenset[int]]) -> None:
    for text, owners in more.items():
        joined[text] = joined[text] | owners if text in joined else owners
