"""Values that the guard leaves as they are, told at once: most values are bare names, numbers and dates.

A short cut: what it says of a value, the rules of `trim`, `borders`, `measures`, `labels` and `affiliations` say too.
"""

from __future__ import annotations

import re

from redactor.detect.guard import labels
from redactor.detect.guard.affiliations import TITLE
from redactor.entities import DATES, WORDED, Entity

_CAPITAL = "[A-ZÀ-ÖØ-Þ]"
_WORD = rf"{_CAPITAL}(?:[^\W\d_]{{0,2}}\.|[^\W\d_]*(?:['’-][^\W\d_]+)*)"
_WORDS = re.compile(rf"{_WORD}(?:,? {_WORD})*(?<!\.)")
_CUT_WORDS = re.compile(rf"(?:{TITLE}).*,|.*\. (?:{TITLE})")
_NUMBER = re.compile(r"[0-9(+](?:[0-9()+./: -]*[0-9])?")
_CODE = re.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*")
_DIGIT, _MONTH = re.compile("[0-9]"), re.compile("[A-Za-z]{3}")
_DATE = re.compile(r"[A-Z][a-z]{2,8}\.? [0-9]{1,2}(?:,? [0-9]{4})?|[0-9]{1,2} [A-Z][a-z]{2,8} [0-9]{4}")


def is_plain(value: str, entity: Entity) -> bool:
    """Whether nothing can be cut off the value and nothing lies in it that the entity cannot hold."""
    if entity in WORDED:
        if _WORDS.fullmatch(value) is None or value in labels.LABEL_OF or labels.ONLY_LABEL.fullmatch(value):
            return False
        if labels.ONLY_SHORTHAND.fullmatch(value):
            return False
        return " " not in value or _CUT_WORDS.match(value) is None
    if _NUMBER.fullmatch(value):
        return True
    if _CODE.fullmatch(value):
        return _DIGIT.search(value) is not None and _MONTH.search(value) is None
    return entity in DATES and _DATE.fullmatch(value) is not None and labels.LEADING_LABEL.match(value) is None
