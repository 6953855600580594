"""Define the levels of dates, and the date policy of a profile: how far episodes of events and clock times move.

The levels, from the gentlest (docs/guide/dates.md has the measured risk of each):

intervals   dates move by the subject's whole number of weeks, within the weeks of the settings; intervals stay exact
visits      each episode of the subject moves further: by weeks that drift along the life, at most `drift_weeks` in
            either direction, and by a jitter of 0 to `jitter_days` days. An episode is events at most `gap_days` apart;
            it ends at the first gap of more than a few days after `episode_days`. Intervals within it stay exact
far         the subject's shift carries dates 100 to 150 years ahead, at most six weeks from their season (as MIMIC-IV)
years       dates keep their year
none        dates become tags

`visits` follows Hripcsak et al. 2016 (J Am Med Inform Assoc 23:1040). Dates that they truncate are withheld here, by
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
_DRIFT_STEP = 7  # days by which a drift moves an episode at least
_LONGEST_GAP, _SHORTEST_EPISODE, _LONGEST_EPISODE = 90, 28, 365  # days
_STAY_DAYS = 3  # days that lie between two records of one stay at most
_VISITS_FIELDS = ("jitter_days", "drift_weeks", "gap_days", "episode_days")
_MOST_CLOCK_MINUTES = 29
_SUBJECT_DATES = (Entity.DATE, Entity.BIRTH_DATE_TIME, Entity.DEATH_DATE_TIME)


class DateLevel(StrEnum):
    """A level says how dates leave; the docstring of this module describes each."""

    INTERVALS = "intervals"
    VISITS = "visits"
    FAR = "far"
    YEARS = "years"
    NONE = "none"


MEASURED_RISK = {
    DateLevel.INTERVALS: "from such a release alone the shift of 80 % of synthetic lives was computed",
    DateLevel.FAR: "from such a release alone the shift of 82 % of synthetic lives was computed",
}
"""The risk that `redactor evaluate dates` measured at levels that are not for every recipient (docs/benchmarks.md)."""
_UNSHIFTED_ACTIONS = {DateLevel.YEARS: Action.GENERALIZE, DateLevel.NONE: Action.TAG}


@dataclass(frozen=True, slots=True)
class DatePolicy:
    """A date policy is a level with its parameters.

    jitter_days, drift_weeks: the most by which an episode moves beside the subject's shift. gap_days: the most days
    between two events of an episode. episode_days: the days after which an episode ends at the next gap of more than
    `stay_days`. These four are 0 except at the level `visits`. clock_minutes: the most by which clock times move.
    """

    level: DateLevel
    jitter_days: int = 0
    drift_weeks: int = 0
    clock_minutes: int = 0
    gap_days: int = 0
    episode_days: int = 0

    @property
    def stay_days(self) -> int:
        """Return the days that events may lie apart and still move together, however long their episode is.

        A jitter between them could change their order, and a stay would have another length.
        """
        return max(_STAY_DAYS, self.jitter_days)

    @property
    def is_shifting(self) -> bool:
        """Tell whether dates leave shifted."""
        return self.level not in _UNSHIFTED_ACTIONS

    def pseudonym_recipient(self, recipient: str) -> str:
        """Return the recipient's name in the derivation of pseudonyms, which differs for each shifting level.

        With equal ids, true years beside shifted dates would narrow the shift to two weeks of a year, and releases at
        two levels would cancel the jitter (docs/adr/0048).
        """
        return f"{recipient} (dates: {self.level})" if self.is_shifting else recipient


def pseudonym_recipients(recipient: str) -> tuple[str, ...]:
    """Return the recipient's names under which pseudonyms may have been derived, one for each level."""
    return tuple(dict.fromkeys(DatePolicy(level).pseudonym_recipient(recipient) for level in DateLevel))


def read_date_policy(given: object, actions: Mapping[Entity, Action]) -> tuple[DatePolicy, dict[Entity, Action]]:
    """Read the field "dates" of a profile. Returns the policy and the actions that its level means for a subject's
    dates.

    given: the field. Without it (None) the actions of the profile alone decide, and a shift is of level `intervals` and
    moves no clock. Raises ValueError.
    """
    administrative_action = {Entity.ADMINISTRATIVE_DATE: Action.TAG}
    if given is None:
        if Action.SHIFT not in actions.values():
            return DatePolicy(DateLevel.YEARS), {}
        _check_administrative_dates(actions)
        return DatePolicy(DateLevel.INTERVALS), administrative_action
    if not isinstance(given, dict) or not {"level"} <= set(given) <= {"level", *_VISITS_FIELDS, "clock_minutes"}:
        raise ValueError(f"dates must be an object with level, and may have {', '.join(_VISITS_FIELDS)}, clock_minutes")
    if given["level"] not in list(DateLevel):
        raise ValueError(f"dates.level must be one of {', '.join(DateLevel)}")
    level = DateLevel(given["level"])
    is_visits = level is DateLevel.VISITS
    jitter = _checked_number(given, "jitter_days", 3, 0, _MOST_JITTER) if is_visits else 0
    drift = _checked_number(given, "drift_weeks", 24, 0, _MOST_DRIFT) if is_visits else 0
    # Days by which an episode and the next may come nearer to each other.
    least = jitter + (_DRIFT_STEP if drift else 0)
    gap = _checked_number(given, "gap_days", max(40, least), least, _LONGEST_GAP) if is_visits else 0
    longest = _checked_number(given, "episode_days", 90, _SHORTEST_EPISODE, _LONGEST_EPISODE) if is_visits else 0
    clock = (
        _checked_number(given, "clock_minutes", _MOST_CLOCK_MINUTES, 0, _MOST_CLOCK_MINUTES)
        if level not in _UNSHIFTED_ACTIONS
        else 0
    )
    if not is_visits and not given.keys().isdisjoint(_VISITS_FIELDS):
        raise ValueError(f"{', '.join(f'dates.{name}' for name in _VISITS_FIELDS)} are for the level visits")
    if is_visits and not jitter and not drift:
        raise ValueError("dates.jitter_days and dates.drift_weeks are both 0; say intervals instead")
    action = _UNSHIFTED_ACTIONS.get(level, Action.SHIFT)
    if any(actions.get(entity, action) is not action for entity in _SUBJECT_DATES):
        raise ValueError(
            f"dates.level {level} is {action} for dates, and actions say otherwise; leave one of the two out"
        )
    if action is Action.SHIFT:
        _check_administrative_dates(actions)
        return DatePolicy(level, jitter, drift, clock, gap, longest), dict.fromkeys(
            _SUBJECT_DATES, action
        ) | administrative_action
    return DatePolicy(level), dict.fromkeys((*_SUBJECT_DATES, Entity.ADMINISTRATIVE_DATE), action)


def _check_administrative_dates(actions: Mapping[Entity, Action]) -> None:
    if actions.get(Entity.ADMINISTRATIVE_DATE, Action.TAG) not in (Action.TAG, Action.HASH):
        raise ValueError("ADMINISTRATIVE_DATE must be tag where dates shift: everybody's calendar shows the shift")


def _checked_number(given: Mapping[str, object], name: str, default: int, least: int, most: int) -> int:
    value = given.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ValueError(f"dates.{name} must be a number from {least} to {most}")
    return value
