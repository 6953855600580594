"""The values that the notes of the training corpus hold, a module for each sort; `FIELDS` is what templates name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from corpus.engine.cast import Field
from corpus.engine.fields import (
    abroad,
    alike,
    birthdays,
    blanks,
    brief,
    chart,
    chatter,
    clear,
    clinical,
    contacts,
    courses,
    daily,
    dense,
    digit,
    firms,
    grid,
    houses,
    mended,
    numbers,
    odd_places,
    oddments,
    organisations,
    papers,
    parley,
    people,
    places,
    press,
    radio,
    sent,
    sheets,
    sober,
    speak,
    staff,
    talk,
    texts,
    times,
    whens,
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
        whens.FIELDS,
        texts.FIELDS,
        papers.FIELDS,
        alike.FIELDS,
        speak.FIELDS,
        press.FIELDS,
        abroad.FIELDS,
        radio.FIELDS,
        chatter.FIELDS,
        birthdays.FIELDS,
        houses.FIELDS,
        blanks.FIELDS,
        oddments.FIELDS,
        courses.FIELDS,
        sober.FIELDS,
        parley.FIELDS,
    )
)
