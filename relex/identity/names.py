"""Splits people's names so that every spelling of a name gives the same parts, in a household's or a site's scope.

"John Doe", "DOE,JOHN A", "Mr. Doe", "J. Doe" and "Johnny Doe's" share the given name "john" and the family name "doe",
and their stand-ins follow only from these. The people in structured records decide which word is which, then the names
in the same note, then lists (`name_parser`). Nothing is remembered between mentions.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType

from msgspec import structs

from redactor.detect.known.names import FAMILY as _FAMILY_PARTS
from redactor.detect.known.names import GIVEN as _GIVEN_PARTS
from redactor.detect.known.names import split_name
from redactor.entities import NAMES, Entity, Role
from redactor.lexicon import names as name_lists
from redactor.lexicon import titles as title_words
from redactor.lexicon.names import gendered
from redactor.lexicon.nicknames import is_abbreviation, may_be_one_name, root_of
from redactor.text import KnownValue, Mention
from relex.identity.clinicians import Clinician, clinician_named, simple_items
from relex.identity.known_names import (
    NO_KNOWN_NAMES,
    KnownNames,
    NameSet,
    name_set_of,
    only_joined,
    with_known_boundaries,
)
from relex.identity.misspellings import Misspellings, find_misspellings, with_names_as_recorded
from relex.identity.name_parser import ParsedName, classify, parse_name
from relex.identity.name_scanner import scan_name
from relex.identity.name_tokens import ScannedName, Token, TokenKind
from relex.identity.ownership import (
    Ownership,
    compatible,
    is_labelled_clinician,
    ownership_of,
    possible_owners,
    sorted_people,
)
from relex.identity.people import Context, Person, Site, cached_for_last_argument
from relex.parts import Kind, Level, Part, Pieces

__all__ = [
    "ParsedName", "by_name", "compatible", "gendered", "parse_name", "people_in_note", "people_named",
    "possible_readings", "split_mention",
]  # fmt: skip

_MAX_CACHED = 4_096
# The span of a name may include the label of the next field, or be the name of an institution.
_NOT_PART_OF_NAME = re.compile(
    r"[\s,;|]+(?:DOB|MRN|SSN|DOS|DOA|DOD|DOV|HCN|NPI|DEA|CSN|ACCT|PCP)\b[\s:#.]*$"
    r"|\s+(?i:(?:memorial |medical |family )?(?:foundation|clinic|hospital|pharmacy|laborator(?:y|ies)|institute|"
    r"university|associates|llc|inc\.?|(?:medical|health|care) cent(?:er|re)))$"
)
_NAME_WORDS = frozenset({TokenKind.GIVEN, TokenKind.INITIAL, TokenKind.FAMILY, TokenKind.FAMILY_INITIAL})
# "M.D." is one word, and so is this credential; any other sign ends a word: the R of "D:R" is not the end of "Dr".
_WORD = re.compile(r"\b(?i:pa-c)\b|(?:[^\W_]|\.)+")
_TITLES_AND_SUFFIXES = title_words.NAME_PREFIXES | title_words.SUFFIXES | title_words.CREDENTIAL_KEYS | {"v", "vi"}


# --- People ---------------------------------------------------------------------------------------------------------


def people_named(values: Iterable[KnownValue], site: Site = MappingProxyType({})) -> tuple[Person, ...]:
    """Return the people named by known values, each once, sorted; a doctor's value without a role is a clinician's.

    The parts of a name that was written in one piece are a guess, which structured fields override: "Ben Casa Grande"
    is Ben of the Casa Grandes. So do the site's records of a clinician whom a patient's records name. `site` holds
    people by name.
    """
    found: list[Person] = []
    guessed: list[tuple[Person, str]] = []
    for value in values:
        if value.entity not in NAMES:
            continue
        role = value.role or (Role.CLINICIAN if value.entity is Entity.DOCTOR else None)
        one = _person_from_parts(value.parts, role)
        if one is None:
            found.extend(replace(p, role=role) for p in parse_name(value.value).people())
        elif value.parts == split_name(value.value):
            guessed.append((one, value.value))
        else:
            found.append(one)
    double = [p for p in found if len(p.family) > 1]
    for one, text in guessed:
        words = {*one.given, *one.family}
        better = [p for p in double if set(p.family) <= words and not set(p.family) <= {*one.family}]
        if not better and one.role not in (Role.PATIENT, Role.RELATIVE):
            better = _recorded_at_site(one, site)
        read = classify(scan_name(text), KnownNames((name_set_of(better),))).people() if better else (one,)
        found.extend(replace(p, role=one.role) for p in read)
    return sorted_people(found)


def _recorded_at_site(guessed: Person, site: Site) -> list[Person]:
    """Return the people of the site whose two family names are among the words of a guessed name, behind a given name.

    Without them "Pedro Rosario Palomo", of the Rosario Palomos, has a given name more in a patient's records than in
    those of the site.
    """
    found = []
    for p in {id(p): p for key in guessed.family for p in site.get(key, ()) if len(p.family) > 1}.values():
        given = tuple(g for g in guessed.given if g not in p.family)
        named = len(given) < len(guessed.given) and set(p.family) <= {*guessed.given, *guessed.family}
        if named and compatible(Person(given, p.family), p):
            found.append(p)
    return found


def by_name(persons: Iterable[Person]) -> Mapping[str, tuple[Person, ...]]:
    """Map each family and given name to the people who have it."""
    found: dict[str, list[Person]] = {}
    for p in persons:
        for key in (*p.family, *p.given):
            found.setdefault(key, []).append(p)
    return MappingProxyType({key: sorted_people(found[key]) for key in sorted(found)})


def people_in_note(mentions: Sequence[Mention]) -> tuple[Person, ...]:
    """Return the people whom a note names by two names, or by a title and a name; doctors have the role of
    clinicians.
    """
    found: list[Person] = []
    for m in mentions:
        if m.entity not in NAMES:
            continue
        called = is_labelled_clinician(m)
        parsed = (
            classify(scan_name(m.value), NO_KNOWN_NAMES, titled=True)
            if _is_lone_clinician_name(m)
            else parse_name(m.value)
        )
        role = Role.CLINICIAN if parsed.clinician else None
        identified = bool(parsed.title) or called
        found.extend(replace(p, role=role) for p in parsed.people() if p.family and (p.given or identified))
    return sorted_people(found)


def _is_lone_clinician_name(m: Mention) -> bool:
    """Tell whether the value is one word that names a doctor and is therefore a family name."""
    return is_labelled_clinician(m) and len(m.value.split()) == 1


def _person_from_parts(parts: Iterable[tuple[str, str]], role: Role | None) -> Person | None:
    """Return the person in the parts of a structured name, or None without a given or family name."""
    given: list[str] = []
    family: list[str] = []
    particles = ""
    for part, text in parts:
        side = _side_of_field(part)
        if side is not None:
            for p in classify(scan_name(text, side), NO_KNOWN_NAMES, side=side).people():
                given.extend(p.given)
                family.extend(p.family)
                particles = particles or p.particles
    return Person(tuple(given), tuple(family), role, particles) if given or family else None


def _side_of_field(part: str | None) -> TokenKind | None:
    return TokenKind.GIVEN if part in _GIVEN_PARTS else TokenKind.FAMILY if part in _FAMILY_PARTS else None


# --- Mentions -------------------------------------------------------------------------------------------------------


def split_mention(mention: Mention, context: Context) -> Pieces:
    """Split a name into titles, suffixes and separators as text, and names as parts, at the level of their owner; never
    raises.
    """
    if mention.part in ("prefix", "suffix") and _has_no_name(mention.value):
        return Pieces((mention.value,) if mention.value else ())
    if mention.where == "text" and _NOT_PART_OF_NAME.fullmatch(f" {mention.value}"):
        return Pieces((mention.value,))
    if (label := _label_behind(mention)) is not None:
        name = split_mention(structs.replace(mention, value=mention.value[: label.start()]), context)
        return replace(name, items=(*name.items, label[0]))
    read = _read_name(mention, context)
    return _pieces_for_owner(read, ownership_of(mention, read.parsed, read.named, context), context)


def possible_readings(mention: Mention, context: Context) -> list[tuple[Ownership, Pieces]]:
    """Return an ambiguous name in a text, split for everybody whom it may mean; all readings replace the same words.

    A mention that names several people has no readings.
    """
    if (label := _label_behind(mention)) is not None:
        name = structs.replace(mention, value=mention.value[: label.start()])
        readings = possible_readings(name, context)
        return [(owner, replace(pieces, items=(*pieces.items, label[0]))) for owner, pieces in readings]
    read = _read_name(mention, context)
    if len(read.named) != 1:
        return []
    return [(owner, _pieces_for_owner(read, owner, context)) for owner in possible_owners(read.named[0], context)]


def _label_behind(mention: Mention) -> re.Match[str] | None:
    """Return the label of the next field, or the words of an institution, behind a name in a text."""
    found = _NOT_PART_OF_NAME.search(mention.value) if mention.where == "text" else None
    return found if found is not None and found.start() else None


@dataclass(frozen=True, slots=True)
class _ReadName:
    """The words of a mention and the people whom it names; `typos` maps misspellings to recorded names."""

    parsed: ParsedName
    named: tuple[Person, ...]
    typos: Misspellings


def _read_name(mention: Mention, context: Context) -> _ReadName:
    """Parse a mention with the known names of its context."""
    whole = _person_from_parts(mention.parts, mention.role) if mention.parts else None
    side = _side_of_field(mention.part)
    scanned = scan_name(mention.value, side)
    known = _known_names(context, whole, scanned)
    scanned = with_known_boundaries(scanned, known)
    parsed = classify(scanned, known, side=side, titled=_is_lone_clinician_name(mention))
    typos: Misspellings = {}
    home = _name_set(context.household)
    named: tuple[Person, ...] = (whole,) if whole else parsed.people()
    if whole is None and (typos := find_misspellings(named, parsed, context, home)):
        named = tuple(with_names_as_recorded(p, typos) for p in named)
    return _ReadName(parsed, named, typos)


def _pieces_for_owner(read: _ReadName, owner: Ownership, context: Context) -> Pieces:
    """Return the pieces of a parsed name for its owner."""
    clinicians = _clinicians(read.parsed, read.named, context) if owner.level is Level.SITE else {}
    typos = {**read.typos, **_one_surname(read.parsed, context)}
    part_of = partial(_part_of_person, read.parsed.value, owner.people, typos, clinicians)
    if context.simple_names and clinicians:
        items = simple_items(read.parsed, clinicians, part_of)
    else:
        items = _pieces_in_order(read.parsed, part_of)
    return Pieces(tuple(items), owner.level, owner.ambiguous)


def _has_no_name(value: str) -> bool:
    words = filter(None, map(name_lists.canonical, _WORD.findall(value)))
    return all(word in _TITLES_AND_SUFFIXES for word in words)


_name_set_cache: dict[int, tuple[tuple[Person, ...], NameSet]] = {}


def _name_set(persons: tuple[Person, ...], *, spellings: bool = True) -> NameSet:
    """The names of people, computed once for each household and note; cached by identity because hashing costs more."""
    kept = _name_set_cache.get(id(persons))
    if kept is None or kept[0] is not persons:
        if len(_name_set_cache) >= _MAX_CACHED:
            _name_set_cache.clear()
        kept = _name_set_cache[id(persons)] = (persons, name_set_of(persons, spellings=spellings))
    return kept[1]


def _known_names(context: Context, whole: Person | None, scanned: ScannedName) -> KnownNames:
    """Return the known names, nearest first: of the whole name, the household, people of the site who fit, the note."""
    name_sets = [name_set_of((whole,), joined=False)] if whole is not None else []
    if context.household:
        name_sets.append(_name_set(context.household))
    if at_site := _site_people(scanned, context):
        name_sets.append(name_set_of(at_site))
    if context.site:
        name_sets.append(_site_joined_names(context.site))
    if context.record:
        name_sets.append(_name_set(context.record, spellings=False))
    return KnownNames(tuple(name_sets), context.household, context.site)


@cached_for_last_argument
def _site_joined_names(site: Site) -> NameSet:
    """Return the site's names of several words as they are written without a space."""
    found = {id(p): p for people in site.values() for p in people if p.particles or len(p.family) > 1}
    return only_joined(name_set_of(sorted_people(replace(p, given=()) for p in found.values())).joined)


def _site_people(scanned: ScannedName, context: Context) -> tuple[Person, ...]:
    """Return people of the site with two of their names in the mention (Barros Ramos); a single name is too many
    people's.
    """
    site = context.site
    same_named = [site[t.key] for t in scanned.tokens if t.kind is TokenKind.NAME and t.key in site] if site else []
    if len(same_named) < 2:
        return ()
    seen = Counter(id(p) for people in same_named for p in people)
    return sorted_people(p for people in same_named for p in people if seen[id(p)] > 1)


def _one_surname(parsed: ParsedName, context: Context) -> Misspellings:
    """Map surnames that the household has in both genders' forms to the masculine form, so that the family
    shares one.
    """
    masculine = _name_set(context.household).masculine
    keys = {t.key for t in parsed.tokens if t.kind is TokenKind.FAMILY} if masculine else ()
    return {(TokenKind.FAMILY, key): masculine[key] for key in keys if key in masculine}


def _clinicians(parsed: ParsedName, named: Sequence[Person], context: Context) -> Mapping[int, Clinician]:
    """Return the clinicians whom a mention names, by the number of the group of words."""
    groups = list(dict.fromkeys(t.group for t in parsed.tokens if t.kind in _NAME_WORDS))
    found = [clinician_named(mentioned, context) for mentioned in named]
    return dict(zip(groups, found if len(found) == len(groups) else found[:1] * len(groups), strict=False))


def _pieces_in_order(parsed: ParsedName, part_of: Callable[[Token], Part | None]) -> Iterator[str | Part]:
    """Yield the parts of a name and the text between them."""
    at = 0
    for t in parsed.tokens:
        part = part_of(t)
        if part is not None:
            if at < t.start:
                yield parsed.value[at : t.start]
            yield part
            at = t.start + len(part.surface)
    if at < len(parsed.value):
        yield parsed.value[at:]


def _part_of_person(
    value: str, pool: Sequence[Person], typos: Misspellings, clinicians: Mapping[int, Clinician], t: Token
) -> Part | None:
    """Return the part of a word, in its recorded spelling, as a part of the clinician's name if one is named."""
    clinician = clinicians.get(t.group)
    key = typos.get((t.kind, t.key), t.key)
    if clinician is not None and clinician.given and t.kind is TokenKind.GIVEN:
        key = clinician.given
    part = _part_of_token(replace(t, key=key), value[t.start : _end_of_name(t, value)], pool)
    return part if part is None or clinician is None else clinician.part(part)


def _end_of_name(t: Token, value: str) -> int:
    """Return the end of a word; the full stop of an abbreviated name belongs to it: Wm."""
    return t.end + (t.kind is TokenKind.GIVEN and is_abbreviation(t.key) and value[t.end : t.end + 1] == ".")


def _part_of_token(t: Token, text: str, pool: Sequence[Person]) -> Part | None:
    """Return the part of a word, or None for a word that stays."""
    if t.kind is TokenKind.FAMILY:
        return Part(Kind.FAMILY, t.key, text)
    if t.kind is TokenKind.GIVEN:
        return Part(Kind.GIVEN, _canonical_given(t.key, pool), text)
    if t.kind is TokenKind.INITIAL:
        return Part(Kind.LETTER, t.key, text)
    if t.kind is TokenKind.FAMILY_INITIAL:
        return Part(Kind.LETTER, t.key, text, "family")
    if t.kind is TokenKind.NUMBER:
        return Part(Kind.NUMBER, t.key.upper(), text)
    return None


def _canonical_given(key: str, pool: Sequence[Person]) -> str:
    """Return the canonical form of a given name, by the people who fit: of a family with Stephen Doe, "Steve" is
    Stephen.

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
