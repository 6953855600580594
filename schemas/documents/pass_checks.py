"""The named checks of passThrough (the keyword `check`): the form that a value must have to pass."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

import re2

from schemas.engine.code_forms import currency, language
from schemas.engine.fhir_types import TYPE_NAMES
from schemas.engine.media_types import check_media_type
from schemas.engine.terminologies import check_system
from schemas.engine.token_check import Verdict
from schemas.engine.ucum import check_unit
from schemas.engine.units import check_written_unit

_QUIET = re2.Options()
_QUIET.log_errors = False  # the caller reports a bad pattern, without showing it

_CACHE = 8_192  # values of a pattern
_SHORT = 64  # characters of a value that is kept

Check = Callable[[str], Verdict]


@cache
def matches_whole(pattern: str) -> Check:
    """A check that the whole of a value matches an re2 pattern. Raises re2.error for an invalid pattern."""
    whole = re2.compile(pattern, _QUIET).fullmatch

    def matches_text(text: str) -> bool:
        return whole(text) is not None

    recurring = lru_cache(maxsize=_CACHE)(matches_text)  # the concepts and numbers of tables recur

    def matches(value: str) -> bool:
        text = value if isinstance(value, str) else str(value)
        return recurring(text) if len(text) <= _SHORT else matches_text(text)

    return matches


CHECKS: dict[str, Check] = {
    "currency": currency,
    "language": language,
    "mime": check_media_type,
    "ucum": check_unit,
    "unit": check_written_unit,
    "knownSystem": check_system,
    "typeName": TYPE_NAMES.__contains__,
}
