"""Tells given from family names in a written name, by the known names, by position, and by lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby, pairwise

from redactor.lexicon import names as name_lists
from redactor.lexicon import titles as title_words
from redactor.lexicon.nicknames import is_abbreviation
from relex.identity.known_names import NO_KNOWN_NAMES, KnownNames
from relex.identity.name_scanner import is_abbreviated_title, scan_name
from relex.identity.name_tokens import (
    CLEAR,
    NameWord,
    ScannedName,
    Token,
    TokenKind,
    continues_list,
    is_family_first,
    is_full_name,
    is_given_name,
    is_surname,
    may_begin_list,
    shares_of,
    with_kind,
)
from relex.identity.people import Person

_CACHE = 32_768
_COMMON = 0.02  # percent; a surname this common before another surname is the first of two
_LEAST_BEFORE_STOP = 3  # letters of a name that a full stop does not abbreviate
_STANDING = frozenset({TokenKind.TITLE, TokenKind.PARTICLE, TokenKind.SUFFIX, TokenKind.CREDENTIAL})
_VOWELS = frozenset("aeiouy")


@dataclass(frozen=True, slots=True)
class ParsedName:
    """The classified words of a name; `title` is the first title, folded, and `clinician` says that a title or
    credential names one.
    """

    value: str
    tokens: tuple[Token, ...]
    title: str = ""
    clinician: bool = False

    def people(self) -> tuple[Person, ...]:
        """Return the people named, in order; in "John and Jane Doe" both have the family name."""
        found = []
        for _, group in groupby(self.tokens, key=lambda t: t.group):
            one = _person(group)
            if one is not None:
                found.append(one)
        for i in range(len(found) - 2, -1, -1):
            if not found[i].family:
                found[i] = replace(found[i + 1], given=found[i].given)
        return tuple(found)


def _person(words: Iterator[Token]) -> Person | None:
    """Return the person whom classified words name, or None; a nickname counts where it is the only name."""
    given: list[str] = []
    nicknames: list[str] = []
    family: list[str] = []
    particles = ""
    for t in words:
        kind = t.kind
        if kind is TokenKind.GIVEN or kind is TokenKind.INITIAL:
            (nicknames if t.quoted else given).append(t.key)
        elif kind is TokenKind.FAMILY or kind is TokenKind.FAMILY_INITIAL:
            family.append(t.key)
        elif kind is TokenKind.PARTICLE and not family:
            particles += t.key
    given = given or nicknames
    return Person(tuple(given), tuple(family), None, particles if family else "") if given or family else None


@lru_cache(maxsize=_CACHE)
def parse_name(value: str) -> ParsedName:
    """Parse a name without known names; never raises, linear in the length of the value."""
    return classify(scan_name(value), NO_KNOWN_NAMES)


def classify(
    found: ScannedName, known: KnownNames, *, side: TokenKind | None = None, titled: bool = False
) -> ParsedName:
    """Classify the words of a name as given names, family names and initials.

    `side` is FAMILY or GIVEN where a record's field says that all words are. `titled` says that a title outside the
    value belongs to the name.
    """
    classifier = _Classifier(
        found,
        known,
        titled or (found.title != "" and found.title not in title_words.GIVEN_NAME_TITLES),
        side is not None,
    )
    out: list[Token] = []
    tokens = [
        with_kind(t, TokenKind.NAME)
        if t.kind in _STANDING and known.contains(t.key) and not is_abbreviated_title(found.value, t)
        else t
        for t in found.tokens
    ]
    groups = [list(group) for _, group in groupby(tokens, key=lambda t: t.group)]
    if side is None and not found.carets and ("." in found.value or any(t.segment for t in tokens)):
        groups = [listed for group in groups for listed in classifier.people_listed(group)]
    for number, group in enumerate(groups):
        classified = classifier.classify_group(group, side)
        out.extend(t if t.group == number else replace(t, group=number) for t in classified)
    return ParsedName(found.value, tuple(out), found.title, found.clinician)


@dataclass(frozen=True, slots=True)
class _Classifier:
    found: ScannedName
    known: KnownNames
    titled: bool
    whole: bool  # a field says what all words are

    def people_listed(self, tokens: list[Token]) -> list[list[Token]]:
        """Return the words of each person where commas separate people, some of them called by given names: "Ann, John
        Doe".
        """
        sentences = self._sentences(tokens)
        if len(sentences) > 1:
            return [person for sentence in sentences for person in self.people_listed(sentence)]
        if tokens[0].segment == tokens[-1].segment:
            return [tokens]
        segments = [list(s) for _, s in groupby(tokens, key=lambda t: t.segment)]
        first = self._joined_words(segments[0])
        listed = may_begin_list(first) and all(continues_list(self._joined_words(s), first[0]) for s in segments[1:])
        return segments if listed else [tokens]

    def _sentences(self, tokens: list[Token]) -> list[list[Token]]:
        """Return the words, apart where a full stop behind a known name ends a sentence: "seen with Wei.
        Chen, Alice".
        """
        out = [tokens[:1]]
        for last, t in pairwise(tokens):
            ends = t.start - last.end > 1 and self.found.value[last.end] == "." and len(last.key) >= _LEAST_BEFORE_STOP
            ends = ends and self.found.value[last.end + 1 : t.start].isspace()
            if ends and last.kind is TokenKind.NAME and not is_abbreviation(last.key) and self.known.contains(last.key):
                out.append([])
            out[-1].append(t)
        return out

    def classify_group(self, tokens: list[Token], side: TokenKind | None) -> Iterator[Token]:
        """Yield the classified words of one person."""
        words = self._joined_words(tokens)
        free = [u for u in words if not (u.tokens[0].quoted or u.tokens[0].born)]
        for u in words:
            u.kind = TokenKind.FAMILY if u.tokens[0].born else u.side or TokenKind.GIVEN
        if side is not None:
            for u in words:
                u.kind = side
        elif self.found.carets:
            for u in words:
                u.kind = self._kind_in_component(u)
        elif len(free) == 1:
            free[0].kind, free[0].only = self._kind_of_single_word(free[0]), True
        elif free:
            segments = [list(s) for _, s in groupby(free, key=lambda u: u.tokens[0].segment)]
            if len(segments) == 1 or all(map(is_full_name, segments)):
                for segment in segments:
                    self._classify_spoken_order(segment)
            else:
                self._classify_inverted(segments)
        by_token = {id(t): x for u in words for t, x in ((t, u) for t in u.tokens)}
        for t in tokens:
            unit = by_token.get(id(t))
            if unit is None:
                yield t
            else:
                yield from self._output_tokens(t, unit)

    def _kind_in_component(self, u: NameWord) -> TokenKind:
        """Return the kind of a word in a name with carets; known names override the order of the components."""
        if u.tokens[0].segment == 0:
            return TokenKind.FAMILY_INITIAL if u.initial else u.side or TokenKind.FAMILY
        if u.initial or (u.side is None and self._looks_like_initials(u, listed=False)):
            return TokenKind.INITIAL
        return u.side or TokenKind.GIVEN

    def _joined_words(self, tokens: list[Token]) -> list[NameWord]:
        """Return the words to classify, with hyphenated words joined."""
        words: list[NameWord] = []
        particle = False
        for t in tokens:
            if t.kind is TokenKind.PARTICLE:
                particle = True
                if t.key == "y" and words:
                    words[-1].particle = True  # Ortega y Gasset
            elif t.kind in (TokenKind.NAME, TokenKind.INITIAL):
                if t.glued and words and not particle and words[-1].tokens[-1].end == t.start - 1:
                    last = words[-1]
                    last.tokens.append(t)
                    last.key += t.key
                    last.side = self.known.side_of_hyphenated(last.key, [word.key for word in last.tokens])
                else:
                    words.append(NameWord([t], t.key, self.known.side(t.key) if len(t.key) > 1 else None, particle))
                particle = False
        return words

    def _kind_of_single_word(self, u: NameWord) -> TokenKind:
        """Return the kind of a name's only word."""
        if u.initial:
            return TokenKind.FAMILY_INITIAL if self.titled else TokenKind.INITIAL
        if u.particle or u.side is not None:
            return u.side or TokenKind.FAMILY
        if not self.titled and self.known.is_first_name(u.key):
            return TokenKind.GIVEN  # of the father, and the patronymic of the child
        if (self._is_short_capitals(u) and self.known.has_initials(u.key)) or self._looks_like_initials(
            u, listed=False
        ):
            return TokenKind.FAMILY_INITIAL
        if (site := self.known.side_at_site(u.key)) is not None:
            return site
        given, family = shares_of(u)
        if self.titled:
            return TokenKind.GIVEN if given and not family else TokenKind.FAMILY
        return TokenKind.GIVEN if given > family else TokenKind.FAMILY

    def _classify_spoken_order(self, words: list[NameWord]) -> None:
        """Classify words in spoken order, given names first unless known names contradict."""
        for i, u in enumerate(words):
            if not u.initial and self._is_run_of_initials(words, i):
                u.kind = TokenKind.INITIAL
        tail = len(words)
        while tail and (words[tail - 1].initial or words[tail - 1].kind is TokenKind.INITIAL):
            tail -= 1
        if tail < len(words):
            self._classify_with_trailing_initials(words[:tail], words[tail:])
            return
        last = len(words) - 1
        strangers = not any(u.side for u in words)
        first = 0 if is_family_first(words, self.found.value) else last
        for i, u in enumerate(words):
            if u.initial or u.kind is TokenKind.INITIAL:
                u.kind = TokenKind.INITIAL
            elif i == first or (first == last and u.particle):
                u.kind = TokenKind.FAMILY
            elif first == last and i > 0 and strangers and is_surname(u, 0.0):
                u.kind = TokenKind.FAMILY  # the first of two surnames, or a maiden name
            else:
                u.kind = TokenKind.GIVEN
        if first == last:
            after = next((i + 1 for i in range(last) if words[i].particle), len(words))
            for u in words[after:]:
                u.kind = TokenKind.FAMILY
            if last == 1 and not words[0].side and is_surname(words[0], _COMMON) and is_surname(words[1], _COMMON):
                words[0].kind = TokenKind.FAMILY
        self._apply_known_sides(words)

    def _apply_known_sides(self, words: list[NameWord]) -> None:
        """Let known names override the position."""
        for u in words:
            if u.side is None and not u.initial and len(words) > 1 and self.known.people:
                u.side = self.known.side_beside(u.key, [w.key for w in words if w is not u])
            if u.side and u.kind is not TokenKind.INITIAL:
                u.kind = u.side
        end = words[-1]
        if end.kind is TokenKind.FAMILY and end.side is None and not end.particle:
            others = [u for u in words[:-1] if u.side is TokenKind.FAMILY]
            if others and not is_surname(end, 0.0):
                end.kind = TokenKind.GIVEN

    def _classify_with_trailing_initials(self, words: list[NameWord], letters: list[NameWord]) -> None:
        """Classify names followed by initials: Doe JA, Doe John A, John D."""
        for u in letters:
            u.kind = TokenKind.INITIAL
        if not words:
            if len(letters) > 1:
                letters[-1].kind = TokenKind.FAMILY_INITIAL
            return
        if all(is_given_name(u) for u in words) and len(letters) == 1 and len(letters[0].key) == 1 and not self.titled:
            for u in words:
                u.kind = TokenKind.GIVEN
            letters[0].kind = TokenKind.FAMILY_INITIAL
        elif len(words) == 1:
            words[0].kind = TokenKind.FAMILY
        else:
            self._classify_spoken_order(words)
            if any(u.side for u in words):
                return
            if words[-1].kind is TokenKind.FAMILY and is_given_name(words[-1]):
                words[0].kind, words[-1].kind = TokenKind.FAMILY, TokenKind.GIVEN
            elif len(words) == 2 and all(is_surname(u, 0.0) for u in words):
                words[0].kind = TokenKind.FAMILY  # Barros Ramos M

    def _classify_inverted(self, segments: list[list[NameWord]]) -> None:
        """Classify a family name, a comma, then given names: Doe, John A."""
        head, rest = segments[0], [u for s in segments[1:] for u in s]
        for u in head:
            u.kind = TokenKind.INITIAL if u.initial else TokenKind.FAMILY
        if len(head) == 1 and head[0].initial:
            head[0].kind = TokenKind.FAMILY_INITIAL
        for u in rest:
            u.kind = (
                TokenKind.INITIAL
                if u.initial or self._looks_like_initials(u, listed=self.found.mixed)
                else TokenKind.GIVEN
            )
        swapped = all(u.side is TokenKind.GIVEN for u in head) and all(u.side is TokenKind.FAMILY for u in rest)
        for u in (*head, *rest) if swapped else rest:
            if swapped or u.side is TokenKind.FAMILY:
                u.kind = u.side or u.kind

    def _is_short_capitals(self, u: NameWord) -> bool:
        """Tell whether a word is two or three capitals and nobody's name."""
        if len(u.tokens) > 1 or not 2 <= len(u.key) <= 3 or u.side is not None or name_lists.unspaced(u.key):
            return False
        t = u.tokens[0]
        text = self.found.value[t.start : t.end]
        return len(text) == len(u.key) and text.isupper()

    def _looks_like_initials(self, u: NameWord, *, listed: bool) -> bool:
        """Tell whether a word is written like initials; `listed` also accepts two letters that a list has as a name."""
        if not self._is_short_capitals(u):
            return False
        if len(u.key) == 2 and listed:
            return True
        return not name_lists.usual(u.key) and (len(u.key) == 2 or self.found.mixed or not _VOWELS & set(u.key))

    def _is_run_of_initials(self, words: list[NameWord], i: int) -> bool:
        """Tell whether a word among others is a run of initials: JD Smith, SMITH JD, Harrison WR."""
        if i < len(words) - 1:
            return self._looks_like_initials(words[i], listed=self.found.mixed)
        before = words[i - 1]
        surname = before.side is TokenKind.FAMILY or is_surname(before, 0.0)
        if self._looks_like_initials(words[i], listed=self.found.mixed and surname and len(before.tokens) > 1):
            given, family = shares_of(before)
            return i > 0 and (surname or (before.side is None and family > 0.0 and given <= CLEAR * family))
        return False

    def _output_tokens(self, t: Token, u: NameWord) -> Iterator[Token]:
        """Yield the output tokens of a word: halves of a double surname, a double given name whole, initials letter by
        letter.
        """
        lettered = u.kind in (TokenKind.INITIAL, TokenKind.FAMILY_INITIAL) and len(t.key) > 1
        if lettered and len(u.tokens) > 1:
            yield _with_class(
                t, TokenKind.GIVEN if u.kind is TokenKind.INITIAL else TokenKind.FAMILY, t.end, t.key
            )  # J-Peter
        elif lettered:
            for n, letter in enumerate(t.key):
                ends = n == len(t.key) - 1 and u.kind is TokenKind.FAMILY_INITIAL
                kind = TokenKind.FAMILY_INITIAL if ends else TokenKind.INITIAL
                yield Token(t.start + n, t.start + n + 1, letter, kind, t.group, t.segment)
        elif u.kind is TokenKind.GIVEN and len(u.tokens) > 1 and not any(len(x.key) == 1 for x in u.tokens):
            if t is u.tokens[0]:
                yield _with_class(t, TokenKind.GIVEN, u.tokens[-1].end, u.key)
        elif name_lists.unspaced(t.key) and u.kind is TokenKind.FAMILY and len(t.key) > 1 and u.only and not self.whole:
            yield from self._split_unspaced(t)
        elif len(t.key) == 1 and not name_lists.unspaced(t.key):
            family = u.kind in (TokenKind.FAMILY, TokenKind.FAMILY_INITIAL)
            yield _with_class(t, TokenKind.FAMILY_INITIAL if family else TokenKind.INITIAL, t.end, t.key)
        else:
            yield _with_class(t, u.kind, t.end, t.key)

    def _split_unspaced(self, t: Token) -> Iterator[Token]:
        """Split a whole name without a space behind the family name, by known names or by the usual length."""
        text = self.found.value[t.start : t.end]
        if len(text) != len(t.key) or len(text) > 4 or self.known.side(t.key) is TokenKind.FAMILY:
            yield _with_class(t, TokenKind.FAMILY, t.end, t.key)
            return
        fits = [n for n in range(1, len(text)) if self.known.side(text[:n]) is TokenKind.FAMILY]
        cut = fits[-1] if fits else 2 if text[:2] in title_words.CJK_DOUBLE or len(text) == 4 else 1
        yield _with_class(t, TokenKind.FAMILY, t.start + cut, t.key[:cut])
        yield Token(t.start + cut, t.end, t.key[cut:], TokenKind.GIVEN, t.group, t.segment)


def _with_class(t: Token, kind: TokenKind, end: int, key: str) -> Token:
    return Token(t.start, end, key, kind, t.group, t.segment, t.glued, t.quoted, t.born)
