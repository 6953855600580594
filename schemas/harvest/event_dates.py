"""Finds the days on which something happened, in the fields that a record's schema calls dates, never a plan
or an end.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from redactor.dates import EVENT_YEARS, parse_day
from redactor.entities import Entity
from redactor.policy.date_shift import TIMED_SUFFIX
from schemas.engine.compiled_schema import Branch, CompiledSchema, Leaf, Rule
from schemas.engine.json_codec import values_at
from schemas.engine.key_names import key_words
from schemas.engine.primitives import scalar_text

_EVENTS = frozenset({Entity.DATE, Entity.DEATH_DATE_TIME})
_DATED = frozenset({Rule.MASK, Rule.SHIFT, Rule.GENERALIZE})
_FORMATS = frozenset({"date", "dateTime", "instant"})
# Words of a field that dates a plan, an expiry or the end of a period.
_NOT_EVENTS = frozenset(
    "anticipated appointment appt birth birthday booked born deadline dob due edc edd end ended ending ends estimated "  # noqa: SIM905
    "exp expected expiration expire expires expiry future goal high intended maturity next pending plan planned "
    "projected proposed recall renewal requested return scheduled stop target term termination thru through until "
    "upcoming valid validity".split()
)
_JOINED = ("birthdate", "duedate", "enddate", "expirationdate", "expirydate", "stopdate", "targetdate")
_DAY_AND_TIME = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ]([0-9]{2}:[0-9]{2}))?")


def newest_event(data: Mapping[str, Any], schema: CompiledSchema) -> dt.date | None:
    """Return the newest day on which an event of a flat record happened, or None.

    Years outside 1900 to 2048 and what cannot be read as a day are skipped.
    """
    named = values_at(data, schema.note_date) if schema.note_date is not None else ()
    days = map(_day_of_value, (*named, *_event_values(schema.root, data)))
    return max((day for day in days if day is not None), default=None)


def event_days(data: Mapping[str, Any], schema: CompiledSchema) -> Iterator[str]:
    """Yield the days of the patient's events in a record, as `redactor.policy.date_shift.EventDays` takes them.

    Of a FHIR record as the clock on the wall has them, since a date-time leaves so.
    """
    for value in _event_date_texts(schema.root, data):
        if (written := _DAY_AND_TIME.match(value)) is not None:
            if _day_in_range(written[1]) is not None:
                yield written[1] + (TIMED_SUFFIX if written[2] and written[2] != "00:00" else "")
        elif (day := _day_in_range(value)) is not None:
            yield day.isoformat() + (TIMED_SUFFIX if ":" in value else "")


def _event_date_texts(branch: Branch, data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the dates of events in a record, as written."""
    for key, value in data.items():
        node = branch.children.get(key)
        for item in value if isinstance(value, list) else (value,):
            if isinstance(node, Branch):
                if isinstance(item, Mapping):
                    yield from _event_date_texts(node, item)
            elif node is not None and node.entity in _EVENTS and node.rule in _DATED and isinstance(item, str):
                yield item


def _event_values(branch: Branch, data: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the values of the fields that date events; what a plan holds dates none."""
    for key, value in data.items():
        node = branch.children.get(key)
        if node is None or _is_planned(key):
            continue
        for item in value if isinstance(value, list) else (value,):
            if isinstance(node, Leaf):
                if _is_event(node):
                    yield item
            elif isinstance(item, Mapping):
                yield from _event_values(node, item)


def _is_event(leaf: Leaf) -> bool:
    return leaf.entity in _EVENTS if leaf.rule in _DATED else leaf.rule is Rule.PASS and leaf.format in _FORMATS


@lru_cache(maxsize=16_384)
def _is_planned(key: str) -> bool:
    return not _NOT_EVENTS.isdisjoint(key_words(key)) or "".join(key_words(key)).endswith(_JOINED)


@lru_cache(maxsize=65_536)  # the dates of a table recur
def _day_in_range(text: str) -> dt.date | None:
    """Return the day that a text begins with, if its year is plausible."""
    try:
        day: dt.date | None = dt.date.fromisoformat(text[:10])
    except ValueError:
        day = parse_day(text)
    return day if day is not None and day.year in EVENT_YEARS else None


def _day_of_value(value: Any) -> dt.date | None:
    text = scalar_text(value)
    return _day_in_range(text) if text else None
