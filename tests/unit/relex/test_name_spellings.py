"""Every spelling in data/name_spellings.toml and data/names_in_sentences.toml is found.

It gets the parts of one stand-in in the form found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from redactor.detect.known import Known, SiteKnown
from redactor.detect.patterns import Patterns
from redactor.detect.resolver import resolve
from redactor.entities import Role
from redactor.lexicon.nicknames import short_forms
from redactor.policy.profiles import parse_profile, read_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import KnownValue, Mention, Note, Span
from relex.identity.context import HouseholdNames
from relex.index.embedded import EmbeddedIndex
from relex.relexicalizer import Relexicalizer
from relex.strategy import RuleStrategy
from tests.each_row import each_row
from tests.unit.golden_pseudonyms import keyring
from tests.unit.relex.spellings import Marked, Standin, known_value, marked, matches, table, tidy

RING = keyring(2)
PEOPLE = {p["id"]: p for p in (*table("name_spellings")["person"], *table("names_in_sentences")["person"])}
SPELLINGS = [(name, text, answer) for name, p in PEOPLE.items() for text, answer in p["spellings"]]
CLINICIANS = [name for name, p in PEOPLE.items() if p.get("role") == "clinician"]
# Of titles and classes of roles.
_BESIDE = frozenset(
    ["dr", "dra", "drs", "prof", "doctor", "md", "do", "np", "pa", "rn", "npi", "the", "and", "comma", "s"]
)
LIMITS = [(name, text) for name, p in PEOPLE.items() for text in p.get("limits", ())]
APART = [*table("name_differences")["apart"], *table("names_in_sentences")["apart"]]
ORDINARY = [
    (row["person"], text)
    for name in ("name_differences", "names_in_sentences")
    for row in table(name)["ordinary"]
    for text in row["texts"]
]
_WORD = re.compile(r"[^\W_]+")
_PARTICLES = frozenset(["van", "den", "de", "la", "v", "d", "vd", "al", "el", "s", "dela", "st", "saint", "der"])


@cache
def _patterns(text: str) -> tuple[Span, ...]:
    return Patterns().detect([Note("n", text)])[0].spans


class FakeKnownValues:
    """The known values of one household and of a site."""

    def __init__(self, values: list[KnownValue]) -> None:
        self.site_values = tuple(v for v in values if v.role is Role.CLINICIAN)
        self.own_values = tuple(v for v in values if v.role is not Role.CLINICIAN)

    def household(self, subject: str) -> HouseholdNames:
        return HouseholdNames(subject, subject)

    def known(self, subject: str) -> tuple[KnownValue, ...]:
        return self.own_values

    def births_in_other_charts(self, subject: str) -> frozenset[str]:
        return frozenset()

    def site(self) -> tuple[KnownValue, ...]:
        return self.site_values


class Household:
    """People with stand-ins of their own, in an index of their own."""

    def __init__(self, index: EmbeddedIndex, people: list[dict[str, Any]], keep_structure: bool = True) -> None:
        """keep_structure: of clinicians, so that each word of theirs can be followed."""
        self.values = {p["id"]: known_value(p) for p in people}
        self.told = FakeKnownValues(list(self.values.values()))
        profile = parse_profile(read_profile("hips") | {"keep_structure": keep_structure})
        tags = TagReplacer(profile, RING, "enclave")
        self._replacer = Relexicalizer(tags, RuleStrategy(), index, RING, "enclave", "default", self.told)
        self.detector = Known(SiteKnown(self.told.site_values) if self.told.site_values else None)

    def standin(self, name: str) -> Standin:
        """The stand-in of a person as the fields of a record have it."""
        value = self.values[name]
        fields = [(part, text) for part, text in value.parts if part in ("given", "family")]
        out = self._replacer.replace([
            Mention(text, value.entity, "p1", value.role, f"Patient.name.{part}", part, value.parts)
            for part, text in fields
        ])  # fmt: skip
        given = tuple(text for (part, _), text in zip(fields, out, strict=True) if part == "given")
        return Standin(given, out[[part for part, _ in fields].index("family")])

    def replacement(self, name: str, text: Marked) -> str:
        entity = self.values[name].entity if name else next(iter(self.values.values())).entity
        return self._replacer.replace([Mention(text.mention, entity, "p1", note=text.text)])[0]

    def spans(self, text: str) -> tuple[Span, ...]:
        return self.detector.detect([Note("n", text, "p1", known=self.told.own_values)])[0].spans


@pytest.fixture(scope="module")
def households(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Household]]:
    """Each person of the list alone in a household."""
    folder: Path = tmp_path_factory.mktemp("spellings")
    indexes = {name: EmbeddedIndex(folder / f"{name}.db", RING) for name in PEOPLE}
    yield {name: Household(index, [PEOPLE[name]]) for name, index in indexes.items()}
    for index in indexes.values():
        index.close()


def test_the_lists_are_long_enough() -> None:
    assert len(SPELLINGS) >= 390 and len(LIMITS) <= 10
    assert sum(len(row["mentions"]) for row in APART) + len(ORDINARY) > 85


@each_row(("name", "text", "answer"), SPELLINGS)
def test_a_spelling_gets_the_parts_of_the_persons_stand_in(
    households: dict[str, Household], name: str, text: str, answer: str
) -> None:
    home = households[name]
    got, answers = home.replacement(name, marked(text)), home.standin(name).answers(answer)
    assert any(matches(got, one) for one in answers), (got, answers)


@pytest.fixture(scope="module")
def simple_households(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Household]]:
    """The same, with names of clinicians as one given and one family name."""
    folder: Path = tmp_path_factory.mktemp("simple")
    indexes = {name: EmbeddedIndex(folder / f"{name}.db", RING) for name in CLINICIANS}
    yield {name: Household(index, [PEOPLE[name]], keep_structure=False) for name, index in indexes.items()}
    for index in indexes.values():
        index.close()


@each_row(
    ("name", "text"),
    [(name, text) for name, text, _ in SPELLINGS if name in CLINICIANS],
)
def test_a_clinician_is_one_given_and_one_family_name_in_every_spelling(
    simple_households: dict[str, Household], name: str, text: str
) -> None:
    home = simple_households[name]
    standin = home.standin(name)
    own = [standin.given[0].casefold(), standin.family.casefold()]
    assert all(w.isalpha() for w in own)
    short = (form for form in short_forms(own[0]))
    words = [w.casefold() for w in _WORD.findall(tidy(home.replacement(name, marked(text)))) if not w.isdigit()]
    words = [w for w in words if w not in _BESIDE]
    for side in ({own[0], own[0][0], *short}, {own[1], own[1][0], f"{own[1]}s", own[1].removesuffix("a")}):
        found = next((w for w in words if w in side), None)
        if found is not None:
            words.remove(found)
    assert words in ([], [own[0][0] + own[1][0]]), words


@each_row(("name", "text"), LIMITS)
def test_a_spelling_beyond_the_rules_reveals_no_name(households: dict[str, Household], name: str, text: str) -> None:
    """These get a stand-in that is not the person's: one more person in the release, and nothing of the original."""
    got = households[name].replacement(name, marked(text))
    person = PEOPLE[name]
    written = {w.casefold() for w in _WORD.findall(" ".join([*person["given"], person["family"]]))}
    assert written.isdisjoint(w.casefold() for w in _WORD.findall(got))


@pytest.mark.parametrize("row", APART, ids=lambda row: "-".join(p["id"] for p in row["people"]))
def test_people_with_similar_names_stay_apart(tmp_path: Path, row: dict[str, Any]) -> None:
    with EmbeddedIndex(tmp_path / "index.db", RING) as index:
        home = Household(index, row["people"])
        standins = {p["id"]: home.standin(p["id"]) for p in row["people"]}
        whole = {(s.given, s.family) for s in standins.values()}
        assert len(whole) == len(standins)
        for text, owner in row["mentions"]:
            got = home.replacement(owner, marked(text))
            words = {w.casefold() for w in _WORD.findall(got)}
            if not owner:
                for other in standins.values():
                    assert words.isdisjoint(_words_of(other)), (text, got)
                continue
            mine = _words_of(standins[owner])
            assert words & mine, (text, got, standins[owner])
            for name, other in standins.items():
                assert name == owner or words.isdisjoint(_words_of(other) - mine), (text, got, other)


def _words_of(standin: Standin) -> set[str]:
    names = [*standin.given, standin.family]
    return {w.casefold() for w in _WORD.findall(" ".join([*names, *(n.replace("-", "") for n in names)]))}


@each_row(("name", "text", "answer"), SPELLINGS)
def test_a_spelling_is_found(households: dict[str, Household], name: str, text: str, answer: str) -> None:
    """By known values and patterns together: the number before a name, say, is no known value."""
    where = marked(text)
    spans = resolve(where.text, (*households[name].spans(where.text), *_patterns(where.text)))
    found = {k for s in spans for k in range(s.start, s.end)}
    stays = {w.casefold() for w in _WORD.findall(re.sub(r"\{.*?\}", " ", answer))} | _PARTICLES
    missed = [
        m[0]
        for m in _WORD.finditer(where.mention)
        if m[0].casefold() not in stays and not found.issuperset(range(where.start + m.start(), where.start + m.end()))
    ]
    assert bool(missed) == (text in PEOPLE[name].get("undetected", ())), missed


@each_row(("person", "text"), ORDINARY)
def test_words_that_are_somebodys_name_elsewhere_are_not_found(person: dict[str, Any], text: str) -> None:
    known = (known_value(person),)
    assert Known().detect([Note("n", text, "p1", known=known)])[0].spans == ()
