"""Define the labels of the student: 21 classes, each with a B- and an I- label, and O.

There are fewer classes than entities: entities that only a heading or a checksum distinguishes (an MRN and an account
number) are left to the rules. There are more classes than emitted ones: values that only look like identifiers (a year,
a time of day) are learnt best as classes of their own.
"""

from __future__ import annotations

from enum import StrEnum

import numpy as np
import numpy.typing as npt

from redactor.entities import DATES, Entity
from redactor.sample.marked import Near


class Kind(StrEnum):
    """A class of the student. Its value is part of its labels (B-CITY)."""

    PERSON = "PERSON"
    DOCTOR = "DOCTOR"
    HOSPITAL = "HOSPITAL"
    ORGANIZATION = "ORGANIZATION"
    STREET = "STREET"
    CITY = "CITY"
    ZIP = "ZIP"
    STATE = "STATE"
    COUNTRY = "COUNTRY"
    DATE = "DATE"
    AGE = "AGE"
    ID = "ID"
    PHONE = "PHONE"
    EMAIL = "EMAIL"
    URL = "URL"
    USERNAME = "USERNAME"
    YEAR = "YEAR"
    CLOCK = "CLOCK"
    ROOM = "ROOM"
    DEPARTMENT = "DEPARTMENT"
    OCCUPATION = "OCCUPATION"


_E = Entity

_KINDS: dict[Entity, Kind | None] = {
    _E.PERSON: Kind.PERSON,
    _E.PATIENT: Kind.PERSON,
    _E.DOCTOR: Kind.DOCTOR,
    _E.USERNAME: Kind.USERNAME,
    _E.EMAIL: Kind.EMAIL,
    _E.TELEPHONE_NUMBER: Kind.PHONE,
    _E.FAX_NUMBER: Kind.PHONE,
    _E.IP_ADDRESS: Kind.URL,
    _E.URL: Kind.URL,
    _E.HOSPITAL: Kind.HOSPITAL,
    _E.PHARMACY: Kind.HOSPITAL,
    _E.DIAGNOSTIC_LABS: Kind.HOSPITAL,
    _E.ORGANIZATION: Kind.ORGANIZATION,
    _E.ADDRESS: Kind.STREET,
    _E.STREET: Kind.STREET,
    _E.ZIP: Kind.ZIP,
    _E.CITY: Kind.CITY,
    _E.COUNTY: Kind.CITY,
    _E.LOCATION: Kind.CITY,
    _E.STATE: Kind.STATE,
    _E.COUNTRY: Kind.COUNTRY,
    _E.AGE: Kind.AGE,
    _E.OCCUPATION: Kind.OCCUPATION,
    _E.RACE: None,
    _E.ETHNICITY: None,
    _E.MARITAL_STATUS: None,
    _E.PARENTHOOD: None,
} | dict.fromkeys(DATES, Kind.DATE)

# The class of every label that training text may carry. Entities without an entry above are numbers and codes. None
# means that the label is learnt as O.
KIND_OF: dict[str, Kind | None] = {e.value: _KINDS.get(e, Kind.ID) for e in Entity} | {
    kind.value: kind for kind in (Kind.YEAR, Kind.CLOCK, Kind.ROOM, Kind.DEPARTMENT)
}

# The entity that is emitted for a class. None marks a near-miss, which is learnt and never emitted.
ENTITY_OF: dict[Kind, Entity | None] = {
    Kind.PHONE: Entity.TELEPHONE_NUMBER,
    Kind.YEAR: None,
    Kind.CLOCK: None,
    Kind.ROOM: None,
    Kind.DEPARTMENT: None,
    Kind.OCCUPATION: None,
}
ENTITY_OF |= {kind: Entity(kind.value) for kind in Kind if kind not in ENTITY_OF}

OUTSIDE = 0
LABELS: tuple[str, ...] = ("O", *(f"{prefix}-{kind}" for kind in Kind for prefix in "BI"))
_INDEX = {kind: i for i, kind in enumerate(Kind)}

assert set(Near) <= set(KIND_OF)


def emitted_class(label: str) -> str | None:
    """Return the class under which the student emits a gold label; None if it emits none."""
    kind = KIND_OF[label]
    return None if kind is None or ENTITY_OF[kind] is None else kind.value


def begin_index(kind: Kind) -> int:
    """Return the index of a class's B- label; its I- label is the next."""
    return 1 + 2 * _INDEX[kind]


def are_inside(labels: npt.NDArray[np.int8]) -> npt.NDArray[np.bool_]:
    """Return which label indices are I- labels."""
    found: npt.NDArray[np.bool_] = (labels > OUTSIDE) & (labels % 2 == 0)
    return found


def legal_transitions() -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Return which labels may begin a sequence, (L,), and which may follow which, (L, L) from row to column."""
    inside = are_inside(np.arange(len(LABELS), dtype=np.int8))
    follows = np.tile(~inside, (len(LABELS), 1))
    for at in np.flatnonzero(inside):
        follows[[at - 1, at], at] = True
    return ~inside, follows


def with_repaired_labels(labels: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
    """Replace each I- label that continues nothing by its B- label. labels: (n,) indices, -1 where unknown.

    An I- label after an unknown label may continue it and is kept.
    """
    before = np.concatenate(([np.int8(OUTSIDE)], labels[:-1]))
    lost = are_inside(labels) & (before != labels) & (before != labels - 1) & (before >= 0)
    out = labels.copy()
    out[lost] -= 1
    return out
