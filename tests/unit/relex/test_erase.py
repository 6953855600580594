"""Erasing one member's parts of a household: what is erased, what stays, and that stand-ins are not given again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from redactor.entities import Entity
from redactor.errors import IndexUnavailableError
from redactor.keys import Keyring
from redactor.policy.profiles import load_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import KnownValue, Mention
from relex.erase import HouseholdErasure, erase_parts
from relex.identity.context import HouseholdNames
from relex.index import Entry, Roster
from relex.index.codec import standin_token
from relex.index.embedded import EmbeddedIndex
from relex.parts import Level, scope_name, scope_parts
from relex.relexicalizer import Relexicalizer
from relex.strategy import RuleStrategy

RING = Keyring.generate()
OURS, HERS = (scope_name("enclave", 1, Level.HOUSEHOLD, name) for name in ("a", "b"))
ADA, JOHN, DOE = ("given", "f", "ada"), ("given", "m", "john"), ("family", "", "doe")


class Couple:
    """Two subjects, a and b, in one household without known values."""

    def household(self, subject: str) -> HouseholdNames:
        return HouseholdNames("a", "a", ("b",))

    def known(self, subject: str) -> tuple[KnownValue, ...]:
        return ()

    def births_in_other_charts(self, subject: str) -> frozenset[str]:
        return frozenset()

    def site(self) -> tuple[KnownValue, ...]:
        return ()


@pytest.fixture
def index(tmp_path: Path) -> Iterator[EmbeddedIndex]:
    with EmbeddedIndex(tmp_path / "index.db", RING) as opened:
        yield opened


def held(index: EmbeddedIndex, scope: str) -> dict[tuple[str, str], str]:
    return {(e.kind, e.original): e.standin for e in index.rosters([scope])[0].entries}


def token(scope: str, kind: str, standin: str) -> str:
    return standin_token(RING, scope, kind, standin)


def test_a_scope_name_is_parsed_into_its_parts() -> None:
    assert scope_parts(OURS) == ("enclave", 1, Level.HOUSEHOLD, "a")
    assert scope_parts(scope_name("odd\x1fname", 12, Level.GLOBAL, "")) == ("odd\x1fname", 12, Level.GLOBAL, "")


def test_erased_parts_leave_every_roster_and_their_standins_are_retired(
    index: EmbeddedIndex,
) -> None:
    ours = Entry(OURS, "given.f", "ada", "Lea"), Entry(OURS, "family", "doe", "Chang")
    hers = Entry(HERS, "given.m", "john", "Kevin"), Entry(HERS, "family", "doe", "Lee")
    assert index.put([Roster(OURS, ours, frozenset({"old"})), Roster(HERS, hers)]) == [True, True]
    erased, left = erase_parts(index, RING, [HERS, OURS], HouseholdErasure(frozenset({JOHN, ADA})))
    assert (erased, set(left)) == (2, {ours[1], hers[1]})
    assert held(index, OURS) == {("family", "doe"): "Chang"} and held(index, HERS) == {("family", "doe"): "Lee"}
    assert index.rosters([OURS])[0].retired == {"old", token(OURS, "given.f", "Lea")}
    assert index.rosters([HERS])[0].retired == {token(HERS, "given.f", "Lea"), token(HERS, "given.m", "Kevin")}
    assert erase_parts(index, RING, [HERS, OURS], HouseholdErasure(frozenset({JOHN, ADA}))) == (0, left)


def test_what_only_texts_have_goes_with_the_last_chart_that_has_it(index: EmbeddedIndex) -> None:
    held_by = {"ada": {"1"}, "eve": {"1", "2"}, "kim": {"1"}, "lou": set[str]()}
    entries = [Entry(OURS, "given.f", name, f"x{name}", frozenset(charts)) for name, charts in held_by.items()]
    index.put([Roster(OURS, tuple(entries))])
    kept = frozenset({("given", "f", "kim")})
    erased, left = erase_parts(index, RING, [OURS], HouseholdErasure(frozenset(), kept, frozenset({"1"})))
    assert erased == 1 and {e.original: set(e.charts) for e in left} == {"eve": {"2"}, "kim": set(), "lou": set()}
    assert index.rosters([OURS])[0].entries == left


@pytest.mark.parametrize("scope", [OURS, HERS])
def test_a_concurrent_roster_write_is_not_lost(index: EmbeddedIndex, tmp_path: Path, scope: str) -> None:
    class Busy(EmbeddedIndex):
        """Another process adds a part between the first read and the write."""

        added = False

        def put(self, rosters: Sequence[Roster]) -> list[bool]:
            if not self.added:
                self.added = True
                was = index.rosters([scope])[0]
                index.put([replace(was, entries=(*was.entries, Entry(scope, "given.m", "john", "Kevin")))])
            return super().put(rosters)

    index.put([Roster(OURS, (Entry(OURS, "given.f", "ada", "Lea"), Entry(OURS, "family", "doe", "Chang")))])
    with Busy(tmp_path / "index.db", RING) as busy:
        erased, _ = erase_parts(busy, RING, [HERS, OURS], HouseholdErasure(frozenset({JOHN, ADA})))
    assert erased == 2 and held(index, OURS) == {("family", "doe"): "Chang"}
    assert len(index.rosters([HERS])[0].retired) == 2


def test_a_roster_that_keeps_changing_is_an_error(index: EmbeddedIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    index.put([Roster(OURS, (Entry(OURS, "family", "doe", "Chang"),))])
    monkeypatch.setattr(index, "put", lambda rosters: [False for _ in rosters])
    with pytest.raises(IndexUnavailableError, match="stop the workers"):
        erase_parts(index, RING, [OURS], HouseholdErasure(frozenset({DOE})))


@pytest.mark.parametrize("scope", [OURS, HERS])
def test_standins_retired_by_one_member_are_not_reused_in_the_household(
    index: EmbeddedIndex, tmp_path: Path, scope: str
) -> None:
    def given(of: EmbeddedIndex) -> str:
        tags = TagReplacer(load_profile("hips"), RING, "enclave")
        made = Relexicalizer(tags, RuleStrategy(), of, RING, "enclave", "default", Couple())
        return made.replace([Mention("Mr. John Doe", Entity.PERSON, "b", note="n")])[0]

    first = given(index)
    entries = index.rosters([OURS])[0].entries
    with EmbeddedIndex(tmp_path / "other.db", RING) as other:
        other.put([Roster(scope, (), frozenset(token(scope, e.kind, e.standin) for e in entries))])
        assert given(other) == given(other) != first
        assert not {e.standin for e in other.scan()} & {e.standin for e in entries}
