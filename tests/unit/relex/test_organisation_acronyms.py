"""The acronym of an organisation fits the stand-in of its name, or becomes a tag."""

from __future__ import annotations

from pathlib import Path

import pytest

from redactor.detect.patterns import Patterns
from redactor.detect.resolver import resolve
from redactor.entities import Entity, Role
from redactor.lexicon.acronyms import acronym, acronyms
from redactor.policy.profiles import load_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import KnownValue, Mention, Note
from relex.identity.context import HouseholdNames
from relex.index.embedded import EmbeddedIndex
from relex.relexicalizer import Relexicalizer
from relex.strategy import RuleStrategy
from tests.each_row import each_row
from tests.unit import golden_pseudonyms

MGH = "Massachusetts General Hospital"


class FakeKnownValues:
    """A site with some organisations."""

    def __init__(self, *organisations: str) -> None:
        self._site = tuple(KnownValue(o, Entity.HOSPITAL, Role.SITE) for o in organisations)

    def household(self, subject: str) -> HouseholdNames:
        return HouseholdNames(subject, subject)

    def known(self, subject: str) -> tuple[KnownValue, ...]:
        return ()

    def births_in_other_charts(self, subject: str) -> frozenset[str]:
        return frozenset()

    def site(self) -> tuple[KnownValue, ...]:
        return self._site


def replaced(folder: Path, mentions: list[Mention], *organisations: str) -> list[str]:
    ring = golden_pseudonyms.keyring(2)
    folder.mkdir(exist_ok=True)
    with EmbeddedIndex(folder / "index.db", ring) as index:
        tags = TagReplacer(load_profile("hips"), ring, "r")
        return Relexicalizer(tags, RuleStrategy(), index, ring, "r", "s", FakeKnownValues(*organisations)).replace(
            mentions
        )


def hospital(value: str, note: str = "n") -> Mention:
    return Mention(value, Entity.HOSPITAL, "p", note=note)


NAMES = [
    (MGH, "MGH"),
    ("Brigham and Women's Hospital", "BWH"),
    ("University of California San Francisco Medical Center", "UCSF"),
    ("St. Mary's Medical Center", "SMMC"),
    ("Dayton Regional Children's Hospital", "DRCH"),
    ("Ohio State University Hospital", "OSUH"),
]


@pytest.mark.parametrize(("name", "short"), NAMES)
def test_the_acronym_beside_a_name_is_that_of_its_stand_in(tmp_path: Path, name: str, short: str) -> None:
    for key in range(8):
        full, bare, longer = replaced(
            tmp_path / str(key), [hospital(name), hospital(short), hospital(f"{short} Clinic")]
        )
        expected = acronym(full, acronyms(name)[short])
        if expected == short:
            assert bare == longer == "[HOSPITAL]"
        else:
            assert (bare, longer) == (expected, f"{expected} Clinic")


def test_records_name_the_organisation_as_well_as_the_note(tmp_path: Path) -> None:
    full, bare = replaced(tmp_path, [hospital(MGH, "n1"), hospital("MGH", "n2")], MGH)
    assert bare in (acronym(full, acronyms(MGH)["MGH"]), "[HOSPITAL]")


def test_an_acronym_of_two_organisations_becomes_a_tag(tmp_path: Path) -> None:
    assert replaced(tmp_path, [hospital("MGH")], MGH, "Memorial Garden Hospital") == ["[HOSPITAL]"]


def test_an_acronym_without_a_name_has_other_letters(tmp_path: Path) -> None:
    for key in range(8):
        (got,) = replaced(tmp_path / str(key), [hospital("MGH")])
        assert len(got) == 3 and got != "MGH"


@each_row(
    ("text", "found"),
    [
        (f"Transferred from {MGH} (MGH). At MGH she improved.", 2),
        ("Admitted to Brigham and Women's Hospital. BWH records were requested.", 1),
        ("Cedar Baptist Clinic (CBC) sent her. CBC was normal.", 1),
        ("Cedar Baptist Clinic sent her. CBC was normal.", 0),
        ("Seen at Mercy Regional Infirmary Hospital, MRI of the knee.", 0),
        (f"{MGH} called; mgh is a word here.", 0),
    ],
)
def test_the_acronym_of_an_organisation_in_the_text_is_found(text: str, found: int) -> None:
    spans = resolve(text, Patterns().detect([Note("n", text)])[0].spans)
    assert sum(text[s.start : s.end].isupper() for s in spans) == found
