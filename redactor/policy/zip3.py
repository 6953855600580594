"""US ZIP codes cut to three digits, as Safe Harbor allows (45 CFR 164.514(b)(2)(i)(B)).

The rule asks for current data of the census, and boundaries of ZIP areas move: a prefix counts as sparse if one of the
last three censuses found 20,000 people or fewer there.
"""

from __future__ import annotations

import re

# HHS, Guidance Regarding Methods for De-identification of PHI (2012), section on 164.514(b)(2)(i)(B).
_CENSUS_2000 = "036 059 063 102 203 556 692 790 821 823 830 831 878 879 884 890 893"
# The configuration for Safe Harbor of Microsoft's Tools for Health Data Anonymization (configuration-sample.json).
_CENSUS_2010 = "036 059 102 203 205 369 556 692 821 823 878 879 884 893"
# HRSA, UDS+ Office Hours FAQ, as its FHIR guide cites it (github.com/drajer-health/uds-plus, issue 35, 18 March 2024).
_CENSUS_2020 = "036 059 102 202 203 204 205 369 556 692 753 772 821 823 878 879 884 893"
SPARSE_ZIP3 = frozenset(f"{_CENSUS_2000} {_CENSUS_2010} {_CENSUS_2020}".split())
_US_ZIP = re.compile(r"(\d{3})\d{2}(?:[-\s]?\d{4})?")


def zip_to_three_digits(value: str) -> str | None:
    """The first three digits; "000" for prefixes of too few people; None for what is not a US ZIP code."""
    found = _US_ZIP.fullmatch(value.strip())
    if found is None:
        return None
    return "000" if found[1] in SPARSE_ZIP3 else found[1]
