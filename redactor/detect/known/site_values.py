"""The known values of a large site: tables that were packed at some time, and the few values that came since.

They are searched together, as one set: a name whose parts came at different times is one name, and of a word that is
part of several names the least demanding context counts. What is found does not depend on which values are packed, nor
in which tables (a property test).
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Sequence

from redactor.detect.known.keyed_values import search_key
from redactor.detect.known.matcher import Matcher, SiteForms, add_form
from redactor.detect.known.names import initials_of
from redactor.detect.known.search_keys import beginnings, signature_key
from redactor.detect.known.search_text import Form, SearchText
from redactor.detect.known.site_forms import Bucket, SiteTables, keyed_forms, keyed_signatures
from redactor.detect.known.value_index import SiteIndex, site_names, site_numbers
from redactor.entities import NAMES, Entity
from redactor.text import KnownValue, Span


class RecentValues:
    """Values of a site that are not packed: as `SiteTables`, in ten times the memory, and they can be added one by one.

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
        """Add values. What searches them already finds these too."""
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
        """What a person's name is known as."""
        return self._entities[person - self.first]

    def initials(self, person: int) -> frozenset[str]:
        """The initials of a person's given names."""
        return self._initials[person - self.first]

    def bucket(self, key: int) -> Bucket | None:
        """The forms that have this search key; None if there are none."""
        forms, signed = self._forms.get(key), self._signed.get(key)
        if forms is None and signed is None:
            return None
        return Bucket(
            {text: list(found.values()) for text, found in (forms or {}).items()},
            {text: frozenset(who) for text, who in self._people.get(key, {}).items()},
            {text: frozenset(who) for text, who in (signed or {}).items()},
        )


Part = SiteTables | RecentValues


class SiteValues:
    """All known values of a site. parts: by the numbers of their people, which they share with no other part.

    index: the numbers and full names of all.
    """

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = tuple(parts)
        self._firsts = [part.first for part in parts]
        self.index = SiteIndex.joined([part.index for part in parts])

    def find(self, text: SearchText) -> list[Span]:
        """What `Matcher.find` finds with all values of the site."""
        matcher = self._matcher(text)
        return [] if matcher is None else matcher.find(text)

    def _matcher(self, text: SearchText) -> Matcher | None:
        """A matcher of the forms that the text may hold; None if it holds none."""
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
        return Matcher.of_site(SiteForms(forms, people, signed, self._entity, self._initials))

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
    for text, who in more.items():
        joined[text] = joined[text] | who if text in joined else who
