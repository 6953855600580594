"""The values that the notes of the training corpus hold, a module for each sort; `FIELDS` is what templates name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from redactor.synth.cast import Field
from redactor.synth.values import (
    brief,
    chart,
    clear,
    clinical,
    contacts,
    daily,
    dense,
    digit,
    firms,
    grid,
    mended,
    numbers,
    odd_places,
    organisations,
    people,
    places,
    sent,
    sheets,
    staff,
    talk,
    times,
)


def merged(parts: Iterable[Mapping[str, Field]]) -> Mapping[str, Field]:
    """All fields in one mapping. Raises ValueError for a name that two of the parts hold."""
    out: dict[str, Field] = {}
    for part in parts:
        if twice := sorted(out.keys() & part.keys()):
            raise ValueError(f"fields that stand twice: {', '.join(twice)}")
        out.update(part)
    return MappingProxyType(out)


FIELDS = merged(
    (
        people.FIELDS,
        times.FIELDS,
        numbers.FIELDS,
        contacts.FIELDS,
        places.FIELDS,
        organisations.FIELDS,
        clinical.FIELDS,
        mended.FIELDS,
        dense.FIELDS,
        sheets.FIELDS,
        talk.FIELDS,
        brief.FIELDS,
        odd_places.FIELDS,
        chart.FIELDS,
        clear.FIELDS,
        daily.FIELDS,
        digit.FIELDS,
        firms.FIELDS,
        grid.FIELDS,
        sent.FIELDS,
        staff.FIELDS,
    )
)
