"""Numbers with check digits, beyond those of `redactor.sample.numbers`."""

from __future__ import annotations

import random
import string

from redactor.lexicon.check_digits import MBI_LETTERS, iban_digits, luhn_digit, nhs_digit, routing_digit
from redactor.sample import numbers

_IBAN_LENGTHS = {"DE": 18, "FR": 23, "ES": 20, "NL": 14, "GB": 18, "IE": 18, "CH": 17, "AT": 16, "BE": 12, "IT": 23}
_BANK_LETTERS = {"NL": 4, "GB": 4, "IE": 4, "IT": 1}
_CARDS = (("4", 16), ("4", 16), ("51", 16), ("53", 16), ("55", 16), ("2221", 16), ("6011", 16), ("65", 16), ("34", 15),
          ("37", 15))  # fmt: skip


def some_digits(rng: random.Random, n: int) -> str:
    """n decimal digits, the first perhaps 0."""
    return "".join(rng.choice(string.digits) for _ in range(n))


def iban(rng: random.Random) -> str:
    """An IBAN (ISO 13616) with its two check digits, in groups of four or without spaces."""
    country = rng.choice(tuple(_IBAN_LENGTHS))
    letters = _BANK_LETTERS.get(country, 0)
    body = "".join(rng.choice(string.ascii_uppercase) for _ in range(letters))
    body += some_digits(rng, _IBAN_LENGTHS[country] - letters)
    whole = f"{country}{iban_digits(country, body)}{body}"
    return " ".join(whole[i : i + 4] for i in range(0, len(whole), 4)) if rng.random() < 0.6 else whole


def routing(rng: random.Random) -> str:
    """An ABA routing number: nine digits with weights 3, 7, 1."""
    body = f"{rng.choice((*range(1, 13), *range(21, 33))):02d}{some_digits(rng, 6)}"
    return body + routing_digit(body)


def swift(rng: random.Random) -> str:
    """A BIC: bank, country, place and perhaps a branch."""
    bank = "".join(rng.choice(string.ascii_uppercase) for _ in range(4))
    branch = rng.choice(("", "", "XXX", some_digits(rng, 3)))
    return (
        f"{bank}{rng.choice(('US', 'GB', 'DE', 'FR', 'CH', 'ES'))}{rng.choice(('33', '2L', 'FF', 'PP', '44'))}{branch}"
    )


def mbi(rng: random.Random) -> str:
    """A Medicare beneficiary identifier: 1EG4-TE5-MK73, with or without its dashes."""
    kinds = "C A X N A X N A A N N"
    kinds_of = {"C": "123456789", "A": MBI_LETTERS, "N": string.digits, "X": MBI_LETTERS + string.digits}
    whole = "".join(rng.choice(kinds_of[kind]) for kind in kinds.split())
    return f"{whole[:4]}-{whole[4:7]}-{whole[7:]}" if rng.random() < 0.6 else whole


def nhs(rng: random.Random) -> str:
    """An NHS number: ten digits, the last by modulus 11."""
    while True:
        body = "4" + some_digits(rng, 8)
        last = nhs_digit(body)
        if last is not None:
            whole = body + last
            joint = rng.choice((" ", " ", "-", ""))
            return joint.join((whole[:3], whole[3:6], whole[6:]))


def card(rng: random.Random) -> str:
    """A payment card's number of any scheme, Luhn-valid, in the groups that are printed on it or without."""
    start, length = rng.choice(_CARDS)
    body = start + some_digits(rng, length - 1 - len(start))
    whole = body + luhn_digit(body)
    joint = rng.choice((" ", " ", "-", ""))
    if length == 15:
        return joint.join((whole[:4], whole[4:10], whole[10:]))
    return joint.join(whole[i : i + 4] for i in range(0, 16, 4))


def mac(rng: random.Random) -> str:
    """A network card's address in one of the usual notations."""
    pairs = [f"{rng.randrange(256):02x}" for _ in range(6)]
    whole = rng.choice((":".join(pairs), ":".join(pairs), "-".join(pairs), "".join(pairs[:2]) + "." + "".join(
        pairs[2:4]) + "." + "".join(pairs[4:])))  # fmt: skip
    return whole.upper() if rng.random() < 0.5 else whole


def udi(rng: random.Random) -> str:
    """A device's label as its barcode reads: device identifier, expiry, serial number (GS1)."""
    whole = f"(01){numbers.device_identifier(rng)}"
    if rng.random() < 0.6:
        whole += f"(17){rng.randrange(20, 32)}{rng.randrange(1, 13):02d}{rng.randrange(1, 29):02d}"
    if rng.random() < 0.5:
        whole += f"(10){rng.choice(string.ascii_uppercase)}{some_digits(rng, rng.randint(4, 7))}"
    return whole + f"(21){some_digits(rng, rng.randint(6, 10))}"
