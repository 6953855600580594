"""Degrees and credentials behind names, and the class of role that each says."""

from __future__ import annotations

from collections.abc import Iterable

from redactor.lexicon.words import word_set

# The first class that a name has is written; who has none of these degrees gets none. Names of the classes are degrees
# that FHIR's schemas let pass (schemas/fhir_build/codes.py).
_CLASSES = {
    "MD": word_set("md do mbbs mbchb mdcm bmbs"),
    "DDS": word_set("dds dmd"),
    "PharmD": word_set("pharmd rph"),
    "PA": word_set("pa pac"),
    "NP": word_set("np cnp crnp fnp dnp acnp agnp pnp whnp pmhnp aprn arnp crna cnm cns"),
    "RN": word_set("rn lpn lvn bsn msn"),
    "PT": word_set("pt dpt ot otr slp"),
    "LCSW": word_set("lcsw lmsw msw lpc lmft"),
    "PhD": word_set("phd dphil psyd"),
}
_CLASS_OF = {degree: name for name, degrees in _CLASSES.items() for degree in degrees}
_ORDER = list(_CLASSES)


def role_class(degree: str) -> str:
    """The class of a degree in lower case without signs ("pac"); "" for one that says no role: FACS, MPH."""
    return _CLASS_OF.get(degree, "")


def role_class_of(degrees: Iterable[str]) -> str:
    """The class of somebody with these degrees; "" for none."""
    found = {role_class(degree) for degree in degrees}
    return next((name for name in _ORDER if name in found), "")
