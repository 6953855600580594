"""Stand-ins for e-mail addresses: built from the stand-ins of names, at example domains."""

from __future__ import annotations

import re

from redactor.entities import Entity
from relex.generators._shared.spelling import ascii_spelling
from relex.identity.people import Context
from relex.parts import Kind, Level, Part
from tests.each_row import each_row
from tests.unit.relex.contact_details import CHOICE, RULES, parts, split, standin


@each_row(
    ("value", "expected"),
    [("john.doe82@gmail.com", [("given", "john"), ("family", "doe"), ("number", "82"), ("domain", "gmail.com")]),
     ("jdoe@mgh.org", [("letter", "j"), ("family", "doe"), ("domain", "mgh.org")]),
     ("doej@mgh.org", [("family", "doe"), ("letter", "j"), ("domain", "mgh.org")]),
     ("j.doe@mgh.org", [("letter", "j"), ("family", "doe"), ("domain", "mgh.org")]),
     ("johndoe@mgh.org", [("given", "john"), ("family", "doe"), ("domain", "mgh.org")]),
     ("JOHN_DOE@MGH.ORG", [("given", "john"), ("family", "doe"), ("domain", "mgh.org")]),
     ("bill.washington@mgh.org", [("given", "william"), ("family", "washington"), ("domain", "mgh.org")]),
     ("washw@mgh.org", [("family", "washington"), ("letter", "w"), ("domain", "mgh.org")]),
     ("janesings@mgh.org", [("given", "jane"), ("handle", "sings"), ("domain", "mgh.org")]),
     ("johnd@mgh.org", [("given", "john"), ("letter", "d"), ("domain", "mgh.org")]),
     ("Jane O'Neil <jane@mgh.org>", [("given", "jane"), ("family", "oneil"), ("given", "jane"),
                                     ("domain", "mgh.org")]),
     ("sunny77@mgh.org", [("handle", "sunny"), ("number", "77"), ("domain", "mgh.org")]),
     ("info@mgh.org", [("domain", "mgh.org")]),
     ("jane at mgh dot org", [("given", "jane"), ("domain", "mgh.org")]),
     ("jane [at] mgh [dot] org", [("given", "jane"), ("domain", "mgh.org")]),
     ("mailto:jane@www.mgh.org", [("given", "jane"), ("domain", "mgh.org")])],
)  # fmt: skip
def test_an_address_is_made_of_names_numbers_and_a_domain(value: str, expected: list[tuple[str, str]]) -> None:
    assert parts(value, Entity.EMAIL) == expected


def test_the_address_is_built_from_the_stand_in_name() -> None:
    got = standin("john.doe82@gmail.com", Entity.EMAIL)
    assert re.fullmatch(r"robert\.ohara\d\d@[a-z]+\.example\.com", got)
    assert standin("jdoe@gmail.com", Entity.EMAIL).startswith("rohara@")
    assert standin("JDOE@GMAIL.COM", Entity.EMAIL) == standin("jdoe@gmail.com", Entity.EMAIL).upper()
    assert standin("Jane.O'Neil@x.edu", Entity.EMAIL).startswith("Lucia.Vance@")


def test_names_in_addresses_have_neither_accents_nor_spaces() -> None:
    part = Part(Kind.FAMILY, "doe", "doe")
    assert ascii_spelling(part, "García Márquez") == "garciamarquez"
    assert ascii_spelling(Part(Kind.FAMILY, "doe", "Doe"), "O'Neil") == "Oneil"
    assert ascii_spelling(Part(Kind.FAMILY, "doe", "DOE"), "O'Neil") == "ONEIL"


@each_row(
    ("value", "level"),
    [("adam.wilson@mgh.org", Level.SITE), ("awilson@mgh.org", Level.SITE), ("john.wilson@mgh.org", None),
     ("jdoe@mgh.org", None), ("sunny@mgh.org", None), ("info@mgh.org", None)],
)  # fmt: skip
def test_addresses_of_site_staff_belong_to_the_site(value: str, level: Level | None) -> None:
    assert split(value, Entity.EMAIL).level is level


@each_row(
    ("value", "entity"),
    [("bill.smith@x.com", Entity.EMAIL), ("Page", Entity.USERNAME), ("admin", Entity.USERNAME),
     ("p.lane@x.com", Entity.EMAIL), ("page", Entity.TELEPHONE_NUMBER)],
)  # fmt: skip
def test_words_that_may_be_names_are_replaced(value: str, entity: Entity) -> None:
    assert not {"bill", "page", "admin", "p"} & set(re.split(r"\W", standin(value, entity).lower()))


def test_no_part_of_an_unknown_persons_name_remains() -> None:
    for value in ("m.smith@x.com", "m_smith", "smith-jones.k"):
        entity = Entity.EMAIL if "@" in value else Entity.USERNAME
        local = standin(value, entity, Context()).split("@")[0]
        assert not {"smith", "jones"} & set(re.split(r"\W|_", local))
        assert all(a != b for a, b in zip(re.findall(r"[a-z]+", local), re.findall(r"[a-z]+", value), strict=False))


def test_a_domain_has_one_stand_in_under_an_example_domain() -> None:
    hosts = [standin(f"{i}@mgh.harvard.edu", Entity.EMAIL).split("@")[1] for i in range(10, 14)]
    assert len(set(hosts)) == 1
    assert hosts[0].endswith(".example.org")
    assert standin("https://www.mgh.harvard.edu", Entity.URL) == f"https://www.{hosts[0]}"
    names = [f"site{i}.com" for i in range(2_000)]
    assert len({next(RULES.candidates(Part(Kind.DOMAIN, n, n), CHOICE)) for n in names}) == 2_000


@each_row(
    "value",
    [
        '"john doe"@mgh.org',
        "john.doe@\nmgh.org",
        "john.doe\uff20mgh.org",
        "https://portal.mgh.org/p/john-doe",
        "@mgh.org",
    ],
)
def test_no_original_domain_is_released(value: str) -> None:
    told = standin(value, Entity.EMAIL)
    assert re.search(r"\.example\.org\b", told) and "mgh" not in told
    assert ("https://portal." in value) == told.startswith("https://portal.")
