"""Splits people's names: every spelling of a name gives the same parts, in a household's or a site's scope.

"John Doe", "DOE,JOHN A", "Mr. Doe", "J. Doe" and "Johnny Doe's" share the given name "john" and the family name "doe",
and their stand-ins follow only from these. The people in structured records decide which word is which, then the names
in the same note, then lists (`name_parser`). Nothing is remembered between mentions.
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
from redactor.lexicon import names as name_lists
from redactor.lexicon import titles as title_words
from redactor.lexicon.names import gendered
from redactor.lexicon.nicknames import may_be_one_name, root_of
from redactor.text import KnownValue, Mention
from relex.identity.known_names import NO_KNOWN_NAMES, KnownNames, NameSet, name_set_of
from relex.identity.name_parser import ParsedName, classify, parse_name
from relex.identity.name_scanner import scan_name
from relex.identity.name_tokens import Token, TokenKind
from relex.identity.ownership import compatible, ownership_of, says_clinician, sorted_people
from relex.identity.people import Context, Person
from relex.parts import Kind, Part, Pieces

__all__ = [
    "ParsedName",
    "by_name",
    "compatible",
    "gendered",
    "parse_name",
    "people_in_note",
    "people_named",
    "split_mention",
]

_MAX_CACHED = 4_096
_MIN_TYPO_LENGTH = 4  # letters; typos in shorter names are not corrected
# The span of a name may include the label of the next field, or be the name of an institution.
_NOT_PART_OF_NAME = re.compile(
    r"[\s,;|]+(?:DOB|MRN|SSN|DOS|DOA|DOD|DOV|HCN|NPI|DEA|CSN|ACCT|PCP)\b[\s:#.]*$"
    r"|\s+(?i:(?:memorial |medical |family )?(?:foundation|clinic|hospital|pharmacy|laborator(?:y|ies)|institute|"
    r"university|associates|llc|inc\.?|(?:medical|health|care) cent(?:er|re)))$"
)
_SEPARATORS = re.compile(r"[\s,;/]+")
_TITLES_AND_SUFFIXES = title_words.NAME_PREFIXES | title_words.SUFFIXES | title_words.CREDENTIAL_KEYS | {"v", "vi"}


# --- People -----------------------------------------------------------------------------------------------------------


def people_named(values: Iterable[KnownValue]) -> tuple[Person, ...]:
    """The people named by known values, each once, sorted. A doctor's value without a role is a clinician's.

    The parts of a name that was written in one piece are a guess, which structured fields override: "Ben Casa Grande"
    is Ben of the Casa Grandes.
    """
    found: list[Person] = []
    guessed: list[tuple[Person, str]] = []
    for value in values:
        if value.entity not in NAMES:
            continue
        role = value.role or (Role.CLINICIAN if value.entity is Entity.DOCTOR else None)
        one = _person_from_parts(value.parts, role)
        if one is None:
            found.extend(Person(p.given, p.family, role) for p in parse_name(value.value).people())
        elif value.parts == split_name(value.value):
            guessed.append((one, value.value))
        else:
            found.append(one)
    double = [p for p in found if len(p.family) > 1]
    for one, text in guessed:
        better = [
            p for p in double if set(p.family) <= {*one.given, *one.family} and not set(p.family) <= {*one.family}
        ]
        read = classify(scan_name(text), KnownNames((name_set_of(better),))).people() if better else (one,)
        found.extend(Person(p.given, p.family, one.role) for p in read)
    return sorted_people(found)


def by_name(persons: Iterable[Person]) -> Mapping[str, tuple[Person, ...]]:
    """People by each of their family and given names."""
    found: dict[str, list[Person]] = {}
    for p in persons:
        for key in (*p.family, *p.given):
            found.setdefault(key, []).append(p)
    return MappingProxyType({key: sorted_people(found[key]) for key in sorted(found)})


def people_in_note(mentions: Sequence[Mention]) -> tuple[Person, ...]:
    """The people whom a note names by two names, or by a title and a name; doctors have the role of clinicians."""
    found: list[Person] = []
    for m in mentions:
        if m.entity not in NAMES:
            continue
        called = says_clinician(m)
        parsed = (
            classify(scan_name(m.value), NO_KNOWN_NAMES, titled=True)
            if _is_lone_clinician_name(m)
            else parse_name(m.value)
        )
        role = Role.CLINICIAN if parsed.clinician else None
        identified = bool(parsed.title) or called
        found.extend(Person(p.given, p.family, role) for p in parsed.people() if p.family and (p.given or identified))
    return sorted_people(found)


def _is_lone_clinician_name(m: Mention) -> bool:
    """Whether the value is one word that names a doctor and is therefore a family name."""
    return says_clinician(m) and len(m.value.split()) == 1


def _person_from_parts(parts: Iterable[tuple[str, str]], role: Role | None) -> Person | None:
    """The person in the parts of a structured name; None without a given or family name."""
    given: list[str] = []
    family: list[str] = []
    for part, text in parts:
        side = _side(part)
        if side is not None:
            for p in classify(scan_name(text, side), NO_KNOWN_NAMES, side=side).people():
                given.extend(p.given)
                family.extend(p.family)
    return Person(tuple(given), tuple(family), role) if given or family else None


def _side(part: str | None) -> TokenKind | None:
    return TokenKind.GIVEN if part in _GIVEN_PARTS else TokenKind.FAMILY if part in _FAMILY_PARTS else None


# --- Mentions ---------------------------------------------------------------------------------------------------------


def split_mention(mention: Mention, context: Context) -> Pieces:
    """Titles, suffixes and separators as text, names as parts, at the level of their owner. Never raises."""
    if mention.part in ("prefix", "suffix") and _has_no_name(mention.value):
        return Pieces((mention.value,) if mention.value else ())
    if mention.where == "text" and _NOT_PART_OF_NAME.fullmatch(f" {mention.value}"):
        return Pieces((mention.value,))
    if mention.where == "text" and (label := _NOT_PART_OF_NAME.search(mention.value)) is not None and label.start():
        name = split_mention(replace(mention, value=mention.value[: label.start()]), context)
        return replace(name, items=(*name.items, label[0]))
    whole = _person_from_parts(mention.parts, mention.role) if mention.parts else None
    side = _side(mention.part)
    known = _known_names(context, whole)
    parsed = classify(scan_name(mention.value, side), known, side=side, titled=_is_lone_clinician_name(mention))
    typos: Mapping[tuple[TokenKind, str], str] = {}
    named: tuple[Person, ...] = (whole,) if whole else parsed.people()
    if whole is None and (typos := _find_typos(named, context)):
        named = tuple(_with_typos_fixed(p, typos) for p in named)
    found = ownership_of(mention, parsed, named, context)
    items = tuple(_items(parsed, found.people, typos))
    return Pieces(items, found.level, found.ambiguous)


def _has_no_name(value: str) -> bool:
    return all(
        name_lists.canonical(word) in _TITLES_AND_SUFFIXES
        for word in _SEPARATORS.split(value)
        if name_lists.canonical(word)
    )


_name_set_cache: dict[int, tuple[tuple[Person, ...], NameSet]] = {}


def _name_set(persons: tuple[Person, ...]) -> NameSet:
    """The names of people, computed once for each household and note; cached by identity because hashing costs more."""
    kept = _name_set_cache.get(id(persons))
    if kept is None or kept[0] is not persons:
        if len(_name_set_cache) >= _MAX_CACHED:
            _name_set_cache.clear()
        kept = _name_set_cache[id(persons)] = (persons, name_set_of(persons))
    return kept[1]


def _known_names(context: Context, whole: Person | None) -> KnownNames:
    name_sets = [_name_set(p) for p in (context.household, context.record) if p]
    if whole is not None:
        name_sets.insert(0, name_set_of((whole,)))
    return KnownNames(tuple(name_sets), context.household, context.site)


def _items(
    parsed: ParsedName, pool: Sequence[Person], typos: Mapping[tuple[TokenKind, str], str]
) -> Iterator[str | Part]:
    at = 0
    for t in parsed.tokens:
        part = _part(t, parsed.value[t.start : t.end], pool, typos)
        if part is not None:
            if at < t.start:
                yield parsed.value[at : t.start]
            yield part
            at = t.end
    if at < len(parsed.value):
        yield parsed.value[at:]


def _part(t: Token, text: str, pool: Sequence[Person], typos: Mapping[tuple[TokenKind, str], str]) -> Part | None:
    key = typos.get((t.kind, t.key), t.key)
    if t.kind is TokenKind.FAMILY:
        return Part(Kind.FAMILY, key, text)
    if t.kind is TokenKind.GIVEN:
        return Part(Kind.GIVEN, _canonical_given(key, pool), text)
    if t.kind is TokenKind.INITIAL:
        return Part(Kind.LETTER, key, text)
    if t.kind is TokenKind.FAMILY_INITIAL:
        return Part(Kind.LETTER, key, text, "family")
    if t.kind is TokenKind.NUMBER:
        return Part(Kind.NUMBER, key.upper(), text)
    return None


def _canonical_given(key: str, pool: Sequence[Person]) -> str:
    """The canonical form of a given name, by the people who fit: of a family with Stephen Doe, "Steve" is Stephen.

    John and Johnny of one family stay two people when the records have both.
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


def _find_typos(named: Iterable[Person], context: Context) -> dict[tuple[TokenKind, str], str]:
    """Words that are one edit away from a name of somebody whose other name stands beside them -> the intended name."""
    found: dict[tuple[TokenKind, str], str] = {}
    for me in named:
        if me.given and me.family:
            for kind, keys in ((TokenKind.FAMILY, me.family), (TokenKind.GIVEN, me.given)):
                for key in keys:
                    if (
                        len(key) >= _MIN_TYPO_LENGTH
                        and not any(name_lists.shares(key))
                        and not name_lists.unspaced(key)
                    ):
                        meant = _intended_name(key, kind, me, context)
                        if meant is not None:
                            found[kind, key] = meant
    return found


def _intended_name(key: str, kind: TokenKind, me: Person, context: Context) -> str | None:
    """The only name that a typo can stand for: in the household, else a listed name in the same note."""
    for persons, in_household in ((context.household, True), (context.record, False)):
        near: set[str] = set()
        for p in persons:
            own, other, other_names_here = (
                (p.family, p.given, me.given) if kind is TokenKind.FAMILY else (p.given, p.family, me.family)
            )
            if in_household and key in own:
                return None
            if {root_of(x) for x in other_names_here if len(x) > 1} & {root_of(x) for x in other}:
                near.update(x for x in own if OSA.distance(key, x, score_cutoff=1) == 1)
        if not in_household:
            near = {x for x in near if any(name_lists.shares(x))}
        if near:
            return near.pop() if len(near) == 1 else None
    return None


def _with_typos_fixed(p: Person, typos: Mapping[tuple[TokenKind, str], str]) -> Person:
    given = tuple(typos.get((TokenKind.GIVEN, x), x) for x in p.given)
    return Person(given, tuple(typos.get((TokenKind.FAMILY, x), x) for x in p.family), p.role)
