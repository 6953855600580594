"""The names of people who are known in the context of a mention, and whether a word is one of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from redactor.lexicon import names as name_lists
from redactor.lexicon.nicknames import related_forms
from relex.identity.name_tokens import TokenKind
from relex.identity.people import Person


@dataclass(frozen=True, slots=True)
class NameSet:
    """The family and given names of some people, without initials."""

    family: frozenset[str]
    given: frozenset[str]


@dataclass(frozen=True, slots=True)
class KnownNames:
    """The known names, nearest first. people: the household. site: people of the site by name."""

    name_sets: tuple[NameSet, ...] = ()
    people: tuple[Person, ...] = ()
    site: Mapping[str, tuple[Person, ...]] | None = None

    def side(self, key: str) -> TokenKind | None:
        """Whether a name is a family or a given name of the nearest people who have it; None if unknown or both."""
        for names in self.name_sets:
            in_family, in_given = key in names.family, key in names.given
            if not in_family and not in_given:
                in_given = any(n in names.given for n in related_forms(key))
            if in_family or in_given:
                return None if in_family and in_given else TokenKind.FAMILY if in_family else TokenKind.GIVEN
        return None

    def contains(self, key: str) -> bool:
        """Whether the name is known, so that it is not a title or a particle here."""
        return len(key) > 1 and any(key in names.family or key in names.given for names in self.name_sets)

    def side_at_site(self, key: str) -> TokenKind | None:
        """The same for the people of the site, for words that stand alone: at a site nearly every common name is
        somebody's.
        """
        people = self.site.get(key, ()) if self.site else ()
        in_family = any(key in p.family for p in people)
        in_given = any(key in p.given for p in people)
        return None if in_family == in_given else TokenKind.FAMILY if in_family else TokenKind.GIVEN

    def has_initials(self, key: str) -> bool:
        """Whether the letters are a known person's initials, the last one that of the family name."""
        for p in self.people:
            given = [g[0] for g in p.given]
            if given and p.family and key[-1] == p.family[-1][0] and key[0] == given[0]:
                middle = key[1:-1]
                if not middle or middle == "".join(given[1:])[: len(middle)]:
                    return True
        return False


NO_KNOWN_NAMES = KnownNames()


def name_set_of(people: Iterable[Person]) -> NameSet:
    """The names of the people, without initials."""
    family: set[str] = set()
    given: set[str] = set()
    for p in people:
        family.update(f for f in p.family if len(f) > 1 or name_lists.unspaced(f))
        given.update(g for g in p.given if len(g) > 1 or name_lists.unspaced(g))
    return NameSet(frozenset(family), frozenset(given))
