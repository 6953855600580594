"""The names of people who are known in the context of a mention, and whether a word is one of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from redactor.lexicon import names as name_lists
from redactor.lexicon.nicknames import related_forms
from redactor.lexicon.spelling_variants import heard, is_feminine_of, listed_spellings, misread
from relex.identity.name_tokens import TokenKind
from relex.identity.people import Person

Pieces = tuple[tuple[str, TokenKind], ...]
_NOTHING: Mapping[str, Any] = MappingProxyType({})
_FAMILY, _GIVEN = (TokenKind.FAMILY,), (TokenKind.GIVEN,)
_BOTH = _FAMILY + _GIVEN


@dataclass(frozen=True, slots=True)
class NameSet:
    """The family and given names of some people, without initials.

    joined: names as they are written without a space between them ("vandenberg"), and their pieces. variants: other
    spellings of the names ("mohammed"), and what they are. masculine: the masculine form of surnames that are here in
    both. sounds: what is left of the names when letters that sound or look alike are one.
    """

    family: frozenset[str]
    given: frozenset[str]
    joined: Mapping[str, Pieces]
    variants: Mapping[str, TokenKind]
    masculine: Mapping[str, str]
    sounds: frozenset[str]

    def may_have(self, key: str) -> bool:
        """Cheap check; False means that the word is no other spelling of a name."""
        return key in self.variants or heard(key) in self.sounds or misread(key) in self.sounds

    def __contains__(self, key: str) -> bool:
        return key in self.family or key in self.given

    def sides(self, key: str) -> tuple[TokenKind, ...]:
        """Whether a name is a family name, a given name, both, or none of these people."""
        in_family, in_given = key in self.family, key in self.given
        if in_family or in_given:
            return _BOTH if in_family and in_given else _FAMILY if in_family else _GIVEN
        if any(n in self.given for n in related_forms(key)):
            return _GIVEN
        return (self.variants[key],) if key in self.variants else ()


@dataclass(frozen=True, slots=True)
class KnownNames:
    """The known names, nearest first. people: the household. site: people of the site by name."""

    name_sets: tuple[NameSet, ...] = ()
    people: tuple[Person, ...] = ()
    site: Mapping[str, tuple[Person, ...]] | None = None

    def side(self, key: str) -> TokenKind | None:
        """Whether a name is a family or a given name of the nearest people who have it; None if unknown or both."""
        for names in self.name_sets:
            sides = names.sides(key)
            if sides:
                return sides[0] if len(sides) == 1 else None
        return None

    def side_of_hyphenated(self, whole: str, words: Sequence[str]) -> TokenKind | None:
        """The same for words that hyphens join. Where the nearest people have the words, no others decide by the whole.

        A note may have read "Roe-Poe" as a given name of somebody; in the family of Ann Roe Poe it is a family name.
        """
        for names in self.name_sets:
            for key in (whole, *words):
                sides = names.sides(key)
                if len(sides) == 1:
                    return sides[0]
        return None

    def is_first_name(self, key: str) -> bool:
        """Whether somebody of the household is called by the name."""
        return any(p.given and p.given[0] == key for p in self.people)

    def side_beside(self, key: str, others: Sequence[str]) -> TokenKind | None:
        """The side of a name that the household has on both, of the people called by another word of the mention."""
        called = [p for p in self.people if p.given and p.given[0] in others]
        in_family, in_given = any(key in p.family for p in called), any(key in p.given for p in called)
        return None if in_family == in_given else TokenKind.FAMILY if in_family else TokenKind.GIVEN

    def contains(self, key: str) -> bool:
        """Whether the name is known, so that it is not a title or a particle here."""
        return len(key) > 1 and any(key in names for names in self.name_sets)

    def joined(self, key: str) -> Pieces:
        """The pieces of names that are written without a space between them; () for any other word.

        The nearest people who have the word as a name, or its pieces, decide.
        """
        for names in self.name_sets:
            if key in names:
                return ()
            if key in names.joined:
                return names.joined[key]
        return ()

    def is_one_name(self, key: str, last: str) -> bool:
        """Whether words together are one name of the nearest people who have it, or the last of the words."""
        for names in self.name_sets:
            if last in names:
                return False
            if key in names:
                return True
        return False

    def is_plural(self, key: str, family: str) -> bool:
        """Whether the nearest people who have one of the two names have the family name."""
        for names in self.name_sets:
            if key in names:
                return False
            if family in names.family:
                return True
        return False

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


def only_joined(joined: Mapping[str, Pieces]) -> NameSet:
    """Names that are known only as they are written without a space."""
    return NameSet(frozenset(), frozenset(), joined, _NOTHING, _NOTHING, frozenset())


def name_set_of(people: Iterable[Person], *, joined: bool = True, spellings: bool = False) -> NameSet:
    """The names of the people, without initials. joined, spellings: with their other forms."""
    people = tuple(people)
    family: set[str] = set()
    given: set[str] = set()
    for p in people:
        family.update(f for f in p.family if len(f) > 1 or name_lists.unspaced(f))
        given.update(g for g in p.given if len(g) > 1 or name_lists.unspaced(g))
    variants = _variants(family, given) if spellings else _NOTHING
    masculine = _masculine(family) if spellings and len(family) > 1 else _NOTHING
    sounds = frozenset(f(name) for name in (*family, *given) for f in (heard, misread)) if spellings else frozenset()
    together = _joined_names(people) if joined else _NOTHING
    return NameSet(frozenset(family), frozenset(given), together, variants, masculine, sounds)


def _masculine(family: Iterable[str]) -> Mapping[str, str]:
    return {name: other for name in family for other in family if is_feminine_of(name, other)}


def _variants(family: Iterable[str], given: Iterable[str]) -> Mapping[str, TokenKind]:
    """Other spellings of names; not those that family and given names share."""
    of_family = {v for name in family for v in listed_spellings(name)}
    of_given = {v for name in given for v in listed_spellings(name)}
    found = dict.fromkeys(of_family - of_given, TokenKind.FAMILY)
    return found | dict.fromkeys(of_given - of_family, TokenKind.GIVEN)


def _joined_names(people: Iterable[Person]) -> Mapping[str, Pieces]:
    """Two given names, two family names, a family name behind its particles, and whole names, each in one word."""
    found: dict[str, Pieces] = {}
    for p in people:
        given = [(g, TokenKind.NAME) for g in p.given]
        family = [(f, TokenKind.NAME) for f in p.family]
        particles = [(p.particles, TokenKind.PARTICLE)] if p.particles else []
        runs = [given[:2], given[1:3], family[:2], [*particles, *family], [*particles, *family[:1]]]
        if given and family:
            runs += [[given[0], *particles, *family], [*particles, *family, given[0]]]
        for run in runs:
            if len(run) > 1 and all(len(key) > 1 and not name_lists.unspaced(key) for key, _ in run):
                found.setdefault("".join(key for key, _ in run), tuple(run))
    return found
