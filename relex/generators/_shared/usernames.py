"""What people call themselves in addresses: runs of letters that are names, numbers, or somebody's own invention.

"jdoe82" of Jane Doe is an initial, a family name and a number: with the household's people known its stand-in follows
from theirs. What is nobody's name becomes syllables.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from redactor.entities import Role
from redactor.lexicon.nicknames import root_of, short_forms
from relex import namewords
from relex.generators._shared.number_permutation import permuted
from relex.generators._shared.spelling import bare, canonical, is_silent
from relex.generators.identifiers import number
from relex.parts import Context, Kind, Level, Part, Person, cased, folded
from relex.prf import KeyedChoice

_TOKEN = re.compile(r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f'\u2019](?=[^\W\d_]))*[\u0300-\u036f]*|\d+|[\W_]")
_MOST = 24  # runs; what has more is no handle that anybody remembers
_LONGEST = 64
_WORTH, _PREFIX = 4, 3  # letters from which on a name is looked for inside a run, and from which on it may be cut short
_CONSONANTS, _VOWELS = "bdfgklmnprstvz", "aeiou"
_SYLLABLES = len(_CONSONANTS) * len(_VOWELS)
_SPACE = _SYLLABLES**4
_STRIDE = 7_368_787

# Words that are in everybody's addresses and nobody's name: boxes, roles, kinds of file; what stands beside a telephone
# number; pages and their parameters.
_BOXES = """
info records medicalrecords frontdesk intake appointments appointment billing help noreply reply no referrals referral
office pharmacy admin hr scheduling schedule nurses nurse contact mail email mailto support team staff doctors doctor
dr patient patients feedback careers svc adm user users at dot com org net edu gov
pdf docx txt rtf html jpg jpeg png gif tif tiff dcm xml csv xls xlsx zip
"""
_SIGNS = """
a b c d f h m o p t v w x am pm tel telephone fax phone cell mobile home work ext extn extension xtn pager pin beeper
page call ask for to on at or and after before text voice voicemail vm sms desk direct main line number no num toll
free is the emergency office business day night evening clinic nurse nurses front dial press option mailto
"""
_PAGES = """
www http https ftp sftp file index html htm php aspx asp jsp pdf docs doc api portal mychart my login id pid mrn token
ref q pt view profile members member in default new results labs forms form about us find providers provider our
locations directions news blog events faq visit video telehealth join survey pay paybill biz status physician shop
secure home authentication fhir urn uuid oid tel search top section en es de fr records appointments billing help
referrals office pharmacy scheduling schedule contact support team staff doctors doctor dr patient patients feedback
careers user users
"""
BOXES = frozenset(_BOXES.split())
SIGNS = frozenset(_SIGNS.split())
PAGES = frozenset(_PAGES.split())


@dataclass(frozen=True, slots=True)
class _Circle:
    """Names of some people, canonical. roots: given names, their short forms among them, to the name they stand for."""

    people: tuple[Person, ...]
    roots: Mapping[str, str]
    families: frozenset[str]


@dataclass(frozen=True, slots=True)
class Read:
    """Pieces, and where the people they name belong: None where nobody is named or not all are the site's alone."""

    items: tuple[str | Part, ...]
    level: Level | None = None


@lru_cache(maxsize=4_096)
def _circle(people: tuple[Person, ...]) -> _Circle:
    roots: dict[str, str] = {}
    given = {g for p in people for g in p.given if len(g) > 1}
    for name in sorted(given):
        root = root_of(name)
        roots[name] = name if root != name and root in given else root
    for root in sorted(set(roots.values())):
        for short in short_forms(root):
            roots.setdefault(short, root)
    return _Circle(people, roots, frozenset(f for p in people for f in p.family if len(f) > 1))


class Reader:
    """Reads runs of letters against the people around."""

    __slots__ = ("_circle", "_here", "_site", "_there", "_treating")

    def __init__(self, context: Context) -> None:
        self._circle = _circle((*context.household, *context.record))
        self._site = context.site
        treating = {n for p in context.record if p.role is Role.CLINICIAN for n in (*p.given, *p.family)}
        self._treating = treating - {n for p in context.household for n in (*p.given, *p.family)}
        self._here = self._there = False  # whether somebody of the household or the note, of the site alone was met

    def level(self) -> Level | None:
        """Where the names that were met belong."""
        return Level.SITE if self._there and not self._here else None

    def read(self, text: str, silent: frozenset[str] = BOXES) -> Iterator[str | Part]:
        """Pieces of a text: separators and silent words, names, numbers, handles."""
        tokens = _TOKEN.findall(text) if len(text) <= _LONGEST * 4 else []
        runs = [t for t in tokens if bare(t[0])]
        if "".join(tokens) != text or len(runs) > _MOST or any(len(run) > _LONGEST for run in runs):
            yield from _whole(text)
            return
        found = {run: self._names(run) for run in runs if bare(run[0])[:1].isalpha()}
        kinds = {kind for names in found.values() for _, kind, _, _ in names or ()}
        for token in tokens:
            if token not in found:
                yield from _plain(token)
            elif found[token] is None and token.lower() in silent:
                yield token
            elif (names := found[token]) is not None:
                at = 0
                for size, kind, key, subkind in names:
                    yield Part(kind, key, token[at : at + size], subkind)
                    at += size
            elif len(token) == 1 and token.isalpha() and kinds & {Kind.GIVEN, Kind.FAMILY}:
                side = "" if Kind.FAMILY in kinds else "family"
                yield Part(Kind.LETTER, namewords.canonical(token) or token, token, side)
            else:
                yield _handle(token)

    # -- names within a run

    def _kind(self, key: str) -> tuple[Kind, str] | None:
        circle = self._circle
        if key in circle.families:
            self._met(key)
            return Kind.FAMILY, key
        if key in circle.roots:
            self._met(key)
            return Kind.GIVEN, circle.roots[key]
        people = self._site.get(key, ())
        if len(key) > 1 and people:
            self._there = True
            family = any(key in p.family for p in people)
            return (Kind.FAMILY, key) if family else (Kind.GIVEN, root_of(key))
        return None

    def _met(self, key: str) -> None:
        """Somebody of the household or of the note; a clinician of the note is the site's."""
        if key in self._treating:
            self._there = True
        else:
            self._here = True

    def _names(self, run: str) -> list[tuple[int, Kind, str, str]] | None:
        """Sizes, kinds, canonical forms and subs of the names that make up a run; None where it holds none."""
        key = namewords.canonical(run)
        if len(key) < 2:
            return None
        if whole := self._kind(key):
            return [(len(run), *whole, "")]
        if len(key) != len(run):
            return None
        return self._two(key) or self._initials(key) or self._cut(key) or self._inside(key)

    def _two(self, key: str) -> list[tuple[int, Kind, str, str]] | None:
        before = self._here, self._there
        for at in range(2, len(key) - 1):
            first = self._kind(key[:at])
            second = self._kind(key[at:]) if first else None
            if first and second:
                return [(at, *first, ""), (len(key) - at, *second, "")]
            self._here, self._there = before
        return None

    def _initials(self, key: str) -> list[tuple[int, Kind, str, str]] | None:
        """One or two initials before a family name, one after a name."""
        for lead in (1, 2):
            if len(key) - lead >= 2 and (name := self._kind(key[lead:])):
                side = "" if name[0] is Kind.FAMILY else "family"
                return [*((1, Kind.LETTER, c, side) for c in key[:lead]), (len(key) - lead, *name, "")]
        if len(key) > 2 and (name := self._kind(key[:-1])):
            return [(len(key) - 1, *name, ""), (1, Kind.LETTER, key[-1], "" if name[0] is Kind.FAMILY else "family")]
        return None

    def _cut(self, key: str) -> list[tuple[int, Kind, str, str]] | None:
        """The beginnings of somebody's two names ("smitjoh"), or of the family name alone."""
        for person in self._circle.people:
            for family in person.family:
                if len(key) >= _WORTH and family.startswith(key):
                    self._here = True
                    return [(len(key), Kind.FAMILY, family, "")]
                for given in person.given:
                    if parts := _beginnings(key, given, family, self._circle.roots.get(given, given)):
                        self._here = True
                        return parts
        return None

    def _inside(self, key: str) -> list[tuple[int, Kind, str, str]] | None:
        names = {*self._circle.families, *self._circle.roots}
        held = [name for name in names if len(name) >= _WORTH and name in key]
        if not held:
            return None
        name = min(held, key=lambda n: (-len(n), n))
        kind = self._kind(name)
        at = key.index(name)
        out: list[tuple[int, Kind, str, str]] = []
        for text in (key[:at], name, key[at + len(name) :]):
            if text == name and kind:
                out.append((len(name), *kind, ""))
            elif text:
                out.extend(self._names(text) or [(len(text), Kind.HANDLE, text, "")])
        return out


def _beginnings(key: str, given: str, family: str, root: str) -> list[tuple[int, Kind, str, str]] | None:
    for at in range(1, len(key)):
        first, last = key[:at], key[at:]
        if len(last) >= _PREFIX and given.startswith(first) and family.startswith(last):
            return [_begun(first, root), (len(last), Kind.FAMILY, family, "")]
        if len(first) >= _PREFIX and family.startswith(first) and given.startswith(last):
            return [(len(first), Kind.FAMILY, family, ""), _begun(last, root)]
    return None


def _begun(text: str, root: str) -> tuple[int, Kind, str, str]:
    return (1, Kind.LETTER, text, "") if len(text) == 1 else (len(text), Kind.GIVEN, root, "")


def _plain(token: str) -> Iterator[str | Part]:
    """A token that names nobody."""
    if not bare(token[0]) and is_silent(token):
        yield token
    elif bare(token[0])[:1].isdigit():
        yield from number(token)
    else:
        yield _handle(token)


def _whole(text: str) -> Iterator[str | Part]:
    """A text that is no handle: as one number, whatever it holds."""
    yield from number(text)


def _handle(token: str) -> Part:
    return Part(Kind.HANDLE, canonical(token).lower() or folded(token) or unicodedata.normalize("NFKC", token), token)


# --- stand-ins


def candidates(handle: str, choice: KeyedChoice) -> Iterator[str]:
    """Syllables; for one or two letters as many others."""
    if len(handle) <= 2 and handle.isascii() and handle.isalpha():
        for letters in permuted(handle.upper(), choice.bound("handle")):
            yield letters.lower()
    for told in syllables(choice, "handle", handle):
        if told != handle:
            yield told


def syllables(choice: KeyedChoice, *values: str) -> Iterator[str]:
    """Words of four open syllables, at least a hundred."""
    at = choice.number(_SPACE, *values)
    for step in range(256):
        rest, out = (at + step * _STRIDE) % _SPACE, ""
        for _ in range(4):
            rest, syllable = divmod(rest, _SYLLABLES)
            out += _CONSONANTS[syllable // len(_VOWELS)] + _VOWELS[syllable % len(_VOWELS)]
        yield out


def render(part: Part, standin: str) -> str:
    """In the case found; a single capital begins a word with one."""
    return standin.capitalize() if part.surface.istitle() else cased(part.surface, standin)


def addressed(part: Part, standin: str) -> str:
    """A person's name as addresses spell it: ASCII letters without accents, spaces, hyphens and apostrophes."""
    plain = unicodedata.normalize("NFKD", standin.casefold() if part.surface.islower() else standin)
    letters = "".join(c for c in plain if c.isascii() and c.isalpha())
    return letters.capitalize() if part.surface.istitle() else cased(part.surface, letters or standin)
