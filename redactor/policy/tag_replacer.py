"""Replace mentions by tags, hashes, and shifted or generalised dates, under a profile without stand-ins.

Dates without a single subject are generalised under every profile that does not tag them. A profile that shifts dates
withholds those of a patient whom nothing resolves, since true years would stand beside that patient's shifted dates.
Impossible and unreadable dates become tags. Ages over 89 are judged at `as_of`, never by the clock; without `as_of`,
birth dates become tags.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Collection, Iterable, Sequence

from redactor import dates
from redactor.entities import DATES, DEMOGRAPHICS, NAMES, PLACES, Entity
from redactor.keys import Keyring
from redactor.policy.date_shift import DateShift
from redactor.policy.kept_dates import kept_until
from redactor.policy.place_evidence import is_surely_place
from redactor.policy.profiles import Profile
from redactor.policy.safe_harbor import AGE_LIMIT, age_in_years, age_up_to_89, is_age, zip_to_three_digits
from redactor.policy.tag_texts import TagWriter
from redactor.text import Action, Mention

# The shapes that a field's value must have to be kept as the field's entity, because hospitals write streets, names and
# numbers into fields for places.
_PLACE_VALUE = re.compile(r"[^0-9@:;#_\n]{1,60}")
_SUBDIVISION = re.compile(r"[A-Z]{2}-[A-Z0-9]{1,3}")
_POSTCODE = re.compile(r"(?=.*[0-9])[A-Za-z0-9]{2,6}(?:[ -]?[A-Za-z0-9]{2,5})?")
_EXTRA_IDENTIFIER = re.compile(r"@|://|[0-9][0-9 ./-]{2,}[0-9]")


class TagReplacer:
    """This replacer applies a profile without stand-ins. A replacement depends only on the mention, the keys and
    as_of, which a stream changes between two calls.
    """

    name = "tags"
    ambiguous: Sequence[int] = ()  # a tag never depends on the person

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
        """Derive the keys of the recipient.

        event_days: gives the event days of a subject, as for DateShift. fillers: the site's days that stand for no
        date, beside those that common systems write.
        """
        self._fillers = dates.FILLERS | frozenset(fillers)
        self.profile = profile
        self.version = f"1.0/{profile.name}-{profile.version}"
        self.as_of = as_of
        self.date_shift = DateShift(keyring.pseudonym("shift", recipient), shift_weeks, profile.dates, event_days)
        self._hash = keyring.pseudonym("value", recipient)
        self._actions = {e: profile.action(e) for e in Entity}
        self._shifts = profile.shifts_dates
        self._tags = TagWriter({e: _label_of(profile, e) for e in Entity}, dict(profile.tag_texts))

    def action(self, mention: Mention) -> Action:
        """Return the action for a mention: the action that its field forces, else that of the profile."""
        return mention.force or self._actions[mention.entity]

    def replace(self, mentions: Sequence[Mention]) -> list[str]:
        """Return one replacement for each mention, in order; the mentions of a note come in the order of its text."""
        tag = self._tags.begin()
        return [self._replacement(m) or tag(m) for m in mentions]

    def _replacement(self, m: Mention) -> str | None:
        """Return what takes the place of a mention that does not become a tag."""
        action = self.action(m)
        if action is Action.TAG or action is Action.SURROGATE:
            return None
        if m.entity in DATES:
            return self._replaced_date(m, action)
        if action is Action.HASH:
            return f"[{m.entity.value}:{self._hash.token(m.entity.value, m.value)[:16]}]"
        if not (_is_surely_as_labelled(m) if m.where == "text" else _is_entity_alone(m)):
            return None
        if action is Action.KEEP:
            return m.value
        if action is Action.GENERALIZE and m.entity is Entity.AGE:
            return age_up_to_89(m.value, dict(m.parts).get("unit"))
        if action is Action.GENERALIZE and m.entity is Entity.ZIP:
            return zip_to_three_digits(m.value)
        return None

    def _replaced_date(self, m: Mention, action: Action) -> str | None:
        """Return the date after the action; None if no part of it may be shown."""
        if action is Action.HASH:
            return None
        if m.subject is None:
            if m.unresolved and (self._shifts or action is Action.SHIFT):
                return None
            action = Action.GENERALIZE
        if action is Action.KEEP:
            exists = dates.shift_text(m.value, 0, reference=m.date) or dates.generalize_text(m.value, reference=m.date)
            return (m.value if exists else None) if m.where == "text" else dates.utc_fhir(m.value) or exists
        if self.as_of is None and m.entity is Entity.BIRTH_DATE_TIME:
            return None
        turns = self._over_89_from(m)
        if self.as_of is not None and turns is not None and turns <= self.as_of:
            return "90+" if m.entity is Entity.BIRTH_DATE_TIME else None
        if action is Action.SHIFT and m.subject is not None:
            kept = self._shifted_date(m, m.subject)
        else:
            kept = self._generalized_date(m)
        return None if kept is None else kept_until(kept, turns)

    def _generalized_date(self, m: Mention) -> str | None:
        if m.where != "text" and (year := dates.year_fhir(m.value)):
            return year
        return dates.generalize_text(m.value, reference=m.date, newest=self._newest_day(m))

    def _newest_day(self, m: Mention) -> dt.date | None:
        """Return the latest day that a date can mean: nobody was born after as_of, nor after the note was written."""
        if m.entity is not Entity.BIRTH_DATE_TIME or self.as_of is None:
            return None
        return self.as_of if m.date is None else min(self.as_of, m.date)

    def _shifted_date(self, m: Mention, subject: str) -> str | None:
        """Return the moved date; None for a filler. A birth on 1950-01-01 is no filler, since somebody knew the
        year.
        """
        day = dates.parse_day(m.value, reference=m.date)
        year = day.year if day else dates.year_of(m.value, reference=m.date)
        if year is not None and year >= dates.NO_END:
            return None
        if day in self._fillers and m.entity is not Entity.BIRTH_DATE_TIME:
            return None
        if dates.is_holiday_in_phrase(m.value, m.before, m.after):
            return None
        # An imputed day is coarsened only if it stands alone: the coarse date would show which day it was beside a time
        # of that day, or beside an event of the next day.
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

    def _over_89_from(self, m: Mention) -> dt.date | None:
        """Return the first day on which the date shows, or may show, an age over 89 (45 CFR 164.514(b)(2)(i)(C))."""
        newest = self._newest_day(m)
        day = dates.parse_day(m.value, reference=m.date, newest=newest)
        year = dates.year_of(m.value, reference=m.date, newest=newest) if day is None else day.year
        if year is None or not dt.MINYEAR <= year + AGE_LIMIT + 1 <= dt.MAXYEAR:
            return None
        if day is None:
            return dt.date(year + AGE_LIMIT + 1, 1, 1)
        try:
            return day.replace(year=year + AGE_LIMIT + 1)
        except ValueError:  # the 29 February of a year that has none
            return dt.date(year + AGE_LIMIT + 1, 3, 1)


def _is_surely_as_labelled(m: Mention) -> bool:
    """Tell whether a mention in a text surely is of its entity, so that a profile may keep it: labels can be wrong."""
    if m.entity in PLACES:
        return is_surely_place(m)
    return not m.contested and (m.entity is not Entity.AGE or age_in_years(m.value) is not None)


def _is_entity_alone(m: Mention) -> bool:
    """Tell whether a field's value is of the field's entity and holds nothing else."""
    value = m.value.strip()
    if m.entity is Entity.ZIP:
        return _POSTCODE.fullmatch(value) is not None
    if m.entity in PLACES:
        return _PLACE_VALUE.fullmatch(value) is not None or _SUBDIVISION.fullmatch(value) is not None
    if m.entity is Entity.AGE:
        return is_age(value)
    return m.entity not in DEMOGRAPHICS or (len(value) <= 100 and _EXTRA_IDENTIFIER.search(value) is None)


def _label_of(profile: Profile, entity: Entity) -> str:
    """Return the type of an entity in tags; that of a name does not show the role of the person."""
    if profile.tags == "redactor":
        return entity.info.redactor
    return Entity.PERSON.value if entity in NAMES else entity.value
