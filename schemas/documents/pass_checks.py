"""The named checks of passThrough (the keyword `check`): the form that a value must have to pass."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import re2

from schemas.engine.fhir_types import TYPE_NAMES
from schemas.engine.terminologies import is_known_system, plausible_code

_QUIET = re2.Options()
_QUIET.log_errors = False  # the caller reports a bad pattern, without showing it

Check = Callable[[str], bool]

UCUM = "http://unitsofmeasure.org"


@cache
def matches_whole(pattern: str) -> Check:
    """A check that the whole of a value matches an re2 pattern. Raises re2.error for an invalid pattern."""
    whole = re2.compile(pattern, _QUIET).fullmatch

    def matches(value: str) -> bool:
        return whole(value if isinstance(value, str) else str(value)) is not None

    return matches


def _ucum(value: str) -> bool:
    return plausible_code(UCUM, value)


CHECKS: dict[str, Check] = {
    # BCP 47, as far as records use it: language, script, region.
    "language": matches_whole(
        r"[a-z]{2,3}(-(Arab|Armn|Beng|Cyrl|Deva|Grek|Hans|Hant|Hebr|Jpan|Kore|Latn|Thai))?(-([A-Za-z]{2}|[0-9]{3}))?"
    ),
    # RFC 6838: names of the registered trees. Of the parameters only charset and fhirVersion are accepted.
    "mime": matches_whole(
        r"(?i)(application|audio|font|image|message|model|multipart|text|video)/[a-z0-9][a-z0-9.+-]{0,63}"
        r'(;\s*(charset="?[a-z0-9_-]{2,20}"?|fhirVersion=[0-9.]{1,5}))?'
    ),
    "ucum": _ucum,
    "knownSystem": is_known_system,
    "typeName": TYPE_NAMES.__contains__,
}
