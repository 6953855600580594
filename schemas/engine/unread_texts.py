"""Lets clinical texts pass without being read: published displays, and bare codes and numbers of OMOP's source values.

A number of six digits or more alone in a text looks like an identifier. In a column of drugs or diagnoses it is a code,
where it has the form of one; it is held against the known values like any other code.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from schemas.engine.code_forms import snomed
from schemas.engine.passed_values import comparable_bare_code
from schemas.engine.terminologies import is_published_text
from schemas.engine.walk_state import WalkState

_DRUG = "drug_source_value"
_MEASURED = "omop_measurement.value_source_value"
# RxNorm, and NDC in its three forms with hyphens or in eleven digits; labelers of five digits mostly begin with a zero.
_DRUG_CODE = re.compile(
    r"(?:(?:rxnorm|rxcui)[: ]{1,2})?[1-9][0-9]{1,6}"
    r"|(?:ndc[: ]{0,2})?(?:[0-9]{4}-[0-9]{4}-[0-9]{2}|[0-9]{5}-[0-9]{3,4}-[0-9]{1,2}|0[0-9]{10})",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[<>]?=? ?-?(?:[0-9]{1,3}(?:,[0-9]{3}){1,2}|[0-9]{1,7}|[1-9][0-9]{0,3}0{4,9})(?:\.[0-9]{1,12})?")
_SNOMED = re.compile(r"(?:snomed(?:ct)?[: ]{1,2})?([0-9]{6,18})", re.IGNORECASE)


def passes_unread(path: str, text: str, state: WalkState, out: dict[str, Any], key: str, index: int | None) -> bool:
    """Tell whether a clinical text is published, or the source's code or number; `path` is its field's place in the
    schema.
    """
    if is_published_text(text):
        return True
    if not state.is_flat or not _is_source_code(path, text):
        return False
    comparable = comparable_bare_code(text)
    if comparable is not None:
        state.passed.append((comparable, out, key, index, False, False))
    return True


@lru_cache(maxsize=16_384)
def _is_source_code(path: str, text: str) -> bool:
    text = text.strip()
    if path.endswith(_DRUG):
        return _DRUG_CODE.fullmatch(text) is not None
    if path == _MEASURED:
        return _NUMBER.fullmatch(text) is not None
    found = _SNOMED.fullmatch(text) if path.endswith("_source_value") else None
    return found is not None and snomed(found[1])
