"""Recognises mentions with a wrong label: towns taken for people, and surnames taken for organisations."""

from __future__ import annotations

import re

from redactor.entities import Entity, Role
from redactor.lexicon import names as name_lists
from redactor.lexicon.titles import CREDENTIAL_KEYS, FAMILY_PARTICLES
from redactor.text import Mention
from redactor.unicode_fold import fold
from relex.generators._shared.gazetteer import country_of, state_of, town_key, towns
from relex.generators._shared.place_pieces import trailing_state
from relex.generators._shared.street_parser import Token, phrase, tokens
from relex.identity.people import Context

# --- Towns labelled as names ------------------------------------------------------------------------------------------

_MAX_WORDS = 7
_INITIALS = 3  # letters; "SF" is rather a person than a city
_DOCTORS = frozenset(["md", "do"])


def is_town(mention: Mention, context: Context) -> bool:
    """Tell whether a value labelled as a person's name is a town: with its state, or a town that is nobody's name.

    "Springfield, IL" and "Poughkeepsie" get the stand-in of the town. Read as names, "IL" would be initials and become
    two other letters.
    """
    if mention.part is not None or len(mention.value) > 60:
        return False
    toks = tokens(fold(mention.value).text)
    if toks and toks[-1].numeric:
        toks = toks[:-1]  # a ZIP code
    if not 0 < len(toks) <= _MAX_WORDS or any(t.numeric or len(t.plain) == 1 for t in toks) or _is_known(toks, context):
        return False
    if len(toks) > 1 and state_of(toks[-1].raw) and (size := trailing_state(mention.value, toks)):
        return _is_in_state(mention, toks, size)
    if toks[-1].segment == 1 and country_of(phrase([t for t in toks if t.segment])):
        return town_key(phrase([t for t in toks if not t.segment])) in towns().homes
    return mention.where == "text" and not toks[-1].segment and _is_nobodys_name(toks)


def _is_known(toks: list[Token], context: Context) -> bool:
    """Tell whether a word is the name of somebody in the household or at the site."""
    words = {name_lists.canonical(t.raw) for t in toks}
    return any(words & {*p.family, *p.given} for p in context.household) or any(w in context.site for w in words)


def _is_in_state(mention: Mention, toks: list[Token], size: int) -> bool:
    """Tell whether the state has such a town; "Salisbury, MD" is rather a doctor, "Boston, MA" if a detector
    says so.
    """
    town, code = toks[:-size], toks[-1].plain
    bands = towns().bands.get(state_of(phrase(toks[-size:])))
    if bands is None or town_key(phrase(town)) not in bands:
        return False
    if code not in CREDENTIAL_KEYS:
        return True
    surname = len(town) == 1 and name_lists.shares(name_lists.canonical(town[0].raw))[1] > 0
    return mention.entity is not Entity.DOCTOR and not (surname and code in _DOCTORS)


def _is_nobodys_name(toks: list[Token]) -> bool:
    """Tell whether a large town is written whose words are not those of a name."""
    first = name_lists.shares(name_lists.canonical(toks[0].raw))
    if len(toks) == 1 and len(toks[0].plain) <= _INITIALS:
        return False
    if not toks[0].raw[0].isupper() or (any(first) if len(toks) == 1 else first[0]):
        return False
    return town_key(phrase(toks)) in towns().sizable


# --- Surnames labelled as organisations -------------------------------------------------------------------------------

_POSSESSIVE = re.compile(r"['’]s$", re.IGNORECASE)
_BETWEEN_WORDS = re.compile(r"[\s-]+")
_SITE_ROLES = (Role.CLINICIAN, Role.SITE)


def is_surname(mention: Mention, context: Context) -> bool:
    """Tell whether a text's mention of an organisation is just the surname of a patient or relative.

    "Critical value called for Temple" gets the stand-in of the name. A surname that is a word of everyday or clinical
    language counts as a known value only with a cue, so that without a cue the label is the student's guess.
    """
    if mention.where != "text" or mention.part is not None or not mention.value[:1].isupper():
        return False
    written = _BETWEEN_WORDS.split(_POSSESSIVE.sub("", mention.value.strip()))
    words = {name_lists.canonical(word) for word in written} - FAMILY_PARTICLES
    return bool(words) and any(words <= {*p.family} for p in context.household if p.role not in _SITE_ROLES)
