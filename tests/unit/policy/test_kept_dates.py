"""The day from which a released date would show an age over 89, against the replacer itself at days around it."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redactor.entities import Entity
from redactor.keys import Keyring
from redactor.policy.kept_dates import KeptDate, first_turn, joined, kept_until
from redactor.policy.profiles import load_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import Mention
from tests.each_row import each_row

RING = Keyring.generate()
REPLACERS = {
    name: TagReplacer(load_profile(name), RING, "lab") for name in ("hipaa-safe-harbor", "hips", "limited-dataset")
}
DAY = dt.timedelta(1)
FORMS = ("%Y-%m-%d", "%Y-%m", "%Y", "%B %d, %Y", "%m/%d/%Y", "%d %b %Y", "%m/%d/%y")


def at(profile: str, as_of: dt.date | None, value: str, entity: Entity = Entity.BIRTH_DATE_TIME, **more: str) -> str:
    replacer = REPLACERS[profile]
    replacer.as_of = as_of
    (made,) = replacer.replace([Mention(value, entity, "s1", **more)])  # type: ignore[arg-type]
    return made


@each_row(
    ("born", "turns"),
    [
        ("1938-06-15", "2028-06-15"), ("1938-06", "2028-01-01"), ("1938", "2028-01-01"),
        ("June 15, 1938", "2028-06-15"), ("1936-02-29", "2026-03-01"), ("1956-02-29", "2046-03-01"),
        ("1958-12-31", "2048-12-31"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("profile", ["hipaa-safe-harbor", "hips"])
def test_a_birth_date_turns_on_the_ninetieth_birthday(profile: str, born: str, turns: str) -> None:
    found = at(profile, dt.date(2026, 1, 1), born, where="Patient.birthDate" if born[0] == "1" else "text")
    assert isinstance(found, KeptDate) and found.turns == dt.date.fromisoformat(turns)


def test_what_never_changes_has_no_day() -> None:
    now = dt.date(2026, 1, 1)
    for profile, value, entity in [
        ("hipaa-safe-harbor", "1959-01-01", Entity.BIRTH_DATE_TIME),  # turns after 2048, which no stream reaches
        ("hipaa-safe-harbor", "1936-01-01", Entity.BIRTH_DATE_TIME),  # has turned
        ("hipaa-safe-harbor", "88", Entity.AGE),  # as it was when it was written
        ("hipaa-safe-harbor", "June 15", Entity.BIRTH_DATE_TIME),
        ("limited-dataset", "1938-06-15", Entity.BIRTH_DATE_TIME),
    ]:
        assert not isinstance(at(profile, now, value, entity), KeptDate)


dated = st.dates(dt.date(1930, 1, 1), dt.date(1962, 12, 31))


@settings(max_examples=200)
@given(dated, st.sampled_from(FORMS), st.dates(dt.date(2020, 1, 1), dt.date(2048, 12, 30)), st.data())
def test_the_day_is_the_first_on_which_the_replacement_differs(
    born: dt.date, form: str, as_of: dt.date, data: st.DataObject
) -> None:
    profile = data.draw(st.sampled_from(list(REPLACERS)))
    entity = data.draw(st.sampled_from([Entity.BIRTH_DATE_TIME, Entity.DATE]))
    where = data.draw(st.sampled_from(["text", "Patient.birthDate"]))
    value = born.strftime(form)
    made = at(profile, as_of, value, entity, where=where)
    # From the hundredth year on, a year of two digits is read as one of the next century.
    last = dt.date(2048, 12, 31) if "%Y" in form else dt.date(born.year + 100, 1, 1) - DAY
    later = data.draw(st.dates(as_of, max(as_of, min(last, dt.date(2048, 12, 31)))))
    if not isinstance(made, KeptDate):  # of a year of two digits the century can still change
        assert made == "90+" or at(profile, later, value, entity, where=where) == made
        return
    assert as_of < made.turns
    before = min(later, made.turns - DAY)
    assert at(profile, before, value, entity, where=where) == made
    for day in (made.turns, max(later, made.turns)):
        assert at(profile, day, value, entity, where=where) in ("90+", f"[{entity.value}]")


def test_before_a_day_is_known_birth_dates_become_tags_and_other_dates_have_their_day() -> None:
    assert at("hipaa-safe-harbor", None, "1938-06-15") == "[BIRTH_DATE_TIME]"
    found = at("hipaa-safe-harbor", None, "1938-06-15", Entity.DATE)
    assert isinstance(found, KeptDate) and (found, found.turns) == ("1938", dt.date(2028, 6, 15))


def test_a_text_has_the_earliest_of_its_days() -> None:
    early, late = dt.date(2027, 1, 1), dt.date(2030, 1, 1)
    pieces = [kept_until("38", late), "smith", kept_until("37", early), kept_until("x", None)]
    made = joined(pieces)
    assert made == "38smith37x" and first_turn([made]) == first_turn(pieces) == early
    assert not isinstance(joined(["a", "b"]), KeptDate) and first_turn(["a"]) is None
