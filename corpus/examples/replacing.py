"""New values for the identifiers of a real note: one person consistently, other values in many forms."""

from __future__ import annotations

import re

from corpus.engine.cast import Cast
from corpus.examples.finding import Found
from redactor.entities import DATES, NAMES, Entity
from redactor.sample.marked import Marked, Near, escape, mark

_TITLE = re.compile(r"\b(?:dr|mr|mrs|ms|miss|mister|doctor|nurse|professor) ?\.? {0,2}$", re.I)
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_PLACEHOLDER = re.compile(r"(?:[A-Z] ?)+$|[XYZ]{2,4}$|ABCD?$")
_DOCTORS = ("dr", "dr2", "dr3", "dr4", "surgeon")
_PEOPLE = ("pt", "kin", "kin2", "kin3", "friend")
_TWO_DATES = re.compile(r"\d.*(?: (?:and|to|through|or) |–| - )", re.I)
_YEAR_OLD = re.compile(r"\d{1,3}[ -]{1,2}years?[ -]{1,2}old$", re.I)
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip

# A field for each type that is always replaced, since it may belong to a real person.
_FIELDS: dict[Entity | Near, tuple[str, ...]] = {
    Entity.HOSPITAL: ("{site}", "{newsite}", "{newsite}"),
    Entity.MEDICAL_RECORD_NUMBER: ("{mrn}",),
    Entity.SSN_OR_TAXPAYER: ("{ssn}",),
    Entity.TELEPHONE_NUMBER: ("{phone}", "{mobile}"),
    Entity.FAX_NUMBER: ("{fax}",),
    Entity.EMAIL: ("{email}",),
    Entity.URL: ("{url}",),
    Entity.CITY: ("{town}",),
    Entity.STATE: ("{state}",),
    Entity.COUNTRY: ("{country}",),
    Entity.HEALTH_PLAN_ID: ("{plan}",),
}


class Replacer:
    """The people and values of one text."""

    def __init__(self, text: str, cast: Cast) -> None:
        self._text = text
        self._c = cast
        self._people: list[tuple[set[str], str]] = []
        self._surnames: set[str] = set()
        self._doctors, self._others = list(_DOCTORS), list(_PEOPLE)
        self._seen: dict[tuple[str, str], Marked] = {}

    def value(self, found: Found) -> Marked:
        """The marked replacement of a certain finding."""
        surface = self._text[found.start : found.end]
        label = found.label
        assert label is not None
        if label in NAMES:
            new = self._person(found.start, surface, label is Entity.DOCTOR)
        elif label in DATES:
            new = self._date(surface)
        elif label is Entity.AGE:
            swap = _YEAR_OLD.match(surface) is not None and self._c.chance(0.4)
            new = self._c.say("{ageold}") if swap else mark(surface, label)
        elif isinstance(label, Near) or (label in (Entity.CITY, Entity.STATE, Entity.COUNTRY) and self._c.chance(0.5)):
            new = mark(surface, label)
        else:
            new = self._same(surface, label)
        return escape(new, str.lower) if surface.islower() else new

    def _same(self, surface: str, label: Entity | Near) -> Marked:
        """A value of a type; equal originals get equal values."""
        key = (surface.casefold(), label.value)
        if key not in self._seen:
            self._seen[key] = self._c.say(self._c.pick(_FIELDS.get(label, ("{id}",))))
        return self._seen[key]

    def _person(self, start: int, surface: str, doctor: bool) -> Marked:
        words = [w.removesuffix("'s").removesuffix("’s").casefold() for w in _WORD.findall(surface)]
        placeholder = _PLACEHOLDER.match(surface) is not None
        who = self._who({surface.replace(" ", "")} if placeholder else {w for w in words if len(w) > 1}, doctor)
        titled = _TITLE.search(self._text, max(0, start - 12), start) is not None
        if placeholder and self._c.chance(0.1):
            return mark(surface, Entity.DOCTOR if doctor else Entity.PERSON)
        if "," in surface:
            form = "last_first"
        elif len(words) > 1 and not placeholder:
            form = "full" if self._c.chance(0.15) else "short"
            self._surnames.add(words[-1])
        elif titled or placeholder:
            form = "short" if self._c.chance(0.15) else "family"
            self._surnames.update(words)
        elif words[0] in self._surnames:
            form = "family"
        else:
            form = "given"
        new = self._c.say(f"{{{who}:{form}}}")
        return escape(new, str.upper) if len(surface) > 4 and surface.isupper() and not placeholder else new

    def _who(self, words: set[str], doctor: bool) -> str:
        """The field of the person whose name shares a word with these; a new person if there is none."""
        for known, who in self._people:
            if known & words:
                known |= words
                return who
        pool = self._doctors if doctor else self._others
        who = pool.pop(0) if pool else "newdr" if doctor else "someone"
        self._people.append((words, who))
        return who

    def _date(self, surface: str) -> Marked:
        """Another date of a similar form, or the same one: most date forms of real notes are worth keeping."""
        if self._c.chance(0.45):
            return mark(surface, Entity.DATE)
        if surface.capitalize() in _MONTHS:
            return mark(self._c.pick(_MONTHS), Entity.DATE)
        if _TWO_DATES.match(surface):
            return self._c.say("{daterange}")
        digits = sum(c.isdigit() for c in surface)
        if not digits:
            return mark(surface, Entity.DATE)
        if digits < 7 and any(c.isalpha() for c in surface):
            return self._c.any("{month}", "{textdate}", "{shortdate}", "{date}")
        return self._c.any("{fulldate}", "{numdate}", "{textdate}", "{date}", "{fulldate}")
