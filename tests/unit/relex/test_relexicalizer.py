"""Stand-ins over a real embedded index: one stand-in for each person in any order of records, in text and in fields."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import pytest

from redactor.entities import Entity, Role
from redactor.errors import IndexUnavailableError
from redactor.policy.profiles import load_profile, parse_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import KnownValue, Mention
from relex.generators._names import name_pools
from relex.identity.context import HouseholdNames
from relex.index import Entry, Roster
from relex.index.embedded import EmbeddedIndex
from relex.parts import Kind, Level, scope_name
from relex.relexicalizer import Relexicalizer
from relex.strategy import RuleStrategy
from tests.unit.golden_pseudonyms import keyring

RING = keyring(2)  # under a random one two of the stand-ins below are the same by chance, once in 300
DOE = KnownValue(
    "John Adam Doe", Entity.PATIENT, Role.PATIENT, (("given", "John"), ("given", "Adam"), ("family", "Doe"))
)
WIFE = KnownValue("Mary Doe", Entity.PERSON, Role.RELATIVE, (("given", "Mary"), ("family", "Doe")))
BORN = KnownValue("1950-03-04", Entity.BIRTH_DATE_TIME, Role.PATIENT)
HOME_ADDRESS = KnownValue(
    "12 Elm St, Springfield, IL",
    Entity.ADDRESS,
    Role.PATIENT,
    (("line", "12 Elm St"), ("city", "Springfield"), ("state", "IL")),
)
DOCTOR = KnownValue("Dr. Ann Okafor", Entity.DOCTOR, Role.CLINICIAN, (("given", "Ann"), ("family", "Okafor")))


class FakeKnownValues:
    """Known values of a home, in memory."""

    def __init__(self, site: Sequence[KnownValue] = (DOCTOR,), **subjects: tuple[KnownValue, ...]) -> None:
        self._site, self._subjects = tuple(site), subjects

    def household(self, subject: str) -> HouseholdNames:
        return HouseholdNames(subject, subject)

    def known(self, subject: str) -> tuple[KnownValue, ...]:
        return self._subjects.get(subject, ())

    def births_in_other_charts(self, subject: str) -> frozenset[str]:
        return frozenset()

    def site(self) -> tuple[KnownValue, ...]:
        return self._site


@pytest.fixture
def index(tmp_path: Path) -> Iterator[EmbeddedIndex]:
    with EmbeddedIndex(tmp_path / "index.db", RING) as opened:
        yield opened


def standins(
    index: EmbeddedIndex, told: FakeKnownValues | None = None, recipient: str = "enclave", mode: str = "consistent"
) -> Relexicalizer:
    profile = load_profile("hips")
    if mode != "consistent":
        profile = parse_profile({"profile": "m", "version": "1", "default": "surrogate", "standins": mode})
    tags = TagReplacer(profile, RING, recipient)
    return Relexicalizer(
        tags,
        RuleStrategy(),
        index,
        RING,
        recipient,
        "default",
        told or FakeKnownValues(p1=(DOE, WIFE, HOME_ADDRESS, BORN)),
    )


def name(value: str, subject: str | None = "p1", note: str = "n1", entity: Entity = Entity.PERSON) -> Mention:
    return Mention(value, entity, subject, note=note)


ELEVEN = (
    "John Doe", "john doe", "JOHN DOE", "Doe, John", "John  Doe", "Mr. Doe", "J. Doe", "Doe", "Johnny Doe",
    "John A. Doe Jr.", "Dr. Doe's",
)  # fmt: skip


def test_eleven_spellings_of_one_person_keep_their_form(index: EmbeddedIndex) -> None:
    told = FakeKnownValues(site=(), p1=(DOE, WIFE))
    got = dict(
        zip(ELEVEN, standins(index, told).replace([name(v, note=str(i)) for i, v in enumerate(ELEVEN)]), strict=True)
    )
    given, family = got["John Doe"].split(" ")
    assert {given.casefold(), family.casefold()}.isdisjoint({"john", "doe", "adam", "mary"})
    assert got["john doe"] == f"{given} {family}".lower() and got["JOHN DOE"] == f"{given} {family}".upper()
    assert got["Doe, John"] == f"{family}, {given}" and got["John  Doe"] == f"{given}  {family}"
    assert got["Mr. Doe"] == f"Mr. {family}" and got["Doe"] == family
    assert got["J. Doe"] == f"{given[0]}. {family}"
    assert got["Johnny Doe"].endswith(family)
    assert got["John A. Doe Jr."].startswith(given) and got["John A. Doe Jr."].endswith(f"{family} Jr.")


def test_fields_and_text_name_the_same_stand_in(index: EmbeddedIndex) -> None:
    whole = (("given", "John"), ("given", "Adam"), ("family", "Doe"))
    fields = [
        Mention(v, Entity.PATIENT, "p1", Role.PATIENT, f"Patient.name.{part}", part, whole)
        for part, v in (("given", "John"), ("family", "Doe"))
    ]
    *parts, text = standins(index).replace([*fields, name("John Doe")])
    assert text == " ".join(parts)


def test_households_and_recipients_have_stand_ins_of_their_own(index: EmbeddedIndex) -> None:
    told = FakeKnownValues(p1=(DOE,), p2=(DOE,))
    ours = standins(index, told)
    here, there = ours.replace([name("John Doe"), name("John Doe", "p2", "n2")])
    (other,) = standins(index, told, recipient="elsewhere").replace([name("John Doe")])
    assert len({here, there, other, "John Doe"}) == 4
    assert ours.replace([name("John Doe")]) == [here]


def test_a_clinician_is_one_person_for_every_patient(index: EmbeddedIndex) -> None:
    told = FakeKnownValues(p1=(DOE,), p2=(WIFE,))
    field = Mention("Okafor", Entity.DOCTOR, None, Role.CLINICIAN, "Practitioner.name.family", "family", DOCTOR.parts)
    got = standins(index, told).replace([name("Dr. Okafor"), name("Ann Okafor", "p2", "n2"), field])
    assert got[0] == f"Dr. {got[2]}" and got[1].endswith(got[2])


def test_families_share_a_surname_and_full_names_are_unique(index: EmbeddedIndex) -> None:
    got = standins(index).replace([name("John Doe"), name("Mary Doe"), name("Susan Lee", note="n2")])
    assert got[0].split()[-1] == got[1].split()[-1] != got[2].split()[-1]
    assert len({g.split()[0] for g in got}) == 3


MENTIONS = [
    *(name(v, s, f"{s}-{v}") for s in ("p1", "p2", "p3") for v in (*ELEVEN, "Mary Doe", "Jane Roe", "R. Roe")),
    *(Mention(v, Entity.MEDICAL_RECORD_NUMBER, s) for s in ("p1", "p2") for v in ("0012345", "00-12345", "77812")),
    *(Mention("Springfield", Entity.CITY, s) for s in ("p1", "p2", None)),
    *(Mention(v, Entity.HOSPITAL, s) for s in ("p1", None) for v in ("St. Mary's Hospital", "Saint Marys Hosp")),
    *(Mention(v, Entity.TELEPHONE_NUMBER, "p1") for v in ("(617) 555-2368", "617.555.2368", "6175552368")),
    *(Mention(v, Entity.EMAIL, "p1") for v in ("john.doe@gmail.com", "jdoe82@hospital.org")),
    Mention("", Entity.PERSON, "p1"), Mention("😀", Entity.ID, "p1"), Mention("א", Entity.CITY, "p1"),
    Mention("x" * 10_000, Entity.PERSON, "p1"), Mention("7" * 10_000, Entity.ID, "p1"),
]  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
def test_the_order_and_the_batches_do_not_matter(tmp_path: Path, seed: int) -> None:
    told = FakeKnownValues(p1=(DOE, WIFE, HOME_ADDRESS), p2=(WIFE,))
    with EmbeddedIndex(tmp_path / "a.db", RING) as one:
        together = standins(one, told).replace(MENTIONS)
    shuffled = list(range(len(MENTIONS)))
    random.Random(seed).shuffle(shuffled)
    apart = [""] * len(MENTIONS)
    with EmbeddedIndex(tmp_path / "b.db", RING) as two:
        replacer = standins(two, told)
        for i in shuffled:
            (apart[i],) = replacer.replace([MENTIONS[i]])
    assert apart == together


_GIVEN = ("James", "John", "Joseph", "Jason", "Jeffrey", "Jack", "Robert", "Michael", "Mary", "Jane", "Ann", "Lee")


def _family(surname: str) -> tuple[KnownValue, ...]:
    parts = ((("given", given), ("family", surname)) for given in _GIVEN)
    return tuple(KnownValue(f"{p[0][1]} {surname}", Entity.PERSON, Role.RELATIVE, p) for p in parts)


def test_recorded_names_are_drawn_and_nobody_shares_one(tmp_path: Path) -> None:
    """Draws alone would give some of these families one name twice."""
    subjects = [f"p{n}" for n in range(12)]
    told = FakeKnownValues(**{s: (*_family("Doe"), *_family("Smith")) for s in subjects})
    others = ("Jerry", "Justin", "Matthew", "Barbara")  # in texts only
    mentions = [name(f"{given} Doe", s, f"{s}-{given}") for s in subjects for given in (*_GIVEN, *others)]
    mentions += [name(f"{given[0]}. Smith", s, f"{s}-{given}-2") for s in subjects for given in _GIVEN]
    with EmbeddedIndex(tmp_path / "a.db", RING) as one:
        together = standins(one, told).replace(mentions)
    with EmbeddedIndex(tmp_path / "b.db", RING) as two:
        replacer = standins(two, told)
        assert [replacer.replace([m])[0] for m in reversed(mentions)] == together[::-1]
    written = dict(zip([(m.subject, m.value) for m in mentions], together, strict=True))
    for subject in subjects:
        given = {g: written[subject, f"{g} Doe"].split()[0] for g in (*_GIVEN, *others)}
        assert len(set(given.values())) == len(given)
        assert all(written[subject, f"{g[0]}. Smith"][0] == given[g][0] for g in _GIVEN)


def test_clinicians_of_a_large_site_keep_surnames_apart(tmp_path: Path) -> None:
    by_initial = name_pools.by_initial(Kind.FAMILY)
    recorded = [n.text for n in islice(by_initial["s"], 400) if n.text.isalpha()]
    in_texts = [n.text for n in islice(by_initial["b"], 100) if n.text.isalpha()]
    parts = ((("given", "Ann"), ("family", n)) for n in recorded)
    site = [KnownValue(f"Dr. Ann {p[1][1]}", Entity.DOCTOR, Role.CLINICIAN, p) for p in parts]
    doctors = [Mention(f"Dr. {n}", Entity.DOCTOR, "p1", Role.CLINICIAN) for n in (*recorded, *in_texts)]
    got: list[list[str]] = []
    for folder in ("a", "b"):
        with EmbeddedIndex(tmp_path / f"{folder}.db", RING) as index:
            mentions = random.Random(folder).sample(doctors, len(doctors))
            replacer = standins(index, FakeKnownValues(site))
            made = {m.value: text for m in mentions for text in replacer.replace([m])}
            got.append([made[m.value] for m in doctors])
    assert got[0] == got[1]
    assert len(set(got[0])) == len(doctors)


def test_spellings_of_one_number_agree_and_numbers_stay_apart(index: EmbeddedIndex) -> None:
    many = [Mention(f"{i:07d}", Entity.MEDICAL_RECORD_NUMBER, "p1") for i in range(300)]
    got = standins(index).replace([*many, Mention("000-0007", Entity.MEDICAL_RECORD_NUMBER, "p1")])
    assert len(set(got[:300])) == 300 and not any(a == m.value for a, m in zip(got, many, strict=False))
    assert got[-1].replace("-", "") == got[7] and got[-1][3] == "-"


def test_dates_shift_and_kept_entities_stay(index: EmbeddedIndex) -> None:
    got = standins(index).replace(
        [Mention("3/4/2019", Entity.DATE, "p1", note="n"), Mention("Illinois", Entity.STATE, "p1", note="n")]
    )
    assert got[0] != "3/4/2019" and got[0].count("/") == 2 and got[1] == "Illinois"


def test_ambiguous_names_are_counted(index: EmbeddedIndex) -> None:
    replacer = standins(index)
    for _ in range(2):
        replacer.replace([name("John Doe", note="n9"), name("Doe"), name("Roe")])
        assert replacer.ambiguous == [1]  # John or Mary


def test_known_originals_are_never_stand_ins(index: EmbeddedIndex) -> None:
    families = ("Smith", "Johnson", "Williams", "Brown", "Jones", "Garcia", "Miller", "Davis", "Wilson", "Moore")
    known = tuple(KnownValue(f, Entity.PERSON, Role.RELATIVE, (("family", f),)) for f in families)
    got = standins(index, FakeKnownValues(site=(), p1=known)).replace([name(f"Mr. {f}", note=f) for f in families])
    assert {g.split()[-1] for g in got}.isdisjoint(families) and len(set(got)) == len(families)


def test_households_linked_later_keep_their_stand_ins_without_sharing(index: EmbeddedIndex) -> None:
    class Linked(FakeKnownValues):
        def household(self, subject: str) -> HouseholdNames:
            return HouseholdNames(subject, "p1", ("p2",))

    for subject, original in (("p1", "john"), ("p2", "david")):
        scope = scope_name("enclave", RING.epoch, Level.HOUSEHOLD, subject)
        assert index.put([Roster(scope, (Entry(scope, "given", original, "Richard"),))]) == [True]
    mentions = [name(f"{given} Roe", chart, given) for chart in ("p1", "p2") for given in ("John", "David", "Zoe")]
    got = standins(index, Linked(site=())).replace(mentions)
    john, david, zoe, john_too, david_too, zoe_too = (text.split()[0] for text in got)
    assert john == david_too == "Richard"  # each chart keeps what it had
    assert len({john, david, zoe}) == len({john_too, david_too, zoe_too}) == 3
    assert zoe == zoe_too and len({text.split()[1] for text in got}) == 1
    assert standins(index, Linked(site=())).replace(mentions[::-1]) == got[::-1]


def test_numbers_of_a_site_do_not_depend_on_the_order(tmp_path: Path) -> None:
    """There are a hundred fictitious lines per area code: many of sixty numbers want the same one."""
    told = FakeKnownValues(
        site=[KnownValue(f"(202) 555-{n:04d}", Entity.TELEPHONE_NUMBER, Role.SITE) for n in range(2000, 2060)]
    )
    mentions = [Mention(v.value, Entity.TELEPHONE_NUMBER, None) for v in told.site()]
    got = []
    for turn, order in enumerate((mentions, mentions[::-1])):
        with EmbeddedIndex(tmp_path / f"{turn}.db", RING) as opened:
            replacer = standins(opened, told)
            got.append({m.value: replacer.replace([m])[0] for m in order})
    assert got[0] == got[1] and len(set(got[0].values())) == 60


def test_small_numbers_and_initials_are_not_stored(index: EmbeddedIndex) -> None:
    told = FakeKnownValues(site=(), p1=(DOE, HOME_ADDRESS))
    standins(index, told).replace([name("John Q. Doe"), Mention("12 Elm St", Entity.STREET, "p1")])
    kinds = {entry.kind for entry in index.scan()}
    assert "given" in kinds and not kinds & {"letter", "house"}


def test_markov_varies_along_a_text_and_copies_are_equal(index: EmbeddedIndex) -> None:
    replacer = standins(index, mode="markov")

    def walk(note: str, paragraph: str, n: int = 12) -> list[str]:
        return replacer.replace(
            [Mention("John Doe", Entity.PERSON, "p1", note=note, paragraph=paragraph, ordinal=i) for i in range(n)]
        )

    first, copied, other = walk("a", "seen by us"), walk("b", "seen by us"), walk("c", "seen by them")
    assert first == copied != other
    assert len(set(first)) > 3 and "John Doe" not in first
    field = Mention("Doe", Entity.PATIENT, "p1", Role.PATIENT, "Patient.name.family", "family", (("family", "Doe"),))
    assert replacer.replace([field]) == replacer.replace([field])


def test_a_failing_index_leaves_no_partial_replacement(index: EmbeddedIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    def down(*_: object) -> None:
        raise IndexUnavailableError("down")

    monkeypatch.setattr(index, "put", down)
    with pytest.raises(IndexUnavailableError):
        standins(index).replace([name("John Doe"), Mention("x", Entity.OCCUPATION, "p1")])


def test_levels_can_be_set(index: EmbeddedIndex) -> None:
    told = FakeKnownValues(site=())
    tags = TagReplacer(load_profile("hips"), RING, "enclave")
    wide = Relexicalizer(tags, RuleStrategy(), index, RING, "enclave", "default", told, {Entity.CITY: Level.GLOBAL})
    towns = ("Peoria, IL", "Joliet, IL", "Aurora, IL", "Pekin, IL", "Ottawa, IL", "Dixon, IL", "Mendota, IL")

    def read(replacer: Relexicalizer, subject: str) -> list[str]:
        return replacer.replace([Mention(t, Entity.CITY, subject) for t in towns])

    assert read(wide, "p1") == read(wide, "p2")
    alone = standins(index, told)
    assert read(alone, "p1") != read(alone, "p2")
