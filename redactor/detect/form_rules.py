"""Rules that know a name, a place or an organisation by its form or a list, without a cue or a check digit."""

from __future__ import annotations

from redactor.lexicon.words import word_set

BY_FORM = frozenset(
    f"patterns:{rule}"
    for rule in word_set(
        "listed-name unlisted-name repeated-name gazetteer-place city-state county-name county-of hospital-name "
        "hospital-upper-case known-hospital saint-short-name known-pharmacy pharmacy-name laboratory-name company "
        "company-by-trade institution-of school-or-agency organisation-acronym"
    )
)
"""Their sources: "patterns:listed-name"."""
