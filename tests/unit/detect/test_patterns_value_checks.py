"""Checks of values that rules share."""

from __future__ import annotations

from redactor.detect.patterns import cued_values


def test_ip_addresses() -> None:
    assert cued_values.ip_address("10.0.0.1")
    assert cued_values.ip_address("fe80::1")
    assert not cued_values.ip_address("10.0.0.256")
    assert not cued_values.ip_address("10:20:30")
