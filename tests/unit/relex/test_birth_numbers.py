"""Birth years and dates in user names and addresses follow the shift of the birth date."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path

import pytest

from redactor.entities import Entity, Role
from redactor.policy.kept_dates import first_turn
from redactor.policy.profiles import load_profile, parse_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import KnownValue, Mention
from relex.identity.context import HouseholdNames
from relex.index.embedded import EmbeddedIndex
from relex.relexicalizer import Relexicalizer
from relex.strategy import RuleStrategy
from tests.unit import golden_pseudonyms

JANE = KnownValue("Jane Smith", Entity.PATIENT, Role.PATIENT, (("given", "Jane"), ("family", "Smith")))


class FakeKnownValues:
    """One birth date for all subjects."""

    def __init__(self, *births: str) -> None:
        self._values = (JANE, *(KnownValue(b, Entity.BIRTH_DATE_TIME, Role.PATIENT) for b in births))

    def household(self, subject: str) -> HouseholdNames:
        return HouseholdNames(subject, subject)

    def known(self, subject: str) -> tuple[KnownValue, ...]:
        return self._values

    def births_in_other_charts(self, subject: str) -> frozenset[str]:
        return frozenset()

    def site(self) -> tuple[KnownValue, ...]:
        return ()


def replaced(
    tmp_path: Path,
    births: tuple[str, ...],
    values: list[str],
    dates: str = "surrogate",
    entity: Entity | None = None,
) -> list[list[str]]:
    """The released birth dates and values of twelve subjects, each with a shift of their own."""
    ring = golden_pseudonyms.keyring(2)
    profile = load_profile("hips")
    if dates != "surrogate":
        profile = parse_profile({
            "profile": "p", "version": "1", "default": "surrogate", "actions": {"BIRTH_DATE_TIME": dates},
        })  # fmt: skip
    tags = TagReplacer(profile, ring, "r", as_of=dt.date(2026, 1, 1))
    with EmbeddedIndex(tmp_path / "index.db", ring) as index:
        ours = Relexicalizer(tags, RuleStrategy(), index, ring, "r", "s", FakeKnownValues(*births))
        return [
            ours.replace([
                *(Mention(b, Entity.BIRTH_DATE_TIME, s, Role.PATIENT, "Patient.birthDate") for b in births),
                *(Mention(v, entity or (Entity.EMAIL if "@" in v else Entity.USERNAME), s, note="n") for v in values),
            ])
            for s in (f"p{n}" for n in range(12))
        ]  # fmt: skip


def test_a_birth_year_is_that_of_the_released_birth_date(tmp_path: Path) -> None:
    values = ["jsmith1952", "jsmith52", "jane.smith1952@example.org", "sunny_1952", "1952smith"]
    seen = set()
    for birth, *names in replaced(tmp_path, ("1952-01-20",), values):
        year = birth[:4]
        seen.add(year)
        digits = ["".join(re.findall(r"\d", name)) for name in names]
        assert digits == [year, year[2:], year, year, year]
        assert not any("smith" in name or "sunny" in name for name in names)
    assert seen == {"1951", "1952", "1953"} or len(seen) > 1


@pytest.mark.parametrize(
    ("value", "form"),
    [("jane03041952", "%m%d%Y"), ("jane19520304", "%Y%m%d"), ("jane0304", "%m%d"), ("j030452", "%m%d%y")],
)
def test_a_birth_date_is_the_released_one(tmp_path: Path, value: str, form: str) -> None:
    for birth, name in replaced(tmp_path, ("1952-03-04",), [value]):
        assert "".join(re.findall(r"\d", name)) == dt.date.fromisoformat(birth).strftime(form)


def test_a_user_name_that_was_taken_for_a_name_follows_too(tmp_path: Path) -> None:
    for birth, *names in replaced(
        tmp_path, ("1952-01-20",), ["jsmith1952", "janesmith52", "smith_jane1952"], entity=Entity.PATIENT
    ):
        assert [n.rstrip("0123456789") != n and n[-2:] for n in names] == [birth[2:4]] * 3
        assert not any("smith" in n for n in names)


def test_other_numbers_are_permuted_as_ever(tmp_path: Path) -> None:
    rows = replaced(tmp_path, ("1952-03-04",), ["jsmith1984", "jsmith7"])
    assert len({row[1] for row in rows}) > 6
    assert all(not row[1].endswith("1984") for row in rows)


@pytest.mark.parametrize(
    ("birth", "dates"), [("1930-03-04", "surrogate"), ("1952-03-04", "tag"), ("1952-03-04", "generalize")]
)
def test_a_birth_date_that_is_not_released_gives_no_number(tmp_path: Path, birth: str, dates: str) -> None:
    rows = replaced(tmp_path, (birth,), [f"jsmith{birth[:4]}"], dates)
    assert len({"".join(re.findall(r"\d", row[1])) for row in rows}) > 4


def test_a_birth_year_without_a_day(tmp_path: Path) -> None:
    for birth, name in replaced(tmp_path, ("1952",), ["jsmith1952"]):
        if re.fullmatch(r"\d{4}", birth):
            assert name.endswith(birth)


def test_a_user_name_turns_with_the_birth_year_that_it_repeats(tmp_path: Path) -> None:
    """In a stream the day moves under one replacer: what it has cached of the day before must not leave."""
    ring, name = golden_pseudonyms.keyring(2), Mention("jsmith1938", Entity.USERNAME, "p1", note="n")
    born = Mention("1938-06-15", Entity.BIRTH_DATE_TIME, "p1", Role.PATIENT, "Patient.birthDate")
    tags = TagReplacer(load_profile("hips"), ring, "r", as_of=dt.date(2028, 6, 14))
    with EmbeddedIndex(tmp_path / "index.db", ring) as index:
        ours = Relexicalizer(tags, RuleStrategy(), index, ring, "r", "s", FakeKnownValues(born.value))
        for _ in range(2):  # the second time from the cache
            birth, user = ours.replace([born, name])
            assert user.endswith(birth[:4])
            assert first_turn([user]) == first_turn([birth]) == dt.date(2028, 6, 15)
        ours.as_of = dt.date(2028, 6, 15)
        later, user_later = ours.replace([born, name])
        assert later == "90+" and not user_later.endswith((birth[:4], "1938"))
        assert first_turn([later, user_later]) is None
