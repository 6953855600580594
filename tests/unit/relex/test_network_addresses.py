"""Stand-ins for IP and MAC addresses: from reserved ranges, in the notation found."""

from __future__ import annotations

import ipaddress
import re

import pytest

from redactor.entities import Entity
from relex.parts import Part
from tests.each_row import each_row
from tests.unit.relex.contact_details import CHOICE, RULES, split, standin


@each_row("value", ["10.1.2.3", "192.0.2.41", "10.1.2.3:8080", "10.0.0.0/24", "999.1.2"])
def test_ip_stand_ins_are_documentation_addresses(value: str) -> None:
    got = standin(value, Entity.IP_ADDRESS)
    address = ipaddress.ip_address(re.split("[:/]", got)[0])
    nets = ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "198.18.0.0/15")
    assert any(address in ipaddress.ip_network(n) for n in nets)
    assert got != value
    assert re.sub(r"^[\d.]+", "", got) == (re.sub(r"^[\d.]+", "", value))


@pytest.mark.parametrize(
    "value", ["fe80::1:2:3", "2600:1700:abcd:1234:0:0:0:1", "2001:0DB8:0000:1111:2222:3333:4444:5555"]
)
def test_ipv6_addresses(value: str) -> None:
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


def test_machines_of_a_site_have_distinct_addresses() -> None:
    given: set[str] = set()
    for n in range(2_000):
        (part,) = split(f"10.1.{n // 250}.{n % 250}", Entity.IP_ADDRESS).items
        assert isinstance(part, Part)
        given.add(next(got for got in RULES.candidates(part, CHOICE) if got not in given))
    assert len(given) == 2_000
