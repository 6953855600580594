"""Replaces mentions by tags, hashes, and shifted or generalised dates: a profile without stand-ins.

Dates without a single subject are generalised under every profile, unless it tags them. A profile that shifts dates
withholds those of a patient whom nothing resolves: true years would stand beside that patient's shifted dates.
Impossible or unreadable dates become tags. "Over 89" is judged at `as_of`, never by the clock; without `as_of`, birth
dates become tags.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Collection, Iterable, Sequence

from redactor import dates
from redactor.entities import DATES, DEMOGRAPHICS, PLACES, Entity
from redactor.keys import Keyring
from redactor.policy.date_shift import DateShift
from redactor.policy.place_evidence import surely_place
from redactor.policy.profiles import Profile
from redactor.policy.safe_harbor import age_in_years, is_age, over_89_text, zip_to_three_digits
from redactor.text import Action, Mention

_AGE_LIMIT = 89
# The shape that a field's value must have to be kept as the field's entity: hospitals write streets, names and numbers
# into fields for places.
_PLACE = re.compile(r"[^0-9@:;#_\n]{1,60}")
_SUBDIVISION = re.compile(r"[A-Z]{2}-[A-Z0-9]{1,3}")
_POSTCODE = re.compile(r"(?=.*[0-9])[A-Za-z0-9]{2,6}(?:[ -]?[A-Za-z0-9]{2,5})?")
_EXTRA_IDENTIFIER = re.compile(r"@|://|[0-9][0-9 ./-]{2,}[0-9]")


class TagReplacer:
    """Applies a profile without stand-ins. The replacement depends only on mention, keys and as_of."""

    name = "tags"
    ambiguous: Sequence[int] = ()  # a tag does not depend on the person

    def __init__(
        self,
        profile: Profile,
        keyring: Keyring,
        recipient: str,
        *,
        as_of: dt.date | None = None,
        shift_weeks: int = 52,
        event_days: Callable[[str], Iterable[str]] | None = None,
        fillers: Collection[dt.date] = (),
    ) -> None:
        """event_days: of a subject, as in DateShift. fillers: days of the site that stand for none, beside those that
        everybody's systems write.
        """
        self._fillers = dates.FILLERS | frozenset(fillers)
        self.profile = profile
        self.version = f"1.0/{profile.name}-{profile.version}"
        self._as_of = as_of
        self.date_shift = DateShift(keyring.pseudonym("shift", recipient), shift_weeks, profile.dates, event_days)
        self._hash = keyring.pseudonym("value", recipient)
        self._actions = {e: profile.action(e) for e in Entity}
        self._shifts = not {Action.SHIFT, Action.SURROGATE}.isdisjoint(self._actions[e] for e in DATES)
        self._tags = {e: _tag(profile, e) for e in Entity}

    def action(self, mention: Mention) -> Action:
        """The action for a mention: the one its field forces, else the profile's."""
        return mention.force or self._actions[mention.entity]

    def replace(self, mentions: Sequence[Mention]) -> list[str]:
        """One replacement per mention, in order."""
        return [self._one(m) for m in mentions]

    def _one(self, m: Mention) -> str:
        action = self.action(m)
        if action is Action.TAG or action is Action.SURROGATE:
            return self._tags[m.entity]
        if m.entity in DATES:
            return self._date(m, action) or self._tags[m.entity]
        if action is Action.HASH:
            return f"[{m.entity.value}:{self._hash.token(m.entity.value, m.value)[:16]}]"
        if not (_surely_as_labelled(m) if m.where == "text" else _is_entity_alone(m)):
            return self._tags[m.entity]
        if action is Action.KEEP:
            return m.value
        if action is Action.GENERALIZE and m.entity is Entity.AGE:
            return over_89_text(m.value, dict(m.parts).get("unit")) or self._tags[m.entity]
        if action is Action.GENERALIZE and m.entity is Entity.ZIP:
            return zip_to_three_digits(m.value) or self._tags[m.entity]
        return self._tags[m.entity]

    def _date(self, m: Mention, action: Action) -> str | None:
        """The date after the action; None where nothing of it may be shown."""
        if action is Action.HASH:
            return None
        if m.subject is None:
            if m.unresolved and (self._shifts or action is Action.SHIFT):
                return None
            action = Action.GENERALIZE
        if action is Action.KEEP:
            exists = dates.shift_text(m.value, 0, reference=m.date) or dates.generalize_text(m.value, reference=m.date)
            return (m.value if exists else None) if m.where == "text" else dates.utc_fhir(m.value) or exists
        if self._as_of is None and m.entity is Entity.BIRTH_DATE_TIME:
            return None
        if self._shows_over_89(m):
            return "90+" if m.entity is Entity.BIRTH_DATE_TIME else None
        if action is Action.SHIFT and m.subject is not None:
            return self._shifted(m, m.subject)
        if m.where != "text" and (year := dates.year_fhir(m.value)):
            return year
        return dates.generalize_text(m.value, reference=m.date, newest=self._newest(m))

    def _newest(self, m: Mention) -> dt.date | None:
        """The latest day that a date can mean: nobody was born after as_of, nor after the note was written."""
        if m.entity is not Entity.BIRTH_DATE_TIME or self._as_of is None:
            return None
        return self._as_of if m.date is None else min(self._as_of, m.date)

    def _shifted(self, m: Mention, subject: str) -> str | None:
        """The date moved; None for a filler. Somebody may be born on 1950-01-01, which is a year that somebody knew."""
        day = dates.parse_day(m.value, reference=m.date)
        year = day.year if day else dates.year_of(m.value, reference=m.date)
        if year is not None and year >= dates.NO_END:
            return None
        if day in self._fillers and m.entity is not Entity.BIRTH_DATE_TIME:
            return None
        if dates.is_holiday_in_phrase(m.value, m.before, m.after):
            return None
        # Coarsened beside a time of its day, or an event of the next, an imputed day would say which day it was.
        coarsens = m.entity is Entity.BIRTH_DATE_TIME or (day is not None and self.date_shift.is_alone(subject, day))
        value = dates.without_imputed(m.value, m.date) if coarsens else m.value
        if value is None:
            return None
        if m.entity is Entity.BIRTH_DATE_TIME:
            move = self.date_shift.birth_move(subject, day or dt.date(year or 1, 7, 1))
        else:
            move = self.date_shift.move(subject)
        shifted = None if m.where == "text" else dates.shift_fhir(value, move)
        return shifted or dates.shift_text(value, move, reference=m.date, pads=m.pads)

    def _shows_over_89(self, m: Mention) -> bool:
        """Whether the date shows, or may show, an age over 89 at `as_of` (45 CFR 164.514(b)(2)(i)(C))."""
        if self._as_of is None:
            return False
        newest = self._newest(m)
        day = dates.parse_day(m.value, reference=m.date, newest=newest)
        if day is not None:
            had_birthday = (self._as_of.month, self._as_of.day) >= (day.month, day.day)
            return self._as_of.year - day.year - (not had_birthday) > _AGE_LIMIT
        year = dates.year_of(m.value, reference=m.date, newest=newest)
        return year is not None and self._as_of.year - year > _AGE_LIMIT


def _surely_as_labelled(m: Mention) -> bool:
    """Whether a text's mention is what a detector calls it, so that a profile may keep it: labels can be wrong."""
    if m.entity in PLACES:
        return surely_place(m)
    return not m.contested and (m.entity is not Entity.AGE or age_in_years(m.value) is not None)


def _is_entity_alone(m: Mention) -> bool:
    """Whether a field's value is of the field's entity and nothing else."""
    value = m.value.strip()
    if m.entity is Entity.ZIP:
        return _POSTCODE.fullmatch(value) is not None
    if m.entity in PLACES:
        return _PLACE.fullmatch(value) is not None or _SUBDIVISION.fullmatch(value) is not None
    if m.entity is Entity.AGE:
        return is_age(value)
    return m.entity not in DEMOGRAPHICS or (len(value) <= 100 and _EXTRA_IDENTIFIER.search(value) is None)


def _tag(profile: Profile, entity: Entity) -> str:
    if profile.tags == "redactor":
        return f"[{entity.info.redactor}]"
    return entity.tag
