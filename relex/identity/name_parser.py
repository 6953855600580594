"""Which words of a written name are given and which are family names: by what is known around, by place, by lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from relex import namewords as nw
from relex.identity.known_names import NOBODY, Known
from relex.identity.name_scanner import Scan, Token, TokenKind, as_sort, scan
from relex.parts import Person

_CACHE = 32_768
_COMMON = 0.02  # percent: a surname so common that before another it is the first of two
_CLEAR = 10.0
_STANDING = frozenset({TokenKind.TITLE, TokenKind.PARTICLE, TokenKind.SUFFIX, TokenKind.CREDENTIAL})
_VOWELS = frozenset("aeiouy")


@dataclass(frozen=True, slots=True)
class Parsed:
    """A name in words, each told. title: the first one, folded. clinician: a title or a credential says so."""

    value: str
    tokens: tuple[Token, ...]
    title: str = ""
    clinician: bool = False

    def people(self) -> tuple[Person, ...]:
        """Who is named, in order; of "John and Jane Doe" both bear the family name."""
        found = []
        for _, group in groupby(self.tokens, key=lambda t: t.group):
            words = list(group)
            given = tuple(t.key for t in words if t.sort in (TokenKind.GIVEN, TokenKind.INITIAL))
            family = tuple(t.key for t in words if t.sort in (TokenKind.FAMILY, TokenKind.FAMILY_INITIAL))
            if given or family:
                found.append(Person(_joined(words, given), family))
        for i in range(len(found) - 2, -1, -1):
            if not found[i].family:
                found[i] = Person(found[i].given, found[i + 1].family)
        return tuple(found)


def _joined(words: list[Token], given: tuple[str, ...]) -> tuple[str, ...]:
    """The given names without the nickname, unless there is no other."""
    plain = tuple(t.key for t in words if t.sort in (TokenKind.GIVEN, TokenKind.INITIAL) and not t.quoted)
    return plain or given


@lru_cache(maxsize=_CACHE)
def parse(value: str) -> Parsed:
    """A name taken apart by itself, with nobody known around. Never raises; linear in the length of the value."""
    return tell(scan(value), NOBODY)


def tell(found: Scan, known: Known, *, side: TokenKind | None = None, titled: bool = False) -> Parsed:
    """The words of a name told apart.

    side: FAMILY or GIVEN where a record's field says that all of them are. titled: whoever it is was called by a
    title that stands outside the value.
    """
    work = _Work(found, known, titled or (found.title != "" and found.title not in nw.FAMILIAR), side is not None)
    out: list[Token] = []
    tokens = [as_sort(t, TokenKind.NAME) if t.sort in _STANDING and known.bears(t.key) else t for t in found.tokens]
    for _, group in groupby(tokens, key=lambda t: t.group):
        out.extend(work.group(list(group), side))
    return Parsed(found.value, tuple(out), found.title, found.clinician)


@dataclass(slots=True)
class _Unit:
    """A word, or words that hyphens join, as one to be told."""

    tokens: list[Token]
    key: str
    side: TokenKind | None
    particle: bool = False
    told: TokenKind = TokenKind.NAME
    only: bool = False

    @property
    def initial(self) -> bool:
        return self.tokens[0].sort is TokenKind.INITIAL and not self.particle


@dataclass(frozen=True, slots=True)
class _Work:
    found: Scan
    known: Known
    titled: bool
    whole: bool  # a field says what all words are

    def group(self, tokens: list[Token], side: TokenKind | None) -> Iterator[Token]:
        """One person's words, told."""
        units = self._units(tokens)
        free = [u for u in units if not (u.tokens[0].quoted or u.tokens[0].born)]
        for u in units:
            u.told = TokenKind.FAMILY if u.tokens[0].born else u.side or TokenKind.GIVEN
        if side is not None:
            for u in units:
                u.told = side
        elif len(free) == 1:
            free[0].told, free[0].only = self._alone(free[0]), True
        elif free:
            segments = [list(s) for _, s in groupby(free, key=lambda u: u.tokens[0].segment)]
            if len(segments) == 1 or all(map(_whole, segments)):
                for segment in segments:
                    self._plain(segment)
            else:
                self._inverted(segments)
        told = {id(t): x for u in units for t, x in ((t, u) for t in u.tokens)}
        for t in tokens:
            unit = told.get(id(t))
            if unit is None:
                yield t
            else:
                yield from self._written(t, unit)

    def _units(self, tokens: list[Token]) -> list[_Unit]:
        units: list[_Unit] = []
        particle = False
        for t in tokens:
            if t.sort is TokenKind.PARTICLE:
                particle = True
                if t.key == "y" and units:
                    units[-1].particle = True  # Ortega y Gasset
            elif t.sort in (TokenKind.NAME, TokenKind.INITIAL):
                if t.glued and units and not particle and units[-1].tokens[-1].end == t.start - 1:
                    last = units[-1]
                    last.tokens.append(t)
                    last.key += t.key
                    last.side = self.known.side(last.key) or last.side or self.known.side(t.key)
                else:
                    units.append(_Unit([t], t.key, self.known.side(t.key) if len(t.key) > 1 else None, particle))
                particle = False
        return units

    def _alone(self, u: _Unit) -> TokenKind:
        if u.initial:
            return TokenKind.FAMILY_INITIAL if self.titled else TokenKind.INITIAL
        if u.particle or u.side is not None:
            return u.side or TokenKind.FAMILY
        if (self._capitals(u) and self.known.initials(u.key)) or self._run(u, listed=False):
            return TokenKind.FAMILY_INITIAL
        if (site := self.known.at_site(u.key)) is not None:
            return site
        given, family = _lean(u)
        if self.titled:
            return TokenKind.GIVEN if given and not family else TokenKind.FAMILY
        return TokenKind.GIVEN if given > family else TokenKind.FAMILY

    def _plain(self, units: list[_Unit]) -> None:
        """Words in the order in which they are spoken: given names first, unless what is known says otherwise."""
        for i, u in enumerate(units):
            if not u.initial and self._letters(units, i):
                u.told = TokenKind.INITIAL
        tail = len(units)
        while tail and (units[tail - 1].initial or units[tail - 1].told is TokenKind.INITIAL):
            tail -= 1
        if tail < len(units):
            self._lettered(units[:tail], units[tail:])
            return
        last = len(units) - 1
        strangers = not any(u.side for u in units)
        first = 0 if _family_first(units, self.found.value) else last
        for i, u in enumerate(units):
            if u.initial or u.told is TokenKind.INITIAL:
                u.told = TokenKind.INITIAL
            elif i == first or (first == last and u.particle):
                u.told = TokenKind.FAMILY
            elif first == last and i > 0 and strangers and _surname(u, 0.0):
                u.told = TokenKind.FAMILY  # the first of two surnames, or one kept from before a marriage
            else:
                u.told = TokenKind.GIVEN
        if first == last:
            after = next((i + 1 for i in range(last) if units[i].particle), len(units))
            for u in units[after:]:
                u.told = TokenKind.FAMILY
            if last == 1 and not units[0].side and _surname(units[0], _COMMON) and _surname(units[1], _COMMON):
                units[0].told = TokenKind.FAMILY
        self._corrected(units)

    def _corrected(self, units: list[_Unit]) -> None:
        """What is known of a word goes before its place."""
        for u in units:
            if u.side and u.told is not TokenKind.INITIAL:
                u.told = u.side
        end = units[-1]
        if end.told is TokenKind.FAMILY and end.side is None and not end.particle:
            others = [u for u in units[:-1] if u.side is TokenKind.FAMILY]
            if others and not _surname(end, 0.0):
                end.told = TokenKind.GIVEN

    def _lettered(self, words: list[_Unit], letters: list[_Unit]) -> None:
        """Names and letters after them: Doe JA, Doe John A, John D."""
        for u in letters:
            u.told = TokenKind.INITIAL
        if not words:
            if len(letters) > 1:
                letters[-1].told = TokenKind.FAMILY_INITIAL
            return
        if all(_given(u) for u in words) and len(letters) == 1 and len(letters[0].key) == 1 and not self.titled:
            for u in words:
                u.told = TokenKind.GIVEN
            letters[0].told = TokenKind.FAMILY_INITIAL
        elif len(words) == 1:
            words[0].told = TokenKind.FAMILY
        else:
            self._plain(words)
            if not any(u.side for u in words) and words[-1].told is TokenKind.FAMILY and _given(words[-1]):
                words[0].told, words[-1].told = TokenKind.FAMILY, TokenKind.GIVEN

    def _inverted(self, segments: list[list[_Unit]]) -> None:
        """Doe, John A"""
        head, rest = segments[0], [u for s in segments[1:] for u in s]
        for u in head:
            u.told = TokenKind.INITIAL if u.initial else TokenKind.FAMILY
        if len(head) == 1 and head[0].initial:
            head[0].told = TokenKind.FAMILY_INITIAL
        for u in rest:
            u.told = TokenKind.INITIAL if u.initial or self._run(u, listed=self.found.mixed) else TokenKind.GIVEN
        swapped = all(u.side is TokenKind.GIVEN for u in head) and all(u.side is TokenKind.FAMILY for u in rest)
        for u in (*head, *rest) if swapped else rest:
            if swapped or u.side is TokenKind.FAMILY:
                u.told = u.side or u.told

    def _capitals(self, u: _Unit) -> bool:
        """Whether it is two or three capitals, and nobody's name."""
        if len(u.tokens) > 1 or not 2 <= len(u.key) <= 3 or u.side is not None or nw.unspaced(u.key):
            return False
        t = u.tokens[0]
        text = self.found.value[t.start : t.end]
        return len(text) == len(u.key) and text.isupper()

    def _run(self, u: _Unit, *, listed: bool) -> bool:
        """Whether it is written like initials. listed: two letters may be, even though a list has them as a name."""
        if not self._capitals(u):
            return False
        if len(u.key) == 2 and listed:
            return True
        return not nw.usual(u.key) and (len(u.key) == 2 or self.found.mixed or not _VOWELS & set(u.key))

    def _letters(self, units: list[_Unit], i: int) -> bool:
        """Whether a word among others is a run of initials: JD Smith, SMITH JD."""
        if not self._run(units[i], listed=self.found.mixed and i < len(units) - 1):
            return False
        return i < len(units) - 1 or (i > 0 and (units[i - 1].side is TokenKind.FAMILY or _surname(units[i - 1], 0.0)))

    def _written(self, t: Token, u: _Unit) -> Iterator[Token]:
        """The words of a unit as told: a double surname in halves, a double given name whole, initials in letters."""
        lettered = u.told in (TokenKind.INITIAL, TokenKind.FAMILY_INITIAL) and len(t.key) > 1
        if lettered and len(u.tokens) > 1:
            yield _told(
                t, TokenKind.GIVEN if u.told is TokenKind.INITIAL else TokenKind.FAMILY, t.end, t.key
            )  # J-Peter
        elif lettered:
            for n, letter in enumerate(t.key):
                ends = n == len(t.key) - 1 and u.told is TokenKind.FAMILY_INITIAL
                sort = TokenKind.FAMILY_INITIAL if ends else TokenKind.INITIAL
                yield Token(t.start + n, t.start + n + 1, letter, sort, t.group, t.segment)
        elif u.told is TokenKind.GIVEN and len(u.tokens) > 1 and not any(len(x.key) == 1 for x in u.tokens):
            if t is u.tokens[0]:
                yield _told(t, TokenKind.GIVEN, u.tokens[-1].end, u.key)
        elif nw.unspaced(t.key) and u.told is TokenKind.FAMILY and len(t.key) > 1 and u.only and not self.whole:
            yield from self._unspaced(t)
        elif len(t.key) == 1 and not nw.unspaced(t.key):
            family = u.told in (TokenKind.FAMILY, TokenKind.FAMILY_INITIAL)
            yield _told(t, TokenKind.FAMILY_INITIAL if family else TokenKind.INITIAL, t.end, t.key)
        else:
            yield _told(t, u.told, t.end, t.key)

    def _unspaced(self, t: Token) -> Iterator[Token]:
        """A whole name without a space: the family name in front, as known or by its usual length."""
        text = self.found.value[t.start : t.end]
        if len(text) != len(t.key) or len(text) > 4 or self.known.side(t.key) is TokenKind.FAMILY:
            yield _told(t, TokenKind.FAMILY, t.end, t.key)
            return
        fits = [n for n in range(1, len(text)) if self.known.side(text[:n]) is TokenKind.FAMILY]
        cut = fits[-1] if fits else 2 if text[:2] in nw.CJK_DOUBLE or len(text) == 4 else 1
        yield _told(t, TokenKind.FAMILY, t.start + cut, t.key[:cut])
        yield Token(t.start + cut, t.end, t.key[cut:], TokenKind.GIVEN, t.group, t.segment)


def _told(t: Token, sort: TokenKind, end: int, key: str) -> Token:
    return Token(t.start, end, key, sort, t.group, t.segment, t.glued, t.quoted, t.born)


def _lean(u: _Unit) -> tuple[float, float]:
    """How common it is as a given and as a family name; of words that a hyphen joins, the whole or else the halves."""
    given, family = nw.shares(u.key)
    if len(u.tokens) > 1 and not given and not family:
        halves = [nw.shares(t.key) for t in u.tokens]
        return min(g for g, _ in halves), max(f for _, f in halves)
    return given, family


def _surname(u: _Unit, share: float) -> bool:
    given, family = _lean(u)
    return u.side is not TokenKind.GIVEN and not given and family > share


def _given(u: _Unit) -> bool:
    if u.side is not None:
        return u.side is TokenKind.GIVEN
    given, family = _lean(u)
    return given > family


def _whole(units: list[_Unit]) -> bool:
    """Whether words between commas are a full name, given name first: a list of people, not "Doe, John"."""
    return len(units) > 1 and _given(units[0]) and not units[-1].initial and not _given(units[-1])


def _family_first(units: list[_Unit], value: str) -> bool:
    """Whether the family name stands first though no comma says so."""
    first, last = units[0], units[-1]
    if nw.unspaced(first.key):
        return "・" not in value and "·" not in value
    if last.key.endswith(nw.PATRONYMIC) and len(units) == 3:
        return not first.key.endswith(nw.PATRONYMIC)
    if first.key in nw.VIETNAMESE:
        return last.key not in nw.VIETNAMESE and not _given(first)
    if len(units) != 2 or last.side is TokenKind.FAMILY or first.side is not None:
        return False
    given, family = _lean(last)
    return _surname(first, 0.0) and given > _CLEAR * family and not first.particle
