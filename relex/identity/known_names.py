"""Knows the names of people in the context of a mention, and splits or joins the words of a name by them.

"Vandenberg" is the particle "Vanden" and the family name Berg where somebody called Van den Berg is known, "Anne-Marie"
two given names where records have two, and "Min Jun" one where they have Min-jun.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from redactor.lexicon import names as name_lists
from redactor.lexicon import titles as title_words
from redactor.lexicon.nicknames import related_forms
from redactor.lexicon.spelling_variants import heard, is_feminine_of, listed_spellings, misread
from relex.identity.name_tokens import ScannedName, Token, TokenKind
from relex.identity.people import Person

Pieces = tuple[tuple[str, TokenKind], ...]
_NOTHING: Mapping[str, Any] = MappingProxyType({})
_FAMILY, _GIVEN = (TokenKind.FAMILY,), (TokenKind.GIVEN,)
_BOTH = _FAMILY + _GIVEN


@dataclass(frozen=True, slots=True)
class NameSet:
    """Holds the family and given names of some people, without initials.

    `joined` maps names written without a space between them ("vandenberg") to their pieces. `variants` maps other
    spellings ("mohammed") to family or given name. `masculine` maps surnames present in both forms to the masculine
    form. `sounds` holds the names with letters that sound or look alike made equal.
    """

    family: frozenset[str]
    given: frozenset[str]
    joined: Mapping[str, Pieces]
    variants: Mapping[str, TokenKind]
    masculine: Mapping[str, str]
    sounds: frozenset[str]

    def may_have(self, key: str) -> bool:
        """Check cheaply whether a word can be another spelling of a name; False is certain."""
        return key in self.variants or heard(key) in self.sounds or misread(key) in self.sounds

    def __contains__(self, key: str) -> bool:
        return key in self.family or key in self.given

    def sides(self, key: str) -> tuple[TokenKind, ...]:
        """Return whether a name is a family name, a given name, both, or none of these people."""
        in_family, in_given = key in self.family, key in self.given
        if in_family or in_given:
            return _BOTH if in_family and in_given else _FAMILY if in_family else _GIVEN
        if any(n in self.given for n in related_forms(key)):
            return _GIVEN
        return (self.variants[key],) if key in self.variants else ()


@dataclass(frozen=True, slots=True)
class KnownNames:
    """Holds the known names, nearest first.

    `people` is the household, and `site` the people of the site by name.
    """

    name_sets: tuple[NameSet, ...] = ()
    people: tuple[Person, ...] = ()
    site: Mapping[str, tuple[Person, ...]] | None = None

    def side(self, key: str) -> TokenKind | None:
        """Return whether a name is a family or a given name of the nearest people who have it; None if
        unknown or both.
        """
        for names in self.name_sets:
            sides = names.sides(key)
            if sides:
                return sides[0] if len(sides) == 1 else None
        return None

    def side_of_hyphenated(self, whole: str, words: Sequence[str]) -> TokenKind | None:
        """Return the side of words that hyphens join, where the nearest people who have the words decide before others
        who have the whole.

        A note may have read "Roe-Poe" as a given name of somebody; in the family of Ann Roe Poe it is a family name.
        """
        for names in self.name_sets:
            for key in (whole, *words):
                sides = names.sides(key)
                if len(sides) == 1:
                    return sides[0]
        return None

    def is_first_name(self, key: str) -> bool:
        """Tell whether somebody of the household is called by the name."""
        return any(p.given and p.given[0] == key for p in self.people)

    def side_beside(self, key: str, others: Sequence[str]) -> TokenKind | None:
        """Return the side of a name that the household has on both, by the people called by another word of the
        mention.
        """
        called = [p for p in self.people if p.given and p.given[0] in others]
        in_family, in_given = any(key in p.family for p in called), any(key in p.given for p in called)
        return None if in_family == in_given else TokenKind.FAMILY if in_family else TokenKind.GIVEN

    def contains(self, key: str) -> bool:
        """Tell whether the name is known, so that it is neither title nor particle here."""
        return len(key) > 1 and any(key in names for names in self.name_sets)

    def joined(self, key: str) -> Pieces:
        """Return the pieces of names that are written without a space between them, or () for any other word.

        The nearest people who have the word as a name, or its pieces, decide.
        """
        for names in self.name_sets:
            if key in names:
                return ()
            if key in names.joined:
                return names.joined[key]
        return ()

    def is_one_name(self, key: str, last: str) -> bool:
        """Tell whether words together are one name of the nearest people who have it, or have the last of the words."""
        for names in self.name_sets:
            if last in names:
                return False
            if key in names:
                return True
        return False

    def is_plural(self, key: str, family: str) -> bool:
        """Tell whether the nearest people who have one of the two names have the family name."""
        for names in self.name_sets:
            if key in names:
                return False
            if family in names.family:
                return True
        return False

    def side_at_site(self, key: str) -> TokenKind | None:
        """Return the side of a word that stands alone among the people of the site, where nearly every common name is
        somebody's.
        """
        people = self.site.get(key, ()) if self.site else ()
        in_family = any(key in p.family for p in people)
        in_given = any(key in p.given for p in people)
        return None if in_family == in_given else TokenKind.FAMILY if in_family else TokenKind.GIVEN

    def has_initials(self, key: str) -> bool:
        """Tell whether the letters are a known person's initials, the last being that of the family name."""
        for p in self.people:
            given = [g[0] for g in p.given]
            if given and p.family and key[-1] == p.family[-1][0] and key[0] == given[0]:
                middle = key[1:-1]
                if not middle or middle == "".join(given[1:])[: len(middle)]:
                    return True
        return False


NO_KNOWN_NAMES = KnownNames()


def only_joined(joined: Mapping[str, Pieces]) -> NameSet:
    """Return a set of names known only as they are written without a space."""
    return NameSet(frozenset(), frozenset(), joined, _NOTHING, _NOTHING, frozenset())


def name_set_of(people: Iterable[Person], *, joined: bool = True, spellings: bool = False) -> NameSet:
    """Return the names of the people, without initials; `joined` and `spellings` add their other forms."""
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
    """Return other spellings of names, without those that family and given names share."""
    of_family = {v for name in family for v in listed_spellings(name)}
    of_given = {v for name in given for v in listed_spellings(name)}
    found = dict.fromkeys(of_family - of_given, TokenKind.FAMILY)
    return found | dict.fromkeys(of_given - of_family, TokenKind.GIVEN)


def _joined_names(people: Iterable[Person]) -> Mapping[str, Pieces]:
    """Return two given names, two family names, a family name behind its particles, and whole names, each in
    one word.
    """
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


# --- Words written together or apart ----------------------------------------------------------------------------------

_MAX_RUN = 4  # words that are one name
_MAX_SPELLED = 20  # letters of a name that are written apart: R O S S
_MIN_SPELLED = 3
_MIN_JOINED = 5  # letters of a name that words together may be
_BETWEEN = frozenset(" -'’‐‑–\u00a0\t\n")
_WORDS = (TokenKind.NAME, TokenKind.PARTICLE, TokenKind.INITIAL)
_PLURALS_IN_ES = ("ses", "xes", "zes", "ches", "shes")
_FAMILY_ARTICLES = frozenset(["the", "both", "all"])


def with_known_boundaries(found: ScannedName, known: KnownNames) -> ScannedName:
    """Return the words with the boundaries of the known names, or the same object if nothing changes."""
    tokens = [*_split_words(found, _joined_words(found, known), known)]
    return found if tokens == list(found.tokens) else replace(found, tokens=tuple(tokens))


def _joined_words(found: ScannedName, known: KnownNames) -> Iterator[Token]:
    """Yield the words, where a run that together is one known name becomes one word."""
    tokens = found.tokens
    i = 0
    while i < len(tokens):
        end = _end_of_joined(found, i, known) if tokens[i].kind in _WORDS else i + 1
        if end - i > 1:
            key = "".join(t.key for t in tokens[i:end])
            yield replace(tokens[i], end=tokens[end - 1].end, key=key, kind=TokenKind.NAME, glued=tokens[i].glued)
        else:
            yield tokens[i]
        i = end


def _end_of_joined(found: ScannedName, i: int, known: KnownNames) -> int:
    tokens = found.tokens
    key = tokens[i].key
    best = i + 1
    spelled = tokens[i].kind is TokenKind.INITIAL
    for j in range(i + 1, min(i + (_MAX_SPELLED if spelled else _MAX_RUN), len(tokens))):
        t, before = tokens[j], tokens[j - 1]
        if t.kind not in _WORDS or (t.group, t.segment) != (tokens[i].group, tokens[i].segment):
            break
        if not _BETWEEN.issuperset(found.value[before.end : t.start]):
            break
        key += t.key
        spelled = spelled and t.kind is TokenKind.INITIAL
        if len(key) >= (_MIN_SPELLED if spelled else _MIN_JOINED) and known.is_one_name(key, t.key):
            best = j + 1
    return best


def _split_words(found: ScannedName, tokens: Iterator[Token], known: KnownNames) -> Iterator[Token]:
    """Yield the words, where several known names in one word, or a plural, become several words."""
    before: Token | None = None
    for t in tokens:
        if t.glued and before is not None and _are_two_given_names(before, t, known):
            yield replace(t, glued=False)  # Anne-Marie, where records have Anne Marie
        elif t.kind is TokenKind.NAME and len(t.key) >= _MIN_JOINED - 1:
            split = list(_pieces(found, t, known.joined(t.key)))
            if split and split[-1].end == t.end:
                yield from split
            elif (base := _singular(found, t, known)) is not None:
                yield replace(t, end=t.start + base, key=name_lists.canonical(found.value[t.start : t.start + base]))
                yield Token(t.start + base, t.end, "s", TokenKind.POSSESSIVE, t.group, t.segment)
            else:
                yield t
        else:
            yield t
        before = t


def _are_two_given_names(before: Token, t: Token, known: KnownNames) -> bool:
    pieces = known.joined(before.key + t.key)
    return [key for key, _ in pieces] == [before.key, t.key] and known.side(t.key) is TokenKind.GIVEN


def _pieces(found: ScannedName, t: Token, pieces: tuple[tuple[str, TokenKind], ...]) -> Iterator[Token]:
    """Yield the pieces of a word by offsets in the value; none if its letters do not match one to one."""
    text = found.value[t.start : t.end]
    at = t.start
    for key, kind in pieces:
        end = _after_letters(text, at - t.start, len(key))
        if end is None:
            return
        yield Token(at, t.start + end, key, kind, t.group, t.segment, t.glued and at == t.start, t.quoted, t.born)
        at = t.start + end


def _after_letters(text: str, start: int, letters: int) -> int | None:
    """Return the offset behind so many letters; characters without a letter belong to the letter before."""
    at = start
    while letters > 0:
        if at >= len(text):
            return None
        width = len(name_lists.canonical(text[at]))
        if width > letters:
            return None
        letters -= width
        at += 1
    while at < len(text) and not name_lists.canonical(text[at]):
        at += 1
    return at


def _singular(found: ScannedName, t: Token, known: KnownNames) -> int | None:
    """Return the length of the family name in a plural ("the Harrisons", "the Harrisons' house"), or None."""
    text = found.value[t.start : t.end]
    if text[-1] not in "sS" or len(text) < _MIN_JOINED - 1:
        return None
    spoken_of = found.tokens[0].key in _FAMILY_ARTICLES
    base, plural = name_lists.canonical(text[:-1]), name_lists.shares(t.key)[1]
    if not plural and known.is_plural(t.key, base):
        return len(text) - 1  # "the" is no part of the mention
    if not plural and t.key.endswith(_PLURALS_IN_ES) and known.is_plural(t.key, t.key[:-2]):
        return len(text) - 2  # Hutchinses
    owned = found.value[t.end : t.end + 1] in name_lists.APOSTROPHES and found.value[t.end : t.end + 1] != ""
    if not spoken_of and not owned:
        return None
    if known.contains(base):
        return len(text) - 1
    if t.key.endswith("es") and known.contains(t.key[:-2]):
        return len(text) - 2  # the Joneses
    listed = name_lists.shares(base)[1]
    return len(text) - 1 if spoken_of and listed > plural and base not in title_words.PARTICLES else None
