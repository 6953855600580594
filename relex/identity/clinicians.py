"""Finds which clinician a name belongs to, and reduces clinicians' names to one given and one family name.

Under one key for all clinicians of a site, equal given names and initials would have equal stand-ins, and a list of the
staff could be laid over the release like a pattern. The stand-in of a clinician's given name or initial therefore also
follows from the surname. Initials of surnames are read as the surname where the records or the note name one person
whom they can mean.

With simple names a clinician is one given and one family name: the first of each in the records, whichever a mention
has. The number of names, hyphens, particles and degrees would tell one clinician of a hospital from the others. A
degree becomes the class of the role (`redactor.lexicon.titles`), the strongest of several. Clinicians whose names
differ in a middle name or a second surname alone stay two people.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from redactor.entities import Role
from redactor.lexicon.names import HYPHENS
from redactor.lexicon.nicknames import root_of
from redactor.lexicon.titles import TRAILING_WORDS, role_class, role_class_of
from relex.identity.name_parser import ParsedName
from relex.identity.name_tokens import Token, TokenKind, with_kind
from relex.identity.ownership import may_be_person
from relex.identity.people import Context, Person, Site, cached_for_last_argument
from relex.parts import Kind, Part

CLINICIAN = "clinician"
"""The subkind of a clinician's surname, and of its initial."""
_GIVEN = f"{CLINICIAN} "  # and the surname: the subkind of a clinician's given name, and of its initial
_HOUSEHOLD_ROLES = (Role.PATIENT, Role.RELATIVE)


def belongs_to_clinician(part: Part) -> bool:
    """Tell whether the part belongs to the name of a clinician."""
    return part.subkind.startswith(CLINICIAN) and part.kind in (Kind.GIVEN, Kind.FAMILY, Kind.LETTER)


@dataclass(frozen=True, slots=True)
class Clinician:
    """A clinician as a mention names them.

    `surname` is the name that the given names follow, "" if unknown. `people` are those whom the mention can mean. With
    `simple` the name is released as one given and one family name; then `given` is the first given name in the records,
    "" if unknown or if several are possible, and `apart` is the detail that separates clinicians with both names, ""
    for none.
    """

    surname: str
    people: tuple[Person, ...]
    simple: bool = False
    given: str = ""
    apart: str = ""

    def part(self, part: Part) -> Part:
        """Return a part of the name as a part of this clinician's name."""
        if part.kind is Kind.FAMILY:
            return replace(part, canonical=(self.simple and self.surname) or part.canonical, subkind=CLINICIAN)
        if part.kind is Kind.LETTER and part.subkind == "family":
            meant = {f for p in self.people for f in p.family if len(f) > 1 and f.startswith(part.canonical)}
            if self.simple and self.surname and meant:
                meant = {self.surname}
            return replace(part, canonical=meant.pop() if len(meant) == 1 else part.canonical, subkind=CLINICIAN)
        if part.kind is Kind.GIVEN:
            apart = f"|{self.apart}" if self.apart else ""
            return replace(part, canonical=part.canonical + apart, subkind=_GIVEN + self.surname)
        if part.kind is Kind.LETTER:
            return replace(part, canonical=self.given[:1] or part.canonical, subkind=_GIVEN + self.surname)
        return part


def clinician_named(mentioned: Person, context: Context) -> Clinician:
    """Return the clinician whom a name can mean. The surname is the first in the records, so that either of two serves.

    A surname recorded alone, such as the birth name in a double surname, names nobody beside people who have given
    names.
    """
    people, at_site = _people_named(mentioned, context)
    recorded = {p.family[0] for p in people if p.given} or {p.family[0] for p in people}
    own = next((f for f in mentioned.family if len(f) > 1), "")
    surname = recorded.pop() if len(recorded) == 1 else own
    if not context.simple_names or not mentioned.given:
        return Clinician(surname, people, context.simple_names)
    firsts = {first for p in people if (first := first_given(p))}
    given = firsts.pop() if len(firsts) == 1 else ""
    whole = {f for f in mentioned.family if len(f) > 1}
    nearest = [p for p in people if whole <= {*p.family}] or people
    return Clinician(surname, people, True, given, _distinction_of(nearest) if given and at_site else "")


def first_given(p: Person) -> str:
    """Return the first given name of more than a letter, or ""."""
    return next((g for g in p.given if len(g) > 1), "")


def _distinction_of(people: Iterable[Person]) -> str:
    """Return the detail that a clinician has beside the first given name and surname, if all possible people agree in
    it.

    The detail is the initial of a middle name, which records often abbreviate, and a second surname.
    """
    middles, seconds = set[str](), set[str]()
    for p in people:
        middles.update([g[0] for g in p.given if g != first_given(p)][:1])
        seconds.update(f for f in p.family[1:2])
    if len(middles) > 1 or len(seconds) > 1:
        return ""
    return "|".join((*middles, *seconds))


def with_clinician(items: Sequence[str | Part], context: Context) -> tuple[str | Part, ...]:
    """Return the pieces of a user name or address as those of the clinician whom they name."""
    parts = [item for item in items if isinstance(item, Part)]
    given = (p.canonical for p in parts if _side(p) is Kind.GIVEN)
    family = (p.canonical for p in parts if _side(p) is Kind.FAMILY)
    clinician = clinician_named(Person(tuple(given), tuple(family)), context)
    if context.simple_names:
        items = _with_one_name_each(items)
    return tuple(clinician.part(item) if isinstance(item, Part) else item for item in items)


def _side(part: Part) -> Kind | None:
    """Return whether a part is of a given or of a family name, or None."""
    if part.kind is Kind.LETTER and part.subkind in ("", "family"):
        return Kind.FAMILY if part.subkind else Kind.GIVEN
    return part.kind if part.kind in (Kind.GIVEN, Kind.FAMILY) else None


def _with_one_name_each(items: Sequence[str | Part]) -> list[str | Part]:
    """Return the pieces without further given and family names, and without the sign before each of these."""
    out: list[str | Part] = []
    met = set[Kind]()
    for item in items:
        side = _side(item) if isinstance(item, Part) else None
        if side is None:
            out.append(item)
        elif side not in met:
            met.add(side)
            out.append(item)
        elif out and isinstance(out[-1], str):
            out.pop()
    return out


def _people_named(mentioned: Person, context: Context) -> tuple[tuple[Person, ...], bool]:
    """Return people of the site's records with the surname, else those of the note and of the patient's records.

    The second value tells whether they are of the site's records.
    """
    near = [p for p in (*context.record, *context.household) if p.role not in _HOUSEHOLD_ROLES and _has_surname(p)]
    if any(len(f) > 1 for f in mentioned.family):
        at_site = tuple(
            p
            for f in mentioned.family
            for p in context.site.get(f, ())
            if _has_surname(p) and may_be_person(mentioned, p)
        )
        return (at_site, True) if at_site else (tuple(p for p in near if may_be_person(mentioned, p)), False)
    if not mentioned.given:
        return (), False
    if of_note := tuple(p for p in near if may_be_person(mentioned, p)):
        return of_note, False
    if mentioned.family:
        named = _people_by_initials(context.site).get(mentioned.given[0][0] + mentioned.family[0], ())
    else:
        named = tuple(
            p for key in sorted({mentioned.given[0], root_of(mentioned.given[0])}) for p in context.site.get(key, ())
        )
    return tuple(p for p in named if _has_surname(p) and may_be_person(mentioned, p)), True


def _has_surname(p: Person) -> bool:
    return bool(p.family) and len(p.family[0]) > 1


@cached_for_last_argument
def _people_by_initials(site: Site) -> Mapping[str, tuple[Person, ...]]:
    """Map the first letters of a first given name and of a surname to the site's people."""
    found: dict[str, list[Person]] = {}
    for p in {id(p): p for people in site.values() for p in people}.values():
        for letter in {f[0] for f in p.family if len(f) > 1} if p.given else ():
            found.setdefault(p.given[0][0] + letter, []).append(p)
    return {key: tuple(candidates) for key, candidates in found.items()}


# --- Names as one given and one family name ---------------------------------------------------------------------------

_GIVEN_KINDS = (TokenKind.GIVEN, TokenKind.INITIAL)
_FAMILY_KINDS = (TokenKind.FAMILY, TokenKind.FAMILY_INITIAL)
_DROPPED = frozenset({*_GIVEN_KINDS, *_FAMILY_KINDS, TokenKind.PARTICLE, TokenKind.BORN})
_CARETS = frozenset("^~=&")
# Signs around a word that go with it.
_AROUND = str.maketrans("", "", ".\"'“”„«»()（）[]" + "".join(HYPHENS))


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a name with the text or part written for it, or None if the word is left out."""

    start: int
    end: int
    item: str | Part | None


def simple_items(
    parsed: ParsedName, groups: Container[int], part_of: Callable[[Token], Part | None]
) -> Iterator[str | Part]:
    """Yield the pieces of a name: one given and one family name of each person in `groups`, the others as they are."""
    value, at = parsed.value, 0
    carets = "^" in value
    dropped: _Word | None = None  # what goes, from its first to its last word
    for word in _written_words(parsed, groups, part_of):
        if word.item is None:
            dropped = word if dropped is None else _Word(dropped.start, word.end, None)
            continue
        between = value[at : word.start]
        if dropped is not None and carets:
            between = "".join(c for c in between if c in _CARETS)
        elif dropped is not None:
            between = _between(value[at : dropped.start], value[dropped.end : word.start], first=at == 0)
            if not between and value[at : dropped.start] and value[word.start].isalnum() and at:
                between = " "  # a hyphen that went with a word
        if between:
            yield between
        yield word.item
        at, dropped = word.end, None
    behind = value[at:]
    if dropped is not None and carets:
        behind = "".join(c for c in behind if c in _CARETS)
    elif dropped is not None:
        behind = _behind(value[at : dropped.start], value[dropped.end :])
    if behind:
        yield behind


def _written_words(
    parsed: ParsedName, groups: Container[int], part_of: Callable[[Token], Part | None]
) -> Iterator[_Word]:
    """Yield the words of a name with what is written for each in a simple name."""
    for number, candidates in groupby(parsed.tokens, key=lambda t: t.group):
        tokens = [_as_degree(parsed.value, t) for t in candidates]
        if number not in groups:
            for t in tokens:
                part = part_of(t)
                end = t.end if part is None else t.start + len(part.surface)
                yield _Word(t.start, end, parsed.value[t.start : end] if part is None else part)
            continue
        kept = {id(t) for t in kept_names(tokens)}
        strongest = role_of(parsed.value, tokens)
        has_title = False  # several degrees in front, as in "RN RN Mary", tell who it is
        for run, degree in _degrees(parsed.value, tokens, whole=True):
            t = run[0]
            if t.kind is TokenKind.CREDENTIAL:
                item = strongest if strongest and role_class(degree) == strongest else None
                strongest = "" if item else strongest
                yield _Word(t.start, _end_of_dotted(parsed.value, run), item)
            elif t.kind is TokenKind.TITLE and (title := role_class(t.key)):
                yield _Word(t.start, t.end, None if has_title else title)
                has_title = True
            elif id(t) in kept or t.kind is TokenKind.NUMBER:
                part = part_of(t)
                if part is not None:
                    yield _Word(t.start, t.start + len(part.surface), _in_one_word(part))
            elif t.kind in _DROPPED or (t.kind is TokenKind.SUFFIX and t.key not in TRAILING_WORDS):
                yield _Word(t.start, t.end, None)
            else:
                yield _Word(t.start, t.end, parsed.value[t.start : t.end])


def _as_degree(value: str, t: Token) -> Token:
    """Return a degree in brackets, which is read like a nickname, as a degree."""
    is_degree = t.quoted and role_class(t.key) and value[t.start : t.end].isupper()
    return with_kind(t, TokenKind.CREDENTIAL) if is_degree else t


def kept_names(tokens: Sequence[Token]) -> list[Token]:
    """Return the given and the family name that stay of a person's words, in order."""
    kept = (_first(tokens, _GIVEN_KINDS), _first(tokens, _FAMILY_KINDS))
    return sorted((t for t in kept if t is not None), key=lambda t: t.start)


def role_of(value: str, tokens: Sequence[Token]) -> str:
    """Return the class of role that the degrees among a person's words say, or ""."""
    return role_class_of(degree for _, degree in _degrees(value, tokens))


def _first(tokens: Sequence[Token], kinds: tuple[TokenKind, TokenKind]) -> Token | None:
    """Return the name to keep: a whole name before an initial, and both before a nickname or a birth name."""
    candidates = [t for t in tokens if t.kind in kinds]
    return min(candidates, key=lambda t: (t.quoted or t.born, kinds.index(t.kind)), default=None)


def _degrees(value: str, tokens: Sequence[Token], whole: bool = False) -> Iterator[tuple[list[Token], str]]:
    """Yield the words of each degree with its letters ("M.D." has two words); with `whole` also each other word, with
    "".
    """
    runs: list[list[Token]] = []
    for t in tokens:
        last = runs[-1][-1] if runs else None
        joined = last is not None and t.kind is last.kind is TokenKind.CREDENTIAL
        if joined and last is not None and value[last.end : t.start] in (".", *HYPHENS):
            runs[-1].append(t)
        else:
            runs.append([t])
    for run in runs:
        is_degree = run[0].kind is TokenKind.CREDENTIAL
        if whole or is_degree:
            yield run, _letters(run) if is_degree else ""


def _letters(run: Sequence[Token]) -> str:
    """Return the letters of a degree without its level: "FNP-BC" is an FNP, and "PA-C" a PA."""
    joined = "".join(t.key for t in run)
    return joined if role_class(joined) else run[0].key


def _end_of_dotted(value: str, run: Sequence[Token]) -> int:
    """Return the end of a degree with its full stop: M.D."""
    end = run[-1].end
    dotted = any(value[a.end : b.start] == "." for a, b in pairwise(run))
    return end + (dotted and value[end : end + 1] == ".")


def _in_one_word(part: Part) -> Part:
    """Return a given name as a part written in one word, so that its stand-in is too."""
    text = part.surface
    if part.kind is not Kind.GIVEN or HYPHENS.isdisjoint(text):
        return part
    joined = "".join(c for c in text if c not in HYPHENS)
    return replace(part, surface=joined if joined.isupper() else joined.capitalize())


def _between(before: str, behind: str, *, first: bool) -> str:
    """Return the separator of two words that stay, in place of the words between them.

    `before` and `behind` separated them from the words left out. `first` tells whether `before` begins the name.
    """
    dot = "." if before.startswith(".") else ""  # of an initial, or of a title
    signs = [text for text in (behind.translate(_AROUND), before.translate(_AROUND)) if text.strip()]
    if signs:
        return dot + signs[0]
    if first and not before:
        return ""
    return dot + (" " if any(map(str.isspace, before + behind)) else "")


def _behind(before: str, behind: str) -> str:
    """Return the text at the end in place of words that are left out; `before` and `behind` are as for `_between`."""
    dot = "." if before.startswith(".") else ""
    rest = behind.removeprefix(".")
    if "(" in before:
        rest = rest.removeprefix(")")
    return dot + rest
