"""Derives the class of ids from the name of a key: "attending_provider_id" names a Practitioner.

Inference proposes the class as `idClass`, and lint compares it with the class that a schema declares. Classes of people
and visits are named like FHIR's resource types, so that tables join FHIR records; any other id's class is its name.
Foreign keys of the OMOP Common Data Model 5.4 get the class of the primary key that they refer to.
"""

from __future__ import annotations

from redactor.entities import Entity
from schemas.authoring.withheld_columns import column_meaning
from schemas.engine.key_names import UNSEPARATED_ID, key_words

_HEADS = frozenset(
    "id ids identifier identifiers key fk pk sk token ref reference number no num nbr nr nummer value uuid guid".split()  # noqa: SIM905
)
# Words that select one of several ids of a class, and do not name the class.
_QUALIFIERS = frozenset(
    "parent preceding previous prior next following primary current original linked related attending ordering "  # noqa: SIM905
    "referring admitting discharging rendering billing supervising".split()
)
_TABLE = """
Patient patient person subject pt pat patid ptid ptno patno patnr usubjid subjid desynpuf bene patienten paciente
Encounter encounter enc visit visit+occurrence
Practitioner practitioner provider prov physician doctor clinician nurse surgeon pcp attending
Organization organization organisation facility hospital clinic
MRN mrn medical+record
note note
study_subject study+subject
"""
_CLASSES = {
    tuple(term.split("+")): id_class
    for id_class, *terms in map(str.split, _TABLE.strip().splitlines())
    for term in terms
}


def class_of_key(key: str, parent: str = "") -> str | None:
    """Return the class that the key's name implies, or None for a key such as "id", which names only its holder.

    `parent` is the key of the object that holds it, or its record's name; it counts where the key says nothing.
    """
    words = _content(key) or _content(parent)
    return (known_class(key, parent) or "_".join(words)[:64]) if words else None


def known_class(key: str, parent: str = "") -> str | None:
    """Return the class that the key's name implies if it is a common class (Patient, Encounter, MRN, ...),
    else None.
    """
    if column_meaning(key).entity is Entity.MEDICAL_RECORD_NUMBER:
        return "MRN"
    words = _content(key) or _content(parent)
    suffixes = (words[at:] for at in range(len(words)))
    return next((_CLASSES[suffix] for suffix in suffixes if suffix in _CLASSES), None)


def _content(key: str) -> tuple[str, ...]:
    """Return the words of a key that say what it identifies, the last in the singular."""
    words = [w for w in key_words(key) if not w.isdigit()]
    if len(words) == 1 and (found := UNSEPARATED_ID.search(words[0])) is not None and found.start() == 0:
        words = [found[1]]
    while words and words[-1] in _HEADS:
        words.pop()
    # A qualifier alone is the name: "attending_id".
    content = [w for w in words if w not in _QUALIFIERS] or words
    return (*content[:-1], content[-1].removesuffix("s")) if content else ()
