"""Surnames of the household that a detector took for an organisation: "critical value called for Temple".

They get the stand-in of the name. A surname that is a word of everyday or clinical language counts as a known value
only with a cue, so that without one the label is the student's guess.
"""

from __future__ import annotations

import re

from redactor.entities import Role
from redactor.lexicon import names as name_lists
from redactor.lexicon.titles import FAMILY_PARTICLES
from redactor.text import Mention
from relex.identity.people import Context

_POSSESSIVE = re.compile(r"['’]s$", re.IGNORECASE)
_BETWEEN_WORDS = re.compile(r"[\s-]+")
_OF_SITE = (Role.CLINICIAN, Role.SITE)


def is_surname(mention: Mention, context: Context) -> bool:
    """Whether a text's mention of an organisation is the surname of a patient or relative, and no word more."""
    if mention.where != "text" or mention.part is not None or not mention.value[:1].isupper():
        return False
    written = _BETWEEN_WORDS.split(_POSSESSIVE.sub("", mention.value.strip()))
    words = {name_lists.canonical(word) for word in written} - FAMILY_PARTICLES
    return bool(words) and any(words <= {*p.family} for p in context.household if p.role not in _OF_SITE)
