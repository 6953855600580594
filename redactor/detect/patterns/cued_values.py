"""Values behind a cue, such as `MRN: 123456`: the parts that the expressions of several modules share."""

from __future__ import annotations

from redactor.detect.patterns import value_checks
from redactor.detect.patterns.rule import Rule
from redactor.entities import Entity

# between cue and value: "number", "no.", "id" or "#", then "is", ":" or "="
NUMBER_WORD = r"(?:\s{0,2}\b(?:numbers?|nos?|num|nbr|id|ids|identifier|code)\b\.?|\s{0,2}#{1,2})?"
SEPARATOR = r"(?:\s{0,3}\([^()\n]{1,20}\))?\s{0,3}(?:(?:is|was|of|are)\b|[:=#])?\s{0,3}(?:[:=#-]\s{0,3})?[\[(\"']?"
VALUE = r"([A-Za-z]{0,6}[-#]?[0-9A-Z](?:[0-9A-Za-z]|[-./][0-9A-Za-z]){1,28})"


def cued(name: str, entity: Entity, cue: str, context: str, *, value: str = VALUE, number: str = NUMBER_WORD) -> Rule:
    """A value after a cue, as in `MRN: 123456` or `policy no. is AB-12`."""
    return Rule(
        name, entity, rf"(?i:\b(?:{cue}){number}{SEPARATOR}){value}", context, check=value_checks.plausible_identifier
    )
