"""Decides whose name a mention is, the household's or the site's, and whether it may mean two people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from redactor.entities import Entity, Role
from redactor.lexicon import names as name_lists
from redactor.lexicon import titles as title_words
from redactor.lexicon.nicknames import may_be_one_name, root_of
from redactor.text import Mention
from relex.identity.name_parser import ParsedName
from relex.identity.people import Context, Person, people_index
from relex.parts import Level

_SITE_ROLES = (Role.CLINICIAN, Role.SITE)
_HOUSEHOLD_ROLES = (Role.PATIENT, Role.RELATIVE)
_FEW = 30  # people who are faster compared than looked up
_MAX_COMPARED = 40  # people who fit; more of them are certainly two people


@dataclass(frozen=True, slots=True)
class Ownership:
    """The level of a name, and the people there who fit it; `ambiguous` says that different people fit equally well."""

    level: Level
    people: Sequence[Person] = ()
    ambiguous: bool = False


def compatible(a: Person, b: Person) -> bool:
    """Tell whether two names could be one person's, because nothing in them contradicts it.

    If both have family names, they share one ("Smith-Jones" and "Smith"). Given names agree in order, up to nicknames
    and initials; a single one agrees with any of the other's ("Robert" with "J. Robert").
    """
    if a.family and b.family and not any(_same_or_initial(x, y) for x in a.family for y in b.family):
        return False
    if not a.given or not b.given:
        return True
    if len(a.given) > 1 and len(b.given) > 1:
        return all(_given_names_agree(x, y) for x, y in zip(a.given, b.given, strict=False))
    one, others = (a.given[0], b.given) if len(a.given) == 1 else (b.given[0], a.given)
    return any(_given_names_agree(one, other) for other in (others[:1] if len(one) == 1 else others))


def may_be_person(mentioned: Person, other: Person) -> bool:
    """Tell whether a name may be the person's: compatible, and with a family or given name in common.

    An initial before a family name is no given name in common with somebody whose family name is unknown.
    """
    if not (mentioned.family and other.family) and not (mentioned.given and other.given):
        return False
    if mentioned.family and not other.family and not any(len(x) > 1 for x in mentioned.given):
        return False
    return compatible(mentioned, other)


def is_labelled_clinician(mention: Mention) -> bool:
    """Tell whether the detector or the field, rather than the value, says that a note names a clinician."""
    return mention.where == "text" and (mention.entity is Entity.DOCTOR or mention.role is Role.CLINICIAN)


def ownership_of(mention: Mention, parsed: ParsedName, named: Sequence[Person], context: Context) -> Ownership:
    """Return the ownership of the people whom a mention names: the site's only if all of them belong to the site."""
    found = [_ownership(mention, parsed, mentioned, context) for mentioned in named or (Person(),)]
    if len(found) == 1:
        return found[0]
    level = Level.SITE if all(o.level is Level.SITE for o in found) else Level.HOUSEHOLD
    return Ownership(level, [p for o in found if o.level is level for p in o.people], any(o.ambiguous for o in found))


def possible_owners(mentioned: Person, context: Context) -> list[Ownership]:
    """Return everybody whom an ambiguous name in a text may mean, each as its only owner; nobody if they are
    too many.
    """
    relatives, site = _fitting_people(mentioned, context)
    treating = [p for p in _fitting(mentioned, context.record) if p.role is Role.CLINICIAN]
    found = [Ownership(Level.HOUSEHOLD, (p,)) for p in relatives]
    found += [Ownership(Level.SITE, (p,)) for p in dict.fromkeys((*site, *treating))]
    return found if len(found) <= _MAX_COMPARED else []


def _fitting_people(mentioned: Person, context: Context) -> tuple[list[Person], list[Person]]:
    """Return the people whom a name fits: those of the household, and those of the site with the clinicians."""
    fitting = [p for p in context.household if may_be_person(mentioned, p)]
    treats = {
        p for p in fitting if p.role in _SITE_ROLES and mentioned.family
    }  # a patient's records name clinicians, too
    site = sorted(
        treats | {p for f in mentioned.family for p in context.site.get(f, ()) if may_be_person(mentioned, p)},
        key=person_key,
    )
    return [p for p in fitting if p.role not in _SITE_ROLES], site


def _ownership(mention: Mention, parsed: ParsedName, mentioned: Person, context: Context) -> Ownership:
    """Return the ownership of one person whom a mention names."""
    relatives, site = _fitting_people(mentioned, context)
    if mention.where != "text" and mention.role in _HOUSEHOLD_ROLES:
        return Ownership(Level.HOUSEHOLD, relatives)
    if mention.where != "text" and mention.role in _SITE_ROLES:
        return Ownership(Level.SITE, site)
    # A title decides. The detector's label alone decides only for a name that the site knows, and never against a full
    # name of the household: detectors label patients as doctors too often.
    titled = parsed.clinician or (bool(site) and is_labelled_clinician(mention))
    if relatives and not (site and (parsed.clinician or (titled and not (mentioned.given and mentioned.family)))):
        treated = any(p.role is Role.CLINICIAN and mentioned.family for p in _fitting(mentioned, context.record))
        both = bool((site and mentioned.given) or treated)
        return Ownership(
            Level.HOUSEHOLD, relatives, both or _is_ambiguous(mentioned, _of_gender(relatives, parsed.title))
        )
    if relatives:
        return Ownership(Level.SITE, site, True)
    if titled:
        return Ownership(Level.SITE, site, _is_ambiguous(mentioned, site))
    seen = _fitting(mentioned, context.record)
    treating = [p for p in seen if p.role is Role.CLINICIAN]
    if site and (mentioned.given or treating or not seen):
        return Ownership(Level.SITE, site, _is_ambiguous(mentioned, site))
    if treating and (mentioned.family or len(treating) == len(seen)):
        return Ownership(Level.SITE, site, _is_ambiguous(mentioned, seen))
    return Ownership(Level.HOUSEHOLD)


def _fitting(mentioned: Person, people: tuple[Person, ...]) -> list[Person]:
    """Return the people who fit; a long note names thousands, and each mention asks."""
    return [
        p
        for p in (people if len(people) <= _FEW else people_index(people).near(mentioned))
        if may_be_person(mentioned, p)
    ]


def _is_ambiguous(mentioned: Person, found: Sequence[Person]) -> bool:
    """Tell whether different people fit equally well."""
    best = max((_match_score(mentioned, p) for p in found), default=0)
    likely = [p for p in found if _match_score(mentioned, p) == best]
    return len(likely) > _MAX_COMPARED or any(not compatible(p, q) for p, q in combinations(likely, 2))


def _match_score(mentioned: Person, p: Person) -> int:
    """Return how well two given names match: 0 unknown, more for equal first and middle names."""
    if not mentioned.given or not p.given:
        return 0
    middles = min(len(mentioned.given), len(p.given)) > 1
    return 1 + (root_of(mentioned.given[0]) == root_of(p.given[0])) + middles


def _of_gender(found: Sequence[Person], title: str) -> Sequence[Person]:
    """Return the people whom "Mr." or "Mrs." may mean, or all of them if that leaves nobody."""
    wrong = "f" if title in title_words.MALE_TITLES else "m" if title in title_words.FEMALE_TITLES else None
    left = [p for p in found if not (wrong and p.given and name_lists.gendered(root_of(p.given[0])) == wrong)]
    return left or found


def person_key(p: Person) -> tuple[tuple[str, ...], tuple[str, ...], str, str]:
    """Return the sort key of a person."""
    return p.family, p.given, p.role or "", p.particles


def sorted_people(found: Iterable[Person]) -> tuple[Person, ...]:
    """Return the people, each once, sorted."""
    return tuple(sorted(set(found), key=person_key))


def _same_or_initial(a: str, b: str) -> bool:
    return a == b or ((len(a) == 1 or len(b) == 1) and a[:1] == b[:1])


def _given_names_agree(a: str, b: str) -> bool:
    return _same_or_initial(a, b) or may_be_one_name(a, b)
