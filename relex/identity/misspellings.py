"""Finds the name that a misspelled or differently spelled word of a mention stands for, among the known people.

A name that somebody known has as it is written is never another spelling. Of a variant ("Mohammed" for Muhammad,
"Ivanov" for Ivanova) the other names in the mention must not contradict. A slip of the pen needs more: another name of
the same person beside it, or a surname alone that is on no list of names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from rapidfuzz.distance import OSA

from redactor.entities import Role
from redactor.lexicon import names as name_lists
from redactor.lexicon.nicknames import root_of
from redactor.lexicon.spelling_variants import listed_spellings, may_be_spelled
from relex.identity.known_names import NameSet
from relex.identity.name_parser import ParsedName
from relex.identity.name_tokens import TokenKind
from relex.identity.ownership import compatible
from relex.identity.people import Context, Person, cached_for_last_argument

Misspellings = Mapping[tuple[TokenKind, str], str]  # kind and written form -> the name as recorded

_MIN_TYPO = 4  # letters; in a shorter name each letter tells two names apart
_MIN_ANY_TYPO = 6  # letters; in a shorter name that stands alone letters may only be swapped, doubled or missing
_MUCH_RARER = 20.0  # times; a listed name this much rarer than the known name may be a slip
_MAX_SHARE_OF_SLIP = 0.06  # percent; the share of the most frequent surname, by that factor
_SITE_ROLES = (Role.CLINICIAN, Role.SITE)


def find_misspellings(
    named: Iterable[Person], parsed: ParsedName, context: Context, household_names: NameSet
) -> Misspellings:
    """Return the names in a mention that are other spellings of known names, with the known names.

    `household_names` holds the names of the household.
    """
    found: dict[tuple[TokenKind, str], str] = {}
    for mentioned in named:
        for kind, keys in ((TokenKind.FAMILY, mentioned.family), (TokenKind.GIVEN, mentioned.given)):
            for key in dict.fromkeys(keys):  # a list names somebody a thousand times
                if len(key) > 1 and not name_lists.unspaced(key):
                    meant = _intended_name(key, kind, mentioned, parsed, context, household_names)
                    if meant is not None:
                        found[kind, key] = meant
    return found


def with_names_as_recorded(p: Person, misspellings: Misspellings) -> Person:
    """Return the person with the known names in place of the written ones."""
    given = tuple(misspellings.get((TokenKind.GIVEN, x), x) for x in p.given)
    return replace(p, given=given, family=tuple(misspellings.get((TokenKind.FAMILY, x), x) for x in p.family))


def _intended_name(
    key: str, kind: TokenKind, mentioned: Person, parsed: ParsedName, context: Context, household_names: NameSet
) -> str | None:
    """Return the only name that a word can stand for: in the household, at the site, or a listed name in the
    same note.
    """
    if key in (household_names.family if kind is TokenKind.FAMILY else household_names.given):
        return None
    share = name_lists.shares(key)[kind is TokenKind.FAMILY]
    if share < _MAX_SHARE_OF_SLIP or household_names.may_have(key):
        at_home = [p for p in context.household if not (parsed.clinician and p.role not in _SITE_ROLES)]
        near = {x for p in at_home for x in _names_of_kind(p, kind) if _stands_for(key, x, kind, mentioned, p)}
        if near:
            return _only_element(near)
    near = set(_at_site(key, kind, mentioned, parsed, context))
    if near or any(name_lists.shares(key)):
        return _only_element(near)
    in_note = _listed_names(context.record)[kind]
    return _only_element({x for p, x in in_note if _is_slip(key, x) and _has_other_name(kind, mentioned, p)})


@cached_for_last_argument
def _listed_names(record: tuple[Person, ...]) -> Mapping[TokenKind, Sequence[tuple[Person, str]]]:
    """Return the names in a note that are on lists, by kind, each with its bearer."""
    people = dict.fromkeys(record)
    return {
        kind: [(p, x) for p in people for x in dict.fromkeys(_names_of_kind(p, kind)) if any(name_lists.shares(x))]
        for kind in (TokenKind.FAMILY, TokenKind.GIVEN)
    }


def _only_element(near: set[str]) -> str | None:
    """Return the only element of a set, or None."""
    return near.pop() if len(near) == 1 else None


def _names_of_kind(p: Person, kind: TokenKind) -> tuple[str, ...]:
    return p.family if kind is TokenKind.FAMILY else p.given


def _stands_for(key: str, name: str, kind: TokenKind, mentioned: Person, p: Person) -> bool:
    """Tell whether the word of `mentioned` stands for the name of a person in the household."""
    if len(name) < 2 or key == name:
        return False
    if may_be_spelled(key, name):
        return compatible(_as_spelled_by(mentioned, p), p)
    if abs(len(key) - len(name)) > 1 or (key[0] != name[0] and key[-1] != name[-1]):
        return False  # more than one letter off
    if _has_other_name(kind, mentioned, p):
        return _is_slip(key, name) or (_is_rare_beside(key, name, kind) and _is_one_letter_off(key, name))
    alone = kind is TokenKind.FAMILY and not mentioned.given
    return alone and _is_slip(key, name) and (len(name) >= _MIN_ANY_TYPO or _is_slight(key, name))


def _as_spelled_by(mentioned: Person, p: Person) -> Person:
    """Return a person's names, spelled as another person's where both spellings may be one name."""
    given = tuple(next((x for x in p.given if may_be_spelled(key, x)), key) for key in mentioned.given)
    return replace(
        mentioned,
        given=given,
        family=tuple(next((x for x in p.family if may_be_spelled(k, x)), k) for k in mentioned.family),
    )


def _has_other_name(kind: TokenKind, mentioned: Person, p: Person) -> bool:
    """Tell whether the mention's name of the other kind is the person's."""
    mention_names, person_names = (
        (mentioned.given, p.given) if kind is TokenKind.FAMILY else (mentioned.family, p.family)
    )
    return bool({root_of(x) for x in mention_names if len(x) > 1} & {root_of(x) for x in person_names})


def _is_slip(key: str, name: str) -> bool:
    """Tell whether an unlisted word is one letter from a name."""
    return len(key) >= _MIN_TYPO and not any(name_lists.shares(key)) and _is_one_letter_off(key, name)


def _is_one_letter_off(key: str, name: str) -> bool:
    """Tell whether one letter is too many, missing, wrong or swapped."""
    return OSA.distance(key, name, score_cutoff=1) == 1


def _is_slight(key: str, name: str) -> bool:
    """Tell whether letters are swapped, doubled or missing, without a wrong letter."""
    return len(key) != len(name) or sorted(key) == sorted(name)


def _is_rare_beside(key: str, name: str, kind: TokenKind) -> bool:
    """Tell whether a listed word is so much rarer than the name that it is rather a slip."""
    at = 1 if kind is TokenKind.FAMILY else 0
    return len(key) >= _MIN_ANY_TYPO and name_lists.shares(key)[at] * _MUCH_RARER < name_lists.shares(name)[at]


def _at_site(key: str, kind: TokenKind, mentioned: Person, parsed: ParsedName, context: Context) -> Iterator[str]:
    """Yield names of the site's people whom the mention names by another name too, or by a title alone."""
    site = context.site
    if any(key in _names_of_kind(p, kind) for p in site.get(key, ())):
        return
    others = [x for x in dict.fromkeys(mentioned.given if kind is TokenKind.FAMILY else mentioned.family) if len(x) > 1]
    for p in (p for other in others for p in site.get(other, ())):
        if _has_other_name(kind, mentioned, p):
            yield from (x for x in _names_of_kind(p, kind) if may_be_spelled(key, x) or _is_slip(key, x))
    if others or mentioned.given or not parsed.clinician:
        return
    likely = [
        *listed_spellings(key),
        *(_swaps(key) if len(key) > _MIN_TYPO and not any(name_lists.shares(key)) else ()),
    ]
    yield from (name for name in likely if any(name in _names_of_kind(p, kind) for p in site.get(name, ())))


def _swaps(key: str) -> Iterable[str]:
    """Yield the words with two neighbouring letters swapped."""
    return (key[:i] + key[i + 1] + key[i] + key[i + 2 :] for i in range(len(key) - 1))
