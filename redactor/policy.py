"""Profiles, entity -> action; and the tag replacer that carries them out.

A profile is a JSON document: {"profile", "version", "description", "claim", "tags": "entity" | "redactor", "default",
"standins": "consistent" | "markov", "actions": {entity: action}}. What a mention becomes:

tag         `[PERSON]`; a typed field cannot hold it, so the record engine omits the field
hash        a keyed token, the same for the same value and recipient
surrogate   a realistic stand-in (`relex`); this replacer has none and gives the tag
shift       dates move by the subject's whole number of weeks; anything else becomes a tag
generalize  dates keep their year, ages over 89 become "90+", US ZIP codes three digits; anything else becomes a tag
keep        the value as written, date-times in UTC

Dates that belong to no single subject are generalised under every profile but where they are tagged, and a date that
is impossible or unreadable becomes a tag. Over 89 is judged at `as_of`, never by the clock; without one, a birth date
gives nothing away.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from redactor import dates
from redactor.ages import is_age, over_89_text
from redactor.entities import DATES, DESCRIPTIONS, Entity
from redactor.keys import Keyring
from redactor.text import Action, Mention

SHIPPED = Path(__file__).parent / "profiles"

# ZIP prefixes of fewer than 20,000 people by the 2000 census: HHS, Guidance Regarding Methods for De-identification of
# PHI (2012), section on 164.514(b)(2)(i)(B).
SPARSE_ZIP3 = frozenset(
    {"036", "059", "063", "102", "203", "556", "692", "790", "821", "823", "830", "831", "878", "879", "884", "890"}
    | {"893"}
)
_US_ZIP = re.compile(r"(\d{3})\d{2}(?:[-\s]?\d{4})?")
_AGE_LIMIT = 89
# What a field's value must look like to be kept for what the field says it is: hospitals write streets, names and
# numbers into the fields of places. Text needs no such look, since the detectors marked what is one and no more.
_PLACE = re.compile(r"[^0-9@:;#_\n]{1,60}")
_SUBDIVISION = re.compile(r"[A-Z]{2}-[A-Z0-9]{1,3}")
_POSTCODE = re.compile(r"(?=.*[0-9])[A-Za-z0-9]{2,6}(?:[ -]?[A-Za-z0-9]{2,5})?")
_SAYS_TOO_MUCH = re.compile(r"@|://|[0-9][0-9 ./-]{2,}[0-9]")
_PLACES = frozenset({Entity.STATE, Entity.COUNTRY, Entity.CITY, Entity.COUNTY})


class ProfileError(Exception):
    """A profile is unknown or cannot be used; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What becomes of each entity. digest: SHA-256 (hex) of the document's canonical JSON; approvals bind to it."""

    name: str
    version: str
    claim: str
    tags: Literal["entity", "redactor"]
    default: Action
    actions: tuple[tuple[Entity, Action], ...]
    digest: str
    standins: Literal["consistent", "markov"] = "consistent"

    def action(self, entity: Entity) -> Action:
        return dict(self.actions).get(entity, self.default)


def profile_digest(document: dict[str, Any]) -> str:
    """SHA-256 (hex) of the document with sorted keys and no white space."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def parse_profile(document: dict[str, Any]) -> Profile:
    """A checked profile. Raises ProfileError naming the field that is wrong."""
    unknown = set(document) - {"profile", "version", "description", "claim", "tags", "default", "standins", "actions"}
    if unknown:
        raise ProfileError(f"unknown field {sorted(unknown)[0]!r}; see docs/guide/policies.md")
    try:
        name, version = str(document["profile"]), str(document["version"])
        default = Action(document["default"])
        tags = document.get("tags", "entity")
        if tags not in ("entity", "redactor"):
            raise ValueError("tags must be entity or redactor")
        standins = document.get("standins", "consistent")
        if standins not in ("consistent", "markov"):
            raise ValueError("standins must be consistent or markov")
        if default is Action.KEEP:
            raise ValueError("the default may not be keep: an entity that the profile forgets would pass")
        pairs = tuple((Entity(k), Action(v)) for k, v in document.get("actions", {}).items())
    except KeyError as e:
        raise ProfileError(f"the field {e} is missing") from None
    except (ValueError, AttributeError, TypeError) as e:
        raise ProfileError(str(e)) from None
    claim = str(document.get("claim", "-"))
    return Profile(name, version, claim, tags, default, pairs, profile_digest(document), standins)


def load_profile(name: str, dirs: Sequence[Path] = ()) -> Profile:
    """By name from the user's folders, then from the shipped ones; or from a path that ends in .json."""
    given = Path(name)
    places = [given] if given.suffix == ".json" else [d / f"{name}.json" for d in (*dirs, SHIPPED)]
    for path in places:
        if path.is_file():
            try:
                document = json.loads(path.read_text("utf-8"))
            except ValueError:
                raise ProfileError(f"the profile {name} is no JSON") from None
            if not isinstance(document, dict):
                raise ProfileError(f"the profile {name} is no JSON object")
            return parse_profile(document)
    shipped = ", ".join(sorted(p.stem for p in SHIPPED.glob("*.json")))
    raise ProfileError(f"no profile {name}; shipped: {shipped}; your own: a .json file in one of `profile_dirs`")


class TagReplacer:
    """Carries out a profile without stand-ins. Same mention, keys and as_of: same replacement."""

    name = "tags"
    ambiguous: Sequence[int] = ()  # a tag says nothing of who it is

    def __init__(
        self, profile: Profile, keyring: Keyring, recipient: str, *, as_of: dt.date | None = None, shift_weeks: int = 52
    ) -> None:
        self.profile = profile
        self.version = f"1.0/{profile.name}-{profile.version}"
        self._as_of = as_of
        self._weeks = shift_weeks
        self._shift = keyring.pseudonym("shift", recipient)
        self._hash = keyring.pseudonym("value", recipient)
        self._actions = {e: profile.action(e) for e in Entity}
        self._tags = {e: _tag(profile, e) for e in Entity}
        self._days: dict[str, int] = {}

    def days(self, subject: str) -> int:
        """The subject's shift in days: a whole number of weeks within +-shift_weeks, never 0."""
        got = self._days.get(subject)
        if got is None:
            n = self._shift.number(2 * self._weeks, subject)
            got = 7 * (n - self._weeks if n < self._weeks else n - self._weeks + 1)
            if len(self._days) > 100_000:
                self._days.clear()
            self._days[subject] = got
        return got

    def action(self, mention: Mention) -> Action:
        """What becomes of it: what its field forces, else what the profile says."""
        return mention.force or self._actions[mention.entity]

    def replace(self, mentions: Sequence[Mention]) -> list[str]:
        """One replacement a mention, in order."""
        return [self._one(m) for m in mentions]

    def _one(self, m: Mention) -> str:
        action = self.action(m)
        if action is Action.TAG or action is Action.SURROGATE:
            return self._tags[m.entity]
        if m.entity in DATES:
            return self._date(m, action) or self._tags[m.entity]
        if action is Action.HASH:
            return f"[{m.entity.value}:{self._hash.token(m.entity.value, m.value)[:16]}]"
        if m.where != "text" and not _says_no_more(m):
            return self._tags[m.entity]
        if action is Action.KEEP:
            return m.value
        if action is Action.GENERALIZE and m.entity is Entity.AGE:
            return over_89_text(m.value, dict(m.parts).get("unit")) or self._tags[m.entity]
        if action is Action.GENERALIZE and m.entity is Entity.ZIP:
            found = _US_ZIP.fullmatch(m.value.strip())
            if found:
                return "000" if found[1] in SPARSE_ZIP3 else found[1]
        return self._tags[m.entity]

    def _date(self, m: Mention, action: Action) -> str | None:
        """None: nothing of it may be shown."""
        if action is Action.HASH:
            return None
        if m.subject is None:
            action = Action.GENERALIZE
        if action is Action.KEEP:
            exists = dates.shift_text(m.value, 0, reference=m.date) or dates.generalize_text(m.value, reference=m.date)
            return (m.value if exists else None) if m.where == "text" else dates.utc_fhir(m.value) or exists
        if self._as_of is None and m.entity is Entity.BIRTH_DATE_TIME:
            return None
        if self._tells_over_89(m):
            return "90+" if m.entity is Entity.BIRTH_DATE_TIME else None
        if action is Action.SHIFT and m.subject is not None:
            days = self.days(m.subject)
            shifted = None if m.where == "text" else dates.shift_fhir(m.value, days)
            return shifted or dates.shift_text(m.value, days, reference=m.date)
        if m.where != "text" and (year := dates.year_fhir(m.value)):
            return year
        return dates.generalize_text(m.value, reference=m.date)

    def _tells_over_89(self, m: Mention) -> bool:
        """Whether the date shows, or may show, that somebody is over 89 at `as_of` (164.514(b)(2)(i)(C))."""
        if self._as_of is None:
            return False
        day = dates.parse_day(m.value, reference=m.date)
        if day is not None:
            had_birthday = (self._as_of.month, self._as_of.day) >= (day.month, day.day)
            return self._as_of.year - day.year - (not had_birthday) > _AGE_LIMIT
        year = dates.year_of(m.value, reference=m.date)
        return year is not None and self._as_of.year - year > _AGE_LIMIT


def _says_no_more(m: Mention) -> bool:
    """Whether a field's value is what the field says, and nothing beside it."""
    value = m.value.strip()
    if m.entity in _PLACES:
        return _PLACE.fullmatch(value) is not None or _SUBDIVISION.fullmatch(value) is not None
    if m.entity is Entity.ZIP:
        return _POSTCODE.fullmatch(value) is not None
    if m.entity is Entity.AGE:
        return is_age(value)
    return m.entity not in DESCRIPTIONS or (len(value) <= 100 and _SAYS_TOO_MUCH.search(value) is None)


def _tag(profile: Profile, entity: Entity) -> str:
    if profile.tags == "redactor":
        return f"[{entity.info.redactor}]"
    return entity.tag
