"""Stand-ins for telephone numbers, mail and web addresses: fictitious, consistent, in the spelling found."""

from __future__ import annotations

import ipaddress
import re
from itertools import pairwise
from types import MappingProxyType

import pytest

from redactor.entities import Entity, Role
from redactor.lexicon.area_codes import like
from redactor.text import Mention
from relex.generators._shared.spelling import ascii_spelling
from relex.identity.people import Context, Person
from relex.identity.scopes import Level
from relex.parts import Kind, Part, Pieces, joined
from relex.prf import KeyedChoice
from relex.strategy import RuleStrategy

RULES = RuleStrategy()
ENTITIES = sorted([
    Entity.TELEPHONE_NUMBER, Entity.FAX_NUMBER, Entity.EMAIL, Entity.URL, Entity.IP_ADDRESS, Entity.MAC_ADDRESS,
    Entity.USERNAME,
])  # fmt: skip
# What relex.generators.people would say.
NAMES = {"john": "Robert", "jane": "Lucía", "doe": "O'Hara", "oneil": "Vance", "william": "Paul", "j": "R", "d": "O",
         "washington": "Townsend", "adam": "Kevin", "wilson": "Chang", "a": "K", "w": "P"}  # fmt: skip
CHOICE = KeyedChoice(b"k" * 32)

JOHN = Person(("john", "allen"), ("doe",), Role.PATIENT)
JANE = Person(("jane",), ("oneil",), Role.RELATIVE)
WILLIAM = Person(("william",), ("washington",), Role.RELATIVE)
ADAM = Person(("adam",), ("wilson",), Role.CLINICIAN)
CONTEXT = Context((JOHN, JANE, WILLIAM), MappingProxyType({"adam": (ADAM,), "wilson": (ADAM,)}))


def split(value: str, entity: Entity, context: Context = CONTEXT) -> Pieces:
    pieces = RULES.cluster(Mention(value, entity), context)
    assert joined(pieces.items) == value
    return pieces


def parts(value: str, entity: Entity, context: Context = CONTEXT) -> list[tuple[str, str]]:
    return [(i.kind.value, i.canonical) for i in split(value, entity, context).items if isinstance(i, Part)]


def standin(value: str, entity: Entity, context: Context = CONTEXT, choice: KeyedChoice = CHOICE) -> str:
    out = []
    for item in split(value, entity, context).items:
        if isinstance(item, str):
            out.append(item)
        else:
            named = item.kind in (Kind.GIVEN, Kind.FAMILY, Kind.LETTER)
            found = NAMES[item.canonical] if named else next(RULES.candidates(item, choice))
            out.append(RULES.render(entity, item, found))
    return "".join(out)


def phone(value: str) -> str:
    return standin(value, Entity.TELEPHONE_NUMBER)


# --- telephones


@pytest.mark.parametrize(
    "value",
    ["(617) 734-1234", "617-734-1234", "617.734.1234", "6177341234", "+1 617 734 1234", "1-617-734-1234",
     "+16177341234", "001-617-734-1234", "617/734-1234", "617\u2013734\u20131234", "\u0666\u0661\u0667 7341234"],
)  # fmt: skip
def test_a_number_is_one_in_every_spelling(value: str) -> None:
    assert parts(value, Entity.TELEPHONE_NUMBER) == [("phone", "6177341234")]
    got = "".join(str(int(c)) for c in phone(value) if c.isdecimal())[-10:]
    assert re.fullmatch(r"(339|351|413|508|774|781|857|978)55501\d\d", got)
    assert re.sub(r"\d", "9", phone(value)) == re.sub(r"\d", "9", value)


def test_seven_digits_agree_with_ten() -> None:
    assert phone("734-1234") == phone("(617) 734-1234")[-8:]


@pytest.mark.parametrize(
    ("value", "shape"),
    [("1-800-FLOWERS", r"1-8(33|44|55|66|77|88)-55501\d\d"), ("1-877-MED-1234", r"1-8\d\d-555-01\d\d"),
     ("+44 (0)20 7123 4567", r"\+44 \(0\)20 7946 0\d{3}"), ("+447911123456", r"\+447700900\d{3}"),
     ("07911 123456", r"07700 900\d{3}"), ("0044 20 7123 4567", r"0044 20 7946 0\d{3}"),
     ("+61 412 345 678", r"\+61 491 570 \d{3}"), ("06 12 34 56 78", r"06 39 98 \d\d \d\d"),
     ("+52 55 1234 5678", r"\+52 [1-9]\d \d555 \d{4}"), ("406-222-3333", r"406-555-01\d\d"),
     ("617.734.1234 x12", r"\d{3}\.555\.01\d\d x\d\d"), ("617-734-1234, ext. 4567", r"\d{3}-555-01\d\d, ext. \d{4}"),
     ("617-734-1234 4567", r"\d{3}-555-01\d\d \d{4}"), ("x4-5567", r"x\d-\d{4}"), ("p12345", r"p\d{5}"),
     ("cell: 617-734-1234 (home)", r"cell: \d{3}-555-01\d\d \(home\)"),
     ("617-734-1234 or 617-734-9999", r"\d{3}-555-01\d\d or \d{3}-555-01\d\d"), ("", "")],
)  # fmt: skip
def test_numbers_that_nobody_has_in_the_spelling_found(value: str, shape: str) -> None:
    assert re.fullmatch(shape, phone(value))
    assert value == "" or phone(value) != value


def test_an_extension_is_the_same_after_a_number_and_alone() -> None:
    assert phone("617-734-1234 x4567").endswith(phone("4567"))


def test_a_household_rarely_needs_a_second_choice() -> None:
    numbers = [f"617{734 + i}{1234 + 37 * i}" for i in range(12)]
    firsts = [next(RULES.candidates(Part(Kind.PHONE, n, n), CHOICE)) for n in numbers]
    assert len(set(firsts)) >= 11
    offers = list(RULES.candidates(Part(Kind.PHONE, numbers[0], numbers[0]), CHOICE))
    assert len(offers) == len(set(offers)) >= 100
    assert numbers[0] not in offers


def test_an_original_that_is_fictitious_already_changes() -> None:
    own = "4065550123"
    offers = [next(RULES.candidates(Part(Kind.PHONE, own, own), CHOICE.derive(str(i)))) for i in range(400)]
    assert own not in offers


def test_area_codes_stay_in_the_state_then_the_region() -> None:
    assert like("617")[0] == ("339", "351", "413", "508", "774", "781", "857", "978")
    assert "203" in like("617")[1]
    assert like("406")[0] == ("406",)
    assert set(like("800")[0]) == {"833", "844", "855", "866", "877", "888"}
    assert len(like("123")[0]) > 300 and "800" not in like("123")[0]


# --- mail


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
    ("value", "level"),
    [("adam.wilson@mgh.org", Level.SITE), ("awilson@mgh.org", Level.SITE), ("john.wilson@mgh.org", None),
     ("jdoe@mgh.org", None), ("sunny@mgh.org", None), ("info@mgh.org", None)],
)  # fmt: skip
def test_addresses_of_the_sites_people_belong_to_the_site(value: str, level: Level | None) -> None:
    assert split(value, Entity.EMAIL).level is level


@pytest.mark.parametrize(
    ("value", "entity"),
    [("bill.smith@x.com", Entity.EMAIL), ("Page", Entity.USERNAME), ("admin", Entity.USERNAME),
     ("p.lane@x.com", Entity.EMAIL), ("page", Entity.TELEPHONE_NUMBER)],
)  # fmt: skip
def test_words_that_may_be_names_go(value: str, entity: Entity) -> None:
    assert not {"bill", "page", "admin", "p"} & set(re.split(r"\W", standin(value, entity).lower()))


def test_nothing_of_an_unknown_persons_name_stays() -> None:
    for value in ("m.smith@x.com", "m_smith", "smith-jones.k"):
        entity = Entity.EMAIL if "@" in value else Entity.USERNAME
        local = standin(value, entity, Context()).split("@")[0]
        assert not {"smith", "jones"} & set(re.split(r"\W|_", local))
        assert all(a != b for a, b in zip(re.findall(r"[a-z]+", local), re.findall(r"[a-z]+", value), strict=False))


def test_a_domain_has_one_stand_in_an_example() -> None:
    hosts = [standin(f"{i}@mgh.harvard.edu", Entity.EMAIL).split("@")[1] for i in range(10, 14)]
    assert len(set(hosts)) == 1
    assert hosts[0].endswith(".example.org")
    assert standin("https://www.mgh.harvard.edu", Entity.URL) == f"https://www.{hosts[0]}"
    names = [f"site{i}.com" for i in range(2_000)]
    assert len({next(RULES.candidates(Part(Kind.DOMAIN, n, n), CHOICE)) for n in names}) == 2_000


# --- the web


@pytest.mark.parametrize(
    ("value", "shape"),
    [("https://www.mgh.org/patients/john-doe?id=12345",
      r"https://www\.\w+\.example\.org/patients/robert-ohara\?id=\d{5}"),
     ("mychart.mgh.org", r"mychart\.\w+\.example\.org"), ("http://10.1.2.3:8080/login", r"http://[\d.]+:8080/login"),
     ("urn:uuid:d9ed17e3-cc0e-45ee-8d10-3ed3cc667e97",
      r"urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f-]{16}"),
     ("urn:oid:1.2.840", r"urn:oid:\d\.\d\.\d{3}"),
     ("https://zoom.us/j/123456789", r"https://\w+\.example\.com/j/\d{9}"),
     ("facebook.com/jdoe", r"\w+\.example\.com/[a-z]+"), ("tel:617-734-1234", r"tel:\d{3}-555-01\d\d"),
     ("https://x.org/Jos%C3%A9%20x", r"https://\w+\.example\.org/[A-Za-z0-9]+%20[a-z]"),
     ("https://u:p@mgh.org/#top", r"https://[a-z]:[a-z]@\w+\.example\.org/#top")],
)  # fmt: skip
def test_web_addresses_lead_nowhere(value: str, shape: str) -> None:
    got = standin(value, Entity.URL)
    assert re.fullmatch(shape, got), got
    assert not re.search(r"mgh|facebook|zoom|john|doe|12345\b|d9ed|840", got)


def test_names_in_paths_and_handles_are_the_persons() -> None:
    assert parts("facebook.com/jdoe", Entity.URL)[1:] == [("letter", "j"), ("family", "doe")]
    assert parts("@johndoe82", Entity.USERNAME) == [("given", "john"), ("family", "doe"), ("number", "82")]
    assert standin("@johndoe82", Entity.USERNAME)[0] == "@"
    assert standin("sunny", Entity.USERNAME) == standin("sunny@x.com", Entity.EMAIL).split("@")[0]


# --- the net


@pytest.mark.parametrize("value", ["10.1.2.3", "192.0.2.41", "10.1.2.3:8080", "10.0.0.0/24", "999.1.2"])
def test_addresses_for_documents(value: str) -> None:
    got = standin(value, Entity.IP_ADDRESS)
    address = ipaddress.ip_address(re.split("[:/]", got)[0])
    nets = ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "198.18.0.0/15")
    assert any(address in ipaddress.ip_network(n) for n in nets)
    assert got != value
    assert re.sub(r"^[\d.]+", "", got) == (re.sub(r"^[\d.]+", "", value))


@pytest.mark.parametrize(
    "value", ["fe80::1:2:3", "2600:1700:abcd:1234:0:0:0:1", "2001:0DB8:0000:1111:2222:3333:4444:5555"]
)
def test_addresses_of_version_six(value: str) -> None:
    got = standin(value, Entity.IP_ADDRESS)
    assert ipaddress.ip_address(got) in ipaddress.ip_network("2001:db8::/32")
    assert ("::" in got) == ("::" in value)
    assert got.isupper() == value.isupper()
    full = str(ipaddress.ip_address(value).exploded)
    assert standin(full, Entity.IP_ADDRESS).lower() == ipaddress.ip_address(got).exploded


@pytest.mark.parametrize("value", ["00:1a:2b:3c:4d:5e", "001A.2B3C.4D5E", "00-11-22-33-44-55"])
def test_hardware_addresses_are_administered_locally(value: str) -> None:
    got = standin(value, Entity.MAC_ADDRESS)
    assert re.sub(r"[0-9A-Fa-f]", "0", got) == re.sub(r"[0-9A-Fa-f]", "0", value)
    assert int(re.sub(r"\W", "", got)[:2], 16) & 3 == 2
    assert not (got.isupper() and value.islower()) and not (got.islower() and value.isupper())
    assert re.sub(r"\W", "", standin("00:1a:2b:3c:4d:5e", Entity.MAC_ADDRESS)).upper() == re.sub(
        r"\W", "", standin("001A.2B3C.4D5E", Entity.MAC_ADDRESS)
    )


@pytest.mark.parametrize("entity", ENTITIES)
@pytest.mark.parametrize(
    "value", ["\U0001f642", "x", "7", "\u738b\u5c0f\u660e", "\u0645\u062d\u0645\u062f", "@@@ :// x"]
)
def test_something_stands_for_everything(value: str, entity: Entity) -> None:
    got = standin(value, entity)
    assert got != value and value not in got
    if len(value) > 1:  # a letter may come again elsewhere, a run of two may not
        assert not {a + b for a, b in pairwise(value) if a.isalnum() and b.isalnum()} & {
            a + b for a, b in pairwise(got)
        }


@pytest.mark.parametrize("entity", ENTITIES)
def test_ten_kilobytes_are_one_part(entity: Entity) -> None:
    for value in ("A1b2-" * 2_000, "a at " * 2_000, "a.b/@" * 2_000):
        assert len(parts(value, entity)) == 1
        assert standin(value, entity) != value


@pytest.mark.parametrize(
    "value",
    [
        '"john doe"@mgh.org',
        "john.doe@\nmgh.org",
        "john.doe\uff20mgh.org",
        "https://portal.mgh.org/p/john-doe",
        "@mgh.org",
    ],
)
def test_no_domain_of_an_address_is_anybodys(value: str) -> None:
    told = standin(value, Entity.EMAIL)
    assert re.search(r"\.example\.org\b", told) and "mgh" not in told
    assert ("https://portal." in value) == told.startswith("https://portal.")


def test_signs_of_a_query_and_words_beside_an_address_stay() -> None:
    assert re.fullmatch(r"mailto:[^?]+\?\w+=\w+%20\w+", standin("mailto:x@mgh.org?subject=Jane%20Doe", Entity.EMAIL))
    assert re.fullmatch(r"IP [\d.]+", standin("IP 10.1.2.3", Entity.IP_ADDRESS))


def test_a_telephone_number_over_the_end_of_a_line_is_the_same_number() -> None:
    told = standin("309-555-8812", Entity.TELEPHONE_NUMBER)
    assert standin("309-555\n8812", Entity.TELEPHONE_NUMBER) == told.replace("-", "\n").replace("\n", "-", 1)
    two = standin("309-555-8812\n309-555-8813", Entity.TELEPHONE_NUMBER)
    assert two.split("\n")[0] == told


def test_a_site_has_an_address_for_each_of_its_machines() -> None:
    given: set[str] = set()
    for n in range(2_000):
        (part,) = split(f"10.1.{n // 250}.{n % 250}", Entity.IP_ADDRESS).items
        assert isinstance(part, Part)
        given.add(next(got for got in RULES.candidates(part, CHOICE) if got not in given))
    assert len(given) == 2_000


def test_the_kind_of_a_file_named_after_somebody_stays() -> None:
    assert re.fullmatch(r"[A-Z'\u2019]+_ROBERT_\d{8}\.pdf", standin("DOE_JOHN_19500304.pdf", Entity.USERNAME))
