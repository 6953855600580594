"""US ZIP codes cut to three digits, as Safe Harbor allows (45 CFR 164.514(b)(2)(i)(B))."""

from __future__ import annotations

import re

# Prefixes of fewer than 20,000 people by the 2000 census: HHS, Guidance Regarding Methods for De-identification of
# PHI (2012), section on 164.514(b)(2)(i)(B).
SPARSE_ZIP3 = frozenset(
    {"036", "059", "063", "102", "203", "556", "692", "790", "821", "823", "830", "831", "878", "879", "884", "890"}
    | {"893"}
)
_US_ZIP = re.compile(r"(\d{3})\d{2}(?:[-\s]?\d{4})?")


def zip_to_three_digits(value: str) -> str | None:
    """The first three digits; "000" for prefixes of too few people; None for what is not a US ZIP code."""
    found = _US_ZIP.fullmatch(value.strip())
    if found is None:
        return None
    return "000" if found[1] in SPARSE_ZIP3 else found[1]
