"""Replaces an id under the rule hash with a token, or keeps it where it identifies nobody."""

from __future__ import annotations

import re
from functools import lru_cache

from redactor.dates import parse_day
from schemas.engine.compiled_schema import CONTAINED, Leaf
from schemas.engine.pseudonyms import RecordPseudonyms, class_of_path

_VERSION = ".versionId"  # of Meta
_LINK_ID = "linkId"  # the class of the ids of a questionnaire's items, in schemas/fhir_build/element_paths.py
# Words that number the items of a questionnaire. Others may be names.
_WORD = r"(?:q|s|g|p|grp|sec|item|page|part|group|section|question)"
_STEP = rf"(?:{_WORD}[-_.]?)?[0-9]{{1,3}}[a-z]?"
_PATH = re.compile(rf"/?{_STEP}(?:[./_-]{_STEP}){{0,5}}", re.IGNORECASE)
_MOST_DIGITS = 6  # numbers of people are longer


def hashed_id(keys: RecordPseudonyms, leaf: Leaf, text: str, owner: str, *, is_flat: bool) -> str:
    """Return the pseudonym of an id.

    `owner` is "Type/id" of the resource that holds it, and `is_flat` tells that the record is a table's row.
    """
    if leaf.id_class == CONTAINED:
        return keys.fragment(owner, text)
    if not is_flat and leaf.path.endswith(_VERSION):
        return keys.version(owner, text)
    if leaf.id_class == _LINK_ID and is_item_path(text):
        return text
    return keys.id(leaf.id_class or _class_of(leaf.path), text)


_class_of = lru_cache(maxsize=4096)(class_of_path)


@lru_cache(maxsize=4096)
def is_item_path(link_id: str) -> bool:
    """Tell whether a linkId is the place of an item in its questionnaire ("1.2", "q3a"), the same for all who
    answer.
    """
    if len(link_id) > 40 or _PATH.fullmatch(link_id) is None:
        return False
    return sum(c.isdigit() for c in link_id) <= _MOST_DIGITS and parse_day(link_id.strip("/")) is None
