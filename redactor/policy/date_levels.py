"""The date policy of a profile: a level, and by how much each episode of events and the clock move.

Levels, from the gentlest (docs/guide/dates.md has the measured risk of each):

intervals   the subject's whole number of weeks, within the weeks of the settings; intervals are exact
visits      that, and each episode of the subject by weeks that drift along the life, at most `drift_weeks` in either
            direction, and by 0 to `jitter_days` days of its own. Events at most `gap_days` apart are an episode, which
            ends at the first gap of more than a few days behind `episode_days`. Within one, intervals are exact
far         the subject's shift carries dates 100 to 150 years ahead, at most six weeks from their season (as MIMIC-IV)
years       dates keep their year
none        dates become tags

Hripcsak et al. 2016 (J Am Med Inform Assoc 23:1040) is the ground for `visits`; what it truncates is withheld here by
the entity ADMINISTRATIVE_DATE.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from redactor.entities import Entity
from redactor.text import Action

_MOST_JITTER = 28  # days
_MOST_DRIFT = 26  # weeks
_STEP = 7  # days, of a drift
_MOST_GAP, _FEWEST_OF_EPISODE, _MOST_OF_EPISODE = 90, 28, 365  # days
_STAY = 3  # days between the records of a stay, at most
_OF_VISITS = ("jitter_days", "drift_weeks", "gap_days", "episode_days")
_MOST_CLOCK = 29  # minutes
_SUBJECTS = (Entity.DATE, Entity.BIRTH_DATE_TIME, Entity.DEATH_DATE_TIME)


class DateLevel(StrEnum):
    INTERVALS = "intervals"
    VISITS = "visits"
    FAR = "far"
    YEARS = "years"
    NONE = "none"


MEASURED = {
    DateLevel.INTERVALS: "from such a release alone the shift of 80 % of synthetic lives was computed",
    DateLevel.FAR: "from such a release alone the shift of 82 % of synthetic lives was computed",
}
"""What `redactor evaluate dates` found at levels that are not for every recipient (docs/benchmarks.md)."""
_ACTION = {DateLevel.YEARS: Action.GENERALIZE, DateLevel.NONE: Action.TAG}


@dataclass(frozen=True, slots=True)
class DatePolicy:
    """jitter_days, drift_weeks: of an episode. gap_days: between events of an episode, at most. episode_days: after so
    many an episode ends at the next gap of more than `stay_days`. All are 0 but for `visits`. clock_minutes: by how
    much a clock moves at most.
    """

    level: DateLevel
    jitter_days: int = 0
    drift_weeks: int = 0
    clock_minutes: int = 0
    gap_days: int = 0
    episode_days: int = 0

    @property
    def stay_days(self) -> int:
        """Events at most so many days apart move together, however long the episode: a jitter could change their order,
        and a stay would have another length.
        """
        return max(_STAY, self.jitter_days)

    @property
    def is_shifting(self) -> bool:
        return self.level not in _ACTION

    def pseudonym_recipient(self, recipient: str) -> str:
        """The recipient as pseudonyms are derived for it.

        Under each shifting level it is another: with equal ids, true years beside shifted dates would leave two weeks
        of a year, and two levels together nothing of the jitter (docs/adr/0048).
        """
        return f"{recipient} (dates: {self.level})" if self.is_shifting else recipient


def pseudonym_recipients(recipient: str) -> tuple[str, ...]:
    """The recipient as pseudonyms may have been derived for it, under every level."""
    return tuple(dict.fromkeys(DatePolicy(level).pseudonym_recipient(recipient) for level in DateLevel))


def read_date_policy(given: object, actions: Mapping[Entity, Action]) -> tuple[DatePolicy, dict[Entity, Action]]:
    """The field "dates" of a profile, and the actions that its level means for the entities of a subject's dates.

    given: the field, None where the profile has none: then its actions alone say what becomes of dates, and a shift is
    of level `intervals` and moves no clock. Raises ValueError.
    """
    administration = {Entity.ADMINISTRATIVE_DATE: Action.TAG}
    if given is None:
        if Action.SHIFT not in actions.values():
            return DatePolicy(DateLevel.YEARS), {}
        _check_administration(actions)
        return DatePolicy(DateLevel.INTERVALS), administration
    if not isinstance(given, dict) or not {"level"} <= set(given) <= {"level", *_OF_VISITS, "clock_minutes"}:
        raise ValueError(f"dates must be an object with level, and may have {', '.join(_OF_VISITS)}, clock_minutes")
    if given["level"] not in list(DateLevel):
        raise ValueError(f"dates.level must be one of {', '.join(DateLevel)}")
    level = DateLevel(given["level"])
    is_visits = level is DateLevel.VISITS
    jitter = _number(given, "jitter_days", 3, 0, _MOST_JITTER) if is_visits else 0
    drift = _number(given, "drift_weeks", 24, 0, _MOST_DRIFT) if is_visits else 0
    least = jitter + (_STEP if drift else 0)  # what an episode and the next may move nearer to each other
    gap = _number(given, "gap_days", max(40, least), least, _MOST_GAP) if is_visits else 0
    longest = _number(given, "episode_days", 90, _FEWEST_OF_EPISODE, _MOST_OF_EPISODE) if is_visits else 0
    clock = _number(given, "clock_minutes", _MOST_CLOCK, 0, _MOST_CLOCK) if level not in _ACTION else 0
    if not is_visits and not given.keys().isdisjoint(_OF_VISITS):
        raise ValueError(f"{', '.join(f'dates.{name}' for name in _OF_VISITS)} are for the level visits")
    if is_visits and not jitter and not drift:
        raise ValueError("dates.jitter_days and dates.drift_weeks are both 0; say intervals instead")
    action = _ACTION.get(level, Action.SHIFT)
    if any(actions.get(entity, action) is not action for entity in _SUBJECTS):
        raise ValueError(
            f"dates.level {level} is {action} for dates, and actions say otherwise; leave one of the two out"
        )
    if action is Action.SHIFT:
        _check_administration(actions)
        return DatePolicy(level, jitter, drift, clock, gap, longest), dict.fromkeys(_SUBJECTS, action) | administration
    return DatePolicy(level), dict.fromkeys((*_SUBJECTS, Entity.ADMINISTRATIVE_DATE), action)


def _check_administration(actions: Mapping[Entity, Action]) -> None:
    if actions.get(Entity.ADMINISTRATIVE_DATE, Action.TAG) not in (Action.TAG, Action.HASH):
        raise ValueError("ADMINISTRATIVE_DATE must be tag where dates shift: everybody's calendar shows the shift")


def _number(given: Mapping[str, object], name: str, default: int, least: int, most: int) -> int:
    value = given.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ValueError(f"dates.{name} must be a number from {least} to {most}")
    return value
