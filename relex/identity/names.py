"""Who is named: a person's name in every spelling becomes the same parts, of a household or of a site.

"John Doe", "DOE,JOHN A", "Mr. Doe", "J. Doe" and "Johnny Doe's" share the given name "john" and the family name "doe";
what their stand-ins are follows from these alone. Which word is which is told by the people whom structured records
name, then by names in the same note, then by lists (`nameparse`); nobody is remembered from one mention to the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from rapidfuzz.distance import OSA

from redactor.detect.known.names import FAMILY as _FAMILY_PARTS
from redactor.detect.known.names import GIVEN as _GIVEN_PARTS
from redactor.detect.known.names import split_name
from redactor.entities import NAMES, Entity, Role
from redactor.lexicon.nicknames import may_be_one_name, root_of
from redactor.text import KnownValue, Mention
from relex import namewords as nw
from relex.identity.known_names import NOBODY, Known, Names, names_of
from relex.identity.name_parser import Parsed, parse, tell
from relex.identity.name_scanner import Token, TokenKind, scan
from relex.identity.ownership import compatible, doctor, ordered, owner
from relex.namewords import gendered
from relex.parts import Context, Kind, Part, Person, Pieces

__all__ = ["Parsed", "by_name", "compatible", "gendered", "parse", "people", "read_together", "split"]

_KEPT = 4_096
_FUZZY = 4  # letters from which on a slip of the pen is recognised
# A name's span may reach into the label of the next field, or be the name of a house.
_LABEL = re.compile(
    r"[\s,;|]+(?:DOB|MRN|SSN|DOS|DOA|DOD|DOV|HCN|NPI|DEA|CSN|ACCT|PCP)\b[\s:#.]*$"
    r"|\s+(?i:(?:memorial |medical |family )?(?:foundation|clinic|hospital|pharmacy|laborator(?:y|ies)|institute|"
    r"university|associates|llc|inc\.?|(?:medical|health|care) cent(?:er|re)))$"
)
_BETWEEN = re.compile(r"[\s,;/]+")
_SAYS_NOTHING = nw.TITLES | nw.SUFFIXES | nw.CREDENTIALS | {"v", "vi"}


# --- People -----------------------------------------------------------------------------------------------------------


def people(values: Iterable[KnownValue]) -> tuple[Person, ...]:
    """The people whom known values name, each once, sorted. A doctor's value without a role is a clinician's.

    Of a name written in one piece the parts are a guess, and a record's fields know better: "Ben Casa Grande" is the
    Ben of the Casa Grandes.
    """
    found: list[Person] = []
    guessed: list[tuple[Person, str]] = []
    for value in values:
        if value.entity not in NAMES:
            continue
        role = value.role or (Role.CLINICIAN if value.entity is Entity.DOCTOR else None)
        one = _of_parts(value.parts, role)
        if one is None:
            found.extend(Person(p.given, p.family, role) for p in parse(value.value).people())
        elif value.parts == split_name(value.value):
            guessed.append((one, value.value))
        else:
            found.append(one)
    double = [p for p in found if len(p.family) > 1]
    for one, text in guessed:
        better = [
            p for p in double if set(p.family) <= {*one.given, *one.family} and not set(p.family) <= {*one.family}
        ]
        read = tell(scan(text), Known((names_of(better),))).people() if better else (one,)
        found.extend(Person(p.given, p.family, one.role) for p in read)
    return ordered(found)


def by_name(persons: Iterable[Person]) -> Mapping[str, tuple[Person, ...]]:
    """People by each of their family and given names."""
    found: dict[str, list[Person]] = {}
    for p in persons:
        for key in (*p.family, *p.given):
            found.setdefault(key, []).append(p)
    return MappingProxyType({key: ordered(found[key]) for key in sorted(found)})


def read_together(mentions: Sequence[Mention]) -> tuple[Person, ...]:
    """The people whom one note names by more than a bare word: two names, or a title; doctors as clinicians."""
    found: list[Person] = []
    for m in mentions:
        if m.entity not in NAMES:
            continue
        called = doctor(m)
        told = tell(scan(m.value), NOBODY, titled=True) if _called(m) else parse(m.value)
        role = Role.CLINICIAN if told.clinician else None
        telling = bool(told.title) or called
        found.extend(Person(p.given, p.family, role) for p in told.people() if p.family and (p.given or telling))
    return ordered(found)


def _called(m: Mention) -> bool:
    """Whether a word alone is a doctor's name, which is a family name; of more words the words tell."""
    return doctor(m) and len(m.value.split()) == 1


def _of_parts(parts: Iterable[tuple[str, str]], role: Role | None) -> Person | None:
    """The person whom a structured name names; None where it has neither a given nor a family name."""
    given: list[str] = []
    family: list[str] = []
    for part, text in parts:
        side = _side(part)
        if side is not None:
            for p in tell(scan(text, side), NOBODY, side=side).people():
                given.extend(p.given)
                family.extend(p.family)
    return Person(tuple(given), tuple(family), role) if given or family else None


def _side(part: str | None) -> TokenKind | None:
    return TokenKind.GIVEN if part in _GIVEN_PARTS else TokenKind.FAMILY if part in _FAMILY_PARTS else None


# --- Mentions ---------------------------------------------------------------------------------------------------------


def split(mention: Mention, context: Context) -> Pieces:
    """A name as literal titles, suffixes and separators, and parts; the level is its owner's. Never raises."""
    if mention.part in ("prefix", "suffix") and _says_nothing(mention.value):
        return Pieces((mention.value,) if mention.value else ())
    if mention.where == "text" and _LABEL.fullmatch(f" {mention.value}"):
        return Pieces((mention.value,))
    if mention.where == "text" and (label := _LABEL.search(mention.value)) is not None and label.start():
        name = split(replace(mention, value=mention.value[: label.start()]), context)
        return replace(name, items=(*name.items, label[0]))
    whole = _of_parts(mention.parts, mention.role) if mention.parts else None
    side = _side(mention.part)
    known = _known(context, whole)
    told = tell(scan(mention.value, side), known, side=side, titled=_called(mention))
    slips: Mapping[tuple[TokenKind, str], str] = {}
    named: tuple[Person, ...] = (whole,) if whole else told.people()
    if whole is None and (slips := _slips(named, context)):
        named = tuple(_mended(p, slips) for p in named)
    found = owner(mention, told, named, context)
    items = tuple(_items(told, found.people, slips))
    return Pieces(items, found.level, found.ambiguous)


def _says_nothing(value: str) -> bool:
    return all(nw.canonical(word) in _SAYS_NOTHING for word in _BETWEEN.split(value) if nw.canonical(word))


_circles: dict[int, tuple[tuple[Person, ...], Names]] = {}


def _circle(persons: tuple[Person, ...]) -> Names:
    """The names of people, made once for each household and note: told by identity, as hashing them costs more."""
    kept = _circles.get(id(persons))
    if kept is None or kept[0] is not persons:
        if len(_circles) >= _KEPT:
            _circles.clear()
        kept = _circles[id(persons)] = (persons, names_of(persons))
    return kept[1]


def _known(context: Context, whole: Person | None) -> Known:
    circles = [_circle(p) for p in (context.household, context.record) if p]
    if whole is not None:
        circles.insert(0, names_of((whole,)))
    return Known(tuple(circles), context.household, context.site)


def _items(told: Parsed, pool: Sequence[Person], slips: Mapping[tuple[TokenKind, str], str]) -> Iterator[str | Part]:
    at = 0
    for t in told.tokens:
        part = _part(t, told.value[t.start : t.end], pool, slips)
        if part is not None:
            if at < t.start:
                yield told.value[at : t.start]
            yield part
            at = t.end
    if at < len(told.value):
        yield told.value[at:]


def _part(t: Token, text: str, pool: Sequence[Person], slips: Mapping[tuple[TokenKind, str], str]) -> Part | None:
    key = slips.get((t.sort, t.key), t.key)
    if t.sort is TokenKind.FAMILY:
        return Part(Kind.FAMILY, key, text)
    if t.sort is TokenKind.GIVEN:
        return Part(Kind.GIVEN, _root(key, pool), text)
    if t.sort is TokenKind.INITIAL:
        return Part(Kind.LETTER, key, text)
    if t.sort is TokenKind.FAMILY_INITIAL:
        return Part(Kind.LETTER, key, text, "family")
    if t.sort is TokenKind.NUMBER:
        return Part(Kind.NUMBER, key.upper(), text)
    return None


def _root(key: str, pool: Sequence[Person]) -> str:
    """The name that a given name stands for among the people who fit: of Stephen Doe's, "Steve" is Stephen.

    John and Johnny of one family stay two where the records have them as two people.
    """
    root = root_of(key)
    full = [p for p in pool if p.family]
    own = [p for p in full if key in p.given]
    if own:
        both = root != key and any(root in p.given and all(p.role is not q.role for q in own) for p in full)
        return key if both else root
    meant = {root_of(g) for p in full for g in p.given if len(g) > 1 and may_be_one_name(key, g)}
    return meant.pop() if len(meant) == 1 else root


# --- Slips of the pen -------------------------------------------------------------------------------------------------


def _slips(named: Iterable[Person], context: Context) -> dict[tuple[TokenKind, str], str]:
    """Words one edit away from a name of somebody whose other name stands beside them, by what they are meant to be."""
    found: dict[tuple[TokenKind, str], str] = {}
    for me in named:
        if me.given and me.family:
            for sort, keys in ((TokenKind.FAMILY, me.family), (TokenKind.GIVEN, me.given)):
                for key in keys:
                    if len(key) >= _FUZZY and not any(nw.shares(key)) and not nw.unspaced(key):
                        meant = _meant(key, sort, me, context)
                        if meant is not None:
                            found[sort, key] = meant
    return found


def _meant(key: str, sort: TokenKind, me: Person, context: Context) -> str | None:
    """The one name that a slip may stand for: of the household, else one on the lists from the same note."""
    for persons, strange in ((context.household, True), (context.record, False)):
        near: set[str] = set()
        for p in persons:
            own, other, mine = (
                (p.family, p.given, me.given) if sort is TokenKind.FAMILY else (p.given, p.family, me.family)
            )
            if strange and key in own:
                return None
            if {root_of(x) for x in mine if len(x) > 1} & {root_of(x) for x in other}:
                near.update(x for x in own if OSA.distance(key, x, score_cutoff=1) == 1)
        if not strange:
            near = {x for x in near if any(nw.shares(x))}
        if near:
            return near.pop() if len(near) == 1 else None
    return None


def _mended(p: Person, slips: Mapping[tuple[TokenKind, str], str]) -> Person:
    given = tuple(slips.get((TokenKind.GIVEN, x), x) for x in p.given)
    return Person(given, tuple(slips.get((TokenKind.FAMILY, x), x) for x in p.family), p.role)
