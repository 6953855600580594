"""Checks of values that rules share."""

from __future__ import annotations

from redactor.detect.patterns import value_checks


def test_ip_addresses() -> None:
    assert value_checks.ip_address("10.0.0.1")
    assert value_checks.ip_address("fe80::1")
    assert not value_checks.ip_address("10.0.0.256")
    assert not value_checks.ip_address("10:20:30")
